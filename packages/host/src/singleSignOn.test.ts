import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { noSingleSignOn, singleSignOn } from './singleSignOn.ts';
import { openIdentityProvider, TEST_CLIENT, type TestProvider } from './testing/identityProvider.ts';

const OWN = 'http://127.0.0.1:4400';
const MAREN = { sub: 'n-1', email: 'maren@northmere.example', email_verified: true, name: 'Maren', groups: ['crew'] };
const signOn = singleSignOn(() => OWN);

let provider: TestProvider;
beforeAll(async () => {
  provider = await openIdentityProvider(signOn.redirectAddress());
});
afterAll(() => provider.stop());

const client = (more: object = {}) => ({ ...TEST_CLIENT, issuer: provider.issuer, ...more });

async function begin(more: object = {}) {
  const begun = await signOn.begin(client(more), MAREN.email);
  if ('problem' in begun) throw new Error(begun.problem);
  return begun;
}

/** Follows redirects as a browser does, until the provider returns it. @returns the query of that address */
async function visit(address: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let at = address, hops = 0; hops < 10; hops += 1) {
    if (at.startsWith(OWN)) return new URL(at).search;
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`${answer.status}: ${await answer.text()}`);
    at = new URL(next, at).href;
  }
  throw new Error('The provider went on redirecting.');
}

/** A server that answers every request alike. */
async function openAnswering(body: string): Promise<{ address: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe('a sign-in through a real identity provider', () => {
  it("by code and PKCE returns the provider's data about the person", async () => {
    provider.choose(MAREN);
    const begun = await begin();
    const asked = new URL(begun.address).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${OWN}/single-sign-on`,
      login_hint: MAREN.email,
    });
    const query = await visit(begun.address);
    expect(await signOn.finish(client(), begun, query)).toMatchObject({
      subject: 'n-1',
      email: MAREN.email,
      emailVerified: true,
      name: 'Maren',
      all: { groups: ['crew'] },
    });
    // The provider accepts a code once.
    expect(await signOn.finish(client(), begun, query)).toEqual({ problem: expect.stringContaining('invalid_grant') });
  });

  it('fails with the answer to another request, another proof, another nonce or another secret', async () => {
    provider.choose(MAREN);
    const attempt = async (change: (begun: Awaited<ReturnType<typeof begin>>) => object, more: object = {}) => {
      const begun = await begin();
      const query = await visit(begun.address);
      return signOn.finish(client(more), { ...begun, ...change(begun) }, query);
    };
    const other = await begin();
    for (const [key, reason] of [
      ['state', 'state'],
      ['nonce', 'nonce'],
      ['verifier', 'invalid_grant'],
    ] as const)
      expect(await attempt(() => ({ [key]: other[key] })), key).toEqual({ problem: expect.stringContaining(reason) });
    const wrongSecret = await attempt(() => ({}), { clientSecret: 'wrong' });
    expect(wrongSecret).toEqual({ problem: 'The provider refused the client: its ID or secret is wrong.' });
  });

  it('that the provider refuses is a problem with its message', async () => {
    provider.choose(null);
    const begun = await begin();
    const query = await visit(begun.address);
    expect(query).toContain('access_denied');
    expect(await signOn.finish(client(), begun, query)).toEqual({
      problem: 'access_denied: The person may not use this application.',
    });
  });
});

describe('the configuration of an issuer', () => {
  it('is accepted from a real provider', async () => {
    expect(await signOn.check(provider.issuer)).toBeNull();
  });

  it('is refused, with the reason, from servers that are not issuers, and without encryption from other machines', async () => {
    const none = await openAnswering('{}');
    const other = await openAnswering(JSON.stringify({ issuer: 'https://elsewhere.example' }));
    const endless = await openAnswering(JSON.stringify({ issuer: 'x'.repeat(2_000_000) }));
    for (const { address } of [none, other]) expect(await signOn.check(address)).toEqual(expect.any(String));
    expect(await signOn.check(endless.address)).toContain('more than it should');
    for (const { server } of [none, other, endless]) server.close();
    expect(await signOn.check(none.address)).toEqual(expect.stringContaining('fetch failed'));
    expect(await signOn.check('http://login.example')).toContain('https://');
    // A public server does not accept an unencrypted issuer on its own machine either.
    const served = singleSignOn(() => 'https://holdfast.example');
    expect(await served.check(provider.issuer)).toContain('https://');
  });
});

describe('an issuer on another machine', () => {
  const ISSUER = 'https://login.example';
  const METADATA = {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
  type Answer = { status?: number; body?: unknown } | Error;

  /** Answers the requests of the client as the issuer, because no certificate of a test is trusted. @returns the requests */
  function answered(metadata: object = METADATA, token: Answer = { status: 400, body: { error: 'invalid_grant' } }) {
    const requests: { url: string; headers: Headers; body: string }[] = [];
    const fake = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, options) => {
      const request = new Request(input, options);
      requests.push({ url: request.url, headers: request.headers, body: await request.text() });
      const answer = request.url.endsWith('/token') ? token : { body: metadata };
      if (answer instanceof Error) throw answer;
      const headers: Record<string, string> = { 'content-type': 'application/json' };
      if (answer.status === 401) headers['www-authenticate'] = 'Basic realm="issuer"';
      return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200, headers });
    });
    onTestFinished(() => fake.mockRestore());
    return requests;
  }

  /** Signs in with a client. @returns the answer */
  async function finished(clientSecret: string | null = 'a secret', from = singleSignOn(() => OWN)) {
    const client = { issuer: ISSUER, clientId: 'holdfast', clientSecret };
    const begun = await from.begin(client, MAREN.email);
    if ('problem' in begun) return begun;
    return from.finish(client, begun, `?code=c&state=${begun.state}`);
  }

  it.each([
    ['in the header where it does not say how', undefined, 'Basic', false],
    ['in the header where it takes both', ['client_secret_post', 'client_secret_basic'], 'Basic', false],
    ['in the body where it takes it only there', ['client_secret_post'], null, true],
  ])('receives the secret %s', async (_what, ways, scheme, isInBody) => {
    const requests = answered({ ...METADATA, token_endpoint_auth_methods_supported: ways });
    expect(await finished()).toEqual({ problem: 'invalid_grant' });
    const asked = requests.find(({ url }) => url === `${ISSUER}/token`)!;
    expect(asked.headers.get('authorization')?.split(' ')[0] ?? null).toBe(scheme);
    expect(asked.body.includes('client_secret=')).toBe(isInBody);
    expect(asked.body).toContain('code_verifier=');
  });

  it('receives no secret where the client has none', async () => {
    const requests = answered();
    await finished(null);
    const asked = requests.find(({ url }) => url === `${ISSUER}/token`)!;
    expect(asked.headers.get('authorization')).toBeNull();
    expect(asked.body).not.toContain('client_secret');
  });

  it('is not asked without encryption, whatever address it states', async () => {
    const requests = answered({ ...METADATA, token_endpoint: 'http://login.example/token' });
    expect(await finished()).toEqual({ problem: expect.any(String) });
    expect(requests.filter(({ url }) => url.startsWith('http://'))).toEqual([]);
  });

  it.each<[string, Answer, string]>([
    [
      'a description',
      { status: 400, body: { error: 'bad', error_description: 'No such code.' } },
      'bad: No such code.',
    ],
    ['a challenge', { status: 401 }, 'The provider refused the client: its ID or secret is wrong.'],
    ['nothing in time', new DOMException('', 'TimeoutError'), 'There was no answer within 10 seconds.'],
    ['a broken connection', new TypeError('failed', { cause: new Error('reset') }), 'failed (reset)'],
    ['a broken connection without a cause', new TypeError('failed'), 'failed'],
  ])('that answers %s ends the sign-in with that reason', async (_what, answer, reason) => {
    answered(METADATA, answer);
    expect(await finished()).toEqual({ problem: reason });
  });

  it('publishes all addresses of a sign-in, or is refused', async () => {
    answered();
    expect(await signOn.check(ISSUER)).toBeNull();
    for (const missing of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) {
      answered({ ...METADATA, [missing]: undefined });
      expect(await signOn.check(ISSUER), missing).toBe(
        'The issuer publishes no addresses for a sign-in by authorization code.',
      );
    }
  });

  it('is read once an hour, and again at once after a failure', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const own = singleSignOn(() => OWN);
    const begin = () => own.begin({ issuer: ISSUER, clientId: 'holdfast', clientSecret: null }, MAREN.email);
    answered({ issuer: 'https://another.example' });
    expect(await begin()).toEqual({ problem: expect.any(String) });
    const requests = answered();
    for (const minutes of [0, 1, 59]) {
      clock.mockReturnValue(minutes * 60_000);
      expect(await begin()).toHaveProperty('address');
    }
    expect(requests).toHaveLength(1);
    clock.mockReturnValue(60 * 60_000);
    await begin();
    expect(requests).toHaveLength(2);
  });
});

it('a desktop offers no sign-in through a provider', async () => {
  const none = noSingleSignOn();
  const problem = 'A desktop does not sign in through identity providers.';
  expect(none.redirectAddress()).toBe('');
  expect(await none.check('https://login.example')).toBe(problem);
  expect(await none.begin(client(), MAREN.email)).toEqual({ problem });
  expect(await none.finish(client(), { state: '', nonce: '', verifier: '' }, '')).toEqual({ problem });
});

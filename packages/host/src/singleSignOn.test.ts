import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { singleSignOn } from './singleSignOn.ts';
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

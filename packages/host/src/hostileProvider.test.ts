/** A sign-in through a provider whose answers are forged: by the provider itself, or by someone between. */
import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { singleSignOn } from './singleSignOn.ts';

type Claims = Record<string, unknown>;

const OWN = 'http://127.0.0.1:4400';
const SECRET = 'a secret of the client, which is long';
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
/** Host names that were resolved for a connection. */
const resolved: string[] = [];
const signOn = singleSignOn(
  () => OWN,
  (hostname, _options, done) => {
    resolved.push(hostname);
    done(null, [{ address: '127.0.0.1', family: 4 }]);
  },
);
const internal: string[] = [];
let issuer = '';
let tokenOf: (claims: Claims) => string = signed;
let changed: Claims = {};
let moreClaims: Claims = {};
/** Changed entries of the discovery document. */
let published: Claims = {};
let answers: Readonly<Record<string, (response: ServerResponse) => void>> = {};
let begunWith: { nonce: string; clientId: string };
let clients = 0;

const server = createServer((request, response) => {
  const path = request.url ?? '';
  const hostile = answers[path];
  if (hostile !== undefined) {
    hostile(response);
    return;
  }
  if (path === '/internal') internal.push(path);
  const now = Math.floor(Date.now() / 1000);
  const { nonce, clientId: aud } = begunWith;
  const claims = { iss: issuer, aud, sub: 's', iat: now, exp: now + 300, nonce, ...changed };
  const pages: Record<string, unknown> = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/more`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      ...published,
    },
    '/keys': { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] },
    '/token': { access_token: 'a', token_type: 'Bearer', id_token: tokenOf(claims) },
    '/more': { sub: 's', ...moreClaims },
  };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(pages[path] ?? {}));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  tokenOf = signed;
  changed = { email: 'maren@northmere.example', email_verified: true };
  moreClaims = {};
  published = {};
  answers = {};
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signed(claims: Claims, key: KeyObject = keys.privateKey, header: object = {}): string {
  const text = `${part({ alg: 'RS256', kid: 'k', ...header })}.${part(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`;
}

/** A token whose signature is computed by a secret, which could be the public key. */
function keyed(claims: Claims, secret: string): string {
  const text = `${part({ alg: 'HS256', kid: 'k' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** Signs in. @param query of the address to which the provider returns the browser */
async function attempt(query = (state: string) => `?code=c&state=${state}`) {
  const client = { issuer, clientId: `holdfast ${(clients += 1)}`, clientSecret: SECRET };
  begunWith = { nonce: '', clientId: client.clientId };
  const begun = await signOn.begin(client, 'maren@northmere.example');
  if ('problem' in begun) return begun;
  begunWith.nonce = begun.nonce;
  return signOn.finish(client, begun, query(begun.state));
}

const refused = { problem: expect.any(String) };

it('is accepted with the answers of an honest provider', async () => {
  expect(await attempt()).toMatchObject({ subject: 's', email: 'maren@northmere.example', emailVerified: true });
});

it.each<[string, (claims: Claims) => string]>([
  ['without a signature', (claims) => `${part({ alg: 'none' })}.${part(claims)}.`],
  [
    'with a signature that its head denies',
    (claims) => `${part({ alg: 'none' })}.${signed(claims).split('.').slice(1).join('.')}`,
  ],
  [
    'with the public key as a secret',
    (claims) => keyed(claims, keys.publicKey.export({ type: 'spki', format: 'pem' }) as string),
  ],
  ['with the secret of the client', (claims) => keyed(claims, SECRET)],
  ['signed by another key', (claims) => signed(claims, others.privateKey)],
  [
    'that brings its own key',
    (claims) => signed(claims, others.privateKey, { jwk: others.publicKey.export({ format: 'jwk' }) }),
  ],
  ['whose signature was cut off', (claims) => signed(claims).slice(0, -20)],
  [
    'of another text',
    (claims) => signed(claims).replace(/\..*\./, `.${part({ ...claims, email: 'wren@holdfast.example' })}.`),
  ],
])('is refused with an ID token %s', async (_what, forged) => {
  tokenOf = forged;
  expect(await attempt()).toEqual(refused);
});

it.each<[string, Claims]>([
  ['of another issuer', { iss: 'https://evil.test' }],
  ['for another application', { aud: 'other' }],
  ['for another application, too', { aud: ['holdfast', 'other'] }],
  ['of another sign-in', { nonce: 'other' }],
  ['of no sign-in', { nonce: undefined }],
  ['that has expired', { exp: 1_000 }],
  ['that never expires', { exp: undefined }],
  ['that is not valid yet', { nbf: 9_999_999_999 }],
])('is refused with an ID token %s', async (_what, claims) => {
  changed = claims;
  expect(await attempt()).toEqual(refused);
});

it('is refused with another state, without one, and with the issuer of another provider', async () => {
  expect(await attempt(() => '?code=c&state=other')).toEqual(refused);
  expect(await attempt(() => '?code=c')).toEqual(refused);
  expect(await attempt((state) => `?code=c&state=${state}&iss=https://evil.test`)).toEqual(refused);
});

it('does not take the verification of one address for that of another', async () => {
  changed = { email: 'wren@northmere.example' };
  moreClaims = { email: 'maren@northmere.example', email_verified: true };
  expect(await attempt()).toMatchObject({ email: 'wren@northmere.example', emailVerified: false });
  moreClaims = { email: 'wren@northmere.example', email_verified: true };
  expect(await attempt()).toMatchObject({ email: 'wren@northmere.example', emailVerified: true });
  changed = { email: ['wren@northmere.example'], email_verified: true };
  expect(await attempt()).toMatchObject({ email: null, emailVerified: false });
});

it.each<[string, Claims, object]>([
  ['the flag as text', { email_verified: 'true' }, { emailVerified: true }],
  ['another text as the flag', { email_verified: 'false' }, { emailVerified: false }],
  ['a name', { name: 'Maren' }, { name: 'Maren' }],
  ['another name than a text', { name: ['Maren'] }, { name: null }],
  ['an address with spaces around it', { email: ' maren@northmere.example ' }, { email: 'maren@northmere.example' }],
  ['an address that is none', { email: 'maren', email_verified: true }, { email: null, emailVerified: false }],
  ['no address', { email: undefined }, { email: null, emailVerified: false }],
])('returns the claims with %s', async (_what, claims, expected) => {
  changed = { email: 'maren@northmere.example', email_verified: true, ...claims };
  expect(await attempt()).toMatchObject(expected);
});

it('is refused with claims about another person', async () => {
  moreClaims = { sub: 'other' };
  expect(await attempt()).toEqual(refused);
});

const ENDPOINTS = { token_endpoint: '/token', jwks_uri: '/keys', userinfo_endpoint: '/more' };

it.each(
  Object.entries(ENDPOINTS).flatMap(([name, path]) =>
    ['localhost', '127.0.0.2', '[::ffff:127.0.0.1]'].map((host) => [name, path, host] as const),
  ),
)('is refused when %s leads from the issuer to %s of the internal host %s', async (name, path, host) => {
  const requested: string[] = [];
  answers = { [path]: (response) => response.end(requested.push(path).toString()) };
  published = { [name]: `http://${host}:${new URL(issuer).port}${path}` };
  expect(await attempt()).toEqual({ problem: expect.stringContaining('internal network') as string });
  expect(requested).toEqual([]);
});

it.each(Object.entries(ENDPOINTS))('checks the address of %s in the connection itself', async (name, path) => {
  const requested: string[] = [];
  answers = { [path]: (response) => response.end(requested.push(path).toString()) };
  published = { [name]: `http://rebinding.test:${new URL(issuer).port}${path}` };
  resolved.length = 0;
  expect(await attempt()).toEqual({ problem: expect.stringContaining('internal network') as string });
  expect(resolved).toEqual(['rebinding.test']);
  expect(requested).toEqual([]);
});

it.each(['javascript:alert(1)//', 'data:text/html,<script>alert(1)</script>', 'file:///etc/passwd'])(
  'sends no browser to %s',
  async (address) => {
    published = { authorization_endpoint: address };
    expect(await attempt()).toEqual(refused);
  },
);

it.each(['/.well-known/openid-configuration', '/token', '/keys', '/more'])(
  'follows no redirect and reads no endless answer of %s',
  async (path) => {
    answers = { [path]: (response) => response.writeHead(307, { location: `${issuer}/internal` }).end() };
    expect(await attempt()).toEqual(refused);
    expect(internal).toEqual([]);
    answers = {
      [path]: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
        response.once('close', () => clearInterval(timer));
      },
    };
    expect(await attempt()).toEqual(refused);
  },
);

import { type LoginResult, operationList, operations, problems, type User } from '@holdfast/contract';
import { registry } from '@holdfast/core';
import { kyselyDatabase } from '@holdfast/sync';
import { describe, expect, it } from 'vitest';
import { bearer, JSON_BODY, servedFixture } from './testing/servedFixture.ts';

const server = servedFixture();
const { me, signIn, tokenOf } = server;

describe('signing in', () => {
  it('returns a token that GET /users/me accepts [APIA-01] [AUTH-17]', async () => {
    const answer = await signIn('maren@example.test', 'maren-password');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      success: true,
      error: null,
      details: { token: expect.stringMatching(/^[\w-]{43}$/) as string },
    });
    const known = await me(bearer(answer.json<LoginResult>().details!.token));
    expect(known.json<User>()).toMatchObject({
      name: 'Maren Thorskild',
      email: 'maren@example.test',
      role: 'inspector',
      companyName: 'northmere',
    });
  });

  it('finds the account without regard to the case of the address', async () => {
    expect((await signIn('  MAREN@Example.TEST ', 'maren-password')).statusCode).toBe(200);
  });

  it('answers an unknown address and a wrong password alike, with a message for the form [AUTH-17]', async () => {
    const wrong = await signIn('maren@example.test', 'no');
    const unknown = await signIn('unknown@example.test', 'no');
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({ success: false, error: problems.signInFailed.message, details: null });
    expect({ status: unknown.statusCode, body: unknown.body }).toEqual({ status: wrong.statusCode, body: wrong.body });
  });

  it('is delayed after ten failures from one address, and allowed for the owner from another one', async () => {
    for (let i = 0; i < 10; i++) expect((await signIn('maren@example.test', 'no', '192.0.2.1')).statusCode).toBe(401);
    const throttled = await signIn('maren@example.test', 'maren-password', '192.0.2.1');
    expect(throttled.statusCode).toBe(429);
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn('maren@example.test', 'maren-password', '192.0.2.2')).statusCode).toBe(200);
    expect((await signIn('jorun@example.test', 'jorun-password', '192.0.2.1')).statusCode).toBe(200);
    server.fixture.wait(15 * 60_000 + 1);
    expect((await signIn('maren@example.test', 'maren-password', '192.0.2.1')).statusCode).toBe(200);
  });

  it('is throttled per account, from any addresses', async () => {
    for (let i = 0; i < 100; i++) await signIn('maren@example.test', 'no', `192.0.2.${i}`);
    const paced = await signIn('maren@example.test', 'maren-password', '198.51.100.1');
    expect([paced.statusCode, paced.headers['retry-after']]).toEqual([429, '2']);
    server.fixture.wait(2_000);
    expect((await signIn('maren@example.test', 'maren-password', '198.51.100.1')).statusCode).toBe(200);
  });

  it('is not delayed, where the account has signed in before, by failures elsewhere', async () => {
    await signIn('maren@example.test', 'maren-password', '203.0.113.9');
    for (let i = 0; i < 100; i++) await signIn('maren@example.test', 'no', `192.0.2.${i}`);
    expect((await signIn('maren@example.test', 'maren-password', '203.0.113.9')).statusCode).toBe(200);
  });

  it('is counted for the network of an IPv6 address, since one subscriber has many addresses', async () => {
    for (let i = 0; i < 10; i++) await signIn('maren@example.test', 'no', `2001:db8:7:1::${i}`);
    expect((await signIn('maren@example.test', 'maren-password', '2001:db8:7:1:ffff::1')).statusCode).toBe(429);
    expect((await signIn('maren@example.test', 'maren-password', '2001:db8:7:2::1')).statusCode).toBe(200);
  });

  it('is not affected when mails are requested repeatedly', async () => {
    for (let i = 0; i < 60; i++) {
      const payload = { email: `unknown${i}@example.test` };
      const { path: url } = operations.requestPasswordReset;
      const { statusCode } = await server.app.inject({ method: 'POST', url, payload, remoteAddress: '192.0.2.7' });
      expect(statusCode).toBe(i < 50 ? 204 : 429);
    }
    expect((await signIn('maren@example.test', 'maren-password', '192.0.2.7')).statusCode).toBe(200);
  });

  it('is throttled per address, for any account', async () => {
    for (let i = 0; i < 50; i++) await signIn(`unknown${i}@example.test`, 'no', '192.0.2.7');
    expect((await signIn('maren@example.test', 'maren-password', '192.0.2.7')).statusCode).toBe(429);
    expect((await signIn('maren@example.test', 'maren-password', '192.0.2.8')).statusCode).toBe(200);
  });

  it('sets a cookie for pictures and downloads that scripts cannot read and other sites cannot use', async () => {
    const answer = await signIn('maren@example.test', 'maren-password');
    const { token } = answer.json<LoginResult>().details!;
    expect(answer.headers['set-cookie']).toBe(`token=${token}; Path=/; HttpOnly; SameSite=Strict`);
  });

  it('accepts no cookie for a call, neither to read nor to write', async () => {
    const token = await tokenOf('maren');
    expect((await me({ cookie: `token=${token}` })).statusCode).toBe(401);
    const write = await server.app.inject({
      method: 'DELETE',
      url: '/users/me/token',
      headers: { cookie: `token=${token}` },
    });
    expect(write.statusCode).toBe(401);
    expect((await me(bearer(token))).statusCode).toBe(200);
  });

  it('accepts no cookie for any operation that writes', async () => {
    const token = await tokenOf('wren');
    const writes = operationList.filter(({ method, right }) => method !== 'GET' && right !== 'public');
    expect(writes.map(({ kind }) => kind)).toContain('download');
    for (const { method, path } of writes) {
      const url = path.replaceAll(/\{\w+\}/g, '0190aaaa-0000-7000-8000-000000000001');
      const answer = await server.app.inject({ method, url, headers: { cookie: `token=${token}` } });
      expect([method, path, answer.statusCode]).toEqual([method, path, 401]);
    }
  });

  it('does not fall back on the cookie when a header of another kind is sent', async () => {
    const token = await tokenOf('maren');
    const url = '/images/0190aaaa-0000-7000-8000-000000000001.png';
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await server.app.inject({ url, headers: { cookie: `token=${token}`, ...headers } })).statusCode;
    expect(await status({})).toBe(404);
    expect(await status({ authorization: 'Basic bWFyZW46bWFyZW4=' })).toBe(401);
    expect(await status({ authorization: 'Bearer two words' })).toBe(401);
  });

  it('is possible with the token of a session that has ended, which opens nothing else', async () => {
    const ended = bearer('a-token-that-was-revoked');
    const payload = { email: 'maren@example.test', password: 'maren-password' };
    const answer = await server.app.inject({ method: 'POST', url: '/users/me/token', headers: ended, payload });
    expect(answer.json<LoginResult>().success).toBe(true);
    expect((await me(ended)).statusCode).toBe(401);
  });

  it('resets the failures of an account that signs in, but not of the network that tried many', async () => {
    for (let i = 0; i < 49; i++) await signIn(`unknown${i}@example.test`, 'no', '192.0.2.7');
    expect((await signIn('maren@example.test', 'maren-password', '192.0.2.7')).statusCode).toBe(200);
    await signIn('unknown@example.test', 'no', '192.0.2.7');
    expect((await signIn('jorun@example.test', 'jorun-password', '192.0.2.7')).statusCode).toBe(429);
  });
});

describe('signing out', () => {
  it('revokes the token on the server, removes the cookie and the data of the browser [AUTH-14]', async () => {
    const token = await tokenOf('maren');
    const answer = await server.app.inject({ method: 'DELETE', url: '/users/me/token', headers: bearer(token) });
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    expect(answer.headers['set-cookie']).toContain('token=; Max-Age=0');
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect((await me(bearer(token))).statusCode).toBe(401);
  });

  it('accepts a DELETE that declares its empty body as JSON', async () => {
    const headers = { ...bearer(await tokenOf('maren')), ...JSON_BODY };
    expect((await server.app.inject({ method: 'DELETE', url: '/users/me/token', headers })).statusCode).toBe(204);
  });

  it('happens everywhere else when the password changes', async () => {
    const [here, there] = [await tokenOf('maren'), await tokenOf('maren')];
    const change = (currentPassword: string) =>
      server.app.inject({
        method: 'POST',
        url: '/ext/users/me/password',
        headers: bearer(here),
        payload: { currentPassword, newPassword: 'a new long password' },
      });
    expect((await change('wrong')).json()).toEqual({ changed: false });
    expect((await me(bearer(there))).statusCode).toBe(200);
    expect((await change('maren-password')).json()).toEqual({ changed: true });
    expect((await me(bearer(here))).statusCode).toBe(200);
    expect((await me(bearer(there))).statusCode).toBe(401);
    expect((await signIn('maren@example.test', 'a new long password')).statusCode).toBe(200);
  });
});

describe('the session cookie', () => {
  it('is set for encrypted connections only if the request was encrypted', async () => {
    const cookie = async (protocol: string): Promise<unknown> => {
      const proxied = server.build({ trustProxy: ['127.0.0.1'] });
      const answer = await proxied.inject({
        method: 'POST',
        url: '/users/me/token',
        payload: { email: 'maren@example.test', password: 'maren-password' },
        headers: { 'x-forwarded-proto': protocol },
      });
      await proxied.close();
      return answer.headers['set-cookie'];
    };
    expect(await cookie('https')).toMatch(/^__Host-token=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
    expect(await cookie('http')).toMatch(/^token=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('is read under the name that no other host of its domain can set, and is cleared', async () => {
    const proxied = server.build({ trustProxy: ['127.0.0.1'] });
    const token = await tokenOf('maren');
    const url = '/images/0190aaaa-0000-7000-8000-000000000001.png';
    const status = async (protocol: string, cookie: string): Promise<number> =>
      (await proxied.inject({ url, headers: { 'x-forwarded-proto': protocol, cookie } })).statusCode;
    expect(await status('https', `token=planted; __Host-token=${token}`)).toBe(404);
    expect(await status('https', `__Host-token=ended; token=${token}`)).toBe(401);
    // A session from before the prefix.
    expect(await status('https', `token=${token}`)).toBe(404);
    expect(await status('http', `__Host-token=${token}`)).toBe(401);
    const headers = { ...bearer(token), 'x-forwarded-proto': 'https' };
    const answer = await proxied.inject({ method: 'DELETE', url: '/users/me/token', headers });
    expect(answer.headers['set-cookie']).toMatch(/^__Host-token=; Max-Age=0; .*; Secure$/);
    await proxied.close();
  });
});

describe('the cookie of a desktop', () => {
  /** Answers of a desktop to a signed-in page with a cookie. */
  async function desktop(): Promise<{
    token: string;
    cookieFor(cookie: string): Promise<unknown>;
    status(cookie: string): Promise<number>;
    close(): Promise<void>;
  }> {
    const token = await tokenOf('maren');
    const device = {
      database: kyselyDatabase(server.fixture.database.db, 'sqlite', registry),
      registry,
      now: () => 0,
      random: () => 0,
    };
    const app = server.build({ application: { ...server.fixture.application, device } });
    return {
      token,
      async cookieFor(cookie) {
        const headers = { accept: 'application/json', cookie, ...bearer(token) };
        return (await app.inject({ url: '/users/me', headers })).headers['set-cookie'];
      },
      async status(cookie) {
        const url = '/images/0190aaaa-0000-7000-8000-000000000001.png';
        return (await app.inject({ url, headers: { cookie } })).statusCode;
      },
      close: () => app.close(),
    };
  }

  it('is the sealed token, which reads pictures and is set again only where it is another', async () => {
    const { token, cookieFor, status, close } = await desktop();
    const set = String(await cookieFor(''));
    const [, sealed = ''] = /^token=([^;]+); Path=/.exec(set) ?? [];
    expect(decodeURIComponent(sealed)).toMatch(/^sealed /);
    expect(await status(`token=${sealed}`)).toBe(404);
    expect(await cookieFor(`token=${sealed}`)).toBeUndefined();
    const ofOthers = encodeURIComponent(decodeURIComponent(sealed).replace(token, 'another'));
    const ofAnotherKey = encodeURIComponent(decodeURIComponent(sealed).replace('sealed first', 'sealed second'));
    for (const stored of [ofOthers, ofAnotherKey, token, '%', ''])
      expect(await cookieFor(`token=${stored}`), stored).toBe(set);
    for (const stored of [ofOthers, ofAnotherKey, '%', '']) expect(await status(`token=${stored}`), stored).toBe(401);
    await close();
  });

  it('is not set again by a server, whose cookie is the token', async () => {
    const token = await tokenOf('maren');
    expect((await me(bearer(token))).headers['set-cookie']).toBeUndefined();
  });
});

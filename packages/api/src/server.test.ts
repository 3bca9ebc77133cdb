import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { bearer, JSON_BODY, servedFixture } from './testing/servedFixture.ts';

const server = servedFixture();
const { me, tokenOf } = server;

describe('a refusal', () => {
  const headersOf = async (): Promise<Record<string, string>> => ({ ...bearer(await tokenOf('maren')), ...JSON_BODY });
  const post = async (payload: string, more: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/api/set-condition',
      headers: { ...(await headersOf()), ...more },
      payload,
    });

  it('is a problem document with the code of the table', async () => {
    const answer = await post(JSON.stringify({ installationInspectionId: 'x' }));
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json()).toMatchObject({
      type: '/docs/problems#badInput',
      status: 400,
      code: 'badInput',
      details: { issues: [{ path: 'installationInspectionId' }, {}, {}] },
    });
  });

  it.each([
    ['broken JSON', '{"a":', {}, 400],
    ['JSON that is no object', '[1]', {}, 400],
    ['a prototype key', '{"__proto__":{"a":1}}', {}, 400],
    ['another content type', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a body over the limit', `{"a":"${'x'.repeat(1_100_000)}"}`, {}, 413],
  ])('has a readable message for %s', async (_, payload, headers, status) => {
    const answer = await post(payload, headers);
    expect(answer.statusCode).toBe(status);
    expect(answer.json<{ title: string }>().title).not.toBe('');
  });

  it('is sent before the body is read when the caller lacks the right', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/set-condition',
      headers: JSON_BODY,
      payload: '{"a":',
    });
    expect(answer.statusCode).toBe(401);
  });

  it('reveals nothing of an internal error but its id in the log', async () => {
    await server.fixture.database.db.destroy();
    const answer = await me({ authorization: 'Bearer abcdefgh' });
    expect(answer.statusCode).toBe(500);
    const { details } = answer.json<{ details: { requestId: string } }>();
    expect(answer.body).not.toContain('driver');
    expect(server.lines.some((line) => line.includes(details.requestId) && line.includes('destroyed'))).toBe(true);
  });

  it('is 404 for an unknown address and 405 with the methods for one that exists under another method', async () => {
    expect((await server.app.inject({ method: 'GET', url: '/nowhere' })).json()).toMatchObject({
      status: 404,
      code: 'notFound',
    });
    const wrong = await server.app.inject({ method: 'PUT', url: '/ext/users/me/sessions' });
    expect(wrong.json()).toMatchObject({ status: 405, code: 'methodNotAllowed' });
    expect(wrong.headers['allow']).toBe('DELETE, GET');
    const query = await server.app.inject({ method: 'QUERY' as 'GET', url: '/admin/companies' });
    expect([query.statusCode, query.headers['allow']]).toEqual([405, 'GET, POST']);
    expect((await server.app.inject({ method: 'QUERY' as 'GET', url: '/nowhere' })).statusCode).toBe(404);
    const particular = await server.app.inject({ method: 'OPTIONS', url: '/admin/inspection-item-type/add' });
    expect([particular.statusCode, particular.headers['allow']]).toEqual([405, 'POST']);
  });
});

describe('the security headers of every answer', () => {
  it.each([
    ['an answer', '/healthz', 200],
    ['a problem', '/api/nowhere', 404],
    ['a refusal', '/api/get-installations', 401],
  ])('of %s prevent loading, framing and guessing of its type', async (_, url, status) => {
    const answer = await server.app.inject({ method: 'GET', url });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('the server in general', () => {
  it('reports that it runs, and whether its database answers', async () => {
    expect((await server.app.inject({ method: 'GET', url: '/healthz' })).json()).toEqual({ status: 'ok' });
    expect((await server.app.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(200);
    server.setReady(false);
    expect((await server.app.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(503);
  });

  it('refuses a method that exists for a more general address only', async () => {
    for (const [method, url, allow] of [
      ['PUT', '/ext/admin/reports/check', 'POST'],
      ['PUT', '/admin/itemTypes/structured', 'GET'],
      ['PUT', '/ext/admin/identity-providers/check', 'POST'],
    ] as const) {
      const answer = await server.app.inject({ method, url, headers: bearer(await tokenOf('wren')), payload: {} });
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, allow]);
    }
    const other = '/ext/admin/reports/01900000-0000-7000-8000-00000000ffff';
    const answer = await server.app.inject({
      method: 'PUT',
      url: other,
      headers: bearer(await tokenOf('wren')),
      payload: {},
    });
    expect(answer.statusCode).not.toBe(405);
  });

  it('refuses null for an object, even if all of its properties are optional', async () => {
    const headers = { ...bearer(await tokenOf('maren')), ...JSON_BODY };
    const put = (payload: string) =>
      server.app.inject({ method: 'PUT', url: '/ext/users/me/particulars', headers, payload });
    expect((await put('null')).statusCode).toBe(400);
    expect((await put('{}')).statusCode).toBe(200);
  });

  it('logs one line for each answer, with caller and operation but never a token, a query, a password or a body', async () => {
    const token = await tokenOf('maren');
    await me(bearer(token));
    await server.app.inject({ url: '/ext/records?text=Corroded%20hook', headers: bearer(token) });
    const written = server.lines.join('');
    expect(written).toContain('"route":"/users/me"');
    expect(written).toContain(`"user":"${server.fixture.actor('maren').userId}"`);
    expect(written).not.toContain(token);
    expect(written).toContain('"route":"/ext/records"');
    expect(written).not.toContain('Corroded');
    expect(written).not.toContain('maren-password');
  });

  it('compresses nothing on the desktop, whose web view caches truncated compressed files', async () => {
    const desktop = server.build({ host: 'desktop' });
    const answer = await desktop.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } });
    await desktop.close();
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  });

  it('answers a download that fails before its first byte with a problem that can be read', async () => {
    const { ports } = server.fixture.application;
    const next = (): Promise<never> => Promise.reject(new Error('The disk is gone.'));
    const csv = (): AsyncIterable<Uint8Array> => ({ [Symbol.asyncIterator]: () => ({ next }) });
    const failing = server.build({
      application: { ...server.fixture.application, ports: { ...ports, spreadsheets: { ...ports.spreadsheets, csv } } },
    });
    const headers = { ...bearer(await tokenOf('wren')), 'accept-encoding': 'gzip' };
    const answer = await failing.inject({ url: '/ext/admin/audit/export', headers });
    await failing.close();
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(answer.json()).toMatchObject({ code: 'internal' });
  });

  it('compresses answers of sufficient size', async () => {
    const answer = await server.app.inject({
      method: 'GET',
      url: '/openapi.json',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(answer.headers['content-encoding']).toBe('gzip');
  });
});

describe('a server that closes', () => {
  it('answers the calls under way, and waits for no connection that a browser opened in advance', async () => {
    const answering = Promise.withResolvers<boolean>();
    const asked = Promise.withResolvers<void>();
    const closing = server.build({
      ready: () => {
        asked.resolve();
        return answering.promise;
      },
    });
    const { port, hostname } = new URL(await closing.listen({ port: 0, host: '127.0.0.1' }));
    const idle = connect(Number(port), hostname);
    await once(idle, 'connect');
    const call = fetch(`http://${hostname}:${port}/readyz`);
    await asked.promise;
    const closed = closing.close();
    // Longer than the server takes to end connections that wait for nothing.
    await setTimeout(200);
    answering.resolve(true);
    expect((await call).status).toBe(200);
    const ended = once(idle, 'close');
    await closed;
    await ended;
  });
});

describe('an answer', () => {
  it('is a problem document where a cookie cannot be decoded', async () => {
    const url = '/images/00000000-0000-7000-8000-000000000000.jpg';
    const answer = await server.app.inject({ method: 'GET', url, headers: { cookie: 'token=%E0%A4%A' } });
    expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 'notSignedIn' }]);
  });

  it('is a problem document where the head of a request is too long', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${address}/users/me`, { headers: { 'x-long': 'a'.repeat(20_000) } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([431, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({ status: 431, code: 'badInput' });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('asks browsers to use encryption if it is itself encrypted', async () => {
    const header = async (protocol: string): Promise<unknown> => {
      const proxied = server.build({ trustProxy: ['127.0.0.1'] });
      const answer = await proxied.inject({ url: '/healthz', headers: { 'x-forwarded-proto': protocol } });
      await proxied.close();
      return answer.headers['strict-transport-security'];
    };
    expect([await header('https'), await header('http')]).toEqual(['max-age=31536000; includeSubDomains', undefined]);
  });
});

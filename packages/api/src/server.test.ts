import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type LoginResult, operationList, operations, problems, type User } from '@holdfast/contract';
import { openTestFixture, type TestFixture } from '@holdfast/core/testing';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCheckedServer } from './testing/checkedServer.ts';

const JSON_BODY = { 'content-type': 'application/json' };
const PAGE = '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><script src="/assets/app.js"></script>';

let test: TestFixture & { close(): Promise<void> };
let app: FastifyInstance;
let web: string;
let lines: string[];
let answering = true;

beforeEach(async () => {
  test = await openTestFixture('sqlite');
  web = mkdtempSync(join(tmpdir(), 'holdfast-web-'));
  mkdirSync(join(web, 'assets'));
  writeFileSync(join(web, 'index.html'), PAGE);
  writeFileSync(join(web, 'assets', 'app.js'), 'start();');
  lines = [];
  answering = true;
  const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) });
  app = buildCheckedServer({
    application: test.application,
    version: '1.2.3',
    web,
    logger: pino(sink) as never,
    ready: () => Promise.resolve(answering),
  });
  await app.ready();
});
afterEach(async () => {
  await app.close();
  await test.close();
  rmSync(web, { recursive: true });
});

const signIn = (email: string, password: string, address = '192.0.2.1') =>
  app.inject({ method: 'POST', url: '/users/me/token', payload: { email, password }, remoteAddress: address });
const tokenOf = async (who: string): Promise<string> =>
  (await signIn(`${who}@example.test`, `${who}-password`)).json<LoginResult>().details!.token;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const me = (headers: Record<string, string>) =>
  app.inject({ method: 'GET', url: '/users/me', headers: { accept: 'application/json', ...headers } });

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
    test.wait(15 * 60_000 + 1);
    expect((await signIn('maren@example.test', 'maren-password', '192.0.2.1')).statusCode).toBe(200);
  });

  it('is throttled per account, from any addresses', async () => {
    for (let i = 0; i < 100; i++) await signIn('maren@example.test', 'no', `192.0.2.${i}`);
    const paced = await signIn('maren@example.test', 'maren-password', '198.51.100.1');
    expect([paced.statusCode, paced.headers['retry-after']]).toEqual([429, '2']);
    test.wait(2_000);
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
      const { statusCode } = await app.inject({ method: 'POST', url, payload, remoteAddress: '192.0.2.7' });
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
    const write = await app.inject({ method: 'DELETE', url: '/users/me/token', headers: { cookie: `token=${token}` } });
    expect(write.statusCode).toBe(401);
    expect((await me(bearer(token))).statusCode).toBe(200);
  });

  it('accepts no cookie for any operation that writes', async () => {
    const token = await tokenOf('wren');
    const writes = operationList.filter(({ method, right }) => method !== 'GET' && right !== 'public');
    expect(writes.map(({ kind }) => kind)).toContain('download');
    for (const { method, path } of writes) {
      const url = path.replaceAll(/\{\w+\}/g, '0190aaaa-0000-7000-8000-000000000001');
      const answer = await app.inject({ method, url, headers: { cookie: `token=${token}` } });
      expect([method, path, answer.statusCode]).toEqual([method, path, 401]);
    }
  });

  it('does not fall back on the cookie when a header of another kind is sent', async () => {
    const token = await tokenOf('maren');
    const url = '/images/0190aaaa-0000-7000-8000-000000000001.png';
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await app.inject({ url, headers: { cookie: `token=${token}`, ...headers } })).statusCode;
    expect(await status({})).toBe(404);
    expect(await status({ authorization: 'Basic bWFyZW46bWFyZW4=' })).toBe(401);
    expect(await status({ authorization: 'Bearer two words' })).toBe(401);
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
    const answer = await app.inject({ method: 'DELETE', url: '/users/me/token', headers: bearer(token) });
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    expect(answer.headers['set-cookie']).toContain('token=; Max-Age=0');
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect((await me(bearer(token))).statusCode).toBe(401);
  });

  it('accepts a DELETE that declares its empty body as JSON', async () => {
    const headers = { ...bearer(await tokenOf('maren')), ...JSON_BODY };
    expect((await app.inject({ method: 'DELETE', url: '/users/me/token', headers })).statusCode).toBe(204);
  });

  it('happens everywhere else when the password changes', async () => {
    const [here, there] = [await tokenOf('maren'), await tokenOf('maren')];
    const change = (currentPassword: string) =>
      app.inject({
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

describe('a refusal', () => {
  const headersOf = async (): Promise<Record<string, string>> => ({ ...bearer(await tokenOf('maren')), ...JSON_BODY });
  const post = async (payload: string, more: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/api/set-condition', headers: { ...(await headersOf()), ...more }, payload });

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
    const answer = await app.inject({
      method: 'POST',
      url: '/api/set-condition',
      headers: JSON_BODY,
      payload: '{"a":',
    });
    expect(answer.statusCode).toBe(401);
  });

  it('reveals nothing of an internal error but its id in the log', async () => {
    await test.database.db.destroy();
    const answer = await me({ authorization: 'Bearer abcdefgh' });
    expect(answer.statusCode).toBe(500);
    const { details } = answer.json<{ details: { requestId: string } }>();
    expect(answer.body).not.toContain('driver');
    expect(lines.some((line) => line.includes(details.requestId) && line.includes('destroyed'))).toBe(true);
  });

  it('is 404 for an unknown address and 405 with the methods for one that exists under another method', async () => {
    expect((await app.inject({ method: 'GET', url: '/nowhere' })).json()).toMatchObject({
      status: 404,
      code: 'notFound',
    });
    const wrong = await app.inject({ method: 'PUT', url: '/ext/users/me/sessions' });
    expect(wrong.json()).toMatchObject({ status: 405, code: 'methodNotAllowed' });
    expect(wrong.headers['allow']).toBe('DELETE, GET');
    const query = await app.inject({ method: 'QUERY' as 'GET', url: '/admin/companies' });
    expect([query.statusCode, query.headers['allow']]).toEqual([405, 'GET, POST']);
    expect((await app.inject({ method: 'QUERY' as 'GET', url: '/nowhere' })).statusCode).toBe(404);
    const particular = await app.inject({ method: 'OPTIONS', url: '/admin/inspection-item-type/add' });
    expect([particular.statusCode, particular.headers['allow']]).toEqual([405, 'POST']);
  });
});

describe('the security headers of every answer', () => {
  it.each([
    ['an answer', '/healthz', 200],
    ['a problem', '/api/nowhere', 404],
    ['a refusal', '/api/get-installations', 401],
  ])('of %s prevent loading, framing and guessing of its type', async (_, url, status) => {
    const answer = await app.inject({ method: 'GET', url });
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

describe('pages and calls share addresses', () => {
  const open = (url: string) =>
    app.inject({
      method: 'GET',
      url,
      headers: { accept: 'text/html,application/xhtml+xml', 'sec-fetch-dest': 'document' },
    });

  it.each(['/', '/admin', '/admin/', '/admin/inspections', '/admin/companies/0190aaaa-0000-7000-8000-00000000dead'])(
    'a browser that opens %s gets the page',
    async (url) => {
      const answer = await open(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  it('a call of the same address gets JSON that must not be cached', async () => {
    const answer = await app.inject({
      method: 'GET',
      url: '/admin/inspections',
      headers: { ...bearer(await tokenOf('wren')), accept: '*/*' },
    });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['vary']).toContain('Authorization');
  });

  it('a browser that opens an unknown address gets the page with status 404, which then says so', async () => {
    const answer = await open('/no/such/place');
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it.each(['/admin/report-database/company?companyId=x', '/api/get-conditions', '/ext/nothing', '/assets/nothing.js'])(
    '%s is never a page',
    async (url) => {
      expect((await open(url)).headers['content-type']).not.toContain('text/html');
    },
  );

  it('the page has a new nonce each time, and allows no other scripts', async () => {
    const [one, two] = [await open('/'), await open('/')];
    const nonce = /content="([^"]+)"/.exec(one.body)![1]!;
    expect(one.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    expect(one.headers['content-security-policy']).toContain("script-src 'self';");
    expect(one.headers['content-security-policy']).toContain("frame-ancestors 'none';");
    expect(one.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(two.body).not.toContain(nonce);
  });

  it('its files are cached permanently, because their names change with their content', async () => {
    const answer = await app.inject({ method: 'GET', url: '/assets/app.js' });
    expect(answer.body).toBe('start();');
    expect(answer.headers['cache-control']).toContain('immutable');
    expect((await app.inject({ method: 'GET', url: '/assets/../index.html' })).statusCode).toBe(404);
  });

  it('its files are sent in the smallest stored form that the browser accepts', async () => {
    writeFileSync(join(web, 'assets', 'app.js.br'), 'brotli');
    writeFileSync(join(web, 'assets', 'app.js.gz'), 'gzip');
    const sent = async (encodings: string): Promise<unknown[]> => {
      const headers = { 'accept-encoding': encodings };
      const answer = await app.inject({ method: 'GET', url: '/assets/app.js', headers });
      return [answer.body, answer.headers['content-encoding'], answer.headers['content-type']];
    };
    const script = 'application/javascript; charset=utf-8';
    expect(await sent('gzip, deflate, br')).toEqual(['brotli', 'br', script]);
    expect(await sent('gzip, deflate')).toEqual(['gzip', 'gzip', script]);
    expect(await sent('identity')).toEqual(['start();', undefined, script]);
  });
});

describe('the server in general', () => {
  it('reports that it runs, and whether its database answers', async () => {
    expect((await app.inject({ method: 'GET', url: '/healthz' })).json()).toEqual({ status: 'ok' });
    expect((await app.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(200);
    answering = false;
    expect((await app.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(503);
  });

  it('describes every operation in an OpenAPI document with a page to read it', async () => {
    const document = (await app.inject({ method: 'GET', url: '/openapi.json' })).json<{
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; summary: string }>>;
    }>();
    expect(document.openapi).toBe('3.1.0');
    for (const { name, method, path, summary } of operationList.filter(({ agentOnly }) => agentOnly !== true)) {
      expect(document.paths[path]?.[method.toLowerCase()]).toMatchObject({ operationId: name, summary });
    }
    const referred = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      (match) => match[1]!,
    );
    const { schemas } = (document as unknown as { components: { schemas: Record<string, unknown> } }).components;
    expect(referred.filter((name) => !(name in schemas))).toEqual([]);
    const body = ({ name, path }: { name: string; path: string }) => {
      const { requestBody } = document.paths[path]!['post'] as unknown as {
        requestBody: { required: boolean; content: Record<string, { schema: { properties: object } }> };
      };
      return { name, required: requestBody.required, ...requestBody.content['application/json']!.schema.properties };
    };
    // A body of which every part may be left out may be left out itself, and texts say what they must not contain.
    expect(body(operations.getReportsForCompany)).toMatchObject({ required: false });
    const pattern = expect.stringContaining('\\x00') as string;
    expect(body(operations.createInspection)).toMatchObject({ required: true, name: { pattern } });
    expect((await app.inject({ method: 'GET', url: '/docs/api' })).headers['content-type']).toContain('text/html');
    expect((await app.inject({ method: 'GET', url: '/docs/problems' })).body).toContain('id="notFound"');
  });

  it('describes base64 by its pattern, and the refusal of a head that is too long, for every operation', async () => {
    const { paths } = (await app.inject({ url: '/openapi.json' })).json<{
      paths: Record<string, Record<string, { responses: object; requestBody?: { content: object } }>>;
    }>();
    for (const methods of Object.values(paths))
      for (const operation of Object.values(methods)) expect(Object.keys(operation.responses)).toContain('431');
    const { content } = paths['/ext/users/me/signature']!['put']!.requestBody!;
    const patterns: string[] = [];
    JSON.stringify(content, (key, value: unknown) => {
      if (key === 'pattern') patterns.push(String(value));
      return value;
    });
    expect(patterns).toHaveLength(1);
    const pattern = new RegExp(patterns[0]!);
    expect(['AA==', 'AAA=', 'AAAA', 'data:image/png;base64,AAAA'].filter((text) => !pattern.test(text))).toEqual([]);
    expect(['', 'data:,', '00', 'A===', 'AA=A', 'AA-_'].filter((text) => pattern.test(text))).toEqual([]);
  });

  it('refuses a method that exists for a more general address only', async () => {
    for (const [method, url, allow] of [
      ['PUT', '/ext/admin/reports/check', 'POST'],
      ['PUT', '/admin/itemTypes/structured', 'GET'],
      ['PUT', '/ext/admin/identity-providers/check', 'POST'],
    ] as const) {
      const answer = await app.inject({ method, url, headers: bearer(await tokenOf('wren')), payload: {} });
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, allow]);
    }
    const other = '/ext/admin/reports/01900000-0000-7000-8000-00000000ffff';
    const answer = await app.inject({ method: 'PUT', url: other, headers: bearer(await tokenOf('wren')), payload: {} });
    expect(answer.statusCode).not.toBe(405);
  });

  it('describes bodies of bytes, and refusals in the messages of devices', async () => {
    const { paths } = (await app.inject({ url: '/openapi.json' })).json<{
      paths: Record<
        string,
        Record<string, { requestBody?: { content: object }; responses: Record<string, { content: object }> }>
      >;
    }>();
    const types = (content: object) => Object.keys(content).toSorted();
    for (const path of ['/ext/items/{itemId}/contents/{sha256}', '/ext/sync/blobs/{scopeId}/{sha256}'])
      expect(types(paths[path]!['put']!.requestBody!.content)).toEqual(['application/octet-stream']);
    const pull = paths['/ext/sync/pull']!['post']!.responses;
    expect(types(pull['200']!.content)).toEqual(['application/x-ndjson']);
    expect(types(pull['426']!.content)).toEqual(['application/problem+json', 'application/x-ndjson']);
    const push = paths['/ext/sync/push']!['post']!.responses;
    expect(types(push['409']!.content)).toEqual(['application/json', 'application/problem+json']);
  });

  it('refuses null for an object, even if all of its properties are optional', async () => {
    const headers = { ...bearer(await tokenOf('maren')), ...JSON_BODY };
    const put = (payload: string) => app.inject({ method: 'PUT', url: '/ext/users/me/particulars', headers, payload });
    expect((await put('null')).statusCode).toBe(400);
    expect((await put('{}')).statusCode).toBe(200);
  });

  it('logs one line for each answer, with caller and operation but never a token, a query, a password or a body', async () => {
    const token = await tokenOf('maren');
    await me(bearer(token));
    await app.inject({ url: '/ext/records?text=Corroded%20hook', headers: bearer(token) });
    const written = lines.join('');
    expect(written).toContain('"route":"/users/me"');
    expect(written).toContain(`"user":"${test.actor('maren').userId}"`);
    expect(written).not.toContain(token);
    expect(written).toContain('"route":"/ext/records"');
    expect(written).not.toContain('Corroded');
    expect(written).not.toContain('maren-password');
  });

  it('compresses nothing on the desktop, whose web view caches truncated compressed files', async () => {
    const desktop = buildCheckedServer({
      application: test.application,
      version: '1.2.3',
      web: null,
      logger: false,
      host: 'desktop',
      ready: () => Promise.resolve(true),
    });
    const answer = await desktop.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } });
    await desktop.close();
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  });

  it('answers a download that fails before its first byte with a problem that can be read', async () => {
    const { ports } = test.application;
    const next = (): Promise<never> => Promise.reject(new Error('The disk is gone.'));
    const csv = (): AsyncIterable<Uint8Array> => ({ [Symbol.asyncIterator]: () => ({ next }) });
    const failing = buildCheckedServer({
      application: { ...test.application, ports: { ...ports, spreadsheets: { ...ports.spreadsheets, csv } } },
      version: '1.2.3',
      web: null,
      logger: false,
      ready: () => Promise.resolve(true),
    });
    const headers = { ...bearer(await tokenOf('wren')), 'accept-encoding': 'gzip' };
    const answer = await failing.inject({ url: '/ext/admin/audit/export', headers });
    await failing.close();
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(answer.json()).toMatchObject({ code: 'internal' });
  });

  it('describes that only the report of a desktop may have properties that are not known', async () => {
    const { paths } = (await app.inject({ method: 'GET', url: '/openapi.json' })).json<{
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
    }>();
    const bodyOf = (path: string) => paths[path]!.post.requestBody.content['application/json']!.schema;
    expect(bodyOf('/ext/sync/report')).not.toHaveProperty('additionalProperties');
    expect(bodyOf('/ext/sync/register')).toHaveProperty('additionalProperties', false);
  });

  it('compresses answers of sufficient size', async () => {
    const answer = await app.inject({ method: 'GET', url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
  });
});

describe('an answer', () => {
  it('is a problem document where a cookie cannot be decoded', async () => {
    const url = '/images/00000000-0000-7000-8000-000000000000.jpg';
    const answer = await app.inject({ method: 'GET', url, headers: { cookie: 'token=%E0%A4%A' } });
    expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 'notSignedIn' }]);
  });

  it('is a problem document where the head of a request is too long', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${address}/users/me`, { headers: { 'x-long': 'a'.repeat(20_000) } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([431, 'application/problem+json']);
    expect(await answer.json()).toMatchObject({ status: 431, code: 'badInput' });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('asks browsers to use encryption if it is itself encrypted', async () => {
    const header = async (protocol: string): Promise<unknown> => {
      const proxied = buildCheckedServer({
        application: test.application,
        version: '1.2.3',
        web: null,
        trustProxy: ['127.0.0.1'],
        logger: false,
        ready: () => Promise.resolve(true),
      });
      const answer = await proxied.inject({ url: '/healthz', headers: { 'x-forwarded-proto': protocol } });
      await proxied.close();
      return answer.headers['strict-transport-security'];
    };
    expect([await header('https'), await header('http')]).toEqual(['max-age=31536000; includeSubDomains', undefined]);
  });

  it('sets a cookie for encrypted connections only if the request was encrypted', async () => {
    const cookie = async (protocol: string): Promise<unknown> => {
      const proxied = buildCheckedServer({
        application: test.application,
        version: '1.2.3',
        web: null,
        trustProxy: ['127.0.0.1'],
        logger: false,
        ready: () => Promise.resolve(true),
      });
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

  it('prefers the cookie that no other host of its domain can set, and clears it', async () => {
    const proxied = buildCheckedServer({
      application: test.application,
      version: '1.2.3',
      web: null,
      trustProxy: ['127.0.0.1'],
      logger: false,
      ready: () => Promise.resolve(true),
    });
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

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bearer, servedFixture } from './testing/servedFixture.ts';

const server = servedFixture();
const { tokenOf } = server;

describe('pages and calls share addresses', () => {
  const open = (url: string) =>
    server.app.inject({
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
    const answer = await server.app.inject({
      method: 'GET',
      url: '/admin/inspections',
      headers: { ...bearer(await tokenOf('wren')), accept: '*/*' },
    });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['vary']).toContain('Authorization');
  });

  it.each([
    ['a call with a token', 'GET', { authorization: 'Bearer nothing' }],
    ['a call that writes', 'POST', {}],
    ['a picture of a page', 'GET', { 'sec-fetch-dest': 'image' }],
    ['a program that prefers JSON', 'GET', { accept: 'application/json, text/html', 'sec-fetch-dest': 'empty' }],
  ] as const)('%s gets no page, whatever it accepts', async (_, method, more) => {
    const headers = { accept: 'text/html', 'sec-fetch-dest': 'document', ...more };
    const answer = await server.app.inject({ method, url: '/admin/inspections', headers });
    expect(answer.headers['content-type']).not.toContain('text/html');
    expect(answer.json()).toMatchObject({ code: expect.any(String) });
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

  it('connects to its server alone, on a desktop also to the window around it', async () => {
    const desktop = server.build({ web: server.web, host: 'desktop' });
    const connections = async (app: typeof desktop): Promise<string | undefined> => {
      const answer = await app.inject({ url: '/', headers: { accept: 'text/html' } });
      return /connect-src ([^;]*);/.exec(String(answer.headers['content-security-policy']))?.[1];
    };
    expect(await connections(server.app)).toBe("'self'");
    expect(await connections(desktop)).toBe("'self' ipc: http://ipc.localhost");
    await desktop.close();
  });

  it('is kept by a service worker in browsers, which gets it at an address of its own, and not on a desktop', async () => {
    writeFileSync(join(server.web, 'service-worker.js'), 'keep();');
    const browser = server.build({ web: server.web, host: 'server' });
    const desktop = server.build({ web: server.web, host: 'desktop' });
    const script = await browser.inject({ url: '/service-worker.js', headers: { 'sec-fetch-dest': 'serviceworker' } });
    expect(script.body).toBe('keep();');
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
    const page = await browser.inject({ url: '/service-worker.html', headers: { 'sec-fetch-dest': 'empty' } });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    for (const url of ['/service-worker.js', '/service-worker.html'])
      expect((await desktop.inject({ url })).statusCode).toBe(404);
    await Promise.all([browser.close(), desktop.close()]);
  });

  it('its files are cached permanently, because their names change with their content', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/assets/app.js' });
    expect(answer.body).toBe('start();');
    expect(answer.headers['cache-control']).toContain('immutable');
    expect((await server.app.inject({ method: 'GET', url: '/assets/../index.html' })).statusCode).toBe(404);
  });

  it('its files are sent in the smallest stored form that the browser accepts', async () => {
    writeFileSync(join(server.web, 'assets', 'app.js.br'), 'brotli');
    writeFileSync(join(server.web, 'assets', 'app.js.gz'), 'gzip');
    const sent = async (encodings: string): Promise<unknown[]> => {
      const headers = { 'accept-encoding': encodings };
      const answer = await server.app.inject({ method: 'GET', url: '/assets/app.js', headers });
      return [answer.body, answer.headers['content-encoding'], answer.headers['content-type']];
    };
    const script = 'application/javascript; charset=utf-8';
    expect(await sent('gzip, deflate, br')).toEqual(['brotli', 'br', script]);
    expect(await sent('gzip, deflate')).toEqual(['gzip', 'gzip', script]);
    expect(await sent('identity')).toEqual(['start();', undefined, script]);
  });
});

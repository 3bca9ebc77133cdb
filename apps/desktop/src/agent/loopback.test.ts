import type { Problem } from '@holdfast/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Launches } from './launches.ts';
import { admission, type OwnAddress, serveLaunch, WINDOW_HEADER } from './loopback.ts';

const HOST = 'holdfast-1.localhost:4700';
const SECRET = { [WINDOW_HEADER]: 'secret' };

let app: FastifyInstance;
let own: OwnAddress;

const launches: Launches = {
  issue: () => 'token',
  redeem: (token) => Promise.resolve(token === 'token' ? { secret: 'secret', cookie: 'sealed' } : null),
  isKnown: (secret) => secret === 'secret',
  isKnownCookie: (cookie) => cookie === 'sealed',
  isEarlierCookie: (cookie) => cookie === 'earlier',
};

beforeEach(() => {
  own = { host: 'holdfast-1.localhost', port: 4700, listening: 4700 };
  app = Fastify();
  app.setErrorHandler((error: Problem, _request, reply) => reply.code(error.status).send(error.code));
  app.addHook(
    'onRequest',
    admission(() => own, launches),
  );
  app.get('/', () => 'the page');
  app.get('/assets/app.js', () => 'a script');
  app.get('/healthz', () => 'ok');
  app.get('/users/me', ({ query }) => query);
  app.get('/images/a.png', { config: { acceptsCookie: true } }, () => 'a picture');
  serveLaunch(app, launches);
});
afterEach(() => app.close());

/** Requests an address. @returns status and body */
async function get(url: string, headers: Record<string, string>): Promise<[number, string]> {
  const answer = await app.inject({ url, headers: { host: HOST, ...headers } });
  return [answer.statusCode, answer.body];
}

/** Requests an address. @returns `answered`, or the code of the refusal */
async function outcome(url: string, headers: Record<string, string>): Promise<string> {
  const [status, body] = await get(url, headers);
  return status === 200 ? 'answered' : body;
}

describe('a request to an agent', () => {
  it.each([
    [HOST, 'answered'],
    ['127.0.0.1:4700', 'answered'],
    ['localhost:4700', 'answered'],
    ['holdfast-1.localhost', 'forbidden'],
    ['holdfast-2.localhost:4700', 'forbidden'],
    ['localhost:4701', 'forbidden'],
    ['rebound.example:4700', 'forbidden'],
  ])('under the name %s is %s', async (host, expected) => {
    expect(await outcome('/users/me', { ...SECRET, host })).toBe(expected);
  });

  it('that names no host is refused', async () => {
    expect(await outcome('/users/me', { ...SECRET, host: '' })).toBe('forbidden');
  });

  it.each([
    [`http://${HOST}`, 'answered'],
    ['http://localhost:4700', 'answered'],
    [`https://${HOST}`, 'forbidden'],
    ['https://elsewhere.example', 'forbidden'],
    ['null', 'forbidden'],
  ])('from a page of %s is %s', async (origin, expected) => {
    expect(await outcome('/users/me', { ...SECRET, origin })).toBe(expected);
  });

  it.each([
    ['same-origin', 'cors', 'answered'],
    ['none', 'navigate', 'answered'],
    ['cross-site', 'no-cors', 'forbidden'],
    ['cross-site', 'cors', 'forbidden'],
  ])('that a browser marks as %s and %s is %s', async (site, mode, expected) => {
    const marked = { 'sec-fetch-site': site, 'sec-fetch-mode': mode };
    expect(await outcome('/users/me', { ...SECRET, ...marked })).toBe(expected);
    expect(await outcome('/images/a.png', { cookie: 'window=sealed', ...marked })).toBe(expected);
  });

  it('is answered without a window only for the page, what it loads, and the check that the agent runs', async () => {
    for (const url of ['/', '/?launch', '/assets/app.js', '/healthz'])
      expect(await outcome(url, {}), url).toBe('answered');
    for (const url of ['/users/me', '/images/a.png', '/healthz/x', '/assets', '/ext/desktop/launches'])
      expect(await outcome(url, {}), url).toBe('launchNeeded');
  });

  it('proves its window by the secret, in a header or in the address, which the operation does not see', async () => {
    expect(await get('/users/me?a=1', SECRET)).toEqual([200, '{"a":"1"}']);
    expect(await get('/users/me?a=1&window=secret', {})).toEqual([200, '{"a":"1"}']);
    expect(await outcome('/users/me', { [WINDOW_HEADER]: 'another' })).toBe('launchNeeded');
    expect(await outcome('/users/me?window=another', {})).toBe('launchNeeded');
    expect(await outcome('/users/me?window=secret&window=secret', {})).toBe('launchNeeded');
    expect(await outcome('/users/me?window=secret', { [WINDOW_HEADER]: 'another' })).toBe('launchNeeded');
  });

  it('proves its window by the cookie only where a browser makes it by itself', async () => {
    for (const cookie of ['window=sealed', 'other=1; window=sealed; more=2'])
      expect(await outcome('/images/a.png', { cookie }), cookie).toBe('answered');
    for (const cookie of ['window=another', 'windows=sealed', 'window', 'other=sealed'])
      expect(await outcome('/images/a.png', { cookie }), cookie).toBe('launchNeeded');
    expect(await outcome('/users/me', { cookie: 'window=sealed' })).toBe('launchNeeded');
    expect(await outcome('/users/me', { cookie: 'window=earlier' })).toBe('answered');
  });
});

describe('a page that is opened under another name of the computer', () => {
  const opening = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };

  it('is led to the own name, with its address', async () => {
    const answer = await app.inject({ url: '/items/1?a=1', headers: { ...opening, host: '127.0.0.1:4700' } });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `http://${HOST}/items/1?a=1`]);
    expect(await get('/', opening)).toEqual([200, 'the page']);
  });

  it('is refused while another program has the port of that name', async () => {
    own = { ...own, listening: 4800 };
    expect(await outcome('/', { ...opening, host: '127.0.0.1:4800' })).toBe('forbidden');
    expect(await outcome('/', { ...opening, host: HOST })).toBe('answered');
    expect(await outcome('/users/me', { ...SECRET, host: '127.0.0.1:4800' })).toBe('answered');
    expect(await outcome('/users/me', { ...SECRET, host: '127.0.0.1:4700' })).toBe('forbidden');
  });
});

describe('a launch', () => {
  const redeem = (payload: object) =>
    app.inject({ method: 'POST', url: '/ext/desktop/launch', headers: { host: HOST }, payload });

  it('gives the window its secret and its cookie, which scripts cannot read', async () => {
    const answer = await redeem({ token: 'token' });
    expect(answer.json()).toEqual({ secret: 'secret' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toBe('window=sealed; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict');
  });

  it.each([{}, { token: 'unknown' }, { token: 7 }])('with %j is refused', async (payload) => {
    expect((await redeem(payload)).body).toBe('launchNeeded');
  });
});

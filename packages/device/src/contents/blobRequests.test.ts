import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DIRECT_HEADER } from '@holdfast/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Cut, cutBy, request, requestOriginal } from './blobRequests.ts';

/** A server, with what it was asked. */
interface Place {
  server: Server;
  address: string;
  asked: IncomingMessage[];
}

let home: Place;
let store: Place;
/** Answers of both, set by each test. */
let atHome: (request: IncomingMessage, response: ServerResponse) => void;
let atStore: (request: IncomingMessage, response: ServerResponse) => void;
let direct: { isTried: boolean };
const stopping = new AbortController();

async function open(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Place> {
  const asked: IncomingMessage[] = [];
  const server = createServer((incoming, response) => {
    asked.push(incoming);
    answer(incoming, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

beforeEach(async () => {
  home = await open((incoming, response) => atHome(incoming, response));
  store = await open((incoming, response) => atStore(incoming, response));
  direct = { isTried: true };
  atHome = ({ headers }, response) => {
    const isDirect = headers[DIRECT_HEADER.toLowerCase()] === '1';
    if (isDirect) response.writeHead(307, { location: `${store.address}/signed?key=1` }).end();
    else response.writeHead(headers.range === undefined ? 200 : 206).end('from the server');
  };
  atStore = ({ headers }, response) =>
    void response.writeHead(headers.range === undefined ? 200 : 206).end('from the store');
});
afterEach(() => {
  for (const { server } of [home, store]) {
    server.closeAllConnections();
    server.close();
  }
});

const setting = () => ({
  server: home.address,
  token: () => Promise.resolve('secret'),
  signal: stopping.signal,
  direct,
});

/** Requests an original. @returns the text of the answer */
async function original(range: Record<string, string> = {}): Promise<string> {
  return (await requestOriginal(setting(), '/blob', range)).text();
}

/** The header of a request of a part; none for all bytes. */
function rangeOf(range: string | undefined): Record<string, string> {
  return range === undefined ? {} : { range };
}

describe('an original', () => {
  it.each([undefined, 'bytes=5-'])(
    'is fetched from the store that the server names, without the secret (%o)',
    async (range) => {
      expect(await original(rangeOf(range))).toBe('from the store');
      expect(store.asked.at(0)!.url).toBe('/signed?key=1');
      expect(store.asked.at(0)!.headers.range).toBe(range);
      expect(store.asked.at(0)!.headers.authorization).toBeUndefined();
      expect(home.asked.at(0)!.headers.authorization).toBe('Bearer secret');
      expect(home.asked).toHaveLength(1);
    },
  );

  it('is never fetched without encryption where the server is encrypted', async () => {
    // The name stands for the server behind a proxy that encrypts.
    const encrypted = 'https://holdfast.example';
    const plain = fetch;
    vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
      plain(address.replace(encrypted, home.address), init),
    );
    try {
      const answer = await requestOriginal({ ...setting(), server: encrypted }, '/blob', {});
      expect(await answer.text()).toBe('from the server');
      expect(store.asked).toHaveLength(0);
      expect(direct.isTried).toBe(true);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('is what the server answers when it names no store', async () => {
    atHome = (_request, response) => void response.writeHead(200).end('from the server');
    expect(await original()).toBe('from the server');
    expect(home.asked).toHaveLength(1);
    expect(store.asked).toHaveLength(0);
  });

  it.each([
    [403, undefined],
    [206, undefined],
    [200, 'bytes=5-'],
  ])(
    'is fetched from the server when the store answers %i to a request of %s, and the store is asked again for the next',
    async (status, range) => {
      atStore = (_request, response) => void response.writeHead(status).end('not usable');
      expect(await original(rangeOf(range))).toBe('from the server');
      expect(direct.isTried).toBe(true);
      expect(await original(rangeOf(range))).toBe('from the server');
      expect(store.asked).toHaveLength(2);
      expect(home.asked.map(({ headers }) => headers.range)).toEqual(Array(4).fill(range));
    },
  );

  it('is fetched from the server without asking a store that could not be reached', async () => {
    atStore = (incoming) => void incoming.socket.destroy();
    expect(await original()).toBe('from the server');
    expect(direct.isTried).toBe(false);
    expect(await original()).toBe('from the server');
    expect(store.asked).toHaveLength(1);
    expect(home.asked).toHaveLength(3);
  });
});

describe('a request', () => {
  it.each([500, 503, 429, 401])('ends the transfers when the server answers %i', async (status) => {
    atHome = (_request, response) => void response.writeHead(status).end();
    const failed = request(setting(), '/blob', { method: 'GET', headers: {} });
    await expect(failed).rejects.toBeInstanceOf(Cut);
    await expect(failed).rejects.toMatchObject({ status, message: `The server answered ${status}.` });
  });

  it.each([200, 206, 404, 409])('is answered with %i', async (status) => {
    atHome = (_request, response) => void response.writeHead(status).end();
    expect((await request(setting(), '/blob', { method: 'GET', headers: {} })).status).toBe(status);
  });

  it.each(['GET', 'PUT'])('by %s that breaks has no status', async (method) => {
    atHome = (incoming) => void incoming.socket.destroy();
    const failed = request(setting(), '/blob', { method, headers: {} });
    await expect(failed).rejects.toBeInstanceOf(Cut);
    await expect(failed).rejects.toMatchObject({ status: null, message: expect.stringContaining('connection broke') });
  });

  it('sends its method, its headers and its body', async () => {
    let body = '';
    atHome = (incoming, response) => {
      incoming.on('data', (piece: Buffer) => (body += piece.toString()));
      incoming.on('end', () => response.writeHead(200).end());
    };
    await request(setting(), '/blob', { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'bytes' });
    expect(body).toBe('bytes');
    expect(home.asked.at(0)).toMatchObject({ method: 'PUT', url: '/blob' });
    expect(home.asked.at(0)!.headers['content-type']).toBe('text/plain');
  });
});

describe('a connection that broke', () => {
  it.each([
    [new Error('socket hang up'), 'socket hang up'],
    ['aborted', 'aborted'],
  ])('has the reason %o in its text, and no status', (cause, text) => {
    const { message, status, cause: kept } = cutBy(cause);
    expect([message, status, kept]).toEqual([`The connection broke: ${text}`, null, cause]);
  });
});

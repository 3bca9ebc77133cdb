import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Effect } from '@holdfast/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTransport, type Secrets, type Transport } from '@holdfast/device';
import { nodePlatform } from './platform.ts';

/** Secrets that are stored as they are. */
const NO_SECRETS: Secrets = {
  place: () => 'file',
  seal: (text) => Promise.resolve(text),
  open: (sealed) => Promise.resolve(sealed),
};

let server: Server;
let transport: Transport;
let came: { headers: IncomingHttpHeaders; body: Buffer }[];
let respond: (response: ServerResponse) => void;

beforeEach(async () => {
  came = [];
  respond = (response) =>
    void response.setHeader('content-type', 'application/json').end('{"kind":"refused","code":"malformed"}');
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      came.push({ headers: request.headers, body });
      respond(response);
      return undefined;
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const quiet = (): void => undefined;
  transport = openTransport({
    ...nodePlatform({ info: quiet, warn: quiet, error: quiet }, NO_SECRETS),
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: () => Promise.resolve('secret'),
    registerAgain: () => Promise.resolve(null),
    signal: new AbortController().signal,
  });
});
afterEach(() => new Promise((resolve) => void server.close(resolve)));

const push = (changes: number): Effect & { kind: 'push' } => ({
  kind: 'push',
  request: {
    protocol: 1,
    schema: 1,
    epoch: null,
    scopeId: 'northmere',
    now: 0,
    chain: '',
    waiting: changes,
    changes: Array.from({ length: changes }, (_, i) => ({
      n: i + 1,
      group: `g${i}`,
      atomic: false,
      table: 'item',
      id: `item-${i}`,
      user: 'maren',
      op: 'upd' as const,
      set: { name: `Floodlight ${i}` },
      base: {},
      seen: null,
      clock: [i, 0, 'd1'] as [number, number, string],
    })),
  },
});

async function answerTo(effect: Effect): Promise<unknown> {
  const reply = await transport.answer(effect);
  return reply !== null && reply !== undefined && 'answer' in reply ? reply.answer : null;
}

describe('a push over HTTP', () => {
  it('is compressed, and counts with its decompressed length, like received messages', async () => {
    const effect = push(200);
    expect(await answerTo(effect)).toMatchObject({ kind: 'refused' });
    const [{ headers, body }] = came as [(typeof came)[number]];
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(body).toString())).toEqual(effect.request);
    expect(body.length).toBeLessThan(JSON.stringify(effect.request).length / 5);
    expect(transport.traffic.bytesOut).toBe(JSON.stringify(effect.request).length);
  });

  it('is sent unchanged when compression would save nothing', async () => {
    const effect = push(1);
    await answerTo(effect);
    const [{ headers, body }] = came as [(typeof came)[number]];
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body.toString())).toEqual(effect.request);
  });

  it('has no answer when the server sends one without an end', async () => {
    let isOpen = true;
    respond = (response) => {
      const piece = Buffer.alloc(1024 * 1024, ' ');
      const send = (): void => {
        while (response.write(piece));
      };
      response.on('drain', send).on('close', () => (isOpen = false));
      send();
    };
    expect(await answerTo(push(1))).toBeNull();
    await expect.poll(() => isOpen).toBe(false);
  });
});

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Live, openLive } from './live.ts';

let server: Server;
let live: Live;
/** Streams that were opened, the last one at the end. */
const streams: ServerResponse[] = [];
/** Reported connection states and names of events. */
const reported: boolean[] = [];
const received: string[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: hello\ndata: {"heads":{},"disabled":[]}\n\n');
    streams.push(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  live = openLive({
    server: `http://127.0.0.1:${port}`,
    token: () => Promise.resolve('token'),
    isKnown: () => Promise.resolve(true),
    random: () => 1,
    received: (event) => received.push(event.event),
    connection: (isConnected) => reported.push(isConnected),
  });
});
afterEach(async () => {
  await live.stop();
  server.closeAllConnections();
  server.close();
  vi.useRealTimers();
  streams.length = 0;
  reported.length = 0;
  received.length = 0;
});

/** Waits for a state of real connections while the timers are faked. */
async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise(setImmediate);
}

describe('the live connection to the server', () => {
  it('counts as broken once nothing arrives for 40 seconds, and is opened again', async () => {
    await until(() => received.length === 1);
    await vi.advanceTimersByTimeAsync(39_000);
    streams[0]?.write('event: changed\ndata: {"scopes":[]}\n\n');
    await until(() => received.length === 2);
    await vi.advanceTimersByTimeAsync(39_000);
    expect(reported).toEqual([true]);
    await vi.advanceTimersByTimeAsync(1_000);
    await until(() => reported.length === 2);
    expect(reported).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(1_000);
    await until(() => received.length === 3);
    expect(reported).toEqual([true, false, true]);
  });
});

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Live, openLive } from './live.ts';

let server: Server;
let live: Live;
/** Answers a request of the stream; set by each test. */
let answer: (response: ServerResponse) => void;
let isRegistered: boolean;
/** Number of attempts, and of pauses after them. */
let attempts: number;
let pauses: number;
/** Streams that were opened, the last one at the end. */
const streams: ServerResponse[] = [];
/** Reported connection states and names of events. */
const reported: boolean[] = [];
const received: string[] = [];

const stream = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('event: hello\ndata: {"heads":{},"disabled":[]}\n\n');
  streams.push(response);
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  answer = stream;
  isRegistered = true;
  attempts = 0;
  pauses = 0;
  server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  live = openLive({
    server: `http://127.0.0.1:${port}`,
    token: () => Promise.resolve('token'),
    isKnown() {
      attempts += 1;
      return Promise.resolve(isRegistered);
    },
    random() {
      pauses += 1;
      return 1;
    },
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

/** Lets time pass until the next attempt. @returns the pause in seconds */
async function untilNextAttempt(): Promise<number> {
  await until(() => pauses === attempts);
  const before = attempts;
  for (let seconds = 1; ; seconds += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    if (attempts > before) return seconds;
  }
}

/** Lets time pass over so many attempts. @returns the pauses before them in seconds */
async function pausesBefore(count: number): Promise<number[]> {
  const seconds: number[] = [];
  while (seconds.length < count) seconds.push(await untilNextAttempt());
  return seconds;
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

  it.each([
    ['does not answer', (response: ServerResponse) => void response.destroy()],
    ['has no time', (response: ServerResponse) => void response.writeHead(503).end()],
  ])('is tried after pauses that double up to half a minute while the server %s', async (_why, fails) => {
    answer = fails;
    expect(await pausesBefore(6)).toEqual([2, 4, 8, 16, 30, 30]);
    expect(new Set(reported)).toEqual(new Set([false]));
  });

  it('is tried at once when it is woken, and its pauses begin again', async () => {
    answer = (response) => void response.destroy();
    await pausesBefore(4);
    await until(() => pauses === attempts);
    const before = attempts;
    live.wake();
    await until(() => attempts > before);
    expect(await pausesBefore(2)).toEqual([2, 4]);
  });

  it('is opened again a second after it broke, however often it failed before it stood', async () => {
    answer = (response) => void response.destroy();
    await pausesBefore(3);
    await until(() => pauses === attempts);
    answer = stream;
    await untilNextAttempt();
    await until(() => streams.length === 1);
    streams[0]?.destroy();
    expect(await untilNextAttempt()).toBe(1);
    expect(reported.slice(-2)).toEqual([true, false]);
  });

  it('to an older server without events counts as connected, and is tried every four seconds', async () => {
    answer = (response) => void response.writeHead(404).end();
    expect(await pausesBefore(3)).toEqual([4, 4, 4]);
    expect(new Set(reported)).toEqual(new Set([true]));
  });

  it('passes on the events that it can read', async () => {
    await until(() => streams.length === 1);
    streams[0]?.write('event: of a later version\ndata: {}\n\nevent: changed\ndata: not JSON\n\n');
    streams[0]?.write('event: changed\ndata: {"scopes":[]}\n\n');
    await until(() => received.length > 1);
    expect(received).toEqual(['hello', 'changed']);
  });
});

describe('a device that is not registered', () => {
  it('opens no connection, and looks every second whether it is', async () => {
    await until(() => streams.length === 1);
    isRegistered = false;
    streams[0]?.destroy();
    await until(() => reported.length === 2);
    expect(await pausesBefore(3)).toEqual([1, 1, 1]);
    expect(streams).toHaveLength(1);
    expect(reported).toEqual([true, false]);
  });
});

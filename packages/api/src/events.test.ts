import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { sendEvents } from './events.ts';

const EVENTS = 2_000;
const BYTES = 64 * 1024;

let app: FastifyInstance;
let client: Socket;
afterEach(async () => {
  client.destroy();
  await app.close();
});

it('takes no more events for a client that does not read, and sends the others once it does', async () => {
  let taken = 0;
  async function* events(): AsyncGenerator<{ event: string; data: string }, void, void> {
    for (; taken < EVENTS; taken += 1) {
      await setImmediate();
      yield { event: 'changed', data: 'x'.repeat(BYTES) };
    }
  }
  app = Fastify();
  app.get('/', async (_request, reply) => {
    await sendEvents(events(), reply);
    return reply;
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  client = connect(Number(port), '127.0.0.1');
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect
    .poll(
      async () => {
        const before = taken;
        await setTimeout(100);
        return taken > 0 && taken === before;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  expect(taken).toBeLessThan(EVENTS / 2);

  let received = 0;
  client.on('data', (piece) => (received += piece.length));
  client.resume();
  await once(client, 'end');
  expect(taken).toBe(EVENTS);
  expect(received).toBeGreaterThan(EVENTS * BYTES);
});

it('ends the subscription of a client that has left', async () => {
  let isEnded = false;
  const events: AsyncIterable<never> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => undefined),
      return() {
        isEnded = true;
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
  app = Fastify();
  app.get('/', async (_request, reply) => {
    await sendEvents(events, reply);
    return reply;
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  client = connect(Number(port), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(client, 'data');
  expect(isEnded).toBe(false);
  client.destroy();
  await expect.poll(() => isEnded).toBe(true);
});

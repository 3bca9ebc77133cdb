import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendLines } from './streams.ts';

let app: FastifyInstance;
/** Lines of the stream, several at a time; set by each test. */
let batches: () => AsyncIterable<readonly unknown[]>;
/** Number of batches that were produced, and whether the producer was ended. */
let produced: number;
let isEnded: boolean;

beforeEach(() => {
  produced = 0;
  isEnded = false;
  app = Fastify();
  app.get('/', async (request, reply) => {
    await sendLines(batches(), reply, request);
    return reply;
  });
});
afterEach(() => app.close());

async function* counted(source: Iterable<readonly unknown[]>): AsyncGenerator<readonly unknown[]> {
  try {
    for (const batch of source) {
      await setImmediate();
      produced += 1;
      yield batch;
    }
  } finally {
    isEnded = true;
  }
}

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

describe('a stream of lines', () => {
  it('sends every line once and in order, however the batches are cut', async () => {
    const lines = Array.from({ length: 300 }, (_, n) => ({ n, text: 'x'.repeat(1_000) }));
    batches = () => counted([lines.slice(0, 1), [], lines.slice(1, 299), lines.slice(299)]);
    const answer = await app.inject('/');
    expect(answer.headers['content-type']).toBe('application/x-ndjson');
    expect(linesOf(answer.body)).toEqual(lines);
    expect(isEnded).toBe(true);
  });

  it('is compressed for a client that accepts it', async () => {
    const lines = [{ kind: 'header' }, { kind: 'end' }];
    batches = () => counted([lines]);
    const packed = await app.inject({ url: '/', headers: { 'accept-encoding': 'br, gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(linesOf(gunzipSync(packed.rawPayload).toString())).toEqual(lines);
    const plain = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzipped' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(linesOf(plain.body)).toEqual(lines);
  });

  it('is sent while further lines are produced', async () => {
    const further = Promise.withResolvers<void>();
    const lines = Array.from({ length: 200 }, (_, n) => ({ n, text: 'x'.repeat(1_000) }));
    batches = async function* () {
      yield lines;
      await further.promise;
      yield [{ kind: 'end' }];
    };
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
    let text = '';
    for await (const piece of answer.body!) {
      text += Buffer.from(piece).toString();
      // Only the beginning has arrived by now.
      further.resolve();
    }
    expect(linesOf(text)).toEqual([...lines, { kind: 'end' }]);
  }, 10_000);

  it('without lines is an empty answer', async () => {
    batches = () => counted([]);
    const answer = await app.inject('/');
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });

  it('has the status of the refusal in its first line', async () => {
    batches = () => counted([[{ kind: 'refused', refusal: { kind: 'refused', code: 'unknown_device' } }]]);
    const { statusCode } = await app.inject('/');
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
  });

  it.each(['identity', 'gzip'])('is produced no further once its client has left (%s)', async (encoding) => {
    function* endless(): Generator<readonly unknown[]> {
      for (let n = 0; ; n += 1) yield [{ n, text: String(n).repeat(10_000) }];
    }
    batches = () => counted(endless());
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const client = connect(Number(port), '127.0.0.1');
    client.write(`GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
    await once(client, 'data');
    client.destroy();
    await expect.poll(() => isEnded).toBe(true);
  });
});

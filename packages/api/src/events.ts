import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Interval in ms between empty comments that keep the connection open. */
const BEAT_MS = 15_000;

/** One event as it is sent: its name and its data. */
interface SentEvent {
  event: string;
  data: unknown;
}

/** Sends events as they occur (HTML Standard §9.2), until the client disconnects. */
export async function sendEvents(answer: unknown, reply: FastifyReply): Promise<void> {
  const events = (answer as AsyncIterable<SentEvent>)[Symbol.asyncIterator]();
  const out = new PassThrough();
  const closed = new Promise((resolve) => out.once('close', resolve));
  const beat = setInterval(() => out.write(': still here\n\n'), BEAT_MS);
  out.once('close', () => {
    clearInterval(beat);
    void events.return?.();
  });
  out.write(': hello\n\n');
  void (async () => {
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      const event = `event: ${next.value.event}\ndata: ${JSON.stringify(next.value.data)}\n\n`;
      // For a client that does not read, later events are merged where they wait instead of being gathered here.
      if (!out.write(event) && !out.destroyed) await Promise.race([once(out, 'drain'), closed]);
    }
    out.end();
  })().catch((error: unknown) => out.destroy(error as Error));
  await reply
    .headers({
      'cache-control': 'no-store',
      'content-type': 'text/event-stream',
      'x-no-compression': '1',
      // Proxies must not buffer events, and the connection is not reused after the stream.
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    .send(out);
}

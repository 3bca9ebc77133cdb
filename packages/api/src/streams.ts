import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { statusOfFirstLine } from '@holdfast/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Characters of JSON written at a time. */
const PIECE = 64 * 1024;

/**
 * Sends lines of JSON as they are produced, several at a time, with fast compression if the client accepts it. The first line decides the status.
 * When the client disconnects, no further line is produced.
 */
export async function sendLines(answer: unknown, reply: FastifyReply, request: FastifyRequest): Promise<void> {
  const batches = (answer as AsyncIterable<readonly unknown[]>)[Symbol.asyncIterator]();
  const first = await batches.next();
  void reply
    .code(first.done === true ? 200 : statusOfFirstLine(first.value[0]))
    .headers({ 'cache-control': 'no-store', 'content-type': 'application/x-ndjson', vary: 'Accept-Encoding' });
  const text = Readable.from(pieces(first, batches), { objectMode: false, highWaterMark: PIECE });
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    await reply.send(text);
    return;
  }
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: PIECE });
  text.once('error', (error) => gzip.destroy(error));
  gzip.once('close', () => text.destroy());
  await reply.header('content-encoding', 'gzip').send(text.pipe(gzip));
}

async function* pieces(
  first: IteratorResult<readonly unknown[]>,
  batches: AsyncIterator<readonly unknown[]>,
): AsyncGenerator<string> {
  try {
    let piece = '';
    for (let next = first; next.done !== true; next = await batches.next()) {
      for (const line of next.value) {
        piece += `${JSON.stringify(line)}\n`;
        if (piece.length < PIECE) continue;
        yield piece;
        piece = '';
      }
    }
    if (piece !== '') yield piece;
  } finally {
    await batches.return?.();
  }
}

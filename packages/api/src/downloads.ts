import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Download, Operation } from '@holdfast/contract';
import type { ReadOnceBytes } from '@holdfast/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { disposition } from './media.ts';

/** Streams a file as an attachment with its name, so that a browser never shows it as a page. */
export async function sendDownload(answer: unknown, reply: FastifyReply): Promise<void> {
  const { filename, mimeType, content } = answer as Download;
  void reply.headers({
    'cache-control': 'no-store',
    'content-type': mimeType,
    'content-disposition': disposition('attachment', filename),
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  if (isReadOnce(content) && !isCompressedInTransfer(mimeType)) await sendReadOnce(content, reply);
  else await reply.send(content instanceof Readable ? content : Readable.from(content, { objectMode: false }));
}

function isReadOnce(content: AsyncIterable<Uint8Array>): content is ReadOnceBytes {
  return 'forEachPiece' in content;
}

/** Returns true for text, which is compressed for clients that accept it. */
function isCompressedInTransfer(mimeType: string): boolean {
  return /^text\/|[/+](?:xml|json)$/.test(mimeType);
}

/**
 * Writes the pieces as fast as the connection accepts them. A client that disconnects cancels the download. The client sees an error as a truncated file.
 */
async function sendReadOnce(content: ReadOnceBytes, reply: FastifyReply): Promise<void> {
  const { raw } = reply;
  reply.hijack();
  const disconnected = new Promise<never>((_, reject) => {
    raw.once('close', () => reject(new Error('The connection has ended.')));
  });
  // The connection may also close while no piece is being sent.
  disconnected.catch(() => undefined);
  const written = (piece: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => raw.write(piece, (error) => (error ? reject(error) : resolve())));
  try {
    raw.writeHead(200, { ...reply.getHeaders(), 'content-length': content.size } as OutgoingHttpHeaders);
    await content.forEachPiece((piece) => Promise.race([written(piece), disconnected]));
    raw.end();
  } catch (error) {
    if (!raw.destroyed) reply.log.error({ err: error }, 'a download failed');
    raw.destroy();
  }
}

/** Formats of reports by media type in the Accept header. */
const FORMATS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/html': 'html',
  'image/png': 'png',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/csv': 'csv',
};

/** Returns the format of a report from the first type in the Accept header. Ignored when a browser opens an address, because browsers always name HTML. */
export function acceptedFormat({ kind, method }: Operation, { headers }: FastifyRequest): { format?: string } {
  if (kind !== 'download' || method !== 'POST') return {};
  const accepted = (headers.accept ?? '').split(',').map((type) => type.split(';')[0]!.trim().toLowerCase());
  const format = accepted.map((type) => FORMATS[type]).find((known) => known !== undefined);
  return format === undefined ? {} : { format };
}

/** Returns a signal that is aborted when the connection closes before the answer is complete. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const aborter = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) aborter.abort();
  });
  return aborter.signal;
}

import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Download, Operation } from '@holdfast/contract';
import type { ReadOnceBytes } from '@holdfast/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { disposition } from './media.ts';

/** Sends a file under its name, as it is read; never shown in place of a page. */
export async function sendDownload(answer: unknown, reply: FastifyReply): Promise<void> {
  const { filename, mimeType, content } = answer as Download;
  void reply.headers({
    'cache-control': 'no-store',
    'content-type': mimeType,
    'content-disposition': disposition('attachment', filename),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    'x-content-type-options': 'nosniff',
  });
  if (isReadOnce(content) && !isPackedOnTheWay(mimeType)) await sendReadOnce(content, reply);
  else await reply.send(content instanceof Readable ? content : Readable.from(content, { objectMode: false }));
}

function isReadOnce(content: AsyncIterable<Uint8Array>): content is ReadOnceBytes {
  return 'forEachPiece' in content;
}

/** Returns true when the download is compressed for clients that accept it: texts only. */
function isPackedOnTheWay(mimeType: string): boolean {
  return /^text\/|[/+](?:xml|json)$/.test(mimeType);
}

/** Writes pieces as the connection takes them. A caller that leaves ends it; of an error the caller learns by the file's end missing. */
async function sendReadOnce(content: ReadOnceBytes, reply: FastifyReply): Promise<void> {
  const { raw } = reply;
  reply.hijack();
  const gone = new Promise<never>((_, reject) => {
    raw.once('close', () => reject(new Error('The connection has ended.')));
  });
  // It may end when no piece is on its way.
  gone.catch(() => undefined);
  const written = (piece: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => raw.write(piece, (error) => (error ? reject(error) : resolve())));
  try {
    raw.writeHead(200, { ...reply.getHeaders(), 'content-length': content.size } as OutgoingHttpHeaders);
    await content.forEachPiece((piece) => Promise.race([written(piece), gone]));
    raw.end();
  } catch (error) {
    if (!raw.destroyed) reply.log.error({ err: error }, 'a download broke off');
    raw.destroy();
  }
}

/** Formats by the type a caller accepts. */
const FORMATS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/html': 'html',
  'image/png': 'png',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/csv': 'csv',
};

/** The format a caller accepts first, for what is printed; ignored for a browser that opens an address, because it always names HTML. */
export function acceptedFormat({ kind, method }: Operation, { headers }: FastifyRequest): { format?: string } {
  if (kind !== 'download' || method !== 'POST') return {};
  const accepted = (headers.accept ?? '').split(',').map((type) => type.split(';')[0]!.trim().toLowerCase());
  const format = accepted.map((type) => FORMATS[type]).find((known) => known !== undefined);
  return format === undefined ? {} : { format };
}

/** Aborts the signal when the connection ends before the answer does. */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

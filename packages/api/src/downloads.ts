import { Readable } from 'node:stream';
import type { Download } from '@holdfast/contract';
import type { House } from '@holdfast/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { disposition } from './media.ts';

/** Sends a file under its name, as it is read; never shown in place of a page. */
export async function sendDownload(
  _house: House,
  answer: unknown,
  _request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { filename, mimeType, content } = answer as Download;
  void reply.headers({
    'cache-control': 'no-store',
    'content-type': mimeType,
    'content-disposition': disposition('attachment', filename),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    'x-content-type-options': 'nosniff',
  });
  await reply.send(Readable.from(content, { objectMode: false }));
}

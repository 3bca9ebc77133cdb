import { BODY_LIMIT, type Operation, Problem } from '@holdfast/contract';
import type { Application } from '@holdfast/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Seconds to wait before trying again while too many bytes are being received. */
const RETRY_SECONDS = 5;

/** Maximum number of bytes that one byte of gzip expands to (RFC 1951: a repetition of 258 bytes needs at least two bits). */
const MOST_UNPACKED = 1_032;

/**
 * Reserves memory for a large body, after the right of the caller was checked and before any byte is read (data decision 20). The reservation is
 * released when the call ends, for any reason. A body without an announced length counts with the length limit, a compressed body with the maximum
 * length that it can expand to.
 * @throws {Problem} `unavailable` while too much is in flight, `unsupportedMedia` when a body is compressed where compression is not allowed
 */
export function reserveBody(
  application: Application,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = request.headers;
  const isPacked = encoding !== 'identity';
  if (isPacked && operation.gzipBody !== true)
    throw new Problem('unsupportedMedia', { reason: 'The body must not be packed.' });
  // An upload is streamed and never completely in memory.
  if (operation.bodyBytes === undefined || operation.kind === 'upload') return;
  const sent = length === undefined ? operation.bodyBytes : Number(length);
  const announced = isPacked ? Math.min(operation.bodyBytes, MOST_UNPACKED * sent) : sent;
  if (announced <= BODY_LIMIT || announced > operation.bodyBytes) return;
  const giveBack = application.ports.uploads.take(announced);
  if (giveBack === null) throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
  reply.raw.once('finish', giveBack);
  reply.raw.once('close', giveBack);
}

import { BODY_LIMIT, type Operation, Problem } from '@holdfast/contract';
import type { Application } from '@holdfast/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Seconds to wait before trying again while too many bytes are being received. */
const RETRY_SECONDS = 5;

/** A byte of gzip becomes at most so many (RFC 1951: a repetition of 258 bytes takes at least two bits). */
const MOST_UNPACKED = 1_032;

/**
 * Lets a large body in only while there is memory for it, before any of it is read and after the caller's right is known (data decision
 * 20). What is reserved is given back when the call is over, however it ends. A body without an announced length counts with the limit of
 * its length, a compressed one with the greatest length that so many bytes can become.
 * @throws {Problem} `unavailable` while too much is in flight, `unsupportedMedia` when a body is packed that must not be
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
  // An upload is never in memory as a whole.
  if (operation.bodyBytes === undefined || operation.kind === 'upload') return;
  const sent = length === undefined ? operation.bodyBytes : Number(length);
  const announced = isPacked ? Math.min(operation.bodyBytes, MOST_UNPACKED * sent) : sent;
  if (announced <= BODY_LIMIT || announced > operation.bodyBytes) return;
  const giveBack = application.ports.uploads.take(announced);
  if (giveBack === null) throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
  reply.raw.once('finish', giveBack);
  reply.raw.once('close', giveBack);
}

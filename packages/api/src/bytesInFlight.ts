import { BODY_LIMIT, type Operation, Problem } from '@holdfast/contract';
import type { House } from '@holdfast/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long somebody should wait while too many bytes are in flight. */
const RETRY_SECONDS = 5;

/**
 * Lets a large body in only while there is memory for it, before any of it is read and after the caller's right is known (data.md 20). What is
 * reserved is given back when the call is over, however it ends. A body whose length nobody announces, or that is compressed, counts as the longest it may have.
 * @throws {Problem} `unavailable` while too much is in flight
 */
export function reserveBody(house: House, operation: Operation, request: FastifyRequest, reply: FastifyReply): void {
  // An upload is never in memory as a whole.
  if (operation.bodyBytes === undefined || operation.kind === 'upload') return;
  const { 'content-length': length, 'content-encoding': encoding } = request.headers;
  const announced = encoding === undefined && length !== undefined ? Number(length) : operation.bodyBytes;
  if (announced <= BODY_LIMIT || announced > operation.bodyBytes) return;
  const giveBack = house.ports.uploads.take(announced);
  if (giveBack === null) throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
  reply.raw.once('finish', giveBack);
  reply.raw.once('close', giveBack);
}

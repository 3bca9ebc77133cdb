import { BODY_LIMIT, type Operation, Problem } from '@holdfast/contract';
import type { Application } from '@holdfast/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from './quotas.ts';

/** Seconds to wait before trying again while too many bytes are being received. */
const RETRY_SECONDS = 5;

/** Maximum number of bytes that one byte of gzip expands to (RFC 1951: a repetition of 258 bytes needs at least two bits). */
const MOST_UNPACKED = 1_032;

/**
 * Bytes that one caller may reserve with several bodies: a quarter of what a server receives at the same time. A caller who sends bodies slowly could keep
 * all others from sending theirs.
 */
const MOST_EACH = 70 * 1024 * 1024;

/** Reserves memory for the body of a request. */
type ReserveBody = (operation: Operation, request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Returns a function that reserves memory for a large body, after the right of the caller was checked and before any byte is read (data decision 20). The
 * reservation is released when the call ends, for any reason. A body without an announced length counts with the length limit, a compressed body with
 * the maximum length that it can expand to. The function throws `unavailable` while too much is in flight, and `unsupportedMedia` when a body is
 * compressed where compression is not allowed.
 */
export function openBodies(application: Application): ReserveBody {
  const reserved = new Map<string, number>();

  function take(bytes: number, request: FastifyRequest): () => void {
    const { kind, id } = callerOf(request);
    const caller = `${kind} ${id}`;
    const before = reserved.get(caller) ?? 0;
    const giveBack = before > 0 && before + bytes > MOST_EACH ? null : application.ports.uploads.take(bytes);
    if (giveBack === null) throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
    reserved.set(caller, before + bytes);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      giveBack();
      const left = (reserved.get(caller) ?? 0) - bytes;
      if (left > 0) reserved.set(caller, left);
      else reserved.delete(caller);
    };
  }

  return (operation, request, reply) => {
    const { 'content-length': length, 'content-encoding': encoding = 'identity' } = request.headers;
    const isPacked = encoding !== 'identity';
    if (isPacked && operation.gzipBody !== true)
      throw new Problem('unsupportedMedia', { reason: 'The body must not be packed.' });
    // An upload is streamed and never completely in memory.
    if (operation.bodyBytes === undefined || operation.kind === 'upload') return;
    const sent = length === undefined ? operation.bodyBytes : Number(length);
    const announced = isPacked ? Math.min(operation.bodyBytes, MOST_UNPACKED * sent) : sent;
    if (announced <= BODY_LIMIT || announced > operation.bodyBytes) return;
    const giveBack = take(announced, request);
    reply.raw.once('finish', giveBack);
    reply.raw.once('close', giveBack);
  };
}

import { BODY_LIMIT, type Operation, Problem } from '@holdfast/contract';
import type { Application } from '@holdfast/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../problems.ts';
import { ownerOf } from './quotas.ts';
import { openShares, type Shares } from './shares.ts';

/** Seconds to wait before trying again while too many bytes are being received. */
const RETRY_SECONDS = 5;

/** Maximum number of bytes that one byte of gzip expands to (RFC 1951: a repetition of 258 bytes needs at least two bits). */
const MOST_UNPACKED = 1_032;

/**
 * Bytes that one account may reserve with several bodies, on all of its devices: a quarter of what a server receives at the same time. An account that
 * sends bodies slowly could keep all others from sending theirs.
 */
const MOST_EACH = 70 * 1024 * 1024;

/** Reserves memory for the body of a request. */
type ReserveBody = (operation: Operation, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Returns a function that reserves memory for a large body, after the right of the caller was checked and before any byte is read (data decision 20). The
 * reservation is released when the call ends, for any reason. A body without an announced length counts with the length limit, a compressed body with
 * the maximum length that it can expand to. The function throws `unavailable` while too much is in flight, and `unsupportedMedia` when a body is
 * compressed where compression is not allowed. When the memory is used up, bodies that still arrive make space for those of other companies and accounts
 * that hold less, and are answered with `unavailable`.
 */
export function openBodies(application: Application): ReserveBody {
  const shares = openShares((bytes) => application.ports.uploads.take(bytes));
  const reserved = new Map<string, number>();

  return async (operation, request, reply) => {
    const { 'content-length': length, 'content-encoding': encoding = 'identity' } = request.headers;
    const isPacked = encoding !== 'identity';
    if (isPacked && operation.gzipBody !== true)
      throw new Problem('unsupportedMedia', { reason: 'The body must not be packed.' });
    // An upload is streamed and never completely in memory.
    if (operation.bodyBytes === undefined || operation.kind === 'upload') return;
    const sent = length === undefined ? operation.bodyBytes : Number(length);
    const announced = isPacked ? Math.min(operation.bodyBytes, MOST_UNPACKED * sent) : sent;
    if (announced <= BODY_LIMIT || announced > operation.bodyBytes) return;
    const owner = await ownerOf(application, request);
    const before = reserved.get(owner.account) ?? 0;
    const isWithin = before === 0 || before + announced <= MOST_EACH;
    const giveBack = isWithin ? shares.take(owner, announced, arriving(request, reply)) : null;
    if (giveBack === null) throw unavailable();
    reserved.set(owner.account, before + announced);
    const release = (): void => {
      reply.raw.off('finish', release).off('close', release);
      giveBack();
      const left = (reserved.get(owner.account) ?? 0) - announced;
      if (left > 0) reserved.set(owner.account, left);
      else reserved.delete(owner.account);
    };
    reply.raw.once('finish', release).once('close', release);
    // The client may have disconnected while its owner was read.
    if (reply.raw.destroyed) release();
  };
}

/** Returns a body that can be ended as long as it arrives: its client is answered, and sends it again later. */
function arriving(request: FastifyRequest, reply: FastifyReply): Parameters<Shares['take']>[2] {
  const { raw } = request;
  return {
    mayEnd: () => !raw.complete && !reply.sent,
    end() {
      reply.raw.once('finish', () => raw.destroy());
      sendProblem(unavailable(), request, reply.header('connection', 'close'));
    },
  };
}

function unavailable(): Problem {
  return new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
}

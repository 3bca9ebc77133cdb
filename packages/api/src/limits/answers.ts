/** Bounds of answers that are being sent: each takes memory, a connection, and often an open file or a read of the database. */
import type { ServerResponse } from 'node:http';
import { Problem } from '@holdfast/contract';
import type { Application } from '@holdfast/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, ownerOf } from './quotas.ts';
import { openShares, places } from './shares.ts';

/** Seconds to wait before trying again while too many answers are being sent to a caller. */
const RETRY_SECONDS = 2;

/** Seconds to wait before trying again while as many streams of synchronisation are being sent as may be. */
const STREAM_RETRY_SECONDS = 10;

/** Ends an answer of which the client reads nothing for a time. */
export function endUnread({ raw }: FastifyReply, unreadMs: number): void {
  raw.setTimeout(unreadMs, () => raw.destroy());
}

/** Streamed answers that are being sent, by caller. */
interface OpenAnswers {
  /**
   * Counts an answer of a call until it ends.
   * @throws {Problem} `quotaReached` when the caller receives as many already
   */
  take(request: FastifyRequest, reply: FastifyReply): void;
}

/** Counts the streamed answers that each caller receives at the same time. @param each how many that may be */
export function openAnswers(each: number): OpenAnswers {
  const counts = new Map<string, number>();
  return {
    take(request, { raw }) {
      const { kind, id } = callerOf(request);
      const key = `${kind} ${id}`;
      const count = counts.get(key) ?? 0;
      if (count >= each)
        throw new Problem('quotaReached', {
          reason: `${each} answers are being sent to you, which is the limit. Nothing is lost; try again in ${RETRY_SECONDS} seconds.`,
          retryAfterSeconds: RETRY_SECONDS,
        });
      counts.set(key, count + 1);
      let isOpen = true;
      const end = (): void => {
        if (!isOpen) return;
        isOpen = false;
        const others = (counts.get(key) ?? 1) - 1;
        if (others === 0) counts.delete(key);
        else counts.set(key, others);
      };
      raw.once('finish', end);
      raw.once('close', end);
    },
  };
}

/**
 * Streams of synchronisation that a server sends at the same time. Each takes about 4 MB of memory for the rows it has read, and keeps them as long as
 * its client reads slowly.
 */
const MOST_STREAMS = 64;

/**
 * Returns a function that begins a stream of synchronisation and ends the one that the same device still receives. A device requests one after the other,
 * so that an earlier one is of a lost connection. With as many streams as there may be, those of companies and accounts that receive most of them make space
 * for others; a device continues an ended stream where it stopped. The function throws `unavailable` when there is no space.
 */
export function openStreams(
  application: Application,
  most = MOST_STREAMS,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const open = new Map<string, ServerResponse>();
  const shares = openShares(places(most));
  return async (request, { raw }) => {
    const { device } = request;
    if (device === null) return;
    const { deviceId } = device;
    const owner = await ownerOf(application, request);
    if (raw.destroyed) return;
    open.get(deviceId)?.destroy();
    const giveBack = shares.take(owner, 1, { mayEnd: () => true, end: () => void raw.destroy() });
    if (giveBack === null) throw new Problem('unavailable', { retryAfterSeconds: STREAM_RETRY_SECONDS });
    open.set(deviceId, raw);
    raw.once('close', () => {
      giveBack();
      if (open.get(deviceId) === raw) open.delete(deviceId);
    });
  };
}

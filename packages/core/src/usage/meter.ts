/** Counting of requests, uploads and prints against limits, over all servers of a database. */
import { Problem } from '@holdfast/contract';
import type { Services } from '../services.ts';
import { type Subject, type UsageKind, windowOf, WINDOWS_MS } from '../quotas.ts';
import { addUsage, usageSince } from './queries.ts';

/** Counts against limits. Counts of other servers are those of the last exchange with the database. */
export interface Meter {
  /**
   * Counts an amount for some subjects, all or none of them.
   * @throws {Problem} `quotaReached` when one of them has reached its limit
   */
  count(kind: UsageKind, amount: number, subjects: readonly Subject[]): void;
  /** Exchanges counts with the database. Called every few seconds. */
  exchange(): Promise<void>;
}

interface Count {
  subject: Subject;
  kind: UsageKind;
  since: number;
  /** Counted here. */
  own: number;
  /** Part of it that is in the database. */
  stored: number;
  /** Counted by other servers until the last exchange. */
  others: number;
}

/** Opens a meter. It holds only the subjects of the current windows. */
export function openMeter({ write, ports }: Pick<Services, 'write' | 'ports'>): Meter {
  const counts = new Map<string, Count>();
  const { quotas } = ports;

  function current(kind: UsageKind, subject: Subject, now: number): Count {
    const key = `${kind} ${subject.kind} ${subject.id}`;
    const known = counts.get(key);
    const since = windowOf(kind, now);
    if (known?.since === since) return known;
    const fresh = { subject, kind, since, own: 0, stored: 0, others: 0 };
    counts.set(key, fresh);
    return fresh;
  }

  return {
    count(kind, amount, subjects) {
      const now = ports.clock.now();
      const all = subjects.map((subject) => current(kind, subject, now));
      for (const { subject, own, others, since } of all) {
        const limit = quotas[subject.kind === 'company' ? 'company' : 'each'][kind];
        if (limit === null || own + others + amount <= limit) continue;
        const retryAfterSeconds = Math.max(1, Math.ceil((since + WINDOWS_MS[kind] - now) / 1000));
        throw new Problem('quotaReached', {
          reason: refusal(kind, subject, limit, retryAfterSeconds),
          retryAfterSeconds,
        });
      }
      for (const each of all) each.own += amount;
    },
    async exchange() {
      const now = ports.clock.now();
      for (const count of counts.values()) {
        const { subject, kind, since, own, stored } = count;
        if (own === stored) continue;
        await addUsage(write, { subject, kind, since, amount: own - stored });
        count.stored = own;
      }
      const totals = new Map<string, number>();
      for (const kind of new Set([...counts.values()].map((count) => count.kind)))
        for (const { subjectKind, subjectId, amount } of await usageSince(write, kind, windowOf(kind, now)))
          totals.set(`${kind} ${subjectKind} ${subjectId}`, amount);
      for (const [key, count] of counts) {
        if (count.since === windowOf(count.kind, now)) count.others = (totals.get(key) ?? count.stored) - count.stored;
        else if (count.own === count.stored) counts.delete(key);
      }
    },
  };
}

const OF = { user: 'your account', device: 'this desktop', company: 'your company', address: 'your network' } as const;

/** The text of a refusal. */
function refusal(kind: UsageKind, { kind: of }: Subject, limit: number, seconds: number): string {
  const most = {
    request: `${limit} calls in a minute`,
    upload: `${formatSize(limit)} of uploads in a day`,
    print: limit === 1 ? '1 report in an hour' : `${limit} reports in an hour`,
  }[kind];
  return `The limit of ${OF[of]} is ${most}. Nothing is lost; try again in ${formatDuration(seconds)}.`;
}

function formatDuration(seconds: number): string {
  const [amount, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** Formats a number of bytes, as "20 GB". */
export function formatSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 1024 ? `${Math.round(megabytes)} MB` : `${Number((megabytes / 1024).toFixed(1))} GB`;
}

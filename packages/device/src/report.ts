/** Reports the state of this device to the server, and applies what administrators decided about refused changes. */
import { REPORTED_AT_ONCE, type ReportedRefusal } from '@holdfast/contract';
import type { Call } from '@holdfast/contract/client';
import { type Database, localDb } from '@holdfast/core';
import { type Columns, DISCARDED } from '@holdfast/sync';
import type { Kysely } from 'kysely';
import { sendContentsAgain } from './contents/blobQueue.ts';
import { readFact, writeFact } from './facts.ts';
import type { Platform } from './platform.ts';
import { contentFigures, markRefused, oldestUnsent, refusedChanges, removeRefused } from './queries.ts';
import { reasonText } from './reasons.ts';

/** Interval in ms between reports while nothing is refused. */
const REPORT_MS = 6 * 60 * 60 * 1000;

/** Dependencies of a report. */
interface ReportSetting {
  read: Kysely<Database>;
  write: Kysely<Database>;
  /** The server, called by this device. */
  call: Call;
  version: string;
  encryption: Platform['encryption'];
  now: number;
}

/**
 * Sends a report when one is due: while changes are refused, when the last of them was settled, when the encryption changed, and every six hours. Encryption that the server
 * requires is switched on.
 * @returns true when a decision was applied
 */
export async function reportState({ read, write, call, version, encryption, now }: ReportSetting): Promise<boolean> {
  const refused = await reportedRefusals(read);
  const last = await readFact(read, 'reported');
  const encrypted = encryption.isComplete();
  const isNews = last === null || refused.length > 0 || last.refused > 0 || last.encrypted !== encrypted;
  if (!isNews && Math.abs(now - last.at) <= REPORT_MS) return false;
  const oldest = await oldestUnsent(localDb(read));
  const state = {
    appVersion: version,
    oldestWaitingAt: oldest === null ? null : new Date(oldest).toISOString(),
    encrypted,
    ...(await contentFigures(localDb(read))),
  };
  const decided: { id: string; decision: 'accepted' | 'discarded' }[] = [];
  for (const part of partsOf(refused)) {
    const answer = await call('reportDevice', { ...state, ...part });
    decided.push(...answer.decided);
    await writeFact(write, 'mustEncrypt', answer.mustEncrypt);
    if (answer.mustEncrypt) await encryption.switchOn();
  }
  await writeFact(write, 'reported', { at: now, refused: refused.length, encrypted });
  for (const { id, decision } of decided) {
    if (decision === 'discarded') await markRefused(localDb(write), [id], DISCARDED);
    else await removeRefused(localDb(write), id);
    const change = refused.find((one) => one.id === id);
    const sha256 = change?.set['sha256'];
    if (decision === 'accepted' && typeof sha256 === 'string')
      await sendContentsAgain(write, [{ scopeId: change!.scopeId, sha256 }]);
  }
  return decided.length > 0;
}

/** Most characters of the changes of one report. */
const PART_CHARACTERS = 200_000;

/** Splits refused changes, in the order of their ids, into reports. */
function partsOf(refused: readonly ReportedRefusal[]): Part[] {
  const parts: Part[] = [{ refused: [] }];
  let characters = 0;
  for (const change of refused) {
    const part = parts.at(-1)!;
    const size = JSON.stringify(change).length;
    const isFull = part.refused.length === REPORTED_AT_ONCE || characters + size > PART_CHARACTERS;
    if (isFull && part.refused.length > 0) {
      part.upTo = part.refused.at(-1)!.id;
      parts.push({ refused: [change], after: part.upTo });
      characters = size;
    } else {
      part.refused.push(change);
      characters += size;
    }
  }
  return parts;
}

/** Refused changes of one report, with the range of their ids when there are several. */
interface Part {
  refused: ReportedRefusal[];
  after?: string;
  upTo?: string;
}

async function reportedRefusals(read: Kysely<Database>): Promise<ReportedRefusal[]> {
  const local = localDb(read);
  const aside = await refusedChanges(local, { discarded: false });
  const reported: ReportedRefusal[] = [];
  for (const { id, change, reason } of aside) {
    const entry = JSON.parse(change) as Database['outbox'];
    if (entry.op === 'noop') continue;
    reported.push({
      id,
      scopeId: entry.scopeId,
      userId: entry.userId,
      table: entry.tableName,
      rowId: entry.rowId,
      op: entry.op as ReportedRefusal['op'],
      set: JSON.parse(entry.setJson) as Columns,
      reason: reasonText(reason),
      at: new Date(entry.at).toISOString(),
    });
  }
  return reported.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

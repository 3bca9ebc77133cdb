/** The audit log as a chain of hashes: appending, verifying, pruning. */
import { type AuditArea, AuditChange, type SYSTEM_ACTIONS } from '@holdfast/contract';
import { sha256Hex } from '@holdfast/sync';
import { z } from 'zod';
import type { LocalDb } from './calls/ctx.ts';
import { localDb } from './db/scoped.ts';
import type { AuditEntryRow } from './db/schema.ts';
import type { Services } from './services.ts';
import { storedJson } from './storedJson.ts';

/** Content of an entry, without its position and hashes. */
export interface AuditRecord {
  at: number;
  area: AuditArea;
  action: string;
  outcome: 'done' | 'refused';
  userId: string | null;
  userName: string;
  companyId: string | null;
  address: string | null;
  device: string;
  subject: string;
  ids: Readonly<Record<string, string>>;
  /** At most `CHANGE_LIMIT` of them. */
  changes: readonly AuditChange[];
  changeCount: number;
}

const AuditDetail = z.object({
  ids: z.record(z.string(), z.string()),
  changes: z.array(AuditChange),
  changeCount: z.int(),
});
/** Details of an entry as they are stored. */
type AuditDetail = z.infer<typeof AuditDetail>;

/** Reads the details of an entry; empty ones where they cannot be read, so that the log can be read and verified nevertheless. */
export function detailOf(detailJson: string): AuditDetail {
  return storedJson(AuditDetail, detailJson) ?? { ids: {}, changes: [], changeCount: 0 };
}

/** Action of the entry that a pruning leaves: it names the last entry that was removed and its hash. */
const PRUNED = 'pruneAudit' satisfies (typeof SYSTEM_ACTIONS)[number];
/** Action of the entry that an erasure leaves: it names the end of the log before it. */
const ERASED = 'eraseNames' satisfies (typeof SYSTEM_ACTIONS)[number];
/** Entries that are read at once while the chain is verified. */
const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Appends an entry. Must run in the transaction of what it records; appends of other transactions wait for its end. */
export async function appendEntry(db: LocalDb, record: AuditRecord): Promise<void> {
  const { ids, changes, changeCount, ...columns } = record;
  const head = await db
    .updateTable('auditHead')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('id', '=', 'head')
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow();
  const detail = { ids, changes, changeCount } satisfies Pick<AuditRecord, 'ids' | 'changes' | 'changeCount'>;
  const entry = { ...columns, seq: head.seq, detailJson: JSON.stringify(detail), previousHash: head.hash };
  const hash = hashOf(entry);
  await db
    .insertInto('auditEntry')
    .values({ ...entry, hash })
    .execute();
  await db.updateTable('auditHead').set({ hash }).where('id', '=', 'head').execute();
}

/** A change that the operator or the server itself makes, outside of any operation. */
export function systemRecord(
  action: (typeof SYSTEM_ACTIONS)[number],
  given: { at: number; userName: string } & Partial<AuditRecord>,
): AuditRecord {
  return {
    area: 'system',
    action,
    outcome: 'done',
    userId: null,
    companyId: null,
    address: null,
    device: '',
    subject: '',
    ids: {},
    changes: [],
    changeCount: 0,
    ...given,
  };
}

function hashOf(entry: Omit<AuditEntryRow, 'hash'>): string {
  const { previousHash, seq, at, area, action, outcome, userId, userName, companyId, address, device, subject } = entry;
  return sha256Hex(
    JSON.stringify([
      previousHash,
      seq,
      at,
      area,
      action,
      outcome,
      userId,
      userName,
      companyId,
      address,
      device,
      subject,
      entry.detailJson,
    ]),
  );
}

/** Result of verifying the audit log. */
export interface AuditVerdict {
  entries: number;
  /** Position of the oldest entry; 0: there is none. */
  first: number;
  /** Position and hash of the newest entry, to be kept elsewhere: a later log must contain them. */
  last: number;
  hash: string;
  /** First contradiction, in words for the operator; null: the chain is whole. */
  problem: string | null;
}

/**
 * Verifies the chain: each entry against its hash and the one before, the oldest against the last pruning, the newest against the end that
 * is stored separately.
 * @param expected position and hash of an entry as an earlier verification printed them
 */
export async function verifyAudit(db: LocalDb, expected?: { seq: number; hash: string }): Promise<AuditVerdict> {
  const verdict = { entries: 0, first: 0, last: 0, hash: '' };
  let anchor = { seq: 0, hash: '' };
  let pruned = { seq: 0, hash: '' };
  let isExpectedFound = expected === undefined;
  for (let from = 0; ; from = verdict.last) {
    const batch = await db
      .selectFrom('auditEntry')
      .selectAll()
      .where('seq', '>', from)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    for (const { hash, ...entry } of batch) {
      const { seq, previousHash, action, detailJson } = entry;
      const failed = (problem: string): AuditVerdict => ({ ...verdict, problem });
      if (hash !== hashOf(entry)) return failed(`Entry ${seq} was changed.`);
      if (verdict.entries === 0) {
        verdict.first = seq;
        anchor = { seq: seq - 1, hash: previousHash };
      } else if (seq !== verdict.last + 1) return failed(`Entries ${verdict.last + 1} to ${seq - 1} are missing.`);
      else if (previousHash !== verdict.hash) return failed(`Entry ${seq} does not follow entry ${verdict.last}.`);
      if (action === PRUNED) {
        const { ids } = detailOf(detailJson);
        pruned = { seq: Number(ids['through']), hash: ids['hash'] ?? '' };
      }
      if (expected?.seq === seq) {
        if (expected.hash !== hash) return failed(`Entry ${seq} is not the one whose hash was noted.`);
        isExpectedFound = true;
      }
      verdict.entries += 1;
      verdict.last = seq;
      verdict.hash = hash;
    }
    if (batch.length < BATCH) break;
  }
  return { ...verdict, problem: await contradiction(db, { verdict, anchor, pruned, isExpectedFound, expected }) };
}

/** Returns a contradiction between the chain and both of its ends; null: there is none. */
async function contradiction(
  db: LocalDb,
  facts: {
    verdict: Omit<AuditVerdict, 'problem'>;
    anchor: { seq: number; hash: string };
    pruned: { seq: number; hash: string };
    isExpectedFound: boolean;
    expected: { seq: number; hash: string } | undefined;
  },
): Promise<string | null> {
  const { verdict, anchor, pruned, isExpectedFound, expected } = facts;
  if (anchor.seq !== pruned.seq || anchor.hash !== pruned.hash)
    return anchor.seq === 0
      ? 'The first entry does not begin the log.'
      : `Entries up to ${anchor.seq} are missing, and were not removed by a pruning.`;
  const head = await db.selectFrom('auditHead').selectAll().where('id', '=', 'head').executeTakeFirst();
  if (head === undefined) return 'The end of the log is missing.';
  if (head.seq > verdict.last) return `Entries ${verdict.last + 1} to ${head.seq} are missing.`;
  if (head.seq < verdict.last || head.hash !== verdict.hash) return 'The end of the log does not match its last entry.';
  if (!isExpectedFound && expected !== undefined && expected.seq > pruned.seq)
    return `Entry ${expected.seq}, whose hash was noted, is missing.`;
  return null;
}

/**
 * Removes entries older than a time, at most once a day, and records in the log which one was the last removed: the rest can still be
 * verified.
 * @returns the number of removed entries
 */
export async function pruneAudit({ write, ports }: Pick<Services, 'write' | 'ports'>, keepMs: number): Promise<number> {
  const now = ports.clock.now();
  return write.transaction().execute(async (trx) => {
    const db = localDb(trx);
    const oldest = await db.selectFrom('auditEntry').select('at').orderBy('seq').limit(1).executeTakeFirst();
    if (oldest === undefined || oldest.at >= now - keepMs - DAY_MS) return 0;
    const kept = await db
      .selectFrom('auditEntry')
      .select((eb) => eb.fn.min('seq').as('seq'))
      .where('at', '>=', now - keepMs)
      .executeTakeFirst();
    let query = db.selectFrom('auditEntry').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1);
    // Aggregates of an empty set are null, which the type of `min` does not show.
    if (typeof kept?.seq === 'number') query = query.where('seq', '<', kept.seq);
    const last = await query.executeTakeFirst();
    if (last === undefined) return 0;
    await appendEntry(
      db,
      systemRecord(PRUNED, {
        at: now,
        userName: 'Holdfast',
        ids: { through: String(last.seq), hash: last.hash },
      }),
    );
    const removed = await db.deleteFrom('auditEntry').where('seq', '<=', last.seq).executeTakeFirst();
    return Number(removed.numDeletedRows);
  });
}

/**
 * Replaces the names of an erased person in entries that concern the account, and computes the chain again from the first of them. An entry
 * records it, with the end of the log before: a hash that was noted earlier than that no longer occurs.
 * @param names as they were stored, address and name
 */
export async function replaceInAudit(
  db: LocalDb,
  userId: string,
  names: readonly string[],
  name: string,
  now: number,
): Promise<void> {
  // Locks the end of the log until the transaction ends.
  const head = await db
    .updateTable('auditHead')
    .set((eb) => ({ seq: eb.ref('seq') }))
    .where('id', '=', 'head')
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow();
  const withoutNames = nameRemover(userId, names, name);
  const addresses = names.filter((each) => each.includes('@'));
  let previous: string | null = null;
  for (let from = 0; ;) {
    const batch: AuditEntryRow[] = await db
      .selectFrom('auditEntry')
      .selectAll()
      .where('seq', '>', from)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    for (const { hash: before, ...entry } of batch) {
      const isConcerned =
        entry.userId === userId ||
        entry.detailJson.includes(userId) ||
        addresses.some((each) => entry.subject.includes(each));
      const replaced = isConcerned
        ? { ...entry, ...withoutNames(entry), userName: entry.userId === userId ? name : entry.userName }
        : entry;
      const linked = previous === null ? replaced : { ...replaced, previousHash: previous };
      const hash = hashOf(linked);
      if (hash !== before) {
        const { userName, subject, detailJson, previousHash } = linked;
        await db
          .updateTable('auditEntry')
          .set({ userName, subject, detailJson, previousHash, hash })
          .where('seq', '=', entry.seq)
          .execute();
        previous = hash;
      }
      from = entry.seq;
    }
    if (batch.length < BATCH) break;
  }
  if (previous === null) return;
  await db.updateTable('auditHead').set({ hash: previous }).where('id', '=', 'head').execute();
  const ids = { user: userId, position: String(head.seq), hash: head.hash };
  await appendEntry(db, systemRecord(ERASED, { at: now, userName: 'Holdfast', subject: name, ids }));
}

/**
 * Returns a function that replaces the names of an account in the texts of an entry: its subject, and the names and values of what was changed.
 * A name without two letters, such as "7", is likely to be something else anywhere but in changes of the account itself.
 */
function nameRemover(
  userId: string,
  names: readonly string[],
  name: string,
): (entry: Pick<AuditEntryRow, 'subject' | 'detailJson'>) => Pick<AuditEntryRow, 'subject' | 'detailJson'> {
  const anywhere = replacerOf(
    names.filter((each) => /\p{L}.*\p{L}/u.test(each)),
    name,
  );
  const ofAccount = replacerOf(names, name);
  return ({ subject, detailJson }) => {
    const detail = storedJson(AuditDetail, detailJson);
    if (detail === undefined) return { subject: anywhere(subject), detailJson: anywhere(detailJson) };
    const changes = detail.changes.map((change): AuditChange => {
      const replace = change.id === userId ? ofAccount : anywhere;
      const values = Object.entries(change.values).map(([column, texts]) => [
        column,
        texts.map((text) => (text === null ? null : replace(text))),
      ]);
      return { ...change, name: replace(change.name), values: Object.fromEntries(values) as AuditChange['values'] };
    });
    const isAbout = detail.changes.some((change) => change.id === userId);
    return {
      subject: isAbout ? ofAccount(subject) : anywhere(subject),
      detailJson: JSON.stringify({ ...detail, changes } satisfies AuditDetail),
    };
  };
}

/** Returns a function that replaces names where they stand as words of their own, also as JSON has them. */
function replacerOf(names: readonly string[], name: string): (text: string) => string {
  if (names.length === 0) return (text) => text;
  const written = new Set(names.flatMap((each) => [each, JSON.stringify(each).slice(1, -1)]));
  const literals = [...written].map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${literals.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return (text) => text.replace(pattern, () => name);
}

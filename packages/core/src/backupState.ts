/** The state of the backups of a server, as the command that makes them records it. */
import { z } from 'zod';
import type { LocalDb } from './calls/ctx.ts';
import { storeFact } from './instance.ts';
import { storedJson } from './storedJson.ts';

const Completed = z.strictObject({
  /** Milliseconds UTC. */
  at: z.int(),
  rows: z.int(),
  /** Photos and files in it. */
  contents: z.int(),
  /** Photos and files that were damaged or missing, and are not in it. */
  damaged: z.int(),
});
const Failed = z.strictObject({ at: z.int(), reason: z.string() });

/** The newest complete backup, and the newest attempt when it failed; null without one. */
export interface BackupState {
  completed: z.infer<typeof Completed> | null;
  failed: z.infer<typeof Failed> | null;
}

const KEYS = { completed: 'backupCompleted', failed: 'backupFailed' } as const;
/** Characters of a reason that are kept. */
const REASON_LIMIT = 500;

/** Reads the state of the backups. */
export async function backupState(db: LocalDb): Promise<BackupState> {
  const rows = await db.selectFrom('instance').selectAll().where('key', 'in', Object.values(KEYS)).execute();
  const stored = (key: string): unknown => {
    const row = rows.find((one) => one.key === key);
    return row === undefined ? null : storedJson(z.unknown(), row.value);
  };
  const completed = Completed.safeParse(stored(KEYS.completed)).data ?? null;
  const failed = Failed.safeParse(stored(KEYS.failed)).data ?? null;
  return { completed, failed: failed !== null && failed.at > (completed?.at ?? 0) ? failed : null };
}

/** Records a complete backup. */
export async function backupCompleted(db: LocalDb, backup: z.infer<typeof Completed>): Promise<void> {
  await storeFact(db, KEYS.completed, JSON.stringify(Completed.parse(backup)));
}

/** Records an attempt that failed. */
export async function backupFailed(db: LocalDb, { at, reason }: z.infer<typeof Failed>): Promise<void> {
  await storeFact(db, KEYS.failed, JSON.stringify({ at, reason: reason.slice(0, REASON_LIMIT) }));
}

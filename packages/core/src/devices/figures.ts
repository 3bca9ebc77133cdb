import { type BackupState, backupState } from '../backupState.ts';
import type { Services } from '../services.ts';
import { localDb } from '../db/scoped.ts';
import { accessOf } from './access.ts';

/** Figures about desktops and stored contents, for the operator of a server. */
export interface SyncFigures {
  /** Number of devices by access. */
  devices: Record<ReturnType<typeof accessOf>, number>;
  /** Changes that devices last reported as not sent. */
  waiting: number;
  /** Earliest last contact of a device that reported waiting changes and was not wiped, ms UTC; null without one. */
  waitingSince: number | null;
  /** Changes of devices that were refused and are still remembered. */
  refused: number;
  /** Stored photos and files, counted once per scope. */
  contents: { count: number; bytes: number };
  /** Contents that were found damaged or missing and did not come back. */
  lost: number;
  /** State of the backups. */
  backup: BackupState;
}

/** Counts devices, waiting and refused changes, and stored contents. Refused changes and contents are counted row by row. */
export async function syncFigures(application: Pick<Services, 'read'>): Promise<SyncFigures> {
  const db = localDb(application.read);
  const devices: SyncFigures['devices'] = { open: 0, signedOut: 0, locked: 0, wiped: 0 };
  let waiting = 0;
  let waitingSince: number | null = null;
  const rows = await db
    .selectFrom('device')
    .select(['waiting', 'lastSeenAt', 'createdAt', 'revokedAt', 'revokeMode'])
    .execute();
  for (const device of rows) {
    const access = accessOf(device);
    devices[access] += 1;
    if (access === 'wiped' || device.waiting === 0) continue;
    waiting += device.waiting;
    waitingSince = Math.min(waitingSince ?? Infinity, device.lastSeenAt ?? device.createdAt);
  }
  const refused = await db
    .selectFrom('verdict')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('verdict', '=', 'rejected')
    .executeTakeFirstOrThrow();
  const contents = await db
    .selectFrom('blob')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('size').as('bytes')])
    .where('state', '=', 'stored')
    .executeTakeFirstOrThrow();
  const lost = await db
    .selectFrom('blob')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return {
    lost: Number(lost.count),
    backup: await backupState(db),
    devices,
    waiting,
    waitingSince,
    refused: Number(refused.count),
    contents: { count: Number(contents.count), bytes: Number(contents.bytes ?? 0) },
  };
}

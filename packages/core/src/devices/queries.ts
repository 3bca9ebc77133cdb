/** Queries of desktops and their people. */
import { type Device, LIBRARY_SCOPE, type RevokeMode } from '@holdfast/contract';
import { sha256Hex } from '@holdfast/sync';
import type { Kysely } from 'kysely';
import { byName } from '../lists/byName.ts';
import type { Actor, LocalDb, ReadCtx } from '../calls/ctx.ts';
import { CONTENT_TABLES } from '../db/registry.ts';
import type { Database, DeviceRow } from '../db/schema.ts';
import { isoTime } from '../present.ts';
import { accessOf } from './access.ts';
import { storedColumns } from '../storedJson.ts';

/** Returns true when a question of the library is answered by a calculation. */
export async function anyCalculates(db: Kysely<Database>): Promise<boolean> {
  const field = await db
    .selectFrom('field')
    .select('id')
    .where('rules', '!=', '')
    .where('rules', 'not like', '%"calculation":""%')
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return field !== undefined;
}

/** Devices as administrators see them; only one when its id is given. */
export async function administeredDevices(
  { local, db }: Pick<ReadCtx, 'local' | 'db'>,
  id?: string,
): Promise<Device[]> {
  let query = local.selectFrom('device').selectAll();
  if (id !== undefined) query = query.where('id', '=', id);
  const devices = await query.execute();
  const nameOf = await companyNames(db);
  const people = await local
    .selectFrom('deviceUser')
    .innerJoin('user', 'user.id', 'deviceUser.userId')
    .select(['deviceUser.deviceId', 'user.id', 'user.name', 'user.companyId'])
    .execute();
  const refused = await local
    .selectFrom('refusedChange')
    .select(['deviceId', ({ fn }) => fn.countAll().as('count')])
    .where('decision', 'is', null)
    .groupBy('deviceId')
    .execute();
  const refusedOf = new Map(refused.map(({ deviceId, count }) => [deviceId, Number(count)]));
  const peopleOf = Map.groupBy(people.toSorted(byName), ({ deviceId }) => deviceId);
  return devices.toSorted(byName).map((device) => ({
    id: device.id,
    name: device.label ?? device.name,
    ownName: device.name,
    users: (peopleOf.get(device.id) ?? []).map((person) => ({
      id: person.id,
      name: person.name,
      companyName: person.companyId === null ? null : (nameOf.get(person.companyId) ?? null),
    })),
    appVersion: device.appVersion,
    access: accessOf(device),
    waiting: device.waiting,
    oldestWaitingAt: device.oldestWaitingAt === null ? null : isoTime(device.oldestWaitingAt),
    contentsWaiting: device.contentsWaiting,
    contentBytes: device.contentBytes,
    encrypted: device.encrypted === null ? null : device.encrypted === 1,
    refused: refusedOf.get(device.id) ?? 0,
    lastSeenAt: device.lastSeenAt === null ? null : isoTime(device.lastSeenAt),
    createdAt: isoTime(device.createdAt),
  }));
}

/** A content as rows of a scope refer to it. */
interface Wanted {
  /** Sizes that the rows state, smallest first. They come from desktops, and one that is wrong must not keep others from sending the content. */
  sizes: readonly number[];
  mimeType: string;
}

/** Returns the type and the sizes of a content as rows of a scope state them; undefined when none refers to it. */
export async function wantedBy(db: Kysely<Database>, scopeId: string, sha256: string): Promise<Wanted | undefined> {
  const rows: Pick<Database['image'], 'size' | 'mimeType'>[] = [];
  for (const table of CONTENT_TABLES) {
    const found: Partial<Database['file']>[] = await db
      .selectFrom(table)
      .selectAll()
      .where('scopeId', '=', scopeId)
      .where('sha256', '=', sha256)
      .execute();
    for (const { size, mimeType = 'application/xml' } of found) if (size !== undefined) rows.push({ size, mimeType });
  }
  const [first] = rows;
  if (first === undefined) return undefined;
  return { sizes: [...new Set(rows.map(({ size }) => size))].toSorted((a, b) => a - b), mimeType: first.mimeType };
}

/** Returns those of some contents that are not recorded as stored. */
export async function notRecorded(
  db: Kysely<Database>,
  scopeId: string,
  contents: readonly string[],
): Promise<string[]> {
  if (contents.length === 0) return [];
  const rows = await db
    .selectFrom('blob')
    .select('sha256')
    .where('scopeId', '=', scopeId)
    .where('sha256', 'in', contents)
    .where('state', '=', 'stored')
    .execute();
  const recorded = new Set(rows.map(({ sha256 }) => sha256));
  return contents.filter((sha256) => !recorded.has(sha256));
}

interface NewDevice {
  id: string;
  /** The device it is a copy of. */
  originId: string | null;
  token: string;
  name: string;
  appVersion: string;
  now: number;
}

/** Stores a device that was enrolled, with the hash of its token. */
export async function addDevice(
  local: LocalDb,
  { id, originId, token, name, appVersion, now }: NewDevice,
): Promise<void> {
  await local
    .insertInto('device')
    .values({
      id,
      originId,
      tokenHash: sha256Hex(token),
      name,
      lastN: 0,
      chain: '',
      lastSeenAt: now,
      appVersion,
      schema: 0,
      waiting: 0,
      createdAt: now,
      revokedAt: null,
      revokeMode: null,
      label: null,
      oldestWaitingAt: null,
      contentsWaiting: 0,
      contentBytes: 0,
      encrypted: null,
      reportedAt: null,
    })
    .execute();
}

/** A device; undefined when it is not known. */
export function deviceById(db: LocalDb, id: string): Promise<DeviceRow | undefined> {
  return db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks a device until the transaction ends. @returns it as it is now; undefined when it is not known */
export function lockDevice(db: LocalDb, id: string): Promise<DeviceRow | undefined> {
  // Both engines hold a row that was written, also when it was set to what it is.
  return db
    .updateTable('device')
    .set(({ ref }) => ({ createdAt: ref('createdAt') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Opens a device that was signed out, under the name and version it has now. */
export async function reopenDevice(
  db: LocalDb,
  id: string,
  known: Pick<DeviceRow, 'name' | 'appVersion'>,
): Promise<void> {
  const open = { revokedAt: null, revokeMode: null };
  await db
    .updateTable('device')
    .set({ ...known, ...open })
    .where('id', '=', id)
    .execute();
}

/** Removes the people of a device who do not belong to a company. Each comes back by signing in on it. */
export async function removeOthersOf(db: LocalDb, deviceId: string, companyId: string): Promise<void> {
  await db
    .deleteFrom('deviceUser')
    .where('deviceId', '=', deviceId)
    .where('userId', 'not in', (eb) => eb.selectFrom('user').select('id').where('companyId', '=', companyId))
    .execute();
}

/** The people of a device. */
export function deviceUsers(db: LocalDb, deviceId: string): Promise<Database['deviceUser'][]> {
  return db.selectFrom('deviceUser').selectAll().where('deviceId', '=', deviceId).execute();
}

/** Returns the number of desktops on which a person is signed in. @param since time of the last contact from which on they count; milliseconds UTC */
export async function desktopsInUse(db: LocalDb, userId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('deviceUser')
    .innerJoin('device', 'device.id', 'deviceUser.deviceId')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('deviceUser.userId', '=', userId)
    .where('deviceUser.companyId', 'is not', null)
    .where('device.revokedAt', 'is', null)
    .where('device.lastSeenAt', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a person to those of a device; one who is there already stays as enrolled, for the present company. */
export async function addDeviceUser(db: LocalDb, person: Database['deviceUser']): Promise<void> {
  await db
    .insertInto('deviceUser')
    .values(person)
    .onConflict((conflict) => conflict.columns(['deviceId', 'userId']).doUpdateSet({ companyId: person.companyId }))
    .execute();
}

/** A session that may be used, and what its account may see now. */
export type OpenSession = Pick<Actor, 'role' | 'companyId'> & { expiresAt: number };

/** Returns the session of a token; null once it is revoked or has expired, or its account is disabled. @param now milliseconds UTC */
export async function openSession(local: LocalDb, tokenId: string, now: number): Promise<OpenSession | null> {
  const session = await local
    .selectFrom('token')
    .innerJoin('user', 'user.id', 'token.userId')
    .select(['token.expiresAt', 'user.role', 'user.companyId'])
    .where('token.id', '=', tokenId)
    .where('token.revokedAt', 'is', null)
    .where('token.expiresAt', '>', now)
    .where('user.disabledAt', 'is', null)
    .executeTakeFirst();
  return session ?? null;
}

/** Those of some people whose accounts are disabled. */
export async function disabledOf(db: LocalDb, people: readonly string[]): Promise<string[]> {
  if (people.length === 0) return [];
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('id', 'in', people)
    .where('disabledAt', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The number of the last change of each scope; 0 where nothing was ever changed. */
export async function headsOf(db: LocalDb, scopes: ReadonlySet<string>): Promise<Record<string, number>> {
  // Without a company nothing is handed out, not even the library.
  if (scopes.size === 1) return {};
  const rows = await db
    .selectFrom('scopeHead')
    .select(['scopeId', 'seq'])
    .where('scopeId', 'in', [...scopes])
    .execute();
  const heads = new Map(rows.map(({ scopeId, seq }) => [scopeId, seq]));
  return Object.fromEntries([...scopes].map((scopeId) => [scopeId, heads.get(scopeId) ?? 0]));
}

/** Returns how a device was revoked, null while it is not; a device that is not known is signed out. */
export async function revokedMode(db: LocalDb, deviceId: string): Promise<RevokeMode | null> {
  const device = await db
    .selectFrom('device')
    .select(['revokedAt', 'revokeMode'])
    .where('id', '=', deviceId)
    .executeTakeFirst();
  if (device === undefined) return 'signOut';
  return device.revokedAt === null ? null : (device.revokeMode ?? 'lock');
}

/** Writes what a device reported of itself. */
export async function updateReport(
  db: LocalDb,
  id: string,
  report: Pick<
    DeviceRow,
    'appVersion' | 'oldestWaitingAt' | 'contentsWaiting' | 'contentBytes' | 'encrypted' | 'reportedAt'
  >,
): Promise<void> {
  await db.updateTable('device').set(report).where('id', '=', id).execute();
}

/** The refused changes of a device, newest first. */
export function refusedChanges(db: LocalDb, deviceId: string): Promise<Database['refusedChange'][]> {
  return db
    .selectFrom('refusedChange')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();
}

/**
 * The companies people of a device belong to or worked for, by user: their present one, and those whose history names them.
 */
export async function companiesWorkedFor(
  db: Kysely<Database>,
  users: readonly { userId: string }[],
): Promise<Map<string, ReadonlySet<string>>> {
  const ids = [...new Set(users.map(({ userId }) => userId))];
  if (ids.length === 0) return new Map();
  const named = await db.selectFrom('person').select(['userId', 'scopeId']).where('userId', 'in', ids).execute();
  const present = await db
    .selectFrom('user')
    .select(['id as userId', 'companyId as scopeId'])
    .where('id', 'in', ids)
    .execute();
  const companies = Map.groupBy([...named, ...present], ({ userId }) => userId);
  return new Map(
    [...companies].map(([id, rows]) => [
      id,
      new Set(rows.flatMap(({ scopeId }) => (scopeId === null || scopeId === LIBRARY_SCOPE ? [] : scopeId))),
    ]),
  );
}

/** Adds a refused change; one that is known stays as it is. */
export async function addRefusedChange(db: LocalDb, change: Database['refusedChange']): Promise<void> {
  await db
    .insertInto('refusedChange')
    .values(change)
    .onConflict((conflict) => conflict.columns(['deviceId', 'id']).doNothing())
    .execute();
}

/** Removes refused changes of a device. */
export async function removeRefusedChanges(db: LocalDb, deviceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('refusedChange').where('deviceId', '=', deviceId).where('id', 'in', ids).execute();
}

/** Records the decision on a refused change. */
export async function decide(
  db: LocalDb,
  { deviceId, id }: Pick<Database['refusedChange'], 'deviceId' | 'id'>,
  decision: 'accepted' | 'discarded',
): Promise<void> {
  await db
    .updateTable('refusedChange')
    .set({ decision })
    .where('deviceId', '=', deviceId)
    .where('id', '=', id)
    .execute();
}

/** Resolves to true when a change of a device was accepted that names a content. */
export async function isAcceptedContent(
  db: LocalDb,
  deviceId: string,
  scopeId: string,
  sha256: string,
): Promise<boolean> {
  const accepted = await db
    .selectFrom('refusedChange')
    .select('setJson')
    .where('deviceId', '=', deviceId)
    .where('scopeId', '=', scopeId)
    .where('decision', '=', 'accepted')
    .execute();
  return accepted.some(({ setJson }) => storedColumns(setJson)['sha256'] === sha256);
}

/** Names a device; null: the name that it reports. */
export async function labelDevice(db: LocalDb, id: string, label: string | null): Promise<void> {
  await db.updateTable('device').set({ label }).where('id', '=', id).execute();
}

/** Removes a device and what the server keeps of it. Its logged changes stay. */
export async function deleteDevice(db: LocalDb, id: string): Promise<void> {
  await db.deleteFrom('refusedChange').where('deviceId', '=', id).execute();
  await db.deleteFrom('verdict').where('deviceId', '=', id).execute();
  await db.deleteFrom('deviceUser').where('deviceId', '=', id).execute();
  await db.deleteFrom('device').where('id', '=', id).execute();
}

/** Names of accounts by id. */
export async function accountNames(db: LocalDb, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('user').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Names of companies by id. */
export async function companyNames(db: ReadCtx['db']): Promise<Map<string, string>> {
  const companies = await db.from('company').select(['id', 'name']).execute();
  return new Map(companies.map(({ id, name }) => [id, name]));
}

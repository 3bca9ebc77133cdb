/** Identification of the calling device, and its right to call. */
import type { Device } from '@holdfast/contract';
import { type DeviceRecord, sha256Hex } from '@holdfast/sync';
import type { Application } from '../application.ts';
import type { DeviceCaller, LocalDb } from '../calls/ctx.ts';

/** Shortest interval between two updates of a device's last contact, so that reads do not cost a write each. */
const SEEN_STEP_MS = 60 * 1000;

/** Returns the device to which a token belongs, revoked or not; null when there is none. */
export async function authenticateDevice(
  { read, write, ports }: Application,
  token: string,
): Promise<DeviceCaller | null> {
  if (token.length > 200) return null;
  const device = await read
    .selectFrom('device')
    .select(['id', 'lastSeenAt', 'revokedAt', 'revokeMode'])
    .where('tokenHash', '=', sha256Hex(token))
    .executeTakeFirst();
  if (device === undefined) return null;
  const now = ports.clock.now();
  if (device.revokedAt === null && device.lastSeenAt !== null && now - device.lastSeenAt > ports.sessions.idleMs) {
    await write.updateTable('device').set(revocation('signedOut', now)).where('id', '=', device.id).execute();
    return { deviceId: device.id, revoked: 'signOut' };
  }
  if (device.lastSeenAt === null || now - device.lastSeenAt > SEEN_STEP_MS)
    await write.updateTable('device').set({ lastSeenAt: now }).where('id', '=', device.id).execute();
  return { deviceId: device.id, revoked: device.revokedAt === null ? null : (device.revokeMode ?? 'lock') };
}

const ACCESS = { signOut: 'signedOut', lock: 'locked', wipe: 'wiped' } as const;

/** Returns the access to a device as administrators see it. */
export function accessOf({ revokedAt, revokeMode }: Pick<DeviceRecord, 'revokedAt' | 'revokeMode'>): Device['access'] {
  return revokedAt === null ? 'open' : ACCESS[revokeMode ?? 'lock'];
}

/** Returns the columns that record an access. @param now milliseconds UTC */
function revocation(access: Device['access'], now: number): Pick<DeviceRecord, 'revokedAt' | 'revokeMode'> {
  if (access === 'open') return { revokedAt: null, revokeMode: null };
  const modes = { signedOut: 'signOut', locked: 'lock', wiped: 'wipe' } as const;
  return { revokedAt: now, revokeMode: modes[access] };
}

/**
 * Signs out the desktops of a user until a user signs in on them again (product decision 3, 4), which makes a copied token useless. Changes
 * that this user recorded there are kept, and sent after this user has signed in there.
 * @param deviceId the only one of them to sign out; absent: all
 * @returns the ids of the devices that were signed out
 */
export async function signOutDevices(
  local: LocalDb,
  userId: string,
  now: number,
  deviceId?: string,
): Promise<string[]> {
  const used = await local
    .selectFrom('device')
    .innerJoin('deviceUser', 'deviceUser.deviceId', 'device.id')
    .select('device.id')
    .where('deviceUser.userId', '=', userId)
    .where('device.revokedAt', 'is', null)
    .$if(deviceId !== undefined, (query) => query.where('device.id', '=', deviceId ?? ''))
    .execute();
  const ids = used.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await local.updateTable('device').set(revocation('signedOut', now)).where('id', 'in', ids).execute();
  // Another user who signs in opens the desktop again, but not on behalf of this one.
  await local
    .updateTable('deviceUser')
    .set({ companyId: null })
    .where('userId', '=', userId)
    .where('deviceId', 'in', ids)
    .execute();
  return ids;
}

/**
 * Revokes a device with its copies, which have the secrets of the device's database.
 * @returns the ids of all of them
 */
export async function revokeWithCopies(
  local: LocalDb,
  id: string,
  access: Exclude<Device['access'], 'open'>,
  now: number,
): Promise<string[]> {
  for (let known: string[] = [id]; ;) {
    // This holds the devices: a copy that is being registered from one of them is found below, a later one is refused.
    await setAccess(local, known, access, now);
    const ids = await withCopies(local, id);
    if (ids.length === known.length) return ids;
    known = ids;
  }
}

/** A device with the copies that were registered from it, and the copies of those. */
async function withCopies(local: LocalDb, id: string): Promise<string[]> {
  const devices = await local.selectFrom('device').select(['id', 'originId']).execute();
  const copiesOf = Map.groupBy(devices, ({ originId }) => originId);
  const found = [id];
  for (const each of found) found.push(...(copiesOf.get(each) ?? []).map((copy) => copy.id));
  return found;
}

/** Gives devices an access. @param now milliseconds UTC */
export async function setAccess(
  local: LocalDb,
  ids: readonly string[],
  access: Device['access'],
  now: number,
): Promise<void> {
  await local.updateTable('device').set(revocation(access, now)).where('id', 'in', ids).execute();
}

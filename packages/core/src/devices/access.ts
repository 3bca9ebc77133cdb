/** Which device calls, and whether it may. */
import type { Device } from '@holdfast/contract';
import { type DeviceRecord, sha256Hex } from '@holdfast/sync';
import type { DeviceCaller } from '../ctx.ts';
import type { House } from '../house.ts';

/** When a device last spoke is written at most this often, because reading must not cost a write. */
const SEEN_STEP_MS = 60 * 1000;

/** Who a device's token belongs to, revoked or not; null when it is nobody's. */
export async function authenticateDevice({ read, write, ports }: House, token: string): Promise<DeviceCaller | null> {
  if (token.length > 200) return null;
  const device = await read
    .selectFrom('device')
    .select(['id', 'lastSeenAt', 'revokedAt', 'revokeMode'])
    .where('tokenHash', '=', sha256Hex(token))
    .executeTakeFirst();
  if (device === undefined) return null;
  const now = ports.clock.now();
  if (device.lastSeenAt === null || now - device.lastSeenAt > SEEN_STEP_MS)
    await write.updateTable('device').set({ lastSeenAt: now }).where('id', '=', device.id).execute();
  return { deviceId: device.id, revoked: device.revokedAt === null ? null : (device.revokeMode ?? 'lock') };
}

const ACCESS = { signOut: 'signedOut', lock: 'locked', wipe: 'wiped' } as const;

/** Whether a device may be used, as administrators read it. */
export function accessOf({ revokedAt, revokeMode }: Pick<DeviceRecord, 'revokedAt' | 'revokeMode'>): Device['access'] {
  return revokedAt === null ? 'open' : ACCESS[revokeMode ?? 'lock'];
}

/** What the record of a device keeps of an access. @param now milliseconds UTC */
export function revocation(access: Device['access'], now: number): Pick<DeviceRecord, 'revokedAt' | 'revokeMode'> {
  if (access === 'open') return { revokedAt: null, revokeMode: null };
  const modes = { signedOut: 'signOut', locked: 'lock', wiped: 'wipe' } as const;
  return { revokedAt: now, revokeMode: modes[access] };
}

/** Registration of desktops. */
import * as contract from '@holdfast/contract';
import { type KnownDevice, Problem } from '@holdfast/contract';
import { sha256Hex } from '@holdfast/sync';
import { appendEntry } from '../auditLog.ts';
import { openTrail } from '../auditTrail.ts';
import type { LocalDb } from '../calls/ctx.ts';
import type { DeviceRow } from '../db/schema.ts';
import { localDb } from '../db/scoped.ts';
import { deviceHandler, handler } from '../calls/handler.ts';
import { epochOf } from './epoch.ts';
import {
  addDevice,
  addDeviceUser,
  desktopsInUse,
  deviceById,
  deviceUsers,
  lockDevice,
  removeOthersOf,
  reopenDevice,
} from './queries.ts';

/**
 * Most desktops that a person uses. Each has limits of its own for calls, streams and uploads: without this one, a person with any number of desktops
 * would have no limits.
 */
const MOST_DESKTOPS = 100;
/** Seconds to wait before trying again with too many desktops. */
const RETRY_SECONDS = 60 * 60;

/**
 * Registers a desktop, or adds the caller to the users of a registered one; signing in again opens a device that was signed out, for people of
 * the caller's company. The token proves that it is the same desktop.
 */
export const registerDevice = handler(
  contract.registerDevice,
  async (
    { actor, local, now, ports, ensurePersonInScope, publish, audit },
    { deviceId, token, name, appVersion },
  ): Promise<KnownDevice> => {
    const { userId, companyId } = actor;
    // Staff see every company on the web and have no desktop.
    if (companyId === null) throw new Problem('companyNeeded');
    const device = await known(local, deviceId, token);
    if (device === undefined || device.revokedAt !== null)
      await mustBeBelowLimit(local, [userId], now - ports.sessions.idleMs);
    if (device === undefined) await addDevice(local, { id: deviceId, originId: null, token, name, appVersion, now });
    else if (device.revokedAt !== null && device.revokeMode !== 'signOut')
      throw new Problem('deviceRevoked', { mode: device.revokeMode ?? 'lock' });
    else {
      // The token of a desktop that was signed out opens nothing of another company.
      if (device.revokedAt !== null) await removeOthersOf(local, deviceId, companyId);
      await reopenDevice(local, deviceId, { name, appVersion });
    }
    await addDeviceUser(local, { deviceId, userId, enrolledAt: now, companyId });
    const before = device === undefined ? null : { name: device.name, revokedAt: device.revokedAt };
    audit({ subject: name, change: { table: 'device', id: deviceId, name, before, after: { name, revokedAt: null } } });
    // Changes on the device have this name from the first one on.
    await ensurePersonInScope();
    publish({ devices: [deviceId] });
    return { deviceId, userId, epoch: await epochOf(local, ports, now) };
  },
);

/** Gives a copy of a device a separate name. The original continues under the old one. */
export const registerDeviceAgain = deviceHandler(
  contract.registerDeviceAgain,
  async ({ device: { deviceId: origin }, caller, application, now }, { deviceId, token }): Promise<KnownDevice> =>
    application.write.transaction().execute(async (trx) => {
      const local = localDb(trx);
      if ((await known(local, deviceId, token)) === undefined) {
        // It may have been revoked since it authenticated, and a copy must not survive that.
        const device = await lockDevice(local, origin);
        if (device === undefined || device.revokedAt !== null)
          throw new Problem('deviceRevoked', {
            mode: device === undefined ? 'signOut' : (device.revokeMode ?? 'lock'),
          });
        const { name, appVersion } = device;
        const people = await deviceUsers(local, origin);
        const { idleMs } = application.ports.sessions;
        await mustBeBelowLimit(
          local,
          people.map(({ userId }) => userId),
          now - idleMs,
        );
        await addDevice(local, { id: deviceId, originId: origin, token, name, appVersion, now });
        for (const person of people) await addDeviceUser(local, { ...person, deviceId });
        const { operation } = registerDeviceAgain;
        const trail = openTrail({ operation, actor: null, caller, now, input: {}, scopeId: null });
        const after = { name, originId: origin };
        trail.note({ subject: name, change: { table: 'device', id: deviceId, name, before: null, after } });
        await appendEntry(local, trail.record('device'));
      }
      return { deviceId, userId: null, epoch: await epochOf(local, application.ports, now) };
    }),
);

/**
 * Checks that a desktop may be added for some people. One of them who has few desktops is enough, so that no colleague is kept out.
 * @param since time of the last contact from which on a desktop counts as used; milliseconds UTC
 * @throws {Problem} `quotaReached`
 */
async function mustBeBelowLimit(local: LocalDb, people: readonly string[], since: number): Promise<void> {
  for (const userId of people) if ((await desktopsInUse(local, userId, since)) < MOST_DESKTOPS) return;
  throw new Problem('quotaReached', {
    reason: `You are signed in on ${MOST_DESKTOPS} desktops, which is the limit. Sign out those that are no longer used under Account, then try again.`,
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** The device of this id, when the token is its own. @throws {Problem} `notFound` when it is another's */
async function known(local: LocalDb, id: string, token: string): Promise<DeviceRow | undefined> {
  const device = await deviceById(local, id);
  if (device !== undefined && device.tokenHash !== sha256Hex(token)) throw new Problem('notFound');
  return device;
}

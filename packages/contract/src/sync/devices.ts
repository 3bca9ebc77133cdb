/** Desktops that synchronise: how they come to be known, and how administrators keep them. */
import { z } from 'zod';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { Instant, Name } from '../base/values.ts';

/**
 * Access to a desktop. `open`: usable · `signedOut`: usable after a user known on it signs in again · `locked`: usable after an
 * administrator opens it again; changes waiting on it stay there · `wiped`: never usable again; it deletes its data at its next contact.
 */
export const DEVICE_ACCESS = ['open', 'signedOut', 'locked', 'wiped'] as const;

/** A desktop as administrators see it. */
export const Device = z
  .strictObject({
    id: idOf('device'),
    name: z.string().describe('As named by the user who set it up.'),
    users: z
      .array(z.strictObject({ id: idOf('user'), name: z.string(), companyName: z.string().nullable() }))
      .describe('Who has signed in on it, by name.'),
    appVersion: z.string().describe('Of the program, as it last said.'),
    access: z.enum(DEVICE_ACCESS),
    waiting: z.number().int().describe('Changes that waited on it to be sent when it last said so.'),
    lastSeenAt: Instant.nullable().describe('When it last spoke with the server, to a minute; null: never.'),
    createdAt: Instant,
  })
  .meta({ id: 'Device' });

/** A desktop as administrators see it. */
export type Device = z.infer<typeof Device>;

const token = z
  .string()
  .regex(/^[\w-]{43,100}$/, 'must be at least 256 random bits, base64url')
  .describe('A secret the device made for itself; only its hash is kept.');

const appVersion = z.string().max(60).describe('Of the program.');

/** Answer to the registration of a device. */
export const KnownDevice = z
  .strictObject({
    deviceId: idOf('device'),
    userId: idOf('user').nullable().describe('Who may use it now, beside those before; null: no new user.'),
    epoch: z.string().describe("Of the server's database; another one after it was restored from a backup."),
  })
  .meta({ id: 'KnownDevice' });

/** Answer to the registration of a device. */
export type KnownDevice = z.infer<typeof KnownDevice>;

export const registerDevice = operation({
  name: 'registerDevice',
  method: 'POST',
  path: '/ext/devices',
  summary:
    'Makes a desktop known, or lets the caller use one that is. The desktop makes id and token itself, so that a call whose answer was lost is simply made again. Opens a device that was signed out.',
  effect: 'write',
  right: 'read',
  audit: 'device',
  offline: false,
  secret: ['token'],
  input: z.strictObject({ deviceId: idOf('device'), token, name: Name, appVersion }),
  output: KnownDevice,
  problems: ['companyNeeded', 'deviceRevoked', 'notFound'],
});

export const registerDeviceAgain = operation({
  name: 'registerDeviceAgain',
  method: 'POST',
  path: '/ext/sync/register',
  summary:
    'Gives a device that turned out to be a copy of another one a name and a token of its own, with the same people.',
  effect: 'write',
  right: 'device',
  audit: 'device',
  offline: false,
  secret: ['token'],
  input: z.strictObject({ deviceId: idOf('device'), token }),
  output: KnownDevice,
  problems: ['deviceRevoked', 'notFound'],
});

export const getDevices = operation({
  name: 'getDevices',
  method: 'GET',
  path: '/ext/admin/devices',
  summary: 'Every desktop that synchronises, by name.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({}),
  output: z.array(Device),
  problems: [],
});

export const setDeviceAccess = operation({
  name: 'setDeviceAccess',
  method: 'PUT',
  path: '/ext/admin/devices/{id}/access',
  summary:
    'Signs a desktop out, locks it, wipes it, or opens it again. It takes effect at the next contact of the desktop, at once while it is connected.',
  effect: 'write',
  right: 'administer',
  audit: 'device',
  offline: false,
  input: z.strictObject({ id: idOf('device'), access: z.enum(DEVICE_ACCESS) }),
  output: Device,
  problems: ['notFound'],
});

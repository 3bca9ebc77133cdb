/** Desktops that synchronise: their registration and administration. */
import { z } from 'zod';
import { Id, idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { REPLAY_REFUSALS } from '../base/refusals.ts';
import { Instant, Name, SentInstant } from '../base/values.ts';
import { ChangeOp } from './messages.ts';

/**
 * Access to a desktop. `open`: usable · `signedOut`: usable after one of its users signs in again · `locked`: usable after an administrator unlocks
 * it; unsent changes stay on it · `wiped`: never usable again; it deletes its data at its next contact.
 */
export const DEVICE_ACCESS = ['open', 'signedOut', 'locked', 'wiped'] as const;

/** A desktop as administrators see it. */
export const Device = z
  .strictObject({
    id: idOf('device'),
    name: z.string().describe('As an administrator named it, or else as it calls itself.'),
    ownName: z.string().describe('As it calls itself.'),
    users: z
      .array(z.strictObject({ id: idOf('user'), name: z.string(), companyName: z.string().nullable() }))
      .describe('Who has signed in on it, by name.'),
    appVersion: z.string().describe('Of the program, as it last said.'),
    access: z.enum(DEVICE_ACCESS),
    waiting: z.number().int().describe('Changes that waited on it to be sent when it last said so.'),
    oldestWaitingAt: Instant.nullable().describe('Time of the oldest of them; null: none waits.'),
    contentsWaiting: z.number().int().describe('Photos and files that waited on it to be sent.'),
    contentBytes: z.number().int().describe('Bytes of photos and files on it.'),
    encrypted: z
      .boolean()
      .nullable()
      .describe('Whether it encrypts what it keeps, as it last said; null: it never said.'),
    refused: z.number().int().describe('Changes on it that were not accepted and are not decided.'),
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
    epoch: z
      .string()
      .describe("Of the server's database; another one after it was restored from a backup or continued on a replica."),
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
  problems: ['alreadyExists', 'companyNeeded', 'deviceRevoked', 'notFound'],
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
  problems: ['alreadyExists', 'deviceRevoked', 'notFound'],
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

const RefusedId = z.string().max(200);

/**
 * A refused change as its device reports it. The server describes it from its columns. Devices of earlier versions send a description, which is
 * ignored: an administrator has to decide on the columns themselves.
 */
export const ReportedRefusal = z
  .object({
    id: RefusedId,
    scopeId: idOf('company'),
    userId: idOf('user'),
    table: z.string().max(60),
    rowId: Id,
    op: ChangeOp,
    set: z.record(z.string().max(60), z.union([z.string().max(100_000), z.number(), z.null()])),
    reason: z.string().max(1_000),
    at: SentInstant,
  })
  .meta({ id: 'ReportedRefusal' });
/** A refused change as its device reports it. */
export type ReportedRefusal = z.infer<typeof ReportedRefusal>;

/** Maximum number of refused changes in one report; others follow in further reports, each for a range of ids. */
export const REPORTED_AT_ONCE = 500;

export const reportDevice = operation({
  name: 'reportDevice',
  method: 'POST',
  path: '/ext/sync/report',
  summary:
    'Reports the state of a device: its version, unsent work and refused changes. Answers the decisions on these.',
  effect: 'write',
  right: 'device',
  audit: null,
  offline: false,
  // Properties of newer desktops are ignored, because refusing their reports would delay decisions on refused changes.
  input: z.object({
    appVersion,
    oldestWaitingAt: SentInstant.nullable(),
    contentsWaiting: z.number().int().min(0),
    contentBytes: z.number().int().min(0),
    encrypted: z
      .boolean()
      .nullable()
      .default(null)
      .describe('Whether everything it keeps is encrypted; null: unknown.'),
    refused: z.array(ReportedRefusal).max(REPORTED_AT_ONCE),
    after: RefusedId.nullable()
      .default(null)
      .describe('Ids up to this one are in the report before; null: this one begins with the first.'),
    upTo: RefusedId.nullable()
      .default(null)
      .describe('Ids after this one are in the next report; null: this one ends with the last.'),
  }),
  output: z.strictObject({
    decided: z.array(z.strictObject({ id: z.string(), decision: z.enum(['accepted', 'discarded']) })),
    mustEncrypt: z.boolean().describe('Whether this server requires that desktops encrypt what they keep.'),
  }),
  problems: ['deviceRevoked'],
});

export const renameDevice = operation({
  name: 'renameDevice',
  method: 'PUT',
  path: '/ext/admin/devices/{id}/name',
  summary: 'Names a desktop. Without a name it is listed as it calls itself.',
  effect: 'write',
  right: 'administer',
  audit: 'device',
  offline: false,
  input: z.strictObject({ id: idOf('device'), name: Name.nullable() }),
  output: Device,
  problems: ['notFound'],
});

export const removeDevice = operation({
  name: 'removeDevice',
  method: 'DELETE',
  path: '/ext/admin/devices/{id}',
  summary:
    'Removes a desktop from the list. Should it connect again, its user has to sign in; unsent work on it is kept and sent then.',
  effect: 'write',
  right: 'administer',
  audit: 'device',
  offline: false,
  input: z.strictObject({ id: idOf('device') }),
  output: z.null(),
  problems: ['notFound'],
});

/** A refused change as administrators see it. */
export const RefusedChange = z
  .strictObject({
    id: z.string().describe('Of these contents: another one once the device reports something else.'),
    companyId: idOf('company'),
    companyName: z.string(),
    userName: z.string(),
    place: z.string(),
    what: z.string(),
    lines: z.array(z.strictObject({ field: z.string(), from: z.string(), to: z.string() })),
    reason: z.string().describe('Why it was not accepted, in words.'),
    at: Instant,
  })
  .meta({ id: 'RefusedChange' });
/** A refused change as administrators see it. */
export type RefusedChange = z.infer<typeof RefusedChange>;

export const getRefusedChanges = operation({
  name: 'getRefusedChanges',
  method: 'GET',
  path: '/ext/admin/devices/{id}/refused',
  summary: 'Changes on a desktop that the server did not accept and that are not decided, newest first.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ id: idOf('device') }),
  output: z.array(RefusedChange),
  problems: ['notFound'],
});

export const decideRefusedChange = operation({
  name: 'decideRefusedChange',
  method: 'POST',
  path: '/ext/admin/devices/{id}/refused/decision',
  summary:
    'Accepts a refused change in the place of its author, or discards it. The author finds a discarded one on the desktop and can take it back for 30 days.',
  effect: 'write',
  right: 'administer',
  audit: 'device',
  offline: false,
  input: z.strictObject({
    id: idOf('device'),
    companyId: idOf('company'),
    changeId: z.string().max(200),
    decision: z.enum(['accepted', 'discarded']),
  }),
  output: z.null(),
  problems: ['notFound', 'alreadyExists', 'inspectionNotAllowed', ...REPLAY_REFUSALS],
});

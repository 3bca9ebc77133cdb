/** Operations of a desktop's local agent that a server does not have (docs/acceptance.md, SYNC, product decision 30). */
import { z } from 'zod';
import type { ConnectedDevices, TagSeen } from './readers.ts';
import type { UpdateState } from './updates.ts';
import { operation } from '../base/operation.ts';
import { Id } from '../base/id.ts';
import { Instant } from '../base/values.ts';

/** One run of synchronisation. */
export const SyncLog = z
  .strictObject({
    id: z.string(),
    participant: z.string().describe('Address of the server it ran with.'),
    participantName: z.string().describe('The same as people read it.'),
    trigger: z.string().describe('Who asked for it: User, Start, Change, Server, Interval, Connection, Sign-in.'),
    recordsIn: z.number().int(),
    recordsOut: z.number().int(),
    startTime: Instant,
    endTime: Instant.nullable().describe('null while it runs, and for a run that never came to an end.'),
    status: z.enum(['Success', 'Fail']).nullable().describe('null: running, or left incomplete.'),
    isRunning: z.boolean(),
  })
  .meta({ id: 'SyncLog' });
/** One run of synchronisation. */
export type SyncLog = z.infer<typeof SyncLog>;

/** Progress of a synchronisation run. */
export const SyncStatus = z
  .strictObject({
    syncLog: SyncLog.nullable().describe('The run under way, or the last one; null: there was none.'),
    progress: z.number().int().min(0).max(100),
    message: z.string(),
  })
  .meta({ id: 'SyncStatus' });
/** Progress of a synchronisation run. */
export type SyncStatus = z.infer<typeof SyncStatus>;

/** State of a desktop in relation to its server. */
export const DesktopStatus = z
  .strictObject({
    ...SyncStatus.shape,
    connected: z.boolean().describe('Whether the server is within reach.'),
    waiting: z.number().int().describe('Changes made here that the server does not have yet.'),
    waitingBlobs: z.number().int().describe('Photos and files on their way, in either direction.'),
    setAside: z.number().int().describe('Changes the server refused, or that can no longer be sent.'),
    synced: z.boolean().describe('Whether a run ever came to its end: before it there is nothing to work on.'),
  })
  .meta({ id: 'DesktopStatus' });
/** State of a desktop in relation to its server. */
export type DesktopStatus = z.infer<typeof DesktopStatus>;

/** Number of rows of a kind on the device. */
export const EntityCount = z.strictObject({ entity: z.string(), count: z.number().int() }).meta({ id: 'EntityCount' });

/** Description of a desktop. */
export const DeviceInfo = z
  .strictObject({
    deviceId: z.string(),
    name: z.string().describe('As the list of devices calls it.'),
    server: z.string().describe('Address of the server it synchronises with.'),
    version: z.string(),
    keyPlace: z
      .enum(['keychain', 'file'])
      .describe('Place of the key that encrypts the secret by which the server identifies the desktop.'),
    users: z.array(z.string()).describe('Names of those who may use it.'),
  })
  .meta({ id: 'DeviceInfo' });

/** Settings of a desktop's synchronisation (product decision 32). */
export const SyncOptions = z
  .strictObject({
    autosync: z.boolean().describe('At start, when the connection comes back, after changes, and every five minutes.'),
    syncImages: z.boolean().describe('True when photos and files are synchronised, too.'),
    onMetered: z
      .boolean()
      .default(false)
      .describe(
        'True when photos and files are transferred automatically over a metered connection, such as that of a mobile phone.',
      ),
  })
  .meta({ id: 'SyncOptions' });
/** Settings of a desktop's synchronisation. */
export type SyncOptions = z.infer<typeof SyncOptions>;

/** An unsent change that was rescued from a damaged database. */
export const Rescued = z
  .strictObject({
    place: z.string().describe('The item it is about; empty: about none, or its name could not be read.'),
    what: z.string().describe('Kind of record.'),
    lines: z.array(z.strictObject({ field: z.string(), from: z.string(), to: z.string() })),
    at: Instant,
  })
  .meta({ id: 'Rescued' });
/** An unsent change that was rescued from a damaged database. */
export type Rescued = z.infer<typeof Rescued>;

/** Report on the repair of a desktop's damaged database. */
export const RescueReport = z
  .strictObject({
    at: Instant.describe('Time of the repair.'),
    changes: z.array(Rescued).describe("The caller's changes that had not been sent."),
    others: z.number().int().describe('Unsent changes of other users of this desktop.'),
    contents: z.number().int().describe('Photos and files found on this desktop.'),
    complete: z.boolean().describe('False when parts of the unsent work could not be read.'),
    folder: z.string().describe('Folder with the damaged files.'),
  })
  .meta({ id: 'RescueReport' });
/** Report on the repair of a desktop's damaged database. */
export type RescueReport = z.infer<typeof RescueReport>;

/** Events sent to the windows of a desktop, by name (docs/acceptance.md, BRDG). */
export type DesktopEvent =
  | { event: 'sync-status'; data: SyncStatus }
  | { event: 'sync-complete'; data: SyncStatus }
  | { event: 'connected-status'; data: { connected: boolean } }
  | { event: 'waiting'; data: { waiting: number; waitingBlobs: number; setAside: number } }
  | { event: 'readers'; data: ConnectedDevices }
  | { event: 'tags-read'; data: { tags: TagSeen[] } }
  | { event: 'update' | 'update-updating' | 'update-updated' | 'update-failed'; data: UpdateState }
  | { event: 'logout'; data: { reason: string } };

/** A stream of events. */
const Events = z
  .custom<AsyncIterable<unknown>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  )
  .describe('`DesktopEvent`s, each under its name.');

const nothing = z.strictObject({});

export const syncNow = operation({
  name: 'syncNow',
  method: 'POST',
  path: '/ext/desktop/sync-now',
  summary: 'Starts a synchronisation, which sends unsent changes and fetches new ones; does not wait for its end.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: SyncStatus,
  problems: [],
});

export const fullSync = operation({
  name: 'fullSync',
  method: 'POST',
  path: '/ext/desktop/full-sync',
  summary:
    'Starts a full synchronisation, which fetches everything again and checks every photo and file; unsent changes are kept.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: SyncStatus,
  problems: [],
});

export const getDesktopStatus = operation({
  name: 'getDesktopStatus',
  method: 'GET',
  path: '/ext/desktop/status',
  summary: 'State of the desktop in relation to its server.',
  effect: 'read',
  right: 'public',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: DesktopStatus,
  problems: [],
});

export const getSyncLogs = operation({
  name: 'getSyncLogs',
  method: 'GET',
  path: '/ext/desktop/sync-logs',
  summary: 'The last runs of synchronisation, newest first.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: z.array(SyncLog),
  problems: [],
});

export const getEntityCounts = operation({
  name: 'getEntityCounts',
  method: 'GET',
  path: '/ext/desktop/entity-counts',
  summary: 'How many rows of each kind lie on the device.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: z.array(EntityCount),
  problems: [],
});

export const getDeviceInfo = operation({
  name: 'getDeviceInfo',
  method: 'GET',
  path: '/ext/desktop/device',
  summary: 'Description of this desktop.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: DeviceInfo,
  problems: [],
});

export const getSyncOptions = operation({
  name: 'getSyncOptions',
  method: 'GET',
  path: '/ext/desktop/sync-options',
  summary: 'How the desktop synchronises.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: SyncOptions,
  problems: [],
});

export const setSyncOptions = operation({
  name: 'setSyncOptions',
  method: 'PUT',
  path: '/ext/desktop/sync-options',
  summary: 'Chooses how the desktop synchronises; kept over a restart.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: SyncOptions,
  output: SyncOptions,
  problems: [],
});

/** Photos and files of an installation on this device. */
export const InstallationPhotos = z
  .strictObject({
    installationId: Id,
    name: z.string(),
    chosen: z.boolean().describe('Whether its photos and files come to this device by themselves.'),
    count: z.number().int().describe('Photos and files of the installation.'),
    here: z.number().int().describe('Those that are on this device.'),
    missingBytes: z.number().int().describe('Bytes of those that are not.'),
  })
  .meta({ id: 'InstallationPhotos' });
/** Photos and files of an installation on this device. */
export type InstallationPhotos = z.infer<typeof InstallationPhotos>;

export const getInstallationPhotos = operation({
  name: 'getInstallationPhotos',
  method: 'GET',
  path: '/ext/desktop/installation-photos',
  summary: 'The installations on this device, with how many of their photos and files are here.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: z.array(InstallationPhotos),
  problems: [],
});

export const chooseInstallationPhotos = operation({
  name: 'chooseInstallationPhotos',
  method: 'PUT',
  path: '/ext/desktop/installation-photos/{installationId}',
  summary: 'Chooses whether photos and files of an installation come to this device. Those that are here stay.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: z.strictObject({ installationId: Id, chosen: z.boolean() }),
  output: z.null(),
  problems: [],
});

export const getRescue = operation({
  name: 'getRescue',
  method: 'GET',
  path: '/ext/desktop/rescue',
  summary: 'Report on the last repair of the database of this desktop; null when there was none, or after it was read.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: z.strictObject({ rescue: RescueReport.nullable() }),
  problems: [],
});

export const dismissRescue = operation({
  name: 'dismissRescue',
  method: 'POST',
  path: '/ext/desktop/rescue/dismiss',
  summary: 'Removes the report on the repair. The damaged files stay.',
  effect: 'write',
  audit: null,
  right: 'read',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: z.null(),
  problems: [],
});

export const watchDesktop = operation({
  name: 'watchDesktop',
  kind: 'events',
  method: 'GET',
  path: '/ext/desktop/events',
  summary: 'Events of the desktop, as a stream.',
  effect: 'read',
  right: 'public',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: Events,
  problems: [],
});

/** Operations of a desktop's local agent that a server does not have (docs/acceptance.md, SYNC, product decision 30). */
import { z } from 'zod';
import type { ConnectedDevices, TagSeen } from './readers.ts';
import { MediaAnswer } from '../media/bytes.ts';
import { Download } from '../media/downloads.ts';
import type { UpdateState } from './updates.ts';
import { operation } from '../base/operation.ts';
import { Id } from '../base/id.ts';
import { Instant, text, TEXT_LIMIT } from '../base/values.ts';

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

/** State of a desktop towards its server. */
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
/** State of a desktop towards its server. */
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
      .describe('Place of the key that encrypts the secret by which the server knows it.'),
    users: z.array(z.string()).describe('Names of those who may use it.'),
  })
  .meta({ id: 'DeviceInfo' });

/** Settings of a desktop's synchronisation (product decision 32). */
export const SyncOptions = z
  .strictObject({
    autosync: z.boolean().describe('At start, when the connection comes back, after changes, and every five minutes.'),
    syncImages: z.boolean().describe('Whether photos and files travel with the records.'),
    onMetered: z
      .boolean()
      .default(false)
      .describe('Whether photos and files travel by themselves over a metered connection, as of a mobile phone.'),
  })
  .meta({ id: 'SyncOptions' });
/** Settings of a desktop's synchronisation. */
export type SyncOptions = z.infer<typeof SyncOptions>;

/** A change that was made here and that the server does not have, or would not take. */
export const WaitingChange = z
  .strictObject({
    id: z.string(),
    place: z.string().describe('Where: an item, an inspection, an installation. Empty: nowhere.'),
    what: z.string().describe('What kind of thing changed, as people call it.'),
    lines: z.array(z.strictObject({ field: z.string(), from: z.string(), to: z.string() })),
    itemId: z.string().nullable(),
    installationInspectionId: z.string().nullable(),
    at: Instant,
    reason: z.string().nullable().describe('Why it was not accepted, in words; null while it waits.'),
    kind: z
      .enum(['waiting', 'refused', 'damaged'])
      .describe(
        '`waiting`: is sent by itself; `refused`: the server did not accept it; `damaged`: a photo or file that changed on this device before it was sent.',
      ),
    picture: z.string().nullable().describe('Address of the photo it is about; null: it is about none.'),
    text: z
      .string()
      .nullable()
      .describe(
        'What a person wrote and may correct before it is sent again; null: nothing that is corrected as text.',
      ),
  })
  .meta({ id: 'WaitingChange' });
/** A change that was made here and that the server does not have, or would not take. */
export type WaitingChange = z.infer<typeof WaitingChange>;

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

/** Events, as they come. */
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
  summary: 'Sends what waits and fetches what changed; answers as soon as it has begun.',
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
  summary: 'The same, but fetches everything again and checks every photo and file; what waits is kept.',
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
  summary: 'How the desktop stands with its server.',
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
  summary: 'What this desktop is.',
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

export const getWaitingChanges = operation({
  name: 'getWaitingChanges',
  method: 'GET',
  path: '/ext/desktop/waiting',
  summary: "The caller's changes that wait to be sent, and those that were set aside, newest first.",
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: z.array(WaitingChange),
  problems: [],
});

export const getWaitingItems = operation({
  name: 'getWaitingItems',
  method: 'GET',
  path: '/ext/desktop/waiting-items',
  summary: 'The items of which something done here is not on the server yet: a change, a photo or a file.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: z.array(z.string()),
  problems: [],
});

const chosen = z.strictObject({ ids: z.array(z.string().max(200)).min(1).max(1_000) });
const counted = z.strictObject({ count: z.number().int().describe('How many of them were found.') });

/** Common properties of the operations on refused changes. */
function onRefused<N extends string, P extends string>(name: N, path: P, summary: string) {
  return {
    name,
    method: 'POST',
    path,
    summary,
    effect: 'write',
    audit: null,
    right: 'inspect',
    offline: true,
    agentOnly: true,
    input: chosen,
    output: counted,
    problems: ['notFound'],
  } as const;
}

export const resendChanges = operation(
  onRefused(
    'resendChanges',
    '/ext/desktop/refused/resend',
    'Makes refused changes again, as edits of now; a damaged photo or file is sent as it is.',
  ),
);

export const resendCorrected = operation({
  ...onRefused(
    'resendCorrected',
    '/ext/desktop/refused/resend-corrected',
    'Makes a refused change again, as an edit of now, with a corrected text.',
  ),
  input: z.strictObject({ id: z.string().max(200), text: text(TEXT_LIMIT).min(1) }),
});

export const discardChanges = operation(
  onRefused(
    'discardChanges',
    '/ext/desktop/refused/discard',
    'Takes refused changes off the list. They can be taken back for 30 days.',
  ),
);

export const takeBackDiscarded = operation(
  onRefused('takeBackDiscarded', '/ext/desktop/refused/take-back', 'Puts discarded changes back on the list.'),
);

/** A change as it is exported: what people read, and the values themselves. */
export const ExportedChange = z
  .strictObject({
    ...WaitingChange.shape,
    table: z.string(),
    rowId: z.string(),
    operation: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    before: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  })
  .meta({ id: 'ExportedChange' });

export const exportChanges = operation({
  name: 'exportChanges',
  method: 'GET',
  path: '/ext/desktop/refused/export',
  summary: "The caller's changes that wait or were refused, with all their values, to be kept as a file.",
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: z.strictObject({ exportedAt: Instant, server: z.string(), changes: z.array(ExportedChange) }),
  problems: [],
});

export const printChanges = operation({
  name: 'printChanges',
  kind: 'download',
  method: 'GET',
  path: '/ext/desktop/refused/print',
  summary: "The caller's changes that wait or were refused, with their photos, as a PDF file.",
  effect: 'read',
  right: 'signedIn',
  audit: null,
  offline: true,
  agentOnly: true,
  input: nothing,
  output: Download,
  problems: ['reportFailed', 'unavailable'],
});

export const getRefusedPicture = operation({
  name: 'getRefusedPicture',
  kind: 'media',
  method: 'GET',
  path: '/ext/desktop/refused/picture/{id}',
  summary: 'The photo of a change that was refused.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: z.strictObject({ id: z.string().max(200) }),
  output: MediaAnswer,
  problems: ['notFound'],
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
  summary: 'What happens on the desktop, as it happens.',
  effect: 'read',
  right: 'public',
  offline: true,
  agentOnly: true,
  input: nothing,
  output: Events,
  problems: [],
});

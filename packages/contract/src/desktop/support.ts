/** Facts about a desktop for support. A server does not have this operation. */
import { z } from 'zod';
import { operation } from '../base/operation.ts';
import { Instant } from '../base/values.ts';
import { DesktopStatus, SyncLog } from './desktop.ts';
import { EncryptionStatus } from './encryption.ts';
import { ConnectedDevices } from './readers.ts';
import { UpdateState } from './updates.ts';

/** Facts about a desktop, without records, names of people, photos and secrets. */
export const SupportReport = z
  .strictObject({
    madeAt: Instant,
    server: z.string().describe('Address of the server it synchronises with.'),
    versions: z.strictObject({
      running: z.string(),
      shell: z.string().describe('Of the installation.'),
      node: z.string(),
      current: z.string().nullable().describe('Version seen running last; null: the installed one.'),
      previous: z.string().nullable(),
      refused: z.array(z.string()).describe('Versions that did not run here.'),
    }),
    trial: z.string().nullable().describe('Version that was installed and has not run yet.'),
    update: UpdateState,
    system: z.strictObject({
      name: z.string(),
      memoryBytes: z.number(),
      usedBytes: z.number().describe('By the agent.'),
      freeDiskBytes: z.number(),
      upSeconds: z.number().int(),
    }),
    synchronisation: DesktopStatus.omit({ synced: true }),
    encryption: EncryptionStatus,
    records: z
      .array(z.strictObject({ table: z.string(), rows: z.number().int() }))
      .describe('Number of rows in each table of the device, deleted ones among them, and nothing of their contents.'),
    runs: z.array(SyncLog),
    readers: ConnectedDevices,
    logs: z.strictObject({ agent: z.array(z.string()), launcher: z.array(z.string()) }).describe('Their last lines.'),
  })
  .meta({ id: 'SupportReport' });
/** Facts about a desktop. */
export type SupportReport = z.infer<typeof SupportReport>;

export const getSupportReport = operation({
  name: 'getSupportReport',
  method: 'GET',
  path: '/ext/desktop/support',
  summary: 'Versions, state, counts and logs of this desktop, to be sent to those who help with it.',
  effect: 'read',
  right: 'signedIn',
  offline: true,
  agentOnly: true,
  input: z.strictObject({}),
  output: SupportReport,
  problems: [],
});

/** The RFID readers of a desktop (docs/acceptance.md, RFID). A server does not have these operations. */
import { z } from 'zod';
import { TagKind } from '../items/items.ts';
import { operation } from '../base/operation.ts';

/** An RFID reader (docs/acceptance.md, RFID). */
export const RfidDevice = z
  .strictObject({
    id: z.string().describe('Serial number where the reader reports it, else its port.'),
    com: z.string().describe('Name of its port.'),
    product: z.string(),
    displayName: z.string(),
    batteryStatus: z
      .strictObject({
        percent: z.number().int().min(0).max(100).nullable().describe('null: the reader does not report it.'),
        charge: z.enum(['discharging', 'charging', 'full', 'unknown']),
      })
      .nullable()
      .describe('null: not known yet.'),
    protocol: z.enum(['tsl', 'line', 'wedge', 'llrp']),
    state: z
      .enum(['connecting', 'ready', 'scanning', 'waiting', 'ignored', 'parked'])
      .describe('`waiting`: it was lost and is tried again. `parked`: it was let go of by hand.'),
    fault: z
      .enum(['notAReader', 'noAnswer', 'asleep', 'busy', 'noPermission', 'lost', 'batteryTooLow', 'region', 'failed'])
      .nullable()
      .describe('Reason why it is not ready, or its current error.'),
  })
  .meta({ id: 'RfidDevice' });
/** An RFID reader. */
export type RfidDevice = z.infer<typeof RfidDevice>;

/** The readers of a desktop, and the ports on which others may be. */
export const ConnectedDevices = z
  .strictObject({
    devices: z.array(RfidDevice),
    selected: z.string().nullable().describe('Id of the reader that scans; null: none is connected.'),
    otherPorts: z
      .array(z.strictObject({ path: z.string(), label: z.string() }))
      .describe('Ports that are opened only when a person chooses them: they may belong to any device.'),
  })
  .meta({ id: 'ConnectedDevices' });
/** The readers of a desktop, and the ports on which others may be. */
export type ConnectedDevices = z.infer<typeof ConnectedDevices>;

/** A tag that entered the field of a reader. */
export const TagSeen = z
  .strictObject({
    tag: z.string().describe('Canonical hexadecimal.'),
    tagKind: TagKind,
    rssi: z.number().nullable().describe('Signal strength, dBm.'),
    source: z
      .enum(['trigger', 'scan'])
      .describe('Whether the person pressed the trigger, or the product was scanning.'),
    deviceId: z.string(),
  })
  .meta({ id: 'TagSeen' });
/** A tag that entered the field of a reader. */
export type TagSeen = z.infer<typeof TagSeen>;

const common = { effect: 'read', right: 'signedIn', offline: true, agentOnly: true } as const;
const deviceId = z.strictObject({ id: z.string().max(400).describe('Of the reader.') });

export const getConnectedDevices = operation({
  ...common,
  name: 'getConnectedDevices',
  method: 'GET',
  path: '/ext/desktop/readers',
  summary: 'The RFID readers of this device.',
  input: z.strictObject({}),
  output: ConnectedDevices,
  problems: [],
});

export const selectReader = operation({
  ...common,
  name: 'selectReader',
  method: 'POST',
  path: '/ext/desktop/readers/select',
  summary: 'Chooses the reader that scans; connects it when it was let go of.',
  input: deviceId,
  output: ConnectedDevices,
  problems: ['notFound'],
});

export const connectReader = operation({
  ...common,
  name: 'connectReader',
  method: 'POST',
  path: '/ext/desktop/readers/connect',
  summary: 'Probes a port for a reader, and from then on whenever the same device is plugged in.',
  input: z.strictObject({ path: z.string().max(400).describe('One of `otherPorts`.') }),
  output: ConnectedDevices,
  problems: ['notFound'],
});

export const disconnectReader = operation({
  ...common,
  name: 'disconnectReader',
  method: 'POST',
  path: '/ext/desktop/readers/disconnect',
  summary: 'Lets go of a reader, so that another program can use it, until it is selected again.',
  input: deviceId,
  output: ConnectedDevices,
  problems: ['notFound'],
});

export const startScanning = operation({
  ...common,
  name: 'startScanning',
  method: 'POST',
  path: '/ext/desktop/readers/start-scanning',
  summary: 'Starts reading tags with the selected reader, until it is stopped.',
  input: z.strictObject({
    mode: z
      .enum(['single', 'bulk'])
      .default('bulk')
      .describe('`single`: one tag close by, at low power. `bulk`: everything within reach.'),
  }),
  output: ConnectedDevices,
  problems: ['noReader'],
});

export const stopScanning = operation({
  ...common,
  name: 'stopScanning',
  method: 'POST',
  path: '/ext/desktop/readers/stop-scanning',
  summary: 'Stops reading tags. The trigger of a reader still reads.',
  input: z.strictObject({}),
  output: ConnectedDevices,
  problems: [],
});

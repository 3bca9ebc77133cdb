import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { TableRegistry } from '../registry.ts';
import type { Store, TransactionalStore } from '../store.ts';
import { versionOf } from '../versions.ts';

/** State of a device, stored as one fact of its database. */
export const DeviceState = z.object({
  /** Id assigned by the server; '' until then. */
  deviceId: z.string(),
  /** Number of the next change. */
  nextN: z.int(),
  /** The chain after the last change. */
  chain: z.string(),
  /** Number of the last change that the server accepted, and the chain after it. */
  ackedN: z.int(),
  ackedChain: z.string(),
  /** The last clock issued. */
  clock: z.custom<Clock>((value) => Array.isArray(value) && value.length === 3).nullable(),
  epoch: z.string().nullable(),
  schema: z.int(),
  /** Version before the last update of the program, until the new tables and columns were received. */
  upgradedFrom: z.int().nullable(),
  /** The current run, and the time at which its lease expires. */
  lease: z.object({ runId: z.string(), until: z.number() }).nullable(),
});
export type DeviceState = z.infer<typeof DeviceState>;

/** Dependencies of the device side, provided by the host. */
export interface DeviceSetting {
  database: TransactionalStore;
  registry: TableRegistry;
  /** Milliseconds UTC by the device's own clock. */
  now(): number;
  /** At least 0, less than 1. */
  random(): number;
  /** Lets other tasks run; called at intervals during a long merge. */
  rest?(): Promise<void>;
  /** Size of one push; the limits of the wire by default. */
  batch?: { changes: number; bytes: number };
}

/** Key of the fact in which the state of a device is stored. */
export const STATE_KEY = 'syncState';

/** Returns the state of a newly registered device. */
export function freshState(deviceId: string, schema: number): DeviceState {
  return {
    deviceId,
    nextN: 1,
    chain: '',
    ackedN: 0,
    ackedChain: '',
    clock: null,
    epoch: null,
    schema,
    upgradedFrom: null,
    lease: null,
  };
}

/** Gives a database without a device id a new one. @returns the id of the device */
export async function ensureEnrolled(setting: DeviceSetting, newId: () => string): Promise<string> {
  return setting.database.transaction(async (store) => {
    if ((await store.list('instance', { key: STATE_KEY })).length === 0)
      await writeState(store, freshState(newId(), versionOf(setting.registry)));
    return (await readState(store)).deviceId;
  });
}

/** @throws {Error} when the device was never enrolled */
export async function readState(store: Store): Promise<DeviceState> {
  const [fact] = await store.list('instance', { key: STATE_KEY });
  if (fact === undefined) throw new Error('This database was never enrolled as a device.');
  return JSON.parse(fact.value) as DeviceState;
}

/** Stores the state. */
export function writeState(store: Store, state: DeviceState): Promise<void> {
  return store.put('instance', { key: STATE_KEY, value: JSON.stringify(state) });
}

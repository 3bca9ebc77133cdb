/** Edits of users, on devices and in the browser. */
import { Problem } from '@holdfast/contract';
import type { Change } from '../../change.ts';
import { openDeviceWriter } from '../../device/writer.ts';
import { uuidV7 } from '../../ids.ts';
import { openWriter } from '../../mutate.ts';
import type { StoredRow } from '../../registry.ts';
import type { Store } from '../../store.ts';
import { checkDevice, checkServerTree } from './invariants.ts';
import { type Prng, pickOne } from './prng.ts';
import { COMPANIES, registries, START, record, type World } from './world.ts';

/** Returns the rows of a scope, including deleted ones, in the order of their ids. */
export async function rowsIn(store: Store, table: string, scopeId: string): Promise<StoredRow[]> {
  const window = { scopeId, after: -1, upTo: Number.MAX_SAFE_INTEGER, limit: 1000 };
  return (await store.rowsAfter(table, window)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** An id drawn from the seed. */
export function newId(random: Prng): string {
  const bytes = new Uint8Array(10);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(random() * 256);
  return uuidV7(START, bytes);
}

async function anyChange(random: Prng, store: Store, scopeId: string, kinds: boolean): Promise<Change | null> {
  const places = await rowsIn(store, 'place', scopeId);
  const living = places.filter((row) => row.deletedAt === null);
  const dead = places.filter((row) => row.deletedAt !== null);
  const value = `v${Math.floor(random() * 1e6)}`;
  const x = random();
  if (x < 0.3 || living.length === 0) {
    const parentId = living.length > 0 && random() < 0.6 ? pickOne(random, living).id : null;
    const labels = (await rowsIn(store, 'label', 'library')).filter((row) => row.deletedAt === null);
    const labelId = labels.length > 0 && random() < 0.3 ? pickOne(random, labels).id : null;
    const set = {
      name: value,
      parentId,
      labelId,
      x: Math.floor(random() * 9),
      y: 0,
      ...(kinds ? { kind: pickOne(random, ['area', 'level']) } : {}),
    };
    return { table: 'place', op: 'ins', id: newId(random), scopeId, set };
  }
  if (x < 0.42) {
    const set = { placeId: pickOne(random, living).id, kind: pickOne(random, ['paint', 'tape']), value };
    return { table: 'mark', op: 'ins', scopeId, set };
  }
  if (x < 0.47) {
    const marks = (await rowsIn(store, 'mark', scopeId)).filter((row) => row.deletedAt === null);
    return marks.length === 0 ? null : { table: 'mark', op: 'del', id: pickOne(random, marks).id };
  }
  if (x < 0.55) return dead.length === 0 ? null : { table: 'place', op: 'restore', id: pickOne(random, dead).id };
  if (x < 0.65) return { table: 'place', op: 'del', id: pickOne(random, living).id };
  const set: Record<string, string | number | null> = {};
  if (random() < 0.45) set['name'] = value;
  if (random() < 0.4) set['parentId'] = random() < 0.8 ? pickOne(random, living).id : null;
  if (random() < 0.3) set['x'] = Math.floor(random() * 90);
  if (random() < 0.3) set['y'] = Math.floor(random() * 90);
  if (Object.keys(set).length === 0) set['name'] = value;
  return { table: 'place', op: 'upd', id: pickOne(random, living).id, set };
}

/** Makes an action of several changes on a device, sometimes an atomic one. */
export async function edit(world: World, random: Prng): Promise<void> {
  const device = pickOne(random, world.devices);
  const userId = pickOne(random, device.users);
  const groupId = newId(random);
  const atomic = random() < 0.3;
  const made: Change[] = [];
  await refusable(() =>
    device.database.transaction(async (store) => {
      const scopes = (await store.list('subscription', {}))
        .map(({ scopeId }) => scopeId)
        .filter((id) => id !== 'library');
      if (scopes.length === 0) return;
      const scopeId = pickOne(random, scopes);
      const writer = await openDeviceWriter(store, device.setting, { userId, groupId, atomic });
      for (let k = 1 + Math.floor(random() * (random() < 0.3 ? 6 : 2)); k > 0; k--) {
        const change = await anyChange(random, store, scopeId, device.setting.registry === registries[2]);
        if (change === null) continue;
        await writer.mutate(change);
        made.push(change);
      }
      await writer.finish();
      for (const { clock } of await store.list('outbox', { groupId }))
        world.edits.set(`${groupId} ${clock}`, world.now);
    }),
  );
  record(world, () => `${device.name}, ${userId}: ${made.map(describe).join('; ')}`);
  await checkDevice(device);
}

function describe({ op, table, id = '', set = {} }: Change): string {
  return `${op} ${table} ${id} ${JSON.stringify(set)}`;
}

async function refusable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

/** Makes a change in the browser. */
export async function webEdit(world: World, random: Prng): Promise<void> {
  const scopeId = random() < 0.2 ? 'library' : pickOne(random, COMPANIES);
  await refusable(() =>
    world.server.database.transaction(async (store) => {
      const author = { userId: 'web', deviceId: 'server', now: world.now, groupId: newId(random) };
      const writer = openWriter(store, world.server.setting.registry, [await store.lockHead(scopeId)], author);
      const change =
        scopeId === 'library'
          ? ({ table: 'label', op: 'ins', id: newId(random), scopeId, set: { text: 'x' } } as const)
          : await anyChange(random, store, scopeId, true);
      if (change !== null) await writer.mutate(change);
      await writer.finish();
      record(world, () => `web: ${JSON.stringify(change)}`);
    }),
  );
  await checkServerTree(world);
}

/** What can happen in the world: people edit, messages travel or do not, machines fail. */
import { Problem } from '@holdfast/contract';
import type { Change } from '../../change.ts';
import { replaceRow } from '../../device/rows.ts';
import { upgradeDevice } from '../../device/upgrade.ts';
import { openDeviceWriter } from '../../device/writer.ts';
import { readState } from '../../device/state.ts';
import { recoverRuns, type Reply, sync } from '../../device/sync.ts';
import { uuidV7 } from '../../ids.ts';
import { openWriter } from '../../mutate.ts';
import type { StoredRow } from '../../registry.ts';
import { addToDigest, rowDigest } from '../../digest.ts';
import { pull } from '../../server/pull.ts';
import { push } from '../../server/push.ts';
import { repair } from '../../server/repair.ts';
import type { Store } from '../../store.ts';
import type { MemoryDatabase } from '../../stores/memory.ts';
import { checkDevice, checkPush, checkServerTree } from './invariants.ts';
import { type Prng, pickOne } from './prng.ts';
import {
  Broken,
  COMPANIES,
  Crash,
  grant,
  registries,
  register,
  type SimDevice,
  START,
  type Task,
  tell,
  versions,
  type World,
} from './world.ts';

/** Something that happens, by its name in a story. */
export type Action = (world: World, random: Prng) => Promise<void>;

/** What happens, and how often. */
export const ACTIONS: readonly (readonly [weight: number, name: string, action: Action])[] = [
  [38, 'edit', edit],
  [6, 'web edit', webEdit],
  [42, 'go on', goOn],
  [4, 'crash', crash],
  [2, 'clock', jumpClock],
  [3, 'late', deliverLate],
  [2, 'permission', flipPermission],
  [1, 'full', fullSync],
  [1, 'backup', backup],
  [0.7, 'restore', restore],
  [0.7, 'fork', fork],
  [1, 'upgrade', upgrade],
  [0.5, 'rot', rot],
];

async function rowsIn(store: Store, table: string, scopeId: string): Promise<StoredRow[]> {
  const window = { scopeId, after: -1, upTo: Number.MAX_SAFE_INTEGER, limit: 1000 };
  return (await store.rowsAfter(table, window)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function newId(random: Prng): string {
  return uuidV7(
    START,
    Uint8Array.from({ length: 10 }, () => Math.floor(random() * 256)),
  );
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

async function edit(world: World, random: Prng): Promise<void> {
  const device = pickOne(random, world.devices);
  const userId = pickOne(random, device.users);
  const groupId = newId(random);
  const atomic = random() < 0.3;
  const told: string[] = [];
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
        told.push(`${change.op} ${change.table} ${change.id ?? ''} ${JSON.stringify(change.set ?? {})}`);
      }
      await writer.finish();
      for (const { clock } of await store.list('outbox', { groupId }))
        world.edits.set(`${groupId} ${clock}`, world.now);
    }),
  );
  tell(world, `${device.name}, ${userId}: ${told.join('; ')}`);
  await checkDevice(device);
}

async function refusable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

async function webEdit(world: World, random: Prng): Promise<void> {
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
      tell(world, `web: ${JSON.stringify(change)}`);
    }),
  );
  await checkServerTree(world);
}

/** Lets a device take one step of its run, or begin one. */
async function goOn(world: World, random: Prng): Promise<void> {
  const device = pickOne(random, world.devices);
  if (device.tasks.length === 0 || random() < 0.03) return begin(world, device, random, false);
  const task = pickOne(random, device.tasks);
  await advance(world, device, task, random, true);
}

async function fullSync(world: World, random: Prng): Promise<void> {
  const device = pickOne(random, world.devices);
  if (device.tasks.length === 0) await begin(world, device, random, true);
}

export async function begin(world: World, device: SimDevice, random: Prng, full: boolean): Promise<void> {
  const run = sync(device.setting, { runId: newId(random), trigger: 'auto', full });
  const task: Task = { run, effect: { kind: 'step', at: 'begin' } };
  device.tasks.push(task);
  tell(world, `${device.name} begins a run${full ? ', in full' : ''}`);
  await advance(world, device, task, random, false);
}

/** Answers what a run asks for, with or without faults, and lets it go on to the next thing it asks for. */
export async function advance(
  world: World,
  device: SimDevice,
  task: Task,
  random: Prng,
  faults: boolean,
): Promise<void> {
  const reply = await answer(world, device, task, random, faults);
  if (faults && random() < 0.03) device.crashing = true;
  try {
    const next = await task.run.next(reply);
    if (next.done === true) {
      device.last = next.value;
      device.tasks = device.tasks.filter((one) => one !== task);
      tell(world, `${device.name} ends its run: ${next.value.status} ${next.value.message}`);
    } else task.effect = next.value;
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    await lose(world, device);
  }
  device.crashing = false;
  await checkDevice(device);
}

async function answer(
  world: World,
  device: SimDevice,
  { effect }: Task,
  random: Prng,
  faults: boolean,
): Promise<Reply> {
  if (effect.kind === 'step' || effect.kind === 'progress') return undefined;
  const { deviceId } = await device.database.transaction(readState);
  if (effect.kind === 'register') {
    if (!world.features.forks) throw new Broken(`${device.name}: registers anew though nobody copied its database`);
    if (faults && random() < 0.1) return null;
    device.forked = true;
    return { answer: { deviceId: await register(world, device) } };
  }
  const x = faults ? random() : 1;
  if (x < 0.08) {
    tell(world, `${device.name}: ${effect.kind} is lost`);
    return null;
  }
  if (effect.kind === 'push') {
    const request: unknown = structuredClone(effect.request);
    if (x < 0.14) {
      world.late.push({ deviceId, request });
      tell(world, `${device.name}: push will be late`);
      return null;
    }
    const reply = await handlePush(world, deviceId, request, random, faults, true);
    await checkPush(world, device, effect.request);
    if (faults && random() < 0.08) await handlePush(world, deviceId, request, random, false, false);
    if (faults && random() < 0.08) return null;
    return reply === null ? null : { answer: reply };
  }
  if (effect.kind === 'repair' && !device.rotten)
    throw new Broken(`${device.name}: its proof failed though nothing was lost`);
  const setting = world.server.setting;
  const request: unknown = structuredClone(effect.request);
  const lines =
    effect.kind === 'pull' ? pull(setting, deviceId, request, world.now) : repair(setting, deviceId, request);
  return { lines: travelling(world, device, lines, random, faults) };
}

async function handlePush(
  world: World,
  deviceId: string,
  request: unknown,
  random: Prng,
  faults: boolean,
  onTime: boolean,
): Promise<unknown> {
  if (faults && random() < 0.05) world.server.crashing = true;
  try {
    const reply = await push(world.server.setting, deviceId, request, world.now);
    if (reply.kind === 'ack') {
      await checkServerTree(world);
      if (reply.verdicts.some(({ verdict, reason }) => verdict === 'rejected' && reason === 'wouldLoop'))
        throw new Broken('a move into itself cost the edit its other columns');
      if (reply.verdicts.some(({ verdict, reason }) => verdict === 'rejected' && reason === 'ruleBroken'))
        throw new Broken('a change that the device allowed does not fit the table');
    }
    tell(
      world,
      `push of ${deviceId}${onTime ? '' : ', again'}: ${JSON.stringify(reply.kind === 'ack' ? reply.verdicts : reply)}`,
    );
    return JSON.parse(JSON.stringify(reply)) as unknown;
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    tell(world, 'the server crashes before it keeps a push');
    return null;
  } finally {
    world.server.crashing = false;
  }
}

/** A stream that others write under, and that may be cut at any line. */
async function* travelling(
  world: World,
  device: SimDevice,
  lines: AsyncIterable<unknown>,
  random: Prng,
  faults: boolean,
): AsyncGenerator<unknown, void, void> {
  const allowed = new Set(
    [...world.grants.keys()].flatMap((key) => (device.users.includes(key.split(' ')[0]!) ? [key.split(' ')[1]!] : [])),
  );
  const begun = world.server.epochs;
  for await (const line of lines) {
    if (world.server.epochs !== begun) {
      // A backup is put back while the server is stopped, and nothing stays connected to that.
      tell(world, `${device.name}: the stream ends with the server`);
      throw new Error('connection reset');
    }
    if (faults && random() < 0.03) {
      tell(world, `${device.name}: the stream is cut`);
      throw new Error('connection reset');
    }
    if (faults && random() < 0.04) await webEdit(world, random);
    const row = (line as { row?: StoredRow }).row ?? (line as { change?: StoredRow }).change;
    if (row !== undefined && !allowed.has(row.scopeId))
      throw new Broken(`a record of scope ${row.scopeId} travels to ${device.name}`);
    yield JSON.parse(JSON.stringify(line)) as unknown;
  }
}

async function lose(world: World, device: SimDevice): Promise<void> {
  tell(world, `${device.name} loses power`);
  const { tasks } = device;
  device.tasks = [];
  device.crashing = false;
  for (const { run } of tasks) await run.return(undefined as never);
  await recoverRuns(device.setting);
}

async function crash(world: World, random: Prng): Promise<void> {
  const device = pickOne(random, world.devices);
  if (device.tasks.length > 0) await lose(world, device);
}

function jumpClock(world: World, random: Prng): Promise<void> {
  const device = pickOne(random, world.devices);
  if (random() < 0.5) {
    device.skew += Math.floor((random() - 0.5) * 2 * 86_400_000);
    device.jumped = true;
    tell(world, `${device.name}: its clock jumps`);
  }
  return Promise.resolve();
}

async function deliverLate(world: World, random: Prng): Promise<void> {
  if (world.late.length === 0) return;
  const [message] = world.late.splice(Math.floor(random() * world.late.length), 1);
  await handlePush(world, message!.deviceId, message!.request, random, false, false);
}

function flipPermission(world: World, random: Prng): Promise<void> {
  const x = random();
  if (x < 0.5) {
    if (!world.grants.delete('u3 B')) grant(world, 'u3', 'B', ['inspect']);
    if (random() < 0.3 && !world.grants.has('u3 B')) grant(world, 'u3', 'B', ['inspect']);
  } else {
    const held = world.grants.get('u2 A')!;
    held.rights = held.rights.length === 0 ? ['inspect'] : [];
  }
  tell(
    world,
    `permissions: ${[...world.grants].map(([key, one]) => `${key} ${one.grantId} ${one.rights.join()}`).join(', ')}`,
  );
  return Promise.resolve();
}

function backup(world: World): Promise<void> {
  if (world.features.restores) world.server.backup = (world.server.database as MemoryDatabase).copy();
  return Promise.resolve();
}

function restore(world: World): Promise<void> {
  const { server } = world;
  if (server.backup === null) return Promise.resolve();
  server.database = server.backup.copy();
  server.epochs += 1;
  world.restored = true;
  tell(world, 'the server is restored from its backup');
  return Promise.resolve();
}

/** An old copy of a device's database is put back. */
async function fork(world: World, random: Prng): Promise<void> {
  if (!world.features.forks) return;
  const device = pickOne(random, world.devices);
  const old = copies.get(device);
  if (old === undefined || random() < 0.5) copies.set(device, (device.database as MemoryDatabase).copy());
  else {
    await lose(world, device);
    device.database = old.copy();
    device.forked = true;
    device.lastCursors.clear();
    tell(world, `${device.name}: an old copy of its database is put back`);
    await recoverRuns(device.setting);
  }
}
const copies = new WeakMap<SimDevice, MemoryDatabase>();

async function upgrade(world: World, random: Prng): Promise<void> {
  const device = pickOne(random, world.devices);
  if (!world.features.upgrades || device.setting.registry === registries[2]) return;
  await lose(world, device);
  await device.database.transaction(async (store) => {
    for (const scope of COMPANIES)
      for (const row of await rowsIn(store, 'place', scope))
        await replaceRow(store, 'place', row, { ...row, kind: 'area' });
    for (const one of await store.list('confirmed', { tableName: 'place' }))
      if (one.rowJson !== null)
        await store.put('confirmed', {
          ...one,
          rowJson: JSON.stringify({ ...(JSON.parse(one.rowJson) as object), kind: 'area' }),
        });
    await upgradeDevice(store, versions, 2);
  });
  (device.setting as { registry: unknown }).registry = registries[2];
  tell(world, `${device.name} is brought to version 2`);
}

/** A row is lost on a device without anybody noticing. */
async function rot(world: World, random: Prng): Promise<void> {
  const device = pickOne(random, world.devices);
  await device.database.transaction(async (store) => {
    const [subscription] = await store.list('subscription', { scopeId: 'A' });
    const marks = (await rowsIn(store, 'mark', 'A')).filter((row) => row.deletedAt === null && row._seq > 0);
    if (subscription === undefined || marks.length === 0) return;
    const { id, _seq } = pickOne(random, marks);
    if ((await store.list('confirmed', { tableName: 'mark', rowId: id })).length > 0) return;
    await store.deleteRow('mark', id);
    const headDigest = addToDigest(subscription.headDigest, -rowDigest('mark', id, _seq));
    await store.put('subscription', { ...subscription, headRows: subscription.headRows - 1, headDigest });
    device.rotten = true;
    tell(world, `${device.name} loses mark ${id}`);
  });
}

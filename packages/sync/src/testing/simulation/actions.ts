/** Events of the simulated world: users edit, messages arrive or are lost, machines fail. */
import { replaceRow } from '../../device/rows.ts';
import { upgradeDevice } from '../../device/upgrade.ts';
import { recoverRuns } from '../../device/sync.ts';
import { addToDigest, rowDigest } from '../../digest.ts';
import { purgeDeleted } from '../../server/purge.ts';
import { type Prng, pickOne } from './prng.ts';
import { COMPANIES, epochNow, grant, registries, record, type SimDevice, type World } from './world.ts';
import { rowsIn, edit, webEdit } from './edits.ts';
import type { WatchedDatabase } from './watched.ts';
import { begin, advance, handlePush, lose } from './traffic.ts';

/** An event of a story. */
export type Action = (world: World, random: Prng) => Promise<void>;

/** Actions with their weight. */
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

/** Returns the actions of a world; some occur only in a few worlds. */
export function actionsOf({ features }: World): typeof ACTIONS {
  const actions = [...ACTIONS];
  if (features.forgets) actions.push([2, 'purge', purge]);
  if (features.disables) actions.push([3, 'account', flipAccount]);
  if (features.failovers) actions.push([5, 'replicate', replicate], [4, 'failover', failOver]);
  return actions;
}

/** Disables an account, or enables it again. */
function flipAccount(world: World, random: Prng): Promise<void> {
  const user = pickOne(random, ['u1', 'u2', 'u3']);
  if (!world.disabled.delete(user)) {
    world.disabled.add(user);
    // Its grants end, and it gets new ones when it is enabled again.
    for (const { userId, scopeId, rights } of world.grants.values())
      if (userId === user) grant(world, userId, scopeId, rights);
  }
  record(world, () => `disabled: ${[...world.disabled].join()}`);
  return Promise.resolve();
}

/** Purges the deleted rows of the server. */
async function purge(world: World): Promise<void> {
  for (const scopeId of COMPANIES) {
    const forgotten = await purgeDeleted(
      world.server.database,
      world.server.setting.registry,
      scopeId,
      Number.MAX_SAFE_INTEGER,
    );
    if (forgotten > 0) record(world, () => `the server forgets ${forgotten} deleted rows of ${scopeId}`);
  }
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

async function crash(world: World, random: Prng): Promise<void> {
  const device = pickOne(random, world.devices);
  if (device.tasks.length > 0) await lose(world, device);
}

function jumpClock(world: World, random: Prng): Promise<void> {
  const device = pickOne(random, world.devices);
  if (random() < 0.5) {
    device.skew += Math.floor((random() - 0.5) * 2 * 86_400_000);
    device.jumped = true;
    record(world, () => `${device.name}: its clock jumps`);
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
    world.grants.set('u2 A', { ...held, rights: held.rights.length === 0 ? ['inspect'] : [] });
  }
  record(
    world,
    () =>
      `permissions: ${[...world.grants].map(([key, one]) => `${key} ${one.grantId} ${one.rights.join()}`).join(', ')}`,
  );
  return Promise.resolve();
}

function backup(world: World): Promise<void> {
  if (world.features.restores) world.server.backup = world.server.database.copy();
  return Promise.resolve();
}

async function restore(world: World): Promise<void> {
  const { server } = world;
  if (server.backup === null) return;
  server.database = server.backup.copy();
  server.starts += 1;
  server.replica = null;
  await epochNow(world, true);
  record(world, () => 'the server is restored from its backup');
}

/** Copies the commits of the server's database to the replica. */
function replicate({ server }: World): Promise<void> {
  server.replica = server.database.copy();
  return Promise.resolve();
}

/** Replaces the lost database of the server by its replica. The server itself and its streams continue. */
function failOver(world: World): Promise<void> {
  const { server } = world;
  if (server.replica === null) return Promise.resolve();
  server.database = server.replica;
  server.replica = null;
  server.timeline += 1;
  record(world, () => `the server's database continues on its replica`);
  return Promise.resolve();
}

/** Restores an old copy of a device's database. */
async function fork(world: World, random: Prng): Promise<void> {
  if (!world.features.forks) return;
  const device = pickOne(random, world.devices);
  const old = copies.get(device);
  if (old === undefined || random() < 0.5) copies.set(device, device.database.copy());
  else {
    await lose(world, device);
    device.database = old.copy();
    device.forked = true;
    device.lastCursors.clear();
    record(world, () => `${device.name}: an old copy of its database is put back`);
    await recoverRuns(device.setting);
  }
}
const copies = new WeakMap<SimDevice, WatchedDatabase>();

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
    await upgradeDevice(store, 2);
  });
  (device.setting as { registry: unknown }).registry = registries[2];
  record(world, () => `${device.name} is brought to version 2`);
}

/** Removes a row on a device without any notice. */
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
    record(world, () => `${device.name} loses mark ${id}`);
  });
}

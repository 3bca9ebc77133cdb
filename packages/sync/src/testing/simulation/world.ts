/** The world of a simulation: a server, devices, people and what they may do. It runs the product's own code over its own stores. */
import type { Membership } from '../../rights.ts';
import type { Columns, TableRegistry } from '../../registry.ts';
import type { ServerSetting } from '../../server/setting.ts';
import type { DeviceSetting } from '../../device/state.ts';
import { freshState, writeState } from '../../device/state.ts';
import type { Effect, Reply, RunResult } from '../../device/sync.ts';
import type { TransactionalStore } from '../../store.ts';
import { memoryDatabase } from '../../stores/memory.ts';
import { registryAtVersion } from '../atVersion.ts';
import { openSqlite } from '../databases.ts';
import { type WatchedDatabase, watchedDatabase } from './watched.ts';
import { toyRegistry } from '../toy.ts';
import { type Prng, prng } from './prng.ts';

/** The power went out. */
export class Crash extends Error {}

/** Effect for which a device's run waits. */
export interface Task {
  run: AsyncGenerator<Effect, RunResult, Reply>;
  effect: Effect;
}

export interface SimDevice {
  name: string;
  users: string[];
  database: WatchedDatabase;
  setting: DeviceSetting;
  skew: number;
  jumped: boolean;
  tasks: Task[];
  /** The next transaction fails before it is kept. */
  crashing: boolean;
  /** Scopes that a user on it ever had. */
  ever: Set<string>;
  forked: boolean;
  /** It lost a row without noticing. */
  rotten: boolean;
  /** Parsed texts of its outbox. */
  typed: Map<string, Columns>;
  lastCursors: Map<string, { grantId: string; epoch: string; cursor: number }>;
  last: RunResult | null;
}

export interface World {
  seed: number;
  random: Prng;
  now: number;
  server: {
    database: WatchedDatabase;
    setting: ServerSetting;
    crashing: boolean;
    backup: WatchedDatabase | null;
    epochs: number;
  };
  /** By user and scope. */
  grants: Map<string, Membership>;
  grantCount: number;
  devices: SimDevice[];
  deviceCount: number;
  late: { deviceId: string; request: unknown }[];
  /** True times of edits, by action and clock. */
  edits: Map<string, number>;
  /** Entries of the log whose age was looked at. */
  checked: Set<string>;
  /** Closes the databases. */
  close: (() => Promise<void>)[];
  /** Recorded events, as text; null when they are not recorded. */
  story: string[] | null;
  features: { sqlite: boolean; restores: boolean; forks: boolean; upgrades: boolean; forgets: boolean };
  restored: boolean;
}

export const COMPANIES = ['A', 'B'] as const;
export const START = Date.UTC(2026, 0, 15, 12);

/** Tables as a program of each version knows them. */
export const registries: Record<number, TableRegistry> = { 1: registryAtVersion(toyRegistry, 1), 2: toyRegistry };

/** A world at the beginning of its story. */
export async function makeWorld(seed: number, story: string[] | null): Promise<World> {
  const random = prng(seed);
  const sqlite = seed % 25 === 0;
  const world: World = {
    seed,
    random,
    now: START,
    server: undefined as never,
    grants: new Map(),
    grantCount: 0,
    devices: [],
    deviceCount: 0,
    late: [],
    edits: new Map(),
    checked: new Set(),
    close: [],
    story,
    features: {
      sqlite,
      restores: !sqlite && seed % 5 === 1,
      forks: !sqlite && seed % 5 === 2 && seed % 3 !== 0,
      upgrades: !sqlite && seed % 3 === 0,
      forgets: seed % 9 === 8,
    },
    restored: false,
  };
  const database = await openDatabase(world, 'server');
  world.server = { database, crashing: false, backup: null, epochs: 1, setting: undefined as never };
  world.server.setting = {
    get database() {
      return crashable(world.server.database, world.server);
    },
    registry: toyRegistry,
    get epoch() {
      return `epoch-${world.server.epochs}`;
    },
    serverId: 'server',
    memberships: (deviceId) => Promise.resolve(membershipsOf(world, deviceId)),
    report: (error) => {
      throw error;
    },
    chunk: 3,
  };
  for (const [user, scopes] of Object.entries({ u1: 'AB', u2: 'A', u3: 'AB' }))
    for (const scope of scopes) grant(world, user, scope, ['inspect']);
  for (const user of ['u1', 'u2', 'u3']) grant(world, user, 'library', []);
  for (const users of [['u1'], ['u2'], ['u3'], ['u1', 'u3']].slice(0, 2 + (seed % 3))) await addDevice(world, users);
  return world;
}

async function openDatabase(world: World, host: 'server' | 'device'): Promise<WatchedDatabase> {
  if (!world.features.sqlite) return watchedDatabase(memoryDatabase(toyRegistry));
  const { database, close } = await openSqlite(host);
  world.close.push(close);
  return watchedDatabase(database);
}

export function grant(world: World, user: string, scopeId: string, rights: ('inspect' | 'administer')[]): void {
  const grantId = `g${String(++world.grantCount).padStart(6, '0')}`;
  world.grants.set(`${user} ${scopeId}`, { userId: user, scopeId, grantId, rights });
  for (const device of world.devices) if (device.users.includes(user)) device.ever.add(scopeId);
}

/** The people of a device, found by any name it has or had. */
const owners = new WeakMap<World, Map<string, SimDevice>>();

export async function register(world: World, device: SimDevice): Promise<string> {
  const id = `d${++world.deviceCount}`;
  const known = owners.get(world) ?? new Map<string, SimDevice>();
  owners.set(world, known);
  known.set(id, device);
  await world.server.database.transaction((store) =>
    store.put('device', {
      id,
      lastN: 0,
      chain: '',
      lastSeenAt: null,
      schema: 1,
      waiting: 0,
      revokedAt: null,
      revokeMode: null,
    }),
  );
  return id;
}

function membershipsOf(world: World, deviceId: string): Membership[] {
  const users = owners.get(world)?.get(deviceId)?.users ?? [];
  return [...world.grants.values()].filter(({ userId }) => users.includes(userId));
}

async function addDevice(world: World, users: string[]): Promise<void> {
  const schema = world.features.upgrades && world.devices.length % 2 === 0 ? 1 : 2;
  const device: SimDevice = {
    name: `device ${world.devices.length + 1}`,
    users,
    database: await openDatabase(world, 'device'),
    setting: undefined as never,
    skew: Math.floor((world.random() - 0.5) * 6 * 86_400_000),
    jumped: false,
    tasks: [],
    crashing: false,
    ever: new Set(
      [...world.grants.values()].filter(({ userId }) => users.includes(userId)).map(({ scopeId }) => scopeId),
    ),
    forked: false,
    rotten: false,
    typed: new Map(),
    lastCursors: new Map(),
    last: null,
  };
  device.setting = {
    get database() {
      return crashable(device.database, device);
    },
    registry: registries[schema]!,
    now: () => world.now + device.skew,
    random: world.random,
    batch: { changes: 4, bytes: 100_000 },
  };
  world.devices.push(device);
  const id = await register(world, device);
  await device.database.transaction((store) => writeState(store, freshState(id, schema)));
}

/** A database whose host may lose power before a transaction is kept. */
function crashable(database: TransactionalStore, host: { crashing: boolean }): TransactionalStore {
  return {
    changesAfter: database.changesAfter,
    head: database.head,
    transaction: (work) =>
      database.transaction(async (store) => {
        const value = await work(store);
        if (!host.crashing) return value;
        host.crashing = false;
        throw new Crash();
      }),
  };
}

/** Records an event, when events are recorded. */
export function record(world: World, what: () => string): void {
  world.story?.push(what());
}

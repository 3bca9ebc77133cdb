/** The world of a simulation: a server, devices, people and their rights. It runs the product's code over its stores. */
import type { Membership } from '../../rights.ts';
import type { Columns, TableRegistry } from '../../registry.ts';
import { type EpochFacts, epochToNote } from '../../server/epoch.ts';
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

/** Error: simulated power failure. */
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
  /** True when the next transaction fails before its commit. */
  crashing: boolean;
  /** Scopes that a user on it ever had. */
  ever: Set<string>;
  forked: boolean;
  /** True when it lost a row without noticing. */
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
    /** A copy of the database that lags behind it. */
    replica: WatchedDatabase | null;
    /** Number of the PostgreSQL timeline. */
    timeline: number;
    /** Counts the starts of the server; no connection outlasts one. */
    starts: number;
    epochs: number;
  };
  /** By user and scope. */
  grants: Map<string, Membership>;
  grantCount: number;
  /** People whose accounts are disabled. */
  disabled: Set<string>;
  devices: SimDevice[];
  deviceCount: number;
  late: { deviceId: string; request: unknown }[];
  /** True times of edits, by action and clock. */
  edits: Map<string, number>;
  /** Entries of the log whose age was checked. */
  checked: Set<string>;
  /** Closes the databases. */
  close: (() => Promise<void>)[];
  /** Recorded events, as text; null when they are not recorded. */
  story: string[] | null;
  features: {
    sqlite: boolean;
    restores: boolean;
    failovers: boolean;
    forks: boolean;
    upgrades: boolean;
    forgets: boolean;
    disables: boolean;
  };
}

export const COMPANIES = ['A', 'B'] as const;
export const START = Date.UTC(2026, 0, 15, 12);

/** Tables of the programs, by version. */
export const registries: Record<number, TableRegistry> = { 1: registryAtVersion(toyRegistry, 1), 2: toyRegistry };

/** Makes a world at the beginning of its story. */
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
    disabled: new Set(),
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
      failovers: !sqlite && seed % 10 === 4,
      forks: !sqlite && seed % 5 === 2 && seed % 3 !== 0,
      upgrades: !sqlite && seed % 3 === 0,
      forgets: seed % 9 === 8,
      disables: seed % 20 === 9,
    },
  };
  const database = await openDatabase(world, 'server');
  world.server = {
    database,
    crashing: false,
    backup: null,
    replica: null,
    timeline: 1,
    starts: 1,
    epochs: 0,
    setting: undefined as never,
  };
  world.server.setting = {
    database: crashable(() => world.server.database, world.server),
    registry: toyRegistry,
    epoch: () => epochNow(world),
    now: () => 0,
    serverId: 'server',
    memberships: (deviceId) => Promise.resolve(membershipsOf(world, deviceId)),
    report: (error) => {
      throw error;
    },
    chunk: 3,
    accessCheckMs: 0,
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

/** Returns the epoch as the server's database notes it. @param restored true after a restore from a backup */
export async function epochNow({ server }: World, restored = false): Promise<string> {
  return server.database.transaction(async (store) => {
    const [known] = await store.list('instance', { key: 'epoch' });
    const noted = known === undefined ? NOTHING : (JSON.parse(known.value) as EpochFacts);
    const next = epochToNote(
      restored ? NOTHING : noted,
      { timeline: String(server.timeline), isPlanned: false },
      () => `epoch-${(server.epochs += 1)}`,
    );
    if (next !== null) await store.put('instance', { key: 'epoch', value: JSON.stringify(next) });
    return (next ?? noted).epoch!;
  });
}
const NOTHING: EpochFacts = { epoch: null, timeline: null };

export function grant(world: World, user: string, scopeId: string, rights: Membership['rights']): void {
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
  return [...world.grants.values()].filter(({ userId }) => users.includes(userId) && !world.disabled.has(userId));
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
    database: crashable(() => device.database, device),
    registry: registries[schema]!,
    now: () => world.now + device.skew,
    random: world.random,
    batch: { changes: 4, bytes: 100_000 },
  };
  world.devices.push(device);
  const id = await register(world, device);
  await device.database.transaction((store) => writeState(store, freshState(id, schema)));
}

/** The current database of a host, which may lose power before a commit. */
function crashable(database: () => TransactionalStore, host: { crashing: boolean }): TransactionalStore {
  return {
    changesAfter: (scopeId, seq) => database().changesAfter(scopeId, seq),
    head: (scopeId) => database().head(scopeId),
    transaction: (work) =>
      database().transaction(async (store) => {
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

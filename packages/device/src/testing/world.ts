/** A server and devices in this process: real databases, HTTP between them, and timers that fire when a test lets time pass. */
import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { buildServer } from '@holdfast/api';
import type { DesktopEvent, InputOf, LoginResult, operations, SyncLog } from '@holdfast/contract';
import {
  actorOf,
  buildApplication,
  type Application,
  type Blobs,
  type Database,
  dispatch,
  handlers,
  registry,
} from '@holdfast/core';
import {
  type Calls,
  callsOf,
  memoryBlobs,
  openTestDatabase,
  openTestFixture,
  type TestFixture,
  testPorts,
} from '@holdfast/core/testing';
import { type DeviceSetting, ensureEnrolled, kyselyDatabase } from '@holdfast/sync';
import { type Kysely, sql } from 'kysely';
import { type Device, openDevice } from '../device.ts';
import type { Driver } from '../driver.ts';
import { writeFact } from '../facts.ts';
import { KeyUnavailable } from '../platform.ts';
import { type TestTimers, testTimers } from './timers.ts';

/** Address and password of users of the same company. */
export const MAREN = ['maren@example.test', 'maren-password'] as const;
export const IDRIS = ['idris@example.test', 'idris-password'] as const;

/** An answer in place of the server's; `cut`: the connection breaks without one. */
type Substitute = 'cut' | { status: number; type?: string; headers?: Record<string, string>; body?: string };

/** A server and its devices, closed at the end of a test. */
export interface World {
  readonly fixture: TestFixture;
  readonly address: string;
  /** Requests that reached the server, as `POST /ext/sync/push`. */
  readonly requests: string[];
  /** Decides which requests get another answer than the server's. */
  substitute(decide: ((request: string) => Substitute | undefined) | null): void;
  /** Opens a device without users. */
  device(name?: string): Promise<TestDevice>;
  /** Lets time pass for the server, the devices and their timers. */
  wait(ms: number): void;
  close(): Promise<void>;
}

/** A device and the state of its host, which a test may change. */
export interface TestDevice {
  readonly device: Device;
  readonly driver: Driver;
  readonly application: Application;
  readonly db: Kysely<Database>;
  readonly setting: DeviceSetting;
  readonly blobs: Blobs;
  readonly timers: TestTimers;
  /** Events that its windows received. */
  readonly events: DesktopEvent[];
  /** State of the host: of the key of the secrets, the connection and the encryption; and what the device reported to it. */
  readonly host: {
    key: 'available' | 'locked' | 'lost';
    isMetered: boolean;
    isEncrypted: boolean;
    encryptions: number;
    damages: unknown[];
    logged: string[];
  };
  signIn(email: string, password: string, more?: Partial<InputOf<(typeof operations)['signIn']>>): Promise<LoginResult>;
  /** Returns the operations, called by a user of this device. */
  as(email: string): Promise<Calls>;
  /** Runs the synchronisation once. @returns its entry in the history */
  run(full?: boolean): Promise<SyncLog>;
  /** Damages the stored bytes of a content, as a failing disk does. */
  damage(sha256: string): void;
  /** The file of its database, as other programs of the computer could read it. */
  file(): Buffer;
  /** Number of sessions on this device that are not ended. */
  sessions(): Promise<number>;
}

/** Opens a world with the cast of core on its server. @param options `events`: false for a server without a stream of events, as older ones */
export async function openWorld({ events = true } = {}): Promise<World> {
  const fixture = await openTestFixture('sqlite');
  const requests: string[] = [];
  let decide: ((request: string) => Substitute | undefined) | null = null;
  const app = buildServer({
    application: fixture.application,
    version: '1.2.3',
    web: null,
    logger: false,
    ready: () => Promise.resolve(true),
    admission(request, reply) {
      const name = `${request.method} ${request.url}`;
      const isStream = name === 'GET /ext/sync/events';
      if (!isStream) requests.push(name);
      const answer = decide?.(name) ?? (isStream && !events ? { status: 404 } : undefined);
      if (answer === undefined) return Promise.resolve();
      reply.hijack();
      if (answer === 'cut') request.raw.socket.destroy();
      else {
        const { status, type = 'application/json', headers = {}, body = '' } = answer;
        reply.raw.writeHead(status, { 'content-type': type, connection: 'close', ...headers }).end(body);
      }
      return Promise.resolve();
    },
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const devices: (TestDevice & { close(): Promise<void> })[] = [];
  return {
    fixture,
    address,
    requests,
    substitute(next) {
      decide = next;
    },
    async device(name = 'Tablet 1') {
      const one = await openOne(address, name, fixture);
      devices.push(one);
      return one;
    },
    wait(ms) {
      fixture.wait(ms);
      for (const { timers } of devices) timers.pass(ms);
    },
    async close() {
      for (const one of devices) await one.close();
      await app.close();
      await fixture.close();
    },
  };
}

async function openOne(
  address: string,
  deviceName: string,
  fixture: TestFixture,
): Promise<TestDevice & { close(): Promise<void> }> {
  const database = await openTestDatabase('sqlite', 'device');
  const { db } = database;
  // As on every device: rows arrive in any order.
  await sql`pragma foreign_keys = off`.execute(db);
  const now = (): number => fixture.application.ports.clock.now();
  const timers = testTimers();
  const host: TestDevice['host'] = {
    key: 'available',
    isMetered: false,
    isEncrypted: false,
    encryptions: 0,
    damages: [],
    logged: [],
  };
  const log = (_details: object, message: string): void => void host.logged.push(message);
  const setting: DeviceSetting = {
    database: kyselyDatabase(db, 'sqlite', registry),
    registry,
    now,
    random: () => 0.5,
  };
  const damaged = new Set<string>();
  const ports = { ...testPorts(now), blobs: damageable(memoryBlobs(now), damaged) };
  await ensureEnrolled(setting, () => ports.ids.next(now()));
  await writeFact(db, 'deviceToken', `sealed ${randomBytes(32).toString('base64url')}`);
  const keyed = async <T>(answer: () => T): Promise<T> => {
    if (host.key === 'locked') throw new KeyUnavailable('locked');
    return Promise.resolve(answer());
  };
  const device = openDevice({
    platform: {
      later: timers.later,
      async sha256(pieces) {
        const hash = createHash('sha256');
        for await (const piece of pieces) hash.update(piece);
        return hash.digest('hex');
      },
      gzip: (bytes) => Promise.resolve(new Uint8Array(gzipSync(bytes))),
      isMetered: () => Promise.resolve(host.isMetered),
      secrets: {
        place: () => 'file',
        seal: (text) => keyed(() => `sealed ${text}`),
        open: (sealed) => keyed(() => (host.key === 'lost' ? null : sealed.replace('sealed ', ''))),
      },
      encryption: {
        isComplete: () => host.isEncrypted,
        switchOn() {
          host.encryptions += 1;
          return Promise.resolve();
        },
      },
      log: { info: log, warn: log, error: log },
    },
    setting,
    databases: { read: db, write: db },
    ports,
    application: () => application,
    server: address,
    deviceName,
    version: '1.2.3',
    damaged: (error) => void host.damages.push(error),
  });
  const offline = [...handlers].filter(([, { operation }]) => operation.offline);
  const application = buildApplication({
    engine: 'sqlite',
    read: db,
    write: db,
    ports,
    deviceId: await device.deviceId(),
    device: setting,
    handlers: new Map([...offline, ...device.handlers.map((each) => [each.operation.name, each] as const)]),
    changed: () => device.driver.changed(),
  });
  const { driver } = device;
  await driver.start();
  const events: DesktopEvent[] = [];
  const watched = (await dispatch(application, {
    operation: 'watchDesktop',
    input: {},
    actor: fixture.actor('maren'),
  })) as AsyncIterable<DesktopEvent>;
  void (async () => {
    for await (const event of watched) events.push(event);
  })();
  const as = async (email: string): Promise<Calls> => {
    const { id } = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    return callsOf(application, await actorOf(application, id));
  };
  return {
    device,
    driver,
    application,
    db,
    setting,
    blobs: ports.blobs,
    timers,
    events,
    host,
    signIn: (email, password, more = {}) => callsOf(application, null).signIn({ email, password, ...more }),
    as,
    async run(full = false) {
      fixture.wait(1_000);
      await driver.run('User', full);
      await driver.settled();
      return (await driver.logs()).at(0)!;
    },
    damage: (sha256) => void damaged.add(sha256),
    file: () => database.serialize!(),
    async sessions() {
      const open = await db.selectFrom('token').select('id').where('revokedAt', 'is', null).execute();
      return open.length;
    },
    async close() {
      await device.stop();
      device.close();
      await database.close();
    },
  };
}

/** Returns bytes of which some can be damaged. @param damaged hashes of the contents that are */
function damageable(blobs: Blobs, damaged: Set<string>): Blobs {
  return {
    ...blobs,
    async open(key, range) {
      const bytes = await blobs.open(key, range);
      return bytes === null || !damaged.has(key.sha256) ? bytes : inverted(bytes);
    },
    setAside(key) {
      damaged.delete(key.sha256);
      return blobs.setAside(key);
    },
  };
}

async function* inverted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield piece.map((byte) => 255 - byte);
}

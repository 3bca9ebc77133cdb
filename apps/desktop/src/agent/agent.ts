import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { buildServer } from '@holdfast/api';
import {
  buildApplication,
  type Handler,
  handler,
  handlers,
  type Application,
  type Ports,
  removeExpired,
  NO_QUOTAS,
} from '@holdfast/core';
import { getInstance as getInstanceContract } from '@holdfast/contract';
import { isReadableInTransit } from '@holdfast/contract/client';
import { type Driver, factOr, notingViews, openDevice, readFact, writeFact } from '@holdfast/device';
import {
  argonPasswords,
  blobFolder,
  diskBlobs,
  formulasOnDemand,
  imagesOnDemand,
  type LocalReports,
  lockFolder,
  openMeteo,
  reportsOnDemand,
  SESSION_LIFETIMES,
  noSecondFactors,
  noSingleSignOn,
  openVault,
  systemPorts,
  boundedSpreadsheets,
  uploadBudget,
  vaultKeys,
  VERSION,
  webFolder,
} from '@holdfast/host';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type AgentConfig, ConfigError, EncryptionNeeded, ServerNeeded } from './config.ts';
import { type DeviceDatabase, openDeviceDatabase } from './database.ts';
import { openDeviceSecrets } from './deviceSecrets.ts';
import { openLaunches } from './launches.ts';
import { admission, type OwnAddress, serveLaunch } from './loopback.ts';
import { nodePlatform } from './platform.ts';
import { noteDamage, repairDatabase } from './repair/repair.ts';
import { type Encryption, openEncryption } from '../encryption/encryption.ts';
import { encryptionOperations, encryptionStatus, type EncryptionTerms } from '../encryption/operations.ts';
import { localFileOperations } from '../files/localFiles.ts';
import { systemPrograms } from '../files/programs.ts';
import { openDesktopReaders } from '../rfid/desktopReaders.ts';
import { readerOperations } from '../rfid/operations.ts';
import { supportOperations } from '../support/operations.ts';
import { type DesktopUpdates, openDesktopUpdates } from '../updates/desktopUpdates.ts';
import { updateOperations } from '../updates/operations.ts';
import { versionsFolder } from '../updates/supervisor.ts';

/** The port that is tried first on the first start. */
const FIRST_PORT = 4410;

/** Interval in ms between removals of expired rows. */
const REMOVE_EXPIRED_MS = 60 * 60 * 1000;

/** The supervisor, which restarts the agent and chooses its version (docs/updates.md). */
export interface Supervision {
  /** Version of the installation around the agent. */
  shell: string;
  /** Version of the agent that runs. */
  running: string;
  /** Ends the agent so that it is started again. */
  restart(): void;
}

/** An agent that runs. */
export interface RunningAgent {
  /** Origin of its pages, as `http://holdfast-3f9a.localhost:4410`. */
  origin: string;
  /** Port it listens on; with a window it may differ from the port of the origin. */
  port: number;
  /** Origin of the server it synchronises with. */
  server: string;
  application: Application;
  driver: Driver;
  updates: DesktopUpdates;
  /** Returns a single-use address that opens a window. */
  launchAddress(): string;
  /** Waits for the current calls, then closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts the desktop's local agent: the same core behind the same contract as the server, over a database of this machine, for the windows of this
 * machine alone.
 * @param clock the machine's, which may be wrong
 * @param supervision null: nothing restarts this agent, so it has no updates
 * @throws {FolderInUse} when another agent uses the data folder
 * @throws {ConfigError} when no server was ever configured, or the port is taken
 */
export async function startAgent(
  config: AgentConfig,
  log: Logger,
  clock: Ports['clock'] = systemPorts.clock,
  supervision: Supervision | null = null,
): Promise<RunningAgent> {
  const unlock = lockFolder(config.dataFolder);
  try {
    const { dataFolder, keychain = null } = config;
    const encryption = await openEncryption({ dataFolder, keychain, now: () => clock.now() });
    const { key, files } = encryption;
    const rescue = await repairDatabase(dataFolder, { clock, thorough: false, rebuild: false, key, files });
    if (rescue !== null) {
      log.warn({ ...rescue, changes: rescue.changes.length }, 'the damaged database was repaired');
      encryption.lookAgain();
    }
    encryption.convertDatabases();
    // Copies that programs of this computer opened are not encrypted. On some systems a copy that a program still has open cannot be removed.
    await rm(openedFolder(dataFolder), { recursive: true, force: true }).catch((error: unknown) =>
      log.warn({ err: error }, 'opened copies could not be removed'),
    );
    const device = await openDeviceDatabase(dataFolder, clock, encryption.keyFor(join(dataFolder, 'device.db')));
    try {
      await encryption.restoreAddress(device.databases.write);
      return await serve(config, log, clock, { ...device, encryption }, unlock, supervision);
    } catch (error) {
      await device.databases.close();
      throw error;
    }
  } catch (error) {
    unlock();
    throw error;
  }
}

async function serve(
  config: AgentConfig,
  log: Logger,
  clock: Ports['clock'],
  { databases, setting, encryption }: DeviceDatabase & { encryption: Encryption },
  unlock: () => void,
  supervision: Supervision | null,
): Promise<RunningAgent> {
  const { read, write, engine } = databases;
  const server = await serverOf(config, write, log);
  const hostId = await factOr(write, 'hostId', () => systemPorts.ids.next(clock.now()).slice(-8));
  const { dataFolder, keychain = null } = config;
  const secrets = await openDeviceSecrets({ dataFolder, keychain, account: hostId, db: write });
  if ((await readFact(read, 'deviceToken')) === null)
    await writeFact(write, 'deviceToken', await secrets.seal(systemPorts.secrets.next()));
  const own: OwnAddress = { host: `holdfast-${hostId}.localhost`, port: 0, listening: 0 };

  const ports = { ...(await portsOf(config, databases, encryption, log)), clock };
  const device = openDevice({
    platform: { ...nodePlatform(log, secrets), encryption },
    setting,
    databases: { read, write },
    ports,
    application: () => application,
    server,
    deviceName: hostname(),
    version: VERSION,
    damaged(error) {
      noteDamage(config.dataFolder, String(error));
      supervision?.restart();
    },
  });
  const { driver } = device;
  const terms: EncryptionTerms = {
    canRestart: supervision !== null,
    isRequired: async () => (await readFact(read, 'mustEncrypt')) ?? false,
  };
  const acceptedPorts = (await readFact(read, 'readerPorts')) ?? [];
  const readers = openDesktopReaders({
    addresses: config.readers ?? [],
    acceptedPorts,
    accept: async (port) =>
      writeFact(write, 'readerPorts', [...new Set([...((await readFact(read, 'readerPorts')) ?? []), port])]),
    notify: device.notify,
  });
  const updates = openDesktopUpdates({
    keys: supervision === null ? [] : (config.keys ?? []),
    shell: supervision?.shell ?? '0.0.0',
    node: process.versions.node,
    folder: versionsFolder(config.dataFolder),
    running: supervision?.running ?? VERSION,
    server,
    token: device.token,
    notify: device.notify,
    restart: () => supervision?.restart(),
    failed: (error) => log.warn({ err: error }, 'the update was not installed'),
  });
  const application = buildApplication({
    engine,
    read,
    write,
    ports,
    deviceId: await device.deviceId(),
    device: setting,
    handlers: handlersOf(driver.viewing, [
      ...device.handlers,
      describeAgent,
      ...readerOperations(() => readers),
      ...updateOperations(() => updates),
      ...encryptionOperations(encryption, terms),
      ...supportOperations({
        encryption: () => encryptionStatus(encryption, terms),
        dataFolder: config.dataFolder,
        versionsFolder: versionsFolder(config.dataFolder),
        shell: supervision?.shell ?? VERSION,
        server,
        database: read,
        driver: () => driver,
        readers: () => readers,
        updates: () => updates,
      }),
      ...localFileOperations({
        application: () => application,
        programs: systemPrograms(),
        folder: openedFolder(config.dataFolder),
      }),
    ]),
    changed: () => driver.changed(),
  });
  const launches = await openLaunches(application);
  const app = buildServer({
    application,
    version: VERSION,
    web: webFolder(import.meta.url, '../../../..'),
    logger: log,
    host: 'desktop',
    ready: () => databases.ready(),
    admission: admission(() => own, launches),
  });
  serveLaunch(app, launches);
  /** Closes everything except the database. */
  async function close(): Promise<void> {
    await device.stop();
    await encryption.stop();
    await readers.close();
    updates.stop();
    device.close();
    ports.reports.stop();
    await app.close();
  }
  const last = await readFact(read, 'port');
  try {
    own.listening = await listen(app, config.port, last, supervision !== null);
  } catch (error) {
    await close();
    throw error;
  }
  own.port = supervision !== null && config.port === null && last !== null ? last : own.listening;
  await writeFact(write, 'port', own.port);
  encryption.begin({ server, hostId, port: own.port });
  const removing = setInterval(() => {
    removeExpired(application).catch((error: unknown) => log.error({ err: error }, 'could not remove expired rows'));
  }, REMOVE_EXPIRED_MS);

  await driver.start();
  const origin = `http://${own.host}:${own.port}`;
  return {
    origin,
    port: own.listening,
    server,
    application,
    driver,
    updates,
    launchAddress: () => `${origin}/#launch=${launches.issue()}`,
    async stop() {
      clearInterval(removing);
      await close();
      await databases.close();
      unlock();
    },
  };
}

/** Folder for copies that programs of this computer open. */
function openedFolder(dataFolder: string): string {
  return join(dataFolder, 'opened');
}

/**
 * Returns the configured server, or the one of the last start, which is also used without encryption: its desktop may have work that was not sent.
 * @throws {ConfigError} when there is neither, or when a new one has no encryption
 */
async function serverOf(
  { server, unencrypted }: AgentConfig,
  write: DeviceDatabase['databases']['write'],
  log: Logger,
): Promise<string> {
  const known = await readFact(write, 'server');
  const chosen = server ?? known;
  if (chosen === null) throw new ServerNeeded();
  if (isReadableInTransit(chosen)) {
    if (chosen !== known && unencrypted !== true) throw new EncryptionNeeded(chosen);
    log.warn({ server: chosen }, 'the connection to the server is not encrypted');
  }
  if (known !== chosen) await writeFact(write, 'server', chosen);
  return chosen;
}

/** The ports of a device; its printing can be stopped. */
type AgentPorts = Ports & { reports: LocalReports };

async function portsOf(
  config: AgentConfig,
  databases: DeviceDatabase['databases'],
  { files }: Encryption,
  log: Logger,
): Promise<AgentPorts> {
  return {
    ...systemPorts,
    secondFactors: noSecondFactors(),
    quotas: NO_QUOTAS,
    vault: openVault(vaultKeys(config.dataFolder, null)),
    singleSignOn: noSingleSignOn(),
    passwords: argonPasswords(),
    sessions: SESSION_LIFETIMES,
    blobs: diskBlobs({ blobs: blobFolder(config), renditions: join(config.dataFolder, 'renditions') }, { files }),
    images: imagesOnDemand(),
    formulas: formulasOnDemand(),
    // Inspection types are set up on the server.
    starters: { all: () => Promise.resolve(new Map()) },
    uploads: uploadBudget(),
    reports: reportsOnDemand(),
    spreadsheets: boundedSpreadsheets(),
    // Only the server resets forgotten passwords; the operation is not offered here.
    mail: {
      wake: () => undefined,
    },
    weather: await openMeteo(config.weatherUrl, databases, log),
    instance: { version: VERSION, demo: () => null, setupCode: () => null, mustEncrypt: false },
  };
}

/** Describes this agent. It has no first administrator to create. */
const describeAgent = handler(getInstanceContract, {
  reach: 'library',
  commit: ({ ports }) =>
    Promise.resolve({
      product: 'Holdfast' as const,
      version: ports.instance.version,
      needsFirstAdministrator: false,
      singleSignOn: false,
      uploadLimits: ports.uploads.limits,
      demo: null,
    }),
});

/** Returns the handlers of an agent: those of the operations that work without a network, with the desktop's implementations in place of the server's. */
function handlersOf(viewing: Driver['viewing'], desktop: readonly Handler[]): ReadonlyMap<string, Handler> {
  const offline = [...handlers].filter(([, { operation }]) => operation.offline);
  const noting = offline.map(([name, each]) => [name, notingViews(each, viewing)] as const);
  return new Map([...noting, ...desktop.map((each) => [each.operation.name, each] as const)]);
}

/**
 * Listens on the loopback interface: on the configured port, else on that of the last start, else on the default. If that port is taken, listens on
 * any free port.
 * @param mayMove true when the window finds the agent on any port, so that a taken port does not prevent the start (docs/desktop.md, "One origin")
 * @throws {ConfigError} when a port has to be kept and is taken
 */
async function listen(
  app: FastifyInstance,
  asked: number | null,
  last: number | null,
  mayMove: boolean,
): Promise<number> {
  const wanted = asked ?? last ?? FIRST_PORT;
  const listenOn = async (port: number): Promise<number> =>
    Number(new URL(await app.listen({ port, host: '127.0.0.1' })).port);
  try {
    return await listenOn(wanted);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    if (asked !== null || (last !== null && !mayMove))
      throw new ConfigError([`--port ${wanted}: another program already listens on this port.`]);
    return listenOn(0);
  }
}

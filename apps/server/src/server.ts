import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { buildServer } from '@holdfast/api';
import {
  requestLostContents,
  buildApplication,
  collectUnusedBlobs,
  eraseNames,
  publishParticulars,
  purgeDeletions,
  handlers,
  hasAccounts,
  type Meter,
  openMeter,
  type Application,
  type Ports,
  pruneAudit,
  removeExpired,
  scrubContents,
  sealSecrets,
  waitingLetters,
} from '@holdfast/core';
import {
  argonPasswords,
  type Databases,
  formulasOnDemand,
  imagesOnDemand,
  type LocalReports,
  lockFolder,
  openMeteo,
  openVault,
  reportsOnDemand,
  secondFactors,
  singleSignOn,
  systemPorts,
  boundedSpreadsheets,
  uploadBudget,
  vaultKeys,
  VERSION,
  webFolder,
} from '@holdfast/host';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { openContents, startMoving } from './contents.ts';
import { openDatabases, type ServerDatabases } from './databases.ts';
import { type Demo, demoOf } from './demo/demo.ts';
import { closeDemo } from './demo/demoAccounts.ts';
import { repeat } from './repeat.ts';
import { relay } from './live.ts';
import { serveMetrics } from './metrics/listener.ts';
import { openMetrics } from './metrics/metrics.ts';
import { mailer } from './ports/mail.ts';
import { openPrintQueue } from './printing/queue.ts';
import { type SharedReports, sharedReports } from './printing/sharedReports.ts';
import { type OpenReplica, openReadReplica } from './postgres/replica.ts';
import { startersIn } from './demo/starters.ts';

/** Limits of printing; `total` and `perUser` hold for all servers of a database together. */
const PRINT_LIMITS = { atOnce: 2, total: 20, perUser: 3, seconds: 5 * 60 };

/** Interval in ms between removals of the names of erased people. */
const ERASE_MS = 20_000;

/** Interval in ms between exchanges of counted requests, uploads and prints with the database. */
const EXCHANGE_MS = 5_000;

/** Interval in ms between removals of expired rows. */
const REMOVE_EXPIRED_MS = 60 * 60 * 1000;

/** Delay in ms after the start before unreferenced contents are first removed, and the interval from then on. */
const COLLECT_FIRST_MS = 10 * 60 * 1000;
const COLLECT_MS = 24 * 60 * 60 * 1000;

/** Bytes of photos and files that are compared with their hashes at a time, and the pause in between: at most 90 GB a day. */
const SCRUB_BYTES = 64 * 1024 * 1024;
const SCRUB_MS = 60 * 1000;

/** Interval in ms between searches for contents that a check by command found damaged or missing. */
const ASK_MS = 5_000;

const UNRECOGNISED =
  'PostgreSQL does not let this role read its timeline: a promoted replica is not recognised (docs/operations.md, "When PostgreSQL restarts or fails over")';

/** A server that runs. */
export interface RunningServer {
  /** Address of the server, as `http://127.0.0.1:4400`. */
  address: string;
  application: Application;
  /** Code needed to create the first account; null once there is one. */
  setupCode: string | null;
  demo: Demo | null;
  /** Waits for the current calls, then closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts a server: opens its databases, listens, and resolves when it is ready: with a demo, once its accounts can sign in. The rest of the demo
 * fleet is made in the background.
 * @throws {FolderInUse} when another process uses the data folder
 */
export async function startServer(
  config: Config,
  log: Logger,
  options: { stress?: boolean } = {},
): Promise<RunningServer> {
  const leaveFolder = ownFolder(config);
  try {
    return await start(config, log, options, leaveFolder);
  } catch (error) {
    leaveFolder();
    throw error;
  }
}

/** Locks the data folder of a server on SQLite. Several servers may share PostgreSQL and a folder of blobs. */
function ownFolder({ databaseUrl, dataFolder }: Config): () => void {
  return databaseUrl === null ? lockFolder(dataFolder) : () => undefined;
}

async function start(
  config: Config,
  log: Logger,
  options: { stress?: boolean },
  leaveFolder: () => void,
): Promise<RunningServer> {
  const databases = await openDatabases(config);
  if (databases.engine === 'postgres' && databases.timeline === null) log.warn(UNRECOGNISED);
  const passwords = argonPasswords();
  const setupCode = randomBytes(10).toString('hex');
  let demo: Demo | null = null;
  let address = '';
  let isReady = false;
  const contents = openContents(config, { checked: true });
  const printer = reportsOnDemand();
  const line = await openPrinting(config, databases, printer, log);
  const mail = mailer(
    {
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      publicUrl: () => config.publicUrl ?? address,
      outbox: join(config.dataFolder, 'outbox'),
    },
    log,
  );
  const ports: Ports = {
    ...systemPorts,
    timeline: databases.timeline,
    passwords,
    sessions: config.sessions,
    secondFactors: secondFactors({ required: config.secondFactor, publicUrl: () => config.publicUrl ?? address }),
    quotas: config.quotas,
    vault: openVault(vaultKeys(config.dataFolder, config.secretKeys)),
    singleSignOn: singleSignOn(() => config.publicUrl ?? address),
    blobs: contents.blobs,
    images: imagesOnDemand(),
    formulas: formulasOnDemand(),
    starters: startersIn(),
    uploads: uploadBudget(config.uploadLimits),
    reports: line ?? printer,
    spreadsheets: boundedSpreadsheets(),
    mail,
    weather: await openMeteo(config.weatherUrl, databases, log),
    instance: {
      version: VERSION,
      demo: () => demo?.describe() ?? null,
      setupCode: () => (config.demo ? null : setupCode),
      mustEncrypt: config.mustEncrypt,
    },
  };
  const replica = replicaOf(config, log);
  const application = buildApplication({
    ...databasesOf(databases),
    ...(replica === null ? {} : { replica }),
    ports,
    handlers,
    deviceId: 'server',
  });
  const sealed = await sealSecrets(application);
  if (sealed > 0) log.info({ secrets: sealed }, 'stored secrets were encrypted with the first key');
  if (config.demo) demo = await demoOf({ databases, ports, log, stress: options.stress ?? false });
  else await closeDemo(databases, passwords, log);
  const meter = openMeter(application);
  const app = buildServer({
    application,
    meter,
    version: VERSION,
    web: webFolder(import.meta.url, '../../..'),
    trustProxy: config.trustProxy,
    logger: log,
    ready: async () => isReady && (await databases.ready()),
  });
  try {
    const metrics = await metricsOf(app, config, { application, databases, replica, printer, line }, log);
    address = await app.listen({ port: config.port, host: config.host });
    await demo?.seed();
    const relayed = await relay(application.events, config.databaseDirectUrl ?? config.databaseUrl, databases, log);
    const counting = repeat(() => exchange(meter, log), EXCHANGE_MS, EXCHANGE_MS);
    const erasing = repeat(() => erase(application, log), ERASE_MS, ERASE_MS);
    const removing = setInterval(() => void removeOld(application, config.auditMs, line, log), REMOVE_EXPIRED_MS);
    await line?.work(application);
    mail.start(application);
    const collecting = repeat(() => collect(application, log), COLLECT_FIRST_MS, COLLECT_MS);
    const moving = startMoving(contents.mover, log);
    const scrubbing = repeat(() => scrub(application, log), SCRUB_MS, SCRUB_MS);
    const asking = repeat(askForLost(application, log), 0, ASK_MS);
    isReady = true;
    return {
      address,
      application,
      setupCode: config.demo || (await hasAccounts(application)) ? null : setupCode,
      demo,
      stop: async () => {
        clearInterval(removing);
        counting.stop();
        erasing.stop();
        await relayed.close();
        collecting.stop();
        scrubbing.stop();
        asking.stop();
        moving.stop();
        await line?.stop();
        await metrics?.stop();
        printer.stop();
        await mail.stop();
        await stop(app, demo, databases);
        await replica?.close();
        leaveFolder();
      },
    };
  } catch (error) {
    await line?.stop();
    await mail.stop();
    await databases.close();
    await replica?.close();
    throw error;
  }
}

/** Serves metrics if the configuration requests them. */
async function metricsOf(
  app: FastifyInstance,
  { metrics: address, dataFolder }: Config,
  parts: {
    application: Application;
    databases: ServerDatabases;
    replica: OpenReplica | null;
    printer: LocalReports;
    line: SharedReports | null;
  },
  log: Logger,
): Promise<{ stop(): Promise<void> } | null> {
  if (address === null) return null;
  const { application, databases, replica, printer, line } = parts;
  const metrics = openMetrics(app, {
    application,
    version: VERSION,
    dataFolder,
    databaseAnswers: databases.ready,
    pool: databases.poolLoad,
    reads: replica?.answered ?? null,
    printing: async () => line?.load() ?? printer.load(),
    letters: () => waitingLetters(application.read),
  });
  const served = await serveMetrics(metrics, address, log);
  log.info({ address: served.address }, 'metrics are served');
  return served;
}

/** Opens printing: servers on PostgreSQL share a queue; a server on SQLite prints alone. */
async function openPrinting(
  { databaseUrl, databaseDirectUrl, dataFolder }: Config,
  { write }: Databases,
  printer: LocalReports,
  log: Logger,
): Promise<SharedReports | null> {
  if (databaseUrl === null) return null;
  const queue = await openPrintQueue(databaseDirectUrl ?? databaseUrl, write, PRINT_LIMITS, log);
  return sharedReports(printer, queue, join(dataFolder, 'printed'));
}

async function exchange(meter: Meter, log: Logger): Promise<void> {
  try {
    await meter.exchange();
  } catch (error) {
    log.warn({ err: error }, 'could not exchange the counts of use');
  }
}

async function erase(application: Application, log: Logger): Promise<void> {
  try {
    await publishParticulars(application);
    const people = await eraseNames(application);
    if (people > 0) log.info({ people }, 'names of erased people were removed');
  } catch (error) {
    log.error({ err: error }, 'could not remove names of erased people');
  }
}

async function removeOld(
  application: Application,
  auditMs: Config['auditMs'],
  line: SharedReports | null,
  log: Logger,
): Promise<void> {
  try {
    log.info(await removeExpired(application), 'expired rows removed');
    if (auditMs !== null) log.info({ entries: await pruneAudit(application, auditMs) }, 'audit log pruned');
    await line?.sweep();
  } catch (error) {
    log.error({ err: error }, 'could not remove expired rows');
  }
}

async function collect(application: Application, log: Logger): Promise<void> {
  try {
    log.info({ forgotten: await purgeDeletions(application) }, 'forgot what was deleted long ago');
    log.info({ removed: await collectUnusedBlobs(application) }, 'collected unused photos and files');
  } catch (error) {
    log.error({ err: error }, 'could not clear what is no longer used');
  }
}

async function scrub(application: Application, log: Logger): Promise<void> {
  try {
    const { lost, complete } = await scrubContents(application, SCRUB_BYTES);
    for (const { names } of lost) log.error({ content: names }, 'a photo or file is damaged or missing');
    if (complete) log.debug('all photos and files were compared with their hashes');
  } catch (error) {
    log.error({ err: error }, 'could not check photos and files');
  }
}

/** Returns a job that requests contents from connected desktops that a check by command found lost. */
function askForLost(application: Application, log: Logger): () => Promise<void> {
  let last: string | null = null;
  return async () => {
    try {
      last = await requestLostContents(application, last);
    } catch (error) {
      log.warn({ err: error }, 'could not look for lost photos and files');
    }
  };
}

function databasesOf({ engine, read, write }: Databases): Pick<Application, 'engine' | 'read' | 'write'> {
  return { engine, read, write };
}

/** Opens the configured replica; null when there is none. */
function replicaOf({ databaseUrl, databaseReplicaUrl, databaseDirectUrl }: Config, log: Logger): OpenReplica | null {
  if (databaseUrl === null || databaseReplicaUrl === null) return null;
  return openReadReplica({ databaseUrl, databaseReplicaUrl, databaseDirectUrl }, log);
}

async function stop(app: FastifyInstance, demo: Demo | null, databases: Databases): Promise<void> {
  await demo?.stop();
  await app.close();
  await databases.close();
}

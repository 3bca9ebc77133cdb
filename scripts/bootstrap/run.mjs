/** Runs other programs: quietly, with the output kept in a log file, or in the foreground. */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's root folder. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Folder of intermediate results, which may be deleted at any time. */
export const CACHE = join(ROOT, '.cache');

/**
 * Runs a command without showing it; its output goes to a log file.
 *
 * @param {string} name names the log file.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number, output: string, log: string }>} code 127 when the command does not exist.
 */
export function runQuietly(name, command, args, options = {}) {
  const log = join(CACHE, 'logs', `${name}.log`);
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, `${command} ${args.join(' ')}\n`);
  return new Promise((done) => {
    let output = '';
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
      appendFileSync(log, chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => done({ code: 127, output: `${output}${error.message}`, log }));
    child.on('close', (code, signal) => done({ code: code ?? 128 + signalNumber(signal), output, log }));
  });
}

/**
 * Runs a command in the foreground and forwards signals to it.
 *
 * A terminal sends Ctrl-C to the complete process group, so the child has received it already, and forwarding it would count as a second one. Other
 * signals reach only this process.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit code.
 */
export function runInForeground(command, args, env) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(signal, () => {
        if (signal === 'SIGINT' && process.stdin.isTTY) return;
        child.kill(signal);
      });
    }
    if (process.env['npm_lifecycle_event']) endWithParent(child);
    child.on('error', (error) => {
      process.stderr.write(`${basename(command)} could not be started: ${error.message}\n`);
      done(127);
    });
    child.on('exit', (code, signal) => done(code ?? 128 + signalNumber(signal)));
  });
}

/**
 * Ends a child when the parent of this process ends: a signal to npm ends the shell between npm and this process, which receives no signal but loses
 * its parent.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
function endWithParent(child) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, 500);
  timer.unref();
}

/** @param {NodeJS.Signals | null} signal */
function signalNumber(signal) {
  return signal ? constants.signals[signal] : 0;
}

/**
 * The environment of everything that runs under a given Node: its folder first on the PATH, the checkout's tools next,
 * and its headers for packages that compile.
 *
 * @param {string} node path of the Node binary.
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(node) {
  const folder = dirname(node);
  const home = process.platform === 'win32' ? folder : dirname(folder);
  const env = { ...process.env };
  const path = Object.keys(env).find((key) => key.toLowerCase() === 'path') ?? 'PATH';
  env[path] = [folder, join(ROOT, 'node_modules', '.bin'), env[path] ?? ''].join(delimiter);
  delete env['npm_config_nodedir'];
  // A package of the API's pages would report the installation to its publisher.
  env['SCARF_ANALYTICS'] = 'false';
  if (existsSync(join(home, 'include', 'node', 'node.h'))) env['npm_config_nodedir'] = home;
  return env;
}

/**
 * Returns the command of npm under a given Node: the npm that started this process, or the one beside the running Node, or the one on the PATH.
 *
 * @param {string} node path of the Node binary that shall run npm.
 * @returns {{ command: string, args: string[] }}
 */
export function npmUnder(node) {
  const beside = dirname(process.execPath);
  const candidates = [
    process.env['npm_execpath'],
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const cli = candidates.find((path) => path && basename(path) === 'npm-cli.js' && existsSync(path));
  if (cli) return { command: node, args: [cli] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

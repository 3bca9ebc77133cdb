/** Starts the chosen version of the agent, checks that it runs, and returns to the previous version when it does not (docs/updates.md). */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { backUpDatabase, settleBackups } from './databaseBackup.ts';
import {
  beginTrial,
  type Choice,
  chooseVersion,
  confirmTrial,
  readState,
  refuseVersion,
  type Surroundings,
} from './versions.ts';

/** Exit code with which an agent requests a restart. */
export const RESTART_CODE = 75;
/** Exit code of an agent that cannot run in any version: settings that cannot be used, a folder in use. */
export const MISTAKE_CODE = 64;

/** Exit code of an agent that was never given the address of its server. */
export const SERVER_NEEDED_CODE = 65;

/** Message of an agent to its supervisor, once it answers requests. */
export interface AgentMessage {
  type: 'ready';
  /** Single-use address of its page. */
  address: string;
  /** Port it listens on, which is not always that of the address (docs/desktop.md, "One origin"). */
  port: number;
}

/** Messages of the launcher to the window: lines of JSON on standard output (apps/shell/src/agent.rs). */
type LauncherMessage = AgentMessage | { type: 'ended' };

/** Number of consecutive failed starts allowed for a version that ran before. */
const START_TRIES = 3;
/** Number of failures in a short time after which a version that ran before is given up. */
const CRASHES = 3;
const CRASH_WINDOW_MS = 60_000;

/** Dependencies of a supervisor. */
export interface SupervisorSetting extends Surroundings {
  dataFolder: string;
  /** The agent that was installed with the desktop. */
  packaged: { main: string; version: string };
  /** Folder of the packages that versions use but do not contain. */
  packages: string;
  /** Arguments with which the agent is started. */
  args: readonly string[];
  /** Time limit of a start, in ms. */
  startMs: number;
  /** Called with one line per event. */
  log(line: string): void;
  /** Called with the messages for the window. */
  send(message: LauncherMessage): void;
}

/** Folder of the installed versions in a data folder. */
export function versionsFolder(dataFolder: string): string {
  return join(dataFolder, 'versions');
}

/** An agent that is kept running. */
export interface Supervisor {
  /** Resolves with the exit code, once the agent ended and is not to be started again. */
  ended: Promise<number>;
  /** Requests the end of the agent. */
  stop(): void;
}

/** Runs the agent, and restarts it until it ends without a request to restart. */
export function supervise(setting: SupervisorSetting): Supervisor {
  let child: ChildProcess | null = null;
  let stopping = false;
  return {
    ended: run(),
    stop() {
      stopping = true;
      child?.kill('SIGTERM');
    },
  };

  async function run(): Promise<number> {
    const folder = versionsFolder(setting.dataFolder);
    let crashes: number[] = [];
    let failedStarts = 0;
    for (;;) {
      const { version, trial } = choose(folder);
      if (version !== null) linkPackages(folder, setting.packages);
      const main = version === null ? setting.packaged.main : join(folder, version, 'agent', 'main.js');
      setting.log(
        `starting ${version ?? `${setting.packaged.version} (packaged)`}${trial ? ' for the first time' : ''}`,
      );
      const { code, ready } = await start(main, (message) => {
        setting.send(message);
        if (!trial || version === null) return;
        confirmTrial(folder);
        settleBackups(setting.dataFolder, readState(folder));
      });
      if (stopping || code === 0 || code === MISTAKE_CODE || code === SERVER_NEEDED_CODE) return code;
      setting.send({ type: 'ended' });
      if (ready) failedStarts = 0;
      if (ready && code === RESTART_CODE) continue;
      setting.log(`${version ?? 'the packaged version'} ended with ${code}${ready ? '' : ' before it was ready'}`);
      if (!ready && version !== null) {
        // A version may have been stopped from outside before it was ready, so it is refused only after several attempts.
        if (!trial) failedStarts += 1;
        if (failedStarts >= START_TRIES) {
          refuseVersion(folder, version);
          failedStarts = 0;
        }
        continue;
      }
      const now = performance.now();
      crashes = [...crashes, now].filter((at) => now - at < CRASH_WINDOW_MS);
      if (crashes.length >= CRASHES || !ready) return code === 0 ? 1 : code;
    }
  }

  /** Chooses the version to start, and prepares the database for it. */
  function choose(folder: string): Choice {
    const { dataFolder, packaged, log } = setting;
    const choice = chooseVersion(folder, packaged.version, setting);
    const restored = settleBackups(dataFolder, readState(folder));
    if (restored !== null) log(`${restored} did not run; the database is as it was`);
    if (!choice.trial || choice.version === null) return choice;
    try {
      backUpDatabase(dataFolder, choice.version);
      beginTrial(folder);
      return choice;
    } catch (error) {
      // Without space for a copy of the database the new version is tried later.
      log(`${choice.version} is not tried now: ${(error as Error).message}`);
      return chooseVersion(folder, packaged.version, setting, false);
    }
  }

  function start(main: string, ready: (message: AgentMessage) => void): Promise<{ code: number; ready: boolean }> {
    return new Promise((resolve) => {
      let isReady = false;
      const started = spawn(process.execPath, [...process.execArgv, main, ...setting.args], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: { ...process.env, HOLDFAST_SUPERVISED: setting.shell },
      });
      child = started;
      const tooLate = setTimeout(() => started.kill('SIGKILL'), setting.startMs);
      started.on('message', (message: AgentMessage) => {
        if (message.type !== 'ready' || isReady) return;
        isReady = true;
        clearTimeout(tooLate);
        ready(message);
      });
      started.on('error', () => undefined);
      started.on('close', (code) => {
        clearTimeout(tooLate);
        child = null;
        resolve({ code: code ?? 1, ready: isReady });
      });
    });
  }
}

/** Lets versions find the packages they use: Node looks for them in the folders above the program. */
function linkPackages(folder: string, packages: string): void {
  const link = join(folder, 'node_modules');
  // Created again each time: an installer may have put the packages elsewhere.
  rmSync(link, { force: true });
  symlinkSync(packages, link, 'junction');
}

import { compareVersions, type DesktopEvent, type OfferedRelease, Problem, type UpdateState } from '@holdfast/contract';
import { ReleaseRefused } from '@holdfast/host';
import { addressOf } from '@holdfast/contract/client';
import { idleTimeout, remoteClient } from '@holdfast/device';
import { installRelease } from './install.ts';
import { readState, type Surroundings } from './versions.ts';

/** Interval in ms between requests for a release. */
const CHECK_MS = 60 * 60 * 1000;
/** Time in ms after which a download without progress is ended. */
const SILENCE_MS = 60_000;

/** Dependencies of updates. */
export interface DesktopUpdatesSetting extends Surroundings {
  /** Folder of the versions of this device. */
  folder: string;
  /** Version that runs. */
  running: string;
  server: string;
  token(): Promise<string>;
  notify(event: DesktopEvent): void;
  /** Ends the agent so that it is started again. */
  restart(): void;
  failed(error: unknown): void;
}

/** Updates of a desktop. */
export interface DesktopUpdates {
  state(): UpdateState;
  /** Requests the current release from the server now. An unreachable server counts as one without a release. */
  check(): Promise<void>;
  /** Starts to download and install the available release. @throws {Problem} `noUpdate` */
  begin(): UpdateState;
  restart(): void;
  /** Resolves when no installation is in progress. */
  settled(): Promise<void>;
  stop(): void;
}

/** Opens the updates of a desktop, which looks for a release at intervals. */
export function openDesktopUpdates(setting: DesktopUpdatesSetting): DesktopUpdates {
  const { folder, running, server, token, notify } = setting;
  const ending = new AbortController();
  let offer: OfferedRelease | null = null;
  let state: UpdateState = { currentVersion: running, availableVersion: '', state: 'none', progress: 0, reason: null };
  let installing: Promise<void> | null = null;

  function become(
    known: Partial<UpdateState>,
    event: 'update' | 'update-updating' | 'update-updated' | 'update-failed',
  ): void {
    state = { ...state, ...known };
    notify({ event, data: state });
  }

  async function check(): Promise<void> {
    // Without a key no release can be verified, so none is offered.
    if (setting.keys.length === 0 || installing !== null || state.state === 'updated') return;
    const offered = await remoteClient(server, await token())('getOfferedRelease', {}).catch(() => undefined);
    if (offered === undefined || installing !== null || ending.signal.aborted) return;
    offer = offered !== null && isWanted(offered) ? offered : null;
    const availableVersion = offer?.version ?? '';
    // A failed installation is offered again.
    if (availableVersion === state.availableVersion && state.state !== 'failed') return;
    become({ availableVersion, state: 'none', progress: 0, reason: null }, 'update');
  }

  function isWanted({ version, rollback }: OfferedRelease): boolean {
    const newer = compareVersions(version, running);
    return newer !== 0 && (newer > 0 || rollback) && !readState(folder).refused.includes(version);
  }

  /** Requests the bytes of a release from an offset on. */
  async function download(version: string, from: number): Promise<AsyncIterable<Uint8Array>> {
    const idle = idleTimeout(SILENCE_MS);
    const answer = await fetch(`${server}${addressOf('downloadRelease', { version })}`, {
      headers: {
        authorization: `Bearer ${await token()}`,
        'user-agent': 'Holdfast desktop',
        ...(from > 0 ? { range: `bytes=${from}-` } : {}),
      },
      signal: AbortSignal.any([ending.signal, idle.signal]),
    });
    if (answer.status !== (from > 0 ? 206 : 200) || answer.body === null) {
      idle.end();
      throw new Error(`The server answered ${answer.status}.`);
    }
    const { body } = answer;
    return (async function* pieces() {
      try {
        for await (const piece of body) {
          idle.arrived();
          yield piece;
        }
      } finally {
        idle.end();
      }
    })();
  }

  async function install(wanted: OfferedRelease): Promise<void> {
    const { version } = wanted;
    become({ state: 'updating', progress: 0, reason: null }, 'update-updating');
    try {
      await installRelease(wanted, {
        ...setting,
        download: (from) => download(version, from),
        progress(percent) {
          if (percent !== state.progress) become({ progress: percent }, 'update-updating');
        },
      });
      become({ state: 'updated', progress: 100 }, 'update-updated');
    } catch (error) {
      setting.failed(error);
      const reason = error instanceof ReleaseRefused ? error.message : 'The download was interrupted.';
      become({ state: 'failed', reason }, 'update-failed');
    }
  }

  const timer = setInterval(() => void check(), CHECK_MS);
  timer.unref();
  void check();

  return {
    state: () => state,
    check,
    begin() {
      if (offer === null || installing !== null || state.state === 'updated') throw new Problem('noUpdate');
      installing = install(offer).finally(() => (installing = null));
      return state;
    },
    restart: setting.restart,
    settled: async () => (await installing) ?? undefined,
    stop() {
      clearInterval(timer);
      ending.abort();
    },
  };
}

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Log, Platform, Secrets } from '@holdfast/device';

const pack = promisify(gzip);

/** Node as the host of a device, without the encryption of its data, which the agent provides. */
export function nodePlatform(log: Log, secrets: Secrets): Omit<Platform, 'encryption'> {
  return {
    log,
    secrets,
    later(ms, work) {
      const timer = setTimeout(work, ms).unref();
      return () => clearTimeout(timer);
    },
    async sha256(pieces) {
      const hash = createHash('sha256');
      for await (const piece of pieces) hash.update(piece);
      return hash.digest('hex');
    },
    isMetered: meteredConnection(),
    gzip: async (bytes) => new Uint8Array(await pack(bytes, { level: constants.Z_BEST_SPEED })),
  };
}

/** Time in ms for which an answer about the connection is cached. */
const METERED_MS = 60_000;
/** Time limit in ms for the answer of the operating system. */
const ASK_MS = 5_000;

/** Programs that report whether the connection is metered, by operating system, with the answers that mean yes. */
const ASKED: Partial<Record<NodeJS.Platform, { program: string; args: string[]; yes: RegExp }>> = {
  linux: {
    program: 'busctl',
    args: [
      'get-property',
      'org.freedesktop.NetworkManager',
      '/org/freedesktop/NetworkManager',
      'org.freedesktop.NetworkManager',
      'Metered',
    ],
    // 1: yes, 3: probably yes.
    yes: /^u [13]\s*$/,
  },
  win32: {
    program: 'powershell.exe',
    args: [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      '[Windows.Networking.Connectivity.NetworkInformation,Windows.Networking.Connectivity,ContentType=WindowsRuntime]' +
        '::GetInternetConnectionProfile().GetConnectionCost().NetworkCostType',
    ],
    yes: /^(?:Fixed|Variable)\s*$/,
  },
};

/** Returns a function that checks whether the connection is metered. Without an answer it counts as not metered. */
function meteredConnection(): () => Promise<boolean> {
  const asked = ASKED[process.platform];
  let known: { at: number; isMetered: boolean } | null = null;
  return async () => {
    if (asked === undefined) return false;
    if (known === null || Date.now() - known.at > METERED_MS)
      known = { at: Date.now(), isMetered: asked.yes.test(await outputOf(asked.program, asked.args)) };
    return known.isMetered;
  };
}

function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: ASK_MS, windowsHide: true }, (error, stdout) =>
      resolve(error === null ? stdout : ''),
    );
  });
}

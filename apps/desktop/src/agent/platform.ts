import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Log, Platform } from '@holdfast/device';

const pack = promisify(gzip);

/** Node as the host of a device. */
export function nodePlatform(log: Log): Platform {
  return {
    log,
    later(ms, work) {
      const timer = setTimeout(work, ms).unref();
      return () => clearTimeout(timer);
    },
    async sha256(pieces) {
      const hash = createHash('sha256');
      for await (const piece of pieces) hash.update(piece);
      return hash.digest('hex');
    },
    gzip: async (bytes) => new Uint8Array(await pack(bytes, { level: constants.Z_BEST_SPEED })),
  };
}

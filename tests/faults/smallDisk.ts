/** A separate disk for one desktop, small enough to be filled up. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk that can be filled up. */
export interface SmallDisk {
  folder: string;
  /** Leaves so many bytes free. */
  fill(leave: number): void;
  /** Frees all space. */
  free(): void;
  remove(): void;
}

/** Space for the work of a few hundred rounds. */
const SIZE = '512m';

/** Mounts a small disk in memory. @returns the reason when the machine does not allow it */
export function openSmallDisk(): SmallDisk | { missing: string } {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0700`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return { missing: mounted.error?.message ?? mounted.stderr.trim() };
  }
  const filler = join(folder, 'filler');
  const free = (): void => rmSync(filler, { force: true });
  return {
    folder,
    fill(leave) {
      const { bavail, bsize } = statfsSync(folder);
      const bytes = bavail * bsize - leave;
      if (bytes > 0) spawnSync('fallocate', ['-l', String(bytes), filler]);
    },
    free,
    remove() {
      free();
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

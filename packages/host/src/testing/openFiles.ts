/** The files of a folder that this process has open; none where the system does not list them (proc(5)). */
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const DESCRIPTORS = '/proc/self/fd';

/** Returns the paths of the open files below a folder. */
export function openFiles(folder: string): string[] {
  const descriptors = existsSync(DESCRIPTORS) ? readdirSync(DESCRIPTORS) : [];
  return descriptors.flatMap((descriptor) => {
    try {
      const path = readlinkSync(join(DESCRIPTORS, descriptor));
      return path.startsWith(folder) ? [path] : [];
    } catch {
      // The descriptor of the listing itself is closed by now.
      return [];
    }
  });
}

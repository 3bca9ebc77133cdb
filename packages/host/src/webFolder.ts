import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the folder of the built web application: beside the built host, or in the repository when the host runs from its source.
 * @param moduleUrl address of the calling module
 * @param fromSource relative path from its folder to the root of the repository
 */
export function webFolder(moduleUrl: string, fromSource: string): string | null {
  const here = dirname(fileURLToPath(moduleUrl));
  const candidates = [join(here, '../web'), join(here, fromSource, 'dist/web')];
  return candidates.find((folder) => existsSync(join(folder, 'index.html'))) ?? null;
}

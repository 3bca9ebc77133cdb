/** The server's programs, as tests run them in separate processes. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
let isBuilt = false;

/**
 * Returns the path of a program of the built server, which starts in half the time of its sources; builds it first when it is not current. With
 * mutants, which are planted while sources are loaded, it is the path of the source.
 */
export function serverProgram(name: 'main' | 'cli'): string {
  if (process.env['HOLDFAST_MUTANTS'] !== undefined) return join(ROOT, `apps/server/src/${name}.ts`);
  if (!isBuilt) {
    const built = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), 'server'], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    isBuilt = true;
  }
  return join(ROOT, `dist/server/${name}.js`);
}

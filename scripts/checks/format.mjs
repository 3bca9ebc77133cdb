/** Formats the given files, or everything. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../bootstrap/run.mjs';

const program = join(ROOT, 'node_modules', 'oxfmt', 'bin', 'oxfmt');
process.exitCode =
  spawnSync(process.execPath, [program, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' }).status ?? 1;

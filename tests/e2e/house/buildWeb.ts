import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The web application as the journeys see it is built from the present sources; does nothing when it already is. */
export default function buildWeb(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../../scripts/build.mjs'), 'web'], {
    stdio: 'inherit',
  });
}

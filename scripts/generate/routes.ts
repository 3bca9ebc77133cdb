/** Writes packages/contract/src/client/routes.generated.ts from the operations of the contract, formatted like everything else. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { operationList } from '../../packages/contract/src/index.ts';
import { routesModule } from '../../packages/contract/src/client/generate.ts';

const file = fileURLToPath(new URL('../../packages/contract/src/client/routes.generated.ts', import.meta.url));
writeFileSync(file, routesModule(operationList));
const format = fileURLToPath(new URL('../checks/format.mjs', import.meta.url));
process.exitCode = spawnSync(process.execPath, [format, file], { stdio: 'inherit' }).status ?? 1;

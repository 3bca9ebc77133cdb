/** Writes packages/contract/src/client/routes.generated.ts from the operations of the contract. */
import { writeFileSync } from 'node:fs';
import { operationList } from '../packages/contract/src/index.ts';
import { routesModule } from '../packages/contract/src/client/generate.ts';

writeFileSync(
  new URL('../packages/contract/src/client/routes.generated.ts', import.meta.url),
  routesModule(operationList),
);

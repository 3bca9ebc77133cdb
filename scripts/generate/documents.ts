/** Writes the generated pages of docs. A test compares them with the code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problems } from '../../packages/contract/src/base/problem.ts';
import { ROOT } from '../bootstrap/run.mjs';
import { RELATIONS, TABLES } from '../../packages/core/src/reports/dataSet.ts';
import { operationList } from '../../packages/contract/src/index.ts';
import { problemsPage } from './problemsPage.ts';
import { describedTables } from '../../packages/core/src/db/describe.ts';
import { reportsPage } from './reportsPage.ts';
import { rolesPage } from './rolesPage.ts';
import { tablesPage } from './tablesPage.ts';

const pages = {
  'docs/problems.md': problemsPage(problems),
  'docs/roles.md': rolesPage(operationList),
  'docs/tables.md': tablesPage(describedTables()),
  'docs/reports.md': reportsPage(Object.values(TABLES), RELATIONS),
};
for (const [page, text] of Object.entries(pages)) {
  const path = join(ROOT, page);
  const isSame = readFileSync(path, 'utf8') === text;
  if (!isSame) writeFileSync(path, text);
  console.log(`${page}: ${isSame ? 'up to date' : 'written'}`);
}

/** Writes the pages of docs that follow from the code. A test holds them to it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problems } from '../packages/contract/src/base/problem.ts';
import { ROOT } from './bootstrap/run.mjs';
import { RELATIONS, TABLES } from '../packages/core/src/reports/dataSet.ts';
import { problemsPage } from './problemsPage.ts';
import { describedTables } from '../packages/core/src/db/describe.ts';
import { reportsPage } from './reportsPage.ts';
import { tablesPage } from './tablesPage.ts';

writeFileSync(join(ROOT, 'docs', 'problems.md'), problemsPage(problems));
writeFileSync(join(ROOT, 'docs', 'tables.md'), tablesPage(describedTables()));
writeFileSync(join(ROOT, 'docs', 'reports.md'), reportsPage(Object.values(TABLES), RELATIONS));

/** Writes the pages of docs that follow from the code. A test holds them to it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problems } from '../packages/contract/src/problem.ts';
import { ROOT } from './bootstrap/run.mjs';
import { problemsPage } from './problemsPage.ts';

writeFileSync(join(ROOT, 'docs', 'problems.md'), problemsPage(problems));

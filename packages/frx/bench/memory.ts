/**
 * Prepares one of the timed reports and prints the peak memory of this process in MB. Arguments: number of the report, and `tagged` or
 * `untagged` to write it as a PDF too. Without arguments it prints the memory of a process that has only loaded the engine.
 */
import { keepMemorySmall } from '../src/node/memory.ts';
import { CASES, count, dataOf, pagesOf, templateOf, written } from './cases.ts';

keepMemorySmall();
const [number, pdf] = process.argv.slice(2);
const test = CASES[Number(number)];
if (test !== undefined) {
  const pages = pagesOf(templateOf(test), dataOf(test));
  await (pdf === undefined ? count(pages) : written(pages, pdf === 'tagged'));
}
process.stdout.write(String(process.resourceUsage().maxRSS / 1024));

/** Prepares the list of 100,000 rows and writes it as a PDF, in a separate process, as the command line does; prints its peak memory in MB. */
import { keepMemorySmall } from '../src/node/memory.ts';
import { dataOf, LIST, pagesOf, templateOf, written } from './cases.ts';

keepMemorySmall();
await written(pagesOf(templateOf(LIST), dataOf(LIST)), process.argv[2] === 'tagged');
process.stdout.write(String(process.resourceUsage().maxRSS / 1024));

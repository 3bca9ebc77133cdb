/**
 * Measures the cost of reports, as one table of ratios (docs/frx.md explains each). Uses the reference templates in `../shared/frx/timing`
 * where available, and templates of the same structure otherwise.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { DataSet, Template } from '../src/index.ts';
import { CASES, count, dataOf, fonts, LIST, MASTERS, pagesOf, templateOf, usesReference, written } from './cases.ts';
import type { Case } from './cases.ts';
import { record, replay } from './replay.ts';

const TURNS = 5;
/** Share of a report's rows whose drawing calls are recorded: all of them would fill the memory. */
const RECORDED = 0.2;

interface Line {
  readonly figure: string;
  readonly ours: string;
  readonly beside: string;
  readonly ratio: string;
}

/** Shortest time of several runs of a function, ms. */
async function best(turns: number, work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < turns; turn++) {
    const start = performance.now();
    await work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
const percent = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)} %`;

/** Rows in memory, so that generating them is not timed. */
function kept({ name, tables }: DataSet): DataSet {
  return { name, tables: tables.map((table) => ({ ...table, rows: [...table.rows] })) };
}

async function preparing(test: Case, template: Template): Promise<Line> {
  const data = kept(dataOf(test));
  const time = await best(TURNS, () => count(pagesOf(template, data)));
  return {
    figure: `prepare: ${test.title}`,
    ours: seconds(time),
    beside: `${test.referenceSeconds.toFixed(2)} s the reference`,
    ratio: `${(time / 1000 / test.referenceSeconds).toFixed(2)} of its time`,
  };
}

async function writing(test: Case, template: Template): Promise<Line> {
  const data = kept(dataOf(test, RECORDED));
  const recording = await record(pagesOf(template, data), fonts);
  const replaying = (): Promise<number> => replay(recording);
  const printing = (): Promise<number> => written(pagesOf(template, data), true);
  let ours = Number.POSITIVE_INFINITY;
  let theirs = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TURNS; turn++) {
    ours = Math.min(ours, await best(1, printing));
    theirs = Math.min(theirs, await best(1, replaying));
  }
  return {
    figure: `prepare and PDF: ${test.title}, a fifth`,
    ours: seconds(ours),
    beside: `${seconds(theirs)} the PDF library replaying the calls`,
    ratio: `${percent(theirs / ours)} of its speed`,
  };
}

/** Prints reports of 20 pages until they have 2,000 pages together, so that a busy machine slows both sides equally. */
async function pageCost(template: Template): Promise<Line> {
  const few = kept(dataOf(MASTERS, 20 / MASTERS.items));
  const many = kept(dataOf(MASTERS));
  const pagesOfFew = await count(pagesOf(template, few));
  const pagesOfMany = await count(pagesOf(template, many));
  const reports = Math.round(pagesOfMany / pagesOfFew);
  const printFew = async (): Promise<void> => {
    for (let report = 0; report < reports; report++) await written(pagesOf(template, few), true);
  };
  let ofFew = Number.POSITIVE_INFINITY;
  let ofMany = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TURNS; turn++) {
    ofMany = Math.min(ofMany, await best(1, () => written(pagesOf(template, many), true)));
    ofFew = Math.min(ofFew, await best(1, printFew));
  }
  ofMany /= pagesOfMany;
  ofFew /= reports * pagesOfFew;
  return {
    figure: 'prepare and PDF: a page of 2,000',
    ours: `${ofMany.toFixed(2)} ms`,
    beside: `${ofFew.toFixed(2)} ms a page of 20`,
    ratio: `${percent(ofMany / ofFew - 1)} more`,
  };
}

/**
 * Measures peak memory in separate processes, with the settings of the command line. The programs are bundled as in a release, because
 * reading TypeScript takes about 35 MB more.
 */
async function memory(): Promise<Line[]> {
  // Two folders deep like the sources, because fonts are found relative to them.
  const outdir = fileURLToPath(new URL(`../.cache/bench-${process.pid}/`, import.meta.url));
  try {
    await build({
      entryPoints: [fileURLToPath(new URL('memory.ts', import.meta.url))],
      outdir,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      external: ['@napi-rs/canvas', 'pdfkit'],
    });
    const megabytes = (...args: string[]): number =>
      Number(execFileSync(process.execPath, [`${outdir}memory.js`, ...args]));
    const empty = Number(execFileSync(process.execPath, ['-p', 'process.resourceUsage().maxRSS / 1024']));
    const [tagged, untagged] = [megabytes('0', 'tagged'), megabytes('0', 'untagged')];
    return [
      {
        figure: 'memory: the engine is loaded',
        ours: `${megabytes().toFixed(0)} MB`,
        beside: `${empty.toFixed(0)} MB an empty process`,
        ratio: '',
      },
      ...CASES.map((test, at) => {
        const ours = megabytes(String(at));
        return {
          figure: `memory, prepare: ${test.title}`,
          ours: `${ours.toFixed(0)} MB`,
          beside: `${test.referenceMegabytes} MB the reference`,
          ratio: `${(ours / test.referenceMegabytes).toFixed(2)} of its memory`,
        };
      }),
      {
        figure: `memory, PDF: ${LIST.title}`,
        ours: `${tagged.toFixed(0)} MB`,
        beside: `${untagged.toFixed(0)} MB without tags`,
        ratio: `${(tagged / 300).toFixed(2)} of 300 MB`,
      },
    ];
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

async function firstPage(template: Template): Promise<Line> {
  const { name, tables } = dataOf(LIST);
  let read = 0;
  const counted = tables.map((table) => ({
    ...table,
    rows: {
      *[Symbol.iterator]() {
        for (const row of table.rows) {
          read++;
          yield row;
        }
      },
    },
  }));
  const pages = pagesOf(template, { name, tables: counted })[Symbol.asyncIterator]();
  await pages.next();
  await pages.return?.();
  return {
    figure: `rows read before the first page: ${LIST.title}`,
    ours: String(read),
    beside: `${LIST.results} rows`,
    ratio: percent(read / LIST.results, 2),
  };
}

function print(lines: readonly Line[]): void {
  const widest = (column: keyof Line): number => Math.max(...lines.map((line) => line[column].length));
  for (const { figure, ours, beside, ratio } of lines)
    process.stdout.write(
      `${figure.padEnd(widest('figure'))}  ${ours.padStart(widest('ours'))}  ${beside.padEnd(widest('beside'))}  ${ratio}\n`,
    );
}

process.stdout.write(
  usesReference
    ? 'Templates: ../shared/frx/timing.\n'
    : 'Templates: our own of the same shape, as ../shared/frx/timing is not there; the times of the reference are for its own.\n',
);
const lines = [...(await memory()), await firstPage(templateOf(LIST)), await pageCost(templateOf(MASTERS))];
for (const test of CASES) lines.push(await preparing(test, templateOf(test)));
for (const test of CASES) lines.push(await writing(test, templateOf(test)));
print(lines);

/**
 * What a report costs: `node packages/frx/bench/bench.ts TEMPLATES`. TEMPLATES is the folder of the timing templates (a list of 100,000 rows,
 * 20,000 rows in groups, 2,000 masters with details). Prints milliseconds and pages of preparing alone, of preparing and writing a PDF, and
 * of writing the same drawing calls again without preparing, per page at 20 and at 2,000 pages.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paintPage } from '../src/export/paint.ts';
import { exportPdf } from '../src/export/pdf/index.ts';
import { openDocument } from '../src/export/pdf/document.ts';
import { pdfSurface } from '../src/export/pdf/surface.ts';
import type { Surface } from '../src/export/surface.ts';
import { prepare, readTemplate } from '../src/index.ts';
import type { Page, Template } from '../src/index.ts';
import { loadFonts } from '../src/node/index.ts';
import { describeImage } from '../src/text/index.ts';
import { fieldData } from './fieldData.ts';

const NOW = new Date('2026-01-15T12:00:00Z');
const fonts = loadFonts({ installed: false });

interface Figures {
  readonly pages: number;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly peakMegabytes: number;
}

interface Case {
  readonly title: string;
  readonly file: string;
  readonly results: number;
  readonly items: number;
  readonly long: boolean;
}

const CASES: readonly Case[] = [
  { title: 'list, 100,000 rows', file: 't1-list-100000.frx', results: 100_000, items: 5000, long: false },
  { title: 'groups, 20,000 rows', file: 't2-group-20000.frx', results: 20_000, items: 200, long: true },
  { title: 'master and detail, 2,000 masters', file: 't3-md-2000.frx', results: 40_000, items: 2000, long: false },
];

function pagesOf(template: Template, test: Case, share = 1): AsyncIterable<Page> {
  const data = fieldData(Math.ceil(test.results * share), Math.ceil(test.items * share), test.long);
  return prepare(template, [data], { fonts: fonts.anew(), describeImage, now: () => NOW.getTime() }).pages;
}

async function timed(work: () => Promise<{ readonly pages: number; readonly bytes: number }>): Promise<Figures> {
  globalThis.gc?.();
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const start = performance.now();
  const done = await work();
  const milliseconds = performance.now() - start;
  clearInterval(watch);
  return { ...done, milliseconds, peakMegabytes: Math.max(peak, process.memoryUsage().rss) / 1e6 };
}

async function count(pages: AsyncIterable<Page>): Promise<{ pages: number; bytes: number }> {
  let last = 0;
  for await (const page of pages) last = page.number;
  return { pages: last, bytes: 0 };
}

async function written(
  pages: AsyncIterable<Page> | Iterable<Page>,
  tagged = true,
): Promise<{ pages: number; bytes: number }> {
  let last = 0;
  let bytes = 0;
  async function* counted(): AsyncGenerator<Page> {
    for await (const page of pages) {
      last = page.number;
      yield page;
    }
  }
  for await (const part of exportPdf({ pages: counted() }, { fonts, now: NOW, tagged })) bytes += part.length;
  return { pages: last, bytes };
}

type Call = (surface: Surface) => void;

/** A surface that remembers what is painted on it. */
function recorder(calls: Call[]): Surface {
  return {
    save: () => void calls.push((surface) => surface.save()),
    restore: () => void calls.push((surface) => surface.restore()),
    rotate: (...given) => void calls.push((surface) => surface.rotate(...given)),
    move: (...given) => void calls.push((surface) => surface.move(...given)),
    clip: (...given) => void calls.push((surface) => surface.clip(...given)),
    fill: (...given) => void calls.push((surface) => surface.fill(...given)),
    stroke: (...given) => void calls.push((surface) => surface.stroke(...given)),
    glyphs: (...given) => void calls.push((surface) => surface.glyphs(...given)),
    image: (...given) => void calls.push((surface) => surface.image(...given)),
  };
}

/** Writes recorded pages: what the PDF writer costs without preparing, laying out and painting. */
async function replayed(pages: readonly (readonly Call[])[]): Promise<{ pages: number; bytes: number }> {
  const document = openDocument({ info: {}, language: 'en', archival: false, compress: true });
  const resources = { document, faces: new Map(), images: new Map(), opacities: new Map() };
  let bytes = 0;
  document.on('data', (part: Uint8Array) => (bytes += part.length));
  const ended = new Promise<void>((resolve) => void document.on('end', () => resolve()));
  for (const calls of pages) {
    document.addPage({ size: 'A4', margin: 0 });
    const surface = pdfSurface(resources, 0.75);
    for (const call of calls) call(surface);
    surface.flush();
  }
  document.end();
  await ended;
  return { pages: pages.length, bytes };
}

function say(title: string, figures: Figures): void {
  const { pages, milliseconds, bytes, peakMegabytes } = figures;
  const perPage = (milliseconds / Math.max(1, pages)).toFixed(2);
  const size = bytes === 0 ? '' : `, ${(bytes / 1e6).toFixed(1)} MB`;
  process.stdout.write(
    `${title.padEnd(58)} ${milliseconds.toFixed(0).padStart(7)} ms  ${String(pages).padStart(5)} pages  ${perPage} ms a page, peak ${peakMegabytes.toFixed(0)} MB${size}\n`,
  );
}

async function run(folder: string): Promise<void> {
  for (const test of CASES) {
    const path = join(folder, test.file);
    if (!existsSync(path)) continue;
    const template = readTemplate(readFileSync(path));
    say(`${test.title}: prepare`, await timed(() => count(pagesOf(template, test))));
    say(`${test.title}: prepare and PDF`, await timed(() => written(pagesOf(template, test))));
    say(`${test.title}: prepare and PDF, untagged`, await timed(() => written(pagesOf(template, test), false)));
    say(
      `${test.title}: prepare and PDF, a hundredth of the rows`,
      await timed(() => written(pagesOf(template, test, 0.01))),
    );
    const kept: Page[] = [];
    for await (const page of pagesOf(template, test, 0.2)) kept.push(page);
    say(`${test.title}: PDF of ready pages, a fifth of the rows`, await timed(() => written(kept)));
    const calls = kept.map((page) => {
      const recorded: Call[] = [];
      paintPage(page, fonts, recorder(recorded));
      return recorded;
    });
    say(`${test.title}: the PDF writer alone, a fifth of the rows`, await timed(() => replayed(calls)));
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: bench.ts TEMPLATES\n');
  process.exitCode = 2;
} else await run(folder);

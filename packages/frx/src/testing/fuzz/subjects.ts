/** Inputs for fuzz tests of frx, and the allowed outcomes: a result or one of frx's own errors, within its limits. */
import fc from 'fast-check';
import { DataError } from '../../data/types.ts';
import { readCsv } from '../../data/csv.ts';
import { readJson } from '../../data/json.ts';
import { readXmlDataSet } from '../../data/xml.ts';
import { exportHtml } from '../../export/html.ts';
import { pageJson } from '../../export/layout.ts';
import { exportPdf } from '../../export/pdf/index.ts';
import { exportXlsx } from '../../export/xlsx.ts';
import { createBudget } from '../../expression/budget.ts';
import { Decimal } from '../../expression/values/decimal.ts';
import { ExpressionError } from '../../expression/errors.ts';
import { compile, testScope } from '../../expression/testing/testScope.ts';
import { DateTime, Double } from '../../expression/values/values.ts';
import { defaultLimits, LimitError } from '../../limits.ts';
import { loadFonts } from '../../node/fonts.ts';
import { ChartError, readChart } from '../../objects/charts/index.ts';
import { exifTurn } from '../../objects/pictures/index.ts';
import { parseRtf, RtfError } from '../../objects/rtf/index.ts';
import { SvgError, svgPrimitives } from '../../objects/svg/index.ts';
import type { Page, PlacedObject } from '../../page.ts';
import { prepare } from '../../prepare.ts';
import { loadScript } from '../../script/index.ts';
import { TemplateError } from '../../template/model.ts';
import { readTemplate } from '../../template/read.ts';
import { describeImage } from '../../text/index.ts';
import { chartXml, pictureBytes, rtfText, svgContent } from './readers.ts';
import { characters, memberUse, soup, statements, tree } from './sources.ts';
import { templateXml } from './templates.ts';

/** One kind of input. */
export interface Subject {
  readonly name: string;
  /** Percentage of cases of this kind. */
  readonly share: number;
  readonly cases: fc.Arbitrary<string>;
  /** Throws when the outcome of a case is neither a result nor a typed error. */
  readonly run: (source: string) => void | Promise<void>;
}

const limits = { ...defaultLimits, steps: 20_000, textLength: 100_000, keptBytes: 6_400_000, milliseconds: 2000 };
const reportLimits = { ...limits, steps: 200_000, pages: 10, rows: 1000, objectsPerPage: 1000, cells: 1000 };
const fonts = loadFonts({ installed: false });
const NOW = new Date('2026-01-15T12:00:00Z');
const ROWS = [1, 2, 3, 4, 5, 6].map((id) => ({
  Id: id,
  Name: `Item ${id % 3} with a name`,
  Amount: id * 1.5,
  Day: NOW,
  Parent: id % 2 === 0 ? id - 1 : 0,
  Picture: new Uint8Array(),
}));

/** Larger than any piece that an export returns. */
const MAX_BYTES = 1e9;

const typed = [ExpressionError, LimitError, TemplateError, DataError, RtfError, SvgError, ChartError];

function allowTyped(error: unknown): void {
  if (!typed.some((type) => error instanceof type)) throw error;
}

function calculate(run: (scope: ReturnType<typeof testScope>) => unknown): void {
  const scope = testScope({
    'A.B': 'text',
    N: 3,
    D: new Decimal(150, 2),
    'X.Y': new Double(0.5),
    T: new DateTime(0),
    Z: null,
  });
  const budget = createBudget(limits, () => performance.now());
  attempt(() => run({ ...scope, runtime: { ...scope.runtime, budget } }));
}

function attempt(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    allowTyped(error);
  }
}

const evaluate = (source: string): void => calculate((scope) => compile(source, scope).evaluate());
const runMethod = (body: string): void =>
  calculate(({ runtime }) =>
    loadScript(
      `class ReportScript { string x = "a"; string v; List<string> l = new List<string>(); object F() { ${body} } }`,
      { runtime, resolveObject: () => undefined },
    ).call('F', []),
  );

async function print(xml: string): Promise<void> {
  const pages: Page[] = [];
  try {
    const report = prepare(
      readTemplate(new TextEncoder().encode(xml)),
      [{ name: 'Test', tables: [{ name: 'Items', rows: ROWS }] }],
      {
        fonts,
        describeImage,
        now: () => NOW.getTime(),
        limits: reportLimits,
      },
    );
    for await (const page of report.pages) pages.push(page);
  } catch (error) {
    allowTyped(error);
  }
  for (const page of pages) for (const object of page.objects) assertPlaces(object);
  for (const page of pages) JSON.stringify(pageJson(page));
  // Pages printed before an error can still be exported; each case uses one format, as embedding fonts in a PDF is slow.
  const turn = xml.length % 32;
  const outputs = [
    ...(turn === 0 ? [exportPdf({ pages: each(pages) }, { fonts, now: NOW })] : []),
    ...(turn % 4 === 1 ? [exportHtml({ pages: each(pages) }, { fonts })] : []),
    ...(turn % 4 === 2 ? [exportXlsx(pages, { now: NOW })] : []),
  ];
  for (const output of outputs) for await (const part of output) if (part.length > MAX_BYTES) return;
}

async function* each(pages: readonly Page[]): AsyncGenerator<Page> {
  yield* await Promise.resolve(pages);
}

function assertPlaces({ name, left, top, width, height, children }: PlacedObject): void {
  if (![left, top, width, height].every(Number.isFinite)) throw new Error(`The place of "${name}" is no number.`);
  children?.forEach(assertPlaces);
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Passes a text to every reader of data and templates. */
function readEverything(text: string): void {
  const bytes = bytesOf(text);
  attempt(() => readTemplate(bytes));
  attempt(() => readXmlDataSet(bytes));
  attempt(() => readCsv('t', bytes));
  attempt(() => readJson('t', bytes));
}

function readPicture(hexadecimal: string): void {
  const bytes = Uint8Array.from(hexadecimal.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const { width, height } = describeImage(bytes);
  if (!(width >= 0 && height >= 0)) throw new Error('The size of a picture is no number.');
  exifTurn(bytes);
}

const box = { x: 0, y: 0, width: 100, height: 100 };

/** Every kind of input; the shares add up to 100. */
export const subjects: readonly Subject[] = [
  { name: 'templates', share: 10, cases: templateXml, run: print },
  { name: 'expressions of words', share: 15, cases: soup, run: evaluate },
  { name: 'expressions of characters', share: 5, cases: characters, run: evaluate },
  { name: 'expressions that are well formed', share: 20, cases: tree, run: evaluate },
  {
    name: 'members',
    share: 15,
    cases: memberUse,
    run: (use) => runMethod(`object r = ${use}; return r == null ? "" : r.ToString();`),
  },
  { name: 'scripts', share: 8, cases: statements, run: (body) => runMethod(`${body} return null;`) },
  { name: 'RTF', share: 10, cases: rtfText, run: (text) => attempt(() => parseRtf(`{\\rtf1 ${text}`)) },
  {
    name: 'SVG',
    share: 7,
    cases: svgContent,
    run: (inner) => attempt(() => svgPrimitives(`<svg viewBox="0 0 100 100">${inner}</svg>`, box)),
  },
  {
    name: 'charts',
    share: 3,
    cases: chartXml,
    run: (xml) => attempt(() => readChart(btoa(xml.replaceAll(/[^ -~]/g, '?')))),
  },
  {
    name: 'pictures',
    share: 5,
    cases: pictureBytes.map((bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')),
    run: readPicture,
  },
  { name: 'data and template files', share: 2, cases: fc.string({ maxLength: 80 }), run: readEverything },
];

/** Maximum processor time of a case, ms: limits must end it before. Waiting for a busy machine is not counted. */
const LONGEST = 20_000;

export interface Failure {
  readonly subject: string;
  readonly source: string;
  readonly error: string;
}

/** Runs random cases of one kind; returns the smallest failing one, or undefined. */
export async function tryCases(subject: Subject, cases: number, seed: number): Promise<Failure | undefined> {
  const property = fc.asyncProperty(subject.cases, async (source) => {
    const start = process.cpuUsage();
    await subject.run(source);
    const { user, system } = process.cpuUsage(start);
    if ((user + system) / 1000 > LONGEST) throw new Error('The case takes too long.');
  });
  const result = await fc.check(property, { numRuns: cases, seed });
  if (!result.failed || result.counterexample === null) return undefined;
  const { errorInstance } = result;
  const error = errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
  return { subject: subject.name, source: result.counterexample[0], error };
}

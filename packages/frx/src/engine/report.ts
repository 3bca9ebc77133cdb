import { createCompare } from '../data/compare.ts';
import { toValue } from '../data/convert.ts';
import { createDictionary } from '../data/dictionary.ts';
import type { DataSet } from '../data/types.ts';
import type { DialogAnswers, DialogForm } from '../dialogs.ts';
import { createBudget, parseBrackets, type Budget, type Runtime } from '../expression/index.ts';
import { cultureByName } from '../expression/cultures/cultures.ts';
import { DateTime, LOCAL } from '../expression/values/values.ts';
import { defaultLimits, LimitError, type Limits } from '../limits.ts';
import type { Warning } from '../page.ts';
import type { Template, TemplateObject } from '../template/model.ts';
import { enumOf, flagOf, numberOf, textOf, type ImageMaker } from '../template/properties.ts';
import type { Fonts } from '../text/index.ts';
import { addBand, showBand, showOnce } from './bands/bands.ts';
import { calcHeight, cellHeight } from './fitting/height.ts';
import { showFlowingTables } from './tables/tableFlow.ts';
import { decideLines } from './tables/lines.ts';
import { connectFooterMatrices } from './tables/matrices.ts';
import { buildPage, connect } from './build/build.ts';
import { type DrawnObject, TextObject } from './build/components.ts';
import { Band, DataBand, GroupHeaderBand } from './bands/reportBands.ts';
import type { Calculate, TextContent, TextSettings } from './build/contents.ts';
import { failWithoutTables, refuseDisabled } from './values/declared.ts';
import { allParameters, guarded } from './values/expressions.ts';
import { createHost } from './host/index.ts';
import { askDialogs } from './dialogs/ask.ts';
import { createKeep } from './keeping/keep.ts';
import { runBands } from './bands/lists.ts';
import { createNumbering, resetPageNumber } from './pages/numbering.ts';
import { fillObject, finishObject, prepareObject } from './bands/objects.ts';
import { createOutline } from './pages/outline.ts';
import { endColumn, endPage, isBackPage, runReportPage } from './pages/pages.ts';
import { placeObject } from './fitting/place.ts';
import { createPrepared } from './pages/prepared.ts';
import { engineEvent } from './values/processAt.ts';
import { releaseAll } from './pages/release.ts';
import { createRepetition } from './bands/repeat.ts';
import type { EngineCalls, Run, Steps } from './run.ts';
import { createScope, isVisualBasic, readParameters, type Parameter } from './values/scope.ts';
import { ReportError } from './reportError.ts';
import { loadReportScript } from './scripts/script.ts';
import { readStyles } from './build/styles.ts';
import { contentOf, readFormats } from './fitting/texts.ts';
import { clearTotals, createTotal, printedTotal, totalNamedBy } from './values/totals.ts';

/** Dependencies of a run beside its template. */
export interface RunOptions {
  readonly dataSets: readonly DataSet[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly fonts: Fonts;
  readonly images: ImageMaker;
  /** BCP 47 name. */
  readonly culture: string;
  /** Returns the local time of the report in milliseconds since 1970-01-01 00:00. */
  readonly now: () => number;
  readonly limits: Partial<Limits>;
  /** The first expression or script that fails ends the run. */
  readonly stopOnError: boolean;
  /** Answers to the dialogs; undefined: no dialog is asked. */
  readonly answers: DialogAnswers | undefined;
  /** Called repeatedly during the run; an error that it returns ends the run. */
  readonly cancelled: () => Error | undefined;
}

function runtimeOf({ culture, fonts, now }: RunOptions, budget: Budget): Runtime {
  return {
    culture: cultureByName(culture),
    now: () => new DateTime(now(), 0, LOCAL),
    budget,
    metrics: (font) => fonts.face(font),
  };
}

/** Reads the template's dictionary and pages into a run that is ready to start. */
export function createRun(template: Template, options: RunOptions): Run {
  const limits = { ...defaultLimits, ...options.limits };
  const compare = createCompare(options.culture);
  const { root } = template;
  const dictionary = createDictionary(template.dictionary, options.dataSets, limits, compare);
  const warnings: Warning[] = [...dictionary.warnings];
  const reported = new Set<string>();
  let cancelled: Error | undefined;
  const budget = createBudget(
    limits,
    () => performance.now(),
    () => (cancelled = options.cancelled()),
  );
  const settings = new WeakMap<TemplateObject, TextSettings>();
  const contents = new Map<TemplateObject, Map<string, TextContent>>();
  const usesMacros = hasText(root, /Page#|TotalPages#/i);

  const run: Run = {
    calls,
    template,
    limits,
    budget,
    get culture() {
      return runtime.culture;
    },
    compare,
    startedAt: new DateTime(options.now(), 0, LOCAL),
    fonts: options.fonts,
    images: options.images,
    dictionary,
    styles: readStyles(template.styles, options.images),
    convertNulls: flagOf(root, 'ConvertNulls'),
    doublePass: flagOf(root, 'DoublePass'),
    initialPageNumber: numberOf(root, 'InitialPageNumber'),
    maxPages: numberOf(root, 'MaxPages'),
    settings: new Map(),
    pages: [],
    objects: new Map(),
    totals: [],
    warnings,
    uncompiled: [],
    compiled: new Set(),
    compile: (source, place, late = false) => {
      if (source.trim() === '') return () => null;
      if (!late) run.compiled.add(source);
      return guarded(run, source, place, () => {
        refuseDisabled(run, source);
        const { evaluate } = script.compile(source, scope);
        const total = totalNamedBy(run, source);
        return total ? () => printedTotal(run, total) : evaluate;
      });
    },
    textSettings: (object) => {
      let found = settings.get(object.source);
      if (!found) settings.set(object.source, (found = readTextSettings(object, template)));
      if (!(object instanceof TextObject) || (!object.settings && !object.formats)) return found;
      return { ...found, ...object.settings, formats: object.formats ?? found.formats };
    },
    contentFor: (object, text) => {
      if (object.settings || object.formats) return contentOf(run, object, text);
      let byText = contents.get(object.source);
      if (!byText) contents.set(object.source, (byText = new Map<string, TextContent>()));
      let content = byText.get(text);
      if (!content) {
        if (byText.size > 500) byText.clear();
        byText.set(text, (content = contentOf(run, object, text)));
      }
      return content;
    },
    fire: (object, event) => {
      if (object.events ?? object.handlers) script.fire(object, event);
    },
    callScript: (method) => {
      script.call(method);
    },
    scriptErrors: () => script.refused(),
    askDialogs: () => options.answers && askDialogs(run, host, { answers: options.answers, handle: script.handle }),
    endsRun: (error) =>
      !(error instanceof Error) || error instanceof LimitError || error instanceof ReportError || error === cancelled,
    fail: (warning) => {
      if (options.stopOnError) throw new ReportError(warning);
      run.warn({ ...warning, fails: true });
    },
    warn: (warning) => {
      const key = `${warning.object ?? ''} ${warning.message}`;
      if (warnings.length >= 1000 || reported.has(key)) return;
      reported.add(key);
      warnings.push(warning);
    },
    isPrinting: false,
    firstPass: true,
    finalPass: true,
    draws: true,
    // Sound because a run begins with a page, which sets it before anything reads it.
    page: undefined as never,
    curX: 0,
    curY: 0,
    curColumn: 0,
    columnStartY: 0,
    originX: 0,
    curBand: undefined,
    outputBand: undefined,
    hierarchyIndent: 0,
    hierarchyLevel: 1,
    hierarchyRowNo: null,
    highlightValue: null,
    cellFunctions: undefined,
    failures: 0,
    depth: 0,
    stopped: false,
    ended: false,
    holdsAll: hasText(root, /TotalPages#/i),
    usesMacros,
    prepared: createPrepared(),
    keep: createKeep(),
    repetition: createRepetition(),
    numbering: createNumbering(),
    outline: createOutline(),
    pending: new Map(),
    bookmarks: new Map(),
    firstPassBookmarks: new Map(),
  };

  const runtime = runtimeOf(options, budget);
  const parameters = readParameters(template.dictionary?.children ?? [], options.parameters, toValue);
  const host = createHost(run, parameters);
  const script = loadReportScript(run, host, runtime);
  const scope = createScope(run, parameters, script);
  failWithoutTables(run, warnings, options.stopOnError);

  calculateDictionary(run, parameters, options.parameters);

  const subreports = new Set(template.pages.flatMap((page) => subreportPages(page)));
  for (const node of template.dictionary?.children ?? [])
    if (node.type === 'Total') run.totals.push(readTotal(run, node));
  for (const node of template.pages)
    if (node.type === 'ReportPage')
      run.pages.push(
        buildPage({ run, styles: run.styles, inSubreport: subreports.has(node.name.toLowerCase()) }, node),
      );
  connect(run);
  connectFooterMatrices(run);
  for (const total of run.totals) connectTotal(run, total.source);
  // A dialog may read the rows of its lists, and select those that are printed.
  if (!options.answers || !template.pages.some(({ type }) => type === 'DialogPage')) decideStreaming(run);
  return run;
}

/** Returns the names, in lower case, of the pages that the subreports in an element print. */
function subreportPages(node: TemplateObject): string[] {
  const own = node.type === 'SubreportObject' ? [textOf(node, 'ReportPage', '').toLowerCase()] : [];
  return [...own, ...node.children.flatMap((child) => subreportPages(child))];
}

const calls: EngineCalls = {
  showBand,
  showOnce,
  addBand,
  endColumn,
  endPage,
  runBands,
  showTables: showFlowingTables,
  prepareObject,
  fillObject,
  finishObject,
  calcHeight,
  cellHeight,
  placeObject,
};

/** Wraps a calculation that may refer to itself through others, so that it ends at the limit of nesting. */
function nested(budget: Budget, calculate: Calculate): Calculate {
  return () => {
    budget.enter();
    try {
      return calculate();
    } finally {
      budget.leave();
    }
  };
}

/** Lets calculated columns and parameters with an expression that the caller does not give be calculated when they are read. */
function calculateDictionary(
  run: Run,
  parameters: ReadonlyMap<string, Parameter>,
  given: RunOptions['parameters'],
): void {
  const { budget, template, dictionary } = run;
  for (const { column, expression } of dictionary.calculated) {
    const calculate = later(() => run.compile(expression, template.dictionary ?? template.root));
    column.calculate = nested(budget, calculate);
  }
  for (const node of allParameters(template.dictionary?.children ?? [])) {
    const parameter = parameters.get(node.path.toLowerCase());
    const expression = textOf(node.object, 'Expression', '');
    if (parameter && expression !== '' && !(node.path in given)) {
      const calculate = later(() => run.compile(expression, node.object));
      parameter.calculate = nested(budget, calculate);
    }
  }
}

/** Compiles at first use, when all objects an expression may refer to exist. */
function later(make: () => Calculate): Calculate {
  let made: Calculate | undefined;
  return () => (made ??= make())();
}

function readTextSettings(object: TextObject | DrawnObject, template: Template): TextSettings {
  const node = object.source;
  return {
    brackets: parseBrackets(textOf(node, 'Brackets'), isVisualBasic(template)),
    allowExpressions: flagOf(node, 'AllowExpressions'),
    formats: readFormats(node),
    hideZeros: flagOf(node, 'HideZeros'),
    hideValue: textOf(node, 'HideValue'),
    nullValue: textOf(node, 'NullValue'),
    paragraphOffset: numberOf(node, 'ParagraphOffset') !== 0,
  };
}

function hasText(node: TemplateObject, pattern: RegExp): boolean {
  for (const value of node.attributes.values()) if (pattern.test(value)) return true;
  return node.children.some((child) => hasText(child, pattern));
}

function readTotal(run: Run, node: TemplateObject): Run['totals'][number] {
  const expression = textOf(node, 'Expression');
  const condition = textOf(node, 'EvaluateCondition');
  return createTotal({
    name: node.name,
    source: node,
    type: enumOf(node, 'TotalType', ['Sum', 'Min', 'Max', 'Avg', 'Count', 'CountDistinct']),
    calculate: expression === '' ? undefined : later(() => run.compile(expression, node)),
    condition: condition === '' ? undefined : later(() => run.compile(condition, node)),
    evaluator: undefined,
    printOn: undefined,
    resetAfterPrint: flagOf(node, 'ResetAfterPrint'),
    resetOnReprint: flagOf(node, 'ResetOnReprint'),
    includeInvisibleRows: flagOf(node, 'IncludeInvisibleRows'),
  });
}

function connectTotal(run: Run, node: TemplateObject): void {
  const band = (path: string): Band | undefined => {
    const object = run.objects.get(textOf(node, path).toLowerCase());
    return object instanceof Band ? object : undefined;
  };
  const total = run.totals.find((one) => one.source === node);
  const refersTo = totalNamedBy(run, textOf(node, 'Expression'));
  if (total)
    Object.assign(total, { refersTo, evaluator: band('Evaluator'), printOn: band('PrintOn') ?? band('Resetter') });
}

/** Marks the sources whose rows the report reads once and in order: their rows are not kept in memory. */
function decideStreaming(run: Run): void {
  if (run.doublePass || run.template.script.trim() !== '') return;
  const bands = [...run.objects.values()].filter((object): object is DataBand => object instanceof DataBand);
  const used = new Map<unknown, number>();
  for (const { dataSource } of bands) used.set(dataSource, (used.get(dataSource) ?? 0) + 1);
  const related = new Set(run.dictionary.relations.flatMap(({ parent, child }) => [parent, child]));
  for (const band of bands) {
    const { dataSource } = band;
    if (!dataSource || used.get(dataSource) !== 1 || related.has(dataSource) || band.filter || band.sort.length > 0)
      continue;
    if (
      band.parent !== band.page ||
      band.page?.subreport ||
      band.parent instanceof GroupHeaderBand ||
      band.columns.count > 1 ||
      // The band takes the columns of such a page.
      (band.page?.unlimitedHeight && band.page.columnCount > 1)
    )
      continue;
    if (band.idColumn !== '' || band.maxRows > 0 || band.child?.completeToRows || hasReference(run.template.root, band))
      continue;
    dataSource.streaming = true;
  }
}

/** Returns true when a matrix or another object reads the band's source by itself. */
function hasReference(node: TemplateObject, band: DataBand): boolean {
  const named =
    node !== band.source &&
    node.type !== 'DataBand' &&
    textOf(node, 'DataSource', '') === textOf(band.source, 'DataSource');
  return named || node.children.some((child) => hasReference(child, band));
}

/** Starts a report and asks its dialogs. @returns the dialog that waits for an answer; without it the report can be printed */
export function startReport(run: Run): DialogForm | undefined {
  run.firstPass = true;
  run.finalPass = !run.doublePass;
  run.callScript(textOf(run.template.root, 'StartReportEvent'));
  return run.askDialogs();
}

/** Prints a report that was started, in one pass, or in two if the template has DoublePass. */
export function* runReport(run: Run): Steps {
  const { root } = run.template;
  run.isPrinting = true;
  run.finalPass = !run.doublePass;
  for (const object of run.objects.values()) if (object instanceof DataBand) object.startedColumns = object.columns;
  // A first pass that MaxPages or a script ends is the only one; a script may set MaxPages during the pass.
  run.draws = !run.doublePass || run.maxPages > 0 || /MaxPages|Abort/iu.test(run.template.script);
  yield* runPass(run);
  if (run.prepared.sheets.length === 0) reportNoPage(run);
  if (run.doublePass && !run.stopped) yield* runFinalPass(run);
  run.callScript(textOf(root, 'FinishReportEvent'));
}

const listed = (names: readonly string[]): string => names.slice(0, 10).join(', ') + (names.length > 10 ? ' …' : '');

/** Reports why there is no page to print. In the reference a report with two passes ends with an error in this case. */
function reportNoPage(run: Run): void {
  const pages = run.pages.filter(({ subreport }) => !subreport);
  const [page] = pages;
  const message = page
    ? `The report has no page to print: Visible or VisibleExpression hides ${listed(pages.map(({ name }) => name))}.`
    : 'The report has no page to print: the template contains none.';
  const { name, source } = page ?? { name: undefined, source: run.template.root };
  const warning = { message, object: name, line: source.line };
  if (run.doublePass) run.fail(warning);
  else run.warn(warning);
}

/** Runs the second pass, which produces the pages. */
function* runFinalPass(run: Run): Steps {
  resetPageNumber(run);
  run.draws = true;
  run.firstPass = false;
  run.finalPass = true;
  run.firstPassBookmarks = run.bookmarks;
  // Bands printed before any data show the first row in the order of the last pass, sorted and filtered.
  for (const source of run.dictionary.sources) if (source.isInitialised && source.rowCount > 0) source.first();
  decideLines(run);
  yield* runPass(run);
}

function* runPass(run: Run): Steps {
  run.prepared = createPrepared();
  run.outline = createOutline();
  run.bookmarks = new Map();
  run.keep = createKeep();
  run.repetition = createRepetition();
  run.pending = new Map();
  run.stopped = false;
  run.numbering = run.firstPass ? createNumbering() : run.numbering;
  run.numbering.logicalPageNo = 0;
  clearTotals(run);
  run.prepared.holding += run.pages.filter(isBackPage).length;
  for (const page of run.pages) {
    if (page.subreport || run.stopped) continue;
    if (page.visibleExpression) {
      const visible = page.visibleExpression.calculate();
      if (typeof visible === 'boolean') page.visible = visible;
    }
    if (page.visible) yield* runReportPage(run, page);
    else if (page.backPage) run.prepared.holding -= 1;
  }
  engineEvent(run, undefined, 'ReportFinished');
  // A first pass that was ended by MaxPages is the only one.
  if (run.finalPass || (run.draws && run.stopped)) {
    run.ended = true;
    yield* releaseAll(run);
  }
}

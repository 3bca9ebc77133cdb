/** Random reports over one table: bands, flags, groups, columns, keeping and totals in any combination that fits its page. */
import fc from 'fast-check';
import type { Row } from '../../data/types.ts';
import { band, textObject, type TestReport, type TestTable } from '../testReport.ts';

/** A row of the table. */
export interface Item {
  readonly id: number;
  readonly kind: string;
  readonly amount: number;
  readonly note: string;
}

/** Attributes of a band by name; `false` and `undefined` are left out. */
type Flags = Readonly<Record<string, boolean | string | undefined>>;

/** The choices of a random report. */
export interface ReportPlan {
  readonly items: readonly Item[];
  /** mm; margins take 20 of each. */
  readonly paper: { readonly width: number; readonly height: number };
  readonly doublePass: boolean;
  /** Bands at the edges of the page and of the report. */
  readonly outer: Readonly<
    Record<'title' | 'summary' | 'pageHeader' | 'columnHeader' | 'columnFooter' | 'header' | 'child', boolean>
  >;
  readonly titleFirst: boolean;
  readonly summary: Flags;
  readonly header: Flags;
  readonly footer: Flags;
  /** undefined: rows are not grouped. */
  readonly group: { readonly header: Flags; readonly footer: Flags } | undefined;
  readonly data: Flags;
  readonly columns: { readonly count: number; readonly layout: string };
  readonly note: Flags;
  /** Rows below this amount are filtered out. */
  readonly least: number;
}

const flags = (...names: string[]): fc.Arbitrary<Flags> =>
  fc.record(Object.fromEntries(names.map((name) => [name, fc.boolean()])));

const WORDS = ['pump', 'valve', 'corroded', 'replace', 'no', 'remark', 'certificate', 'hatch', 'deck', 'at'];

/** Random rows, numbered from 1. */
export const items: fc.Arbitrary<readonly Item[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('A', 'B', 'C', 'D'),
      amount: fc.integer({ min: -50, max: 500 }),
      words: fc.array(fc.constantFrom(...WORDS), { maxLength: 24 }),
    }),
    { maxLength: 60, size: 'max' },
  )
  .map((rows) => rows.map(({ words, ...row }, index) => ({ ...row, id: index + 1, note: words.join(' ') })));

/** Random reports. */
export const plans: fc.Arbitrary<ReportPlan> = fc.record({
  items,
  paper: fc.record({ width: fc.constantFrom(140, 210, 297), height: fc.constantFrom(180, 210, 297) }),
  doublePass: fc.boolean(),
  outer: fc.record({
    title: fc.boolean(),
    summary: fc.boolean(),
    pageHeader: fc.boolean(),
    columnHeader: fc.boolean(),
    columnFooter: fc.boolean(),
    header: fc.boolean(),
    child: fc.boolean(),
  }),
  titleFirst: fc.boolean(),
  summary: flags('StartNewPage', 'KeepWithData', 'PrintOnBottom'),
  header: flags('RepeatOnEveryPage', 'KeepWithData'),
  footer: flags('RepeatOnEveryPage', 'KeepWithData'),
  group: fc.option(
    fc.record({
      header: flags('RepeatOnEveryPage', 'KeepTogether', 'KeepWithData', 'StartNewPage', 'ResetPageNumber'),
      footer: flags('KeepWithData', 'PrintOnBottom'),
    }),
    { nil: undefined },
  ),
  data: flags('CanGrow', 'CanShrink', 'CanBreak', 'KeepTogether', 'StartNewPage', 'KeepChild'),
  columns: fc.record({
    count: fc.constantFrom(1, 1, 1, 2, 3),
    layout: fc.constantFrom('AcrossThenDown', 'DownThenAcross'),
  }),
  note: flags('CanGrow', 'CanShrink', 'CanBreak', 'GrowToBottom'),
  least: fc.constantFrom(-100, 0, 200),
});

/** Rows that the report prints, in order. */
export function printedItems({ items: all, least, group }: ReportPlan): Item[] {
  const rows = all.filter(({ amount }) => amount >= least);
  return group ? rows.toSorted((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.id - b.id)) : rows;
}

const written = (values: Flags): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => `${name}="${String(value)}"`)
    .join(' ');

const total = (name: string, evaluator: string, printOn: string, type = 'Sum', expression = '[Items.Amount]'): string =>
  `<Total Name="${name}" TotalType="${type}" Expression="${expression}" Evaluator="${evaluator}" PrintOn="${printOn}"/>`;

/**
 * Flags of the data band. A row that starts a page leaves its columns, and the next band may end beside them. A row that may break moves objects to a
 * kept footer that does not fit, which then prints them, with a warning (docs/frx/layout.md).
 */
function flagsOfData({ data, columns, summary, footer, group }: ReportPlan): Flags {
  const keepsFooter = [summary, footer, group?.footer].some((flags) => flags?.['KeepWithData'] === true);
  return {
    ...data,
    ...(columns.count > 1 && { StartNewPage: false }),
    ...(keepsFooter && { CanBreak: false }),
  };
}

/** The rows as a table of the report. */
export const itemsTable = (rows: readonly Item[]): TestTable => ({
  columns: 'Id:Int32 Kind:String Amount:Int32 Note:String',
  rows: rows.map(({ id, kind, amount, note }): Row => [id, kind, amount, note]),
});

/** The template and data of a plan. */
export function reportOf(plan: ReportPlan): TestReport {
  const { outer, group, columns } = plan;
  const width = (plan.paper.width - 20) * 3.78;
  const column = Math.floor(width / columns.count);
  const inner = [
    textObject('Id', '[Items.Id]', 'Width="30" Height="16"'),
    textObject('Amount', '[Items.Amount]', 'Left="30" Width="40" Height="16"'),
    textObject('Note', '[Items.Note]', `Left="70" Width="${String(column - 75)}" Height="16" ${written(plan.note)}`),
    outer.child
      ? `<ChildBand Name="Child" Width="302.4" Height="8">${textObject('ChildText', 'child', 'Width="40" Height="8"')}</ChildBand>`
      : '',
    outer.header ? band('DataHeaderBand', 'Header', 'header', written(plan.header)) : '',
    `<DataFooterBand Name="Footer" Width="302.4" Height="18" ${written(plan.footer)}>${textObject('Sum', '[Sum] [Count]', 'Width="140" Height="16"')}</DataFooterBand>`,
    '<Sort><Sort Expression="[Items.Id]"/></Sort>',
  ];
  const many =
    columns.count > 1
      ? `Columns.Count="${String(columns.count)}" Columns.Width="${String(column)}" Columns.Layout="${columns.layout}"`
      : '';
  const data = `<DataBand Name="Data" Width="${String(width)}" Height="18" DataSource="Items" Filter="[Items.Amount] &gt;= ${String(plan.least)}" ${many} ${written(flagsOfData(plan))}>${inner.join('')}</DataBand>`;
  const grouped = group
    ? `<GroupHeaderBand Name="Group" Width="302.4" Height="20" Condition="[Items.Kind]" ${written(group.header)}>${textObject('Kind', '[Items.Kind]', 'Width="99" Height="16"')}${data}<GroupFooterBand Name="GroupFooter" Width="302.4" Height="18" ${written(group.footer)}>${textObject('GroupSum', '[GroupSum]', 'Width="99" Height="16"')}</GroupFooterBand></GroupHeaderBand>`
    : data;
  return {
    report: plan.doublePass ? 'DoublePass="true"' : '',
    page: `PaperWidth="${String(plan.paper.width)}" PaperHeight="${String(plan.paper.height)}" ${plan.titleFirst ? 'TitleBeforeHeader="true"' : ''}`,
    bands: [
      outer.title ? band('ReportTitleBand', 'Title', 'title') : '',
      outer.pageHeader ? band('PageHeaderBand', 'PageHeader', 'page header') : '',
      outer.columnHeader ? band('ColumnHeaderBand', 'ColumnHeader', 'column header', '', 15) : '',
      grouped,
      outer.summary ? band('ReportSummaryBand', 'Summary', '[Sum]', written(plan.summary)) : '',
      outer.columnFooter ? band('ColumnFooterBand', 'ColumnFooter', 'column footer', '', 15) : '',
      `<PageFooterBand Name="PageFooter" Width="302.4" Height="18">${textObject('PageNumber', '[Page#] of [TotalPages#]', 'Width="99" Height="16"')}${textObject('PageCount', '[PageCount]', 'Left="99" Width="99" Height="16"')}</PageFooterBand>`,
    ].join(''),
    dictionary: [
      total('Sum', 'Data', ''),
      total('Count', 'Data', '', 'Count'),
      total('PageCount', 'Data', 'PageFooter', 'Count'),
      group ? total('GroupSum', 'Data', 'GroupFooter') : '',
    ].join(''),
    data: { Items: itemsTable(plan.items) },
  };
}

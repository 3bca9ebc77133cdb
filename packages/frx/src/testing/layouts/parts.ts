/** Random reports with bands that contain more than texts: a table in each row, tables built by a script, matrices and subreports. */
import fc from 'fast-check';
import { band, textObject, type TestReport } from '../testReport.ts';
import { items, itemsTable, type Item } from './reports.ts';

type Layout = 'AcrossThenDown' | 'DownThenAcross' | 'Wrapped';

/** The choices of a random report with tables, matrices and subreports. An undefined part is left out. */
export interface PartsPlan {
  readonly items: readonly Item[];
  /** mm; margins take 20 of each. */
  readonly paper: { readonly width: number; readonly height: number };
  readonly doublePass: boolean;
  readonly pageFooter: boolean;
  /** A table in the band of each row. */
  readonly rows:
    | {
        readonly breaksBand: boolean;
        readonly breaksRow: boolean;
        readonly spans: boolean;
        readonly hidesColumn: boolean;
        readonly inContainer: boolean;
      }
    | undefined;
  /** A table built by a script. */
  readonly built:
    | {
        readonly layout: Layout;
        readonly columns: number;
        readonly fixedRows: number;
        readonly repeatHeaders: boolean;
        readonly autoSize: boolean;
        /** Rows after which a page ends; 0: none. */
        readonly breakAfter: number;
        readonly top: number;
      }
    | undefined;
  readonly matrix:
    | {
        readonly layout: Layout;
        readonly columnTotals: boolean;
        readonly rowTotals: boolean;
        readonly autoSize: boolean;
        readonly repeatHeaders: boolean;
        readonly printOnParent: boolean;
      }
    | undefined;
  readonly subreport: { readonly printOnParent: boolean; readonly beside: boolean } | undefined;
}

const layouts = fc.constantFrom<Layout>('AcrossThenDown', 'DownThenAcross', 'Wrapped');
const optional = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(arbitrary, { nil: undefined });

/** Random reports with tables, matrices and subreports. */
export const partsPlans: fc.Arbitrary<PartsPlan> = fc.record({
  items,
  paper: fc.record({ width: fc.constantFrom(140, 210), height: fc.constantFrom(140, 210, 297) }),
  doublePass: fc.boolean(),
  pageFooter: fc.boolean(),
  rows: optional(
    fc.record({
      breaksBand: fc.boolean(),
      breaksRow: fc.boolean(),
      spans: fc.boolean(),
      hidesColumn: fc.boolean(),
      inContainer: fc.boolean(),
    }),
  ),
  built: optional(
    fc.record({
      layout: layouts,
      columns: fc.integer({ min: 1, max: 12 }),
      fixedRows: fc.constantFrom(0, 1),
      repeatHeaders: fc.boolean(),
      autoSize: fc.boolean(),
      breakAfter: fc.constantFrom(0, 0, 4, 9),
      top: fc.constantFrom(0, 16),
    }),
  ),
  matrix: optional(
    fc.record({
      layout: layouts,
      columnTotals: fc.boolean(),
      rowTotals: fc.boolean(),
      autoSize: fc.boolean(),
      repeatHeaders: fc.boolean(),
      printOnParent: fc.boolean(),
    }),
  ),
  subreport: optional(fc.record({ printOnParent: fc.boolean(), beside: fc.boolean() })),
});

const cell = (name: string, text: string, attributes = ''): string =>
  `<TableCell Name="${name}" Text="${text}" Font="Arial, 8pt" ${attributes}/>`;
const column = (name: string, width: number, attributes = ''): string =>
  `<TableColumn Name="${name}" Width="${String(width)}" ${attributes}/>`;
const row = (name: string, cells: string, attributes = ''): string =>
  `<TableRow Name="${name}" Height="18" ${attributes}>${cells}</TableRow>`;
const flag = (name: string, value: boolean): string => `${name}="${String(value)}"`;

/** Each row has its number, its note, and one column that is never visible. */
function rowTables({ rows }: PartsPlan): string {
  if (!rows) return '';
  const table = `<TableObject Name="Rows" Width="190" Height="36">${column('RowsA', 40)}${column('RowsB', 30, rows.hidesColumn ? 'Visible="false"' : '')}${column('RowsC', 120)}
    ${row('RowsOne', cell('Id', '[Items.Id]', rows.spans ? 'RowSpan="2"' : '') + cell('Kind', '[Items.Kind]') + cell('Note', '[Items.Note]'), `AutoSize="true" ${flag('CanBreak', rows.breaksRow)}`)}
    ${row('RowsTwo', cell('Blank', '') + cell('Kind2', '') + cell('Amount', '[Items.Amount]'))}</TableObject>`;
  const inside = rows.inContainer
    ? `<ContainerObject Name="Box" Width="190" Height="36" CanGrow="true" CanShrink="true">${table}</ContainerObject>`
    : table;
  return `<DataBand Name="RowsBand" Width="302.4" Height="36" DataSource="Items" CanGrow="true" ${flag('CanBreak', rows.breaksBand)} BeforePrintEvent="CountRow">${inside}</DataBand>`;
}

function builtTable({ built }: PartsPlan): string {
  if (!built) return '';
  const width = built.autoSize ? 'AutoSize="true"' : '';
  return `<DataBand Name="BuiltBand" Width="302.4" Height="60" RowCount="1"><TableObject Name="Built" Top="${String(built.top)}" Width="200" Height="54" ManualBuildEvent="BuildTable" Layout="${built.layout}" FixedRows="${String(built.fixedRows)}" ${flag('RepeatHeaders', built.repeatHeaders)}>
    ${column('BuiltA', 40)}${column('BuiltB', 60, width)}
    ${row('BuiltHead', cell('HeadA', 'head') + cell('HeadB', 'head'))}
    ${row('BuiltRow', cell('BuiltId', '[Items.Id]') + cell('BuiltKind', '[Items.Kind]'), built.autoSize ? 'AutoSize="true"' : '')}
    ${row('BuiltFoot', cell('BuiltCount', '[Count(BuiltId)]') + cell('FootB', ''))}</TableObject></DataBand>`;
}

function script({ built }: PartsPlan): string {
  const columns = `Built.PrintColumn(0); for (int i = 0; i < ${String(built?.columns ?? 0)}; i++) Built.PrintColumn(1);`;
  const breaks = built && built.breakAfter > 0 ? `if (n % ${String(built.breakAfter)} == 0) Built.PageBreak();` : '';
  const build = built
    ? `void BuildTable(object sender, EventArgs e) { DataSourceBase data = Report.GetDataSource("Items"); data.Init(); data.First(); int n = 0;
        Built.PrintRow(0); ${columns}
        while (data.HasMoreRows) { n++; Built.PrintRow(1); ${columns} ${breaks} data.Next(); }
        Built.PrintRow(2); ${columns} }`
    : '';
  return `int rows; void CountRow(object sender, EventArgs e) { rows++; } ${build}`;
}

function matrix({ matrix: plan }: PartsPlan): string {
  if (!plan) return '';
  const size = plan.autoSize ? 'AutoSize="true"' : '';
  const totals = (on: boolean): string => (on ? '' : ' Totals="false"');
  const columns = plan.columnTotals ? 3 : 2;
  const names = ['C', 'V', 'T'].slice(0, columns);
  const line = (name: string, cells: readonly string[], attributes = ''): string =>
    row(name, cells.slice(0, columns).join(''), `${size} ${attributes}`);
  return `<DataBand Name="MatrixBand" Width="302.4" Height="60" RowCount="1" CanGrow="true"><MatrixObject Name="Matrix" Width="150" Height="54" DataSource="Items" Layout="${plan.layout}" FixedRows="1" FixedColumns="1" ${flag('RepeatHeaders', plan.repeatHeaders)} ${flag('PrintOnParent', plan.printOnParent)}>
    <MatrixColumns><Header Expression="[Items.Kind]"${totals(plan.columnTotals)}/></MatrixColumns>
    <MatrixRows><Header Expression="[Items.Id] % 40"${totals(plan.rowTotals)}/></MatrixRows>
    <MatrixCells><Cell Expression="[Items.Amount]" Function="Sum"/></MatrixCells>
    ${names.map((name) => column(`Matrix${name}`, 50, size)).join('')}
    ${line('MatrixHead', [cell('Corner', ''), cell('KindHead', ''), cell('KindTotal', 'total')])}
    ${line('MatrixBody', [cell('IdHead', ''), cell('Value', ''), cell('RowTotal', '')])}
    ${plan.rowTotals ? line('MatrixFoot', [cell('IdTotal', 'total'), cell('ColumnTotal', ''), cell('Grand', '')]) : ''}</MatrixObject></DataBand>`;
}

function subreport({ subreport: plan }: PartsPlan): { readonly band: string; readonly pages: string } {
  if (!plan) return { band: '', pages: '' };
  const object = (name: string, left: number): string =>
    `<SubreportObject Name="Sub${name}" Left="${String(left)}" Width="100" Height="18" ReportPage="${name}" ${flag('PrintOnParent', plan.printOnParent)}/>`;
  const page = (name: string): string =>
    `<ReportPage Name="${name}"><DataBand Name="${name}Rows" Width="120" Height="16" DataSource="Items">${textObject(`${name}Id`, '[Items.Id]', 'Width="60" Height="16"')}</DataBand></ReportPage>`;
  return {
    band: `<DataBand Name="SubBand" Width="302.4" Height="18" RowCount="1" CanGrow="true" CanBreak="true">${object('One', 0)}${plan.beside ? object('Two', 150) : ''}</DataBand>`,
    pages: page('One') + (plan.beside ? page('Two') : ''),
  };
}

/** The template and data of a plan. */
export function partsReportOf(plan: PartsPlan): TestReport {
  const sub = subreport(plan);
  return {
    report: plan.doublePass ? 'DoublePass="true"' : '',
    page: `PaperWidth="${String(plan.paper.width)}" PaperHeight="${String(plan.paper.height)}"`,
    bands: [
      rowTables(plan),
      builtTable(plan),
      matrix(plan),
      sub.band,
      band('ReportSummaryBand', 'End', '[rows]', '', 18),
      plan.pageFooter ? band('PageFooterBand', 'Foot', 'foot', '', 18) : '',
    ].join(''),
    pages: sub.pages,
    script: script(plan),
    data: { Items: itemsTable(plan.items) },
  };
}

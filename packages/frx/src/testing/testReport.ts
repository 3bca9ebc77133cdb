/** Prints small templates for the tests of the engine: A7-like pages of 100 × 80 mm with 10 mm margins (302.4 × 226.8 px) unless they say otherwise. */
import type { DataSet, DataTable, Row } from '../data/types.ts';
import { testFonts } from '../objects/testing/testFonts.ts';
import type { OutlineNode, Page, PlacedObject, Warning } from '../page.ts';
import { prepare, type PrepareOptions } from '../prepare.ts';
import { readTemplate } from '../template/read.ts';

/** A table: its columns as `Name:Type` (Type without `System.`), and its rows with cells in that order. */
export interface TestTable {
  readonly columns: string;
  readonly rows: Iterable<Row>;
}

/** The parts of a template, and its data. */
export interface TestReport {
  readonly bands: string;
  readonly page?: string;
  readonly report?: string;
  /** More pages, relations, parameters, totals, styles. */
  readonly pages?: string;
  readonly dictionary?: string;
  readonly styles?: string;
  /** Members of the script's class, in C#. */
  readonly script?: string;
  /** A complete script in Visual Basic; the expressions are Visual Basic then. */
  readonly visualBasic?: string;
  readonly data?: Readonly<Record<string, TestTable>>;
  /** Tables that the template declares in `dictionary`. */
  readonly tables?: readonly DataTable[];
  readonly options?: Partial<PrepareOptions>;
}

/** Result of printing. */
export interface Printed {
  readonly pages: readonly Page[];
  readonly outline: readonly OutlineNode[];
  readonly warnings: readonly Warning[];
}

const now = Date.UTC(2026, 0, 15, 12);

/** The template of a test as XML. */
export function templateOf({ bands, page = 'PaperWidth="100" PaperHeight="80"', ...parts }: TestReport): string {
  const sources = Object.entries(parts.data ?? {}).map(([name, { columns }]) => {
    const declared = columns.split(' ').map((column) => {
      const [own = '', type = 'String'] = column.split(':');
      return `<Column Name="${own}" DataType="System.${type}"/>`;
    });
    return `<TableDataSource Name="${name}" ReferenceName="Test.${name}" DataType="System.Int32" Enabled="true">${declared.join('')}</TableDataSource>`;
  });
  const { visualBasic } = parts;
  const script =
    visualBasic !== undefined
      ? `<ScriptText>${visualBasic.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</ScriptText>`
      : parts.script
        ? `<ScriptText>using System;\r\nnamespace FastReport\r\n{\r\n  public class ReportScript\r\n  {\r\n${parts.script.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}\r\n  }\r\n}</ScriptText>`
        : '';
  return `<?xml version="1.0" encoding="utf-8"?>
<Report ScriptLanguage="${visualBasic !== undefined ? 'Vb' : 'CSharp'}" ${parts.report ?? ''}>${script}<Styles>${parts.styles ?? ''}</Styles>
<Dictionary>${sources.join('')}${parts.dictionary ?? ''}</Dictionary>
<ReportPage Name="Page1" ${page}>${bands}</ReportPage>${parts.pages ?? ''}</Report>`;
}

/** The rows of a test table with the columns' names, so that the order of the template's columns does not matter. */
export function dataSetOf({ data, tables: more = [] }: TestReport): DataSet {
  const tables = Object.entries(data ?? {}).map(([name, { columns, rows }]) => ({
    name,
    columns: columns.split(' ').map((column) => ({ name: column.split(':')[0]! })),
    rows,
  }));
  return { name: 'Test', tables: [...tables, ...more] };
}

/** Starts a report; nothing is printed until its pages are read. */
export function start(report: TestReport): ReturnType<typeof prepare> {
  return prepare(readTemplate(new TextEncoder().encode(templateOf(report))), [dataSetOf(report)], {
    fonts: testFonts,
    describeImage: () => ({ format: 'unknown', width: 0, height: 0 }),
    now: () => now,
    ...report.options,
  });
}

/** Prints a report to its end. */
export async function print(report: TestReport): Promise<Printed> {
  const prepared = start(report);
  const pages: Page[] = [];
  for await (const page of prepared.pages) pages.push(page);
  return { pages, outline: prepared.outline(), warnings: prepared.warnings() };
}

/** The bands of a page from top to bottom: `Name top` or `Name top+height`. */
export function bandsOf(page: Page | undefined, withHeight = false): string[] {
  return (page?.objects ?? []).map(
    ({ name, top, height }) => `${name} ${String(top)}${withHeight ? `+${String(height)}` : ''}`,
  );
}

/** All objects of a page, inner ones after their parent. */
export function objectsOf(page: Page | undefined): PlacedObject[] {
  const all: PlacedObject[] = [];
  const add = (object: PlacedObject): void => {
    all.push(object);
    object.children?.forEach(add);
  };
  page?.objects.forEach(add);
  return all;
}

/** The texts of a page in order; with a name, of that object only. */
export function textsOf(page: Page | undefined, name?: string): string[] {
  return objectsOf(page).flatMap((object) =>
    object.text && (name === undefined || object.name === name) ? [object.text.text] : [],
  );
}

/** `left,top,width,height` of the objects of that name. */
export function placesOf(page: Page | undefined, name: string): string[] {
  return objectsOf(page)
    .filter((object) => object.name === name)
    .map(({ left, top, width, height }) => [left, top, width, height].join(','));
}

/** A band with one text. */
export const band = (type: string, name: string, text: string, attributes = '', height = 20): string =>
  `<${type} Name="${name}" Width="302.4" Height="${String(height)}" ${attributes}>${textObject(`T${name}`, text, `Width="200" Height="${String(height)}"`)}</${type}>`;

/** A text object. */
export const textObject = (name: string, text: string, attributes: string): string =>
  `<TextObject Name="${name}" ${attributes} Text="${text.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}" Font="Arial, 8pt"/>`;

/** Rows `[1], [2] …` of a column `Id:Int32`. */
export const numbers = (count: number): TestTable => ({
  columns: 'Id:Int32',
  rows: Array.from({ length: count }, (_, i) => [i + 1]),
});

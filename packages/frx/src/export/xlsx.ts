/** Pages as an Excel workbook: what stands beside and below each other becomes cells, numbers and dates stay numbers and dates. */
import { Zip, ZipDeflate } from 'fflate';
import type { Page } from '../page.ts';
import { gridCollector } from './xlsx/grid.ts';
import type { Sheet } from './xlsx/grid.ts';
import { sheetXml } from './xlsx/sheetXml.ts';
import { styleBook } from './xlsx/styles.ts';
import { xmlText } from './xmlText.ts';

export interface XlsxOptions {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** When the workbook says it was made. */
  readonly now: Date;
}

/**
 * The workbook in pieces: one sheet for each page of the template, its printed pages one below the other. Page headers appear once, page
 * footers not at all. Nothing is written before the last page is there, since a sheet's columns depend on every page.
 */
export async function* exportXlsx(
  pages: AsyncIterable<Page> | Iterable<Page>,
  options: XlsxOptions,
): AsyncGenerator<Uint8Array> {
  const collector = gridCollector();
  for await (const page of pages) collector.add(page);
  const sheets = collector.sheets();
  const styles = styleBook();
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const encoder = new TextEncoder();
  const open = (name: string): ZipDeflate => {
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = ENTRY_DATE;
    zip.add(entry);
    return entry;
  };
  const write = (name: string, content: string): void => open(name).push(encoder.encode(content), true);

  write('[Content_Types].xml', contentTypes(sheets.length));
  write(
    '_rels/.rels',
    relations([
      ['officeDocument', 'xl/workbook.xml'],
      ['core', 'docProps/core.xml'],
    ]),
  );
  write('docProps/core.xml', coreProperties(options));
  write('xl/workbook.xml', workbook(sheets));
  write(
    'xl/_rels/workbook.xml.rels',
    relations([
      ...sheets.map((_, index): Relation => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
  );
  for (const [index, sheet] of sheets.entries()) {
    const entry = open(`xl/worksheets/sheet${index + 1}.xml`);
    for (const piece of sheetXml(sheet, styles)) {
      entry.push(encoder.encode(piece));
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(), true);
  }
  write('xl/styles.xml', styles.xml());
  zip.end();
  yield* ready.splice(0);
}

/** Entries of the archive carry local time: its earliest moment is the same bytes in every time zone. */
const ENTRY_DATE = new Date(1980, 0, 1);

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function contentTypes(sheets: number): string {
  const prefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts = Array.from({ length: sheets }, (_, index) => [
    `/xl/worksheets/sheet${index + 1}.xml`,
    `${prefix}.worksheet+xml`,
  ]);
  parts.push(['/xl/workbook.xml', `${prefix}.sheet.main+xml`], ['/xl/styles.xml', `${prefix}.styles+xml`]);
  parts.push(['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml']);
  const overrides = parts.map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`).join('');
  const relationType = 'application/vnd.openxmlformats-package.relationships+xml';
  const defaults = `<Default Extension="rels" ContentType="${relationType}"/><Default Extension="xml" ContentType="application/xml"/>`;
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types">${defaults}${overrides}</Types>`;
}

type Relation = readonly ['officeDocument' | 'worksheet' | 'styles' | 'core', string];

function relations(targets: readonly Relation[]): string {
  const items = targets.map(([kind, target], index) => {
    const type =
      kind === 'core' ? `${PACKAGE}/relationships/metadata/core-properties` : `${OFFICE}/relationships/${kind}`;
    return `<Relationship Id="r${index + 1}" Type="${type}" Target="${target}"/>`;
  });
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
}

function coreProperties(options: XlsxOptions): string {
  const spaces =
    'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  const made = `<dcterms:created xsi:type="dcterms:W3CDTF">${options.now.toISOString().slice(0, 19)}Z</dcterms:created>`;
  const title = `<dc:title>${xmlText(options.title ?? 'Report')}</dc:title><dc:creator>${xmlText(options.author ?? 'frx')}</dc:creator>`;
  return `${HEAD}<cp:coreProperties ${spaces}>${title}${made}</cp:coreProperties>`;
}

function workbook(sheets: readonly Sheet[]): string {
  const items = sheets
    .map((sheet, index) => `<sheet name="${xmlText(sheet.name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`)
    .join('');
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets>${items}</sheets></workbook>`;
}

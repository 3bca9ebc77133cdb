/** Pages as an Excel workbook: what stands beside and below each other becomes cells, numbers and dates stay numbers and dates. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Page } from '../page.ts';
import { imageKey, imagesOf, portableImage } from './images.ts';
import type { DecodeImage } from './images.ts';
import { drawingXml } from './xlsx/drawing.ts';
import { gridCollector } from './xlsx/grid.ts';
import type { Sheet } from './xlsx/grid.ts';
import { sheetXml } from './xlsx/sheetXml.ts';
import { styleBook } from './xlsx/styles.ts';
import { xmlText } from './xmlText.ts';

export interface XlsxOptions {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** Creation time stored in the workbook. */
  readonly now: Date;
  /** Reads pictures of formats that Excel does not show. */
  readonly decodeImage?: DecodeImage | undefined;
}

/**
 * The workbook in pieces: one sheet for each page of the template, its printed pages one below the other. Page headers appear once, page
 * footers not at all. Only pictures are written before the last page is there, since a sheet's columns depend on every page.
 */
export async function* exportXlsx(
  pages: AsyncIterable<Page> | Iterable<Page>,
  options: XlsxOptions,
): AsyncGenerator<Uint8Array> {
  const collector = gridCollector();
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

  /** Files of pictures by key; one that cannot be read has none. */
  const media = new Map<string, string | undefined>();
  for await (const page of pages) {
    collector.add(page);
    for (const used of imagesOf(page)) {
      const key = imageKey(used.image, used.look);
      if (media.has(key)) continue;
      const portable = await portableImage(used, options.decodeImage);
      const name = portable && `image${media.size + 1}.${portable.type.slice('image/'.length)}`;
      media.set(key, name);
      if (portable === undefined) continue;
      const entry = new ZipPassThrough(`xl/media/${name}`);
      entry.mtime = ENTRY_DATE;
      zip.add(entry);
      entry.push(portable.bytes, true);
      yield* ready.splice(0);
    }
  }
  const sheets = collector.sheets();
  const styles = styleBook();

  write('[Content_Types].xml', contentTypes(sheets));
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
    for (const piece of sheetXml(sheet, styles, sheet.pictures.length === 0 ? undefined : 'r1')) {
      entry.push(encoder.encode(piece));
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(), true);
    if (sheet.pictures.length === 0) continue;
    const files: string[] = [];
    const drawing = drawingXml(sheet.pictures, ({ primitive }) => {
      const file = media.get(imageKey(primitive.image, primitive));
      if (file === undefined) return undefined;
      if (!files.includes(file)) files.push(file);
      return `r${files.indexOf(file) + 1}`;
    });
    write(`xl/drawings/drawing${index + 1}.xml`, drawing);
    write(
      `xl/drawings/_rels/drawing${index + 1}.xml.rels`,
      relations(files.map((file): Relation => ['image', `../media/${file}`])),
    );
    write(
      `xl/worksheets/_rels/sheet${index + 1}.xml.rels`,
      relations([['drawing', `../drawings/drawing${index + 1}.xml`]]),
    );
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

function contentTypes(sheets: readonly Sheet[]): string {
  const prefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts = sheets.flatMap(({ pictures }, index) => [
    [`/xl/worksheets/sheet${index + 1}.xml`, `${prefix}.worksheet+xml`],
    ...(pictures.length === 0
      ? []
      : [[`/xl/drawings/drawing${index + 1}.xml`, 'application/vnd.openxmlformats-officedocument.drawing+xml']]),
  ]);
  parts.push(['/xl/workbook.xml', `${prefix}.sheet.main+xml`], ['/xl/styles.xml', `${prefix}.styles+xml`]);
  parts.push(['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml']);
  const overrides = parts.map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`).join('');
  const relationType = 'application/vnd.openxmlformats-package.relationships+xml';
  const pictures = ['png', 'jpeg', 'gif'].map((type) => `<Default Extension="${type}" ContentType="image/${type}"/>`);
  const defaults = `<Default Extension="rels" ContentType="${relationType}"/><Default Extension="xml" ContentType="application/xml"/>${pictures.join('')}`;
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types">${defaults}${overrides}</Types>`;
}

type Relation = readonly ['officeDocument' | 'worksheet' | 'styles' | 'core' | 'drawing' | 'image', string];

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

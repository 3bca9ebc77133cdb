/** Pages as an Excel workbook: objects become cells, numbers and dates stay numbers and dates. */
import type { Page } from '../page.ts';
import type { DrawObject } from './grid/grid.ts';
import { type Sheet, sheetCollector } from './grid/sheets.ts';
import { imageKey, portableImage } from './images.ts';
import type { DecodeImage } from './images.ts';
import {
  contentTypesXml,
  corePropertiesXml,
  type DocumentFacts,
  packageWriter,
  type Relation,
  RELATIONS_NAMESPACE,
  relationsXml,
  XML_HEAD,
} from './officePackage.ts';
import { drawingXml } from './xlsx/drawing.ts';
import { sheetXml } from './xlsx/sheetXml.ts';
import { styleBook } from './xlsx/styles.ts';
import { xmlText } from './xmlText.ts';

/** Settings of a workbook. */
export interface XlsxOptions extends DocumentFacts {
  /** Reads pictures of formats that Excel does not show. */
  readonly decodeImage?: DecodeImage | undefined;
  /** Draws charts, barcodes and the like as pictures; without it they are left out. */
  readonly drawObject?: DrawObject | undefined;
}

/**
 * The workbook in pieces: one sheet for each page of the template, with its printed pages one below the other and the paper, margins and page breaks of
 * the report. Page headers are written once and repeated in print; page footers are replaced by page numbers of the workbook. Only pictures are
 * written before the last page is known, since the columns of a sheet depend on every page.
 */
export async function* exportXlsx(
  pages: AsyncIterable<Page> | Iterable<Page>,
  options: XlsxOptions,
): AsyncGenerator<Uint8Array> {
  const collector = sheetCollector({ inCells: false, draw: options.drawObject });
  const parts = packageWriter();
  /** Files of pictures by key; one that cannot be read has none. */
  const media = new Map<string, string | undefined>();
  for await (const page of pages) {
    const { pictures } = await collector.add(page);
    for (const { picture } of pictures) {
      const { primitive } = picture;
      const key = imageKey(primitive.image, primitive);
      if (media.has(key)) continue;
      const portable = await portableImage({ image: primitive.image, effects: primitive }, options.decodeImage);
      const name = portable && `image${media.size + 1}.${portable.type.slice('image/'.length)}`;
      media.set(key, name);
      if (portable === undefined) continue;
      parts.store(`xl/media/${name}`, portable.bytes);
      yield* parts.ready();
    }
  }
  const sheets = collector.sheets();
  const styles = styleBook();

  parts.write('[Content_Types].xml', contentTypes(sheets));
  parts.write(
    '_rels/.rels',
    relationsXml([
      ['officeDocument', 'xl/workbook.xml'],
      ['core', 'docProps/core.xml'],
    ]),
  );
  parts.write('docProps/core.xml', corePropertiesXml(options));
  parts.write('xl/workbook.xml', workbook(sheets));
  parts.write(
    'xl/_rels/workbook.xml.rels',
    relationsXml([
      ...sheets.map((_, index): Relation => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ['styles', 'styles.xml'],
    ]),
  );
  for (const [index, sheet] of sheets.entries()) {
    const drawn = sheet.pictures.length === 0 ? undefined : 'r1';
    yield* parts.writePieces(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet, styles, drawn));
    if (drawn === undefined) continue;
    const files: string[] = [];
    const drawing = drawingXml(sheet.pictures, ({ primitive }) => {
      const file = media.get(imageKey(primitive.image, primitive));
      if (file === undefined) return undefined;
      if (!files.includes(file)) files.push(file);
      return `r${files.indexOf(file) + 1}`;
    });
    parts.write(`xl/drawings/drawing${index + 1}.xml`, drawing);
    parts.write(
      `xl/drawings/_rels/drawing${index + 1}.xml.rels`,
      relationsXml(files.map((file): Relation => ['image', `../media/${file}`])),
    );
    parts.write(
      `xl/worksheets/_rels/sheet${index + 1}.xml.rels`,
      relationsXml([['drawing', `../drawings/drawing${index + 1}.xml`]]),
    );
  }
  parts.write('xl/styles.xml', styles.xml());
  yield* parts.end();
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function contentTypes(sheets: readonly Sheet[]): string {
  const drawing = 'application/vnd.openxmlformats-officedocument.drawing+xml';
  return contentTypesXml([
    ...sheets.flatMap(({ pictures }, index) => [
      [`/xl/worksheets/sheet${index + 1}.xml`, `${TYPES}.worksheet+xml`] as const,
      ...(pictures.length === 0 ? [] : [[`/xl/drawings/drawing${index + 1}.xml`, drawing] as const]),
    ]),
    ['/xl/workbook.xml', `${TYPES}.sheet.main+xml`],
    ['/xl/styles.xml', `${TYPES}.styles+xml`],
  ]);
}

function workbook(sheets: readonly Sheet[]): string {
  const items = sheets
    .map((sheet, index) => `<sheet name="${xmlText(sheet.name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`)
    .join('');
  const titles = sheets.flatMap(({ name, titles: rows }, index) => {
    if (rows === undefined) return [];
    const range = `'${xmlText(name.replaceAll("'", "''"))}'!$${rows.first + 1}:$${rows.last + 1}`;
    return [`<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${range}</definedName>`];
  });
  const names = titles.length === 0 ? '' : `<definedNames>${titles.join('')}</definedNames>`;
  return `${XML_HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS_NAMESPACE}"><sheets>${items}</sheets>${names}</workbook>`;
}

/** Pages as a Word document: each page is a section with the report's paper, its texts are in tables whose cells have the printed positions. */
import type { Page, PlacedObject } from '../page.ts';
import type { Fonts } from '../text/index.ts';
import { type Section, sectionXml, tableXml, type WordCells } from './docx/tableXml.ts';
import {
  type CellContent,
  type Collecting,
  collect,
  type DrawObject,
  type Found,
  type Grid,
  gridOf,
  nothingFound,
  type ShownPicture,
} from './grid/grid.ts';
import { imageKey, portableImage } from './images.ts';
import type { DecodeImage } from './images.ts';
import {
  contentTypesXml,
  corePropertiesXml,
  type DocumentFacts,
  packageWriter,
  type Relations,
  RELATIONS_NAMESPACE,
  relationsOf,
  relationsXml,
  XML_HEAD,
} from './officePackage.ts';
import { xmlText } from './xmlText.ts';

/** Settings of a document for Word. */
export interface DocxOptions extends DocumentFacts {
  readonly fonts: Fonts;
  /** Reads pictures of formats that Word does not show. */
  readonly decodeImage?: DecodeImage | undefined;
  /** Draws charts, barcodes and the like as pictures; without it they are left out. */
  readonly drawObject?: DrawObject | undefined;
}

/**
 * The document in pieces; the text of all pages is one part, which is written last. Page footers become footers of their sections, so that a text
 * that needs more space than in the report moves none of them to another page.
 */
export async function* exportDocx(
  pages: AsyncIterable<Page> | Iterable<Page>,
  options: DocxOptions,
): AsyncGenerator<Uint8Array> {
  const parts = packageWriter();
  const relations = relationsOf([
    ['styles', 'styles.xml'],
    ['settings', 'settings.xml'],
  ]);
  /** Files of pictures by key; one that cannot be read has none. */
  const media = new Map<string, string | undefined>();
  const how: Collecting = { inCells: true, draw: options.drawObject };
  let drawings = 0;
  const cellsWith = ({ idOf }: Relations): WordCells => ({
    fonts: options.fonts,
    pictureId: ({ primitive }) => {
      const file = media.get(imageKey(primitive.image, primitive));
      return file === undefined ? undefined : idOf(['image', file]);
    },
    linkId: (address) => idOf(['hyperlink', address]),
    nextDrawing: () => ++drawings,
  });
  async function* storePictures(strips: readonly Strip[]): AsyncGenerator<Uint8Array> {
    for (const picture of strips.flatMap(({ grid }) => grid.cells.flatMap(picturesOf))) {
      const { primitive } = picture;
      const key = imageKey(primitive.image, primitive);
      if (media.has(key)) continue;
      const portable = await portableImage({ image: primitive.image, effects: primitive }, options.decodeImage);
      const name = portable && `media/image${media.size + 1}.${portable.type.slice('image/'.length)}`;
      media.set(key, name);
      if (portable === undefined || name === undefined) continue;
      parts.store(`word/${name}`, portable.bytes);
      yield* parts.ready();
    }
  }
  const body: string[] = [];
  const bodyCells = cellsWith(relations);
  /** Footers by their content, with the names of their parts. */
  const footers = new Map<string, string>();
  let last: Section | undefined;
  for await (const page of pages) {
    if (last !== undefined) body.push(sectionXml(last, true));
    const [footerBands, bands] = [true, false].map((isFooter) =>
      page.objects.filter(
        ({ type, children }) => (type === 'PageFooterBand' && (children?.length ?? 0) > 0) === isFooter,
      ),
    );
    const strips = await stripsOf(bands ?? [], how);
    yield* storePictures(strips);
    for (const { grid, gap } of strips) body.push(tableXml(grid, gap, bodyCells));
    last = { page, footer: undefined };
    const [lowest] = footerBands ?? [];
    if (lowest === undefined) continue;
    const footerStrips = await stripsOf(
      (footerBands ?? []).map((band) => raised(band, lowest.top)),
      how,
    );
    yield* storePictures(footerStrips);
    const own = relationsOf();
    const ownCells = cellsWith(own);
    const content = footerXml(footerStrips.map(({ grid, gap }) => tableXml(grid, gap, ownCells)).join(''));
    let name = footers.get(content);
    if (name === undefined) {
      footers.set(content, (name = `footer${footers.size + 1}.xml`));
      parts.write(`word/${name}`, content);
      parts.write(`word/_rels/${name}.rels`, relationsXml(own.list));
    }
    last = { page, footer: { id: relations.idOf(['footer', name]), height: lowest.height } };
  }
  parts.write('[Content_Types].xml', contentTypes([...footers.values()]));
  parts.write(
    '_rels/.rels',
    relationsXml([
      ['officeDocument', 'word/document.xml'],
      ['core', 'docProps/core.xml'],
    ]),
  );
  parts.write('docProps/core.xml', corePropertiesXml(options));
  parts.write('word/styles.xml', styles(options.language ?? 'en'));
  parts.write('word/settings.xml', settings());
  yield* parts.writePieces('word/document.xml', documentXml(body, last));
  parts.write('word/_rels/document.xml.rels', relationsXml(relations.list));
  yield* parts.end();
}

function picturesOf({ picture, also }: CellContent): ShownPicture[] {
  return [...(picture === undefined ? [] : [picture]), ...(also ?? []).flatMap(picturesOf)];
}

/** An object and the objects inside it, moved up by some px. */
function raised(object: PlacedObject, by: number): PlacedObject {
  return { ...object, top: object.top - by, children: object.children?.map((child) => raised(child, by)) };
}

/** Bands that overlap in height, as cells, and the empty space in px above them. */
interface Strip {
  readonly grid: Grid;
  readonly gap: number;
}

/** Maximum number of columns of a table; Word refuses tables with more than 63. */
const MAX_COLUMNS = 60;

/** The page as one table, or, where that would have too many columns, as one table for each strip. */
async function stripsOf(objects: readonly PlacedObject[], how: Collecting): Promise<Strip[]> {
  const whole = nothingFound();
  for (const band of objects) await collect(band, whole, how);
  if (whole.placed.length + whole.lines.length === 0) return [];
  const grid = gridOf(whole);
  if (grid.columnWidths.length <= MAX_COLUMNS) return [{ grid, gap: 0 }];
  const strips: Strip[] = [];
  let end = 0;
  for (const bands of overlapping(objects)) {
    const found = nothingFound();
    for (const band of bands) await collect(band, found, how);
    const all = [...found.placed, ...found.lines];
    if (all.length === 0) continue;
    const top = all.reduce((least, object) => Math.min(least, object.top), Infinity);
    const bottom = all.reduce((most, object) => Math.max(most, object.bottom), 0);
    strips.push({ grid: gridOf(movedUp(found, top)), gap: Math.max(0, top - end) });
    end = Math.max(end, bottom);
  }
  return strips;
}

function movedUp(found: Found, by: number): Found {
  const moved = <Object extends { readonly top: number; readonly bottom: number }>(object: Object): Object => ({
    ...object,
    top: object.top - by,
    bottom: object.bottom - by,
  });
  return { placed: found.placed.map(moved), pictures: [], lines: found.lines.map(moved) };
}

/** Bands that overlap by no more than this, px, count as not overlapping. */
const TOUCHING = 1;

/** Bands from top to bottom, with those that overlap in height grouped. */
function overlapping(bands: readonly PlacedObject[]): PlacedObject[][] {
  const groups: PlacedObject[][] = [];
  let bottom = -Infinity;
  for (const band of bands.toSorted((a, b) => a.top - b.top)) {
    if (band.top < bottom - TOUCHING) groups.at(-1)?.push(band);
    else groups.push([band]);
    bottom = Math.max(bottom, lowest(band));
  }
  return groups;
}

function lowest(object: PlacedObject): number {
  return (object.children ?? []).reduce((most, child) => Math.max(most, lowest(child)), object.top + object.height);
}

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const SPACES = `xmlns:w="${WORD}" xmlns:r="${RELATIONS_NAMESPACE}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`;

function footerXml(content: string): string {
  return `${XML_HEAD}<w:ftr ${SPACES}>${content === '' ? '<w:p/>' : content}</w:ftr>`;
}

function* documentXml(body: readonly string[], last: Section | undefined): Generator<string> {
  yield `${XML_HEAD}<w:document ${SPACES}><w:body>`;
  yield* body;
  yield last === undefined ? '<w:p/>' : sectionXml(last, false);
  yield '</w:body></w:document>';
}

function contentTypes(footers: readonly string[]): string {
  return contentTypesXml([
    ...footers.map((name) => [`/word/${name}`, `${TYPES}.footer+xml`] as const),
    ['/word/document.xml', `${TYPES}.document.main+xml`],
    ['/word/styles.xml', `${TYPES}.styles+xml`],
    ['/word/settings.xml', `${TYPES}.settings+xml`],
  ]);
}

/** Paragraphs without space around them, so that texts keep their heights. */
function styles(language: string): string {
  const run = `<w:rPrDefault><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/><w:sz w:val="20"/><w:lang w:val="${xmlText(language)}"/></w:rPr></w:rPrDefault>`;
  const paragraph =
    '<w:pPrDefault><w:pPr><w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="auto"/></w:pPr></w:pPrDefault>';
  const normal =
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
    '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:left w:w="0" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>';
  return `${XML_HEAD}<w:styles xmlns:w="${WORD}"><w:docDefaults>${run}${paragraph}</w:docDefaults>${normal}</w:styles>`;
}

/** Settings that select the layout of Word's current version. */
function settings(): string {
  const compatibility =
    '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>';
  return `${XML_HEAD}<w:settings xmlns:w="${WORD}">${compatibility}</w:settings>`;
}

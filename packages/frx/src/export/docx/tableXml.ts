/** Cells of a strip of a page as a table of WordprocessingML. */
import type { BorderLine, Color, Font, Page, PlacedText } from '../../page.ts';
import { layoutText } from '../../text/index.ts';
import type { Fonts } from '../../text/index.ts';
import { type CellContent, type Grid, type GridCell, type ShownPicture, shownPart, signOf } from '../grid/grid.ts';
import { xmlText } from '../xmlText.ts';

/** Facilities that the cells of all tables share. */
export interface WordCells {
  readonly fonts: Fonts;
  /** Id of the relation of a picture's file; undefined for one that cannot be shown. */
  readonly pictureId: (picture: ShownPicture) => string | undefined;
  /** Id of the relation of an address. */
  readonly linkId: (address: string) => string;
  readonly nextDrawing: () => number;
}

/** Twentieths of a point in one px. */
const TWIPS_PER_PX = 15;
const TWIPS_PER_MM = 1440 / 25.4;
/** Units of a drawing in one px. */
const UNITS_PER_PX = 9525;
/** Height in twips of the paragraph between two tables, without which Word joins them. */
const BETWEEN = 20;
/** Minimum bottom margin of a page in mm: a document needs a little more space than the report. */
const MIN_BOTTOM = 5;
/** Maximum height of a row in Word, twips. */
const MAX_ROW_HEIGHT = 31_680;

const twips = (px: number): number => Math.max(0, Math.round(px * TWIPS_PER_PX));
const mm = (value: number): number => Math.max(0, Math.round(value * TWIPS_PER_MM));

/** Paper and footer of a page, as stated at the end of its section. */
export interface Section {
  readonly page: Page;
  /** Relation id of the footer, and its height in px. */
  readonly footer: { readonly id: string; readonly height: number } | undefined;
}

/** The end of a section; `inParagraph` for all but the last of a document. */
export function sectionXml({ page, footer }: Section, inParagraph: boolean): string {
  const { paperWidth, paperHeight, margins, landscape } = page;
  const side = (value: number): number => Math.min(MAX_ROW_HEIGHT, mm(value));
  const turned = landscape ? ' w:orient="landscape"' : '';
  const size = `<w:pgSz w:w="${side(paperWidth)}" w:h="${side(paperHeight)}"${turned}/>`;
  const least = Math.min(margins.bottom, Math.max(MIN_BOTTOM, margins.bottom / 2));
  const bottom = footer === undefined ? mm(least) : mm(margins.bottom) + twips(footer.height);
  const edges = `w:top="${mm(margins.top)}" w:right="${mm(margins.right)}" w:bottom="${bottom}" w:left="${mm(margins.left)}"`;
  const reference = footer === undefined ? '' : `<w:footerReference w:type="default" r:id="${footer.id}"/>`;
  const section = `<w:sectPr>${reference}<w:type w:val="nextPage"/>${size}<w:pgMar ${edges} w:header="0" w:footer="${mm(margins.bottom)}" w:gutter="0"/></w:sectPr>`;
  return inParagraph ? smallParagraph(section) : section;
}

/** A paragraph of almost no height. */
function smallParagraph(section = ''): string {
  return `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="${BETWEEN}" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr>${section}</w:pPr></w:p>`;
}

/** A table, followed by a small paragraph. @param gap empty space above it, px */
export function tableXml({ columnWidths, rowHeights, cells }: Grid, gap: number, shared: WordCells): string {
  const widths = columnWidths.map(twips);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  const properties = `<w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr>`;
  const rows: string[] = [];
  const space = twips(gap) - BETWEEN;
  if (space > 0) rows.push(emptyRow(space, total, widths.length));
  /** Cells by the column they begin in: those of the current row, and those of earlier rows that span it. */
  let open = new Map<number, GridCell>();
  const byRow = Map.groupBy(cells, ({ row }) => row);
  for (const [index, height] of rowHeights.entries()) {
    open = new Map([...open].filter(([, cell]) => cell.row + cell.rows > index));
    for (const cell of byRow.get(index) ?? []) open.set(cell.column, cell);
    rows.push(rowXml(index, twips(height), open, widths, shared));
  }
  return `<w:tbl>${properties}<w:tblGrid>${grid}</w:tblGrid>${rows.join('')}</w:tbl>${smallParagraph()}`;
}

function emptyRow(height: number, width: number, columns: number): string {
  const cell = `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${spanXml(columns)}</w:tcPr>${smallParagraph()}</w:tc>`;
  return `<w:tr>${heightXml(height, 'exact')}${cell}</w:tr>`;
}

function heightXml(height: number, rule: 'exact' | 'atLeast'): string {
  return `<w:trPr><w:cantSplit/><w:trHeight w:val="${Math.min(MAX_ROW_HEIGHT, Math.max(1, height))}" w:hRule="${rule}"/></w:trPr>`;
}

function spanXml(columns: number): string {
  return columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : '';
}

function rowXml(
  index: number,
  height: number,
  open: ReadonlyMap<number, GridCell>,
  widths: readonly number[],
  shared: WordCells,
): string {
  const cells: string[] = [];
  let hasText = false;
  for (let column = 0; column < widths.length;) {
    const cell = open.get(column);
    let columns = cell?.columns ?? 1;
    if (cell === undefined) while (column + columns < widths.length && !open.has(column + columns)) columns++;
    const width = widths.slice(column, column + columns).reduce((sum, each) => sum + each, 0);
    const begins = cell?.row === index;
    if (cell !== undefined && begins && holdsContent(cell)) hasText = true;
    const merge = cell === undefined || cell.rows === 1 ? '' : begins ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>';
    const cellXml = cell === undefined ? '' : cellProperties(cell);
    const content = cell !== undefined && begins ? contentXml(cell, shared) : smallParagraph();
    cells.push(
      `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${spanXml(columns)}${merge}${cellXml}</w:tcPr>${content}</w:tc>`,
    );
    column += columns;
  }
  return `<w:tr>${heightXml(height, hasText ? 'atLeast' : 'exact')}${cells.join('')}</w:tr>`;
}

function holdsContent({ text, picture, value, also }: GridCell): boolean {
  return text !== '' || picture !== undefined || typeof value?.value === 'boolean' || also !== undefined;
}

const LINES: Readonly<Record<BorderLine['style'], string>> = {
  Solid: 'single',
  Dash: 'dashed',
  Dot: 'dotted',
  DashDot: 'dotDash',
  DashDotDot: 'dotDotDash',
  Double: 'double',
  Custom: 'single',
};

function hex(color: Color): string {
  return color.slice(1, 7).toUpperCase();
}

/** Borders, shading, margins, text direction and alignment, in the order that the format requires. */
function cellProperties({ border, fill, style, picture }: GridCell): string {
  const sides = (['top', 'left', 'bottom', 'right'] as const).flatMap((side) => {
    if (border?.lines[side] !== true) return [];
    const { style: kind, width, color } = border[side];
    // Eighths of a point.
    const size = Math.min(96, Math.max(2, Math.round(width * 6)));
    return [`<w:${side} w:val="${LINES[kind]}" w:sz="${size}" w:space="0" w:color="${hex(color)}"/>`];
  });
  const borders = sides.length === 0 ? '' : `<w:tcBorders>${sides.join('')}</w:tcBorders>`;
  const shading = fill === undefined ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${hex(fill)}"/>`;
  const { left = 0, top = 0, right = 0, bottom = 0 } = (picture === undefined ? style?.padding : undefined) ?? {};
  const margins = (['top', 'left', 'bottom', 'right'] as const)
    .map((side) => `<w:${side} w:w="${twips({ left, top, right, bottom }[side])}" w:type="dxa"/>`)
    .join('');
  const angle = style?.angle ?? 0;
  const direction =
    angle === 90 ? '<w:textDirection w:val="tbRl"/>' : angle === 270 ? '<w:textDirection w:val="btLr"/>' : '';
  const down = { Top: 'top', Center: 'center', Bottom: 'bottom' }[style?.vertAlign ?? 'Top'];
  return `${borders}${shading}<w:tcMar>${margins}</w:tcMar>${direction}<w:vAlign w:val="${down}"/>`;
}

/** Characters with the same formatting. */
interface Run {
  readonly text: string;
  readonly font: Font;
  readonly color: Color | undefined;
}

/** A cell and the objects over it, one below the other; Word needs a paragraph in every cell. */
function contentXml(cell: GridCell, shared: WordCells): string {
  const written = [cell, ...(cell.also ?? [])].map((content) => partXml(content, shared)).join('');
  return written === '' ? smallParagraph() : written;
}

function partXml(cell: CellContent, shared: WordCells): string {
  const { style, picture, value, link } = cell;
  const across = { Left: 'left', Center: 'center', Right: 'right', Justify: 'both' }[style?.horzAlign ?? 'Left'];
  const bidi = style?.rightToLeft === true ? '<w:bidi/>' : '';
  const properties = `<w:pPr>${bidi}<w:jc w:val="${across}"/></w:pPr>`;
  const drawn = picture === undefined ? '' : pictureXml(picture, shared);
  if (drawn !== '') return `<w:p>${properties}${drawn}</w:p>`;
  if (style === undefined) {
    const text = typeof value?.value === 'boolean' ? signOf(value.value) : cell.text;
    return text === '' ? '' : `<w:p>${properties}<w:r><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r></w:p>`;
  }
  if (cell.text === '') return '';
  const address = link?.kind === 'URL' && /^(?:https?:|mailto:|tel:)/i.test(link.value) ? link.value : undefined;
  return paragraphsOf(cell, shared.fonts)
    .map((runs) => {
      const all = runs.map((run) => runXml(run, style.rightToLeft)).join('');
      const shown = address === undefined ? all : `<w:hyperlink r:id="${shared.linkId(address)}">${all}</w:hyperlink>`;
      return `<w:p>${properties}${shown}</w:p>`;
    })
    .join('');
}

/** Paragraphs of a cell; those of a text with tags have the line breaks of the page. */
function paragraphsOf({ text, style, content }: CellContent, fonts: Fonts): Run[][] {
  if (style === undefined) return [];
  const color = style.fill.kind === 'solid' ? style.fill.color : undefined;
  if (content === undefined || content.style.renderType === 'Default')
    return text.split(/\r\n?|\n/).map((line) => [{ text: line, font: style.font, color }]);
  return taggedParagraphs(content, fonts, color);
}

/** Layout width that prevents wrapping, so that each line of a text is one of its paragraphs. */
const NO_WRAP = 100_000;

function taggedParagraphs(content: PlacedText, fonts: Fonts, color: Color | undefined): Run[][] {
  const { lines } = layoutText(fonts, { ...content, style: { ...content.style, angle: 0 } }, NO_WRAP, NO_WRAP);
  return lines.map((line) =>
    line.runs.flatMap((run) =>
      run.image === undefined ? [{ text: run.text, font: run.font, color: run.color ?? color }] : [],
    ),
  );
}

function runXml({ text, font, color }: Run, rightToLeft: boolean): string {
  if (text === '') return '';
  const family = xmlText(font.family);
  const size = Math.max(2, Math.round(font.size * 2));
  const marks = [
    `<w:rFonts w:ascii="${family}" w:hAnsi="${family}" w:eastAsia="${family}" w:cs="${family}"/>`,
    font.bold ? '<w:b/><w:bCs/>' : '',
    font.italic ? '<w:i/><w:iCs/>' : '',
    font.strikeout ? '<w:strike/>' : '',
    color === undefined ? '' : `<w:color w:val="${hex(color)}"/>`,
    `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
    font.underline ? '<w:u w:val="single"/>' : '',
    rightToLeft ? '<w:rtl/>' : '',
  ];
  const shown = text
    .split('\t')
    .map((part) => (part === '' ? '' : `<w:t xml:space="preserve">${xmlText(part)}</w:t>`))
    .join('<w:tab/>');
  return `<w:r><w:rPr>${marks.join('')}</w:rPr>${shown}</w:r>`;
}

const HUNDRED_PERCENT = 100_000;

function pictureXml(picture: ShownPicture, { pictureId, nextDrawing }: WordCells): string {
  const id = pictureId(picture);
  const { primitive, name } = picture;
  const shown = shownPart(primitive, primitive.clip);
  if (id === undefined || shown.width <= 0 || shown.height <= 0) return '';
  const units = (px: number): number => Math.round(px * UNITS_PER_PX);
  const size = `cx="${units(shown.width)}" cy="${units(shown.height)}"`;
  const number = nextDrawing();
  const label = `id="${number}" name="${xmlText(name === '' ? `Picture ${number}` : name)}"`;
  const share = (part: number, of: number): number => Math.round((part / of) * HUNDRED_PERCENT);
  const crop = `<a:srcRect l="${share(shown.x - primitive.x, primitive.width)}" t="${share(shown.y - primitive.y, primitive.height)}" r="${share(primitive.x + primitive.width - shown.x - shown.width, primitive.width)}" b="${share(primitive.y + primitive.height - shown.y - shown.height, primitive.height)}"/>`;
  const fill = `<pic:blipFill><a:blip r:embed="${id}"/>${crop}<a:stretch><a:fillRect/></a:stretch></pic:blipFill>`;
  const rotation = (primitive.angle ?? 0) === 0 ? '' : ` rot="${Math.round((primitive.angle ?? 0) * 60_000)}"`;
  const shape = `<pic:spPr><a:xfrm${rotation}><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`;
  const shownPicture = `<pic:pic><pic:nvPicPr><pic:cNvPr ${label}/><pic:cNvPicPr/></pic:nvPicPr>${fill}${shape}</pic:pic>`;
  const graphic = `<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">${shownPicture}</a:graphicData></a:graphic>`;
  return `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/><wp:docPr ${label}/>${graphic}</wp:inline></w:drawing></w:r>`;
}

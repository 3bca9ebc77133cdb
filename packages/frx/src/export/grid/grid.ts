/** Objects of pages as cells of a grid. */
import type {
  Border,
  BorderLine,
  Color,
  ImagePrimitive,
  ImageResource,
  Link,
  PlacedObject,
  PlacedText,
  PlacedValue,
  TextStyle,
} from '../../page.ts';

/** A picture as shown, and the object that shows it. */
export interface ShownPicture {
  readonly name: string;
  readonly primitive: ImagePrimitive;
}

/** A picture over cells, and the cell in which its visible part begins; 0-based, offsets into the cell in px. */
export interface GridPicture extends ShownPicture {
  readonly row: number;
  readonly column: number;
  readonly offsetX: number;
  readonly offsetY: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The visible part of a picture after clipping. */
export function shownPart(picture: Box, clip: Box | undefined): Box {
  if (clip === undefined) return picture;
  const x = Math.max(picture.x, clip.x);
  const y = Math.max(picture.y, clip.y);
  const right = Math.min(picture.x + picture.width, clip.x + clip.width);
  const bottom = Math.min(picture.y + picture.height, clip.y + clip.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** Content of one cell. */
export interface CellContent {
  readonly text: string;
  readonly value?: PlacedValue | undefined;
  /** Text with its style and tags, as on the page. */
  readonly content?: PlacedText | undefined;
  readonly style?: TextStyle | undefined;
  readonly fill?: Color | undefined;
  readonly border?: Border | undefined;
  readonly link?: Link | undefined;
  /** Picture that fills the cell, in exports that put pictures into cells. */
  readonly picture?: ShownPicture | undefined;
  /** Contents of objects that overlap this one and have no separate cell, in their order. */
  readonly also?: readonly CellContent[] | undefined;
}

/** All texts of a cell, including those of overlapping objects; check boxes as characters. */
export function textOfCell(cell: CellContent): string {
  return [cell, ...(cell.also ?? [])]
    .map(({ text, value }, index) =>
      typeof value?.value === 'boolean' && text === '' && (index > 0 || cell.also !== undefined)
        ? signOf(value.value)
        : text,
    )
    .filter((text) => text !== '')
    .join('\n');
}

/** A check box as a Unicode character. */
export function signOf(checked: boolean): string {
  return checked ? '\u2611' : '\u2610';
}

/** A cell and its extent; 0-based. */
export interface GridCell extends CellContent {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** Objects arranged as cells. */
export interface Grid {
  /** px. */
  readonly columnWidths: readonly number[];
  readonly rowHeights: readonly number[];
  /** In order of row and column. */
  readonly cells: readonly GridCell[];
  readonly pictures: readonly GridPicture[];
}

interface Placed extends CellContent {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A picture with its position; px. */
interface PlacedPicture {
  readonly picture: ShownPicture;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** A line of a page, horizontal or vertical; px. */
interface PlacedLine {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly line: BorderLine;
}

/** Objects of a page that are shown in cells. */
export interface Found {
  readonly placed: Placed[];
  readonly pictures: PlacedPicture[];
  readonly lines: PlacedLine[];
}

/** An empty collection. */
export function nothingFound(): Found {
  return { placed: [], pictures: [], lines: [] };
}

/** Draws an object that is neither text nor picture as a separate picture; undefined when it cannot be drawn. */
export type DrawObject = (object: PlacedObject) => Promise<ImageResource | undefined>;

/** Limits of Excel. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** Edges closer together than this are joined, px. */
const NEAR = 2.5;

/** Settings of collecting objects. */
export interface Collecting {
  /** Pictures fill cells, instead of being placed over them. */
  readonly inCells: boolean;
  readonly draw: DrawObject | undefined;
}

/** Collects an object and the objects inside it. */
export async function collect(object: PlacedObject, found: Found, how: Collecting): Promise<void> {
  if (object.exportable === false) return;
  const content = contentOf(object, how.draw !== undefined);
  const box = {
    left: object.left,
    top: object.top,
    right: object.left + object.width,
    bottom: object.top + object.height,
  };
  if (content !== undefined && object.width > 0 && object.height > 0) found.placed.push({ ...content, ...box });
  const add = (picture: ShownPicture): void => {
    const { x, y, width, height } = shownPart(picture.primitive, picture.primitive.clip);
    const [left, top] = [object.left + x, object.top + y];
    if (how.inCells)
      found.placed.push({
        text: '',
        picture,
        border: object.border,
        ...box,
        left,
        top,
        right: left + width,
        bottom: top + height,
      });
    else found.pictures.push({ picture, left, top, bottom: top + height });
  };
  if (object.type === 'LineObject') found.lines.push(...lineOf(object));
  else if (content === undefined && isDrawing(object)) {
    const outlined = SHAPES.has(object.type) ? outlineOf(object) : object;
    const image = how.inCells && outlined !== object ? undefined : await how.draw?.(outlined);
    if (image !== undefined)
      add({
        name: object.name,
        primitive: { kind: 'image', image, x: 0, y: 0, width: object.width, height: object.height },
      });
  } else
    for (const primitive of object.drawing ?? []) if (primitive.kind === 'image') add({ name: object.name, primitive });
  for (const child of object.children ?? []) await collect(child, found, how);
}

/** Classes whose drawing is a formatted text. */
const WRITTEN = new Set(['RichObject', 'HtmlObject']);
/** Classes that are usually behind texts: only their outline is shown, which covers no text; nothing where pictures fill cells. */
const SHAPES = new Set(['ShapeObject', 'PolyLineObject', 'PolygonObject']);
/** Lines with a smaller width or height than this are vertical or horizontal, px. */
const STRAIGHT = 2;

/** Returns true when an object shows paths or texts that no cell can hold. */
function isDrawing({ drawing, width, height }: PlacedObject): boolean {
  return width > 0 && height > 0 && drawing !== undefined && drawing.some(({ kind }) => kind !== 'image');
}

function outlineOf(object: PlacedObject): PlacedObject {
  const drawing = object.drawing?.map((primitive) =>
    primitive.kind === 'path' ? { ...primitive, fill: undefined } : primitive,
  );
  return { ...object, fill: undefined, drawing };
}

function lineOf({ left, top, width, height, drawing }: PlacedObject): PlacedLine[] {
  const stroke = drawing?.flatMap((primitive) => (primitive.kind === 'path' ? [primitive.stroke] : []))[0];
  if (stroke === undefined || Math.min(Math.abs(width), Math.abs(height)) > STRAIGHT) return [];
  const line: BorderLine = {
    color: stroke.color,
    width: stroke.width,
    style: stroke.dash === undefined || stroke.dash.length === 0 ? 'Solid' : 'Dash',
  };
  return [{ left, top, right: left + width, bottom: top + height, line }];
}

function contentOf(object: PlacedObject, draws: boolean): CellContent | undefined {
  const fill =
    object.fill?.kind === 'solid' && !(object.fill.color.length === 9 && object.fill.color.endsWith('00'))
      ? object.fill.color
      : undefined;
  const common = { fill, border: object.border, link: object.link };
  if (object.text !== undefined) {
    const { text, style } = object.text;
    const plain = style.renderType === 'Default' ? text : withoutTags(text);
    return { ...common, text: plain, value: object.value, style, content: object.text };
  }
  if (object.checked !== undefined) return { ...common, text: '', value: { value: object.checked } };
  if (object.barcode !== undefined && !draws) return { ...common, text: object.barcode.text };
  if (WRITTEN.has(object.type)) {
    const boxes = object.drawing?.flatMap((primitive) => (primitive.kind === 'textBox' ? [primitive.content] : []));
    const [first] = boxes ?? [];
    if (boxes === undefined || first === undefined) return undefined;
    const text = boxes.map((box) => (box.style.renderType === 'Default' ? box.text : withoutTags(box.text))).join('\n');
    return { ...common, text, style: first.style, content: boxes.length === 1 ? first : undefined };
  }
  return undefined;
}

function withoutTags(text: string): string {
  return text
    .replace(/<br ?\/?>/gi, '\n')
    .replace(/<\/?(?:b|i|u|strike|sub|sup|span|font|img)\b[^<>]*>/gi, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** Edges in ascending order, close ones joined. */
function edges(values: readonly number[]): number[] {
  const sorted = values.map((edge) => Math.max(0, edge)).toSorted((a, b) => a - b);
  const kept: number[] = [];
  for (const value of sorted) if (kept.length === 0 || value - (kept.at(-1) ?? 0) > NEAR) kept.push(value);
  return kept;
}

/** The index of the edge at or nearest to a value. */
function indexOf(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value + NEAR) low = middle;
    else high = middle - 1;
  }
  return low;
}

function gaps(sorted: readonly number[]): number[] {
  return sorted.slice(1).map((value, index) => value - (sorted[index] ?? 0));
}

/** Cells of the collected objects, and the row at a height in px. A text that has no free cell is added to the one it overlaps. */
export function gridOf(found: Found): Grid & { readonly rowAt: (top: number) => number } {
  const { placed, pictures, lines } = found;
  const across = edges([0, ...[...placed, ...lines].flatMap((object) => [object.left, object.right])]);
  const down = edges([
    0,
    ...[...placed, ...lines].flatMap((object) => [object.top, object.bottom]),
    ...pictures.map((picture) => picture.bottom),
  ]);
  const rowAt = (top: number): number => indexOf(down, Math.max(0, top));
  const columnAt = (left: number): number => indexOf(across, Math.max(0, left));
  const taken = new Map<number, number>();
  const cells: GridCell[] = [];
  for (const object of placed.toSorted((a, b) => a.top - b.top || a.left - b.left)) {
    const row = rowAt(object.top);
    const column = columnAt(object.left);
    if (row >= MAX_ROWS || column >= MAX_COLUMNS) continue;
    const { left: _left, top: _top, right, bottom, ...content } = object;
    const whole = {
      row,
      column,
      rows: Math.max(1, indexOf(down, bottom) - row),
      columns: Math.max(1, indexOf(across, right) - column),
    };
    const area = [whole, { ...whole, rows: 1 }, { ...whole, rows: 1, columns: 1 }].find((each) =>
      claim(taken, each, cells.length),
    );
    if (area !== undefined) cells.push({ ...area, ...content });
    else addTo(cells, taken.get(row * MAX_COLUMNS + column), content);
  }
  for (const line of lines) drawLine(cells, taken, line, rowAt, columnAt);
  return {
    columnWidths: gaps(across),
    rowHeights: gaps(down),
    cells: cells.toSorted((a, b) => a.row - b.row || a.column - b.column),
    pictures: pictures.map(({ picture, left, top }) => {
      const row = rowAt(top);
      const column = columnAt(left);
      const offsetX = Math.max(0, left - (across[column] ?? 0));
      return { ...picture, row, column, offsetX, offsetY: Math.max(0, top - (down[row] ?? 0)) };
    }),
    rowAt,
  };
}

/** Adds a content to the cell that it overlaps, so that it is not lost. */
function addTo(cells: GridCell[], index: number | undefined, content: CellContent): void {
  const cell = index === undefined ? undefined : cells[index];
  if (cell === undefined || index === undefined) return;
  if (content.text === '' && content.picture === undefined && content.value === undefined) return;
  cells[index] = { ...cell, also: [...(cell.also ?? []), content] };
}

const NO_LINE: BorderLine = { color: '#000000', style: 'Solid', width: 0 };
const NO_BORDER: Border = {
  lines: { left: false, top: false, right: false, bottom: false },
  left: NO_LINE,
  top: NO_LINE,
  right: NO_LINE,
  bottom: NO_LINE,
};

/** Draws a line as the top or left border of the cells behind it. */
function drawLine(
  cells: GridCell[],
  taken: Map<number, number>,
  { left, top, right, bottom, line }: PlacedLine,
  rowAt: (top: number) => number,
  columnAt: (left: number) => number,
): void {
  const horizontal = right - left >= bottom - top;
  const [row, column] = [rowAt(top), columnAt(left)];
  const count = horizontal ? columnAt(right) - column : rowAt(bottom) - row;
  const side = horizontal ? 'top' : 'left';
  for (let step = 0; step < count; step++) {
    const at = { row: horizontal ? row : row + step, column: horizontal ? column + step : column };
    const key = at.row * MAX_COLUMNS + at.column;
    let index = taken.get(key);
    if (index === undefined) {
      index = cells.push({ ...at, rows: 1, columns: 1, text: '' }) - 1;
      taken.set(key, index);
    }
    const cell = cells[index];
    if (cell === undefined || (horizontal ? cell.row !== at.row : cell.column !== at.column)) continue;
    const border = cell.border ?? NO_BORDER;
    cells[index] = { ...cell, border: { ...border, lines: { ...border.lines, [side]: true }, [side]: line } };
  }
}

interface Area {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** Marks the cells of an area as occupied by the cell of an index, unless one of them is occupied. */
function claim(taken: Map<number, number>, area: Area, index: number): boolean {
  const keys: number[] = [];
  for (let row = area.row; row < area.row + area.rows; row++) {
    for (let column = area.column; column < area.column + area.columns; column++) {
      const key = row * MAX_COLUMNS + column;
      if (taken.has(key)) return false;
      keys.push(key);
    }
  }
  for (const key of keys) taken.set(key, index);
  return true;
}

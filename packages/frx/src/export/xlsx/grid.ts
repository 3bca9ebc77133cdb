/** Objects of pages as cells of a grid. */
import type { Border, Color, ImagePrimitive, Page, PlacedObject, PlacedValue, TextStyle } from '../../page.ts';
import { type GridPicture, shownPart } from './drawing.ts';

/** Content of one cell. */
export interface CellContent {
  readonly text: string;
  readonly value?: PlacedValue | undefined;
  readonly style?: TextStyle | undefined;
  readonly fill?: Color | undefined;
  readonly border?: Border | undefined;
}

/** A cell and how far it reaches; 0-based. */
export interface GridCell extends CellContent {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export interface Sheet {
  readonly name: string;
  /** px. */
  readonly columnWidths: readonly number[];
  readonly rowHeights: readonly number[];
  /** In order of row and column. */
  readonly cells: readonly GridCell[];
  readonly pictures: readonly GridPicture[];
  readonly landscape: boolean;
}

interface Placed extends CellContent {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A picture where it stands; px. */
interface PlacedPicture {
  readonly primitive: ImagePrimitive;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

interface Found {
  readonly placed: Placed[];
  readonly pictures: PlacedPicture[];
}

interface Collected extends Found {
  /** Start of the next page, px. */
  bottom: number;
  readonly landscape: boolean;
}

/** Limits of Excel. */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
/** Edges nearer to each other than this are one edge, px. */
const NEAR = 2.5;

const RUNNING = new Set(['PageHeaderBand', 'ColumnHeaderBand', 'OverlayBand']);

/** Takes pages one after the other and makes sheets of them in the end. */
export function gridCollector(): { readonly add: (page: Page) => void; readonly sheets: () => Sheet[] } {
  const bySource = new Map<string, Collected>();
  return {
    add: (page) => {
      const name = page.source === '' ? 'Page' : page.source;
      const collected = bySource.get(name) ?? { placed: [], pictures: [], bottom: 0, landscape: page.landscape };
      const first = !bySource.has(name);
      bySource.set(name, collected);
      const found: Found = { placed: [], pictures: [] };
      for (const band of page.objects) {
        if (band.type === 'PageFooterBand' || (!first && RUNNING.has(band.type))) continue;
        collect(band, found);
      }
      const all = [...found.placed, ...found.pictures];
      const top = all.reduce((least, object) => Math.min(least, object.top), Infinity);
      const offset = collected.bottom - (first ? 0 : top);
      const moved = <Object extends { readonly top: number; readonly bottom: number }>(object: Object): Object => ({
        ...object,
        top: object.top + offset,
        bottom: object.bottom + offset,
      });
      collected.placed.push(...found.placed.map(moved));
      collected.pictures.push(...found.pictures.map(moved));
      for (const object of all) collected.bottom = Math.max(collected.bottom, object.bottom + offset);
    },
    sheets: () => {
      const names = new Set<string>();
      const sheets = [...bySource].map(([name, collected]) => sheetOf(sheetName(name, names), collected));
      return sheets.length === 0
        ? [{ name: 'Page', columnWidths: [], rowHeights: [], cells: [], pictures: [], landscape: false }]
        : sheets;
    },
  };
}

function sheetName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 28);
  let unique = plain;
  for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${plain} ${count}`;
  taken.add(unique.toLowerCase());
  return unique;
}

function collect(object: PlacedObject, found: Found): void {
  if (object.exportable === false) return;
  const content = contentOf(object);
  if (content !== undefined && object.width > 0 && object.height > 0) {
    found.placed.push({
      ...content,
      left: object.left,
      top: object.top,
      right: object.left + object.width,
      bottom: object.top + object.height,
    });
  }
  for (const primitive of object.drawing ?? []) {
    if (primitive.kind !== 'image') continue;
    const { x, y, height } = shownPart(primitive, primitive.clip);
    const top = object.top + y;
    found.pictures.push({ primitive, left: object.left + x, top, bottom: top + height });
  }
  for (const child of object.children ?? []) collect(child, found);
}

function contentOf(object: PlacedObject): CellContent | undefined {
  const fill =
    object.fill?.kind === 'solid' && !(object.fill.color.length === 9 && object.fill.color.endsWith('00'))
      ? object.fill.color
      : undefined;
  const look = { fill, border: object.border };
  if (object.text !== undefined) {
    const { text, style } = object.text;
    const plain = style.renderType === 'Default' ? text : withoutTags(text);
    return { ...look, text: plain, value: object.value, style };
  }
  if (object.checked !== undefined) return { ...look, text: '', value: { value: object.checked } };
  return object.barcode === undefined ? undefined : { ...look, text: object.barcode.text };
}

function withoutTags(text: string): string {
  return text
    .replace(/<br ?\/?>/gi, '\n')
    .replace(/<\/?(?:b|i|u|strike|sub|sup|span|font|img)\b[^>]*>/gi, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** Edges in rising order, near ones joined. */
function edges(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const kept: number[] = [];
  for (const value of sorted) if (kept.length === 0 || value - (kept.at(-1) ?? 0) > NEAR) kept.push(value);
  return kept;
}

/** The edge at or nearest to a value. */
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

function sheetOf(name: string, collected: Collected): Sheet {
  const { placed, pictures, landscape } = collected;
  const across = edges(
    [0, ...placed.flatMap((object) => [object.left, object.right])].map((edge) => Math.max(0, edge)),
  );
  const down = edges(
    [0, ...placed.flatMap((object) => [object.top, object.bottom]), ...pictures.map((picture) => picture.bottom)].map(
      (edge) => Math.max(0, edge),
    ),
  );
  /** Cells already taken, by row and column. */
  const taken = new Set<number>();
  const cells: GridCell[] = [];
  for (const object of placed.toSorted((a, b) => a.top - b.top || a.left - b.left)) {
    const row = indexOf(down, Math.max(0, object.top));
    const column = indexOf(across, Math.max(0, object.left));
    if (row >= MOST_ROWS || column >= MOST_COLUMNS) continue;
    const whole = {
      row,
      column,
      rows: Math.max(1, indexOf(down, object.bottom) - row),
      columns: Math.max(1, indexOf(across, object.right) - column),
    };
    const { text, value, style, fill, border } = object;
    for (const area of [whole, { ...whole, rows: 1 }, { ...whole, rows: 1, columns: 1 }]) {
      if (!claim(taken, area)) continue;
      cells.push({ ...area, text, value, style, fill, border });
      break;
    }
  }
  return {
    name,
    columnWidths: gaps(across),
    rowHeights: gaps(down),
    cells: cells.toSorted((a, b) => a.row - b.row || a.column - b.column),
    pictures: pictures.map(({ primitive, left, top }) => {
      const row = indexOf(down, Math.max(0, top));
      const column = indexOf(across, Math.max(0, left));
      const offsetX = Math.max(0, left - (across[column] ?? 0));
      return { primitive, row, column, offsetX, offsetY: Math.max(0, top - (down[row] ?? 0)) };
    }),
    landscape,
  };
}

interface Area {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** Takes the cells of an area unless one of them is taken. */
function claim(taken: Set<number>, area: Area): boolean {
  const keys: number[] = [];
  for (let row = area.row; row < area.row + area.rows; row++) {
    for (let column = area.column; column < area.column + area.columns; column++) {
      const key = row * MOST_COLUMNS + column;
      if (taken.has(key)) return false;
      keys.push(key);
    }
  }
  for (const key of keys) taken.add(key);
  return true;
}

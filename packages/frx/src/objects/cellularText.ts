/** Text with one character per cell. */
import type { Border, Primitive } from '../page.ts';
import { numberOf } from '../template/properties.ts';
import { filled, line, rectangle } from './drawing/path.ts';
import type { DrawTools, Drawn, ObjectNow } from './object.ts';

/** Cells are a multiple of a quarter of a centimetre. */
const STEP = 9.45;
const MAX_CELLS = 10_000;

function cellSize({ source, style }: ObjectNow, tools: DrawTools): { readonly width: number; readonly height: number } {
  const width = numberOf(source, 'CellWidth', 0);
  const height = numberOf(source, 'CellHeight', 0);
  if (width > 0 && height > 0) return { width, height };
  const font = style?.font;
  const lineHeight = font === undefined ? 0 : (font.size * 96 * tools.fonts.face(font).lineSpacing) / 72;
  const standard = Math.max(STEP, Math.round((lineHeight + 10) / STEP) * STEP);
  return { width: standard, height: standard };
}

interface CellGrid {
  readonly lines: readonly string[];
  readonly columns: number;
  readonly width: number;
  readonly height: number;
  readonly stepX: number;
  readonly stepY: number;
}

function layOut(object: ObjectNow, tools: DrawTools): CellGrid {
  const { source, style, text } = object;
  const { width, height } = cellSize(object, tools);
  const stepX = width + numberOf(source, 'HorzSpacing', 0);
  const stepY = height + numberOf(source, 'VertSpacing', 0);
  const columns = Math.max(1, Math.min(MAX_CELLS, Math.floor((object.width + stepX - width + 1) / stepX)));
  return { lines: linesOf(text, columns, style?.wordWrap !== false), columns, width, height, stepX, stepY };
}

/** The text in lines of at most this many characters, broken at spaces when words wrap. */
function linesOf(text: string, columns: number, wrap: boolean): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.slice(0, MAX_CELLS).replace(/\r\n?/g, '\n').split('\n')) {
    let rest = paragraph;
    while (rest.length > columns) {
      const space = wrap ? rest.lastIndexOf(' ', columns) : -1;
      const end = space > 0 ? space : columns;
      lines.push(rest.slice(0, end).trimEnd());
      rest = rest.slice(space > 0 ? end + 1 : end);
    }
    lines.push(rest.trimEnd());
  }
  return lines;
}

/** Height the text needs, px. */
export function cellularHeight(object: ObjectNow, tools: DrawTools): number {
  const { lines, height, stepY } = layOut(object, tools);
  return Math.max(1, lines.length) * stepY - (stepY - height);
}

/**
 * Draws a cellular text: one cell for every character, as many rows as fit the height (at least one), texts aligned
 * horizontally.
 */
export function drawCellularText(object: ObjectNow, tools: DrawTools): Drawn {
  const { border, fill, style } = object;
  const grid = layOut(object, tools);
  const rows = Math.max(
    1,
    Math.min(
      Math.ceil(MAX_CELLS / grid.columns),
      Math.floor((object.height + grid.stepY - grid.height + 1) / grid.stepY),
    ),
  );
  const drawing: Primitive[] = [];
  for (let row = 0; row < rows; row++) {
    const text = (grid.lines[row] ?? '').slice(0, grid.columns);
    const spare = grid.columns - text.length;
    const shift = style?.horzAlign === 'Right' ? spare : style?.horzAlign === 'Center' ? Math.floor(spare / 2) : 0;
    for (let column = 0; column < grid.columns; column++) {
      const x = column * grid.stepX;
      const y = row * grid.stepY;
      drawing.push(filled(rectangle(x, y, grid.width, grid.height), fill));
      const character = text.charAt(column - shift);
      if (character !== '' && style !== undefined) {
        const content = {
          text: character,
          style: { ...style, horzAlign: 'Center', vertAlign: 'Center', wordWrap: false },
        } as const;
        drawing.push({ kind: 'textBox', x, y, width: grid.width, height: grid.height, content });
      }
      drawing.push(...frame(border, x, y, grid.width, grid.height));
    }
  }
  return { drawing };
}

function frame(
  { lines, left, top, right, bottom }: Border,
  x: number,
  y: number,
  width: number,
  height: number,
): readonly Primitive[] {
  const sides: Primitive[] = [];
  if (lines.left) sides.push(line(x, y, x, y + height, left));
  if (lines.top) sides.push(line(x, y, x + width, y, top));
  if (lines.right) sides.push(line(x + width, y, x + width, y + height, right));
  if (lines.bottom) sides.push(line(x, y + height, x + width, y + height, bottom));
  return sides;
}

/** Paints a page of the display list on a surface: fills, drawings, texts and borders in the reference's order. */
import type { Border, BorderLine, Color, LineStyle, Page, PlacedObject, Primitive } from '../page.ts';
import type { Fonts } from '../text/index.ts';
import { isInvisible, paintFill } from './fills.ts';
import { paintText, paintTextPrimitive } from './paintText.ts';
import type { Surface } from './surface.ts';
import { rectangle } from './surface.ts';
import { paintWatermark } from './watermark.ts';

/** px at 96 dpi in one millimetre, with the reference's rounding. */
export const PX_PER_MM = 3.78;

/** Callbacks of an export while a page is painted. */
export interface Observer {
  readonly enter?: (object: PlacedObject) => void;
  readonly leave?: (object: PlacedObject) => void;
}

/** Classes whose fill and border are part of their drawing. */
const DRAWN_BY_ITSELF = new Set(['LineObject', 'ShapeObject', 'PolyLineObject', 'PolygonObject', 'CellularTextObject']);

/** Paints a page; the surface's origin is the page's top left corner, lengths are px. */
export function paintPage(page: Page, fonts: Fonts, surface: Surface, observer: Observer = {}): void {
  const margins = { left: page.margins.left * PX_PER_MM, top: page.margins.top * PX_PER_MM };
  const width = page.paperWidth * PX_PER_MM;
  const height = page.paperHeight * PX_PER_MM;
  const printable = {
    x: margins.left,
    y: margins.top,
    width: width - margins.left - page.margins.right * PX_PER_MM,
    height: height - margins.top - page.margins.bottom * PX_PER_MM,
  };
  if (page.fill !== undefined)
    paintFill(surface, rectangle(0, 0, width, height), { x: 0, y: 0, width, height }, page.fill);
  paintWatermark(page.watermark, fonts, surface, { width, height }, false);
  if (page.border !== undefined)
    paintBorder(surface, page.border, printable.x, printable.y, printable.width, printable.height);
  surface.save();
  surface.move(margins.left, margins.top);
  for (const object of page.objects) paintObject(object, fonts, surface, observer);
  surface.restore();
  paintWatermark(page.watermark, fonts, surface, { width, height }, true);
}

function paintObject(object: PlacedObject, fonts: Fonts, surface: Surface, observer: Observer): void {
  if (object.exportable === false) return;
  observer.enter?.(object);
  if (object.table === undefined) {
    paintBody(object, fonts, surface);
    for (const child of object.children ?? []) paintObject(child, fonts, surface, observer);
    paintFrame(object, surface);
  } else {
    paintTable(object, fonts, surface, observer);
  }
  observer.leave?.(object);
}

/** Paints all cells, then all their borders, so that the fill of a cell does not cover half of its neighbour's line. */
function paintTable(table: PlacedObject, fonts: Fonts, surface: Surface, observer: Observer): void {
  paintBody(table, fonts, surface);
  const cells = table.children ?? [];
  for (const cell of cells) {
    observer.enter?.(cell);
    paintBody(cell, fonts, surface);
    for (const child of cell.children ?? []) paintObject(child, fonts, surface, observer);
    observer.leave?.(cell);
  }
  for (const cell of cells) paintFrame(cell, surface);
  paintFrame(table, surface);
}

function paintBody(object: PlacedObject, fonts: Fonts, surface: Surface): void {
  const { left, top, width, height, border, fill } = object;
  const drawsItself = DRAWN_BY_ITSELF.has(object.type);
  if (border?.shadow !== undefined && !drawsItself) paintShadow(surface, object, border.shadow);
  if (fill !== undefined && !drawsItself)
    paintFill(surface, rectangle(left, top, width, height), { x: left, y: top, width, height }, fill);
  if (object.text === undefined && object.drawing === undefined) return;
  surface.save();
  surface.move(left, top);
  if (object.drawing !== undefined) for (const primitive of object.drawing) paintPrimitive(primitive, fonts, surface);
  else if (object.text !== undefined) paintText(object.text, width, height, fonts, surface, border?.left.color);
  surface.restore();
}

function paintFrame(object: PlacedObject, surface: Surface): void {
  if (object.border === undefined || DRAWN_BY_ITSELF.has(object.type)) return;
  paintBorder(surface, object.border, object.left, object.top, object.width, object.height);
}

function paintShadow(
  surface: Surface,
  box: PlacedObject,
  shadow: { readonly color: Color; readonly width: number },
): void {
  const { left, top, width, height } = box;
  const paint = { kind: 'color', color: shadow.color } as const;
  surface.fill(rectangle(left + shadow.width, top + height, width, shadow.width), paint, 'nonzero');
  surface.fill(rectangle(left + width, top + shadow.width, shadow.width, height - shadow.width), paint, 'nonzero');
}

/** Lines of a border, centred on the edges; four equal ones are drawn as one outline, so that the corners join. */
function paintBorder(surface: Surface, border: Border, x: number, y: number, width: number, height: number): void {
  const { lines, left, top, right, bottom } = border;
  const all = lines.left && lines.top && lines.right && lines.bottom;
  if (all && [top, right, bottom].every((line) => sameLine(line, left)) && left.style !== 'Double') {
    surface.stroke(rectangle(x, y, width, height), {
      color: left.color,
      width: left.width,
      dash: dashOf(left.style, left.width),
    });
    return;
  }
  if (lines.top) paintLine(surface, top, x, y, x + width, y);
  if (lines.bottom) paintLine(surface, bottom, x, y + height, x + width, y + height);
  if (lines.left) paintLine(surface, left, x, y, x, y + height);
  if (lines.right) paintLine(surface, right, x + width, y, x + width, y + height);
}

function sameLine(a: BorderLine, b: BorderLine): boolean {
  return a.color === b.color && a.style === b.style && a.width === b.width;
}

function paintLine(surface: Surface, line: BorderLine, x1: number, y1: number, x2: number, y2: number): void {
  if (isInvisible(line.color) || line.width <= 0) return;
  const stroke = { color: line.color, width: line.width, dash: dashOf(line.style, line.width) };
  if (line.style !== 'Double') {
    surface.stroke(
      [
        ['M', x1, y1],
        ['L', x2, y2],
      ],
      stroke,
    );
    return;
  }
  const apart = line.width;
  const [dx, dy] = x1 === x2 ? [apart, 0] : [0, apart];
  surface.stroke(
    [
      ['M', x1 - dx, y1 - dy],
      ['L', x2 - dx, y2 - dy],
    ],
    stroke,
  );
  surface.stroke(
    [
      ['M', x1 + dx, y1 + dy],
      ['L', x2 + dx, y2 + dy],
    ],
    stroke,
  );
}

/** Dash patterns of .NET as multiples of the line's width. */
function dashOf(style: LineStyle, width: number): number[] | undefined {
  const unit = Math.max(1, width);
  if (style === 'Dash') return [3 * unit, unit];
  if (style === 'Dot') return [unit, unit];
  if (style === 'DashDot') return [3 * unit, unit, unit, unit];
  return style === 'DashDotDot' ? [3 * unit, unit, unit, unit, unit, unit] : undefined;
}

/** Paints one primitive of a drawing. */
function paintPrimitive(primitive: Primitive, fonts: Fonts, surface: Surface): void {
  if (primitive.kind === 'path') {
    const { commands, fill, stroke } = primitive;
    if (fill !== undefined) paintFill(surface, commands, boundsOf(commands), fill, primitive.fillRule ?? 'nonzero');
    if (stroke !== undefined && stroke.width > 0 && !isInvisible(stroke.color)) surface.stroke(commands, stroke);
  } else if (primitive.kind === 'text') paintTextPrimitive(primitive, fonts, surface);
  else if (primitive.kind === 'textBox') {
    surface.save();
    surface.move(primitive.x, primitive.y);
    paintText(primitive.content, primitive.width, primitive.height, fonts, surface);
    surface.restore();
  } else {
    const { x, y, width, height, angle = 0, clip } = primitive;
    surface.save();
    if (clip !== undefined) surface.clip(rectangle(clip.x, clip.y, clip.width, clip.height));
    const { opacity = 1, grayscale = false, transparentColor } = primitive;
    const effects = { opacity, grayscale, transparentColor };
    if (angle !== 0) surface.rotate(angle, x + width / 2, y + height / 2);
    surface.image(primitive.image, x, y, width, height, effects);
    surface.restore();
  }
}

function boundsOf(commands: readonly (readonly [string, ...number[]])[]): {
  x: number;
  y: number;
  width: number;
  height: number;
} {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const [, ...numbers] of commands) {
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      const x = numbers[index] ?? 0;
      const y = numbers[index + 1] ?? 0;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return Number.isFinite(left)
    ? { x: left, y: top, width: right - left, height: bottom - top }
    : { x: 0, y: 0, width: 0, height: 0 };
}

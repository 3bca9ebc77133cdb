import type { Fonts } from '../../text/types.ts';
import type { PathCommand, Primitive, TextPrimitive } from '../../page.ts';
import { filled, rectangle, solid } from '../drawing/path.ts';
import { gdiHeight, gdiWidth, textLineHeight } from './textLine.ts';
import { classOf } from './pattern.ts';
import type { Barcode, BarText, LinearCode } from './types.ts';

/** Bar units by which guard bars extend beside the text. */
const LONG = 7;

/** Bar units of margin beside the bars: fixed by the symbology, or half of what the text is wider, plus two. */
export function linearMargins(
  code: LinearCode,
  barcode: Barcode,
  fonts: Fonts,
): { readonly left: number; readonly right: number } {
  const text = barcode.showText ? gdiWidth(fonts, barcode.font, code.printedText) : 0;
  const needed = text > code.width ? (text - code.width) / 2 + 2 : 0;
  return { left: code.extraLeft ?? needed, right: code.extraRight ?? needed };
}

/** Draws bars and text in an unrotated box of this size; both are scaled to its width. */
export function drawLinear(
  code: LinearCode,
  barcode: Barcode,
  fonts: Fonts,
  box: { readonly width: number; readonly height: number },
): readonly Primitive[] {
  const margins = linearMargins(code, barcode, fonts);
  const zoom = box.width / (margins.left + code.width + margins.right);
  const lineHeight = barcode.showText ? textLineHeight(fonts, barcode.font, 14) * zoom : 0;
  const left = margins.left * zoom;
  const top = code.textAbove === true ? lineHeight : 0;
  const height = Math.max(0, box.height - lineHeight);
  const commands: PathCommand[] = [];
  if (code.rows === undefined) pushPattern(commands, code, left, top, height, zoom, barcode.showText);
  else pushRows(commands, code.rows, left, top, height, (code.width / (code.rows[0]?.modules.length ?? 1)) * zoom);
  if (code.bearer !== undefined) {
    const thickness = code.bearer.width * zoom;
    const width = code.width * zoom;
    commands.push(
      ...rectangle(left, top, width, thickness),
      ...rectangle(left, top + height - thickness, width, thickness),
    );
    if (code.bearer.vertical) {
      commands.push(
        ...rectangle(left, top, thickness, height),
        ...rectangle(left + width - thickness, top, thickness, height),
      );
    }
  }
  const bars = filled(commands, solid(barcode.color));
  if (!barcode.showText) return [bars];
  // A single text is centred on the complete width, digits below their own bars are positioned from the first bar.
  const whole: BarText = { text: code.line, from: -margins.left, to: code.width + margins.right };
  const texts = (code.texts ?? [whole]).map((part) =>
    textPrimitive(part, code, barcode, fonts, { left, zoom, box, lineHeight }),
  );
  return [bars, ...texts];
}

function pushPattern(
  commands: PathCommand[],
  code: LinearCode,
  left: number,
  top: number,
  height: number,
  zoom: number,
  showText: boolean,
): void {
  let x = left;
  for (const element of code.pattern) {
    const width = code.classes[classOf(element)] * zoom;
    if (element > '3') {
      const from = element === '9' ? 0.6 : element === 'E' || element === 'G' ? 1 / 3 : 0;
      const to = element === 'E' || element === 'F' ? 2 / 3 : 1;
      const long = showText && 'ABCD'.includes(element) ? LONG * zoom : 0;
      commands.push(...rectangle(x, top + from * height, width, (to - from) * height + long));
    }
    x += width;
  }
}

function pushRows(
  commands: PathCommand[],
  rows: NonNullable<LinearCode['rows']>,
  left: number,
  top: number,
  height: number,
  module: number,
): void {
  const shares = rows.reduce((sum, row) => sum + row.height, 0);
  let y = top;
  for (const row of rows) {
    const rowHeight = (height * row.height) / shares;
    for (const run of row.modules.matchAll(/1+/g))
      commands.push(...rectangle(left + run.index * module, y, run[0].length * module, rowHeight));
    y += rowHeight;
  }
}

function textPrimitive(
  part: BarText,
  code: LinearCode,
  barcode: Barcode,
  fonts: Fonts,
  place: {
    readonly left: number;
    readonly zoom: number;
    readonly box: { readonly height: number };
    readonly lineHeight: number;
  },
): TextPrimitive {
  const measured = Math.max(1, Math.floor(gdiHeight(fonts, barcode.font)));
  const size = (barcode.font.size - (part.small === true ? 2 : 0)) * (place.lineHeight / measured);
  const font = { ...barcode.font, size: Math.max(0.1, size) };
  const top = code.textAbove === true ? 0 : place.box.height - gdiHeight(fonts, font);
  const ascent = fonts.face(font).ascent * ((font.size * 96) / 72);
  return {
    kind: 'text',
    text: part.text,
    x: place.left + ((part.from + part.to) / 2) * place.zoom,
    y: top + ascent,
    font,
    color: barcode.color,
    align: 'center',
  };
}

import type { Primitive } from '../page.ts';
import { line, rectangle, stroked } from './drawing/path.ts';
import { gdiHeight } from './barcodes/textLine.ts';
import type { DrawTools, ObjectNow } from './object.ts';

const GRAY = '#808080';

/** Draws a crossed frame with a text in it, for objects that cannot be drawn. */
export function markedFrame(
  { width, height }: Pick<ObjectNow, 'width' | 'height'>,
  word: string,
  tools: DrawTools,
): readonly Primitive[] {
  const pen = { color: GRAY, width: 1 };
  const font = { family: 'Arial', size: 8, bold: false, italic: false, underline: false, strikeout: false };
  const y = Math.min(height, gdiHeight(tools.fonts, font));
  return [
    stroked(rectangle(0, 0, width, height), pen),
    line(0, 0, width, height, pen),
    line(0, height, width, 0, pen),
    { kind: 'text', text: word, x: 4, y, font, color: GRAY, align: 'left' },
  ];
}

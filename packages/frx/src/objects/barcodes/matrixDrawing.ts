import type { Fonts, TextSize } from '../../text/types.ts';
import type { PathCommand, Primitive } from '../../page.ts';
import { filled, rectangle, solid } from '../drawing/path.ts';
import { moduleOutline } from './moduleShapes.ts';
import { gdiHeight, textLineHeight } from './textLine.ts';
import { withoutControlCodes } from './code128.ts';
import type { Barcode, MatrixCode } from './types.ts';

/** Modules of a finder pattern's side: they stay square whatever the shape of the others. */
const FINDER = 7;

/** Draws the modules, scaled so that symbol and text fill the box. */
export function drawMatrix(
  code: MatrixCode,
  barcode: Barcode,
  fonts: Fonts,
  box: TextSize,
  natural: TextSize,
): readonly Primitive[] {
  const scaleX = box.width / natural.width;
  const scaleY = box.height / natural.height;
  const width = code.moduleWidth * scaleX;
  const height = code.moduleHeight * scaleY;
  const commands: PathCommand[] = [];
  const shaped = code.shape !== undefined && (code.shape.name !== 'Rectangle' || code.shape.thin);
  for (const [y, row] of code.rows.entries()) {
    for (const run of row.matchAll(/1+/g)) {
      if (!shaped || code.shape === undefined) {
        commands.push(...rectangle(run.index * width, y * height, run[0].length * width, height));
        continue;
      }
      for (let x = run.index; x < run.index + run[0].length; x++) {
        const outline = inFinder(code, x, y)
          ? rectangle(0, 0, width, height)
          : moduleOutline(code.shape, width, height);
        commands.push(...moved(outline, x * width, y * height));
      }
    }
  }
  const primitives: Primitive[] = [filled(commands, solid(barcode.color))];
  if (barcode.text.startsWith('SPC')) primitives.push(...swissCross(box, barcode.showText ? 21 : 0));
  if (barcode.showText) primitives.push(...textLine(barcode, fonts, box, scaleY));
  return primitives;
}

function inFinder(code: MatrixCode, x: number, y: number): boolean {
  const quiet = code.quiet ?? 0;
  const size = code.rows.length - 2 * quiet;
  const column = x - quiet;
  const line = y - quiet;
  return (column < FINDER && (line < FINDER || line >= size - FINDER)) || (column >= size - FINDER && line < FINDER);
}

function moved(commands: readonly PathCommand[], x: number, y: number): readonly PathCommand[] {
  return commands.map((command): PathCommand => {
    if (command[0] === 'Z') return command;
    if (command[0] === 'C')
      return ['C', command[1] + x, command[2] + y, command[3] + x, command[4] + y, command[5] + x, command[6] + y];
    return [command[0], command[1] + x, command[2] + y];
  });
}

/** The cross in the middle of a Swiss payment code. */
function swissCross(box: TextSize, textHeight: number): readonly Primitive[] {
  const height = box.height - textHeight;
  const centred = (across: number, down: number): readonly PathCommand[] => {
    const w = (box.width * across) / 100;
    const h = (height * down) / 100;
    return rectangle(box.width / 2 - w / 2, height / 2 - h / 2, w, h);
  };
  return [
    filled(centred(14, 14), solid('#ffffff')),
    filled(centred(12, 12), solid('#000000')),
    filled([...centred(8, 3), ...centred(3, 8)], solid('#ffffff')),
  ];
}

function textLine(barcode: Barcode, fonts: Fonts, box: TextSize, scaleY: number): readonly Primitive[] {
  const text = withoutControlCodes(barcode.text);
  if (text === '') return [];
  const lineHeight = textLineHeight(fonts, barcode.font, 18) * scaleY;
  const measured = Math.max(1, Math.floor(gdiHeight(fonts, barcode.font)));
  const font = { ...barcode.font, size: Math.max(0.1, (barcode.font.size * lineHeight) / measured) };
  const em = (font.size * 96) / 72;
  return [
    {
      kind: 'text',
      text: text.replace(/[\r\n].*/s, ''),
      x: em / 6,
      y: box.height - lineHeight + fonts.face(font).ascent * em,
      font,
      color: '#000000',
      align: 'left',
    },
  ];
}

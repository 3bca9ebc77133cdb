import type { Fonts, TextFormat, TextLayout, TextSize } from './types.ts';

/** The defaults of a text object: Arial 10pt, left/top, wrapped, padding 2, 0, 2, 0. */
export declare const defaultTextFormat: TextFormat;

/**
 * Size a text object needs, paddings and the closing pixel included, 0 × 0 for an empty text. `width` is the object's width; Infinity
 * asks for the width without wrapping. With an angle of 90 or 270 pass the object's own width and read the result as its width and
 * height likewise; `height` is then the extent along which the lines run.
 */
export declare function neededSize(fonts: Fonts, text: string, format: TextFormat, width: number, height?: number): TextSize;

/**
 * Splits a text at the whole lines that fit an object of this size; undefined when not even one line does. `rest` is '' when all of it
 * fits. Tags open at the break are closed in `head` and opened again in `rest`.
 */
export declare function breakText(
  fonts: Fonts,
  text: string,
  format: TextFormat,
  width: number,
  height: number,
): { readonly head: string; readonly rest: string } | undefined;

/** How AutoShrink makes a text fit: the font size in points and the width ratio to use. */
export declare function shrinkText(
  fonts: Fonts,
  text: string,
  format: TextFormat,
  size: TextSize,
  shrink: { readonly mode: 'None' | 'FontSize' | 'FontWidth' | 'FitText'; readonly minSize: number },
): { readonly size: number; readonly fontWidthRatio: number };

/** Lines and positioned runs of a text in an object of this size. */
export declare function layoutText(fonts: Fonts, text: string, format: TextFormat, width: number, height: number): TextLayout;

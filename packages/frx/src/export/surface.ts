/** Surface on which a page is painted. Coordinates are px at 96 dpi, y down, in the current transformation. */
import type { Color, Font, ImageResource, PathCommand, Stroke } from '../page.ts';
import type { FontFace } from '../text/index.ts';

/** A colour, or a linear or radial gradient. */
export type Paint =
  | { readonly kind: 'color'; readonly color: Color }
  | {
      readonly kind: 'linear';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly stops: readonly Stop[];
    }
  | {
      readonly kind: 'radial';
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly stops: readonly Stop[];
    };

/** A colour at an offset between 0 and 1 along a gradient. */
export interface Stop {
  readonly at: number;
  readonly color: Color;
}

/** A glyph run: characters of one face on one baseline. */
export interface Glyphs {
  readonly text: string;
  readonly font: Font;
  readonly face: FontFace;
  readonly color: Color;
  /** Gradient over the letters, replaces `color`. */
  readonly paint?: Exclude<Paint, { kind: 'color' }> | undefined;
  /** A line around the letters; drawn behind them, only its outer half is visible. */
  readonly outline?: { readonly color: Color; readonly width: number; readonly drawBehind: boolean } | undefined;
  /** Left end of the baseline. */
  readonly x: number;
  readonly baseline: number;
  /** Width to fill. */
  readonly width: number;
  /**
   * Method of filling the width. stretch: all glyphs; blanks: the gaps between words; loose: for another face than the measured one, whose glyphs
   * keep their shape unless they need more space.
   */
  readonly fit: 'stretch' | 'blanks' | 'loose';
  readonly rightToLeft: boolean;
  /** Last of its line: formats that contain text as text add a space after it, so that lines are separated when they are read. */
  readonly endsLine: boolean;
}

/** A drawing area of an export, px. */
export interface Surface {
  /** Saves the state: `restore` ends the transformation and clipping set since. */
  save(): void;
  restore(): void;
  /** Rotates clockwise by degrees about a point. */
  rotate(angle: number, x: number, y: number): void;
  move(x: number, y: number): void;
  clip(commands: readonly PathCommand[]): void;
  fill(commands: readonly PathCommand[], paint: Paint, rule: 'nonzero' | 'evenodd'): void;
  stroke(commands: readonly PathCommand[], stroke: Stroke): void;
  glyphs(glyphs: Glyphs): void;
  /** Clips what `draw` paints to the letters. */
  inside(glyphs: Glyphs, draw: (surface: Surface) => void): void;
  image(image: ImageResource, x: number, y: number, width: number, height: number, effects: ImageEffects): void;
}

interface ImageEffects {
  readonly opacity: number;
  readonly grayscale: boolean;
  readonly transparentColor?: Color | undefined;
  /** Mirrored left to right, or top to bottom. */
  readonly flipX?: boolean | undefined;
  readonly flipY?: boolean | undefined;
}

/** The outline of a rectangle. */
export function rectangle(x: number, y: number, width: number, height: number): PathCommand[] {
  return [['M', x, y], ['L', x + width, y], ['L', x + width, y + height], ['L', x, y + height], ['Z']];
}

/** Start of glyphs, their horizontal stretch, and the addition to every space; px. */
export interface Fitting {
  readonly x: number;
  readonly stretch: number;
  readonly gap: number;
}

/** Fits glyphs of a natural width into the width of their run. */
export function fitting(glyphs: Glyphs, natural: number): Fitting {
  const { fit, x, width, text, rightToLeft } = glyphs;
  const missing = width - natural;
  if (natural <= 0 || Math.abs(missing) < 0.01) return { x, stretch: 1, gap: 0 };
  const blanks = text.split(' ').length - 1;
  if (fit === 'blanks' && blanks > 0) return { x, stretch: 1, gap: missing / blanks };
  if (fit === 'loose' && missing > 0) return { x: rightToLeft ? x + missing : x, stretch: 1, gap: 0 };
  return { x, stretch: width / natural, gap: 0 };
}

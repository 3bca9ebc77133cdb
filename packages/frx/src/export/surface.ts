/** Surface on which a page is painted. Coordinates are px at 96 dpi, y down, in the transformation that is in force. */
import type { Color, Font, ImageResource, PathCommand, Stroke } from '../page.ts';
import type { FontFace } from '../text/index.ts';

/** A colour, or a gradient between two points or from a centre outwards. */
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

/** A colour at a place between 0 and 1 along a gradient. */
export interface Stop {
  readonly at: number;
  readonly color: Color;
}

/** Characters of one face on one baseline. */
export interface Glyphs {
  readonly text: string;
  readonly font: Font;
  readonly face: FontFace;
  readonly color: Color;
  /** Spreads over the letters in place of `color`. */
  readonly paint?: Exclude<Paint, { kind: 'color' }> | undefined;
  /** A line around the letters; behind them only its outer half is seen. */
  readonly outline?: { readonly color: Color; readonly width: number; readonly drawBehind: boolean } | undefined;
  /** Left end of the baseline. */
  readonly x: number;
  readonly baseline: number;
  /** Width to fill. */
  readonly width: number;
  /**
   * Way of filling the width. stretch: all glyphs; blanks: the gaps between words; loose: another face than the measured one, whose glyphs
   * keep their shape as long as they do not need more space.
   */
  readonly fit: 'stretch' | 'blanks' | 'loose';
  readonly rightToLeft: boolean;
  /** Last of its line: formats that hold text as text put a blank behind it, so that lines do not run together when they are read. */
  readonly endsLine: boolean;
}

/** A drawing area of an export, px. */
export interface Surface {
  /** Opens a level: transformation and clipping changed inside end with `restore`. */
  save(): void;
  restore(): void;
  /** Turns clockwise by degrees about a point. */
  rotate(angle: number, x: number, y: number): void;
  move(x: number, y: number): void;
  clip(commands: readonly PathCommand[]): void;
  fill(commands: readonly PathCommand[], paint: Paint, rule: 'nonzero' | 'evenodd'): void;
  stroke(commands: readonly PathCommand[], stroke: Stroke): void;
  glyphs(glyphs: Glyphs): void;
  /** Shows what `draw` paints inside the letters only. */
  inside(glyphs: Glyphs, draw: (surface: Surface) => void): void;
  image(image: ImageResource, x: number, y: number, width: number, height: number, look: ImageLook): void;
}

interface ImageLook {
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

/** Start of glyphs of a natural width, their horizontal stretch, and the addition to every blank; px. */
export interface Fitting {
  readonly x: number;
  readonly stretch: number;
  readonly gap: number;
}

/** Fits glyphs into their width. */
export function fitting(glyphs: Glyphs, natural: number): Fitting {
  const { fit, x, width, text, rightToLeft } = glyphs;
  const missing = width - natural;
  if (natural <= 0 || Math.abs(missing) < 0.01) return { x, stretch: 1, gap: 0 };
  const blanks = text.split(' ').length - 1;
  if (fit === 'blanks' && blanks > 0) return { x, stretch: 1, gap: missing / blanks };
  if (fit === 'loose' && missing > 0) return { x: rightToLeft ? x + missing : x, stretch: 1, gap: 0 };
  return { x, stretch: width / natural, gap: 0 };
}

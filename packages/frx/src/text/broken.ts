/** A text broken into lines, before it is positioned on a page. */
import type { Color, Font, TextStyle } from '../page.ts';
import type { MarkupStyle } from './markup.ts';
import type { FontFace, Fonts, InlineImage } from './types.ts';

/** Characters with one style. Lengths in px. */
export interface Piece {
  readonly text: string;
  readonly font: Font;
  readonly color?: Color | undefined;
  readonly background?: Color | undefined;
  readonly image?: InlineImage | undefined;
  /** Style from the open tags. */
  readonly markup?: MarkupStyle | undefined;
  readonly width: number;
  /** Height the piece needs in its line. */
  readonly height: number;
  readonly ascent: number;
  /** Offset down from the line's baseline (subscript) or up from it (superscript, negative). */
  readonly shift: number;
  left: number;
}

/** Text between two spaces; a tab is a separate word. */
export interface Word {
  readonly pieces: Piece[];
  readonly tab: boolean;
  /** A tab precedes it. */
  afterTab: boolean;
  /** Width of the space after the word; undefined: that of the text's font. */
  space: number | undefined;
  left: number;
}

/** One line of a broken text. */
export interface BrokenLine {
  /** Index of the line's start in the text. */
  readonly index: number;
  /** Without trailing spaces; undefined for texts with tags. */
  readonly text?: string;
  /** The line is one word, including inner spaces. */
  whole?: boolean;
  readonly words: Word[];
  lastOfParagraph: boolean;
  height: number;
  baseline: number;
  width: number;
  /** Space between this line and the next. */
  gap: number;
}

/** A text broken into lines; words have positions from the left edge of the area. */
export interface BrokenText {
  readonly lines: readonly BrokenLine[];
  readonly height: number;
  /** Widest line including the reference's closing space. */
  readonly width: number;
}

/** Widths that the renderer needs repeatedly. */
export interface AdvancedFont {
  readonly fonts: Fonts;
  readonly style: TextStyle;
  readonly face: FontFace;
  readonly lineHeight: number;
  /** Width of a space; a text for which it was read becomes wider by it (docs/frx/layout.md, Measuring of texts). */
  readonly space: number;
  readonly width: number;
}

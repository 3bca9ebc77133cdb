/** A text broken into lines, before it is put on a page. */
import type { Color, Font, TextStyle } from '../page.ts';
import type { MarkupStyle } from './markup.ts';
import type { FontFace, Fonts, InlineImage } from './types.ts';

/** Characters in one style. Lengths in px. */
export interface Piece {
  readonly text: string;
  readonly font: Font;
  readonly color?: Color | undefined;
  readonly background?: Color | undefined;
  readonly image?: InlineImage | undefined;
  /** Style from the tags in force. */
  readonly markup?: MarkupStyle | undefined;
  readonly width: number;
  /** Height the piece needs in its line. */
  readonly height: number;
  readonly ascent: number;
  /** Down from the line's baseline (subscript) or up from it (superscript, negative). */
  readonly shift: number;
  left: number;
}

/** Text between two blanks; a tabulator is a word of its own. */
export interface Word {
  readonly pieces: Piece[];
  readonly tab: boolean;
  /** A tabulator stood in front of it. */
  afterTab: boolean;
  /** Width of the blank behind the word; undefined: that of the text's own font. */
  space: number | undefined;
  left: number;
}

/** One line of a broken text. */
export interface BrokenLine {
  /** Index of the line's start in the text. */
  readonly index: number;
  /** Without blanks at its end; not kept for texts with tags. */
  readonly text?: string;
  /** The line is one word, blanks inside it included. */
  whole?: boolean;
  readonly words: Word[];
  lastOfParagraph: boolean;
  height: number;
  baseline: number;
  width: number;
  /** Space between this line and the next. */
  gap: number;
}

/** A text broken into lines, words with their places from the left edge of the area. */
export interface BrokenText {
  readonly lines: readonly BrokenLine[];
  readonly height: number;
  /** Widest line and the reference's closing space. */
  readonly width: number;
}

/** Widths that the renderer needs again and again. */
export interface AdvancedFont {
  readonly fonts: Fonts;
  readonly style: TextStyle;
  readonly face: FontFace;
  readonly lineHeight: number;
  /** Width of a blank; a text for which it was asked is wider by it (docs/frx/layout.md, Measuring of texts). */
  readonly space: number;
  readonly width: number;
}

import type { Color, Font } from '../page.ts';

/** A size in px. */
export interface TextSize {
  readonly width: number;
  readonly height: number;
}

/** A run of one line in one font and colour. Lengths in px, relative to the text area (see `TextLayout`). */
export interface TextRun {
  readonly text: string;
  /** Size already reduced for sub- and superscript. */
  readonly font: Font;
  /** Absent: the fill of the text object. */
  readonly color?: Color | undefined;
  /** Behind the glyphs, over the height of the line. */
  readonly background?: Color | undefined;
  /** Left edge, also of a right-to-left run. */
  readonly x: number;
  /** Width as measured; exports stretch the glyphs to it where a font is substituted. */
  readonly width: number;
  readonly baseline: number;
  /** Horizontal scale of the glyphs, already in `width`. */
  readonly scale: number;
  readonly rightToLeft: boolean;
  /** The line is justified to the full width. */
  readonly justified: boolean;
  /** An `<img>` instead of text. */
  readonly image?: InlineImage | undefined;
}

/** A picture inside a text: its address (`data:` or `https:`) and drawn size. */
export interface InlineImage {
  readonly source: string;
  readonly width: number;
  readonly height: number;
}

/** One line as drawn. */
export interface TextLine {
  readonly top: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
  /** Another line of the same paragraph follows. */
  readonly wrapped: boolean;
}

/**
 * Positions of the characters of a text object. Coordinates are px from the object's top left corner; when `angle` is not 0, the complete layout is
 * then rotated clockwise around (`centerX`, `centerY`).
 */
export interface TextLayout {
  readonly lines: readonly TextLine[];
  readonly angle: number;
  readonly centerX: number;
  readonly centerY: number;
  /** Nothing outside the object's padding is visible. */
  readonly clipped: boolean;
}

/** A requested family and its substitute. */
export interface FontSubstitution {
  readonly family: string;
  readonly used: string;
  /** same: metric-compatible; scaled: the advances of the original are known and kept; near: other widths. */
  readonly quality: 'same' | 'scaled' | 'near';
}

/** One face of a font file. The bytes are read on first use. */
export interface FontSource {
  /** Name of the file in messages. */
  readonly name: string;
  readonly families: readonly string[];
  readonly postscriptName: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly weight: number;
  /** Byte offset of the face's table directory in a collection; 0 for a file of one face. */
  readonly directory: number;
  readonly bytes: () => Uint8Array;
  /** Returns true when the face has a glyph, without reading the complete file. */
  readonly covers: (codePoint: number) => boolean;
}

/** Advances of a face whose file is not available, in units per em by code point, with its line metrics. */
export interface AdvanceTable {
  readonly family: string;
  readonly bold: boolean;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineSpacing: number;
  readonly advances: ReadonlyMap<number, number>;
}

/** Metrics of one face; lengths per em. */
export interface FontFace {
  /** Unique within a `Fonts`. */
  readonly id: number;
  readonly source: FontSource;
  readonly ascent: number;
  readonly descent: number;
  readonly lineSpacing: number;
  readonly unitsPerEm: number;
  /** Sum of the advances of `text.slice(start, end)` in units of the em. */
  readonly units: (text: string, start: number, end: number) => number;
  /** Returns true when the file has a glyph for the code point. */
  readonly has: (codePoint: number) => boolean;
  /** The advances are those of another font than the file: exports stretch the glyphs. */
  readonly substituteAdvances: boolean;
  /** The file lacks the style: exports slant or embolden the glyphs. */
  readonly slanted: boolean;
  readonly thickened: boolean;
}

/** The font set of a report. */
export interface Fonts {
  /** The face for a family and style, substituted when it is missing; never fails while any font exists. */
  readonly face: (font: Font) => FontFace;
  /** A face that has the code point, for drawing only (measuring uses no fallback); the given face when none has it. */
  readonly fallback: (face: FontFace, codePoint: number) => FontFace;
  /** Families requested so far that were substituted. */
  readonly substitutions: () => readonly FontSubstitution[];
  /** The same fonts, with open files, but without recorded substitutions: for another report. */
  readonly again: () => Fonts;
}

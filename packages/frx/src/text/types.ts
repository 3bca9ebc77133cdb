import type { Color, Font } from '../page.ts';

/** A size in px. */
export interface TextSize {
  readonly width: number;
  readonly height: number;
}

/** A piece of one line in one font and colour. Lengths in px, relative to the text area (see `TextLayout`). */
export interface TextRun {
  readonly text: string;
  /** Size already reduced for sub- and superscript. */
  readonly font: Font;
  /** Absent: the text object's own fill. */
  readonly color?: Color | undefined;
  /** Behind the glyphs, over the height of the line. */
  readonly background?: Color | undefined;
  /** Left edge, also of a run that reads from right to left. */
  readonly x: number;
  /** From the left edge to the right one as measured; exports stretch the glyphs to it where a font is substituted. */
  readonly width: number;
  readonly baseline: number;
  /** Horizontal scale of the glyphs, already in `width`. */
  readonly scale: number;
  readonly rightToLeft: boolean;
  /** The line is spread over the whole width. */
  readonly justified: boolean;
  /** An `<img>` in place of text. */
  readonly image?: InlineImage | undefined;
}

/** A picture in the middle of a text: its address (`data:` or `https:`) and drawn size. */
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
 * Positions of the characters of a text object. Coordinates are px from the object's left/top corner; when `angle` is not 0, all of it is
 * turned clockwise around (`centerX`, `centerY`) afterwards.
 */
export interface TextLayout {
  readonly lines: readonly TextLine[];
  readonly angle: number;
  readonly centerX: number;
  readonly centerY: number;
  /** Nothing outside the object's paddings is to be seen. */
  readonly clipped: boolean;
}

/** A family that was asked for and what stands in for it. */
export interface FontSubstitution {
  readonly family: string;
  readonly used: string;
  /** same: metric-compatible; scaled: the advances of the original are known and kept; near: other widths. */
  readonly quality: 'same' | 'scaled' | 'near';
}

/** One face of a font file. The bytes are read when the face is first needed. */
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
  /** Returns true when the face has a glyph, without reading the whole file. */
  readonly covers: (codePoint: number) => boolean;
}

/** Advances of a face whose file is not at hand, in units per em by code point, with its line metrics. */
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
  /** The style is not in the file: exports slant or thicken the glyphs. */
  readonly slanted: boolean;
  readonly thickened: boolean;
}

/** The set of fonts a report is printed with. */
export interface Fonts {
  /** The face for a family and style, substituted when it is not there; never fails as long as there is any font. */
  readonly face: (font: Font) => FontFace;
  /** A face that has the code point, for drawing only (measuring knows no fallback); the face itself when none has it. */
  readonly fallback: (face: FontFace, codePoint: number) => FontFace;
  /** Families asked for so far that were substituted. */
  readonly substitutions: () => readonly FontSubstitution[];
  /** The same fonts, files opened already included, with no substitution counted yet: for another report. */
  readonly again: () => Fonts;
}

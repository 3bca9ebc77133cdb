/** A font as a template names it; `size` in points. */
export interface FontSpec {
  readonly family: string;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikeout: boolean;
}

/** Distances in px at 96 dpi. */
export interface TextPadding {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** `ParagraphFormat` of a text object; lengths in px, `lineSpacing` of type Multiple is `multiple` times the font's own. */
export interface ParagraphFormat {
  readonly firstLineIndent: number;
  readonly lineSpacing: number;
  readonly lineSpacingType: 'Single' | 'AtLeast' | 'Exactly' | 'Multiple';
  readonly lineSpacingMultiple: number;
  /** Tells whether an empty line between two line breaks is skipped. */
  readonly skipFirstLineIndent: boolean;
}

/** Everything about a text object that decides where its characters stand; lengths in px at 96 dpi. */
export interface TextFormat {
  readonly font: FontSpec;
  readonly horzAlign: 'Left' | 'Center' | 'Right' | 'Justify';
  readonly vertAlign: 'Top' | 'Center' | 'Bottom';
  readonly padding: TextPadding;
  readonly wordWrap: boolean;
  readonly trimming: 'None' | 'Character' | 'Word' | 'EllipsisCharacter' | 'EllipsisWord' | 'EllipsisPath';
  /** Clockwise, in degrees; 0 to 359. */
  readonly angle: number;
  readonly rightToLeft: boolean;
  readonly clip: boolean;
  /** 0: the font's own line spacing. */
  readonly lineHeight: number;
  /** Horizontal scale of the glyphs; 1: as designed. */
  readonly fontWidthRatio: number;
  readonly firstTabOffset: number;
  readonly tabWidth: number;
  readonly tabPositions: readonly number[];
  readonly renderType: 'Default' | 'HtmlTags' | 'HtmlParagraph' | 'Inline';
  readonly paragraph: ParagraphFormat;
  /** Measured by the advanced renderer even without tags, line height or justification. */
  readonly wysiwyg: boolean;
}

/** A size in px. */
export interface TextSize {
  readonly width: number;
  readonly height: number;
}

/** A piece of one line in one font and colour. */
export interface TextRun {
  readonly text: string;
  /** Size already reduced for sub- and superscript. */
  readonly font: FontSpec;
  /** `#rrggbb` or `#rrggbbaa`; absent: the text object's own fill. */
  readonly color?: string;
  /** `#rrggbb` or `#rrggbbaa` behind the glyphs. */
  readonly background?: string;
  /** Left edge, relative to the text area (see `TextLayout`), in px. */
  readonly x: number;
  /** Distance to the next run, in px. */
  readonly width: number;
  /** Baseline relative to the text area's top, in px. */
  readonly baseline: number;
  /** Extra space after each space character, in px (justified lines). */
  readonly wordSpacing: number;
  /** Horizontal scale of the glyphs. */
  readonly scale: number;
  /** The run is to be read from right to left. */
  readonly rightToLeft: boolean;
  /** An `<img>` in the place of text: its source and drawn size. */
  readonly image?: { readonly source: string; readonly width: number; readonly height: number };
}

/** One line as drawn. */
export interface TextLine {
  readonly top: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
}

/**
 * Where the characters of a text object stand. Coordinates are px in a text area whose origin is the object's left/top corner; when
 * `angle` is not 0, the area is turned by `angle` degrees clockwise around (`centerX`, `centerY`) of the object.
 */
export interface TextLayout {
  readonly lines: readonly TextLine[];
  readonly angle: number;
  readonly centerX: number;
  readonly centerY: number;
  /** The lines stick out of the object and `clip` is set. */
  readonly clipped: boolean;
}

/** A family that was asked for and what stands in for it. */
export interface FontSubstitution {
  readonly family: string;
  readonly used: string;
  /** same: metric-compatible; scaled: the advances of the original are known and kept; near: other widths. */
  readonly quality: 'same' | 'scaled' | 'near';
}

/** Bytes of one font file: TTF, OTF or a TTC collection. Read only when the face is needed. */
export interface FontSource {
  /** What to call the file in messages. */
  readonly name: string;
  readonly bytes: () => Uint8Array;
}

/** Metrics of one face; lengths per em. */
export interface FontFace {
  /** Unique within a `Fonts`. */
  readonly id: number;
  readonly family: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly ascent: number;
  readonly descent: number;
  readonly lineSpacing: number;
  /** Advance of a code point; that of the missing glyph where the face has none. */
  readonly advance: (codePoint: number) => number;
  /** Sum of the advances of a text, cached. */
  readonly textAdvance: (text: string) => number;
  /** Tells whether the face has a glyph for the code point. */
  readonly has: (codePoint: number) => boolean;
  /** The file that draws this face (the substitute's where advances are borrowed). */
  readonly source: FontSource;
  /** Name of the face within a collection file; undefined for a single font. */
  readonly postscriptName?: string;
  /** The face's advances are not those of its file: exports stretch glyphs to the measured width. */
  readonly borrowedAdvances: boolean;
}

/** The set of fonts a report is printed with. */
export interface Fonts {
  /** The face for a family and style, substituted when it is not there; never fails. */
  readonly face: (font: FontSpec) => FontFace;
  /** A face that has the code point, for drawing only (measuring knows no fallback). */
  readonly fallback: (font: FontSpec, codePoint: number) => FontFace;
  /** Families asked for so far that were substituted. */
  readonly substitutions: () => readonly FontSubstitution[];
}

/**
 * The display list: the output of the engine and input of the exports. It keeps the nesting of bands, tables and objects and describes completely
 * what is drawn. Lengths are px at 96 dpi (1 mm = 3.78 px, 1 in = 96 px) unless a comment says mm or pt; angles are degrees, clockwise.
 */

/** `#rrggbb`, or `#rrggbbaa` when not opaque; lower case. `#ffffff00` and every other colour of alpha 0 draw nothing. */
export type Color = string;

/** A font as a template specifies it; `text/` selects the font file. `size` in pt. */
export interface Font {
  readonly family: string;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikeout: boolean;
}

/** Distance of a content from the edges of its object, px. */
export interface Padding {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A picture's bytes, stored once regardless of how often it is drawn. */
export interface ImageResource {
  /** Equal for equal bytes within one run; exports write each id once. */
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly format: 'png' | 'jpeg' | 'gif' | 'bmp' | 'svg' | 'webp' | 'tiff' | 'ico' | 'emf' | 'unknown';
  /** Size in image px; 0 where the bytes cannot be read. */
  readonly width: number;
  readonly height: number;
}

/** Fill of an object. */
export type Fill =
  | { readonly kind: 'solid'; readonly color: Color }
  | {
      readonly kind: 'linearGradient';
      readonly startColor: Color;
      readonly endColor: Color;
      readonly angle: number;
      /** 0..1: position along the axis where the end colour is reached, and its strength there. */
      readonly focus: number;
      readonly contrast: number;
    }
  | {
      readonly kind: 'pathGradient';
      readonly centerColor: Color;
      readonly edgeColor: Color;
      readonly style: 'Elliptic' | 'Rectangular';
    }
  | { readonly kind: 'hatch'; readonly foreColor: Color; readonly backColor: Color; readonly style: string }
  | { readonly kind: 'glass'; readonly color: Color; readonly blend: number; readonly hatch: boolean }
  | {
      readonly kind: 'texture';
      readonly image: ImageResource;
      readonly width: number;
      readonly height: number;
      readonly wrapMode: string;
      readonly preserveAspectRatio: boolean;
      readonly offsetX: number;
      readonly offsetY: number;
    };

/** Style of a line. */
export type LineStyle = 'Solid' | 'Dash' | 'Dot' | 'DashDot' | 'DashDotDot' | 'Double' | 'Custom';

/** A line of a border. */
export interface BorderLine {
  readonly color: Color;
  readonly style: LineStyle;
  readonly width: number;
}

/** Lines are drawn centred on the edge. A side that `lines` omits is not drawn, whatever its line style. */
export interface Border {
  readonly lines: { readonly left: boolean; readonly top: boolean; readonly right: boolean; readonly bottom: boolean };
  readonly left: BorderLine;
  readonly top: BorderLine;
  readonly right: BorderLine;
  readonly bottom: BorderLine;
  /** Drawn outside, at the right and bottom. */
  readonly shadow?: { readonly color: Color; readonly width: number } | undefined;
}

/** Horizontal alignment of a text. */
export type HorzAlign = 'Left' | 'Center' | 'Right' | 'Justify';
/** Vertical alignment of a text. */
export type VertAlign = 'Top' | 'Center' | 'Bottom';
/** Markup that a text contains. */
export type TextRenderType = 'Default' | 'HtmlTags' | 'HtmlParagraph' | 'Inline';
/** Treatment of a text that does not fit. */
export type Trimming = 'None' | 'Character' | 'Word' | 'EllipsisCharacter' | 'EllipsisWord' | 'EllipsisPath';

/** Indent and line spacing of paragraphs. */
export interface ParagraphFormat {
  readonly firstLineIndent: number;
  /** px; for the type `Multiple`, hundredths of the line's height. */
  readonly lineSpacing: number;
  readonly lineSpacingType: 'Single' | 'AtLeast' | 'Exactly' | 'Multiple';
  /** The text continues a paragraph from another page. */
  readonly skipFirstLineIndent?: boolean | undefined;
}

/** All properties that decide how a text is broken into lines and drawn, without the text itself. Shared by the texts of one template object. */
export interface TextStyle {
  readonly font: Font;
  readonly fill: Fill;
  readonly horzAlign: HorzAlign;
  readonly vertAlign: VertAlign;
  readonly padding: Padding;
  readonly wordWrap: boolean;
  readonly angle: number;
  readonly rightToLeft: boolean;
  readonly clip: boolean;
  readonly underlines: boolean;
  /** 0: the font's own line spacing. */
  readonly lineHeight: number;
  readonly fontWidthRatio: number;
  readonly firstTabOffset: number;
  readonly tabWidth: number;
  readonly tabPositions: readonly number[];
  readonly renderType: TextRenderType;
  readonly trimming: Trimming;
  readonly paragraphOffset: number;
  readonly paragraph: ParagraphFormat;
  readonly wysiwyg: boolean;
  /** Justifies the last line, too: for a part of a text that was broken over two pages. */
  readonly forceJustify: boolean;
  readonly outline?:
    | { readonly color: Color; readonly width: number; readonly drawBehind: boolean; readonly style: LineStyle }
    | undefined;
}

/** A text with its style. */
export interface PlacedText {
  readonly text: string;
  readonly style: TextStyle;
}

/** A step of a path. */
export type PathCommand =
  | readonly ['M', number, number]
  | readonly ['L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

/** The line with which a path is drawn. */
export interface Stroke {
  readonly color: Color;
  readonly width: number;
  /** Lengths of dash and gap in px; absent: solid. */
  readonly dash?: readonly number[] | undefined;
  readonly cap?: 'butt' | 'round' | 'square' | undefined;
  readonly join?: 'miter' | 'round' | 'bevel' | undefined;
}

/** Coordinates of primitives are px relative to the object's left/top. */
export interface PathPrimitive {
  readonly kind: 'path';
  readonly commands: readonly PathCommand[];
  readonly fill?: Fill | undefined;
  readonly fillRule?: 'nonzero' | 'evenodd' | undefined;
  readonly stroke?: Stroke | undefined;
}

/** One line of text, no wrapping. `x` is the left end, centre or right end according to `align`, `y` the baseline. */
export interface TextPrimitive {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly font: Font;
  readonly color: Color;
  readonly align: 'left' | 'center' | 'right';
  /** Rotation about (x, y). */
  readonly angle?: number | undefined;
  /** Stretches the text to this width. */
  readonly width?: number | undefined;
}

/** A block of wrapped text inside a box, drawn as by a text object. */
export interface TextBoxPrimitive {
  readonly kind: 'textBox';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly content: PlacedText;
}

/** A picture at a position. */
export interface ImagePrimitive {
  readonly kind: 'image';
  readonly image: ImageResource;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Rotation about the centre of the box. */
  readonly angle?: number | undefined;
  /** 0 transparent … 1 opaque. */
  readonly opacity?: number | undefined;
  readonly grayscale?: boolean | undefined;
  /** Pixels of exactly this colour are not shown. */
  readonly transparentColor?: Color | undefined;
  /** Nothing is drawn outside this box. */
  readonly clip?:
    | { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
    | undefined;
}

/** An element of a drawing. */
export type Primitive = PathPrimitive | TextPrimitive | TextBoxPrimitive | ImagePrimitive;

/** Kind of the target of a link. */
export type LinkKind = 'URL' | 'PageNumber' | 'Bookmark' | 'DetailReport' | 'DetailPage' | 'Custom';

/** A link from an object. */
export interface Link {
  readonly kind: LinkKind;
  /** The address, page number, name of the bookmark or value of the parameter. */
  readonly value: string;
  readonly newTab: boolean;
}

/** The grid of a placed table; its cells are the children of the object. */
export interface PlacedTable {
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly headerRows: number;
  readonly headerColumns: number;
}

/** A cell of a table at its position in the grid. */
export interface PlacedCell {
  readonly column: number;
  readonly row: number;
  readonly columnSpan: number;
  readonly rowSpan: number;
}

/** A band or object at its position on the page. Coordinates are absolute within the printable area (0, 0 = left and top margin). */
export interface PlacedObject {
  /** Class name of the template: `TextObject`, `DataBand` … */
  readonly type: string;
  /** Empty for the combined row of band columns. */
  readonly name: string;
  left: number;
  top: number;
  width: number;
  height: number;
  fill?: Fill | undefined;
  border?: Border | undefined;
  text?: PlacedText | undefined;
  /** Drawn between fill and border. */
  drawing?: readonly Primitive[] | undefined;
  link?: Link | undefined;
  bookmark?: string | undefined;
  children?: PlacedObject[] | undefined;
  table?: PlacedTable | undefined;
  cell?: PlacedCell | undefined;
  checked?: boolean | undefined;
  /** The text can be changed in a form on screen. */
  editable?: true | undefined;
  /** Display name of the symbology, and what it encodes. */
  barcode?: { readonly symbology: string; readonly text: string } | undefined;
  /** The HTML that is drawn, its expressions calculated. */
  html?: string | undefined;
  /** The value of a text that is exactly one expression, for exports that keep numbers and dates; the number format in .NET's terms. */
  value?: PlacedValue | undefined;
  /** false: omitted when the report is exported, though it is shown in a preview. */
  exportable?: boolean | undefined;
  printable?: boolean | undefined;
}

/** The value of a text, for formats with typed cells. */
export interface PlacedValue {
  readonly value: number | boolean | Date;
  readonly format?: string | undefined;
}

/** Text and picture behind or over everything else of a page. */
export interface Watermark {
  readonly image?: ImageResource | undefined;
  readonly imageSize: 'Normal' | 'Center' | 'Stretch' | 'Zoom' | 'Tile';
  /** 0 opaque … 1 transparent. */
  readonly imageTransparency: number;
  readonly showImageOnTop: boolean;
  readonly text: string;
  readonly font: Font;
  readonly textFill: Fill;
  readonly textRotation: 'Horizontal' | 'Vertical' | 'ForwardDiagonal' | 'BackwardDiagonal';
  readonly showTextOnTop: boolean;
}

/** A finished page: it no longer changes. */
export interface Page {
  /** 1-based, physical. */
  readonly number: number;
  /** Name of the ReportPage it was made from. */
  readonly source: string;
  /** mm; the height of an unlimited page is that of its content. */
  readonly paperWidth: number;
  readonly paperHeight: number;
  /** mm, already mirrored where the template requires it. */
  readonly margins: Padding;
  readonly landscape: boolean;
  readonly unlimited: boolean;
  readonly fill?: Fill | undefined;
  readonly border?: Border | undefined;
  readonly watermark?: Watermark | undefined;
  readonly objects: readonly PlacedObject[];
}

/** A node of the outline; `page` is 0-based, `offsetY` px from the top margin. */
export interface OutlineNode {
  readonly text: string;
  readonly page: number;
  readonly offsetY: number;
  readonly children: OutlineNode[];
}

/** Position of a bookmark; `page` is 0-based, `offsetY` px from the top margin. */
export interface BookmarkTarget {
  readonly page: number;
  readonly offsetY: number;
}

/** A problem that did not end the run. */
export interface Warning {
  readonly message: string;
  /** An expression or script failed: a run that stops at errors ends here. Absent: the report can be printed as it is. */
  readonly fails?: true | undefined;
  /** Name of the template object, if it concerns one. */
  readonly object?: string | undefined;
  /** 1-based line of the template. */
  readonly line?: number | undefined;
  readonly expression?: string | undefined;
}

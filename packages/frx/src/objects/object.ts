import type { Border, Color, Fill, ImageResource, PlacedObject, TextStyle } from '../page.ts';
import type { Culture } from '../expression/cultures/culture.ts';
import type { Value } from '../expression/values/values.ts';
import type { ImageMaker } from '../template/properties.ts';
import type { TemplateObject } from '../template/model.ts';
import type { Fonts } from '../text/types.ts';

/** The current state of an object to be drawn: its template, size, style and data. Lengths in px. */
export interface ObjectNow {
  readonly source: TemplateObject;
  readonly width: number;
  readonly height: number;
  readonly border: Border;
  readonly fill: Fill;
  /** The finished text: barcodes, zip codes, cellular, rich and HTML text, SVG. */
  readonly text: string;
  /** The calculated value: of a check box, of a gauge, or the numbers of a sparkline. */
  readonly value: Value;
  readonly image: ImageResource | undefined;
  /** Style of a text (cellular text). */
  readonly style: TextStyle | undefined;
  /** Data of a chart; absent: none. */
  readonly series?: readonly SeriesData[] | undefined;
}

/** The points of one series of a chart, in order. */
export interface SeriesData {
  readonly name: string;
  readonly points: readonly SeriesPoint[];
  /** The positions of the points are moments, ms since 1970 of the same calendar. */
  readonly dates?: boolean | undefined;
}

/** One point of a series. */
export interface SeriesPoint {
  /** Label on the axis; empty: the point's number. */
  readonly label: string;
  /** Position on a numeric axis. */
  readonly x?: number | undefined;
  /** One value, or the several values of some kinds of chart (stock, bubble, range); none: the point is missing. */
  readonly y: readonly number[];
  /** Replaces the colour of the series or of the palette. */
  readonly color?: Color | undefined;
  /** The part of a pie is moved outwards. */
  readonly exploded?: boolean | undefined;
}

/** Functions of the engine that drawers use. */
export interface DrawTools {
  readonly fonts: Fonts;
  /** Formats of numbers and dates. */
  readonly culture: Culture;
  /** Reports that something cannot be drawn as the template specifies. */
  readonly warn: (message: string) => void;
  /** Returns the single resource for a picture's bytes. */
  readonly image: ImageMaker;
}

/** Properties that a drawer adds to the placed object, or changes. */
export type Drawn = Partial<
  Pick<PlacedObject, 'drawing' | 'checked' | 'barcode' | 'html' | 'text' | 'width' | 'height'>
>;

/** Draws one kind of object: returns the primitives and further properties of the placed object. */
export type Drawer = (object: ObjectNow, tools: DrawTools) => Drawn;

/** Position and size of an object, as far as its content changes them. */
export interface Box {
  readonly left: number;
  readonly width: number;
}

/** Describes a class of objects: the data it takes, the size its content needs, and how it is drawn. */
export interface ObjectClass {
  readonly draw: Drawer;
  /** Loads a library with which the object is measured and drawn; absent: it needs none. */
  readonly load?: () => Promise<void>;
  /** Kind of content that a column or an expression puts into the object; absent: a text. */
  readonly content?: 'check' | 'number' | 'picture' | 'rows';
  /** Attribute with the expression for the content; absent: `Expression`. */
  readonly expression?: string;
  /** Brackets around the whole expression are left out, also around a calculation. */
  readonly bracketed?: true;
  /** Attribute with the object's own text, which may contain expressions; absent: it has none. */
  readonly text?: string;
  /** Expressions in the text are evaluated unless AllowExpressions is false. */
  readonly allowsExpressions?: true;
  /** Conversion of a value in the text: by the formats of the object, or by a function that makes the text suitable; absent: .NET's `ToString`. */
  readonly write?: 'formats' | ((text: string) => string);
  /** The size that the content needs; undefined: the object keeps its own. `filled`: a column or an expression was calculated. */
  readonly size?: (
    object: Pick<ObjectNow, 'source' | 'text' | 'image'>,
    fonts: Fonts,
    box: Box,
    filled: boolean,
  ) => Partial<Box & { readonly height: number }> | undefined;
  /** The printed size, regardless of changes by anchors, docking and growing; undefined: the current size. */
  readonly placedSize?: (
    object: Pick<ObjectNow, 'source' | 'image'>,
  ) => { readonly width: number; readonly height: number } | undefined;
  /** Returns true when the object is invisible with this content. */
  readonly hidden?: (object: Pick<ObjectNow, 'source' | 'text' | 'value'>) => boolean;
  /** Properties that are read for each drawing, and that a script may set; they override those of the content. */
  readonly settable?: string;
  /** The border is the pen of the drawing; the object has no separate border lines. */
  readonly drawnByBorder?: true;
  /** Width equals height: the side set last applies to both. */
  readonly square?: true;
  /** Height that the content needs, px; absent: the object keeps its own. */
  readonly height?: (object: ObjectNow, tools: DrawTools) => number;
}

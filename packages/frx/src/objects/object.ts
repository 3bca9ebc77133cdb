import type { Border, Fill, ImageResource, PlacedObject, TextStyle } from '../page.ts';
import type { Value } from '../expression/values.ts';
import type { ImageMaker } from '../template/properties.ts';
import type { TemplateObject } from '../template/model.ts';
import type { Fonts } from '../text/types.ts';

/** An object as it is when it is placed: its template, its size and look now, and what the data put into it. Lengths in px. */
export interface ObjectNow {
  readonly source: TemplateObject;
  readonly width: number;
  readonly height: number;
  readonly border: Border;
  readonly fill: Fill;
  /** The finished text: barcodes, zip codes, cellular, rich and HTML text, SVG. */
  readonly text: string;
  /** The calculated value: whether a box is checked, where a gauge points, the figures of a sparkline. */
  readonly value: Value;
  readonly image: ImageResource | undefined;
  /** Style of a text (cellular text). */
  readonly style: TextStyle | undefined;
  /** Rows behind a chart; absent: none. */
  readonly series?: readonly SeriesData[] | undefined;
}

/** The points of one series of a chart, in order. */
export interface SeriesData {
  readonly name: string;
  readonly points: readonly SeriesPoint[];
}

/** One point of a series. */
export interface SeriesPoint {
  /** As the axis says it; empty: the point's number. */
  readonly label: string;
  /** Position on a numeric axis. */
  readonly x?: number | undefined;
  /** One value, or those a kind of chart takes (stock, bubble, range). */
  readonly y: readonly number[];
}

/** Functions of the engine that drawers use. */
export interface DrawTools {
  readonly fonts: Fonts;
  /** Something that cannot be drawn as the template means it. */
  readonly warn: (message: string) => void;
  /** The one resource for a picture's bytes. */
  readonly image: ImageMaker;
}

/** Properties that a drawer adds to the placed object, or changes. */
export type Drawn = Partial<
  Pick<PlacedObject, 'drawing' | 'checked' | 'barcode' | 'html' | 'text' | 'width' | 'height'>
>;

/** Draws one kind of object: returns the primitives and further properties of the placed object. */
export type Drawer = (object: ObjectNow, tools: DrawTools) => Drawn;

/** Place of an object, as far as its content changes it. */
export interface Box {
  readonly left: number;
  readonly width: number;
}

/** Says of a class of objects what data put into it, which size that needs, and how it is drawn. */
export interface ObjectClass {
  readonly draw: Drawer;
  /** Kind of content that a column or an expression puts into the object; absent: a text. */
  readonly content?: 'check' | 'number' | 'picture' | 'rows';
  /** Attribute with the expression for the content; absent: `Expression`. */
  readonly expression?: string;
  /** Attribute with the object's own text, which may contain expressions; absent: it has none. */
  readonly text?: string;
  /** Expressions in the text count unless AllowExpressions is false. */
  readonly allowsExpressions?: true;
  /** Form of a value in the text: by the formats of the object, or as a text made fit for it; absent: as .NET writes it. */
  readonly write?: 'formats' | ((text: string) => string);
  /** The size that the content asks for; undefined: the object keeps its own. `filled`: a column or an expression was calculated. */
  readonly size?: (
    object: Pick<ObjectNow, 'source' | 'text' | 'image'>,
    fonts: Fonts,
    box: Box,
    filled: boolean,
  ) => Partial<Box & { readonly height: number }> | undefined;
  /** Returns true when the object is not to be seen with this content. */
  readonly hidden?: (object: Pick<ObjectNow, 'source' | 'text' | 'value'>) => boolean;
  /** Properties that drawing reads each time, and a script may set; the content's own come on top. */
  readonly settable?: string;
  /** The border is the pen that the object is drawn with, and has no lines of its own. */
  readonly drawnByBorder?: true;
  /** As wide as high: the side that is set last decides. */
  readonly square?: true;
  /** Height that the content needs, px; absent: the object keeps its own. */
  readonly height?: (object: ObjectNow, tools: DrawTools) => number;
}

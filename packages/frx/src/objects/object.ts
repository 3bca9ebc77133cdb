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

/** Properties that a drawer adds to the placed object. */
export type Drawn = Partial<Pick<PlacedObject, 'drawing' | 'checked' | 'barcode' | 'html' | 'text'>>;

/** Draws one kind of object: returns the primitives and further properties of the placed object. */
export type Drawer = (object: ObjectNow, tools: DrawTools) => Drawn;

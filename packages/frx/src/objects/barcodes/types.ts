import type { Color, Font, Padding } from '../../page.ts';

/** The text cannot be encoded; the message is printed instead of the bars. */
export class BarcodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BarcodeError';
  }
}

/** A barcode object to be printed. Lengths in px. */
export interface Barcode {
  /** Display name of the symbology: `Code128`, `QR Code` … */
  readonly symbology: string;
  readonly text: string;
  readonly showText: boolean;
  readonly zoom: number;
  /** 0, 90, 180 or 270, clockwise. */
  readonly angle: number;
  readonly padding: Padding;
  readonly color: Color;
  readonly font: Font;
  /** Attribute `Barcode.<name>` of the template; undefined when absent. */
  readonly option: (name: string) => string | undefined;
}

/** A part of the printed text below (or above) the bars; lengths in bar units from the first bar. */
export interface BarText {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Two points smaller, for the digits outside of UPC bars. */
  readonly small?: boolean;
}

/** A row of modules of equal width; `height` is its share of the bars' height. */
export interface ModuleRow {
  readonly modules: string;
  readonly height: number;
}

/** Bars in one row, or in few stacked rows: the height is free, the width follows from the text. */
export interface LinearCode {
  readonly kind: 'linear';
  /**
   * One character for each element: 0 to 3 a space, 5 to 8 a bar of width class 0 to 3, 9 a bar of half height, A to D a long bar, E the middle,
   * F the upper two and G the lower two thirds of a bar. Empty when `rows` is drawn instead.
   */
  readonly pattern: string;
  readonly rows?: readonly ModuleRow[];
  /** Widths of the four classes in bar units. */
  readonly classes: readonly [number, number, number, number];
  /** Width of all elements in bar units. */
  readonly width: number;
  /** Bar units of margin at the left for digits beside the bars; undefined: determined by the text. */
  readonly extraLeft?: number;
  readonly extraRight?: number;
  /** Complete printed text; determines the width when it is wider than the bars. */
  readonly printedText: string;
  /** The printed text if it is one unit, centred on the complete width. */
  readonly line: string;
  readonly texts?: readonly BarText[];
  readonly textAbove?: boolean;
  /** Thickness of the frame around the bars, in bar units; `vertical`: with left and right sides. */
  readonly bearer?: { readonly width: number; readonly vertical: boolean };
  /** px of a bar unit at zoom 1. */
  readonly unit: number;
}

/** A field of modules; both sides follow from the text. */
export interface MatrixCode {
  readonly kind: 'matrix';
  /** `1` is a dark module. */
  readonly rows: readonly string[];
  /** px of a module at zoom 1. */
  readonly moduleWidth: number;
  readonly moduleHeight: number;
  readonly shape?: ModuleShape;
  /** Modules of the quiet zone that `rows` contains on each side. */
  readonly quiet?: number;
}

/** Shape of the dark modules of a QR code; finder patterns stay square. */
export interface ModuleShape {
  readonly name: string;
  readonly thin: boolean;
  readonly angle: number;
}

/** MaxiCode: 33 rows of 30 (odd rows 29) hexagons around a bull's eye. */
export interface HexagonCode {
  readonly kind: 'hexagons';
  /** Dark fields as row · 30 + column. */
  readonly dark: readonly number[];
}

/** A symbol whose width and height follow from the text. */
export type Symbol2D = MatrixCode | HexagonCode;
/** Any encoded symbol. */
export type BarcodeSymbol = LinearCode | Symbol2D;

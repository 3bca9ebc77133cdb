import type { Fonts, TextSize } from '../../text/types.ts';
import type { Font, Primitive } from '../../page.ts';
import { drawHexagons, hexagonSize } from './hexagons.ts';
import { drawLinear, linearMargins } from './linearDrawing.ts';
import { encodeLinear } from './linear.ts';
import { drawMatrix } from './matrixDrawing.ts';
import { encodeMatrixCode } from './matrix.ts';
import { textLineHeight } from './textLine.ts';
import { compose, rotation, transformPrimitive, translation } from '../drawing/matrix.ts';
import { BarcodeError, type Barcode, type BarcodeSymbol } from './types.ts';

/** The symbol of a barcode. Throws `BarcodeError` when its symbology is unknown or the text does not suit it. */
export function encodeBarcode(barcode: Barcode): BarcodeSymbol {
  const symbol = encodeLinear(barcode) ?? encodeMatrixCode(barcode);
  if (symbol === undefined) throw new BarcodeError(`The symbology ${barcode.symbology} is not known.`);
  return symbol;
}

/** Size in px at zoom 1 and angle 0, without padding; a height of 0 leaves it to the object. */
function naturalSize(symbol: BarcodeSymbol, barcode: Barcode, fonts: Fonts): TextSize {
  if (symbol.kind === 'linear') {
    const margins = linearMargins(symbol, barcode, fonts);
    return { width: (margins.left + symbol.width + margins.right) * symbol.unit, height: 0 };
  }
  const line = barcode.showText ? Math.floor(textLineHeight(fonts, barcode.font, 18)) : 0;
  const field =
    symbol.kind === 'hexagons'
      ? hexagonSize
      : { width: (symbol.rows[0]?.length ?? 0) * symbol.moduleWidth, height: symbol.rows.length * symbol.moduleHeight };
  return { width: field.width, height: field.height + line };
}

/**
 * Size of the object when AutoSize is on: zoomed, turned, padding included. A side the symbol does not decide is undefined.
 * Throws `BarcodeError` when the text does not suit.
 */
export function barcodeSize(barcode: Barcode, fonts: Fonts): { readonly width?: number; readonly height?: number } {
  const { padding, zoom } = barcode;
  const size = naturalSize(encodeBarcode(barcode), barcode, fonts);
  const turned = barcode.angle === 90 || barcode.angle === 270;
  const along = size.width * zoom;
  const across = size.height * zoom;
  const horizontal = padding.left + padding.right;
  const vertical = padding.top + padding.bottom;
  if (turned) return { height: along + vertical, ...(across > 0 ? { width: across + horizontal } : {}) };
  return { width: along + horizontal, ...(across > 0 ? { height: across + vertical } : {}) };
}

/** The primitives of a barcode in an object of this size; a text that cannot be encoded is named in red instead. */
export function drawBarcode(barcode: Barcode, fonts: Fonts, width: number, height: number): readonly Primitive[] {
  let symbol: BarcodeSymbol;
  try {
    symbol = encodeBarcode(barcode);
  } catch (error) {
    if (!(error instanceof BarcodeError)) throw error;
    const font: Font = { family: 'Arial', size: 8, bold: false, italic: false, underline: false, strikeout: false };
    return [{ kind: 'text', text: error.message, x: 2, y: 12, font, color: '#ff0000', align: 'left' }];
  }
  const { padding } = barcode;
  const box = { width: width - padding.left - padding.right, height: height - padding.top - padding.bottom };
  if (box.width <= 0 || box.height <= 0) return [];
  const turned = barcode.angle === 90 || barcode.angle === 270;
  const flat = turned ? { width: box.height, height: box.width } : box;
  const natural = naturalSize(symbol, barcode, fonts);
  const primitives =
    symbol.kind === 'linear'
      ? drawLinear(symbol, barcode, fonts, flat)
      : symbol.kind === 'matrix'
        ? drawMatrix(symbol, barcode, fonts, flat, natural)
        : drawHexagons(symbol, barcode, flat, natural);
  const shift = {
    90: translation(box.width, 0),
    180: translation(box.width, box.height),
    270: translation(0, box.height),
  }[barcode.angle];
  const turn = shift === undefined ? translation(0, 0) : compose(shift, rotation(barcode.angle));
  const map = compose(translation(padding.left, padding.top), turn);
  return primitives.map((primitive) => transformPrimitive(primitive, map));
}

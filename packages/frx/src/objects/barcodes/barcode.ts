import type { Fonts, TextSize } from '../../text/types.ts';
import type { Font, Primitive } from '../../page.ts';
import { drawHexagons, hexagonSize } from './hexagons.ts';
import { drawLinear, linearMargins } from './linearDrawing.ts';
import { encodeLinear } from './linear.ts';
import { drawMatrix } from './matrixDrawing.ts';
import { encodeMatrixCode } from './matrix.ts';
import { textLineHeight } from './textLine.ts';
import { compose, rotation, transformPrimitive, translation } from '../drawing/matrix.ts';
import type { TemplateObject } from '../../template/model.ts';
import { colorOf, enumOf, flagOf, fontOf, numberOf, paddingOf, textOf } from '../../template/properties.ts';
import type { Box, DrawTools, Drawn, ObjectClass, ObjectNow } from '../object.ts';
import { loadSymbologies, mustBeShort } from './encoder.ts';
import { flagOption } from './options.ts';
import { isRussianPost } from './twoOfFive.ts';
import { BarcodeError, type Barcode, type BarcodeSymbol, type LinearCode } from './types.ts';

/** Encodes the symbol of a barcode. Throws `BarcodeError` when its symbology is unknown or cannot encode the text. */
export function encodeBarcode(barcode: Barcode): BarcodeSymbol {
  mustBeShort(barcode.text);
  const symbol = encodeLinear(barcode) ?? encodeMatrixCode(barcode);
  if (symbol === undefined) throw new BarcodeError(`The symbology ${barcode.symbology} is unknown.`);
  return symbol;
}

/** Returns the size of a label of the Russian post: the bars with a frame around them. Any text of this form gets that size. */
function russianPostSize(symbol: LinearCode, barcode: Barcode, fonts: Fonts): TextSize {
  const framed = { ...symbol, width: symbol.width + 21.15 };
  const { left, right } = linearMargins(framed, barcode, fonts);
  const beside = left > 0 ? left + right : 18;
  return { width: (framed.width + beside) * symbol.unit, height: 56.7 };
}

/** Size in px at zoom 1 and angle 0, without padding; a height of 0 means that of the object. */
function naturalSize(symbol: BarcodeSymbol, barcode: Barcode, fonts: Fonts): TextSize {
  if (symbol.kind === 'linear') {
    if (isRussianPost(barcode.text)) return russianPostSize(symbol, barcode, fonts);
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
 * Size of the object when AutoSize is on, with zoom, rotation and padding. A side that the symbol does not determine is undefined.
 * Throws `BarcodeError` when the text cannot be encoded.
 */
export function barcodeSize(
  barcode: Barcode,
  fonts: Fonts,
  encode: (barcode: Barcode) => BarcodeSymbol = encodeBarcode,
): { readonly width?: number; readonly height?: number } {
  const { padding, zoom } = barcode;
  const size = naturalSize(encode(barcode), barcode, fonts);
  const turned = barcode.angle === 90 || barcode.angle === 270;
  const along = size.width * zoom;
  const across = size.height * zoom;
  const horizontal = padding.left + padding.right;
  const vertical = padding.top + padding.bottom;
  if (turned) return { height: along + vertical, ...(across > 0 ? { width: across + horizontal } : {}) };
  return { width: along + horizontal, ...(across > 0 ? { height: across + vertical } : {}) };
}

/** Symbologies in which a text without characters has a size: that of the bars around them, check characters and leading zeros. */
const sizedWhenEmpty: ReadonlySet<string> = new Set([
  'Code39',
  'Code39 Extended',
  'Code93',
  'Code93 Extended',
  'Codabar',
  'EAN8',
  'EAN13',
  'UPC-A',
  'UPC-E0',
  'UPC-E1',
  'Supplement 2',
  'Supplement 5',
  'ITF-14',
  '2/5 Industrial',
  '2/5 Matrix',
  'MSI',
  'PostNet',
  'Plessey',
  'GS1-128 (UCC/EAN-128)',
  'Datamatrix',
]);

/** Size of a barcode without a text: what one character adds to another is taken off the first. Undefined when it keeps its size. */
function emptySize(barcode: Barcode, fonts: Fonts): ReturnType<typeof barcodeSize> | undefined {
  const inPairs = barcode.symbology === '2/5 Interleaved' && !flagOption(barcode, 'CalcCheckSum', true);
  if (!inPairs && !sizedWhenEmpty.has(barcode.symbology)) return undefined;
  const text = inPairs ? '00' : '0';
  const one = barcodeSize({ ...barcode, text }, fonts);
  const two = barcodeSize({ ...barcode, text: text + text }, fonts);
  const without = (first: number | undefined, second: number | undefined): number | undefined =>
    first === undefined || second === undefined ? undefined : 2 * first - second;
  const width = without(one.width, two.width);
  const height = without(one.height, two.height);
  return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
}

function errorText(text: string): Primitive {
  const font: Font = { family: 'Arial', size: 8, bold: false, italic: false, underline: false, strikeout: false };
  return { kind: 'text', text, x: 2, y: 12, font, color: '#ff0000', align: 'left' };
}

/** The primitives of a barcode in an object of this size; a text that cannot be encoded is printed in red instead. */
export function drawBarcode(
  barcode: Barcode,
  fonts: Fonts,
  width: number,
  height: number,
  encode: (barcode: Barcode) => BarcodeSymbol = encodeBarcode,
): readonly Primitive[] {
  let symbol: BarcodeSymbol;
  try {
    symbol = encode(barcode);
  } catch (error) {
    if (!(error instanceof BarcodeError)) throw error;
    return [errorText(error.message)];
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

/** The settings of a barcode object: `Barcode` and its dotted attributes, Zoom, Angle, ShowText, Padding. */
function readBarcode(source: TemplateObject, text: string): Barcode {
  const angle = ((Math.round(numberOf(source, 'Angle', 0) / 90) * 90) % 360) + 360;
  return {
    symbology: textOf(source, 'Barcode', 'Code39'),
    text,
    showText: flagOf(source, 'ShowText', true),
    zoom: Math.min(100, Math.max(0.01, numberOf(source, 'Zoom', 1))),
    angle: angle % 360,
    padding: paddingOf(source, 'Padding', '0, 0, 0, 0'),
    color: colorOf(source, 'Barcode.Color', '#000000'),
    font: fontOf(source, 'Barcode.Font', 'Arial, 8pt'),
    option: (name) => source.attributes.get(`Barcode.${name}`),
  };
}

const lastSymbols = new WeakMap<TemplateObject, { readonly text: string; readonly symbol: BarcodeSymbol }>();

/** Encodes for one template object and caches its last symbol, as the size is calculated before drawing. */
function rememberedBy(source: TemplateObject): (barcode: Barcode) => BarcodeSymbol {
  return (barcode) => {
    const last = lastSymbols.get(source);
    if (last?.text === barcode.text) return last.symbol;
    const symbol = encodeBarcode(barcode);
    lastSymbols.set(source, { text: barcode.text, symbol });
    return symbol;
  };
}

/** Returns the encoded text of a barcode; the amount of a Swiss payment code (line 19) always has two decimals. */
function payloadOf(symbology: string, text: string): string {
  if (symbology !== 'QR Code' || !text.startsWith('SPC')) return text;
  const lines = text.split('\r\n');
  const amount = Number(lines[18]);
  if (lines[18] === undefined || lines[18] === '' || !Number.isFinite(amount)) return text;
  return lines.with(18, amount.toFixed(2)).join('\r\n');
}

/** Draws a BarcodeObject; without a text, NoDataText is printed in red. */
function drawBarcodeObject({ source, width, height, text }: ObjectNow, tools: DrawTools): Drawn {
  const symbology = textOf(source, 'Barcode', 'Code39');
  if (text === '') {
    const message = textOf(source, 'NoDataText', '');
    return { drawing: message === '' ? [] : [errorText(message)], barcode: { symbology, text } };
  }
  const payload = payloadOf(symbology, text);
  return {
    drawing: drawBarcode(readBarcode(source, payload), tools.fonts, width, height, rememberedBy(source)),
    barcode: { symbology, text: payload },
  };
}

/** Returns the size of a barcode with AutoSize, and its left edge adjusted by HorzAlign. Undefined when it keeps its size. */
function autoSizedBarcode(
  { source, text }: Pick<ObjectNow, 'source' | 'text'>,
  fonts: Fonts,
  box: Box,
): { readonly left: number; readonly width?: number; readonly height?: number } | undefined {
  if (!flagOf(source, 'AutoSize', true)) return undefined;
  try {
    const barcode = readBarcode(source, text);
    const size = text === '' ? emptySize(barcode, fonts) : barcodeSize(barcode, fonts, rememberedBy(source));
    if (size === undefined) return undefined;
    const spare = box.width - (size.width ?? box.width);
    const share = { Left: 0, Center: 0.5, Right: 1 }[enumOf(source, 'HorzAlign', ['Left', 'Center', 'Right'], 'Left')];
    return { ...size, left: box.left + spare * share };
  } catch (error) {
    if (error instanceof BarcodeError) return undefined;
    throw error;
  }
}

/** Barcodes: a text, which determines their size unless AutoSize is off. */
export const barcodeClass: ObjectClass = {
  draw: drawBarcodeObject,
  load: loadSymbologies,
  text: 'Text',
  settable: 'Angle AutoSize HideIfNoData HorzAlign NoDataText Padding ShowText Zoom',
  size: autoSizedBarcode,
  hidden: ({ source, text }) => text === '' && flagOf(source, 'HideIfNoData'),
};

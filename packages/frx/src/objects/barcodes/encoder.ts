import type { default as BwipJs } from 'bwip-js/generic';
import { BarcodeError } from './types.ts';

/** Encodes a symbol as numbers, without drawing it; undefined until the library is loaded. */
let encodeSymbol: typeof BwipJs.raw | undefined;

/** Loads the library of symbologies, which takes 8 MB of memory. To be called before anything is encoded. */
export async function loadSymbologies(): Promise<void> {
  encodeSymbol ??= (await import('bwip-js/generic')).default.raw;
}

/** Maximum length of a text to encode; the largest symbol holds 7089 digits. */
const MAX_TEXT = 8192;

/** Throws `BarcodeError` for a text that is too long for any symbology. */
export function mustBeShort(text: string): void {
  if (text.length > MAX_TEXT) throw new BarcodeError('The text is too long for a barcode.');
}

type EncoderOptions = Readonly<Record<string, string | number | boolean>>;

function encode(symbology: string, text: string, options: EncoderOptions): Record<string, unknown> {
  if (encodeSymbol === undefined) throw new Error('The library of symbologies is not loaded.');
  mustBeShort(text);
  if (text === '') throw new BarcodeError('There is no text to encode.');
  let symbols: readonly unknown[];
  try {
    symbols = encodeSymbol({ ...options, bcid: symbology, text });
  } catch (error) {
    throw new BarcodeError(readable(error));
  }
  const first = symbols[0];
  if (typeof first !== 'object' || first === null) throw new BarcodeError('The text cannot be encoded.');
  return { ...first };
}

/** The library prefixes its messages with the name of the failing routine. */
function readable(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^bwipp\.\S+:\s*/, '').replace(/^bwip-js:\s*/, '');
}

function numbers(value: unknown): readonly number[] {
  if (!Array.isArray(value)) throw new BarcodeError('The text cannot be encoded.');
  return value.map(Number);
}

/** Widths of bars and spaces in modules, beginning and ending with a bar. */
export function barWidths(symbology: string, text: string, options: EncoderOptions = {}): readonly number[] {
  const widths = numbers(encode(symbology, text, options)['sbs']);
  return widths.length % 2 === 0 ? widths.slice(0, -1) : widths;
}

/** Returns start and end of the bars of a postal code, as shares of the full height: 0 is the bottom. */
export function barExtents(symbology: string, text: string): readonly { readonly from: number; readonly to: number }[] {
  const symbol = encode(symbology, text, {});
  const feet = numbers(symbol['bbs']);
  const heights = numbers(symbol['bhs']);
  const full = Math.max(...heights.map((height, index) => height + (feet[index] ?? 0)));
  return heights.map((height, index) => {
    const foot = feet[index] ?? 0;
    return { from: foot / full, to: (foot + height) / full };
  });
}

/** Rows of modules, `1` is dark. */
export function moduleRows(symbology: string, text: string, options: EncoderOptions = {}): readonly string[] {
  const symbol = encode(symbology, text, options);
  const modules = numbers(symbol['pixs']);
  const width = Number(symbol['pixx']);
  const rows: string[] = [];
  for (let start = 0; start < modules.length; start += width) rows.push(modules.slice(start, start + width).join(''));
  return rows;
}

/** Numbers of the dark fields, for symbols that are not a rectangle of modules. */
export function darkFields(symbology: string, text: string, options: EncoderOptions = {}): readonly number[] {
  return numbers(encode(symbology, text, options)['pixs']);
}

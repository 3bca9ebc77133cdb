import type { Barcode } from './types.ts';

/** `Barcode.<name>` as a flag. */
export function flagOption(barcode: Barcode, name: string, standard: boolean): boolean {
  const value = barcode.option(name);
  return value === undefined ? standard : value.toLowerCase() === 'true';
}

/** `Barcode.<name>` as a number within bounds; anything that is not a number counts as absent. */
export function numberOption(
  barcode: Barcode,
  name: string,
  standard: number,
  least = -Infinity,
  most = Infinity,
): number {
  const text = barcode.option(name);
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Math.min(most, Math.max(least, Number.isFinite(value) ? value : standard));
}

/** `Barcode.<name>` as text. */
export function wordOption(barcode: Barcode, name: string, standard: string): string {
  return barcode.option(name) ?? standard;
}

/** GS1 DataBar. The reference sets the linkage flag of the 14-digit forms; readers return the same number with or without it. */
import { checkDigit } from './digits.ts';
import { barWidths, moduleRows } from './encoder.ts';
import { gs1Elements } from './gs1.ts';
import { BarcodeError, type ModuleRow } from './types.ts';

/** The number of the item with its check digit, in the form `(01)` + 14 digits. */
export function itemNumber(text: string): string {
  const match = /^(\(\d+\))?(\d{13})\d?$/.exec(text);
  if (match?.[2] === undefined) throw new BarcodeError('The barcode accepts an item number of 13 digits.');
  return `${match[1] ?? '(01)'}${match[2]}${checkDigit(match[2])}`;
}

function asModules(widths: readonly number[]): string {
  return widths.map((width, index) => (index % 2 === 0 ? '1' : '0').repeat(width)).join('');
}

function oneRow(widths: readonly number[]): readonly ModuleRow[] {
  return [{ modules: asModules(widths), height: 1 }];
}

/** Returns GS1 DataBar Omnidirectional of a GTIN: one row; the last 14 digits are used. */
export function omnidirectional(number: string): readonly ModuleRow[] {
  return oneRow(barWidths('databaromni', `(01)${number.slice(-14)}`, { linkage: true }));
}

/** Returns GS1 DataBar Limited of a GTIN: one row of 74 modules. Throws `BarcodeError` for a number that does not begin with 0 or 1. */
export function limited(number: string): readonly ModuleRow[] {
  const widths = barWidths('databarlimited', `(01)${number.slice(-14)}`);
  // The library appends a quiet zone of five modules, which the reference does not draw.
  return [{ modules: asModules(widths).slice(0, 74), height: 1 }];
}

function shares(rows: readonly string[], heights: readonly number[]): readonly ModuleRow[] {
  return rows.map((modules, index) => ({ modules, height: heights[index] ?? 1 }));
}

/** Returns GS1 DataBar Stacked of a GTIN: two rows with a separator between them, 5, 1 and 7 parts high. */
export function stacked(number: string): readonly ModuleRow[] {
  return shares(moduleRows('databarstacked', `(01)${number.slice(-14)}`, { linkage: true }), [5, 1, 7]);
}

/** Returns GS1 DataBar Stacked Omnidirectional of a GTIN: two rows of 33 parts with three separators between them. */
export function stackedOmnidirectional(number: string): readonly ModuleRow[] {
  return shares(moduleRows('databarstackedomni', `(01)${number.slice(-14)}`, { linkage: true }), [33, 1, 1, 1, 33]);
}

/** Rows of at most `segments` data characters, each 34 modules high, with three separators of one module between them. */
export function expandedStacked(text: string, segments: number): readonly ModuleRow[] {
  if (gs1Elements(text) === undefined) throw new BarcodeError('The barcode accepts GS1 element strings such as (01)….');
  const rows = moduleRows('databarexpandedstacked', text, { segments, dontlint: true });
  return rows.map((modules, index) => ({ modules, height: index % 4 === 0 ? 34 : 1 }));
}

import type { BarText } from './types.ts';

/** Element widths of a symbol as pattern characters; `classOf` returns the class of an element of this many modules. */
export function patternOf(widths: readonly number[], classOf: (width: number, index: number) => number): string {
  return widths.map((width, index) => String(classOf(width, index) + (index % 2 === 0 ? 5 : 0))).join('');
}

/** Narrow or wide. */
export function twoWidths(width: number): number {
  return width > 1 ? 1 : 0;
}

/** One to four modules. */
export function fourWidths(width: number): number {
  return Math.min(width, 4) - 1;
}

/** The same bars, extended beside the text. */
export function longBars(pattern: string): string {
  return pattern.replace(/[5-8]/g, (bar) => 'ABCD'.charAt(Number(bar) - 5));
}

/** Widths of the classes in bar units for a ratio of wide to narrow. */
export function classWidths(ratio: number): readonly [number, number, number, number] {
  return [1, ratio, ratio * 1.5, ratio * 2];
}

/** Width class of a pattern character. */
export function classOf(element: string): 0 | 1 | 2 | 3 {
  const index = '05A9'.includes(element) ? 0 : '16BEFG'.includes(element) ? 1 : '27C'.includes(element) ? 2 : 3;
  return index;
}

/** Width of a pattern in bar units. */
export function patternWidth(pattern: string, classes: readonly [number, number, number, number]): number {
  let width = 0;
  for (const element of pattern) width += classes[classOf(element)];
  return width;
}

/** A part of the printed text, below the elements `from` to `to` of a pattern. */
export function textBelow(
  text: string,
  pattern: string,
  classes: readonly [number, number, number, number],
  from: number,
  to: number,
): BarText {
  return { text, from: patternWidth(pattern.slice(0, from), classes), to: patternWidth(pattern.slice(0, to), classes) };
}

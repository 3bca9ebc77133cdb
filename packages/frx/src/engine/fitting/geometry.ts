/** From here on a number of 32 bits has no two decimals. */
const LARGE_PX = 65_536;

/**
 * Coordinates are kept to 2 decimals, as the template stores them. The reference calculates them with 32 bits and takes the even of two
 * hundredths that are equally near, which decides where a height such as 24.205 goes.
 */
export function round2(value: number): number {
  const hundredths = Math.fround(value) * 100;
  const below = Math.floor(hundredths);
  const rest = hundredths - below;
  const rounded = (rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below) / 100;
  return Math.abs(rounded) < LARGE_PX ? rounded : Math.fround(rounded);
}

/** Returns true when an object goes on below a line, by the sum of 32 bits of its top and height. */
export const endsBelow = (object: { readonly top: number; readonly height: number }, line: number): boolean =>
  Math.fround(Math.fround(object.top) + Math.fround(object.height)) > Math.fround(line);

/** px of a length in mm. */
export const pxOfMm = (mm: number): number => mm * 3.78;

/** mm of a length in px. */
export const mmOfPx = (px: number): number => px / 3.78;

/** Flags of `Anchor`. */
export const anchors = { top: 1, bottom: 2, left: 4, right: 8 } as const;

/** Flags of `PrintOn`. */
export const printOn = {
  firstPage: 1,
  lastPage: 2,
  oddPages: 4,
  evenPages: 8,
  repeatedBand: 16,
  singlePage: 32,
  all: 63,
} as const;

/** Coordinates from which a 32-bit number cannot represent two decimals. */
const LARGE_PX = 65_536;

/**
 * Rounds a coordinate to 2 decimals, as the template stores them. The reference calculates with 32 bits and rounds half to even, which
 * determines the result for a height such as 24.205.
 */
export function round2(value: number): number {
  const hundredths = Math.fround(value) * 100;
  const below = Math.floor(hundredths);
  const rest = hundredths - below;
  const rounded = (rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below) / 100;
  return Math.abs(rounded) < LARGE_PX ? rounded : Math.fround(rounded);
}

/** Returns true when an object extends below a line; its top and height are added with 32 bits. */
export const endsBelow = (object: { readonly top: number; readonly height: number }, line: number): boolean =>
  Math.fround(Math.fround(object.top) + Math.fround(object.height)) > Math.fround(line);

/** Converts mm to px. */
export const pxOfMm = (mm: number): number => mm * 3.78;

/** Converts px to mm. */
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

/** Coordinates are kept to 2 decimals, as the template stores them. */
export const round2 = (value: number): number => Math.round(value * 100) / 100;

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

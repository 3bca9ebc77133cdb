import type { FontSource, Fonts } from './types.ts';

/** Makes a font set from files, first one wins for a family and style. */
export declare function createFonts(sources: readonly FontSource[]): Fonts;

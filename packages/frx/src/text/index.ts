export type * from './types.ts';
export { createFonts } from './fonts.ts';
export { breakText, defaultTextFormat, layoutText, neededSize, shrinkText } from './textObject.ts';

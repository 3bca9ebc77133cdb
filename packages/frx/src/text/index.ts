export type * from './types.ts';
export { missingGlyph } from './fallback.ts';
export { describeImage } from './describeImage.ts';
export { createFonts } from './fonts.ts';
export { layoutText } from './layout.ts';
export { breakText, lineWidth, neededHeight, neededWidth, shrinkText } from './textObject.ts';
export { isShaped, SHAPED_UNICODE_RANGE, webFont } from './webFont.ts';

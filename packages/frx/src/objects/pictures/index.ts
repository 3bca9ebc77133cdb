/** Pictures: what their bytes are, how large they are, where they stand in an object. */
export { describeImage, type Description } from './describe.ts';
export { exifTurn } from './orientation.ts';
export { drawPicture, pictureSize } from './picture.ts';

/** Pictures: sizes of their objects and positions in them. */
export { exifTurn } from './orientation.ts';
export { pictureClass } from './picture.ts';

/** Pictures: how large an object becomes and where its picture stands. */
export { exifTurn } from './orientation.ts';
export { pictureClass } from './picture.ts';

/** Barcodes: their sizes, bars and modules. */
export { barcodeClass, barcodeSize, drawBarcode, encodeBarcode } from './barcode.ts';
export { linearSymbologies } from './linear.ts';
export { matrixSymbologies } from './matrix.ts';
export { BarcodeError, type Barcode } from './types.ts';

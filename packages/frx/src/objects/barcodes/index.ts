/** Barcodes: what size one takes and which bars or modules it consists of. */
export { barcodeClass, barcodeSize, drawBarcode, encodeBarcode } from './barcode.ts';
export { linearSymbologies } from './linear.ts';
export { matrixSymbologies } from './matrix.ts';
export { BarcodeError, type Barcode } from './types.ts';

/** Barcodes: what size one takes and which bars or modules it consists of. */
export { autoSizedBarcode, barcodeSize, drawBarcode, drawBarcodeObject, encodeBarcode } from './barcode.ts';
export { linearSymbologies } from './linear.ts';
export { matrixSymbologies } from './matrix.ts';
export { BarcodeError, type Barcode } from './types.ts';

import { bytesOf } from './codePages.ts';
import { dataMatrixSizes, dataMatrixWords } from './dataMatrixWords.ts';
import { darkFields, moduleRows } from './encoder.ts';
import { gs1Elements } from './gs1.ts';
import { numberOption, wordOption } from './options.ts';
import { pdf417Words } from './pdf417Words.ts';
import { encodeQr } from './qr.ts';
import { BarcodeError, type Barcode, type HexagonCode, type MatrixCode, type Symbol2D } from './types.ts';

const encoders: Readonly<Record<string, (barcode: Barcode) => Symbol2D>> = {
  'QR Code': encodeQr,
  Datamatrix: encodeDataMatrix,
  'GS1 Datamatrix': encodeGs1DataMatrix,
  Aztec: encodeAztec,
  PDF417: encodePdf417,
  MaxiCode: encodeMaxiCode,
};

/** Names of the symbologies drawn as a field of modules. */
export const matrixSymbologies: readonly string[] = Object.keys(encoders);

/** Encodes a barcode of modules; undefined when its symbology is none. Throws `BarcodeError` when the text does not suit. */
export function encodeMatrixCode(barcode: Barcode): Symbol2D | undefined {
  return encoders[barcode.symbology]?.(barcode);
}

/** The smallest size by capacity, rectangles included, or the one asked for where it is large enough. */
function encodeDataMatrix(barcode: Barcode): MatrixCode {
  const words = dataMatrixWords(
    bytesOf(barcode.text, numberOption(barcode, 'CodePage', 1252)),
    wordOption(barcode, 'Encoding', 'Auto'),
  );
  const asked = wordOption(barcode, 'SymbolSize', 'Auto').replace(/^Size/, '');
  const large = dataMatrixSizes.filter(([, capacity]) => capacity >= words.length);
  const size = large.find(([name]) => name === asked) ?? large[0];
  if (!size) throw new BarcodeError('The text is too long for a barcode.');
  return dataMatrix(barcode, moduleRows('datamatrix', inFigures(words), { raw: true, version: size[0] }));
}

/** As the library counts: a size of its own choice, or the one asked for where it is large enough. */
function encodeGs1DataMatrix(barcode: Barcode): MatrixCode {
  if (gs1Elements(barcode.text) === undefined)
    throw new BarcodeError('The barcode takes GS1 element strings such as (01)….');
  const encode = (version?: string): readonly string[] =>
    moduleRows('gs1datamatrix', barcode.text, { dontlint: true, ...(version === undefined ? {} : { version }) });
  const asked = wordOption(barcode, 'SymbolSize', 'Auto').replace(/^Size/, '');
  const rows = /^\d+x\d+$/.test(asked) ? whereItFits(() => encode(asked)) : undefined;
  if (rows) return dataMatrix(barcode, rows);
  const square = encode();
  const rectangle = RECTANGLE_BELOW[square.length];
  return dataMatrix(barcode, (rectangle === undefined ? undefined : whereItFits(() => encode(rectangle))) ?? square);
}

/** Rectangles that hold a text which just does not fit the next smaller square, by the rows of the square they save. */
const RECTANGLE_BELOW: Readonly<Record<number, string>> = { 16: '8x32', 18: '12x26', 24: '16x36', 32: '16x48' };

function whereItFits(encode: () => readonly string[]): readonly string[] | undefined {
  try {
    return encode();
  } catch (error) {
    if (error instanceof BarcodeError) return undefined;
    throw error;
  }
}

function dataMatrix(barcode: Barcode, rows: readonly string[]): MatrixCode {
  const module = numberOption(barcode, 'PixelSize', 3, 1, 100);
  return { kind: 'matrix', rows, moduleWidth: module, moduleHeight: module };
}

/** Codewords as the library reads them: each of three digits behind a circumflex. */
const inFigures = (words: readonly number[]): string =>
  words.map((word) => `^${String(word).padStart(3, '0')}`).join('');

/** The sizes that are tried, in this order: the compact ones, then those in full that hold more; bits and bits of a codeword. */
const AZTEC_SIZES = [
  { format: 'compact', layers: 1, bits: 104, word: 6 },
  { format: 'compact', layers: 2, bits: 240, word: 6 },
  { format: 'compact', layers: 3, bits: 408, word: 8 },
  { format: 'compact', layers: 4, bits: 608, word: 8 },
  ...Array.from({ length: 29 }, (_, i) => {
    const layers = i + 4;
    return { format: 'full', layers, bits: (112 + 16 * layers) * layers, word: layers < 9 ? 8 : layers < 23 ? 10 : 12 };
  }),
];

/**
 * The smallest symbol that leaves ErrorCorrectionPercent of the data bits and 11 bits for error correction. The library counts the share
 * of the whole symbol and adds three codewords, so its figure is worked out for every size. Characters beyond ASCII are question marks.
 */
function encodeAztec(barcode: Barcode): MatrixCode {
  const percent = numberOption(barcode, 'ErrorCorrectionPercent', 33, 5, 95);
  const share = percent / (100 + percent);
  const text = barcode.text.replace(/[^\0-\u007f]/g, '?');
  const fitted = smallestFitting(AZTEC_SIZES, ({ format, layers, bits, word }) => {
    const spare = share * bits + 11 * (1 - share) - 3 * word;
    const eclevel = Math.min(95, Math.max(5, Math.floor((100 * spare) / bits)));
    return moduleRows('azteccode', text, { format, layers, eclevel });
  });
  return { kind: 'matrix', rows: fitted, moduleWidth: 4, moduleHeight: 4 };
}

/**
 * Returns what is made of the first size that does not throw, where each larger one holds more. Short texts are tried from the smallest on, in
 * growing steps: a size takes up to a third of a second. Throws what the largest one throws when none fits.
 */
function smallestFitting<S, T>(sizes: readonly S[], make: (size: S) => T): T {
  let found: { readonly made: T } | undefined;
  let from = 0;
  let to = sizes.length;
  for (let step = 1; from < to; step *= 2) {
    const at = found === undefined ? Math.min(from + step, to) - 1 : (from + to) >> 1;
    try {
      found = { made: make(sizes[at]!) };
      to = at;
    } catch (error) {
      if (at === sizes.length - 1) throw error;
      from = at + 1;
    }
  }
  return found!.made;
}

const MAX_CODEWORDS = 928;
const MAX_ROWS = 90;
const MAX_COLUMNS = 30;

/** The highest error correction level that fits the codewords left over. */
function highestLevel(left: number): number {
  let level = 8;
  while (level > 0 && left < 2 << level) level--;
  return level;
}

/** Columns from the aspect ratio and the codewords, as the reference solves it; free places go to error correction. */
function encodePdf417(barcode: Barcode): MatrixCode {
  const [moduleWidth, moduleHeight] = pixelSize(wordOption(barcode, 'PixelSize', '2, 8'));
  const data = pdf417Words(
    bytesOf(barcode.text, numberOption(barcode, 'CodePage', 437)),
    wordOption(barcode, 'CompactionMode', 'Auto'),
  );
  const words = data.length + 1;
  const askedLevel = /^Level([0-8])$/.exec(wordOption(barcode, 'ErrorCorrection', 'Auto'))?.[1];
  const standard = words < 41 ? 2 : words < 161 ? 3 : words < 321 ? 4 : 5;
  const level = Math.min(askedLevel === undefined ? standard : Number(askedLevel), highestLevel(MAX_CODEWORDS - words));
  const total = words + (2 << level);
  let columns = numberOption(barcode, 'Columns', 0, 0, MAX_COLUMNS);
  let rows = numberOption(barcode, 'Rows', 0, 0, MAX_ROWS);
  if (columns === 0 || rows === 0 || columns * rows < total || columns * rows > MAX_CODEWORDS) {
    if (columns === 0 || rows === 0) {
      const aspect = numberOption(barcode, 'AspectRatio', 0.5, 0.001, 1000);
      const b = 73 * aspect - 4;
      const root = Math.sqrt(b * b + (4 * 17 * aspect * total * moduleHeight) / moduleWidth);
      columns = Math.min(MAX_COLUMNS, Math.max(1, Math.floor((root - b) / (2 * 17 * aspect) + 0.5)));
    }
    rows = Math.max(3, Math.ceil(total / columns));
    if (rows > MAX_ROWS) {
      rows = MAX_ROWS;
      columns = Math.ceil(total / MAX_ROWS);
    }
  }
  const eclevel = highestLevel(columns * rows - words);
  return {
    kind: 'matrix',
    rows: moduleRows('pdf417', inFigures(data), { columns, rows, eclevel, raw: true }),
    moduleWidth,
    moduleHeight,
  };
}

/** `width, height` in px; what is no sensible size counts as the standard. */
function pixelSize(text: string): readonly [number, number] {
  const [width = 0, height = 0] = text.split(',').map(Number);
  return [width >= 1 && width <= 100 ? width : 2, height >= 1 && height <= 100 ? height : 8];
}

function encodeMaxiCode(barcode: Barcode): HexagonCode {
  const mode = numberOption(barcode, 'Mode', 4, 2, 6);
  return { kind: 'hexagons', dark: darkFields('maxicode', barcode.text, { mode, parse: false }) };
}

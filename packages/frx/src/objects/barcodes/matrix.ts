import { aztecBits, aztecWords } from './aztecBits.ts';
import { bytesOf } from './codePages.ts';
import { dataMatrixSizes, dataMatrixWords, FNC1 } from './dataMatrixWords.ts';
import { darkFields, moduleRows } from './encoder.ts';
import { gs1Elements } from './gs1.ts';
import { flagOption, numberOption, wordOption } from './options.ts';
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

/** Encodes a barcode of modules; undefined for other symbologies. Throws `BarcodeError` when the text cannot be encoded. */
export function encodeMatrixCode(barcode: Barcode): Symbol2D | undefined {
  return encoders[barcode.symbology]?.(barcode);
}

/** `&1;` at the start marks the text as structured by GS1; further ones separate its elements. */
function encodeDataMatrix(barcode: Barcode): MatrixCode {
  if (!flagOption(barcode, 'AutoEncode', true) || !barcode.text.includes('&1;'))
    return dataMatrix(barcode, barcode.text);
  const gs1 = barcode.text.startsWith('&1;');
  return dataMatrix(barcode, (gs1 ? barcode.text.slice(3) : barcode.text).replaceAll('&1;', GS), gs1 ? [FNC1] : []);
}

/** Separator after an element of variable length. */
const GS = '\u001d';

function encodeGs1DataMatrix(barcode: Barcode): MatrixCode {
  const elements = gs1Elements(barcode.text);
  if (elements === undefined) throw new BarcodeError('The barcode accepts GS1 element strings such as (01)….');
  const text = elements.map(({ identifier, data, fixed }) => identifier + data + (fixed ? '' : GS)).join('');
  return dataMatrix(barcode, elements.at(-1)?.fixed === false ? text.slice(0, -1) : text, [FNC1]);
}

/**
 * Selects the smallest size by capacity, including rectangles, or the specified one. The specified size is used as the size of the symbol even where
 * the text does not fit: a larger symbol is then scaled to it. The same for an `è` of Windows-1252: the reference counts one codeword for it, and omits it.
 */
function dataMatrix(barcode: Barcode, text: string, front: readonly number[] = []): MatrixCode {
  const bytes = bytesOf(text, numberOption(barcode, 'CodePage', 1252));
  const encodation = wordOption(barcode, 'Encoding', 'Auto');
  const inAscii = dataMatrixWords(bytes, 'Ascii', front);
  const asked = dataMatrixSizes.find(([name]) => `Size${name}` === wordOption(barcode, 'SymbolSize', 'Auto'));
  const simple = encodation === 'Auto' && asked !== undefined && inAscii.length <= asked[1];
  const words = simple ? inAscii : dataMatrixWords(bytes, encodation, front);
  const holds = (count: number): (typeof dataMatrixSizes)[number] | undefined =>
    dataMatrixSizes.find(([, capacity]) => capacity >= count);
  const large = asked !== undefined && asked[1] >= words.length ? asked : holds(words.length);
  const forced = encodation === 'Auto' || encodation === 'Ascii';
  const runsOver = forced && asked !== undefined && mayRunOver(bytes, front.length, asked[1]);
  if (!large || (asked !== undefined && asked !== large && !runsOver))
    throw new BarcodeError('The text is too long for a barcode.');
  const counted = forced ? inAscii.length - bytes.filter((byte) => byte === FNC1).length : words.length;
  const [size] = asked ?? holds(Math.min(words.length, counted)) ?? large;
  const module = numberOption(barcode, 'PixelSize', 3, 1, 100);
  const [height = 0, width = 0] = size.split('x').map(Number);
  const rows = moduleRows('datamatrix', inFigures(words), { raw: true, version: large[0] });
  return {
    kind: 'matrix',
    rows,
    moduleWidth: (module * width) / rows[0]!.length,
    moduleHeight: (module * height) / rows.length,
  };
}

/** Returns true when the reference writes a text into a size that is too small: it checks the capacity only before letters beyond ASCII. */
function mayRunOver(bytes: readonly number[], before: number, capacity: number): boolean {
  const last = bytes.findLastIndex((byte) => byte > 127 && byte !== FNC1);
  return before + dataMatrixWords(bytes.slice(0, last + 1), 'Ascii').length <= capacity;
}

/** Codewords as input of the library: three digits each, after a circumflex. */
const inFigures = (words: readonly number[]): string =>
  words.map((word) => `^${String(word).padStart(3, '0')}`).join('');

/** The sizes of Aztec in the order in which they are tried: the compact ones, then larger full ones; capacity in bits, and bits of a word. */
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

/** Modules of a side: compact symbols have no reference lines, the others one every 16 modules from the centre. */
function aztecModules(format: string, layers: number): number {
  if (format === 'compact') return 11 + 4 * layers;
  const plain = 14 + 4 * layers;
  return plain + 1 + 2 * Math.floor((plain / 2 - 1) / 15);
}

/** Maximum number of words of compact symbols of any size. */
const MAX_COMPACT_WORDS = 64;

/**
 * Encodes the smallest symbol with space for the text and error correction: ErrorCorrectionPercent of the text's bits, plus 11. Characters beyond
 * ASCII become question marks.
 */
function encodeAztec(barcode: Barcode): MatrixCode {
  const bits = aztecBits(barcode.text.replace(/[^\0-\u007f]/g, '?'));
  const correction = Math.floor((bits.length * numberOption(barcode, 'ErrorCorrectionPercent', 33, 5, 95)) / 100) + 11;
  const fitting = AZTEC_SIZES.filter(({ format, bits: capacity, word }) => {
    if (bits.length + correction > capacity) return false;
    const words = aztecWords(bits, word);
    if (format === 'compact' && words > MAX_COMPACT_WORDS) return false;
    return words * word + correction <= capacity - (capacity % word);
  });
  const [size] = fitting;
  if (!size) throw new BarcodeError('The text is too long for a barcode.');
  // Below about ten percent the library adds more error correction than specified: its larger symbol is drawn instead.
  const rows = smallestFitting(fitting, ({ format, layers }) =>
    moduleRows('azteccode', bits, { raw: true, format, layers, eclevel: 5, ecaddchars: 3 }),
  );
  const side = aztecModules(size.format, size.layers);
  const module = (4 * side) / rows.length;
  return { kind: 'matrix', rows, moduleWidth: module, moduleHeight: module };
}

/** Returns the result for the first size that does not throw; when all throw, throws the last error. */
function smallestFitting<S, T>(sizes: readonly S[], make: (size: S) => T): T {
  for (const size of sizes.slice(0, -1)) {
    try {
      return make(size);
    } catch (error) {
      if (!(error instanceof BarcodeError)) throw error;
    }
  }
  return make(sizes.at(-1)!);
}

const MAX_CODEWORDS = 928;
const MAX_ROWS = 90;
const MAX_COLUMNS = 30;

/** The highest error correction level that fits the unused codewords. */
function highestLevel(left: number): number {
  let level = 8;
  while (level > 0 && left < 2 << level) level--;
  return level;
}

/** Derives the columns from aspect ratio and codewords as the reference does; unused codewords become error correction. */
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
    const bothAsked = columns > 0 && rows > 0;
    if (!bothAsked) {
      const aspect = numberOption(barcode, 'AspectRatio', 0.5, 0.001, 1000);
      const b = 73 * aspect - 4;
      const root = Math.sqrt(b * b + (4 * 17 * aspect * total * moduleHeight) / moduleWidth);
      columns = Math.min(MAX_COLUMNS, Math.max(1, Math.floor((root - b) / (2 * 17 * aspect) + 0.5)));
    }
    if (bothAsked) columns = Math.min(MAX_COLUMNS, Math.ceil(total / Math.max(3, rows)));
    rows = Math.max(3, bothAsked && columns * rows >= total ? rows : Math.ceil(total / columns));
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

/** `width, height` in px; the default when they are invalid. */
function pixelSize(text: string): readonly [number, number] {
  const [width = 0, height = 0] = text.split(',').map(Number);
  return [width >= 1 && width <= 100 ? width : 2, height >= 1 && height <= 100 ? height : 8];
}

function encodeMaxiCode(barcode: Barcode): HexagonCode {
  const mode = numberOption(barcode, 'Mode', 4, 2, 6);
  return { kind: 'hexagons', dark: darkFields('maxicode', barcode.text, { mode, parse: false }) };
}

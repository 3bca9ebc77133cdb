/** QR Code. The version follows the reference, which reserves a header of three bytes; the library encodes the symbol. */
import { bytesOf, SHIFT_JIS } from './codePages.ts';
import { moduleRows } from './encoder.ts';
import { flagOption, numberOption, wordOption } from './options.ts';
import { withBestMask } from './qrMask.ts';
import { BarcodeError, type Barcode, type MatrixCode } from './types.ts';

type Level = 'L' | 'M' | 'Q' | 'H';

/** Data codewords of versions 1 to 40 (ISO/IEC 18004, table 7). */
const DATA_CODEWORDS: Readonly<Record<Level, readonly number[]>> = {
  L: [
    19, 34, 55, 80, 108, 136, 156, 194, 232, 274, 324, 370, 428, 461, 523, 589, 647, 721, 795, 861, 932, 1006, 1094,
    1174, 1276, 1370, 1468, 1531, 1631, 1735, 1843, 1955, 2071, 2191, 2306, 2434, 2566, 2702, 2812, 2956,
  ],
  M: [
    16, 28, 44, 64, 86, 108, 124, 154, 182, 216, 254, 290, 334, 365, 415, 453, 507, 563, 627, 669, 714, 782, 860, 914,
    1000, 1062, 1128, 1193, 1267, 1373, 1455, 1541, 1631, 1725, 1812, 1914, 1992, 2102, 2216, 2334,
  ],
  Q: [
    13, 22, 34, 48, 62, 76, 88, 110, 132, 154, 180, 206, 244, 261, 295, 325, 367, 397, 445, 485, 512, 568, 614, 664,
    718, 754, 808, 871, 911, 985, 1033, 1115, 1171, 1231, 1286, 1354, 1426, 1502, 1582, 1666,
  ],
  H: [
    9, 16, 26, 36, 46, 60, 66, 86, 100, 122, 140, 158, 180, 197, 223, 253, 283, 313, 341, 385, 406, 442, 464, 514, 538,
    596, 628, 661, 701, 745, 793, 845, 901, 961, 986, 1054, 1096, 1142, 1222, 1276,
  ],
};

const HEADER_BYTES = 3;
const QUIET = 4;
const MODULE = 4;

/** Code pages of the encodings that the template can name. */
const CODE_PAGES: Readonly<Record<string, number>> = {
  ISO8859_1: 28_591,
  Windows_1251: 1251,
  cp866: 866,
  Shift_JIS: SHIFT_JIS,
};
const UTF_8 = 65_001;

/** Bits of a two-byte character in Kanji mode. */
const KANJI_BITS = 13;

/** Number of bytes of a text in the one mode that can encode all of it; `bytes` are those of its letters. Shift JIS has only Kanji and byte mode. */
function dataBytes(text: string, bytes: readonly number[], codePage: number): number {
  if (codePage === SHIFT_JIS) return isKanji(bytes) ? Math.ceil(((bytes.length / 2) * KANJI_BITS) / 8) : bytes.length;
  if (/^\d+$/.test(text)) return Math.ceil((Math.floor(text.length / 3) * 10 + [0, 4, 7][text.length % 3]!) / 8);
  if (/^[0-9A-Z $%*+./:-]+$/.test(text))
    return Math.ceil((Math.floor(text.length / 2) * 11 + (text.length % 2) * 6) / 8);
  return bytes.length;
}

function isKanji(bytes: readonly number[]): boolean {
  const leads = bytes.filter((_byte, index) => index % 2 === 0);
  return (
    bytes.length % 2 === 0 && leads.every((byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xeb))
  );
}

function level(barcode: Barcode): Level {
  if (barcode.text.startsWith('SPC')) return 'M';
  const name = wordOption(barcode, 'ErrorCorrection', 'L');
  return name === 'M' || name === 'Q' || name === 'H' ? name : 'L';
}

/** Encodes a QR code in the smallest version that holds the text in a single mode. Throws `BarcodeError` for a text that is too long. */
export function encodeQr(barcode: Barcode): MatrixCode {
  const eclevel = level(barcode);
  const codePage = CODE_PAGES[wordOption(barcode, 'Encoding', 'UTF8')] ?? UTF_8;
  const bytes = bytesOf(barcode.text, codePage);
  const needed = dataBytes(barcode.text, bytes, codePage) + HEADER_BYTES;
  const version = DATA_CODEWORDS[eclevel].findIndex((words) => words >= needed) + 1;
  if (version === 0) throw new BarcodeError('The text is too long for a QR code.');
  // The mask is set for the library: much faster than letting it evaluate all of them.
  const modules = withBestMask(
    moduleRows('qrcode', String.fromCharCode(...bytes), {
      eclevel,
      fixedeclevel: true,
      version,
      mask: 1,
      binarytext: true,
    }),
    eclevel,
  );
  const quiet = flagOption(barcode, 'QuietZone', true) ? QUIET : 0;
  const side = '0'.repeat(quiet);
  const blank = Array.from({ length: quiet }, () => '0'.repeat((modules[0]?.length ?? 0) + 2 * quiet));
  return {
    kind: 'matrix',
    rows: [...blank, ...modules.map((row) => side + row + side), ...blank],
    moduleWidth: MODULE,
    moduleHeight: MODULE,
    quiet,
    shape: {
      name: wordOption(barcode, 'Shape', 'Rectangle'),
      thin: flagOption(barcode, 'UseThinModules', false),
      angle: numberOption(barcode, 'Angle', 0),
    },
  };
}

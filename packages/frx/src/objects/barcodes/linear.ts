import { code128Widths, gs1128Widths, withoutControlCodes } from './code128.ts';
import { expandedStacked, itemNumber, limited, omnidirectional, stacked, stackedOmnidirectional } from './dataBar.ts';
import { digitsOf, luhnDigit } from './digits.ts';
import { barWidths } from './encoder.ts';
import { flagOption, numberOption, wordOption } from './options.ts';
import { classWidths, fourWidths, patternOf, patternWidth, twoWidths } from './pattern.ts';
import { fourStatePattern, japanPostPattern, postnetPattern } from './postal.ts';
import { encodeEan13, encodeEan8, encodeSupplement, encodeUpcA, encodeUpcE, type RetailCode } from './retail.ts';
import {
  encodeIdentcode,
  encodeIndustrial,
  encodeInterleaved,
  encodeItf14,
  encodeLeitcode,
  encodeMatrix,
} from './twoOfFive.ts';
import { BarcodeError, type Barcode, type LinearCode, type ModuleRow } from './types.ts';

type Classes = readonly [number, number, number, number];
type Encoded = RetailCode & { readonly rows?: readonly ModuleRow[] };

interface Symbology {
  readonly encode: (barcode: Barcode, text: string, classes: Classes) => Encoded;
  /** Default and limits of the ratio of wide to narrow. */
  readonly ratio?: readonly [standard: number, least: number, most: number];
}

const TWO_TO_THREE = [2, 2, 3] as const;

const symbologies: Readonly<Record<string, Symbology>> = {
  '2/5 Interleaved': { encode: encodeInterleaved, ratio: TWO_TO_THREE },
  '2/5 Industrial': { encode: encodeIndustrial, ratio: TWO_TO_THREE },
  '2/5 Matrix': { encode: encodeMatrix, ratio: [2.25, 2.25, 3] },
  'Deutsche Identcode': { encode: encodeIdentcode, ratio: [3, 2.25, 3.5] },
  'Deutsche Leitcode': { encode: encodeLeitcode, ratio: [3, 2.25, 3.5] },
  'ITF-14': { encode: encodeItf14, ratio: [2.25, 2.25, 3] },
  Codabar: { encode: encodeCodabar, ratio: TWO_TO_THREE },
  Code128: {
    encode: (barcode, text) => ({
      pattern: patternOf(code128Widths(text, flagOption(barcode, 'AutoEncode', true)), fourWidths),
      printedText: text,
    }),
  },
  Code39: {
    encode: (barcode, text) => encodeCode39(barcode, text, text),
    ratio: TWO_TO_THREE,
  },
  'Code39 Extended': { encode: (barcode, text) => encodeCode39(barcode, extended39(text), text), ratio: TWO_TO_THREE },
  Code93: { encode: (barcode, text) => encodeCode93(barcode, text, 'code93') },
  'Code93 Extended': { encode: (barcode, text) => encodeCode93(barcode, text, 'code93ext') },
  EAN8: { encode: encodeEan8, ratio: TWO_TO_THREE },
  EAN13: { encode: encodeEan13, ratio: TWO_TO_THREE },
  MSI: {
    encode: (barcode, text) => ({
      pattern: msiPattern(
        flagOption(barcode, 'CalcCheckSum', true) ? text + luhnDigit(digitsOf(text)) : digitsOf(text),
      ),
      printedText: text,
    }),
  },
  PostNet: { encode: (_barcode, text) => ({ pattern: postnetPattern(text), printedText: text }) },
  'Japan Post 4 State Code': { encode: (_barcode, text) => ({ pattern: japanPostPattern(text), printedText: text }) },
  'UPC-A': { encode: encodeUpcA, ratio: TWO_TO_THREE },
  'UPC-E0': { encode: (barcode, text, classes) => encodeUpcE(barcode, text, classes, '0'), ratio: TWO_TO_THREE },
  'UPC-E1': { encode: (barcode, text, classes) => encodeUpcE(barcode, text, classes, '1'), ratio: TWO_TO_THREE },
  'Supplement 2': {
    encode: (_barcode, text, classes) => encodeSupplement(text, 2, (bars) => patternWidth(bars, classes)),
    ratio: TWO_TO_THREE,
  },
  'Supplement 5': {
    encode: (_barcode, text, classes) => encodeSupplement(text, 5, (bars) => patternWidth(bars, classes)),
    ratio: TWO_TO_THREE,
  },
  Plessey: { encode: (_barcode, text) => ({ pattern: plesseyPattern(text), printedText: text }) },
  'GS1-128 (UCC/EAN-128)': {
    encode: (barcode, text) => ({
      pattern: patternOf(gs1128Widths(text, flagOption(barcode, 'AutoEncode', true)), fourWidths),
      printedText: text,
    }),
  },
  'GS1 DataBar Omnidirectional': { encode: (_barcode, text) => inRows(itemNumber(text), omnidirectional) },
  'GS1 DataBar Limited': { encode: (_barcode, text) => inRows(itemNumber(text), limited) },
  'GS1 DataBar Stacked': { encode: (_barcode, text) => inRows(itemNumber(text), stacked) },
  'GS1 DataBar Stacked Omnidirectional': {
    encode: (_barcode, text) => inRows(itemNumber(text), stackedOmnidirectional),
  },
  'GS1 DataBar Expanded Stacked': {
    encode: (barcode, text) => {
      const segments = numberOption(barcode, 'Segments', 4, 2, 20);
      return inRows(text, (elements) => expandedStacked(elements, segments - (segments % 2)));
    },
  },
  Pharmacode: { encode: encodePharmacode },
  'Intelligent Mail (USPS)': { encode: encodeIntelligentMail },
};

/** Names of the symbologies drawn as bars. */
export const linearSymbologies: readonly string[] = Object.keys(symbologies);

function inRows(text: string, rows: (text: string) => readonly ModuleRow[]): Encoded {
  return { pattern: '', rows: rows(text), printedText: text };
}

const CODE_39 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
/** Number of elements of a Code 39 character, and of a Codabar character. */
const ELEMENTS_39 = 9;
const ELEMENTS_CODABAR = 7;

/** Leaves out characters that Code 39 lacks; a star may occur within the text and is ignored by the check character. */
function encodeCode39(barcode: Barcode, text: string, printedText: string): Encoded {
  const known = Array.from(text).filter((character) => character === '*' || CODE_39.includes(character));
  if (flagOption(barcode, 'CalcCheckSum', true)) {
    const sum = known.reduce((total, character) => total + Math.max(0, CODE_39.indexOf(character)), 0);
    known.push(CODE_39.charAt(sum % CODE_39.length));
  }
  return { pattern: ['*', ...known, '*'].map(character39).join('0'), printedText };
}

/** The elements of one character. */
function character39(character: string): string {
  if (character === '*') return patternOf(barWidths('code39', '0').slice(0, ELEMENTS_39), twoWidths);
  const from = ELEMENTS_39 + 1;
  return patternOf(barWidths('code39', character).slice(from, from + ELEMENTS_39), twoWidths);
}

/** A sign and a letter selected by an index. */
function pair(sign: string, letter: number): string {
  return sign + String.fromCharCode(65 + letter);
}

/** ASCII in pairs of Code 39 characters; unlike other encoders the reference also writes `-`, `.` and `/` as pairs. */
function extended39(text: string): string {
  return Array.from(text)
    .map((character) => {
      const code = character.charCodeAt(0);
      if (/^[0-9A-Z ]$/.test(character)) return character;
      if (code > 127) return '';
      if (code === 0) return '%U';
      if (code <= 26) return pair('$', code - 1);
      if (code < 32) return pair('%', code - 27);
      if (code < 48) return pair('/', code - 33);
      if (code === 58) return '/Z';
      if (code < 64) return pair('%', code - 59 + 5);
      if (code === 64) return '%V';
      if (code < 96) return pair('%', code - 91 + 10);
      if (code === 96) return '%W';
      return code < 123 ? pair('+', code - 97) : pair('%', code - 123 + 15);
    })
    .join('');
}

/** The extended form leaves out non-ASCII characters. */
function encodeCode93(barcode: Barcode, text: string, symbology: 'code93' | 'code93ext'): Encoded {
  const includecheck = flagOption(barcode, 'CalcCheckSum', true);
  const known = symbology === 'code93ext' ? text.replace(/[^\0-\u007f]/g, '') : text;
  return { pattern: patternOf(barWidths(symbology, known, { includecheck }), fourWidths), printedText: text };
}

/** Each digit as four bits: a narrow bar and a wide space, or a wide bar and a narrow space. */
function msiPattern(digits: string): string {
  const bits = Array.from(digits, (digit) => Number(digit).toString(2).padStart(4, '0')).join('');
  return `60${bits.replace(/./g, (bit) => (bit === '1' ? '60' : '51'))}515`;
}

/** Start and stop characters may also occur within the text. */
function encodeCodabar(barcode: Barcode, text: string): Encoded {
  const known = text.replace(/[^0-9A-D$:/.+-]/g, '');
  const start = wordOption(barcode, 'StartChar', 'A');
  const stop = wordOption(barcode, 'StopChar', 'B');
  return { pattern: Array.from(start + known + stop, codabarCharacter).join('0'), printedText: text };
}

/** The elements of one character. */
function codabarCharacter(character: string): string {
  const starts = /[A-D]/.test(character);
  const from = starts ? 0 : ELEMENTS_CODABAR + 1;
  const widths = barWidths('rationalizedCodabar', starts ? `${character}0A` : `A${character}A`);
  return patternOf(widths.slice(from, from + ELEMENTS_CODABAR), twoWidths);
}

/** Every bit is a bar and a space: narrow and two spaces wide, or wide and one space wide. */
function plesseyPattern(text: string): string {
  if (!/^[0-9A-F]+$/.test(text)) throw new BarcodeError('The barcode accepts the digits 0 to 9 and A to F.');
  return barWidths('plessey', text)
    .map((width, index) => (index % 2 === 0 ? (width > 4 ? '7' : width > 1 ? '6' : '5') : width > 2 ? '00' : '0'))
    .join('');
}

/** Narrow and wide bars with spaces between and, with a quiet zone, around them. */
function encodePharmacode(barcode: Barcode, text: string): Encoded {
  const bars = barWidths('pharmacode', digitsOf(text.trim()))
    .filter((_width, index) => index % 2 === 0)
    .map((width) => (width > 1 ? '7' : '5'))
    .join('2');
  return { pattern: flagOption(barcode, 'QuietZone', true) ? `2${bars}2` : bars, printedText: text };
}

function encodeIntelligentMail(barcode: Barcode, text: string): Encoded {
  const bars = fourStatePattern('onecode', text.replace(/[ .-]/g, ''), '2');
  return { pattern: flagOption(barcode, 'QuietZone', false) ? `2${bars}2` : bars, printedText: text };
}

/** Encodes a barcode of bars; undefined for other symbologies. Throws `BarcodeError` when the text cannot be encoded. */
export function encodeLinear(barcode: Barcode): LinearCode | undefined {
  const symbology = symbologies[barcode.symbology];
  if (symbology === undefined) return undefined;
  const { text } = barcode;
  const [standard, least, most] = symbology.ratio ?? [2, 0.1, 100];
  const ratio = numberOption(barcode, 'WideBarRatio', standard, least, most);
  const classes = classWidths(ratio);
  const encoded = symbology.encode(barcode, text, classes);
  const width =
    encoded.rows === undefined
      ? patternWidth(encoded.pattern, classes)
      : (encoded.rows[0]?.modules.length ?? 0) * ratio;
  return {
    kind: 'linear',
    ...encoded,
    classes,
    width,
    line: lineOf(barcode.symbology, encoded.printedText),
    ...(barcode.symbology === 'ITF-14'
      ? { bearer: { width: ratio * 2, vertical: flagOption(barcode, 'DrawVerticalBearerBars', true) } }
      : {}),
    unit: numberOption(barcode, 'OneBarWidth', 1.25, 0.01, 1000),
  };
}

/** The printed text where it differs from the encoded text: ITF-14 in groups, Code 128 without control codes. */
function lineOf(symbology: string, text: string): string {
  if (symbology === 'ITF-14') {
    return [text.slice(0, 1), text.slice(1, 3), text.slice(3, 8), text.slice(8, 13), text.slice(13)].join(' ');
  }
  return symbology === 'Code128' || symbology.startsWith('GS1-128') ? withoutControlCodes(text) : text;
}

import { beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '../../testing/corpus/archive.ts';
import { testFonts } from '../testing/testFonts.ts';
import {
  barcodeSize,
  BarcodeError,
  drawBarcode,
  encodeBarcode,
  linearSymbologies,
  matrixSymbologies,
  type Barcode,
} from './index.ts';
import { fieldCenter } from './hexagons.ts';
import { readPdf417 } from './testing/readPdf417.ts';
import { readQr } from './testing/readQr.ts';
import { loadSymbologies, moduleRows } from './encoder.ts';

beforeAll(loadSymbologies);

interface Sample {
  readonly name: string;
  readonly text: string;
  readonly width: number;
  readonly height: number;
  readonly pattern?: string;
  readonly rows?: readonly string[];
  readonly printedText?: string;
}

const samples = JSON.parse(readArchive('tables').get('barcodes.json')!) as readonly Sample[];

function barcode(
  symbology: string,
  text: string,
  options: Record<string, string> = {},
  rest: Partial<Barcode> = {},
): Barcode {
  return {
    symbology,
    text,
    showText: false,
    zoom: 1,
    angle: 0,
    padding: { left: 0, top: 0, right: 0, bottom: 0 },
    color: '#000000',
    font: { family: 'Arial', size: 8, bold: false, italic: false, underline: false, strikeout: false },
    option: (name) => options[name],
    ...rest,
  };
}

/** Element widths of a row of modules, beginning with a space. */
function runs(modules: string): string {
  return [...modules.matchAll(/0+|1+/g)].map((run) => String(run[0].length)).join('');
}

describe('barcodes of the table of the reference', () => {
  it('are all available by name', () => {
    const known = [...linearSymbologies, ...matrixSymbologies];
    expect(samples.filter(({ name }) => !known.includes(name))).toEqual([]);
    expect(known).toHaveLength(37);
  });

  it.each(samples.map((sample) => [sample.name, sample.text, sample] as const))(
    '%s of "%s" has the size of the reference',
    (name, text, sample) => {
      const size = barcodeSize(barcode(name, text), testFonts);
      expect(size.width).toBeCloseTo(sample.width, 1);
      if (sample.rows !== undefined) expect(size.height).toBeCloseTo(sample.height, 1);
    },
  );

  // The reference leaves the number system out of the check digit of UPC-E1: readers refuse its symbol.
  const linear = samples.filter(({ name, pattern }) => pattern !== undefined && pattern !== '' && name !== 'UPC-E1');
  it.each(linear.map((sample) => [sample.name, sample.text, sample] as const))(
    '%s of "%s" has the bars of the reference',
    (name, text, sample) => {
      const symbol = encodeBarcode(barcode(name, text));
      if (symbol.kind !== 'linear') throw new Error('not linear');
      const pattern = symbol.rows === undefined ? symbol.pattern : runs(symbol.rows[0]?.modules ?? '');
      expect(pattern).toBe(sample.pattern);
      expect(symbol.printedText).toBe(sample.printedText);
    },
  );

  const fields = samples.filter(({ name, rows }) => rows !== undefined && !['MaxiCode', 'PDF417'].includes(name));
  it.each(fields.map((sample) => [sample.name, sample.text, sample] as const))(
    '%s of "%s" has the modules of the reference',
    (name, text, sample) => {
      const symbol = encodeBarcode(barcode(name, text));
      expect(symbol.kind === 'matrix' ? symbol.rows : []).toEqual(sample.rows);
    },
  );

  it.each(samples.filter(({ name }) => name === 'PDF417').map((sample) => [sample.text, sample] as const))(
    'PDF417 of "%s" reads the same as the one of the reference',
    (text, sample) => {
      const symbol = encodeBarcode(barcode('PDF417', text));
      if (symbol.kind !== 'matrix') throw new Error('not a matrix');
      expect(symbol.rows.length).toBe(sample.rows?.length);
      expect(readPdf417(symbol.rows)).toBe(text);
      expect(readPdf417(sample.rows ?? [])).toBe(text);
    },
  );

  it('MaxiCode has the fields of the reference', () => {
    const sample = samples.find(({ name }) => name === 'MaxiCode');
    if (sample?.rows === undefined) throw new Error('no sample');
    const symbol = encodeBarcode(barcode('MaxiCode', sample.text));
    if (symbol.kind !== 'hexagons') throw new Error('no hexagons');
    const wrong = [];
    for (let field = 0; field < 33 * 30; field++) {
      const [x, y] = fieldCenter(field);
      const nearCentre = Math.hypot(x - 35.76 * 2.47, y - 35.6 * 2.47) < 32;
      if (nearCentre || (field % 30 === 29 && Math.floor(field / 30) % 2 === 1)) continue;
      const dark = sample.rows[Math.round(y)]?.[Math.round(x)] === '1';
      if (dark !== symbol.dark.includes(field)) wrong.push(field);
    }
    expect(wrong).toEqual([]);
  });
});

describe('a barcode', () => {
  it('grows with its zoom and adds its padding', () => {
    const padding = { left: 3, top: 1, right: 4, bottom: 2 };
    expect(barcodeSize(barcode('Code128', '12345678', {}, { zoom: 2, padding }), testFonts)).toEqual({
      width: 98.75 * 2 + 7,
    });
    expect(barcodeSize(barcode('QR Code', '12345678', {}, { zoom: 0.5, padding }), testFonts)).toEqual({
      width: 65,
      height: 61,
    });
  });

  it('swaps width and height when it is rotated by 90 degrees', () => {
    expect(barcodeSize(barcode('Code128', '12345678', {}, { angle: 90 }), testFonts)).toEqual({ height: 98.75 });
    const [bars] = drawBarcode(barcode('Code128', '12345678', {}, { angle: 90 }), testFonts, 40, 98.75);
    const xs =
      bars?.kind === 'path' ? bars.commands.flatMap((command) => (command[0] === 'M' ? [command[1]] : [])) : [];
    expect(Math.max(...xs)).toBeCloseTo(40);
  });

  it('keeps a line of 18 px for the text below modules', () => {
    expect(barcodeSize(barcode('Datamatrix', '12345678', {}, { showText: true }), testFonts)).toEqual({
      width: 36,
      height: 54,
    });
  });

  it('is widened when the text below the bars is wider than they are', () => {
    const size = barcodeSize(barcode('GS1 DataBar Stacked', '1234567890123', {}, { showText: true }), testFonts);
    expect(size.width).toBeGreaterThan(125);
  });

  it('leaves the check digit out when CalcCheckSum is false', () => {
    const widths = ['true', 'false'].map(
      (CalcCheckSum) => barcodeSize(barcode('2/5 Industrial', '12345678', { CalcCheckSum }), testFonts).width,
    );
    expect(widths).toEqual([155, 140]);
  });

  it('of EAN and UPC prints the given last digit when CalcCheckSum is false', () => {
    const patternOf = (symbology: string, text: string, CalcCheckSum: string): string => {
      const symbol = encodeBarcode(barcode(symbology, text, { CalcCheckSum }));
      return symbol.kind === 'linear' ? symbol.pattern : '';
    };
    for (const [symbology, digits] of [
      ['EAN8', '0123456'],
      ['EAN13', '590123412345'],
      ['UPC-A', '12345678901'],
    ] as const) {
      const right = patternOf(symbology, digits, 'true');
      const all = Array.from({ length: 10 }, (_, digit) => patternOf(symbology, `${digits}${digit}`, 'false'));
      expect(all.filter((pattern) => pattern === right)).toHaveLength(1);
      expect(new Set(all).size).toBe(10);
      expect(new Set(all.map((pattern) => pattern.length))).toEqual(new Set([right.length]));
    }
    expect(barcodeSize(barcode('EAN8', '1234567', { CalcCheckSum: 'false' }), testFonts).width).toBe(83.75);
  });

  it('prints the reason in red when it cannot encode a text', () => {
    expect(() => encodeBarcode(barcode('EAN13', 'abc'))).toThrow(BarcodeError);
    expect(() => encodeBarcode(barcode('Nonsense', '1'))).toThrow('Nonsense');
    const [message] = drawBarcode(barcode('EAN13', 'abc'), testFonts, 100, 50);
    expect(message).toMatchObject({ kind: 'text', color: '#ff0000', text: 'The barcode accepts only digits.' });
  });

  it('holds any text of QR version 40 and refuses a longer one', () => {
    const symbol = encodeBarcode(barcode('QR Code', 'x'.repeat(2953), { QuietZone: 'false' }));
    expect(symbol.kind === 'matrix' && symbol.rows.length).toBe(177);
    expect(() => encodeBarcode(barcode('QR Code', 'x'.repeat(2954)))).toThrow('too long');
    for (const name of [...linearSymbologies, ...matrixSymbologies])
      expect(() => encodeBarcode(barcode(name, '1'.repeat(8193))), name).toThrow(/too long/);
  });

  it('of QR keeps its level and data with any mask, in all sizes', () => {
    for (const length of [5, 30, 100]) {
      for (const ErrorCorrection of ['L', 'M', 'Q', 'H']) {
        const text = 'x'.repeat(length);
        const symbol = encodeBarcode(barcode('QR Code', text, { ErrorCorrection }));
        if (symbol.kind !== 'matrix') throw new Error('not a matrix');
        const version = (symbol.rows.length - 25) / 4;
        if (version > 6) continue;
        const side = '0000';
        const blank = Array.from({ length: 4 }, () => '0'.repeat(symbol.rows.length));
        const plain = moduleRows('qrcode', text, { eclevel: ErrorCorrection, fixedeclevel: true, version }).map(
          (row) => side + row + side,
        );
        expect(readQr(symbol.rows)).toEqual(readQr([...blank, ...plain, ...blank]));
      }
    }
  });

  it('of Codabar and Code 39 takes start and stop characters among the others, too', () => {
    const patternOf = (symbology: string, text: string, options = {}): string => {
      const symbol = encodeBarcode(barcode(symbology, text, options));
      return symbol.kind === 'linear' ? symbol.pattern : '';
    };
    expect(patternOf('Codabar', 'B1')).toBe(
      `${patternOf('Codabar', '', { StopChar: 'B' })}0${patternOf('Codabar', '1').slice(8)}`,
    );
    const star = patternOf('Code39', '', { CalcCheckSum: 'false' }).slice(0, 9);
    expect(patternOf('Code39', '*', { CalcCheckSum: 'false' })).toBe([star, star, star].join('0'));
    expect(patternOf('Code39', '*A*')).toHaveLength(patternOf('Code39', 'AAA').length);
    // Nothing that can be encoded is a symbol all the same.
    expect(patternOf('Code39', '@')).toHaveLength(29);
  });

  it('of Aztec leaves ErrorCorrectionPercent of its data for error correction, and writes ASCII alone', () => {
    const rowsOf = (text: string, options = {}): readonly string[] => {
      const symbol = encodeBarcode(barcode('Aztec', text, options));
      return symbol.kind === 'matrix' ? symbol.rows : [];
    };
    const sides = ['10', '33', '60'].map(
      (ErrorCorrectionPercent) => rowsOf('x'.repeat(100), { ErrorCorrectionPercent }).length,
    );
    expect(sides).toEqual([27, 31, 37]);
    expect(rowsOf('x'.repeat(100), { ErrorCorrection: '60' })).toHaveLength(31);
    expect(rowsOf('ä')).toEqual(rowsOf('?'));
  });

  it('of QR has the size that the bytes of its encoding need', () => {
    const sideOf = (Encoding: string): number => {
      const symbol = encodeBarcode(barcode('QR Code', 'ü'.repeat(20), { Encoding, QuietZone: 'false' }));
      return symbol.kind === 'matrix' ? symbol.rows.length : 0;
    };
    expect(['UTF8', 'ISO8859_1', 'cp866'].map(sideOf)).toEqual([29, 25, 25]);
  });

  it('computes the check digit of UPC-E from the number that it abbreviates', () => {
    expect(encodeBarcode(barcode('UPC-E0', '123450'))).toMatchObject({ printedText: '1234505' });
    expect(encodeBarcode(barcode('UPC-E1', '123456'))).toMatchObject({ printedText: '1234562' });
  });
});

/** Width and height with AutoSize. */
const sizeOf = (symbology: string, text: string, options: Record<string, string> = {}): readonly [number, number] => {
  const { width = 0, height = 0 } = barcodeSize(barcode(symbology, text, options), testFonts);
  return [Math.round(width * 100) / 100, height];
};

const patternOfCode = (symbology: string, text: string, options: Record<string, string> = {}): string => {
  const symbol = encodeBarcode(barcode(symbology, text, options));
  return symbol.kind === 'linear' ? symbol.pattern : '';
};

const rowsOf = (symbology: string, text: string, options: Record<string, string> = {}): readonly string[] => {
  const symbol = encodeBarcode(barcode(symbology, text, options));
  return symbol.kind === 'matrix' ? symbol.rows : [];
};

describe('unusual contents of barcodes', () => {
  it('keep the blanks around a text, with Trim and without', () => {
    expect(sizeOf('Code39', 'A1 ')).not.toEqual(sizeOf('Code39', 'A1'));
    expect(sizeOf('Code39', 'A1 ', { Trim: 'true' })).toEqual(sizeOf('Code39', 'A1-'));
  });

  it('omit characters that Code 93 Extended cannot encode', () => {
    expect(patternOfCode('Code93 Extended', 'Prüfung')).toBe(patternOfCode('Code93 Extended', 'Prfung'));
  });

  it('give MSI the check digit of Luhn, for any number of digits', () => {
    expect(patternOfCode('MSI', '1')).toBe('605151516060515151515');
    expect(patternOfCode('MSI', '1', { CalcCheckSum: 'false' })).toBe('6051515160515');
    expect(patternOfCode('MSI', '9776800687709384838943171887240')).toHaveLength(2 + 32 * 8 + 3);
  });

  it('print the given check digit of UPC-E, in both number systems', () => {
    const given = { CalcCheckSum: 'false' };
    expect(patternOfCode('UPC-E0', '6300650', given)).toHaveLength(33);
    expect(patternOfCode('UPC-E0', '1234505', given)).toBe(patternOfCode('UPC-E0', '123450'));
    expect(patternOfCode('UPC-E0', '1234501', given)).not.toBe(patternOfCode('UPC-E0', '123450'));
    expect(patternOfCode('UPC-E1', '1234501', given)).not.toBe(patternOfCode('UPC-E0', '1234501', given));
  });

  it('may have any number of digits in Postnet', () => {
    expect(patternOfCode('PostNet', '1'.repeat(60))).toBe(`51${'91919151511'.slice(0, 10).repeat(60)}5`);
  });

  it('refuse a Japanese address without a postal code or with more than twenty characters', () => {
    for (const text of ['HYTE1', '12345', '1234567--1', `1234567${'A'.repeat(7)}`])
      expect(() => encodeBarcode(barcode('Japan Post 4 State Code', text))).toThrow(BarcodeError);
  });

  it('get a frame when they have the form of a number of the Russian post', () => {
    expect(sizeOf('2/5 Interleaved', 'RP1234567890123')[1]).toBe(56.7);
    expect(sizeOf('Code39', 'RP-2024-0012345')[0]).toBeCloseTo(
      sizeOf('Code39', 'PR-2024-0012345')[0] + (21.15 + 18) * 1.25,
    );
  });

  it('choose the shape of a PDF417 symbol when only its columns or only its rows are requested', () => {
    const text = 'Hello, PDF417 world';
    expect(rowsOf('PDF417', text, { Columns: '3' })).toEqual(rowsOf('PDF417', text));
    expect(rowsOf('PDF417', text, { Rows: '20' })).toEqual(rowsOf('PDF417', text));
    expect(rowsOf('PDF417', text, { Columns: '3', Rows: '20' })).toHaveLength(20);
  });

  it('keep the rows requested for a PDF417 symbol, at least three, when its text needs more columns', () => {
    const text = 'Hello, PDF417 world';
    expect(rowsOf('PDF417', text, { Columns: '1', Rows: '10' })).toHaveLength(10);
    expect(rowsOf('PDF417', text, { Columns: '3', Rows: '1' })).toHaveLength(3);
    expect(rowsOf('PDF417', text)).not.toHaveLength(10);
  });

  it('use the requested size of a Data Matrix, even if the text needs a larger one', () => {
    expect(sizeOf('Datamatrix', 'AXI9EAKran', { SymbolSize: 'Size10x10' })).toEqual([30, 30]);
    expect(rowsOf('Datamatrix', 'AXI9EAKran', { SymbolSize: 'Size10x10' })).toEqual(rowsOf('Datamatrix', 'AXI9EAKran'));
    expect(() =>
      encodeBarcode(barcode('Datamatrix', 'AXI9EAKran', { SymbolSize: 'Size10x10', Encoding: 'C40' })),
    ).toThrow(BarcodeError);
    expect(() => encodeBarcode(barcode('Datamatrix', 'AXI9EAKü', { SymbolSize: 'Size10x10' }))).toThrow(BarcodeError);
  });

  it('count one codeword of Data Matrix for an è, and encode it all the same', () => {
    const text = 'è12345678';
    expect(sizeOf('Datamatrix', text, { Encoding: 'Ascii' })).toEqual([36, 36]);
    expect(rowsOf('Datamatrix', text, { Encoding: 'Ascii' })).toHaveLength(14);
  });

  it('make the same Data Matrix of GS1 elements and of a text with function codes', () => {
    const elements = rowsOf('GS1 Datamatrix', '(10)IO2TZ9J(21)7');
    expect(elements).toEqual(rowsOf('Datamatrix', '&1;10IO2TZ9J&1;217'));
    expect(elements).not.toEqual(rowsOf('Datamatrix', '&1;10IO2TZ9J&1;217', { AutoEncode: 'false' }));
  });

  it('give Shift JIS the QR code that bytes need, or two bytes of Kanji', () => {
    expect(sizeOf('QR Code', '1'.repeat(60), { Encoding: 'Shift_JIS' })).toEqual(sizeOf('QR Code', 'a'.repeat(60)));
    expect(sizeOf('QR Code', '点'.repeat(20), { Encoding: 'Shift_JIS' })).toEqual(sizeOf('QR Code', 'a'.repeat(33)));
    expect(sizeOf('QR Code', 'ü'.repeat(20), { Encoding: 'Shift_JIS' })).toEqual(sizeOf('QR Code', 'u'.repeat(20)));
  });

  it('keep the rows of a PDF417 code whose rows and columns are too few, and add columns', () => {
    const [width, height] = sizeOf('PDF417', 'Hello, PDF417 world', { Columns: '1', Rows: '5' });
    expect(height).toBe(5 * 8);
    expect(width).toBeGreaterThan(sizeOf('PDF417', 'Hello', { Columns: '1' })[0]);
  });

  it('give an Aztec code the size of its own error correction, however small', () => {
    expect(sizeOf('Aztec', '814LQLA9AWQY9', { ErrorCorrectionPercent: '5' })).toEqual([60, 60]);
    expect(sizeOf('Aztec', '814LQLA9AWQY9', { ErrorCorrectionPercent: '40' })).toEqual([76, 76]);
  });
});

import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSheetFile, writeWorkbookFile } from './sheetFiles.ts';

const RUNS = Number(process.env['HOLDFAST_RUNS'] ?? 60);
const LIMITS = { rows: 100, columns: 10 };

let workbook: Uint8Array;
beforeAll(async () => {
  workbook = await writeWorkbookFile([['Name', 'Weight'], ...[1, 2, 3].map((n) => [`Shackle ${n}`, n])]);
});

/** Texts that look like the parts of a workbook. */
const part = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
        '<worksheet><sheetData>',
        '<row r="1">',
        '<c r="A1" t="s"><v>99999</v></c>',
        '<c r="ZZZZ1048577"><v>1e999</v></c>',
        '<c r="" t="inlineStr"><is><t>a</t></is></c>',
        '<c s="-1"><v></v></c>',
        '</row>',
        '</sheetData></worksheet>',
        '<sst count="-1"><si/></sst>',
        '<Relationship Id="r1" Target="../../etc"/>',
        '&#x0;',
      ),
      fc.string({ maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

const archive = fc
  .record({
    'xl/workbook.xml': part,
    'xl/worksheets/sheet1.xml': part,
    'xl/sharedStrings.xml': part,
    'xl/styles.xml': part,
  })
  .map((parts) => zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 });
const bytes = fc.oneof(
  archive,
  fc.uint8Array({ maxLength: 200 }),
  fc.uint8Array({ maxLength: 100 }).map((tail) => Uint8Array.from([0x50, 0x4b, 3, 4, ...tail])),
  fc.string({ maxLength: 200 }).map(strToU8),
);

/** Reads a file. @returns false when it is neither read within the limits nor refused in words */
async function isAnswered(file: Uint8Array): Promise<boolean> {
  const sheet = await readSheetFile(file, LIMITS);
  if (sheet.kind === 'refused') return sheet.reason.length > 0;
  return sheet.rows.length <= LIMITS.rows && sheet.rows.every((row) => row.length <= LIMITS.columns);
}

it('any bytes are read as a spreadsheet within the limits, or refused with a message', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, async (file) => {
      expect(await isAnswered(file)).toBe(true);
    }),
    { numRuns: RUNS },
  );
});

it('a workbook with changed bytes or a missing end is read or refused with a message', async () => {
  await fc.assert(
    fc.asyncProperty(edits, fc.option(fc.nat()), async (changes, end) => {
      const file = Uint8Array.from(workbook);
      for (const [at, value] of changes) file[at % file.length] = value;
      expect(await isAnswered(end === null ? file : file.subarray(0, end % file.length))).toBe(true);
    }),
    { numRuns: RUNS },
  );
});

/** Reads a text as a file. @returns its rows, or the reason of the refusal */
const readText = async (text: string | Uint8Array, limits = LIMITS) => {
  const sheet = await readSheetFile(typeof text === 'string' ? strToU8(text) : text, limits);
  return sheet.kind === 'read' ? sheet.rows : sheet.reason;
};

describe('a written workbook', () => {
  const partsOf = async (rows: Parameters<typeof writeWorkbookFile>[0]) => {
    const parts = unzipSync(await writeWorkbookFile(rows));
    const text = (name: string): string => strFromU8(parts[name]!);
    return { sheet: text('xl/worksheets/sheet1.xml'), styles: text('xl/styles.xml'), book: text('xl/workbook.xml') };
  };

  it('has columns as wide as their longest value within limits, and a first row that is bold and stays visible', async () => {
    const long = (length: number, count: number) => Array.from({ length: count }, () => ['a'.repeat(length)]);
    const widths = async (rows: Parameters<typeof writeWorkbookFile>[0]) =>
      [...(await partsOf(rows)).sheet.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
    expect(
      await widths([
        ['Tag', 'A name that is longer'],
        ['Hook', null],
      ]),
    ).toEqual([10, 23]);
    expect(await widths([['Name'], ['a'.repeat(30)]])).toEqual([32]);
    expect(await widths([['Name'], ['a'.repeat(90)]])).toEqual([50]);
    expect(await widths([['Name'], ...long(1, 198), ...long(30, 1)])).toEqual([32]);
    expect(await widths([['Name'], ...long(1, 199), ...long(30, 1)])).toEqual([10]);
    const { sheet, styles, book } = await partsOf([['Name'], ['Hook']]);
    expect(sheet).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
    expect(styles).toMatch(/<b ?\/>/);
    expect(book).toContain('name="Items"');
  });

  it('shows days without a time, times to the second, and what a workbook cannot represent as text', async () => {
    const day = new Date(Date.UTC(2026, 0, 15));
    const time = new Date(Date.UTC(2026, 0, 15, 13, 5, 9));
    const first = new Date(Date.UTC(1900, 2, 1));
    expect((await partsOf([['When'], [day]])).styles).toContain('formatCode="dd/mm/yyyy"');
    expect((await partsOf([['When'], [day]])).styles).not.toContain('hh:mm:ss');
    expect((await partsOf([['When'], [time]])).styles).toContain('formatCode="dd/mm/yyyy hh:mm:ss"');
    const rows = [['When'], [first], [new Date(first.getTime() - 86_400_000)], [true], [false], [7]];
    expect(await readText(await writeWorkbookFile(rows))).toEqual([
      ['When'],
      [first],
      ['28/02/1900'],
      ['Yes'],
      ['No'],
      [7],
    ]);
    expect(await readText(await writeWorkbookFile([]))).toEqual([]);
  });

  it('keeps every character of a text, those that XML excludes and what looks like their notation', async () => {
    const piece = fc.oneof(
      fc.constantFrom('_', 'x', '0', '0041', '_x005F_', '\0', '\r', '\n', '\ufffe', '\ud83e', '\udd1d', ' '),
      fc.string(),
    );
    const texts = fc.array(
      fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => `'${pieces.join('')}'`),
      { minLength: 1, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (column) => {
        const rows = column.map((text) => [text]);
        expect(await readText(await writeWorkbookFile(rows))).toEqual(rows);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a file is read', () => {
  it('up to its limits of rows and columns, without empty rows and columns at its ends', async () => {
    const rows = (count: number) => 'A\n'.repeat(count);
    expect(await readText(rows(100))).toHaveLength(100);
    expect(await readText(rows(101))).toBe('At most 99 rows are read at once. Split this sheet.');
    expect(await readText(`${rows(100)}\n\n\n`)).toHaveLength(100);
    expect(await readText(Array.from({ length: 10 }, () => 'A').join())).toHaveLength(1);
    expect(await readText(Array.from({ length: 11 }, () => 'A').join())).toBe('At most 10 columns are read.');
    expect(await readText(`A,B${','.repeat(20)}\n1${','.repeat(20)}\n`)).toEqual([
      ['A', 'B'],
      ['1', null],
    ]);
    expect(await readText('A\n\nB\n')).toEqual([['A'], [null], ['B']]);
    expect(await readText('')).toEqual([]);
  });

  it('as text when its binary bytes come after the first 8 KB, and refused when they come before', async () => {
    const withZero = (at: number) => Uint8Array.from({ length: 9_000 }, (_, i) => (i === at ? 0 : 0x41));
    expect(await readText(withZero(8_191))).toBe('This is not a spreadsheet. Items come from .xlsx or .csv.');
    expect(await readText(withZero(8_192))).toHaveLength(1);
  });

  it.each([
    ['a photo', [0xff, 0xd8, 0xff, 0xe0], 'This is a picture'],
    ['a PNG', [0x89, 0x50, 0x4e, 0x47], 'This is a picture'],
    ['XML', [...strToU8('\n <?xml version="1.0"?>')], 'This is a web page'],
    ['a page', [...strToU8('<HTML>')], 'This is a web page'],
  ])('not when it is %s', async (_what, head, reason) => {
    expect(await readText(Uint8Array.from(head))).toContain(reason);
  });

  it('not when its archive has too many parts, or a part that declares a document type anywhere', async () => {
    const many = (count: number) =>
      zipSync(Object.fromEntries(Array.from({ length: count }, (_, i) => [`media/${i}.png`, strToU8('a')])));
    expect(await readText(many(1_000))).toContain('not an Excel workbook');
    expect(await readText(many(1_001))).toContain('too large once unpacked');
    const whole = unzipSync(workbook);
    const withSheet = (change: (xml: string) => string) => {
      const sheet = 'xl/worksheets/sheet1.xml';
      return readText(zipSync({ ...whole, [sheet]: strToU8(change(strFromU8(whole[sheet]!))) }));
    };
    expect(await withSheet((xml) => `<!doctype a>${xml}`)).toContain('not an Excel workbook');
    const comment = `<!--${' '.repeat(5_000)}-->`;
    expect(await withSheet((xml) => `${comment}<!DOCTYPE a [<!ENTITY b "c">]>${xml}`)).toContain(
      'not an Excel workbook',
    );
    expect(await readText(zipSync(whole))).toHaveLength(4);
  });

  it('with parts that hold no cells left out, however large they are', async () => {
    const picture = new Uint8Array(70 * 1024 * 1024);
    const large = zipSync({ ...unzipSync(workbook), 'xl/media/photo.png': picture }, { level: 1 });
    expect(await readText(large)).toHaveLength(4);
  });
});

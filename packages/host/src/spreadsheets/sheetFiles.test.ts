import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
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

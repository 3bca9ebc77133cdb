import type { SheetCell } from '@holdfast/core';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { UNPACKED_BYTES } from './sheetFiles.ts';
import { boundedSpreadsheets } from './spreadsheets.ts';

const spreadsheets = boundedSpreadsheets();
const limits = { rows: 6_000, columns: 50 };
const wren = { userId: 'wren', companyId: 'a company' };
const read = (bytes: Uint8Array) => spreadsheets.read(wren, bytes, limits);
const rowsOf = async (bytes: Uint8Array) => {
  const sheet = await read(bytes);
  if (sheet?.kind !== 'read') throw new Error(sheet?.reason ?? 'busy');
  return sheet.rows;
};
const workbook = async (rows: SheetCell[][]): Promise<Uint8Array> => {
  const bytes = await spreadsheets.workbook(wren, rows);
  if (bytes === null || bytes === 'tooLarge') throw new Error(bytes ?? 'busy');
  return bytes;
};
const written = async (rows: SheetCell[][], format: 'xlsx' | 'csv'): Promise<Uint8Array> => {
  if (format === 'xlsx') return workbook(rows);
  const pieces: Uint8Array[] = [];
  for await (const piece of spreadsheets.csv(rows)) pieces.push(piece);
  return Buffer.concat(pieces);
};
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

/** Texts that a spreadsheet program could run as formulas, some of which would send data. */
const FORMULAS = [
  '=HYPERLINK("http://x.example","a")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  "'=1",
  "''=1",
  '=\n1',
  // In most of Europe, Excel splits the cells of a CSV at semicolons.
  "Hook;=cmd|' /C calc'!A0",
  "Hook;'=1;+2;none;-3",
  '＝1+1',
  'Hook;＠SUM(A1)',
  'Hook\t=1',
  // They end the row there, because a quotation mark that is not at the start of a cell protects nothing.
  "Hook\n=cmd|' /C calc'!A0;tail",
  'Hook\r\n\r\n-2+3;tail',
  'Hook\r+1+1;tail',
  'Hook;"=1+1;tail',
  "Hook;''\"=1+1;tail",
  '"=1+1',
];

/** Cells as a spreadsheet program reads them with a separator. A quotation mark is special only at the start of a cell, and until the next one. */
function cellsWith(separator: string, csv: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < csv.length) {
    let cell = '';
    if (csv[at] === '"') {
      const end = /^"((?:[^"]|"")*)"/.exec(csv.slice(at));
      cell = end === null ? '' : end[1]!.replaceAll('""', '"');
      at += end === null ? 1 : end[0].length;
    }
    while (at < csv.length && !`${separator}\r\n`.includes(csv[at]!)) cell += csv[at++];
    cells.push(cell);
    at += 1;
  }
  return cells;
}

describe('a spreadsheet', () => {
  it.each(['xlsx', 'csv'] as const)('is read from %s as it was written', async (format) => {
    const rows = [
      ['Name', 'Weight', 'Checked', 'Remark'],
      ['Floodlight, port', 4.5, new Date(Date.UTC(2026, 0, 15)), 'Line one\nline "two"; and; more, too'],
      ['Größe ½ — 日本', -12, new Date(Date.UTC(2026, 0, 15, 13, 5, 9)), ' spaces around '],
      ['Padeye', null, new Date(Date.UTC(1850, 4, 2)), 'true'],
    ];
    const back = await rowsOf(await written(rows, format));
    if (format === 'xlsx') {
      expect(back).toEqual([...rows.slice(0, 3), ['Padeye', null, '02/05/1850', 'true']]);
      return;
    }
    expect(back).toEqual([
      rows[0],
      ['Floodlight, port', '4.5', '15/01/2026', 'Line one\nline "two"; and; more, too'],
      ['Größe ½ — 日本', '-12', '15/01/2026 13:05:09', ' spaces around '],
      ['Padeye', null, '02/05/1850', 'true'],
    ]);
  });

  it.each(['xlsx', 'csv'] as const)('contains no formula as %s, and returns such texts exactly', async (format) => {
    const rows = [['Tag', 'Name'], ...FORMULAS.map((formula) => ['T-1', formula])];
    const bytes = await written(rows, format);
    expect(await rowsOf(bytes)).toEqual(rows);
    if (format === 'xlsx') return;
    for (const separator of [',', ';', '\t'])
      expect(
        cellsWith(separator, new TextDecoder().decode(bytes)).filter(
          (cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !/^-?\d+$/.test(cell),
        ),
      ).toEqual([]);
  });

  it('keeps lines, semicolons and quotation marks in a CSV as they are where nothing could be a formula', async () => {
    const remark = 'First "line"\r\n\r\nSecond; third\n"Fourth"\tfifth';
    expect(new TextDecoder().decode(await written([[remark]], 'csv'))).toContain(remark.replaceAll('"', '""'));
  });

  it.each([
    ['commas', 'Name,Tag\r\nA,1'],
    ['semicolons', 'Name;Tag\r\nA;1'],
    ['tabs', 'Name\tTag\nA\t1'],
    ['a mark of its encoding', '\uFEFFName,Tag\nA,1'],
  ])('is read with %s', async (_what, csv) => {
    expect(await rowsOf(text(csv))).toEqual([
      ['Name', 'Tag'],
      ['A', '1'],
    ]);
  });

  it('is read in the encodings Excel writes', async () => {
    const western = Buffer.from('Name\nKølvik', 'latin1');
    expect(await rowsOf(western)).toEqual([['Name'], ['Kølvik']]);
    const wide = Buffer.from('\uFEFFName\nØ', 'utf16le');
    expect(await rowsOf(wide)).toEqual([['Name'], ['Ø']]);
  });

  it.each([
    ['an old workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'Save it as .xlsx'],
    ['a PDF', text('%PDF-1.7'), 'This is a PDF'],
    ['a web page', text('<!doctype html><table>'), 'This is a web page'],
    ['a program', Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1]), 'not a spreadsheet'],
    ['another archive', zipSync({ 'a.txt': strToU8('a') }), 'not an Excel workbook'],
    ['a torn workbook', zipSync({ 'xl/workbook.xml': strToU8('<workbook') }), 'damaged'],
    ['an open quotation', text('Name\n"A'), 'never closed'],
    ['too many rows', text(`Name\n${'A\n'.repeat(7_000)}`), 'At most 5999 rows'],
    ['too many columns', text('A,'.repeat(80) + 'B'), 'At most 50 columns'],
  ])('is not %s, and is refused with the reason', async (_what, bytes, reason) => {
    expect(await read(bytes)).toEqual({ kind: 'refused', reason: expect.stringContaining(reason) });
  });

  it('that expands too much is refused before it fills the memory', async () => {
    const bomb = zipSync({
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/worksheets/sheet1.xml': new Uint8Array(UNPACKED_BYTES * 3),
    });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const before = process.memoryUsage().rss;
    expect(await read(bomb)).toEqual({ kind: 'refused', reason: expect.stringContaining('too large once unpacked') });
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });

  it('that hides a second archive after the first is read as it was checked', async () => {
    const honest = await workbook([['Name'], ['Honest']]);
    const other = await workbook([['Name'], ['Hidden']]);
    const both = new Uint8Array([...honest, ...other]);
    const sheet = await read(both);
    if (sheet?.kind === 'read') expect(sheet.rows.length).toBe(2);
    else expect(sheet?.kind).toBe('refused');
  });

  it('that declares entities is refused', async () => {
    const entities =
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><workbook/>';
    expect(await read(zipSync({ 'xl/workbook.xml': strToU8(entities) }))).toMatchObject({ kind: 'refused' });
  });

  it('whose cells exceed the memory of a thread ends that thread alone', async () => {
    const row = '<row><c t="str"><v>x</v></c></row>';
    const small = await workbook([['Name']]);
    const huge = zipSync({
      'xl/workbook.xml': strToU8(
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row.repeat(1_800_000)}</sheetData></worksheet>`,
      ),
    });
    expect(await read(huge)).toMatchObject({ kind: 'refused' });
    expect(await rowsOf(small)).toEqual([['Name']]);
  }, 60_000);

  it('of 20,000 items with 30 columns is written as a workbook, and one that is too large is refused with a message', async () => {
    const rows = (count: number, columns: number) =>
      Array.from({ length: count }, (_, row) => Array.from({ length: columns }, (_each, i) => `Answer ${row} ${i}`));
    expect((await workbook(rows(20_000, 30))).length).toBeGreaterThan(1_000_000);
    const narrow = boundedSpreadsheets({ heapMegabytes: 64 });
    expect(await narrow.workbook(wren, rows(5_000, 70))).toBe('tooLarge');
    const after = await narrow.workbook(wren, [['Name']]);
    if (after === null || after === 'tooLarge') throw new Error(String(after));
    expect(await rowsOf(after)).toEqual([['Name']]);
  }, 120_000);

  it('as CSV begins with the mark of its encoding, and is written 200 rows at a time', async () => {
    const piecesOf = async (count: number): Promise<string[]> => {
      const pieces: string[] = [];
      for await (const piece of spreadsheets.csv(Array.from({ length: count }, (_, i) => [`Hook ${i}`, true, false])))
        pieces.push(Buffer.from(piece).toString());
      return pieces;
    };
    expect(await piecesOf(0)).toEqual(['\uFEFF']);
    expect(await piecesOf(1)).toEqual(['\uFEFF', 'Hook 0,Yes,No\r\n']);
    for (const [rows, pieces] of [
      [200, [200]],
      [401, [200, 200, 1]],
    ] as const)
      expect((await piecesOf(rows)).slice(1).map((piece) => piece.match(/\r\n/g)?.length)).toEqual(pieces);
  });

  it('as CSV is written while its rows are read, in any number', async () => {
    const seen = { asked: 0, ahead: 0, bytes: 0 };
    const long = 'A value of some length. '.repeat(250);
    async function* rows(): AsyncGenerator<SheetCell[]> {
      for (; seen.asked < 20_000; seen.asked += 1) yield await Promise.resolve([seen.asked, long]);
    }
    let written = 0;
    for await (const piece of spreadsheets.csv(rows())) {
      seen.bytes += piece.length;
      written += new TextDecoder().decode(piece).split('\r\n').length - 1;
      seen.ahead = Math.max(seen.ahead, seen.asked - written);
    }
    expect(seen.asked).toBe(20_000);
    expect(seen.bytes).toBeGreaterThan(100 * 1024 * 1024);
    expect(seen.ahead).toBeLessThan(500);
  });
});

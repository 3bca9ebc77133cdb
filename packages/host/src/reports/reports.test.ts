import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSet, ReportToPrint, TemplateCheck } from '@holdfast/core';
import { readXmlDataSet } from '@holdfast/frx';
import Sqlite from 'better-sqlite3';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeSqlite } from './reportData.ts';
import { frxReports } from './reports.ts';
import { temporaryFile } from '../temporaryFile.ts';

const PHOTO = new Uint8Array(
  await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c62828' } })
    .jpeg()
    .toBuffer(),
);

const columns = {
  Item: [
    { name: 'Id', type: 'text' },
    { name: 'Name', type: 'text' },
    { name: 'Weight', type: 'decimal' },
    { name: 'IsLocation', type: 'boolean' },
    { name: 'Seen', type: 'moment' },
  ],
  Photo: [
    { name: 'ItemId', type: 'text' },
    { name: 'Image', type: 'bytes' },
    { name: 'Thumbnail', type: 'bytes' },
  ],
} as const;

/** Items with a photo each, and the columns of bytes that were requested. */
function data(items = 3): { dataSet: DataSet; read: string[] } {
  const read: string[] = [];
  const dataSet: DataSet = {
    name: 'Holdfast',
    relations: [{ parent: 'Item', parentColumn: 'Id', child: 'Photo', childColumn: 'ItemId' }],
    tables: [
      {
        name: 'Item',
        columns: columns.Item,
        async *rows() {
          read.push('Item');
          for (let i = 0; i < items; i += 1)
            yield await Promise.resolve([
              String(i),
              `Crane & <${i}>\u0001`,
              1.5,
              i === 0,
              new Date(Date.UTC(2026, 0, 15, 12)),
            ]);
        },
      },
      {
        name: 'Photo',
        columns: columns.Photo,
        async *rows(wantsBytes) {
          read.push('Photo', ...['Image', 'Thumbnail'].filter(wantsBytes));
          yield await Promise.resolve([
            '0',
            wantsBytes('Image') ? PHOTO : null,
            wantsBytes('Thumbnail') ? PHOTO : null,
          ]);
        },
      },
    ],
  };
  return { dataSet, read };
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const template = (text: string): Uint8Array =>
  encode(`<Report><Dictionary><TableDataSource Name="Item" ReferenceName="Holdfast.Item"><Column Name="Name" DataType="System.String"/></TableDataSource>
</Dictionary><ReportPage Name="Page1"><DataBand Name="Data1" Height="300" DataSource="Item">
<TextObject Name="Text1" Width="300" Height="20" Text="${text}"/></DataBand></ReportPage></Report>`);

/** A template whose dictionary lists both tables, with a script before each item. */
const listing = (text: string, script = '', photo = ''): Uint8Array =>
  encode(`<Report ScriptLanguage="CSharp"><ScriptText>public class ReportScript { private void Before(object sender, EventArgs e) { ${script.replaceAll('<', '&lt;')} } }</ScriptText>
<Dictionary><TableDataSource Name="Item" ReferenceName="Holdfast.Item"><Column Name="Id" DataType="System.String"/><Column Name="Name" DataType="System.String"/></TableDataSource>
<TableDataSource Name="Photo" ReferenceName="Holdfast.Photo" ${photo}><Column Name="ItemId" DataType="System.String"/><Column Name="Image" DataType="System.Byte[]"/><Column Name="Thumbnail" DataType="System.Byte[]"/></TableDataSource>
</Dictionary><ReportPage Name="Page1"><DataBand Name="Data1" Height="30" DataSource="Item" BeforePrintEvent="Before">
<TextObject Name="Text1" Width="300" Height="20" Text="${text}"/></DataBand></ReportPage></Report>`);

const request = (changes: Partial<ReportToPrint> = {}): ReportToPrint => ({
  template: template('Item [Item.Name]'),
  dataSet: data().dataSet,
  format: 'pdf',
  title: 'Failed items',
  now: Date.UTC(2026, 0, 15, 12),
  userId: 'maren',
  companyId: 'a company',
  call: { operation: 'executeReportCompany', input: {} },
  runId: undefined,
  gone: undefined,
  ...changes,
});

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A thread starts slowly on a busy machine. */
const PATIENT = { timeout: 30_000 };

const reports = frxReports();

const MAREN = { userId: 'maren', companyId: 'a company' };
const check = async (bytes: Uint8Array, tables: DataSet['tables'] = []): Promise<TemplateCheck> =>
  (await reports.check(bytes, tables, MAREN))!;

async function print(changes: Partial<ReportToPrint> = {}, of = reports): Promise<Buffer> {
  const printed = await of.print(request(changes));
  if (printed.kind !== 'printed') throw new Error(JSON.stringify(printed));
  return bytesOf(printed.content);
}

describe('checking a template', () => {
  it('finds nothing in a correct one', async () => {
    expect(await check(template('[Item.Name]'), data().dataSet.tables)).toEqual({
      readable: true,
      findings: [],
    });
  });

  it('lists unknown tables and columns with their lines', async () => {
    const { readable, findings } = await check(template('[Item.Wight] [Crane.Name]'), data().dataSet.tables);
    expect(readable).toBe(true);
    expect(findings).toMatchObject([
      { line: 3, object: 'Text1' },
      { line: 3, object: 'Text1' },
    ]);
  });

  it('marks findings that prevent printing: an expression that cannot be compiled, even without rows', async () => {
    const { findings } = await check(template('[Item.Name] [Length([Item.Name]]'), data().dataSet.tables);
    expect(findings).toEqual([
      { object: 'Text1', line: 3, message: expect.stringContaining('Length('), preventsPrinting: true },
    ]);
    const columns = await check(template('[Item.Wight]'), data().dataSet.tables);
    expect(columns.findings).toContainEqual(expect.objectContaining({ preventsPrinting: true }));
  });

  it('reports the line in which it cannot be read', async () => {
    const broken = encode('<Report>\n<ReportPage></Report>');
    expect(await check(broken)).toMatchObject({ readable: false, findings: [{ line: 2 }] });
    expect(await check(encode('no report'))).toMatchObject({ readable: false });
    expect(await check(Uint8Array.of(0x1f, 0x8b))).toMatchObject({ readable: false });
  });
});

describe('printing', () => {
  it.each([
    ['pdf', '%PDF-'],
    ['html', '<!DO'],
    ['png', '\u0089PNG'],
    ['xlsx', 'PK'],
  ] as const)('returns %s', async (format, head) => {
    const bytes = await print({ format });
    expect(bytes.subarray(0, head.length).toString('latin1').toUpperCase()).toBe(head.toUpperCase());
  });

  it('names Holdfast in a PDF as the program that created it', async () => {
    expect((await print()).toString('latin1')).toContain('<xmp:CreatorTool>Holdfast<');
  });

  it('returns pages as they are finished, and in the end the omissions', async () => {
    const one = frxReports({ atOnce: 1 });
    const printed = await one.print(request({ format: 'pages', dataSet: data(12).dataSet }));
    if (printed.kind !== 'printed') throw new Error(JSON.stringify(printed));
    const pieces = (await bytesOf(printed.content))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; text?: string; pages?: number });
    expect(pieces.at(-1)).toEqual({ kind: 'done', warnings: [] });
    const texts = pieces.filter(({ kind }) => kind === 'html').map(({ text }) => text);
    expect(texts.filter((text) => text?.includes('<svg'))).toHaveLength(4);
    expect(texts.join('')).toMatch(/^<!doctype html>[^]*<\/html>\n$/);
    const counts = pieces.filter(({ kind }) => kind === 'html').map(({ pages }) => pages!);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBe(4);
    // The first one has ended: the next one is printed.
    expect((await print({}, one)).length).toBeGreaterThan(0);
  });

  it('ends a stream of pages with the reason when the template is at fault, and starts the next report', async () => {
    const one = frxReports({ atOnce: 1, pages: 2 });
    const printed = await one.print(request({ format: 'pages', dataSet: data(60).dataSet }));
    if (printed.kind !== 'printed') throw new Error(JSON.stringify(printed));
    const lines = (await bytesOf(printed.content)).toString().trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      kind: 'failed',
      finding: { message: expect.stringContaining('2 pages') },
    });
    const stop = new AbortController();
    const unread = await one.print(request({ format: 'pages', gone: stop.signal }));
    expect(unread.kind).toBe('printed');
    stop.abort();
    expect((await print({ dataSet: data(1).dataSet }, one)).length).toBeGreaterThan(0);
  });

  it('reads the tables and pictures that a template uses and no others', async () => {
    const { dataSet, read } = data();
    await print({ dataSet });
    expect(read).toEqual(['Item']);
    const thumbnails = data();
    await print({ dataSet: thumbnails.dataSet, template: template('Photo.Thumbnail') });
    expect(thumbnails.read).toEqual(expect.arrayContaining(['Photo', 'Thumbnail']));
    expect(thumbnails.read).not.toContain('Image');
  });

  it('does not read what only the dictionary of a template lists', async () => {
    const { dataSet, read } = data();
    await print({ dataSet, template: listing('Item [Item.Name]') });
    expect(read).toEqual(['Item']);
  });

  it.each([
    ['a table', `Report.GetDataSource("Pho" + "to")`, ['Item', 'Photo']],
    ['a table under its alias', `Report.GetDataSource("Pict" + "ure")`, ['Item', 'Photo']],
  ])('reads %s whose name a script composes, and prints its rows', async (_, source, expected) => {
    const { dataSet, read } = data();
    const script = `DataSourceBase rows = ${source}; rows.Init(); Text1.Text = "rows: " + rows.RowCount;`;
    const template = listing('[Item.Name]', script, source.includes('Pict') ? 'Alias="Picture"' : '');
    const layout = (await print({ dataSet, template, format: 'html' })).toString();
    expect(layout).toContain('rows: 1');
    expect(layout).not.toContain('rows: 0');
    expect(read).toEqual(expected);
  });

  it('reads the pictures of a column whose name a script composes', async () => {
    const { dataSet, read } = data();
    const script = `DataSourceBase rows = Report.GetDataSource("Photo"); rows.Init();
      byte[] image = (byte[])Report.GetColumnValue("Photo." + "Thumb" + "nail");
      Text1.Text = image == null ? "no picture" : "a picture";`;
    const printed = (await print({ dataSet, template: listing('[Item.Name]', script), format: 'html' })).toString();
    expect(printed).toContain('a picture');
    expect(printed).not.toContain('no picture');
    expect(read).toEqual(['Item', 'Photo', 'Photo', 'Thumbnail']);
  });

  it('returns no page twice when a running report reads tables that were not collected', async () => {
    const { dataSet, read } = data(600);
    const script = `string id = (String)Report.GetColumnValue("Item.Id");
      Text1.Text = "Crane " + id;
      if (id == "500") { DataSourceBase rows = Report.GetDataSource("Pho" + "to"); rows.Init(); Text1.Text = "rows: " + rows.RowCount; }`;
    const template = listing('[Item.Name]', script);
    const lines = (await print({ dataSet, template, format: 'pages' })).toString().trimEnd().split('\n');
    const html = lines.map((line) => (JSON.parse(line) as { text?: string }).text ?? '').join('');
    expect(read).toEqual(['Item', 'Photo']);
    expect(html.match(/Crane \d+/g)).toEqual(Array.from({ length: 600 }, (_, i) => `Crane ${i}`).toSpliced(500, 1));
    expect(html.match(/rows: \d/g)).toEqual(['rows: 1']);
    expect(html.match(/<\/html>/g)).toHaveLength(1);
  });

  it('reports the position of a fault, and the limit that ended a report', async () => {
    const broken = encode('<Report>\n<ReportPage></Report>');
    expect(await reports.print(request({ template: broken }))).toMatchObject({ kind: 'failed', finding: { line: 2 } });
    const short = frxReports({ pages: 2 });
    expect(await short.print(request({ dataSet: data(60).dataSet }))).toMatchObject({
      kind: 'failed',
      finding: { message: expect.stringContaining('2 pages') },
    });
    const quick = frxReports({ milliseconds: 1 });
    expect(await quick.print(request())).toMatchObject({
      kind: 'failed',
      finding: { message: expect.stringContaining('seconds') },
    });
  });

  it('accepts no more reports than its queue has places, for one user and for all', async () => {
    const narrow = frxReports({ atOnce: 1, total: 3, perUser: 2 });
    const asked = ['maren', 'maren', 'maren', 'idris', 'anouk'].map((userId) => narrow.print(request({ userId })));
    const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
    expect(kinds).toEqual(['printed', 'printed', 'busy', 'printed', 'busy']);
    expect((await narrow.print(request())).kind).toBe('printed');
  });

  it('returns to its user alone how many reports are before it and how many pages are ready', async () => {
    const one = frxReports({ atOnce: 1, total: 20, perUser: 1 });
    const people = Array.from({ length: 20 }, (_, i) => `person ${i}`);
    const places = (): Promise<(number | undefined)[]> =>
      Promise.all(people.map(async (userId) => (await one.progress(userId, 'run'))?.place));
    const printed: string[] = [];
    const all = people.map(async (userId, i) => {
      const { kind } = await one.print(
        request({ userId, runId: 'run', ...(i === 0 ? { dataSet: data(400).dataSet } : {}) }),
      );
      printed.push(userId);
      return kind;
    });
    expect(await places()).toEqual(people.map((_, i) => i));
    expect(await one.progress('another user', 'run')).toBeNull();
    expect(await one.progress('person 0', 'another run')).toBeNull();
    await expect.poll(async () => (await one.progress('person 0', 'run'))?.pages, PATIENT).toBeGreaterThan(0);
    await expect.poll(async () => (await one.progress('person 19', 'run'))?.place, PATIENT).toBeLessThan(19);
    expect(await Promise.all(all)).toEqual(people.map(() => 'printed'));
    expect(printed).toEqual(people);
    expect(await places()).toEqual(people.map(() => 0));
  }, 60_000);

  const FAILING = template('[1 / (Length([Item.Name]) * 0)]');

  it.each(['pdf', 'html', 'png', 'xlsx'] as const)(
    'refuses %s when an expression fails, with its object, line, reason and expression',
    async (format) => {
      const printed = await reports.print(request({ template: FAILING, format }));
      expect(printed).toEqual({
        kind: 'failed',
        finding: {
          object: 'Text1',
          line: 3,
          message: 'Attempted to divide by zero. Expression: 1 / (Length([Item.Name]) * 0)',
        },
      });
    },
  );

  it('refuses an expression that cannot be compiled even where no row is printed', async () => {
    const printed = await reports.print(request({ template: template('[Nothing.Name]'), dataSet: data(0).dataSet }));
    expect(printed).toMatchObject({
      kind: 'failed',
      finding: { object: 'Text1', line: 3, message: expect.stringContaining("'Nothing'") },
    });
  });

  it('shows pages over a failing expression, with its object marked and listed as preventing a file', async () => {
    const printed = await reports.print(request({ template: FAILING, format: 'pages' }));
    if (printed.kind !== 'printed') throw new Error(JSON.stringify(printed));
    const lines = (await bytesOf(printed.content)).toString().trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1)!)).toEqual({
      kind: 'done',
      warnings: [
        {
          object: 'Text1',
          line: 3,
          message: 'Attempted to divide by zero. Expression: 1 / (Length([Item.Name]) * 0)',
          preventsPrinting: true,
        },
      ],
    });
    expect(lines.join('')).toContain('#ff0000');
  });

  it('returns the warnings of a report with their objects, until they expire', async () => {
    const one = frxReports({ rememberedMilliseconds: 400 });
    const faulty = template('\uE0A5 [Item.Name]');
    const printed = await one.print(request({ template: faulty, runId: 'run' }));
    const warnings = [expect.objectContaining({ object: 'Text1', line: 3 })];
    expect(printed).toMatchObject({ kind: 'printed', warnings });
    expect(await one.progress('maren', 'run')).toMatchObject({ place: 0, warnings });
    expect(await one.progress('idris', 'run')).toBeNull();
    await expect.poll(() => one.progress('maren', 'run'), PATIENT).toBeNull();
    expect(await one.print(request({ runId: 'sound' }))).toMatchObject({ kind: 'printed', warnings: [] });
  });

  it('is not printed for a caller who is gone already', async () => {
    const one = frxReports({ atOnce: 1, total: 2, perUser: 2 });
    const printed = await one.print(request({ runId: 'gone', gone: AbortSignal.abort() }));
    expect(printed.kind).not.toBe('printed');
    expect(one.load()).toEqual({ printing: 0, waiting: 0 });
  });

  it('ends when its caller no longer waits, and starts the next one', async () => {
    const one = frxReports({ atOnce: 1, total: 2, perUser: 2 });
    const stop = new AbortController();
    const first = one.print(request({ dataSet: data(2000).dataSet, gone: stop.signal }));
    setTimeout(() => stop.abort(), 50);
    expect(await first).toMatchObject({ kind: 'failed' });
    expect((await one.print(request())).kind).toBe('printed');
  });
});

describe('the checks of templates', () => {
  it('are limited for each user, and refused when the server stops', async () => {
    const own = frxReports();
    const of = (userId: string, i: number) =>
      own.check(template(`[Item.Name] ${i}`), data().dataSet.tables, { userId, companyId: null });
    const answers = await Promise.all([...Array.from({ length: 5 }, (_, i) => of('maren', i)), of('idris', 9)]);
    expect(answers.map((answer) => answer?.readable ?? null)).toEqual([true, true, true, true, null, true]);
    own.stop();
    expect(await of('maren', 10)).toBeNull();
  });
});

describe('a data set as a file', () => {
  it('is XML with a schema, as templates read it', async () => {
    const bytes = await bytesOf(reports.pack(data().dataSet, 'xml'));
    const text = bytes.toString();
    expect(text).toContain(
      '<xs:element name="Seen" type="xs:dateTime" minOccurs="0" msdata:DateTimeMode="Unspecified"/>',
    );
    expect(text).toContain('<xs:element name="Name" type="xs:string" minOccurs="0"/>');
    expect(text).toContain(
      '<msdata:Relationship name="Item_Photo" msdata:parent="Item" msdata:child="Photo" msdata:parentkey="Id" msdata:childkey="ItemId"/>',
    );
    expect(text).toContain(
      '<Item><Id>0</Id><Name>Crane &amp; &lt;0&gt;</Name><Weight>1.5</Weight><IsLocation>true</IsLocation><Seen>2026-01-15T12:00:00</Seen></Item>',
    );
    const tables = readXmlDataSet(new Uint8Array(bytes));
    expect(tables.map(({ name }) => name)).toEqual(['Item', 'Photo']);
    expect(tables[0]!.columns).toMatchObject([{}, {}, { type: 'decimal' }, { type: 'bool' }, { type: 'DateTime' }]);
    const rows = [...tables[0]!.rows] as unknown[][];
    expect(rows).toHaveLength(3);
    expect(rows[2]![1]).toBe('Crane & <2>');
    expect(([...tables[1]!.rows] as unknown[][])[0]![1]).toEqual(PHOTO);
  });

  it('is JSON', async () => {
    const read = JSON.parse((await bytesOf(reports.pack(data(1).dataSet, 'json'))).toString()) as unknown;
    expect(read).toMatchObject({
      name: 'Holdfast',
      tables: { Item: [{ Id: '0', Weight: 1.5, IsLocation: true, Seen: '2026-01-15T12:00:00' }] },
    });
  });

  const odd: DataSet = {
    name: 'Holdfast',
    relations: [],
    tables: [
      {
        name: 'A "table"',
        columns: [
          { name: 'Text', type: 'text' },
          { name: 'Flag', type: 'boolean' },
          { name: 'At', type: 'moment' },
          { name: 'Bytes', type: 'bytes' },
        ],
        async *rows() {
          yield [
            'line\r\nline',
            false,
            new Date(Date.UTC(2026, 0, 15, 12, 0, 0, 250)),
            Uint8Array.of(1, 2, 255).subarray(1),
          ];
          yield [null, null, null, null];
          yield ['file', true, null, { file: new URL(import.meta.url).pathname, size: 1 }];
          yield ['gone', true, null, { file: '/nowhere', size: 1 }];
        },
      },
      { name: 'Empty', columns: [{ name: 'Id', type: 'integer' }], async *rows() {} },
    ],
  };

  it('has moments to the millisecond, bytes of files, and nothing where there is no value', async () => {
    const own = readFileSync(new URL(import.meta.url));
    const json = JSON.parse((await bytesOf(reports.pack(odd, 'json'))).toString()) as { tables: object };
    expect(json.tables).toEqual({
      'A "table"': [
        { Text: 'line\r\nline', Flag: false, At: '2026-01-15T12:00:00.250', Bytes: 'Av8=' },
        { Text: null, Flag: null, At: null, Bytes: null },
        { Text: 'file', Flag: true, At: null, Bytes: own.toString('base64') },
        { Text: 'gone', Flag: true, At: null, Bytes: null },
      ],
      Empty: [],
    });
    const xml = (await bytesOf(reports.pack(odd, 'xml'))).toString();
    expect(xml).toContain('<Text>line&#xD;\nline</Text><Flag>false</Flag>');
    expect(xml).toContain('<A "table"></A "table">');
    const database = new Sqlite(await bytesOf(reports.pack(odd, 'sqlite')));
    const [first, none, file] = database.prepare('select * from "A ""table"""').all();
    expect(first).toEqual({ Text: 'line\r\nline', Flag: 0, At: '2026-01-15T12:00:00.250', Bytes: Buffer.of(2, 255) });
    expect(none).toEqual({ Text: null, Flag: null, At: null, Bytes: null });
    expect(file).toMatchObject({ Flag: 1, Bytes: own });
    expect(database.prepare('select count(*) from "Empty"').pluck().get()).toBe(0);
    database.close();
  });

  it('is a SQLite database, and leaves no file behind', async () => {
    // In a separate folder for temporary files, which no other test uses.
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-'));
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    const bytes = await bytesOf(reports.pack(data().dataSet, 'sqlite'));
    const database = new Sqlite(bytes);
    expect(database.prepare('select count(*) as items, max("Weight") as weight from "Item"').get()).toEqual({
      items: 3,
      weight: 1.5,
    });
    expect(database.prepare('select "Image" as image from "Photo"').get()).toEqual({ image: Buffer.from(PHOTO) });
    database.close();
    const failing = temporaryFile((path) => writeSqlite({ ...data().dataSet, tables: [{} as never] }, path));
    await expect(failing).rejects.toThrow();
    await expect.poll(() => readdirSync(folder), PATIENT).toEqual([]);
  });
});

describe('a report with a dialog', () => {
  const asking =
    encode(`<Report><Dictionary><TableDataSource Name="Item" ReferenceName="Holdfast.Item"><Column Name="Name" DataType="System.String"/></TableDataSource>
</Dictionary><DialogPage Name="Form1" Text="Items"><ComboBoxControl Name="Which" DataColumn="Item.Name"/></DialogPage>
<ReportPage Name="Page1"><DataBand Name="Data1" Height="30" DataSource="Item"><TextObject Name="Text1" Width="300" Height="20" Text="[Item.Name]"/></DataBand></ReportPage></Report>`);
  const dialog = {
    name: 'Form1',
    title: 'Items',
    parts: [{ name: 'Which', options: ['Crane & <0>\u0001', 'Crane & <1>\u0001', 'Crane & <2>\u0001'] }],
  };
  const answers = { Form1: { values: { Which: 'Crane & <1>\u0001' } } };
  const linesOf = async (changes: Partial<ReportToPrint>): Promise<Record<string, unknown>[]> =>
    (await print({ template: asking, format: 'pages', ...changes }))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('returns the dialog with options from the data, and no file', PATIENT, async () => {
    const printed = await reports.print(request({ template: asking, answers: {} }));
    expect(printed).toMatchObject({ kind: 'asked', dialog });
    const none = await reports.print(request({ template: asking, answers: {}, runId: 'asked' }));
    expect(none.kind).toBe('asked');
    expect(await reports.progress('maren', 'asked')).toBeNull();
  });

  it('returns the dialog as the only line of its pages', PATIENT, async () => {
    expect(await linesOf({ answers: {} })).toMatchObject([{ kind: 'asked', dialog }]);
  });

  it('prints what its answer selects', PATIENT, async () => {
    const pieces = await linesOf({ answers });
    const html = pieces.map(({ text }) => text).join('');
    expect(pieces.at(-1)).toMatchObject({ kind: 'done', warnings: [] });
    expect([html.includes('&lt;0&gt;'), html.includes('&lt;1&gt;')]).toEqual([false, true]);
  });

  it('prints everything for a caller without answers', PATIENT, async () => {
    const html = (await linesOf({})).map(({ text }) => text).join('');
    expect([html.includes('&lt;0&gt;'), html.includes('&lt;1&gt;')]).toEqual([true, true]);
  });
});

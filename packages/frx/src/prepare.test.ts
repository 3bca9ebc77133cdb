import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { band, numbers, print, start, templateOf, textObject, textsOf } from './testing/testReport.ts';
import type { Row } from './data/types.ts';
import { LimitError } from './limits.ts';
import { testFonts } from './objects/testing/testFonts.ts';
import type { Page } from './page.ts';
import { prepare } from './prepare.ts';
import { readTemplate } from './template/read.ts';
import { TemplateError } from './template/model.ts';

/** Rows made while they are read, with a count of how many were. */
function counted(length: number): { rows: Iterable<Row>; made: () => number } {
  let made = 0;
  return {
    made: () => made,
    rows: {
      *[Symbol.iterator]() {
        for (let i = 1; i <= length; i++) {
          made += 1;
          yield [i];
        }
      },
    },
  };
}

const list = (rows: Iterable<Row>, more = ''): Parameters<typeof start>[0] => ({
  data: { Items: { columns: 'Id:Int32', rows } },
  bands: band('DataBand', 'D', '[Items.Id]', `DataSource="Items" ${more}`) + band('PageFooterBand', 'PF', '[PageN]'),
});

const collect = async (pages: AsyncIterable<Page>): Promise<Page[]> => {
  const all: Page[] = [];
  for await (const page of pages) all.push(page);
  return all;
};

describe('preparing a report', () => {
  it.each([
    ['without answers', undefined],
    ['with answers, but no dialog', {}],
  ])('returns the first page of a long list before 1 % of its rows are read, %s', async (_, answers) => {
    const source = counted(20_000);
    const pages = start({ ...list(source.rows), options: { answers } }).pages[Symbol.asyncIterator]();
    const first = await pages.next();
    expect(textsOf(first.value, 'TD')).toHaveLength(10);
    expect(source.made()).toBeLessThan(200);
    await pages.return?.();
  });

  it('reads the rows of a plain list once, and recognises the last one', async () => {
    const source = counted(25);
    const report = list(source.rows);
    const pages = await collect(
      start({ ...report, bands: report.bands + '<ReportSummaryBand Name="RS" Height="10" KeepWithData="true"/>' })
        .pages,
    );
    expect(source.made()).toBe(25);
    expect(pages.flatMap((page) => textsOf(page, 'TD'))).toHaveLength(25);
    expect(pages.at(-1)?.objects.map(({ name }) => name)).toContain('RS');
  });

  it('delays pages only as long as a text on them waits to be calculated', async () => {
    const source = counted(2000);
    const waiting = (at: string): Parameters<typeof start>[0] => {
      const report = list(source.rows);
      return {
        ...report,
        bands: `<PageHeaderBand Name="PH" Height="10">${textObject('T', '[PageN]', `Width="9" Height="9" ProcessAt="${at}"`)}</PageHeaderBand>${report.bands}`,
      };
    };
    const byPage = start(waiting('PageFinished')).pages[Symbol.asyncIterator]();
    await byPage.next();
    expect(source.made()).toBeLessThan(100);
    await byPage.return?.();
    const before = source.made();
    const byReport = start(waiting('ReportFinished')).pages[Symbol.asyncIterator]();
    await byReport.next();
    expect(source.made() - before).toBe(2000);
    await byReport.return?.();
  });

  it('states in advance when all pages are delayed to the end', () => {
    expect(start(list([[1]])).held).toBeUndefined();
    expect(start({ ...list([[1]]), report: 'DoublePass="true"' }).held).toContain('two passes');
    expect(start({ bands: band('PageFooterBand', 'PF', '[TotalPages#]') }).held).toContain('TotalPages#');
  });

  it('returns the same pages every time', async () => {
    const report = list(numbers(40).rows, 'StartNewPage="true"');
    expect(JSON.stringify((await print(report)).pages)).toBe(JSON.stringify((await print(report)).pages));
  });

  it('reports its progress and ends when it is cancelled', async () => {
    const abort = new AbortController();
    const seen: number[] = [];
    const report = start({
      ...list(counted(2_000_000).rows),
      options: {
        signal: abort.signal,
        onProgress: ({ pages }) => {
          seen.push(pages);
          if (seen.length === 3) abort.abort(new Error('enough'));
        },
      },
    });
    await expect(collect(report.pages)).rejects.toThrow('enough');
    expect(seen).toHaveLength(3);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('reports the number of all pages at its end, however fast the computer is', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const seen: number[] = [];
    const report = start({
      ...list(numbers(4).rows, 'StartNewPage="true"'),
      options: { onProgress: ({ pages }) => seen.push(pages) },
    });
    expect(await collect(report.pages)).toHaveLength(4);
    expect(seen).toEqual([4]);
  });

  it.each([
    ['pages', { pages: 3 }, list(numbers(100).rows)],
    ['rows', { rows: 10 }, list(counted(100).rows)],
    ['steps', { steps: 500 }, list(numbers(1000).rows)],
    ['objectsPerPage', { objectsPerPage: 5 }, list(numbers(100).rows)],
    [
      'cells',
      { cells: 10 },
      {
        bands: `<DataBand Name="D" Height="20"><MatrixObject Name="M" Width="20" Height="20" DataSource="Items"><MatrixRows><Header Expression="[Items.Id]"/></MatrixRows><MatrixCells><Cell Expression="[Items.Id]"/></MatrixCells>${'<TableColumn/>'.repeat(3)}${'<TableRow><TableCell/><TableCell/><TableCell/></TableRow>'.repeat(3)}</MatrixObject></DataBand>`,
        data: list(numbers(100).rows).data,
      },
    ],
    ['milliseconds', { milliseconds: 20 }, list(counted(10_000_000).rows)],
    ['textLength', { textLength: 10 }, { bands: band('ReportTitleBand', 'RT', 'x'.repeat(50)) }],
    [
      'nesting',
      { nesting: 20 },
      {
        bands: `<DataBand Name="D" Height="5" RowCount="1"><SubreportObject Name="S" Width="9" Height="1" ReportPage="P2"/></DataBand>`,
        pages: `<ReportPage Name="P2"><DataBand Name="D2" Height="5" RowCount="1"><SubreportObject Name="S2" Width="9" Height="1" ReportPage="P2"/></DataBand></ReportPage>`,
      },
    ],
  ] as const)('ends with a LimitError at the limit of %s', async (name, limits, report) => {
    const failed: unknown = await collect(start({ ...report, options: { limits } }).pages).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(LimitError);
    expect(failed).toMatchObject({ limit: name });
  });

  it('warns of a data source without data, and prints the rest', async () => {
    const { pages, warnings } = await print({
      dictionary:
        '<TableDataSource Name="Gone" ReferenceName="Test.Gone" Enabled="true"><Column Name="Id" DataType="System.Int32"/></TableDataSource>',
      bands: band('ReportTitleBand', 'RT', 'title') + band('DataBand', 'D', '[Gone.Id]', 'DataSource="Gone"'),
    });
    expect(textsOf(pages[0])).toEqual(['title']);
    expect(warnings.map(({ message }) => message)).toEqual(['The data source "Gone" has no data.']);
  });

  it.each(['dbo.Item', '[dbo].[Item]', '"shop"."dbo"."Item"'])(
    'finds the table of a database by the name %s',
    async (name) => {
      const { pages, warnings } = await print({
        dictionary: `<MsSqlDataConnection Name="Connection"><TableDataSource Name="Lines" TableName="${name.replaceAll('"', '&quot;')}"><Column Name="Id" DataType="System.Int32"/></TableDataSource></MsSqlDataConnection>`,
        tables: [{ name: 'Item', rows: [{ Id: 3 }] }],
        bands: band('DataBand', 'A', '[Lines.Id]', 'DataSource="Lines"'),
      });
      expect(warnings).toEqual([]);
      expect(textsOf(pages[0])).toEqual(['3']);
    },
  );

  it('accepts rows that are objects or arrays, and data stored in the template', async () => {
    const set = '<Set><Stored><Id>7</Id></Stored></Set>';
    const { pages } = await print({
      dictionary:
        `<TableDataSource Name="Stored" Enabled="true" StoreData="true" TableData="${btoa(set)}"><Column Name="Id" DataType="System.Int32"/></TableDataSource>` +
        '<TableDataSource Name="Objects" ReferenceName="Test.Objects" Enabled="true"><Column Name="Id" DataType="System.Int32"/></TableDataSource>',
      tables: [{ name: 'Objects', rows: [{ Id: '3' }] }],
      bands:
        band('DataBand', 'A', '[Stored.Id]', 'DataSource="Stored"') +
        band('DataBand', 'B', '[Objects.Id]', 'DataSource="Objects"'),
    });
    expect(textsOf(pages[0])).toEqual(['7', '3']);
  });

  it('handles any template: it prints, warns, or ends with a typed error', async () => {
    const names = [
      'Height',
      'CanGrow',
      'CanBreak',
      'RowCount',
      'Columns.Count',
      'PrintOn',
      'KeepTogether',
      'StartNewPage',
      'Filter',
      'Text',
      'VisibleExpression',
      'Dock',
      'Angle',
      'Anchor',
      'DataSource',
      'Condition',
      'Width',
      'RepeatBandNTimes',
      'AutoShrink',
      'Format',
    ];
    const values = [
      '',
      '-5',
      '1e9',
      'true',
      '0',
      '3',
      'Items',
      '[Items.Id]',
      '[[',
      'x > ',
      'FirstPage',
      'Fill',
      'FontSize',
      '[Row#] % 2 == 0',
      'Currency',
    ];
    const element = (type: string, attributes: readonly (readonly [string, string])[], inner: string): string =>
      `<${type} Name="${type}" ${[...new Map(attributes)].map(([name, value]) => `${name}="${value.replaceAll('<', '&lt;')}"`).join(' ')}>${inner}</${type}>`;
    const attributes = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(attributes, attributes, attributes, async (ofBand, ofText, ofGroup) => {
        const xml = templateOf({
          data: { Items: numbers(5) },
          bands:
            element('GroupHeaderBand', ofGroup, element('DataBand', ofBand, element('TextObject', ofText, ''))) +
            element('PageFooterBand', ofText, element('CheckBoxObject', ofBand, '')),
        });
        const report = (): ReturnType<typeof prepare> =>
          prepare(
            readTemplate(new TextEncoder().encode(xml)),
            [{ name: 'Test', tables: [{ name: 'Items', rows: [{ Id: 1 }, { Id: 2 }] }] }],
            {
              fonts: testFonts,
              describeImage: () => ({ format: 'unknown', width: 0, height: 0 }),
              now: () => 0,
              limits: { pages: 50, milliseconds: 2000, objectsPerPage: 5000 },
            },
          );
        try {
          await collect(report().pages);
        } catch (error) {
          expect(error instanceof LimitError || error instanceof TemplateError).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });
});

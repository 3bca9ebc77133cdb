import { describe, expect, it } from 'vitest';
import { LimitError } from '../../limits.ts';
import type { TemplateObject } from '../../template/model.ts';
import { ReportError } from '../reportError.ts';
import type { Run } from '../run.ts';
import { guarded } from './expressions.ts';
import { band, numbers, print, start, textObject, textsOf } from '../../testing/testReport.ts';

const items = { Item: numbers(2) };
const stopping = { stopOnError: true };
const data = 'DataSource="Item"';

describe('a run that stops at errors', () => {
  it('ends before its first page at an expression that cannot be compiled, even in an object that is not printed', async () => {
    const bands =
      band('DataBand', 'D', '[Item.Id]', data) + band('ReportTitleBand', 'R', '[Nothing.Name]', 'Visible="false"');
    await expect(print({ data: items, bands, options: stopping })).rejects.toMatchObject({
      name: 'ReportError',
      object: 'TR',
      line: expect.any(Number),
      expression: 'Nothing.Name',
      reason: "CS0103: The name 'Nothing' does not exist in the current context. Expression: Nothing.Name",
    });
    expect((await print({ data: items, bands })).warnings).toEqual([]);
  });

  it.each([
    ['a total', '<Total Name="Sum1" Expression="[Item.Id] +" Evaluator="D"/>', 'Sum1'],
    ['a parameter', '<Parameter Name="P1" DataType="System.Int32" Expression="Length(&quot;a&quot;"/>', 'P1'],
  ])('ends at the expression of %s that is never evaluated', async (_what, dictionary, object) => {
    const bands = band('DataBand', 'D', '[Item.Id]', data);
    await expect(print({ data: items, dictionary, bands, options: stopping })).rejects.toMatchObject({ object });
    expect((await print({ data: items, dictionary, bands })).pages).toHaveLength(1);
  });

  it.each([
    [
      'an unknown type',
      'private Foo foo = null;',
      "Script: CS0246: The type or namespace name 'Foo' could not be found",
    ],
    [
      'a fault in a method that nothing calls',
      'void F() { int a = "x"; }',
      'Script: CS0029: Cannot implicitly convert',
    ],
  ])('ends before its first page at %s of the script', async (_what, script, reason) => {
    const bands = band('DataBand', 'D', '[Item.Id]', data);
    await expect(print({ data: items, script, bands, options: stopping })).rejects.toMatchObject({
      name: 'ReportError',
      line: expect.any(Number),
      reason: expect.stringContaining(reason),
    });
  });

  it('prints with a script whose handlers use windows or the network, as long as none of them is called', async () => {
    const script = 'void F() { MessageBox.Show("x"); new Unknown(); }';
    const bands = band('DataBand', 'D', '[Item.Id]', data);
    expect((await print({ data: items, script, bands, options: stopping })).pages).toHaveLength(1);
  });

  it('names the path where a table of the report has no such column', async () => {
    const bands = band('DataBand', 'D', '[Item.Wight]', data);
    const error: unknown = await print({ data: items, bands, options: stopping }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ReportError);
    expect((error as ReportError).reason).toBe('[Item.Wight] names a column that its table does not have.');
  });

  it.each([
    ['[Item.Idd]', '[Item.Idd] names a column that its table does not have; did you mean [Item.Id]?'],
    ['[Itm.Id]', "There is no column, parameter, variable or total 'Itm.Id'; did you mean 'Item.Id'?"],
    ['[Item.Id] + [Item.Idd]', "There is no column, parameter, variable or total 'Item.Idd'; did you mean 'Item.Id'?"],
    ['[Inspektor] + 1', "There is no column, parameter, variable or total 'Inspektor'; did you mean 'Inspector'?"],
    ['[TotalPges]', "There is no column, parameter, variable or total 'TotalPges'; did you mean 'TotalPages'?"],
    ['[Weihgts] * 2', "There is no column, parameter, variable or total 'Weihgts'; did you mean 'Weights'?"],
    [
      '[FormatNumbr([Item.Id])]',
      "The name 'FormatNumbr' does not exist in the current context; did you mean 'FormatNumber'?",
    ],
    ['[Engine.PageNoo]', "CS1061: 'ReportEngine' does not contain a definition for 'PageNoo'; did you mean 'PageNo'?"],
  ])('suggests a name for %s', (text, message) => {
    const dictionary =
      '<Parameter Name="Inspector" DataType="System.String"/><Total Name="Weights" Expression="[Item.Id]" Evaluator="D"/>';
    const bands = band('DataBand', 'D', text.includes('] ') ? `[${text}]` : text, data);
    const [found] = start({ data: items, dictionary, bands }).uncompiled();
    expect(found).toMatchObject({ message, object: 'TD' });
  });

  it('prints a template without errors, including texts without expressions and headings of a matrix', async () => {
    const matrix = `<MatrixObject Name="M" Width="200" Height="40" DataSource="Item">
      <MatrixColumns><Header Expression="[Item.Id]"/></MatrixColumns><MatrixRows><Header Expression="[Item.Id]"/></MatrixRows>
      <MatrixCells><Cell Expression="[Item.Id]"/></MatrixCells>
      <TableColumn Width="60"/><TableColumn Width="60"/><TableColumn Width="60"/>
      <TableRow Height="20"><TableCell Text="Id"/><TableCell Text="[Id]"/><TableCell Text="Total"/></TableRow>
      <TableRow Height="20"><TableCell Text="[Id]"/><TableCell/><TableCell/></TableRow>
      <TableRow Height="20"><TableCell Text="Total"/><TableCell/><TableCell/></TableRow></MatrixObject>`;
    const bands = `<DataBand Name="D" Width="302.4" Height="60">${textObject('T1', '[Nothing]', 'Width="100" Height="20" AllowExpressions="false"')}${matrix}</DataBand>`;
    expect((await print({ data: items, bands, options: stopping })).warnings).toEqual([]);
  });
});

describe('the expressions that cannot be compiled', () => {
  it('are found without rows, each with its object, and are marked as failing', () => {
    const bands = band('DataBand', 'D', '[Length(&quot;a&quot;] [[Item.Id] +]', data);
    const report = start({ data: { Item: { columns: 'Id:Int32', rows: [] } }, bands });
    const found = report.uncompiled();
    expect(found.map(({ object, fails }) => ({ object, fails }))).toEqual([
      { object: 'TD', fails: true },
      { object: 'TD', fails: true },
    ]);
  });
});

describe('a parameter without a value', () => {
  it('is empty where it is the whole expression, and else has the default of its type unless ConvertNulls is false', async () => {
    const dictionary =
      '<Parameter Name="Text" DataType="System.String"/><Parameter Name="Count" DataType="System.Int32"/><Parameter Name="Price" DataType="System.Decimal"/>';
    const bands = band('ReportTitleBand', 'R', '[Text]|[[Count] + 1]|[Price]');
    const printed = await print({ dictionary, bands, options: stopping });
    expect(textsOf(printed.pages[0])).toEqual(['|1|']);
    await expect(
      print({ dictionary, bands, report: 'ConvertNulls="false"', options: stopping }),
    ).rejects.toBeInstanceOf(ReportError);
  });
});

describe('an expression at the end of the stack', () => {
  const overflow = (): never => overflow();
  const place = { name: 'T', line: 3 } as TemplateObject;
  const run = {
    endsRun: (error) => error instanceof LimitError,
    fail: () => undefined,
    uncompiled: [],
    failures: 0,
  } as Partial<Run> as Run;

  it('ends the report with the limit of calls, whether it is compiled or calculated there', () => {
    const limit = expect.objectContaining({ limit: 'calls', object: 'T', line: 3 });
    expect(guarded(run, 'F()', place, overflow)).toThrow(limit);
    expect(guarded(run, 'F()', place, () => overflow)).toThrow(limit);
    expect(run).toMatchObject({ uncompiled: [], failures: 0 });
  });
});

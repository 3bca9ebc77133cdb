import { describe, expect, it } from 'vitest';
import { checkTemplate } from './check.ts';
import type { Finding } from './check.ts';
import type { DataSet } from './data/types.ts';
import { loadFonts } from './node/fonts.ts';
import { readTemplate } from './template/read.ts';
import { describeImage } from './text/index.ts';

const fonts = loadFonts({ installed: false });
const data: DataSet[] = [
  {
    name: 'Shop',
    tables: [
      { name: 'Item', rows: [{ Name: 'Crane', TypeId: 1 }] },
      { name: 'Type', rows: [{ Id: 1, Title: 'Lifting' }] },
    ],
  },
];

const report = (objects: string, dictionary = ''): string => `<Report>
<Dictionary>
<TableDataSource Name="Item" ReferenceName="Shop.Item"><Column Name="Name" DataType="System.String"/><Column Name="TypeId"/></TableDataSource>
<TableDataSource Name="Kind" ReferenceName="Shop.Type"><Column Name="Id"/><Column Name="Title" DataType="System.String"/></TableDataSource>
<Relation Name="KindItem" ParentDataSource="Kind" ChildDataSource="Item" ParentColumns="Id" ChildColumns="TypeId"/>
${dictionary}
</Dictionary>
<ReportPage Name="Page1"><DataBand Name="Data1" Height="20" DataSource="Item">
${objects}
</DataBand></ReportPage></Report>`;

async function findingsOf(template: string, dataSets = data): Promise<Finding[]> {
  return checkTemplate(readTemplate(new TextEncoder().encode(template)), dataSets, {
    fonts,
    describeImage,
    now: () => 0,
  });
}

describe('checking a template', () => {
  it('finds nothing in a report that has all it names', async () => {
    const texts =
      '<TextObject Name="Text1" Width="90" Height="20" Text="[Item.Name] [Item.Kind.Title] [Report.ReportInfo.Author] [Date]" Font="Arial, 10pt"/>';
    expect(await findingsOf(report(texts))).toEqual([]);
  });

  it('names tables and columns that the data do not have, with their lines', async () => {
    const source = '<TableDataSource Name="Photo" ReferenceName="Shop.Photo"><Column Name="Path"/></TableDataSource>';
    const found = await findingsOf(
      report('', source).replace('<Column Name="TypeId"/>', '<Column Name="TypeId"/><Column Name="Weight"/>'),
    );
    expect(found).toContainEqual({
      kind: 'unknownTable',
      message: 'There is no table Shop.Photo.',
      line: 6,
      object: 'Photo',
    });
    expect(found).toContainEqual({
      kind: 'unknownColumn',
      message: 'The table Shop.Item has no column Weight.',
      line: 3,
      object: 'Item',
    });
  });

  it('names what an expression asks for in vain', async () => {
    const found = await findingsOf(
      report('<TextObject Name="Text1" Text="[Item.Colour] [Item.Kind.Weight] [Person.Name]"/>'),
    );
    expect(found.filter((finding) => finding.kind === 'unknownColumn').map((finding) => finding.message)).toEqual([
      '[Item.Colour] names a column that its table does not have.',
      '[Item.Kind.Weight] names a column that its table does not have.',
    ]);
    expect(found).toContainEqual({
      kind: 'unknownTable',
      message: '[Person.Name] names a table that the report does not have.',
      line: 9,
      object: 'Text1',
    });
  });

  it('names fonts with other widths and objects that are not drawn', async () => {
    const found = await findingsOf(
      report('<TextObject Name="Text1" Font="Papyrus, 10pt"/><MapObject Name="Map1" Width="50" Height="10"/>'),
    );
    expect(found).toContainEqual(expect.objectContaining({ kind: 'font', line: 9 }));
    expect(found).toContainEqual(expect.objectContaining({ kind: 'notDrawn', object: 'Map1' }));
  });

  it('names unknown elements and attributes, and what went wrong in printing', async () => {
    const found = await findingsOf(report('<TextObject Name="Text1" Glow="true" Text="[1/0]"/><Hologram Name="H1"/>'));
    expect(found).toContainEqual(expect.objectContaining({ kind: 'unknownAttribute' }));
    expect(found).toContainEqual(expect.objectContaining({ kind: 'unknownElement' }));
    expect(found).toContainEqual(expect.objectContaining({ kind: 'printing', object: 'Text1' }));
  });

  it('reads the whole script, also the methods that no printing calls', async () => {
    const script = (body: string): string =>
      report('').replace('<Dictionary>', `<ScriptText>class ReportScript\n{\n${body}\n}</ScriptText>\n<Dictionary>`);

    expect(await findingsOf(script('void A(object s, EventArgs e) { Data1.Visible = true; }'))).toEqual([]);
    expect(
      await findingsOf(
        script('void Click(object s, EventArgs e)\n{\n  MessageBox.Show("x");\n}\nvoid B() { Nope(); }'),
      ),
    ).toEqual([
      { kind: 'script', message: "Script: The name 'MessageBox' does not exist in the current context.", line: 6 },
      { kind: 'script', message: "Script: The name 'Nope' does not exist in the current context.", line: 8 },
    ]);
    expect((await findingsOf(script('void A( { }'))).map(({ line }) => line)).toEqual([4]);
  });
});

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
  it('finds nothing in a report whose names all exist', async () => {
    const texts =
      '<TextObject Name="Text1" Width="90" Height="20" Text="[Item.Name] [Item.Kind.Title] [Report.ReportInfo.Author] [Date]" Font="Arial, 10pt"/>';
    expect(await findingsOf(report(texts))).toEqual([]);
  });

  it('reports tables and columns that the data do not have, with their lines', async () => {
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

  it('states of a table that the data do not have whether a text fails, and which band is empty', async () => {
    const source = '<TableDataSource Name="Photo" ReferenceName="Shop.Photo"><Column Name="Path"/></TableDataSource>';
    const text = report('<TextObject Name="Text1" Text="[Photo.Path]"/>', source);
    expect(await findingsOf(text)).toContainEqual(
      expect.objectContaining({ message: 'There is no table Shop.Photo.', fails: true }),
    );
    const band = report('<TextObject Name="Text1" Text="Photos"/>', source).replace(
      '="Item">\n<Text',
      '="Photo">\n<Text',
    );
    expect(await findingsOf(band)).toContainEqual(
      expect.objectContaining({ message: 'There is no table Shop.Photo: Data1 has no rows.' }),
    );
  });

  it('finds nothing in names of tables and columns that only the data have', async () => {
    const texts =
      '<TextObject Name="Text1" Width="90" Height="20" Text="[Item.Code] [Place.Title]" Font="Arial, 10pt"/>';
    const item = {
      name: 'Item',
      columns: ['Name', 'TypeId', 'Code'].map((name) => ({ name })),
      rows: [['Crane', 1, 'C']],
    };
    const place = { name: 'Place', columns: [{ name: 'Title' }], rows: [['Deck']] };
    expect(await findingsOf(report(texts), [{ name: 'Shop', tables: [item, place, data[0]!.tables[1]!] }])).toEqual([]);
  });

  it('lists the names of an expression that do not exist', async () => {
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
      fails: true,
    });
  });

  it.each(['[1+]', '[Nope(3)]', '[Total1]', '[Item.Name.Foo()]', '[1/0]'])(
    'reports that %s fails, as printing does',
    async (text) => {
      const found = await findingsOf(report(`<TextObject Name="Text1" Text="${text}"/>`));
      expect(found).toContainEqual(expect.objectContaining({ object: 'Text1', line: 9, fails: true }));
    },
  );

  it('reports fonts with other widths and objects that are not drawn', async () => {
    const found = await findingsOf(
      report('<TextObject Name="Text1" Font="Papyrus, 10pt"/><MapObject Name="Map1" Width="50" Height="10"/>'),
    );
    expect(found).toContainEqual(expect.objectContaining({ kind: 'font', line: 9 }));
    expect(found).toContainEqual(expect.objectContaining({ kind: 'notDrawn', object: 'Map1' }));
  });

  it('reports unknown elements and attributes, and warnings of printing', async () => {
    const found = await findingsOf(report('<TextObject Name="Text1" Glow="true" Text="[1/0]"/><Hologram Name="H1"/>'));
    expect(found).toContainEqual(expect.objectContaining({ kind: 'unknownAttribute' }));
    expect(found).toContainEqual(expect.objectContaining({ kind: 'unknownElement' }));
    expect(found).toContainEqual(expect.objectContaining({ kind: 'printing', object: 'Text1' }));
  });

  it('checks the whole script, including methods that printing does not call', async () => {
    const script = (body: string): string =>
      report('').replace('<Dictionary>', `<ScriptText>class ReportScript\n{\n${body}\n}</ScriptText>\n<Dictionary>`);

    expect(await findingsOf(script('void A(object s, EventArgs e) { Data1.Visible = true; }'))).toEqual([]);
    expect(
      await findingsOf(
        script('void Click(object s, EventArgs e)\n{\n  MessageBox.Show("x");\n}\nvoid B() { Nope(); }'),
      ),
    ).toEqual([
      {
        kind: 'script',
        message: "Script: CS0103: 'MessageBox' is not available: scripts of reports do not reach windows.",
        line: 6,
      },
      { kind: 'script', message: "Script: CS0103: The name 'Nope' does not exist in the current context.", line: 8 },
    ]);
    expect((await findingsOf(script('void A( { }'))).map(({ line }) => line)).toEqual([4]);
  });
});

describe('checking members of report objects', () => {
  const lines = async (...statements: string[]): Promise<string[]> => {
    const text = `<ScriptText>class ReportScript\n{\nvoid A(object sender, EventArgs e) {\n${statements.join('\n')}\n}\n}</ScriptText>`;
    const found = await findingsOf(report('').replace('<Dictionary>', `${text}\n<Dictionary>`));
    return found.map(({ message }) => message);
  };

  it('accepts the properties and methods a script can use', async () => {
    expect(
      await lines(
        'Data1.Visible = false; ((TextObject)sender).Text = "x";',
        'Engine.CurY += 5; Engine.StartNewPage();',
        'if (Engine.FreeSpace > 10 &amp;&amp; Data1 != null) Report.SetParameterValue("a", 1);',
        'var source = Report.GetDataSource("Items"); source.Init();',
      ),
    ).toEqual([]);
  });

  it('refuses a name that the class does not have, and suggests the nearest one', async () => {
    expect(await lines('Data1.Visibel = false;', '((TextObject)sender).Txt = "x";', 'Engine.StartNewPgae();')).toEqual([
      "Script: CS1061: 'DataBand' does not contain a definition for 'Visibel'; did you mean 'Visible'?",
      "Script: CS1061: 'TextObject' does not contain a definition for 'Txt'; did you mean 'Text'?",
      "Script: CS1061: 'ReportEngine' does not contain a definition for 'StartNewPgae'; did you mean 'StartNewPage'?",
    ]);
  });

  it('refuses to set a property that can only be read', async () => {
    expect(await lines('Engine.FreeSpace = 4;')).toEqual([
      "Script: CS0200: Property or indexer 'FreeSpace' cannot be assigned to -- it is read only.",
    ]);
  });
});

/** A check takes a fraction of this processor time on any machine; what grows with the square of the template takes more. */
const LINEAR_MS = 4_000;

describe('checking a template designed to take long', () => {
  const checked = async (template: string): Promise<Finding[]> => {
    const bytes = new TextEncoder().encode(template);
    const began = process.cpuUsage();
    const limits = { templateAttributes: 1_000_000 };
    const found = await checkTemplate(readTemplate(bytes, { limits }), data, {
      fonts,
      describeImage,
      now: () => 0,
      pages: 0,
    });
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1_000).toBeLessThan(LINEAR_MS);
    return found;
  };

  it('follows a path of 200,000 steps over a table that is its own parent', async () => {
    const relation = '<Relation Name="s" ParentDataSource="s" ChildDataSource="s" ParentColumns="a" ChildColumns="a"/>';
    const source = `<TableDataSource Name="s" ReferenceName="Shop.Item"/>${relation}`;
    const path = Array.from({ length: 200_000 }, () => 's').join('.');
    for (const text of [path, `${path}.nothing`]) {
      const found = await checked(report(`<TextObject Name="Text1" Text="[${text}]"/>`, source));
      expect(found).toContainEqual(expect.objectContaining({ object: 'Text1', fails: true }));
      for (const { message } of found) expect(message.length).toBeLessThan(1_000);
    }
  });

  it('checks the first families of 40,000, and lists the first findings of many', async () => {
    const texts = Array.from({ length: 40_000 }, (_, i) => `<TextObject Name="T${i}" Font="Face ${i}, 10pt"/>`);
    const found = await checked(report(texts.join('\n')));
    expect(found.filter(({ kind }) => kind === 'font')).toHaveLength(200);
  });

  it('states that there are more findings than it lists', async () => {
    const attributes = Array.from({ length: 100_000 }, (_, i) => `Unknown${i}="1"`).join(' ');
    const found = await checked(report(`<TextObject Name="Text1" ${attributes}/>`));
    expect(found).toHaveLength(501);
    expect(found.at(-1)).toEqual({
      kind: 'tooMany',
      message: 'Only the first 500 findings are listed. Correct these and check the template again.',
    });
  });

  it('finds the lines of the first errors of a script with 20,000', async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `private void M${i}() { int x = Nothing${i}; }`);
    const script = `<ScriptText>namespace FastReport { public class ReportScript {\n${lines.join('\n')}\n} }</ScriptText>`;
    const found = await checked(report('').replace('<Dictionary>', `${script}<Dictionary>`));
    const errors = found.filter(({ kind }) => kind === 'script');
    expect(errors).toHaveLength(500);
    expect(errors.slice(0, 3).map(({ line }) => line)).toEqual([3, 4, 5]);
  });
});

import { describe, expect, it } from 'vitest';
import type { DialogAnswers, DialogField, DialogForm } from '../../dialogs.ts';
import { band, print, start, type TestReport, type TestTable, textsOf } from '../../testing/testReport.ts';

const items: TestTable = {
  columns: 'Id:Int32 Name Tested:DateTime GroupId:Int32',
  rows: [
    [1, 'Crane', new Date(Date.UTC(2026, 0, 5, 14, 30)), 10],
    [2, 'Padeye', new Date(Date.UTC(2026, 1, 9)), 10],
    [3, 'Sling', new Date(Date.UTC(2026, 2, 1)), 20],
    [4, 'Shackle', null, 20],
  ],
};
const groups: TestTable = {
  columns: 'Id:Int32 Title',
  rows: [
    [20, 'Loose gear'],
    [10, 'Fixed gear'],
  ],
};
const relation =
  '<Relation Name="Groups" ParentDataSource="Groups" ChildDataSource="Items" ParentColumns="Id" ChildColumns="GroupId"/>';
const names = band('DataBand', 'Data1', '[Items.Name]', 'DataSource="Items"');

/** A report with one dialog. */
const withDialog = (controls: string, more: Partial<TestReport> = {}, attributes = ''): TestReport => ({
  data: { Items: items, Groups: groups },
  dictionary: relation,
  bands: names,
  pages: `<DialogPage Name="Form1" Text="Selection" ${attributes}>${controls}</DialogPage>`,
  ...more,
});

const answered = (report: TestReport, answers: DialogAnswers): TestReport => ({
  ...report,
  options: { ...report.options, answers },
});

const ask = (report: TestReport, answers: DialogAnswers = {}): DialogForm | undefined =>
  start(answered(report, answers)).asked();

const fieldsOf = (form: DialogForm | undefined): DialogField[] =>
  (form?.parts ?? []).filter((part): part is DialogField => part.kind !== 'note' && part.kind !== 'heading');

/** The texts that a report prints with answers to its one dialog. */
async function printed(report: TestReport, values: DialogAnswers[string]['values']): Promise<string[]> {
  const { pages } = await print(answered(report, { Form1: { values } }));
  return pages.flatMap((page) => textsOf(page));
}

describe('the dialogs of a report', () => {
  it('are not asked without answers: controls have the values of the template, and no rows are selected', async () => {
    const report = withDialog('<TextBoxControl Name="T1" Text="Crane" DataColumn="Items.Name"/>');
    const prepared = start(report);
    expect(prepared.asked()).toBeUndefined();
    const { pages } = await print(report);
    expect(textsOf(pages[0])).toHaveLength(4);
  });

  it('are asked before the first page when answers are given', async () => {
    const report = withDialog('<TextBoxControl Name="T1" Text="Hello"/>');
    expect(ask(report)).toMatchObject({ name: 'Form1', title: 'Selection', confirm: 'OK' });
    const { pages } = await print(answered(report, {}));
    expect(pages).toEqual([]);
  });

  it('are asked one after the other, and a script decides whether the next one is shown', () => {
    const report = withDialog('<CheckBoxControl Name="More"/>', {
      script: 'private void Closed(object sender, FormClosedEventArgs e) { Form2.Visible = More.Checked; }',
      pages: `<DialogPage Name="Form1" FormClosedEvent="Closed"><CheckBoxControl Name="More"/></DialogPage>
        <DialogPage Name="Form2"><TextBoxControl Name="T2"/></DialogPage>`,
    });
    expect(ask(report)?.name).toBe('Form1');
    expect(ask(report, { Form1: { values: { More: true } } })?.name).toBe('Form2');
    expect(ask(report, { Form1: { values: { More: false } } })).toBeUndefined();
    expect(ask(report, { Form1: { values: { More: true } }, Form2: { values: {} } })).toBeUndefined();
  });

  it('give their values to expressions and scripts', async () => {
    const report = withDialog(
      `<TextBoxControl Name="Text1" Text="a"/><NumericUpDownControl Name="Count1" Maximum="9" DecimalPlaces="1"/><CheckBoxControl Name="Check1"/>
       <DateTimePickerControl Name="Date1" Value="2020-01-01"/><ComboBoxControl Name="Combo1" ItemsText="one&#13;&#10;two"/>
       <CheckedListBoxControl Name="List1" ItemsText="x&#13;&#10;y&#13;&#10;z"/>`,
      {
        bands: band(
          'ReportTitleBand',
          'Title1',
          '[Text1.Text] [Count1.Value] [Check1.Checked] [Date1.Value] [Combo1.SelectedIndex] [Combo1.Text] [Joined()]',
        ),
        script: `private string Joined()
          {
            string all = "";
            for (int i = 0; i < List1.CheckedItems.Count; i++) all += List1.CheckedItems[i] + ";";
            return all + List1.GetItemChecked(1);
          }`,
      },
    );
    const values = {
      Text1: 'b',
      Count1: 2.5,
      Check1: true,
      Date1: '2026-11-27T00:00:00',
      Combo1: 'two',
      List1: ['z', 'x'],
    };
    expect(await printed(report, values)).toEqual(['b 2.5 True 11/27/2026 12:00:00 AM 1 two x;z;False']);
  });

  it('run the events of loading, changing, confirming and closing in this order', async () => {
    const log = ['Loaded', 'Changed', 'Confirmed', 'Closing', 'Closed']
      .map((event) => `private void ${event}(object sender, EventArgs e) { Log += "${event} "; }`)
      .join('\n');
    const report = withDialog(
      `<TextBoxControl Name="T1" Text="a" TextChangedEvent="Changed"/><CheckBoxControl Name="C1" CheckedChangedEvent="Changed"/>
       <ButtonControl Name="Ok" Text="&amp;Print" DialogResult="OK" ClickEvent="Confirmed"/>`,
      { script: `private string Log = "";\n${log}`, bands: band('ReportTitleBand', 'Title1', '[Log]') },
      'AcceptButton="Ok" LoadEvent="Loaded" FormClosingEvent="Closing" FormClosedEvent="Closed"',
    );
    expect(ask(report)?.confirm).toBe('Print');
    // The check box keeps its value, so that its event is not run.
    expect(await printed(report, { T1: 'b', C1: false })).toEqual(['Loaded Changed Confirmed Closing Closed ']);
  });

  it('are returned again while they are filled in, with what the script made of the values', () => {
    const report = withDialog(
      `<ComboBoxControl Name="Kind" ItemsText="a&#13;&#10;b" SelectedIndexChangedEvent="KindChanged"/><TextBoxControl Name="T1"/>
       <ButtonControl Name="Clear" Text="Clear" ClickEvent="Cleared"/>`,
      {
        script: `private void KindChanged(object sender, EventArgs e) { T1.Enabled = Kind.SelectedIndex == 1; T1.Text = Kind.Text + "?"; }
                 private void Cleared(object sender, EventArgs e) { T1.Text = ""; }`,
      },
    );
    const open = ask(report, { Form1: { values: { Kind: 'a' }, isOpen: true } });
    expect(fieldsOf(open)).toMatchObject([
      { name: 'Kind', value: 'a', refreshes: true },
      { name: 'T1', value: 'a?', isEnabled: false, refreshes: false },
      { kind: 'button', name: 'Clear', label: 'Clear' },
    ]);
    const cleared = ask(report, { Form1: { values: { Kind: 'a' }, isOpen: true, pressed: 'Clear' } });
    expect(fieldsOf(cleared)[1]).toMatchObject({ value: '' });
  });

  it('refuse values that do not fit, at their field', () => {
    const report =
      withDialog(`<NumericUpDownControl Name="N1" Minimum="1" Maximum="3"/><DateTimePickerControl Name="D1"/>
      <TextBoxControl Name="T1" DataColumn="Items.Id"/><ListBoxControl Name="L1" ItemsText="a"/><CheckBoxControl Name="C1"/>`);
    const values = { N1: 4, D1: 'soon', T1: 'x1', L1: 'b', C1: 'yes' };
    expect(fieldsOf(ask(report, { Form1: { values } })).map(({ name, error }) => [name, error])).toEqual([
      ['N1', 'Enter a number from 1 to 3.'],
      ['D1', 'Enter a date.'],
      ['T1', 'Enter a number.'],
      ['L1', 'b is no longer one of the options.'],
      ['C1', 'Answer with yes or no.'],
    ]);
  });

  it('ignore values for names that are not theirs', () => {
    const report = withDialog('<TextBoxControl Name="T1"/>');
    expect(ask(report, { Form1: { values: { constructor: 'x', __proto__: 'y', Other: 1 } } })).toBeUndefined();
    expect(ask(report, { constructor: { values: {} } })?.name).toBe('Form1');
  });
});

describe('the fields of a dialog', () => {
  const at = (left: number, top: number, width = 80, height = 20): string =>
    `Left="${left}" Top="${top}" Width="${width}" Height="${height}"`;

  it('stand in reading order, whatever the order of the template', () => {
    const report =
      withDialog(`<TextBoxControl Name="Last" ${at(10, 200)}/><TextBoxControl Name="Second" ${at(150, 18)}/>
      <TextBoxControl Name="First" ${at(10, 20)}/>`);
    expect(fieldsOf(ask(report)).map(({ name }) => name)).toEqual(['First', 'Second', 'Last']);
  });

  it('take the label beside or above them; other labels are notes', () => {
    const report = withDialog(`<LabelControl Name="L0" Text="Choose what is printed." ${at(10, 0, 200, 13)}/>
      <LabelControl Name="L1" Text="&amp;From:" ${at(10, 103, 40, 13)}/><TextBoxControl Name="From" ${at(60, 100)}/>
      <LabelControl Name="L2" Text="Until" ${at(10, 150, 40, 13)}/><TextBoxControl Name="To" ${at(10, 170)}/>
      <TextBoxControl Name="Alone" ${at(10, 300)}/>`);
    expect(ask(report)?.parts.map((part) => ('label' in part ? part.label : part))).toEqual([
      { kind: 'note', text: 'Choose what is printed.' },
      'From',
      'Until',
      'Alone',
    ]);
  });

  it('of a group stand below its heading, and radio buttons of one container are one field', () => {
    const report =
      withDialog(`<GroupBoxControl Name="G1" Text="Scope"><RadioButtonControl Name="All" Text="All items" Top="0"/>
      <RadioButtonControl Name="Some" Text="Defects" Top="30" Checked="true"/></GroupBoxControl><RadioButtonControl Name="Other" Top="90"/>`);
    expect(ask(report)?.parts).toMatchObject([
      { kind: 'heading', text: 'Scope' },
      {
        kind: 'radio',
        name: 'All',
        value: 'Some',
        options: [
          { name: 'All', label: 'All items' },
          { name: 'Some', label: 'Defects' },
        ],
      },
      { kind: 'radio', name: 'Other', value: null },
    ]);
  });

  it('set one radio button of a group', async () => {
    const report = withDialog('<RadioButtonControl Name="A" Checked="true"/><RadioButtonControl Name="B"/>', {
      bands: band('ReportTitleBand', 'Title1', '[A.Checked] [B.Checked]'),
    });
    expect(await printed(report, { A: 'B' })).toEqual(['False True']);
  });

  it('leave out what is hidden, with its label', () => {
    const report =
      withDialog(`<LabelControl Name="L1" Text="Signatory" ${at(10, 0)}/><TextBoxControl Name="T1" ${at(100, 0)} Visible="false"/>
      <LabelControl Name="L2" Text="Note" ${at(10, 100)} Visible="false"/>`);
    expect(ask(report)?.parts).toEqual([]);
  });

  it('leave out what cannot be shown, and a warning names what cannot be shown', () => {
    const report = withDialog('<GridControl Name="Grid1"/>');
    const prepared = start(answered(report, {}));
    expect(prepared.asked()?.parts).toEqual([]);
    expect(prepared.warnings()).toMatchObject([{ object: 'Grid1', message: 'Dialogs do not show a GridControl.' }]);
  });
});

describe('lists that are filled from data', () => {
  it('offer each value of their column once, in the order of the rows', () => {
    const report = withDialog(
      '<ComboBoxControl Name="C1" DataColumn="Items.Groups.Title"/><ListBoxControl Name="L1" DataColumn="Items.GroupId"/>',
    );
    expect(fieldsOf(ask(report)).map((field) => 'options' in field && field.options)).toEqual([
      ['Loose gear', 'Fixed gear'],
      ['10', '20'],
    ]);
  });

  it('offer at most 5,000 values, and a note says so', () => {
    const many: TestTable = { columns: 'Id:Int32', rows: Array.from({ length: 5_001 }, (_, index) => [index]) };
    const report = withDialog('<ComboBoxControl Name="C1" DataColumn="Many.Id"/>', {
      data: { Items: items, Groups: groups, Many: many },
    });
    const form = ask(report);
    expect(fieldsOf(form).map((field) => 'options' in field && field.options.length)).toEqual([5_000]);
    expect(form?.parts.at(-1)).toEqual({ kind: 'note', text: 'C1 offers the first 5000 of 5001 values.' });
  });

  it('keep the items of the template with AutoFill="false"', () => {
    const report = withDialog('<ComboBoxControl Name="C1" AutoFill="false" DataColumn="Items.Name" ItemsText="own"/>');
    expect(fieldsOf(ask(report))).toMatchObject([{ options: ['own'] }]);
  });

  it('of a detail control offer what belongs to the value chosen in the other', async () => {
    const report =
      withDialog(`<ComboBoxControl Name="Group" DataColumn="Groups.Title" AutoFilter="false" DetailControl="Item"/>
      <ComboBoxControl Name="Item" AutoFill="false" DataColumn="Items.Name"/>`);
    const open = ask(report, { Form1: { values: { Group: 'Loose gear' }, isOpen: true } });
    expect(fieldsOf(open)).toMatchObject([{ refreshes: true }, { options: ['Sling', 'Shackle'] }]);
    expect(await printed(report, { Group: 'Loose gear', Item: 'Sling' })).toEqual(['Sling']);
  });
});

describe('answered dialogs select rows', () => {
  const text = (operation: string, more = ''): TestReport =>
    withDialog(`<TextBoxControl Name="T1" DataColumn="Items.Name" FilterOperation="${operation}" ${more}/>`);
  const number = (operation: string): TestReport =>
    withDialog(`<TextBoxControl Name="T1" DataColumn="Items.Id" FilterOperation="${operation}"/>`);

  it.each([
    ['Equal', 'Sling', ['Sling']],
    ['NotEqual', 'Sling', ['Crane', 'Padeye', 'Shackle']],
    ['Contains', 'a', ['Crane', 'Padeye', 'Shackle']],
    ['NotContains', 'a', ['Sling']],
    ['StartsWith', 'S', ['Sling', 'Shackle']],
    ['NotStartsWith', 'S', ['Crane', 'Padeye']],
    ['EndsWith', 'e', ['Crane', 'Padeye', 'Shackle']],
    ['NotEndsWith', 'e', ['Sling']],
  ])('whose text is %s to %s', async (operation, value, expected) => {
    expect(await printed(text(operation), { T1: value })).toEqual(expected);
  });

  it.each([
    ['Equal', ['Padeye']],
    ['LessThan', ['Crane']],
    ['LessThanOrEqual', ['Crane', 'Padeye']],
    ['GreaterThan', ['Sling', 'Shackle']],
    ['GreaterThanOrEqual', ['Padeye', 'Sling', 'Shackle']],
    ['Contains', []],
  ])('whose number is %s to 2', async (operation, expected) => {
    expect(await printed(number(operation), { T1: '2' })).toEqual(expected);
  });

  it('of a day whatever their time, and none without a date', async () => {
    const report = withDialog('<DateTimePickerControl Name="D1" DataColumn="Items.Tested"/>');
    expect(await printed(report, { D1: '2026-01-05T00:00:00' })).toEqual(['Crane']);
  });

  it('between the dates of two controls', async () => {
    const report =
      withDialog(`<DateTimePickerControl Name="D1" DataColumn="Items.Tested" FilterOperation="GreaterThanOrEqual"/>
      <DateTimePickerControl Name="D2" DataColumn="Items.Tested" FilterOperation="LessThanOrEqual"/>`);
    expect(await printed(report, { D1: '2026-02-01T00:00:00', D2: '2026-02-28T00:00:00' })).toEqual(['Padeye']);
  });

  it('with any of the checked values, also of a related table', async () => {
    const report = withDialog('<CheckedListBoxControl Name="L1" DataColumn="Items.Groups.Title"/>');
    expect(await printed(report, { L1: ['Fixed gear'] })).toEqual(['Crane', 'Padeye']);
    expect(await printed(report, { L1: ['Fixed gear', 'Loose gear'] })).toHaveLength(4);
  });

  it('of all values when nothing is entered, chosen or checked, or the control does not filter', async () => {
    expect(await printed(text('Equal'), { T1: '' })).toHaveLength(4);
    expect(await printed(text('Equal', 'AutoFilter="false"'), { T1: 'Sling' })).toHaveLength(4);
    const list = withDialog('<CheckedListBoxControl Name="L1" DataColumn="Items.Name"/>');
    expect(await printed(list, { L1: [] })).toHaveLength(4);
    const optional = withDialog('<DateTimePickerControl Name="D1" DataColumn="Items.Tested" ShowCheckBox="true"/>');
    expect(await printed(optional, { D1: null })).toHaveLength(4);
  });

  it('after the filter and before the order of their band', async () => {
    const report = withDialog('<TextBoxControl Name="T1" DataColumn="Items.Id" FilterOperation="LessThan"/>', {
      bands: `<DataBand Name="Data1" Height="20" DataSource="Items" Filter="[Items.Id] &gt; 1"><Sort><Sort Expression="[Items.Name]" Descending="true"/></Sort>
        <TextObject Name="Text1" Width="200" Height="20" Text="[Items.Name]"/></DataBand>`,
    });
    expect(await printed(report, { T1: '4' })).toEqual(['Sling', 'Padeye']);
  });
});

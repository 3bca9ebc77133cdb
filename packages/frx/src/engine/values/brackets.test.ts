import { describe, expect, it } from 'vitest';
import { band, print, textObject, textsOf } from '../../testing/testReport.ts';

const data = {
  Items: { columns: 'Qty:Int32 Dt:DateTime Flag:Boolean', rows: [[5, new Date(Date.UTC(2024, 2, 6)), true]] },
};

/** A report with an expression in one place of the template. */
const places = {
  'the text of an object': (source: string) => ({ inner: textObject('X', `[${source}]`, '') }),
  'the filter of a band': (source: string) => ({ attributes: `Filter="${source}"` }),
  'a sort key': (source: string) => ({ inner: `<Sort><Sort Expression="${source}"/></Sort>` }),
  'the outline of a band': (source: string) => ({ attributes: `OutlineExpression="${source}"` }),
  'a highlight': (source: string) => ({
    inner: `<TextObject Name="X" Text="x"><Highlight><Condition Expression="${source}"/></Highlight></TextObject>`,
  }),
  'a bookmark': (source: string) => ({ inner: `<TextObject Name="X" Text="x" Bookmark="${source}"/>` }),
  'a link': (source: string) => ({ inner: `<TextObject Name="X" Text="x" Hyperlink.Expression="${source}"/>` }),
  'a check box': (source: string) => ({ inner: `<CheckBoxObject Name="X" Expression="${source}"/>` }),
  'a total': (source: string) => ({ dictionary: `<Total Name="T" Expression="${source}" Evaluator="D"/>` }),
  'the condition of a total': (source: string) => ({
    dictionary: `<Total Name="T" TotalType="Count" EvaluateCondition="${source}" Evaluator="D"/>`,
  }),
  'a parameter': (source: string) => ({ dictionary: `<Parameter Name="P" Expression="${source}"/>` }),
} satisfies Record<string, (source: string) => Parts>;

/** As `places`, for the attributes that decide whether an object is shown, and the source of a picture. */
const lenient = {
  VisibleExpression: (source: string) => ({ inner: textObject('X', 'x', `VisibleExpression="${source}"`) }),
  PrintableExpression: (source: string) => ({ inner: textObject('X', 'x', `PrintableExpression="${source}"`) }),
  ExportableExpression: (source: string) => ({ inner: textObject('X', 'x', `ExportableExpression="${source}"`) }),
  ImageSourceExpression: (source: string) => ({ inner: `<PictureObject Name="X" ImageSourceExpression="${source}"/>` }),
} satisfies Record<string, (source: string) => Parts>;

interface Parts {
  readonly inner?: string;
  readonly attributes?: string;
  readonly dictionary?: string;
}

const printed = ({ inner = '', attributes = '', dictionary = '' }: Parts): ReturnType<typeof print> =>
  print({
    data,
    dictionary,
    bands: `<DataBand Name="D" Height="20" Width="302.4" DataSource="Items" ${attributes}>${inner}</DataBand>`,
    options: { stopOnError: true },
  });

describe('square brackets around a whole expression', () => {
  it.each(Object.entries(places))('may be around a column, not around a calculation, in %s', async (_place, parts) => {
    expect((await printed(parts('[Items.Flag]'))).pages).toHaveLength(1);
    expect((await printed(parts('[Items.Qty] % 2 == 1'))).pages).toHaveLength(1);
    for (const source of ['[[Items.Qty] % 2 == 1]', '[[Items.Flag]]', '[![Items.Flag]]'])
      await expect(printed(parts(source))).rejects.toThrow('Square brackets enclose the name of a column');
  });

  it.each(Object.entries(lenient))('may be around a calculation in %s', async (_place, parts) => {
    expect((await printed(parts('[[Items.Qty] % 2 == 1]'))).pages).toHaveLength(1);
    await expect(printed(parts('1 + [[Items.Qty] * 2] - 1'))).rejects.toThrow('not the calculation');
  });

  it('say what to do', async () => {
    await expect(
      printed({ dictionary: '<Total Name="T" Expression="[Year([Items.Dt])]" Evaluator="D"/>' }),
    ).rejects.toThrow(
      "T, line 3: Square brackets enclose the name of a column, parameter, variable or total, not the calculation 'Year([Items.Dt])'; " +
        'write it without them, and each name in brackets of its own. Expression: [Year([Items.Dt])]',
    );
  });

  it('contain the name as it is, without spaces around it', async () => {
    await expect(printed({ inner: textObject('X', '[ Items.Qty ]', '') })).rejects.toThrow("CS0103: The name 'Items'");
    await expect(printed({ attributes: 'Filter="[ Items.Flag ]"' })).rejects.toThrow("did you mean 'Items.Flag'?");
  });
});

describe('the words true and false', () => {
  it('may have capital letters where an expression decides whether an object is shown', async () => {
    const visible = (word: string): Parts => ({ inner: textObject('X', 'x', `VisibleExpression="${word}"`) });
    expect(textsOf((await printed(visible('True'))).pages[0], 'X')).toEqual(['x']);
    expect(textsOf((await printed(visible('[FALSE]'))).pages[0], 'X')).toEqual([]);
    await expect(printed({ attributes: 'Filter="True"' })).rejects.toThrow("CS0103: The name 'True'");
  });
});

describe('[Page]', () => {
  it('has no value before the first page', async () => {
    const bands = band('ReportTitleBand', 'R', 'title');
    const report = print({ page: 'VisibleExpression="[Page] > 0"', bands, options: { stopOnError: true } });
    await expect(report).rejects.toThrow('There is no page number before the first page');
  });
});

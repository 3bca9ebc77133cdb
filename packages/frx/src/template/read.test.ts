import { gzipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LimitError } from '../limits.ts';
import { type Template, TemplateError, type TemplateObject } from './model.ts';
import {
  borderOf,
  colorOf,
  enumOf,
  fillOf,
  flagNamesOf,
  flagOf,
  fontOf,
  numberOf,
  paddingOf,
  propertiesOf,
  textOf,
} from './properties.ts';
import { readTemplate } from './read.ts';

const bytes = (xml: string): Uint8Array => new TextEncoder().encode(xml);
const read = (inner: string): ReturnType<typeof readTemplate> =>
  readTemplate(bytes(`<?xml version="1.0"?>\n<Report>\n${inner}\n</Report>`));

describe('reading a template', () => {
  it('returns every element with its attributes and its position', () => {
    const { root, pages, byName } = read(
      '  <ReportPage Name="Page1">\n    <DataBand Name="Data1" Height="20"/>\n  </ReportPage>',
    );
    expect(root.type).toBe('Report');
    expect(pages.map(({ name }) => name)).toEqual(['Page1']);
    const band = byName.get('data1')!;
    expect([band.type, band.line, band.parent?.name, numberOf(band, 'Height')]).toEqual(['DataBand', 4, 'Page1', 20]);
  });

  it('accepts a byte order mark and gzip', () => {
    const xml = '<Report><ReportPage Name="Page1"/></Report>';
    expect(readTemplate(bytes(`\uFEFF${xml}`)).pages).toHaveLength(1);
    expect(readTemplate(gzipSync(bytes(xml))).pages).toHaveLength(1);
  });

  it('keeps line breaks of attributes and the text of the script', () => {
    const template = read(
      '<ScriptText>class A { bool b = 1 &lt; 2; }</ScriptText><ReportPage Name="P" Tag="a&#13;&#10;b"/>',
    );
    expect(template.script).toBe('class A { bool b = 1 < 2; }');
    expect(textOf(template.pages[0]!, 'Tag')).toBe('a\r\nb');
  });

  it('keeps tabulators of attributes, which the designer does not escape', () => {
    const template = read('<ScriptText>say("\t");</ScriptText><ReportPage\tName="P"\tTag="a\tb > c"/>');
    expect(template.script).toBe('say("\t");');
    expect(textOf(template.pages[0]!, 'Tag')).toBe('a\tb > c');
  });

  it('reads a script and attributes written by hand, without escapes of XML', () => {
    const template = read(
      '<ScriptText>if (a < 2 && b > 1) say("&lt; &apos;");</ScriptText><ReportPage Name="P" Tag="[a] < 2 && [b]<br/>"/>',
    );
    expect(template.script).toBe('if (a < 2 && b > 1) say("< &apos;");');
    expect(textOf(template.pages[0]!, 'Tag')).toBe('[a] < 2 && [b]<br/>');
  });

  it('keeps control characters, which the designer does not escape', () => {
    const template = read('<ReportPage Name="P" Tag="a\u001d&#29;\u0085\u2028b"/>');
    expect(textOf(template.pages[0]!, 'Tag')).toBe('a\u001d\u001d\u0085\u2028b');
  });

  it('reads a script in a CDATA section', () => {
    expect(read('<ScriptText><![CDATA[a < b && c]]></ScriptText>').script).toBe('a < b && c');
  });

  it('reports line and column of text that is not XML', () => {
    expect(() => readTemplate(bytes('<Report>\n<ReportPage Name="x">\n</Report>'))).toThrow(TemplateError);
    try {
      readTemplate(bytes('<Report>\n  <ReportPage Name=x/>\n</Report>'));
    } catch (error) {
      expect(error).toMatchObject({ line: 2 });
    }
  });

  it('refuses files that are not reports, are encrypted, or have a document type', () => {
    expect(() => readTemplate(bytes('<html/>'))).toThrow('The root element must be <Report>, not <html>.');
    expect(() => readTemplate(bytes('rij0000'))).toThrow('encrypted');
    expect(() => readTemplate(bytes('<!DOCTYPE r [<!ENTITY a "b">]><Report>&a;</Report>'))).toThrow(TemplateError);
    expect(() => readTemplate(new Uint8Array())).toThrow(TemplateError);
  });

  it('collects unknown elements and attributes', () => {
    const { unknown } = read('<ReportPage Name="P" Wings="2"><FlyingObject/></ReportPage>');
    expect(unknown.map(({ element, attribute }) => [element, attribute])).toEqual([
      ['ReportPage', 'Wings'],
      ['FlyingObject', undefined],
    ]);
  });

  it('stops at its limits of size, elements and depth, packed or not', () => {
    const deep = `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`;
    expect(() => read(deep)).toThrow(LimitError);
    expect(() =>
      readTemplate(bytes(`<Report>${'<a/>'.repeat(50)}</Report>`), { limits: { templateElements: 20 } }),
    ).toThrow(LimitError);
    const bomb = gzipSync(bytes(`<Report>${' '.repeat(1_000_000)}</Report>`));
    expect(() => readTemplate(bomb, { limits: { templateBytes: 100_000 } })).toThrow(LimitError);
  });

  it('applies an inherited report to its base: changed objects keep their position, new ones come first', () => {
    const base =
      '<Report><ReportPage Name="P"><DataBand Name="D" Height="10" Visible="true"><TextObject Name="T" Text="old"/></DataBand></ReportPage></Report>';
    const own =
      '<inherited BaseReport="base.frx"><inherited Name="P"><inherited Name="D" Height="30"><inherited Name="T" Text="new"/><TextObject Name="U" Text="more"/></inherited></inherited></inherited>';
    const { byName, pages } = readTemplate(bytes(own), {
      baseReport: (name) => (name === 'base.frx' ? bytes(base) : undefined),
    });
    expect(numberOf(byName.get('d')!, 'Height')).toBe(30);
    expect(flagOf(byName.get('d')!, 'Visible')).toBe(true);
    expect(pages[0]?.children[0]?.children.map((node) => textOf(node, 'Text'))).toEqual(['more', 'new']);
    expect(() => readTemplate(bytes(own))).toThrow('The base report "base.frx" cannot be found.');
    expect(() => readTemplate(bytes(own), { baseReport: () => bytes(own) })).toThrow('cycle');
  });

  it('puts new pages, bands and objects of an inherited report at their ZOrder', () => {
    const base =
      '<Report><ReportPage Name="P"><ReportTitleBand Name="RT"><TextObject Name="A"/><TextObject Name="B"/></ReportTitleBand><DataBand Name="D"/></ReportPage></Report>';
    const namesOf = (nodes: readonly TemplateObject[]): string[] => nodes.map(({ name }) => name);
    const read = (own: string): Template =>
      readTemplate(bytes(`<inherited BaseReport="base.frx">${own}</inherited>`), { baseReport: () => bytes(base) });
    const inTitle = (own: string): string[] =>
      namesOf(
        read(`<inherited Name="P"><inherited Name="RT">${own}</inherited></inherited>`).byName.get('rt')!.children,
      );
    expect(inTitle('<TextObject Name="N"/><TextObject Name="M"/>')).toEqual(['M', 'N', 'A', 'B']);
    expect(inTitle('<TextObject Name="N" ZOrder="1"/><TextObject Name="M" ZOrder="9"/>')).toEqual(['A', 'N', 'B', 'M']);
    expect(namesOf(read('<inherited Name="P"><DataBand Name="N"/></inherited>').pages[0]!.children)).toEqual([
      'RT',
      'N',
      'D',
    ]);
    expect(namesOf(read('<ReportPage Name="N"/>').pages)).toEqual(['N', 'P']);
    expect(read('<ReportPage Name="N" ZOrder="1"/>').unknown).toEqual([]);
  });

  describe('of an inherited report', () => {
    const base =
      '<Report><Styles><Style Name="S1"/><Style Name="S2"/></Styles><Dictionary><TableDataSource Name="Items"/><Parameter Name="A" Expression="1"/>' +
      '<Total Name="Sum" Evaluator="D" PrintOn="F"/><Total Name="All" Evaluator="D"/></Dictionary><ReportPage Name="P"><DataBand Name="D" Height="10">' +
      '<TextObject Name="T" Text="old" BreakTo="N"/><SubreportObject Name="S" ReportPage="Sub"/></DataBand></ReportPage></Report>';
    const read = (own: string): Template =>
      readTemplate(bytes(`<inherited BaseReport="base.frx">${own}</inherited>`), { baseReport: () => bytes(base) });
    const dictionary = (own: string): readonly TemplateObject[] =>
      read(`<Dictionary>${own}</Dictionary>`).root.children.find(({ type }) => type === 'Dictionary')!.children;

    it('changes an object by its name, whatever the element is called', () => {
      const { pages, byName } = read(
        '<ReportPage Name="P"><DataBand Name="D"><TextObject Name="T" Text="new"/></DataBand></ReportPage>',
      );
      expect(pages).toHaveLength(1);
      expect(numberOf(byName.get('d')!, 'Height')).toBe(10);
      expect(byName.get('d')!.children.map((node) => textOf(node, 'Text'))).toEqual(['new', '']);
      expect(flagOf(dictionary('<inherited Name="Items" Enabled="false"/>')[0]!, 'Enabled')).toBe(false);
    });

    it('replaces totals, parameters and all styles, and changes none of them', () => {
      const names = dictionary('<Total Name="Sum" Evaluator="X"/><inherited Name="A" Expression="2"/>');
      expect(
        names.map((node) => [node.name, node.attributes.get('Evaluator') ?? node.attributes.get('Expression')]),
      ).toEqual([
        ['Items', undefined],
        ['A', '1'],
        ['Sum', 'X'],
        ['All', 'D'],
      ]);
      const styles = read('<Styles><Style Name="S3"/></Styles>').root.children.filter(({ type }) => type === 'Styles');
      expect(styles.map((node) => node.children.map(({ name }) => name))).toEqual([['S3']]);
    });

    it('creates a new value where it names the class of one, and otherwise changes the value of the base', () => {
      const changed = (own: string, changes: string): string[] => {
        const template = `<Report><ReportPage Name="P"><ReportTitleBand Name="R"><TextObject Name="T" ${own}/></ReportTitleBand></ReportPage></Report>`;
        const { byName } = readTemplate(
          bytes(`<inherited BaseReport="base.frx"><inherited Name="T" ${changes}/></inherited>`),
          {
            baseReport: () => bytes(template),
          },
        );
        return [...byName.get('t')!.attributes]
          .filter(([key]) => key !== 'Name')
          .map(([key, value]) => `${key}=${value}`);
      };
      expect(changed('Fill="Glass" Fill.Color="Red"', 'Fill="Solid"')).toEqual(['Fill=Solid']);
      expect(changed('Fill="Glass" Fill.Color="Red"', 'Fill.Color="Blue"')).toEqual(['Fill=Glass', 'Fill.Color=Blue']);
      expect(changed('Format="Number" Format.DecimalDigits="1"', 'Format.UseLocale="false" Format="Number"')).toEqual([
        'Format=Number',
        'Format.UseLocale=false',
      ]);
    });

    it('changes the first one of several formats by the attributes of a single one', () => {
      const several = '<Formats><NumberFormat DecimalDigits="3"/><DateFormat Format="d"/></Formats>';
      const formats = (own: string, changes: string): string[] | undefined => {
        const template = `<Report><ReportPage Name="P"><ReportTitleBand Name="R"><TextObject Name="T" Format="Time">${own}</TextObject></ReportTitleBand></ReportPage></Report>`;
        const { byName } = readTemplate(
          bytes(`<inherited BaseReport="base.frx"><inherited Name="T" ${changes}</inherited></inherited>`),
          {
            baseReport: () => bytes(template),
          },
        );
        return byName
          .get('t')!
          .children.find(({ type }) => type === 'Formats')
          ?.children.map(({ type, attributes }) => `${type} ${[...attributes].join(' ')}`);
      };
      const date = 'DateFormat Format,d';
      expect(formats(several, 'Format.UseLocale="false">')).toEqual([
        'NumberFormat DecimalDigits,3 UseLocale,false',
        date,
      ]);
      expect(formats(several, 'Format.Format="0" Format="Custom">')).toEqual(['CustomFormat Format,0', date]);
      expect(formats(several, 'Format="Date"><Formats><BooleanFormat/></Formats>')).toEqual(['BooleanFormat ']);
      expect(formats('<Formats/>', 'Format="Custom">')).toBeUndefined();
    });

    it('does not resolve references of the base to what it adds', () => {
      const added = '<DataFooterBand Name="F"/><TextObject Name="N"/>';
      const { byName } = read(
        `<ReportPage Name="Sub"/><inherited Name="P"><inherited Name="D">${added}</inherited></inherited>`,
      );
      const references = (name: string): string[] =>
        [...byName.get(name)!.attributes.keys()].filter((key) => key !== 'Name');
      expect(references('s')).toEqual([]);
      expect(references('t')).toEqual(['Text']);
      expect(references('sum')).toEqual(['Evaluator']);
    });
  });

  it('returns a template or throws a TemplateError for any bytes, including such as begin like gzip', () => {
    const raw = fc.uint8Array({ maxLength: 200 });
    const gzipStart = raw.map((rest) => Uint8Array.of(0x1f, 0x8b, ...rest));
    fc.assert(
      fc.property(fc.oneof(raw, gzipStart), fc.string({ maxLength: 60 }), (whole, text) => {
        for (const input of [whole, bytes(`<Report ${text}><ReportPage Name="${text}"/></Report>`)]) {
          try {
            readTemplate(input);
          } catch (error) {
            expect(error instanceof TemplateError || error instanceof LimitError, String(error)).toBe(true);
          }
        }
      }),
      { numRuns: 300, examples: [[Uint8Array.of(0x1f, 0x8b), '']] },
    );
  });
});

describe('the properties of a template object', () => {
  const object = (xml: string): Parameters<typeof textOf>[0] =>
    read(`<ReportPage Name="P"><DataBand Name="D">${xml}</DataBand></ReportPage>`).byName.get('x')!;

  it('have the default of their class when the template does not set them', () => {
    const text = object('<TextObject Name="X"/>');
    expect(textOf(text, 'Brackets')).toBe('[,]');
    expect([flagOf(text, 'WordWrap'), flagOf(text, 'CanGrow'), numberOf(text, 'TabWidth')]).toEqual([true, false, 58]);
    expect(fontOf(text, 'Font')).toEqual({
      family: 'Arial',
      size: 10,
      bold: false,
      italic: false,
      underline: false,
      strikeout: false,
    });
    expect(paddingOf(text, 'Padding')).toEqual({ left: 2, top: 0, right: 2, bottom: 0 });
    expect(paddingOf(object('<TableCell Name="X"/>'), 'Padding')).toEqual({ left: 2, top: 1, right: 2, bottom: 1 });
    expect(propertiesOf('NoSuchClass')).toBeUndefined();
  });

  it('are read from fonts, colours, enums and numbers as the designer writes them', () => {
    const text = object(
      '<TextObject Name="X" Font="Tahoma, 8.25pt, style=Bold, Italic" HorzAlign="right" Width="12.5" Fill.Color="255, 128, 0" Height="tall"/>',
    );
    expect(fontOf(text, 'Font')).toMatchObject({
      family: 'Tahoma',
      size: 8.25,
      bold: true,
      italic: true,
      underline: false,
    });
    expect(enumOf(text, 'HorzAlign', ['Left', 'Center', 'Right', 'Justify'])).toBe('Right');
    expect([numberOf(text, 'Width'), numberOf(text, 'Height')]).toEqual([12.5, 0]);
    expect(colorOf(text, 'Fill.Color')).toBe('#ff8000');
  });

  it('are read from numbers with commas and names in lower case, as in .NET', () => {
    const text = object(
      '<TextObject Name="X" Width="1,047.06" Left=" 2.5e1" Border.Lines="left,top" Anchor="top, RIGHT"/>',
    );
    expect([numberOf(text, 'Width'), numberOf(text, 'Left')]).toEqual([1047.06, 25]);
    expect(borderOf(text).lines).toEqual({ left: true, top: true, right: false, bottom: false });
    expect([...flagNamesOf(text, 'Anchor')]).toEqual(['Top', 'Right']);
  });

  it.each([
    ['Maroon', '#800000'],
    ['DarkSeaGreen', '#8fbc8b'],
    ['Transparent', '#ffffff00'],
    ['128, 255, 0, 0', '#ff000080'],
    ['#336699', '#336699'],
    ['-65536', '#ff0000'],
    ['0xFF0000', '#ff0000'],
    ['NoSuchColour', '#ffffff00'],
  ])('write the colour %s as %s', (text, color) => {
    expect(colorOf(object(`<TextObject Name="X" Fill.Color="${text}"/>`), 'Fill.Color')).toBe(color);
  });

  it('combine a border from common and single sides, in the order of the attributes', () => {
    const border = borderOf(
      object(
        '<TextObject Name="X" Border.Lines="Left, Bottom" Border.Color="Red" Border.LeftLine.Width="3" Border.Shadow="true"/>',
      ),
    );
    expect(border.lines).toEqual({ left: true, top: false, right: false, bottom: true });
    expect([border.left, border.bottom]).toEqual([
      { color: '#ff0000', style: 'Solid', width: 3 },
      { color: '#ff0000', style: 'Solid', width: 1 },
    ]);
    expect(border.shadow).toEqual({ color: '#000000', width: 4 });
  });

  it('create a fill of its kind with its own defaults', () => {
    const noImage = (): never => {
      throw new Error('A solid fill has no picture.');
    };
    const fill = (attributes: string): unknown =>
      fillOf(object(`<TextObject Name="X" ${attributes}/>`), 'Fill', (data) => ({
        id: 'i',
        bytes: data,
        format: 'unknown',
        width: 0,
        height: 0,
      }));
    expect(fill('')).toEqual({ kind: 'solid', color: '#ffffff00' });
    expect(fillOf(object('<TextObject Name="X" TextFill="Solid"/>'), 'TextFill', noImage, '#000000')).toEqual(fill(''));
    expect(fill('Fill="Glass" Fill.Color="Navy"')).toEqual({
      kind: 'glass',
      color: '#000080',
      blend: 0.2,
      hatch: true,
    });
    expect(fill('Fill="LinearGradient" Fill.Angle="90"')).toMatchObject({
      kind: 'linearGradient',
      startColor: '#000000',
      endColor: '#ffffff',
      angle: 90,
    });
    expect(fill('Fill="Hatch" Fill.Style="Cross"')).toMatchObject({ kind: 'hatch', style: 'Cross' });
    expect(fill('Fill="PathGradient"')).toMatchObject({ kind: 'pathGradient', style: 'Elliptic' });
    expect(fill('Fill="Texture" Fill.ImageData="AQID"')).toMatchObject({
      kind: 'texture',
      image: { bytes: new Uint8Array([1, 2, 3]) },
    });
  });
});

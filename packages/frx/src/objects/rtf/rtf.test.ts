import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawObject, objectClass } from '../index.ts';
import { objectNow, testTools, texts } from '../testing/testObject.ts';
import { RtfError, type RtfBlock, type RtfParagraph } from './document.ts';
import { parseRtf } from './parse.ts';
import { rtfText } from '../../testing/fuzz/readers.ts';

const rtf = (content: string): string =>
  `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fcharset204 Tahoma;}}{\\colortbl ;\\red255\\green0\\blue0;}${content}}`;
const paragraphs = (blocks: readonly RtfBlock[]): RtfParagraph[] =>
  blocks.filter((block) => block.kind === 'paragraph');
const words = (content: string): string[] =>
  paragraphs(parseRtf(rtf(content))).map(({ runs }) => runs.map(({ text }) => text).join(''));

describe('RTF', () => {
  it('is parsed into paragraphs of runs with their formatting', () => {
    const [first] = paragraphs(parseRtf(rtf('\\fs24 plain {\\b bold\\i  both} \\cf1\\ul red\\ulnone\\f1\\par')));
    expect(
      first?.runs.map(({ text, bold, italic, underline, color, size, family }) => [
        text,
        bold,
        italic,
        underline,
        color,
        size,
        family,
      ]),
    ).toEqual([
      ['plain ', false, false, false, '#000000', 12, 'Arial'],
      ['bold', true, false, false, '#000000', 12, 'Arial'],
      [' both', true, true, false, '#000000', 12, 'Arial'],
      [' ', false, false, false, '#000000', 12, 'Arial'],
      ['red', false, false, true, '#ff0000', 12, 'Arial'],
    ]);
  });

  it('ends each kind of formatting by its word, by a value of zero, by its group and by the plain formatting', () => {
    const marks = (content: string): string[] => {
      const [first] = paragraphs(parseRtf(rtf(content)));
      return first!.runs.map(({ text, ...run }) => {
        const on = (['bold', 'italic', 'underline', 'strikeout'] as const).filter((key) => run[key]);
        return [text.trim(), ...on, ...(run.position === 'normal' ? [] : [run.position])].join(' ');
      });
    };
    expect(marks('\\b a\\b0 b\\i c\\i0 d\\strike e\\strike0 f\\ul g\\ul0 h\\uldb i\\plain j')).toEqual([
      'a bold',
      'b',
      'c italic',
      'd',
      'e strikeout',
      'f',
      'g underline',
      'h',
      'i underline',
      'j',
    ]);
    expect(marks('\\sub a\\sub0 b\\super c\\nosupersub d{\\super e}f')).toEqual([
      'a sub',
      'b',
      'c super',
      'd',
      'e super',
      'f',
    ]);
    expect(words('a\\v b\\v0 c')).toEqual(['ac']);
    const sizes = paragraphs(parseRtf(rtf('a\\fs a\\fs1 b\\fs5000 c\\plain d')))[0]!.runs.map(({ size }) => size);
    expect(sizes).toEqual([12, 12, 1, 1000, 12]);
  });

  it('names fonts and colours by their tables, and falls back where these have no entry', () => {
    const runs = (content: string) =>
      paragraphs(parseRtf(content))[0]!.runs.map(({ family, color }) => [family, color]);
    expect(runs(rtf('a\\f1\\cf1 b\\f7\\cf9 c\\cf0 d'))).toEqual([
      ['Arial', '#000000'],
      ['Tahoma', '#ff0000'],
      ['Times New Roman', '#000000'],
      ['Times New Roman', '#000000'],
    ]);
    const tables = '{\\fonttbl{\\f3 Segoe UI;Arial;}}{\\colortbl;\\red1\\green2\\blue3;\\blue255;\\red16;}';
    expect(runs(`{\\rtf1${tables}\\f3\\cf1 a\\cf2 b\\cf3 c}`)).toEqual([
      ['Segoe UI', '#010203'],
      ['Segoe UI', '#0000ff'],
      ['Segoe UI', '#100000'],
    ]);
  });

  it('reads pieces of a picture between groups, and none of less than four bytes', () => {
    const pictures = (content: string) => paragraphs(parseRtf(rtf(`${content}\\par`))).flatMap((one) => one.pictures);
    expect(pictures('{\\pict\\jpegblip{\\*\\blipuid 00}ff d8\n ff{}e0 zz}')).toEqual([
      { bytes: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0]), width: 0, height: 0 },
    ]);
    expect(pictures('{\\pict\\pngblip 0102030}')).toEqual([]);
    expect(pictures('{\\pict\\pngblip 01020304}')).toHaveLength(1);
    expect(pictures('{\\pict 0102030405}')).toEqual([]);
    expect(pictures('{\\*\\shppict{\\pict\\pngblip 01020304}}{\\nonshppict{\\pict\\pngblip 05060708}}')).toHaveLength(
      1,
    );
    // A picture without text makes a paragraph also at the end of the document.
    expect(paragraphs(parseRtf(rtf('{\\pict\\pngblip 01020304}')))).toHaveLength(1);
  });

  it('has no paragraph break inside of what is not text, and ends paragraphs at sections and pages', () => {
    expect(words('{\\fonttbl{\\f0\\par Arial;}}a\\sect b\\page c')).toEqual(['a', 'b', 'c']);
    expect(words('{\\info\\par {\\title x\\par}}a\\par')).toEqual(['a']);
  });

  it('leaves out as many characters after Unicode as its group states', () => {
    expect(words("\\u8364\\'80\\'81x")).toEqual(['\u20ac\u0081x']);
    expect(words('\\u-3844?\\u8364ab\\uc0\\u8364 c')).toEqual(['\uf0fc\u20acb\u20acc']);
    expect(words('{\\uc3\\u8364abcd}\\u8364ab')).toEqual(['\u20acd\u20acb']);
    expect(words('{\\rtf1\\ansicpg1251}')).toEqual([]);
    const cyrillic = parseRtf("{\\rtf1\\ansicpg1251 \\'cf\\'f0}");
    expect(paragraphs(cyrillic)[0]!.runs[0]!.text).toBe('\u041f\u0440');
    const unknown = parseRtf("{\\rtf1\\ansicpg9999 caf\\'e9}");
    expect(
      paragraphs(unknown)[0]!
        .runs.map(({ text }) => text)
        .join(''),
    ).toBe('caf\u00e9');
  });

  it('has no run for a character that was left out, and takes charsets from the table of fonts alone', () => {
    const runs = (content: string) => paragraphs(parseRtf(content))[0]!.runs.map(({ text }) => text);
    expect(runs(rtf('\\u8364?\\b x'))).toEqual(['\u20ac', 'x']);
    expect(runs("{\\rtf1{\\fonttbl{\\f0 Arial;}}\\fcharset204 caf\\'e9}").join('')).toBe('caf\u00e9');
  });

  it('ends paragraphs, and keeps empty ones', () => {
    expect(words('a\\par\\par b\\line c')).toEqual(['a', '', 'b\nc']);
  });

  it('applies the alignment and indents of paragraphs', () => {
    const [first, second] = paragraphs(
      parseRtf(rtf('\\pard\\qc\\li150\\ri300\\fi-150\\sb75\\sa30 x\\par\\pard y\\par')),
    );
    expect(first).toMatchObject({ align: 'Center', left: 10, right: 20, firstLine: -10, before: 5, after: 2 });
    expect(second).toMatchObject({ align: 'Left', left: 0 });
  });

  it('decodes code pages of fonts, Unicode and symbols', () => {
    expect(words("caf\\'e9 {\\f1 \\'cf\\'f0} \\u8364? \\bullet\\emdash\\~\\{\\}\\\\")).toEqual([
      'caf\u00e9 \u041f\u0440 \u20ac \u2022\u2014\u00a0{}\\',
    ]);
    expect(words("\\uc2\\u8364\\'80\\'80x\\uc0\\u65 y")).toEqual(['\u20acxAy']);
  });

  it('skips destinations that are not text', () => {
    const content =
      '{\\*\\generator X;}{\\stylesheet{\\s0 Normal;}}{\\info{\\author Me}}{\\field{\\*\\fldinst HYPERLINK "http://x"}{\\fldrslt link}}{\\v hidden}{\\header h}';
    expect(words(content)).toEqual(['link']);
  });

  it('keeps the bullets of lists', () => {
    expect(words('{\\pntext\\f0 1.\\tab}one\\par{\\listtext\\bullet\\tab}two\\par')).toEqual([
      '1.\tone',
      '\u2022\ttwo',
    ]);
  });

  it('reads tables row by row', () => {
    const blocks = parseRtf(
      rtf('\\trowd\\clbrdrt\\brdrs\\cellx1500\\cellx3000\\intbl a\\cell b\\par c\\cell\\row\\pard after\\par'),
    );
    expect(blocks.map(({ kind }) => kind)).toEqual(['row', 'paragraph']);
    expect(blocks[0]).toMatchObject({
      cells: [
        { right: 100, borders: true, blocks: [{ runs: [{ text: 'a' }] }] },
        { right: 200, borders: false, blocks: [{ runs: [{ text: 'b' }] }, { runs: [{ text: 'c' }] }] },
      ],
    });
  });

  it('reads rows that begin right of the edge, cells without text, and rows that follow each other', () => {
    const blocks = parseRtf(
      rtf(
        '\\trowd\\trleft300\\cellx1500\\clbrdrb\\cellx3000\\intbl\\cell x\\cell y\\cell\\row\\trowd\\cellx1500\\intbl z\\cell\\row',
      ),
    );
    expect(blocks).toMatchObject([
      {
        kind: 'row',
        left: 20,
        cells: [
          { right: 100, borders: false, blocks: [{ runs: [] }] },
          { right: 200, borders: true, blocks: [{ runs: [{ text: 'x' }] }] },
        ],
      },
      { kind: 'row', left: 0, cells: [{ right: 100, borders: false, blocks: [{ runs: [{ text: 'z' }] }] }] },
    ]);
    expect(blocks[0]!.kind === 'row' && blocks[0]!.cells).toHaveLength(2);
    // A text in a table without cells, and one after a row that was never ended.
    expect(words('\\intbl a\\par')).toEqual(['a']);
    const open = parseRtf(rtf('\\trowd\\cellx1500\\intbl a\\cell\\pard b\\par'));
    expect(open.map(({ kind }) => kind)).toEqual(['row', 'paragraph']);
  });

  it('reads pictures of known formats', () => {
    const [first] = paragraphs(
      parseRtf(rtf('{\\pict\\pngblip\\picwgoal600\\pichgoal300 89504e470d0a1a0a}{\\pict\\wmetafile8 0102030405}\\par')),
    );
    expect(first?.pictures).toEqual([
      { bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), width: 40, height: 20 },
    ]);
  });

  it('is refused when it is not RTF or nested too deeply', () => {
    expect(() => parseRtf('hello')).toThrow(RtfError);
    expect(() => parseRtf(rtf('{'.repeat(500)))).toThrow(RtfError);
  });
});

describe('rich text', () => {
  it('draws a box for each paragraph, with tags for what differs from its first run', () => {
    const { drawing } = drawObject(
      objectNow('RichObject', {}, { text: rtf('\\fs20 a < \\b b\\b0\\cf1 c\\par d\\par') }),
      testTools(),
    );
    expect(texts(drawing!)).toEqual(['a &lt; <b>b</b><font color="#ff0000">c</font>', 'd']);
    const boxes = drawing!.filter((primitive) => primitive.kind === 'textBox');
    expect(boxes[1]!.y).toBeGreaterThan(boxes[0]!.y);
  });

  it('places paragraphs by their indents and distances, and hanging ones with a tab at the indent', () => {
    const boxes = (content: string) =>
      drawObject(objectNow('RichObject', {}, { text: rtf(content) }), testTools()).drawing!.filter(
        (primitive) => primitive.kind === 'textBox',
      );
    const [plain, placed, hanging, next] = boxes(
      'a\\par\\pard\\li300\\ri150\\fi75\\sb150\\sa300 b\\par\\pard\\li300\\fi-150 c\\par\\pard d\\par',
    );
    const { x: left, y: top } = plain!;
    expect(placed!.x - left).toBe(20);
    expect(plain!.width - placed!.width).toBeCloseTo(30, 5);
    expect(placed!.y - top - plain!.height).toBeCloseTo(9, 5);
    expect(placed!.content.style).toMatchObject({ paragraphOffset: 5, tabPositions: [] });
    expect(hanging!.x - left).toBe(10);
    expect(plain!.width - hanging!.width).toBeCloseTo(10, 5);
    expect(hanging!.content.style).toMatchObject({ paragraphOffset: 0, tabPositions: [10] });
    expect(hanging!.y - placed!.y - placed!.height).toBeCloseTo(19, 5);
    expect(next!.y - hanging!.y).toBeCloseTo(hanging!.height - 1, 5);
  });

  it('marks each kind of formatting, and a bold base only where all of it is bold', () => {
    const drawn = (content: string) =>
      texts(drawObject(objectNow('RichObject', {}, { text: rtf(content) }), testTools()).drawing!);
    expect(drawn('a{\\i b}{\\ul c}{\\strike d}{\\sub e}{\\super f}{\\f1 g}{\\fs40 h}\\par')).toEqual([
      'a<i>b</i><u>c</u><strike>d</strike><sub>e</sub><sup>f</sup><font face="Tahoma">g</font><font size="20">h</font>',
    ]);
    expect(drawn('{\\b a}{\\b b}\\par')).toEqual(['ab']);
    expect(drawn('{\\b a}b & c > d\\par')).toEqual(['<b>a</b>b &amp; c &gt; d']);
  });

  it('draws cells beside each other, as high as the highest, with borders where they are stated', () => {
    const { drawing } = drawObject(
      objectNow(
        'RichObject',
        {},
        {
          text: rtf('\\trowd\\clbrdrt\\cellx900\\cellx1800\\intbl a\\cell b\\par c\\cell\\row\\pard d\\par'),
        },
      ),
      testTools(),
    );
    const boxes = drawing!.filter((primitive) => primitive.kind === 'textBox');
    // The paragraph after the table begins at the left edge of the text.
    const left = boxes[3]!.x;
    expect(boxes.slice(0, 3).map(({ x, width }) => [x - left, width])).toEqual([
      [5, 50],
      [65, 50],
      [65, 50],
    ]);
    expect(boxes[1]!.y).toBe(boxes[0]!.y);
    expect(boxes[3]!.y).toBeCloseTo(boxes[2]!.y + boxes[2]!.height - 1, 5);
    expect(drawing!.filter(({ kind }) => kind === 'path')).toHaveLength(1);
  });

  it('needs the height of all of its paragraphs', () => {
    const height = (content: string): number =>
      objectClass('RichObject').height!(objectNow('RichObject', {}, { text: rtf(content) }), testTools());
    expect(height('a\\par b\\par c\\par')).toBeGreaterThan(2.5 * height('a\\par'));
    expect(height('a\\par\\par b\\par')).toBeGreaterThan(1.4 * height('a\\par b\\par'));
    expect(objectClass('RichObject').height!(objectNow('RichObject'), testTools())).toBe(0);
  });

  it('shows a text that is not RTF unchanged', () => {
    const { drawing } = drawObject(objectNow('RichObject', {}, { text: 'one {two}\nthr\u00e9e' }), testTools());
    expect(texts(drawing!)).toEqual(['one {two}', 'thr\u00e9e']);
    const { write } = objectClass('RichObject');
    expect(typeof write === 'function' && write('a\\{b}\u20ac\n')).toBe('a\\\\\\{b\\}\\u8364?\\par ');
  });
});

describe('the RTF reader', () => {
  it('returns blocks or throws an RtfError for any text', () => {
    fc.assert(
      fc.property(rtfText, (content) => {
        try {
          const text = `{\\rtf1 ${content}`;
          parseRtf(text);
          drawObject(objectNow('RichObject', {}, { text }), testTools());
        } catch (error) {
          expect(error).toBeInstanceOf(RtfError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

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

  it('needs the height of all of its paragraphs', () => {
    const height = (content: string): number =>
      objectClass('RichObject').height!(objectNow('RichObject', {}, { text: rtf(content) }), testTools());
    expect(height('a\\par b\\par c\\par')).toBeGreaterThan(2.5 * height('a\\par'));
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

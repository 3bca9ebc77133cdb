import { describe, expect, it } from 'vitest';
import { loadFonts } from '../node/fonts.ts';
import { readArchive } from '../testing/corpus/archive.ts';
import { breakText, layoutText, lineWidth, neededHeight, neededWidth, shrinkText } from './index.ts';
import { testFont, testText } from './testing/texts.ts';

const fonts = loadFonts({ installed: false });
const FOX = 'The quick brown fox jumps over the lazy dog near the riverbank';
const ARIAL_LINE = (8 * 96 * 2355) / 72 / 2048;
const EM = (8 * 96) / 72;

const linesOf = (text: string, width: number, changes = {}): string[] =>
  layoutText(fonts, testText(text, changes), width, 1000).lines.map((line) =>
    line.runs.map((run) => run.text).join(''),
  );

const topOf = (vertAlign: 'Center' | 'Bottom'): number =>
  layoutText(fonts, testText('x', { vertAlign }), 100, 50).lines[0]?.top ?? NaN;

describe('needed height', () => {
  it('is zero for an empty text', () => {
    expect(neededHeight(fonts, testText(''), { width: 100, height: 5 })).toBe(0);
  });

  it('counts the lines, an eighth of an em, the paddings and a closing pixel', () => {
    const padding = { left: 2, top: 3, right: 2, bottom: 4 };
    expect(neededHeight(fonts, testText('Wg', { padding }), { width: 290, height: 5 })).toBeCloseTo(
      ARIAL_LINE + EM / 8 + 7 + 1,
      6,
    );
  });

  it('counts an empty line in the middle but no line behind the last line break', () => {
    const one = neededHeight(fonts, testText('L1'), { width: 290, height: 5 });
    expect(neededHeight(fonts, testText('L1\r\nL2\r\n'), { width: 290, height: 5 })).toBeCloseTo(one + ARIAL_LINE, 6);
    expect(neededHeight(fonts, testText('L1\r\n\r\nL3'), { width: 290, height: 5 })).toBeCloseTo(
      one + 2 * ARIAL_LINE,
      6,
    );
  });

  it('has no margin around the lines of a justified text', () => {
    expect(neededHeight(fonts, testText('Wg', { horzAlign: 'Justify' }), { width: 290, height: 5 })).toBeCloseTo(
      ARIAL_LINE + 1,
      6,
    );
  });

  it('uses the line height of the template', () => {
    expect(neededHeight(fonts, testText('a\nb', { lineHeight: 20 }), { width: 290, height: 5 })).toBeCloseTo(41, 6);
  });

  it('is rotated with an angle of 90 degrees', () => {
    const upright = testText(FOX, { angle: 90, wordWrap: false });
    const level = testText(FOX, { wordWrap: false });
    expect(neededHeight(fonts, upright, { width: 20, height: 100 })).toBe(
      neededWidth(fonts, level, { width: 20, height: 100 }),
    );
  });
});

describe('wrapping', () => {
  it('breaks after spaces and after hyphens inside words', () => {
    expect(linesOf('alpha beta-gamma', 68)).toEqual(['alpha beta-', 'gamma']);
  });

  it('breaks a word that is too long between its characters', () => {
    expect(linesOf('Waaaaaaaaaaaaaaaaaaaaaa', 40).length).toBeGreaterThan(2);
  });

  it('breaks between ideographs', () => {
    expect(linesOf('検査報告書検査報告書検査報告書', 50).length).toBeGreaterThan(1);
  });

  it('starts the first line behind the tabulator of a paragraph offset', () => {
    const offset = { firstTabOffset: 40, tabWidth: 58 };
    expect(linesOf('\talpha beta', 78, offset)).toEqual(['alpha', 'beta']);
    expect(linesOf('alpha beta', 78, offset)).toEqual(['alpha beta']);
  });

  it('ignores the spaces at the end of a line', () => {
    expect(linesOf('alpha     beta', 38)).toEqual(['alpha', 'beta']);
  });

  it('cuts a line that may not wrap and ends it with an ellipsis', () => {
    const [line = ''] = linesOf(FOX, 100, { wordWrap: false, trimming: 'EllipsisCharacter' });
    expect(line.endsWith('…')).toBe(true);
    expect(FOX.startsWith(line.slice(0, -1))).toBe(true);
  });

  it('ends the last whole line of a wrapped text with one ellipsis and draws nothing below it', () => {
    const height = ARIAL_LINE * 2.6;
    const layout = layoutText(fonts, testText(FOX, { trimming: 'EllipsisWord', clip: true }), 100, height);
    const written = layout.lines.map((line) => line.runs.map((run) => run.text).join(''));
    expect(written).toHaveLength(2);
    expect(written.join(' ').match(/…/g)).toHaveLength(1);
    expect(written[1]).toMatch(/\w…$/);
  });
});

describe('breaking', () => {
  it('splits a text after the last line that fits', () => {
    const parts = breakText(fonts, testText('one\ntwo\nthree'), { width: 200, height: ARIAL_LINE * 2.5 });
    expect(parts).toMatchObject({ head: 'one\ntwo\n', rest: 'three' });
  });

  it('refuses when not even one line fits', () => {
    expect(breakText(fonts, testText('one\ntwo'), { width: 200, height: ARIAL_LINE * 0.9 })).toBeUndefined();
    expect(breakText(fonts, testText('one'), { width: 200, height: ARIAL_LINE + EM / 8 - 0.1 })).toBeUndefined();
  });

  it('has an empty rest when all lines fit', () => {
    expect(breakText(fonts, testText('one\ntwo'), { width: 200, height: 100 })).toMatchObject({
      head: 'one\ntwo',
      rest: '',
    });
  });

  it('justifies the last line of a justified head', () => {
    const parts = breakText(fonts, testText(FOX, { horzAlign: 'Justify' }), { width: 100, height: ARIAL_LINE * 1.5 });
    expect(parts?.forceJustify).toBe(true);
    expect(parts?.head.endsWith(' ')).toBe(false);
  });

  it('reopens the tags that are open where the rest begins', () => {
    const tagged = testText('one <b>two three four five</b>', { renderType: 'HtmlTags' });
    const parts = breakText(fonts, tagged, { width: 50, height: ARIAL_LINE * 1.5 });
    expect(parts?.head).toBe('one <b>two ');
    expect(parts?.rest).toBe('<b><font color="Black">three four five</b>');
  });

  it('closes and reopens the tags of a paragraph text', () => {
    const tagged = testText('<b>one two three</b> four', { renderType: 'HtmlParagraph' });
    const parts = breakText(fonts, tagged, { width: 50, height: ARIAL_LINE * 1.5 });
    expect(parts).toMatchObject({ head: '<b>one two </b>', rest: '<b>three</b> four', skipFirstLineIndent: true });
  });

  it('never cuts through a tag or an entity', () => {
    const parted = (text: string, lines: number): unknown => {
      const content = testText(text, {
        renderType: 'HtmlParagraph',
        font: testFont({ family: 'Courier New', size: 10 }),
      });
      return breakText(fonts, content, { width: 60, height: 16 * lines });
    };
    expect(parted('one&nbsp;two&nbsp;six', 1)).toMatchObject({ head: 'one&nbsp;tw', rest: 'o&nbsp;six' });
    expect(parted('<b>one&nbsp;</b><i>two&nbsp;six</i>', 1)).toMatchObject({
      head: '<b>one&nbsp;</b><i>tw</i>',
      rest: '<i>o&nbsp;six</i>',
    });
    // A word of several tags goes on behind the last of them.
    expect(parted('and <i>x</i><b>234</b>', 1)).toMatchObject({
      head: 'and <i>x</i>',
      rest: '<i></i><b>234</b>',
    });
  });

  it('splits simple tags after a word that is longer than a line, also where the text may not wrap', () => {
    for (const wordWrap of [true, false]) {
      const tagged = testText('Wirklichkeitsform <b>two</b> three', { renderType: 'HtmlTags', wordWrap });
      expect(breakText(fonts, tagged, { width: 40, height: ARIAL_LINE * 1.5 })).toMatchObject({
        head: 'Wirklichkeitsform ',
        rest: '<b><font color="Black"><b>two</b> three',
      });
    }
  });
});

describe('shrinking', () => {
  it('reduces the font size until the width fits, down to the minimum', () => {
    const tooWide = testText(FOX, { wordWrap: false });
    expect(shrinkText(fonts, tooWide, { width: 150, height: 36 }, { mode: 'FontSize', minSize: 4 }).font.size).toBe(4);
    expect(
      shrinkText(fonts, testText('ok'), { width: 150, height: 36 }, { mode: 'FontSize', minSize: 4 }).font.size,
    ).toBe(8);
  });

  it('reduces the font size until the wrapped lines fit the height', () => {
    const tall = testText(FOX, { font: testFont({ size: 16 }) });
    expect(shrinkText(fonts, tall, { width: 150, height: 36 }, { mode: 'FitText', minSize: 4 }).font.size).toBe(7);
  });

  it('narrows the glyphs down to the minimum ratio', () => {
    const tooWide = testText(FOX, { wordWrap: false });
    expect(
      shrinkText(fonts, tooWide, { width: 150, height: 36 }, { mode: 'FontWidth', minSize: 0.3 }).fontWidthRatio,
    ).toBeCloseTo(0.46, 2);
  });
});

describe('tags', () => {
  it('supports b, i, u, strike, sub, sup, font and entities, and leaves other tags as text', () => {
    const text = 'a<b>b</b><i>c</i><sub>2</sub><font color="Red">r</font>&lt;x&gt;<p>';
    const runs = layoutText(fonts, testText(text, { renderType: 'HtmlTags' }), 500, 50).lines[0]?.runs ?? [];
    expect(runs.map((run) => run.text).join('')).toBe('abc2r<x><p>');
    expect(runs.find((run) => run.text === 'b')?.font.bold).toBe(true);
    expect(runs.find((run) => run.text === '2')?.font.size).toBeCloseTo(4.8, 6);
    expect(runs.find((run) => run.text === 'r')?.color).toBe('#ff0000');
  });

  it.each(['HtmlTags', 'HtmlParagraph'] as const)(
    'reads an entity after & alone, and leaves unknown ones (%s)',
    (renderType) => {
      const shown = (text: string): string =>
        (layoutText(fonts, testText(text, { renderType }), 500, 50).lines[0]?.runs ?? [])
          .map((run) => run.text)
          .join('');
      expect(shown('salt; vault&lt;gt;')).toBe('salt; vault<gt;');
      expect(shown('&unknown; &; &lt &#65;&#x42; on')).toBe('&unknown; &; &lt AB on');
    },
  );

  it('reads sizes, families and colours from the style of a span', () => {
    const text = '<span style="font-size:14pt;color:#0000FF;background-color:yellow">big</span>';
    const [run] = layoutText(fonts, testText(text, { renderType: 'HtmlParagraph' }), 500, 50).lines[0]?.runs ?? [];
    expect(run).toMatchObject({ text: 'big', color: '#0000ff', background: '#ffff00', font: { size: 14 } });
  });
});

describe('layout', () => {
  it('adds a line for an entity at the end that wraps alone', () => {
    const linesOf = (text: string, width: number): number =>
      layoutText(fonts, testText(text, { renderType: 'HtmlTags' }), width, 100).lines.length;
    expect([linesOf('one two &amp;', 200), linesOf('one two &amp;', 52), linesOf('one two x', 46)]).toEqual([1, 3, 2]);
  });

  it('breaks a word of a paragraph that is longer than a line from the left edge on', () => {
    const text = testText('of note) Wirklichkeitsform', {
      renderType: 'HtmlParagraph',
      font: testFont({ family: 'Courier New', size: 10 }),
    });
    const lines = layoutText(fonts, text, 60, 200).lines.map(({ runs }) => runs.map((run) => run.text).join(''));
    expect(lines).toEqual(['of ', 'note) ', 'Wirkli', 'chkeit', 'sform']);
  });

  it('breaks a long first word of an indented paragraph beside its indent', () => {
    const text = testText('Wirklichkeitsform', {
      renderType: 'HtmlParagraph',
      font: testFont({ family: 'Courier New', size: 10 }),
      paragraph: { firstLineIndent: 17, lineSpacing: 0, lineSpacingType: 'Single' },
    });
    const lines = layoutText(fonts, text, 60, 200).lines.map(({ runs }) => runs.map((run) => run.text).join(''));
    expect(lines).toEqual(['Wirk', 'lichke', 'itsfor', 'm']);
  });

  it('joins words of one look to a run as wide as they are alone, also behind others', () => {
    const runsIn = (text: string, width: number, changes = {}) =>
      layoutText(fonts, testText(text, { renderType: 'HtmlParagraph', ...changes }), width, 100).lines[0]!.runs;
    const [alone] = runsIn('<u>cd ef</u>', 200);
    const [before, joined, ...others] = runsIn('ab <u>cd ef</u> gh', 200);
    expect([before!.text, joined!.text, others.length]).toEqual(['ab ', 'cd ef', 1]);
    expect(joined!.x).toBeCloseTo(before!.x + before!.width, 6);
    expect(joined!.width).toBeCloseTo(alone!.width, 6);
    const [, justified] = runsIn('ab <u>cd ef</u> gh Wirklichkeit', 70, { horzAlign: 'Justify' });
    expect(justified!.width).toBeGreaterThan(alone!.width + 1);
  });

  it('excludes the spaces at the end of a line of a paragraph from its width', () => {
    const edge = (text: string): number => {
      const [line] = layoutText(
        fonts,
        testText(text, { renderType: 'HtmlParagraph', horzAlign: 'Right' }),
        100,
        30,
      ).lines;
      const run = line?.runs[0];
      return run?.x ?? 0;
    };
    expect(edge('one   ')).toBe(edge('one'));
  });

  it('aligns right-to-left lines to the right edge, in visual order', () => {
    const layout = layoutText(fonts, testText('שלום 12', { rightToLeft: true }), 200, 30);
    const runs = layout.lines[0]?.runs ?? [];
    expect(runs.map((run) => run.text)).toEqual(['12', 'שלום ']);
    expect(runs[1]?.rightToLeft).toBe(true);
    expect((runs[1]?.x ?? 0) + (runs[1]?.width ?? 0)).toBeGreaterThan(190);
  });

  it('keeps numbers with their signs in order inside right-to-left text', () => {
    const layout = layoutText(fonts, testText('שלום abc (x) 45%', { rightToLeft: true }), 300, 30);
    expect(layout.lines[0]?.runs.map((run) => run.text)).toEqual(['abc (x) 45%', 'שלום ']);
  });

  it('uses the advances of the fallback face for the letters it draws', () => {
    const layout = layoutText(
      fonts,
      testText('مرحبا', { font: testFont({ family: 'Cambria', size: 20 }), rightToLeft: true }),
      400,
      40,
    );
    const [run] = layout.lines[0]?.runs ?? [];
    expect((run?.x ?? 0) + (run?.width ?? 0)).toBeGreaterThan(385);
    expect(run?.width).toBeLessThan(110);
  });

  it('justifies all lines of a paragraph except the last', () => {
    const layout = layoutText(fonts, testText(FOX, { horzAlign: 'Justify' }), 120, 100);
    const right = layout.lines.map((line) => Math.max(...line.runs.map((run) => run.x + run.width)));
    const [first = 0] = right;
    expect(right.slice(0, -1).every((edge) => Math.abs(edge - first) < 0.01)).toBe(true);
    expect(right.at(-1)).toBeLessThan(first - 5);
  });

  it('is aligned to the bottom or middle as the template specifies', () => {
    expect(topOf('Center')).toBeCloseTo((50 - ARIAL_LINE) / 2, 6);
    expect(topOf('Bottom')).toBeCloseTo(50 - ARIAL_LINE, 6);
  });
});

interface Expected {
  readonly name: string;
  readonly w: number;
  readonly h: number;
  readonly text: string;
  readonly font: string;
  readonly align: string;
  readonly wrap?: boolean;
}

describe('the measuring probe of the reference', () => {
  it('agrees for every font, width and case to a hundredth of a pixel', () => {
    const layout = JSON.parse(readArchive('probes').get('26-text-measure.layout.json')!) as {
      pages: { objects: { children: Expected[] }[] }[];
    };
    const texts = layout.pages[0]?.objects[0]?.children ?? [];
    expect(texts.length).toBe(99);
    for (const expected of texts) {
      const [family = '', size = '', bold] = expected.font.split(', ');
      const font = testFont({ family, size: Number.parseFloat(size), bold: bold === 'Bold' });
      const justify = expected.align.startsWith('Justify');
      const content = testText(expected.text, {
        font,
        horzAlign: justify ? 'Justify' : 'Left',
        wordWrap: expected.wrap !== false,
      });
      const wide = expected.wrap === false;
      const actual = wide
        ? neededWidth(fonts, content, { width: 10, height: 5 })
        : neededHeight(fonts, content, { width: expected.w, height: 5 });
      expect(Math.abs(actual - (wide ? expected.w : expected.h)), expected.name).toBeLessThan(0.011);
    }
  });
});

describe('the width of a space in measured texts', () => {
  const blank = ((1.03 * 569) / 2048) * EM;
  const tight = (text: string, changes = {}): number =>
    lineWidth(fonts, testText(text, changes), { width: 400, height: 20 });
  const ofTags = (text: string): number => tight(text, { renderType: 'HtmlTags' });

  it('is not counted in the last line of a justified text, which is drawn in one piece', () => {
    const justified = tight('Apple tree', { horzAlign: 'Justify' });
    expect(tight('Apple tree', { wysiwyg: true })).toBeGreaterThan(justified + blank);
    expect(tight('Apple tree', { horzAlign: 'Right', lineHeight: 12 }) - justified).toBeCloseTo(blank + 1, 6);
  });

  it('is not counted for words with tags, but for a word without letters at the end', () => {
    expect(ofTags('A <b>B</b> C') - ofTags('A <b>B</b>')).toBeLessThan(blank * 4);
    expect(ofTags('A B <b></b>')).toBeGreaterThan(ofTags('A B') + blank);
  });

  it('is the same after an entity as after its character', () => {
    expect(ofTags('A &amp; B')).toBeCloseTo(ofTags('A & B'), 0);
  });
});

describe('vertical texts', () => {
  it('are measured on one line when they are justified, and within the height otherwise', () => {
    const size = { width: 400, height: 60 };
    const upright = (changes = {}): number => neededWidth(fonts, testText(FOX, { angle: 90, ...changes }), size);
    expect(upright({ horzAlign: 'Justify' })).toBeCloseTo(ARIAL_LINE + 1, 6);
    expect(upright()).toBeGreaterThan(5 * ARIAL_LINE);
  });

  it('are as wide as their text on one line with AutoWidth', () => {
    const content = testText(FOX, { angle: 90 });
    expect(lineWidth(fonts, content, { width: 60, height: 60 })).toBeCloseTo(
      lineWidth(fonts, testText(FOX), { width: 60, height: 60 }),
      6,
    );
  });
});

describe('breaking a text at lines of different heights', () => {
  it('keeps the first line even where its letters are higher than the space', () => {
    const text = '<font size="20">Big</font><br>small';
    const parts = breakText(fonts, testText(text, { renderType: 'HtmlTags' }), { width: 200, height: ARIAL_LINE + 1 });
    expect(parts?.head).toBe('<font size="20">Big</font><br>');
  });
});

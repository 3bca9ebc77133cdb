import { describe, expect, it } from 'vitest';
import { loadFonts } from '../node/fonts.ts';
import { missingGlyph, partsByFace } from './fallback.ts';
import { allSigns } from './symbolFonts.ts';
import { testFont } from './testing/texts.ts';

const fonts = loadFonts({ installed: false });
const drawn = (family: string, text: string): string =>
  partsByFace(fonts, testFont({ family }), text)
    .map((part) => part.text)
    .join('');

describe('letters of missing symbol fonts', () => {
  it.each([
    ['Wingdings', 'þ ü', '☑ ✓'],
    ['Wingdings', 'o n l ý û', '□ ■ ● ☒ ✗'],
    ['Wingdings', '\uf0fe\uf0a8', '☑◻'],
    ['Wingdings 2', 'PO£', '✓✗□'],
    ['Webdings', 'a r', '✓ ✗'],
    ['Symbol', 'aWb \u00b1 \u00b3', 'αΩβ ± ≥'],
    ['Arial', 'þ ü', 'þ ü'],
  ])('in %s "%s" are drawn as "%s"', (family, text, signs) => {
    expect(drawn(family, text)).toBe(signs);
  });

  it('become symbols that the shipped fonts have', () => {
    expect(missingGlyph(fonts, testFont(), allSigns())).toBeUndefined();
  });
});

describe('scripts of the world', () => {
  it.each([
    ['Thai', 'ตรวจสอบอุปกรณ์ยก'],
    ['Hindi', 'निरीक्षण रिपोर्ट'],
    ['Arabic', 'تقرير التفتيش'],
    ['Hebrew', 'דוח בדיקה'],
    ['Greek', 'Έκθεση επιθεώρησης'],
    ['Russian', 'Отчёт об осмотре'],
    ['Chinese', '检验报告'],
    ['Japanese', '点検報告書'],
    ['Korean', '검사 보고서'],
    ['Vietnamese', 'Báo cáo kiểm tra'],
    ['Georgian', 'ინსპექციის ანგარიში'],
    ['Armenian', 'Ստուգման հաշվետվություն'],
  ])('%s is drawn with fonts that come with the package', (_name, text) => {
    expect(missingGlyph(fonts, testFont(), text)).toBeUndefined();
  });
});

it('A text that its face can draw is one part, also an empty one, and each other face has a part of its own', () => {
  const texts = (text: string): string[] => partsByFace(fonts, testFont(), text).map((part) => part.text);
  expect(texts('')).toEqual(['']);
  expect(texts('Deck 3')).toEqual(['Deck 3']);
  expect(texts('Deck \u5b89').join('|')).toBe('Deck |\u5b89');
  expect(texts('\u5b89Deck').join('|')).toBe('\u5b89|Deck');
  for (const part of partsByFace(fonts, testFont(), 'Deck \u5b89')) expect(part.width).toBeGreaterThan(0);
});

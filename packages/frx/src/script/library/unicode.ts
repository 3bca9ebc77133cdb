import type { Value } from '../../expression/values/values.ts';
import { Char } from '../../expression/values/values.ts';
import type { Call } from '../binder/types/types.ts';
import { Obj } from '../runtime/objects.ts';
import { enumValue } from './enums.ts';
import { nullOf } from './collections/listHelpers.ts';
import { category } from './regex/characters.ts';
import { declare, need } from './registry.ts';

/** Unicode categories of characters, and text elements. */

const CATEGORIES: readonly (readonly [short: string, name: string])[] = [
  ['Lu', 'UppercaseLetter'], ['Ll', 'LowercaseLetter'], ['Lt', 'TitlecaseLetter'], ['Lm', 'ModifierLetter'], ['Lo', 'OtherLetter'],
  ['Mn', 'NonSpacingMark'], ['Mc', 'SpacingCombiningMark'], ['Me', 'EnclosingMark'], ['Nd', 'DecimalDigitNumber'], ['Nl', 'LetterNumber'],
  ['No', 'OtherNumber'], ['Zs', 'SpaceSeparator'], ['Zl', 'LineSeparator'], ['Zp', 'ParagraphSeparator'], ['Cc', 'Control'], ['Cf', 'Format'],
  ['Cs', 'Surrogate'], ['Co', 'PrivateUse'], ['Pc', 'ConnectorPunctuation'], ['Pd', 'DashPunctuation'], ['Ps', 'OpenPunctuation'],
  ['Pe', 'ClosePunctuation'], ['Pi', 'InitialQuotePunctuation'], ['Pf', 'FinalQuotePunctuation'], ['Po', 'OtherPunctuation'],
  ['Sm', 'MathSymbol'], ['Sc', 'CurrencySymbol'], ['Sk', 'ModifierSymbol'], ['So', 'OtherSymbol'],
]; // prettier-ignore

/** Returns the System.Globalization.UnicodeCategory of a UTF-16 code unit. */
export function unicodeCategory(code: number): Value {
  const found = CATEGORIES.find(([short]) => category(short)(code));
  return enumValue('UnicodeCategory', found?.[1] ?? 'OtherNotAssigned');
}

declare('System.Globalization', 'static class CharUnicodeInfo', {
  'UnicodeCategory GetUnicodeCategory(char ch)': (_c, given: Char) => unicodeCategory(given.code),
  'UnicodeCategory GetUnicodeCategory(string s, int index)': (_c, text: string | null, index: number) =>
    unicodeCategory((text ?? nullOf('s')).charCodeAt(index)),
});

class StringInfoObj extends Obj {
  readonly elements: readonly string[];
  readonly content: string;
  constructor(c: Call, content: string) {
    super(need('StringInfo').open);
    c.rt.budget.collect(content.length * 8);
    this.content = content;
    // A text element is a character with its combining marks.
    this.elements = content.match(/[\s\S]\p{M}*/gu) ?? [];
  }
}
declare('System.Globalization', 'class StringInfo', {
  'new(string value)': (c, text: string | null) => new StringInfoObj(c, text ?? nullOf('value')),
  'string String { get; }': (_c, self: StringInfoObj) => self.content,
  'int LengthInTextElements { get; }': (_c, self: StringInfoObj) => self.elements.length,
  'string SubstringByTextElements(int startingTextElement)': (_c, self: StringInfoObj, start: number) =>
    self.elements.slice(start).join(''),
  'string SubstringByTextElements(int startingTextElement, int lengthInTextElements)': (
    _c,
    self: StringInfoObj,
    start: number,
    count: number,
  ) => self.elements.slice(start, start + count).join(''),
});

/** Classes of UTF-16 code units in patterns of .NET. */

/** Returns true for a UTF-16 code unit that belongs to a class. */
export type CharacterTest = (code: number) => boolean;

const byCategory = new Map<string, CharacterTest>();

/** Returns the test for Unicode categories, such as `L`, `Nd` or `Lu`. Surrogates have the category `Cs`. */
export function category(...names: readonly string[]): CharacterTest {
  const key = names.join('|');
  let test = byCategory.get(key);
  if (!test) {
    // Most scripts have no patterns, so the table is created at the first character.
    let known: Int8Array | undefined;
    let pattern = /^$/u;
    test = (code) => {
      const held = known?.[code] ?? 0;
      if (held !== 0) return held > 0;
      if (!known) {
        known = new Int8Array(65536);
        pattern = new RegExp(`^[${names.map((name) => `\\p{${name}}`).join('')}]$`, 'u');
      }
      const is = pattern.test(String.fromCharCode(code));
      known[code] = is ? 1 : -1;
      return is;
    };
    byCategory.set(key, test);
  }
  return test;
}

const letters = category('L', 'Mn', 'Nd', 'Pc');
const digits = category('Nd');
const separators = category('Z');

/** `\w`: letters, non-spacing marks, decimal digits and connecting punctuation. */
export const isWord: CharacterTest = letters;
/** `\d`: decimal digits of every script. */
export const isDigit: CharacterTest = digits;
/** `\s`: white space as in `Char.IsWhiteSpace`. */
export const isSpace: CharacterTest = (code) => (code >= 9 && code <= 13) || code === 0x85 || separators(code);
/** Characters of words for `\b`: `\w` and the two zero-width joiners. */
export const isWordPart: CharacterTest = (code) => code === 0x200c || code === 0x200d || letters(code);

/** Returns true for a letter, digit or underscore of ASCII. */
export const isAsciiWord: CharacterTest = (code) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
/** Returns true for a digit of ASCII. */
export const isAsciiDigit: CharacterTest = (code) => code >= 48 && code <= 57;
/** Returns true for a white-space character of ASCII. */
export const isAsciiSpace: CharacterTest = (code) => (code >= 9 && code <= 13) || code === 32;

const CATEGORIES = new Set(
  'L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp C Cc Cf Cs Co Cn'.split(' '),
);

/** Blocks of Unicode by their names in .NET. */
const BLOCKS: Readonly<Record<string, readonly [number, number]>> = {
  IsBasicLatin: [0x0000, 0x007f], 'IsLatin-1Supplement': [0x0080, 0x00ff], 'IsLatinExtended-A': [0x0100, 0x017f], 'IsLatinExtended-B': [0x0180, 0x024f],
  IsIPAExtensions: [0x0250, 0x02af], IsSpacingModifierLetters: [0x02b0, 0x02ff], IsCombiningDiacriticalMarks: [0x0300, 0x036f],
  IsGreek: [0x0370, 0x03ff], IsGreekandCoptic: [0x0370, 0x03ff], IsCyrillic: [0x0400, 0x04ff], IsCyrillicSupplement: [0x0500, 0x052f],
  IsArmenian: [0x0530, 0x058f], IsHebrew: [0x0590, 0x05ff], IsArabic: [0x0600, 0x06ff], IsDevanagari: [0x0900, 0x097f], IsThai: [0x0e00, 0x0e7f],
  IsGeorgian: [0x10a0, 0x10ff], IsHangulJamo: [0x1100, 0x11ff], IsLatinExtendedAdditional: [0x1e00, 0x1eff], IsGreekExtended: [0x1f00, 0x1fff],
  IsGeneralPunctuation: [0x2000, 0x206f], IsSuperscriptsandSubscripts: [0x2070, 0x209f], IsCurrencySymbols: [0x20a0, 0x20cf],
  IsLetterlikeSymbols: [0x2100, 0x214f], IsNumberForms: [0x2150, 0x218f], IsArrows: [0x2190, 0x21ff], IsMathematicalOperators: [0x2200, 0x22ff],
  IsMiscellaneousTechnical: [0x2300, 0x23ff], IsBoxDrawing: [0x2500, 0x257f], IsBlockElements: [0x2580, 0x259f], IsGeometricShapes: [0x25a0, 0x25ff],
  IsMiscellaneousSymbols: [0x2600, 0x26ff], IsDingbats: [0x2700, 0x27bf], IsCJKSymbolsandPunctuation: [0x3000, 0x303f], IsHiragana: [0x3040, 0x309f],
  IsKatakana: [0x30a0, 0x30ff], IsCJKUnifiedIdeographs: [0x4e00, 0x9fff], IsHangulSyllables: [0xac00, 0xd7af], IsPrivateUse: [0xe000, 0xf8ff],
}; // prettier-ignore

/** Categories that are equivalent if case is ignored. */
const CASES: readonly string[] = ['Ll', 'Lu', 'Lt'];

/** Returns the test for `\p{name}`; undefined for an unknown name or a block that is not in the table. */
export function property(name: string, ignoreCase: boolean): CharacterTest | undefined {
  if (ignoreCase && CASES.includes(name)) return category(...CASES);
  if (CATEGORIES.has(name)) return category(name);
  const block = BLOCKS[name];
  return block && ((code) => code >= block[0] && code <= block[1]);
}

/** Returns the lower-case form of a code unit if it is one code unit. */
export function lower(code: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  const text = String.fromCharCode(code).toLowerCase();
  return text.length === 1 ? text.charCodeAt(0) : code;
}

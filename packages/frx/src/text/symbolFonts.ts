/**
 * Symbol fonts whose files may not be redistributed: Wingdings, Wingdings 2, Webdings, Symbol. Without the font, their letters are drawn as the
 * equivalent Unicode symbols.
 */
import type { Font } from '../page.ts';
import type { FontFace } from './types.ts';

/** Symbols of a font by the codes from `first`; a space marks a code whose symbol no other font has. */
interface Range {
  readonly first: number;
  readonly signs: string;
}

const WINGDINGS: readonly Range[] = [
  { first: 0x21, signs: '✏✂✁' },
  { first: 0x29, signs: '✆✉✉' },
  { first: 0x36, signs: ' ' },
  { first: 0x3e, signs: '✇✍✎✌' },
  { first: 0x45, signs: '☜☞☝☟' },
  { first: 0x4a, signs: '☺ ☹ ☠⚑ ✈☼ ❄ ✞ ✠✡☪☯ ☸♈♉♊♋♌♍♎♏♐♑♒♓&&●❍■□❐❑❒ ⧫◆❖ ⌧ ⌘' },
  { first: 0x7d, signs: '❝❞' },
  { first: 0x80, signs: '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿' },
  { first: 0x9e, signs: '·•' },
  { first: 0xa1, signs: '○○◉◎◎○▪◻▲✦★✶✴✹✵' },
  { first: 0xb1, signs: '  ⌑ ✪✰' },
  { first: 0xd5, signs: '⌫ ◀➢' },
  { first: 0xdf, signs: '←→↑↓↖↗↙↘←➔↑↓↖↗↙↘⇦⇨⇧⇩⇔⇕⬁⬀⬃⬂▫▫✗✓☒☑' },
];

const WINGDINGS_2: readonly Range[] = [
  { first: 0x4f, signs: '✗✓☒☑☒☒' },
  { first: 0x75, signs: '⓪①②③④⑤⑥⑦⑧⑨⑩' },
  { first: 0x97, signs: '●●' },
  { first: 0xa3, signs: '□' },
];

const WEBDINGS: readonly Range[] = [
  { first: 0x33, signs: '◀▶▲▼' },
  { first: 0x61, signs: '✓' },
  { first: 0x63, signs: '□' },
  { first: 0x67, signs: '■' },
  { first: 0x6e, signs: '●' },
  { first: 0x72, signs: '✗' },
  { first: 0x7e, signs: '⚡' },
];

const SYMBOL: readonly Range[] = [
  { first: 0x22, signs: '∀#∃%&∋()∗+,−' },
  { first: 0x40, signs: '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_ αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼' },
  { first: 0xa0, signs: '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…' },
  { first: 0xc0, signs: 'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑' },
  { first: 0xf1, signs: '〉∫' },
];

const FONTS: ReadonlyMap<string, readonly Range[]> = new Map([
  ['wingdings', WINGDINGS],
  ['wingdings 2', WINGDINGS_2],
  ['webdings', WEBDINGS],
  ['symbol', SYMBOL],
]);

/** Start of the private use area that Office uses for codes of a symbol font. */
const PRIVATE = 0xf000;

const tables = new Map<string, ReadonlyMap<number, string>>();

function tableOf(family: string): ReadonlyMap<number, string> | undefined {
  const ranges = FONTS.get(family);
  if (ranges === undefined) return undefined;
  let table = tables.get(family);
  if (table === undefined) {
    table = new Map(
      ranges.flatMap(({ first, signs }) =>
        Array.from(signs).flatMap((sign, index): [number, string][] => (sign === ' ' ? [] : [[first + index, sign]])),
      ),
    );
    tables.set(family, table);
  }
  return table;
}

/** Returns true for a symbol font whose file is missing. */
export function isSymbolFont(font: Font, face: FontFace): boolean {
  const family = font.family.toLowerCase();
  return FONTS.has(family) && !face.source.families.some((name) => name.toLowerCase() === family);
}

/** A text of a symbol font as Unicode symbols; letters without a known symbol are kept. */
export function signsOf(font: Font, text: string): string {
  const table = tableOf(font.family.toLowerCase());
  if (table === undefined) return text;
  return text.replace(/[^\s]/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const own = code >= PRIVATE && code <= PRIVATE + 0xff ? code - PRIVATE : code;
    return table.get(own) ?? letter;
  });
}

/** Returns all Unicode symbols that replace letters of symbol fonts. */
export function allSigns(): string {
  return [...FONTS.keys()].flatMap((family) => [...(tableOf(family)?.values() ?? [])]).join('');
}

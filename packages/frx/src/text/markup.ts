/** Parses the tags of a text, which style the characters between them, and the entities, which replace characters. */
import { parseColor } from '../template/colors.ts';
import type { Color, Font } from '../page.ts';

/** Style of characters that differ from the rest of their text. */
export interface MarkupStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikeout: boolean;
  readonly position: 'normal' | 'sub' | 'super';
  /** As written; undefined: that of the text. */
  readonly color: string | undefined;
  readonly background: string | undefined;
  readonly family: string | undefined;
  /** In points; 0: that of the text. */
  readonly size: number;
}

/** Size of sub- and superscript, as a share of the font size. */
const SMALL = 0.6;

/** The style of a text before its first tag. */
export function plainMarkup(font: Font): MarkupStyle {
  return {
    bold: font.bold,
    italic: font.italic,
    underline: font.underline,
    strikeout: font.strikeout,
    position: 'normal',
    color: undefined,
    background: undefined,
    family: undefined,
    size: 0,
  };
}

/** Creates fonts of styles; equal styles give the same object, so that faces are found quickly. */
export function fontMaker(base: Font): (style: MarkupStyle) => Font {
  const made = new Map<string, Font>();
  return (style) => {
    const size = (style.size === 0 ? base.size : style.size) * (style.position === 'normal' ? 1 : SMALL);
    const family = style.family ?? base.family;
    const { bold, italic, underline, strikeout } = style;
    const key = `${family}|${size}|${bold}|${italic}|${underline}|${strikeout}`;
    let font = made.get(key);
    if (font === undefined) {
      font = { family, size, bold, italic, underline, strikeout };
      made.set(key, font);
    }
    return font;
  };
}

/** Parses a colour of a tag: a .NET name, `#rrggbb`, `rgb(r, g, b)` or `rgba(r, g, b, a)` with a from 0 to 1. */
export function markupColor(written: string | undefined): Color | undefined {
  if (written === undefined) return undefined;
  const text = written.trim();
  const parts = /^rgba?\(([^)]*)\)$/i.exec(text)?.[1]?.split(',').map(Number);
  if (parts === undefined) return parseColor(text);
  const [red, green, blue, alpha = 1] = parts;
  if (red === undefined || green === undefined || blue === undefined || parts.some((part) => !Number.isFinite(part)))
    return undefined;
  return parseColor([Math.trunc(alpha * 255), red, green, blue].join(','));
}

/** The text of the entity that begins at `at`, and the index after its semicolon; undefined when none begins there. */
export function readEntity(text: string, at: number): { readonly text: string; readonly next: number } | undefined {
  const end = text.indexOf(';', at);
  if (end <= at + 1 || end - at > MAX_ENTITY_LENGTH) return undefined;
  const name = text.slice(at + 1, end);
  const number = /^#(?:x([0-9a-f]+)|([0-9]+))$/i.exec(name);
  if (number !== null) {
    const codePoint = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16);
    return codePoint > 0x10ffff ? undefined : { text: String.fromCodePoint(codePoint), next: end + 1 };
  }
  const codePoint = entities.get(name);
  return codePoint === undefined ? undefined : { text: String.fromCodePoint(codePoint), next: end + 1 };
}

const MAX_ENTITY_LENGTH = 12;

/** Names of ISO 8859-1 from 160 on, in order of their code points. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil ' +
  'sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute ' +
  'Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc ' +
  'atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide ' +
  'oslash ugrave uacute ucirc uuml yacute thorn yuml';

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega';

const entities = new Map<string, number>([
  ['quot', 34],
  ['num', 35],
  ['dollar', 36],
  ['percnt', 37],
  ['amp', 38],
  ['apos', 39],
  ['lpar', 40],
  ['rpar', 41],
  ['ast', 42],
  ['plus', 43],
  ['comma', 44],
  ['period', 46],
  ['sol', 47],
  ['colon', 58],
  ['semi', 59],
  ['lt', 60],
  ['equals', 61],
  ['gt', 62],
  ['quest', 63],
  ['commat', 64],
  ['lsqb', 91],
  ['bsol', 92],
  ['rsqb', 93],
  ['lowbar', 95],
  ['lcub', 123],
  ['verbar', 124],
  ['rcub', 125],
  ['Tab', 9],
  ['NewLine', 10],
  ['excl', 33],
  ...LATIN_1.split(' ').map((name, index): [string, number] => [name, 160 + index]),
  ...GREEK.split(' ').map((name, index): [string, number] => [name, 0x3b1 + index]),
  ...GREEK.split(' ').map((name, index): [string, number] => [
    name.charAt(0).toUpperCase() + name.slice(1),
    0x391 + index,
  ]),
  ['OElig', 0x152],
  ['oelig', 0x153],
  ['Scaron', 0x160],
  ['scaron', 0x161],
  ['Yuml', 0x178],
  ['ensp', 0x2002],
  ['emsp', 0x2003],
  ['thinsp', 0x2009],
  ['ndash', 0x2013],
  ['mdash', 0x2014],
  ['lsquo', 0x2018],
  ['rsquo', 0x2019],
  ['sbquo', 0x201a],
  ['ldquo', 0x201c],
  ['rdquo', 0x201d],
  ['bdquo', 0x201e],
  ['dagger', 0x2020],
  ['Dagger', 0x2021],
  ['bull', 0x2022],
  ['hellip', 0x2026],
  ['permil', 0x2030],
  ['prime', 0x2032],
  ['lsaquo', 0x2039],
  ['rsaquo', 0x203a],
  ['euro', 0x20ac],
  ['trade', 0x2122],
  ['larr', 0x2190],
  ['uarr', 0x2191],
  ['rarr', 0x2192],
  ['darr', 0x2193],
  ['harr', 0x2194],
  ['minus', 0x2212],
  ['infin', 0x221e],
  ['asymp', 0x2248],
  ['ne', 0x2260],
  ['le', 0x2264],
  ['ge', 0x2265],
  ['radic', 0x221a],
  ['sum', 0x2211],
  ['part', 0x2202],
]);

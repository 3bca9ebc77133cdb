import type { Value } from '../../expression/values/values.ts';
import { nullOf } from './collections/listHelpers.ts';
import { declare } from './registry.ts';
import { uriMembers } from './uris.ts';

/** Escapes of System.Uri and System.Net.WebUtility. Nothing here accesses a network. */

const NAMED: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Implements `WebUtility.HtmlEncode`: escapes special characters of HTML, letters of Latin 1 and characters beyond the basic plane. */
function encodeHtml(text: string): string {
  return text.replaceAll(/[&<>"']|[\u00a0-\u00ff]|[\u{10000}-\u{10ffff}]/gu, (found) => {
    return NAMED.get(found) ?? `&#${String(found.codePointAt(0))};`;
  });
}

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ...entities(0xa0, 'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'),
  ...entities(0x391, 'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega'),
  ...entities(0x3b1, 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega'),
  ...entities(0x2190, 'larr uarr rarr darr harr'),
  ...entities(0x21d0, 'lArr uArr rArr dArr hArr'),
  ...Object.entries({
    OElig: 0x152, oelig: 0x153, Scaron: 0x160, scaron: 0x161, Yuml: 0x178, fnof: 0x192, circ: 0x2c6, tilde: 0x2dc, thetasym: 0x3d1, upsih: 0x3d2,
    piv: 0x3d6, ensp: 0x2002, emsp: 0x2003, thinsp: 0x2009, zwnj: 0x200c, zwj: 0x200d, lrm: 0x200e, rlm: 0x200f, ndash: 0x2013, mdash: 0x2014,
    lsquo: 0x2018, rsquo: 0x2019, sbquo: 0x201a, ldquo: 0x201c, rdquo: 0x201d, bdquo: 0x201e, dagger: 0x2020, Dagger: 0x2021, bull: 0x2022,
    hellip: 0x2026, permil: 0x2030, prime: 0x2032, Prime: 0x2033, lsaquo: 0x2039, rsaquo: 0x203a, oline: 0x203e, frasl: 0x2044, euro: 0x20ac,
    image: 0x2111, weierp: 0x2118, real: 0x211c, trade: 0x2122, alefsym: 0x2135, crarr: 0x21b5, forall: 0x2200, part: 0x2202, exist: 0x2203,
    empty: 0x2205, nabla: 0x2207, isin: 0x2208, notin: 0x2209, ni: 0x220b, prod: 0x220f, sum: 0x2211, minus: 0x2212, lowast: 0x2217, radic: 0x221a,
    prop: 0x221d, infin: 0x221e, ang: 0x2220, and: 0x2227, or: 0x2228, cap: 0x2229, cup: 0x222a, int: 0x222b, there4: 0x2234, sim: 0x223c,
    cong: 0x2245, asymp: 0x2248, ne: 0x2260, equiv: 0x2261, le: 0x2264, ge: 0x2265, sub: 0x2282, sup: 0x2283, nsub: 0x2284, sube: 0x2286,
    supe: 0x2287, oplus: 0x2295, otimes: 0x2297, perp: 0x22a5, sdot: 0x22c5, lceil: 0x2308, rceil: 0x2309, lfloor: 0x230a, rfloor: 0x230b,
    lang: 0x2329, rang: 0x232a, loz: 0x25ca, spades: 0x2660, clubs: 0x2663, hearts: 0x2665, diams: 0x2666,
  }).map(([name, code]) => [name, String.fromCodePoint(code)] as const),
]); // prettier-ignore

/** Returns the names of consecutive characters. */
function entities(first: number, names: string): [name: string, character: string][] {
  return names.split(' ').map((name, index) => [name, String.fromCodePoint(first + index)]);
}

function decodeHtml(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w{1,8}));/gu,
    (whole, decimal, hexadecimal, name) => {
      if (name !== undefined) return LETTERS.get(String(name)) ?? whole;
      const code = decimal === undefined ? Number.parseInt(String(hexadecimal), 16) : Number(decimal);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** Escapes all but the unreserved characters of RFC 3986. */
function escapeData(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/gu, (sign) => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}

function unescapeData(text: string): string {
  return text.replaceAll(/(?:%[0-9a-fA-F]{2})+/gu, (escaped) => {
    const bytes = (escaped.match(/[0-9a-fA-F]{2}/gu) ?? []).map((each) => Number.parseInt(each, 16));
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes));
    } catch {
      return escaped;
    }
  });
}

/** Escapes a text for forms: a space becomes a plus sign. */
function urlEncoded(text: string): string {
  return escapeData(text)
    .replaceAll('%20', '+')
    .replaceAll('~', '%7E')
    .replaceAll(/%(?:21|28|29|2A)/gu, (escaped) => decodeURIComponent(escaped));
}

const given = (text: string | null, name: string): string => text ?? nullOf(name);

declare('System', 'class Uri', {
  ...uriMembers,
  'static string EscapeDataString(string stringToEscape)': (_c, text: string | null) =>
    escapeData(given(text, 'stringToEscape')),
  'static string UnescapeDataString(string stringToUnescape)': (_c, text: string | null) =>
    unescapeData(given(text, 'stringToUnescape')),
});
declare('System.Web', 'sealed class HttpUtility', {
  'static string HtmlEncode(string s)': (_c, text: string | null): Value => text && encodeHtml(text),
  'static string HtmlDecode(string s)': (_c, text: string | null): Value => text && decodeHtml(text),
  'static string UrlEncode(string str)': (_c, text: string | null): Value =>
    text && urlEncoded(text).replaceAll(/%[0-9A-F]{2}/gu, (escaped) => escaped.toLowerCase()),
  'static string UrlDecode(string str)': (_c, text: string | null): Value =>
    text && unescapeData(text.replaceAll('+', ' ')),
});
declare('System.Net', 'static class WebUtility', {
  'string HtmlEncode(string value)': (_c, text: string | null): Value => text && encodeHtml(text),
  'string HtmlDecode(string value)': (_c, text: string | null): Value => text && decodeHtml(text),
  'string UrlEncode(string value)': (_c, text: string | null): Value => text && urlEncoded(text),
  'string UrlDecode(string encodedValue)': (_c, text: string | null): Value =>
    text && unescapeData(text.replaceAll('+', ' ')),
});

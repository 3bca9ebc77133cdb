import type { Value } from '../../expression/values.ts';
import { nullOf } from './collections/listHelpers.ts';
import { declare } from './registry.ts';

/** Texts of addresses and pages: escapes of System.Uri and System.Net.WebUtility. Nothing here reaches a network. */

const NAMED: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** `WebUtility.HtmlEncode`: signs of HTML, letters of Latin 1 and what lies beyond the basic plane. */
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
  ['nbsp', '\u00a0'],
]);

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

/** Percents for all but the unreserved characters of RFC 3986. */
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

/** Escapes of forms: a blank is a plus. */
function urlEncoded(text: string): string {
  return escapeData(text)
    .replaceAll('%20', '+')
    .replaceAll('~', '%7E')
    .replaceAll(/%(?:21|28|29|2A)/gu, (escaped) => decodeURIComponent(escaped));
}

const given = (text: string | null, name: string): string => text ?? nullOf(name);

declare('System', 'class Uri', {
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

/** The tokens of RTF (Microsoft's specification 1.9.1): groups, control words and symbols, text. */
import { RtfError } from './document.ts';

/** A token of RTF; control symbols are converted to the text, byte or word they represent. */
export type RtfToken =
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'word'; readonly word: string; readonly value: number | undefined }
  /** A byte in the document's code page. */
  | { readonly kind: 'byte'; readonly value: number }
  | { readonly kind: 'text'; readonly text: string };

const MAX_CHARACTERS = 16_000_000;

/** Splits a document into tokens; line breaks between them are ignored. Throws `RtfError` when it is too large. */
export function* rtfTokens(source: string): Generator<RtfToken> {
  if (source.length > MAX_CHARACTERS) throw new RtfError('The RTF text is too large.');
  const plain = /[^\\{}\r\n\0]+/y;
  const word = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;
  let at = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === '{' || character === '}') {
      yield { kind: character === '{' ? 'open' : 'close' };
      at++;
    } else if (character === '\\') {
      word.lastIndex = at;
      const found = word.exec(source);
      if (found !== null) {
        yield { kind: 'word', word: found[1]!, value: found[2] === undefined ? undefined : Number(found[2]) };
        at += found[0].length;
        if (found[1] === 'bin') at += Math.max(0, Number(found[2] ?? 0));
        continue;
      }
      const symbol = source.charAt(at + 1);
      at += 2;
      if (symbol === "'") {
        const value = Number.parseInt(source.slice(at, at + 2), 16);
        at += 2;
        if (Number.isFinite(value)) yield { kind: 'byte', value };
      } else if (symbol === '\\' || symbol === '{' || symbol === '}') yield { kind: 'text', text: symbol };
      else if (symbol === '~') yield { kind: 'text', text: '\u00a0' };
      else if (symbol === '_') yield { kind: 'text', text: '\u2011' };
      else if (symbol === '\n' || symbol === '\r') yield { kind: 'word', word: 'par', value: undefined };
      else if (symbol === '*') yield { kind: 'word', word: '*', value: undefined };
    } else {
      plain.lastIndex = at;
      const found = plain.exec(source)?.[0];
      if (found === undefined) at++;
      else {
        yield { kind: 'text', text: found };
        at += found.length;
      }
    }
  }
}

import { ExpressionError } from './errors.ts';
import type { Expression } from './syntax.ts';
import { readEscape, TokenReader } from './tokens.ts';

/**
 * Reads `$"…"`. In a hole a bare `:` begins the format, so that a condition has to stand in parentheses; `operand` reads what may stand there.
 */
export function interpolated(reader: TokenReader, operand: (reader: TokenReader) => Expression): Expression {
  const token = reader.take();
  const isVerbatim = token.value === true;
  const parts: (string | { value: Expression; width: number; format: string | undefined })[] = [];
  let text = '';
  let at = 0;
  while (at < token.text.length) {
    const character = token.text[at] ?? '';
    if ((character === '{' || character === '}') && token.text[at + 1] === character) {
      text += character;
      at += 2;
    } else if (character === '{') {
      if (text !== '') parts.push(text);
      text = '';
      const end = holeEnd(token.text, at + 1);
      parts.push(hole(token.text.slice(at + 1, end), token.position + at, reader, operand));
      at = end + 1;
    } else if (character === '\\' && !isVerbatim) {
      const escape = readEscape(token.text, at);
      text += escape.value;
      at = escape.end;
    } else {
      text += character;
      at += isVerbatim && character === '"' ? 2 : 1;
    }
  }
  if (text !== '') parts.push(text);
  return { kind: 'interpolated', parts, position: token.position };
}

function hole(
  source: string,
  position: number,
  outer: TokenReader,
  operand: (reader: TokenReader) => Expression,
): { value: Expression; width: number; format: string | undefined } {
  const inner = new TokenReader(source, outer.allowsData, outer.depth);
  try {
    const value = inner.nested(() => operand(inner));
    let width = 0;
    if (inner.accept(',')) {
      const negative = inner.accept('-');
      const size = inner.take().value;
      width = typeof size === 'number' ? size : 0;
      if (negative) width = -width;
    }
    const format = inner.is(':') ? source.slice(inner.token.end) : undefined;
    if (format === undefined && inner.token.kind !== 'end') throw inner.error('} expected');
    return { value, width, format };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new ExpressionError(error.message, source, position + (error.position ?? 0));
  }
}

/** Index of the `}` that closes a hole of an interpolated string. */
function holeEnd(text: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '{') depth++;
    else if (character === '}' && depth-- === 0) return at;
  }
  return text.length;
}

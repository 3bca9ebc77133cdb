/** The brackets around an expression within a text: `[` and `]` unless the object has others (`Brackets="<<,>>"`). */
export interface Brackets {
  readonly open: string;
  readonly close: string;
  /** A backslash in quotes is a literal character, as in Visual Basic. */
  readonly plainQuotes?: boolean | undefined;
}

export const SQUARE_BRACKETS: Brackets = { open: '[', close: ']' };

/** A part of a text: literal characters, or the source of an expression and its 0-based position in the text. */
export type TextPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'expression'; readonly source: string; readonly position: number };

export const VB_BRACKETS: Brackets = { ...SQUARE_BRACKETS, plainQuotes: true };

/** Parses the attribute `Brackets`, `open,close`; square brackets when it is invalid. */
export function parseBrackets(attribute: string, plainQuotes = false): Brackets {
  const comma = attribute.indexOf(',');
  const open = attribute.slice(0, Math.max(comma, 0)).trim();
  const close = attribute.slice(comma + 1).trim();
  if (open === '' || close === '') return plainQuotes ? VB_BRACKETS : SQUARE_BRACKETS;
  return plainQuotes ? { open, close, plainQuotes } : { open, close };
}

/**
 * Index of the closing bracket of the opening one at `start`, or -1. Brackets nest; those inside `"…"` literals (with `\"`
 * for a quote, unless a backslash is literal) are ignored.
 */
export function matchingBracket(text: string, start: number, brackets: Brackets): number {
  const { open, close } = brackets;
  let depth = 1;
  let quoted = false;
  let at = start + open.length;
  while (at < text.length) {
    const character = text[at];
    if (quoted) {
      if (character === '\\' && !brackets.plainQuotes) at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (text.startsWith(close, at)) {
      if (--depth === 0) return at;
      at += close.length;
      continue;
    } else if (text.startsWith(open, at)) {
      depth++;
      at += open.length;
      continue;
    }
    at++;
  }
  return -1;
}

/** Splits a text into literals and expressions. An opening bracket without a closing one is literal text. */
export function parseTextTemplate(text: string, brackets: Brackets = SQUARE_BRACKETS): TextPart[] {
  const parts: TextPart[] = [];
  let literalFrom = 0;
  let at = text.indexOf(brackets.open);
  while (at >= 0) {
    const end = matchingBracket(text, at, brackets);
    if (end < 0) break;
    if (at > literalFrom) parts.push({ kind: 'literal', text: text.slice(literalFrom, at) });
    const position = at + brackets.open.length;
    parts.push({ kind: 'expression', source: text.slice(position, end), position });
    literalFrom = end + brackets.close.length;
    at = text.indexOf(brackets.open, literalFrom);
  }
  if (literalFrom < text.length) parts.push({ kind: 'literal', text: text.slice(literalFrom) });
  return parts;
}

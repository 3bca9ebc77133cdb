import { ExpressionError } from '../../expression/errors.ts';
import { vbTokens } from '../../expression/vb/tokens.ts';
import type { VbToken } from '../../expression/vb/tokens.ts';

/** Text of the token at the end of a line. */
export const NEWLINE = '\n';

/** Tokens after which a statement continues on the next line (Visual Basic language specification, Line Continuation). */
const OPEN_ENDS = new Set(
  ', ( { & + - * / \\ ^ = < > <= >= <> << >> . and andalso or orelse xor mod is isnot not'.split(' '),
);

/** Splits a script of Visual Basic into tokens, with a token of the text NEWLINE at the end of each line that is not continued. */
export function scriptTokens(source: string): VbToken[] {
  const tokens: VbToken[] = [];
  let start = 0;
  let depth = 0;
  /** Depths of open brackets around multi-line lambdas, whose statements are on lines of their own. */
  const depths: number[] = [];
  for (const written of source.split('\n')) {
    const code = withoutComment(written);
    const goesOn = /(?:^|\s)_\s*$/u.test(code);
    const line = goesOn ? code.replace(/_\s*$/u, '') : code;
    if (/^\s*#\s*(?:if|else|elseif|const|externalsource)\b/iu.test(line))
      throw new ExpressionError('Conditional compilation is not available in scripts of reports', source, start);
    if (!/^\s*#\s*(?:region|end)\b/iu.test(line)) {
      const own = lineTokens(line, source, start);
      if (own[0]?.text === 'end' && isLambda(own[1])) depth = depths.pop() ?? depth;
      for (const token of own) {
        if (token.kind === 'mark') depth += depthOf(token.text);
        tokens.push(token);
      }
      if (beginsLambda(own)) {
        depths.push(depth);
        depth = 0;
      }
    }
    const last = tokens.at(-1);
    const isOpen = last !== undefined && last.kind !== 'literal' && OPEN_ENDS.has(last.text);
    if (last && last.text !== NEWLINE && !goesOn && depth <= 0 && !isOpen) {
      tokens.push(markOf(NEWLINE, start + line.length));
      depth = 0;
    }
    start += written.length + 1;
  }
  tokens.push(markOf(NEWLINE, source.length), { ...markOf('', source.length), kind: 'end' });
  return tokens;
}

const isLambda = (token: VbToken | undefined): boolean =>
  token?.kind === 'word' && (token.text === 'function' || token.text === 'sub');

/** Returns true for a line that ends with `Function(…)`, `Function(…) As T` or `Sub(…)`, followed by the statements of a lambda. */
function beginsLambda(line: readonly VbToken[]): boolean {
  const at = line.findLastIndex((token, index) => isLambda(token) && line[index + 1]?.text === '(');
  if (at < 0) return false;
  let depth = 0;
  let end = at + 1;
  do depth += depthOf(line[end++]?.text ?? '');
  while (depth > 0 && end < line.length);
  return depth === 0 && (end === line.length || line[end]?.text === 'as');
}

function depthOf(mark: string): number {
  return mark === '(' || mark === '{' ? 1 : mark === ')' || mark === '}' ? -1 : 0;
}

function markOf(text: string, position: number): VbToken {
  return { kind: 'mark', text, written: text, value: null, position, end: position };
}

/** Returns a line without its comment, which starts with an apostrophe outside quotes or with Rem. */
function withoutComment(line: string): string {
  if (/^\s*rem(?:\s|$)/iu.test(line)) return '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted;
    else if (line[at] === "'" && !isQuoted) return line.slice(0, at);
  }
  return line;
}

function lineTokens(line: string, source: string, start: number): VbToken[] {
  try {
    return vbTokens(line, (from) => line.indexOf(']', from))
      .filter(({ kind }) => kind !== 'end')
      .map((token) => ({ ...token, position: token.position + start, end: token.end + start }));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new ExpressionError(`BC30201: ${error.message}`, source, start + (error.position ?? 0));
  }
}

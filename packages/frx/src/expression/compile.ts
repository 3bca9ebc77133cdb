import { ExpressionError } from './errors.ts';
import { compileTree } from './compileNode.ts';
import { parseExpression } from './parser.ts';
import { resolveData } from './data.ts';
import type { Expression } from './syntax.ts';
import { parseVbExpression } from './vb/parser.ts';
import type { Binding, Compiled, Evaluate, Scope } from './scope.ts';
import { matchingBracket, SQUARE_BRACKETS, VB_BRACKETS, type Brackets } from './textTemplate.ts';

/**
 * Compiles an expression of a template: what stands between the brackets of a text, or an attribute that is an expression. The whole may be
 * the name of a column, parameter, variable or total, with or without brackets; otherwise it is C#, or Visual Basic where the scope says
 * so, in which names of data stand in brackets (`frx-format` section 5). Names are resolved here, once. Throws ExpressionError with the source and, where it is known, the position.
 */
export function compile<Env>(source: string, scope: Scope<Env>): Compiled<Env> {
  const trimmed = source.trim();
  const whole = resolveData(scope, trimmed, true);
  if (whole) return bare(source, trimmed, whole);
  const code = withoutBrackets(source, scope.language === 'Vb' ? VB_BRACKETS : SQUARE_BRACKETS);
  if (code !== undefined) {
    const name = code.trim();
    const inner = resolveData(scope, name, true);
    if (inner) return bare(source, name, inner);
  }
  const node = compileTree(parseCode(code ?? source, source, scope.language), scope, source);
  return {
    source,
    type: node.type,
    variant: node.variant,
    evaluate: located(node.evaluate, source),
    name: undefined,
  };
}

function bare<Env>(source: string, name: string, binding: Binding<Env>): Compiled<Env> {
  return { source, type: binding.type, variant: binding.variant ?? false, evaluate: binding.read, name };
}

/** The source with the brackets around the whole of it as spaces, so that positions stay; undefined when there are none. */
function withoutBrackets(source: string, brackets: Brackets): string | undefined {
  const from = source.length - source.trimStart().length;
  const to = source.trimEnd().length - 1;
  if (source[from] !== '[' || matchingBracket(source, from, brackets) !== to) return undefined;
  return `${source.slice(0, from)} ${source.slice(from + 1, to)} `;
}

function parseCode(code: string, source: string, language: Scope<unknown>['language']): Expression {
  try {
    return language === 'Vb' ? parseVbExpression(code) : parseExpression(code);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new ExpressionError(error.message, source, error.position);
  }
}

/** Adds the source to the errors of a calculation. */
function located<Env>(evaluate: Evaluate<Env>, source: string): Evaluate<Env> {
  return (env) => {
    try {
      return evaluate(env);
    } catch (error) {
      if (error instanceof ExpressionError) error.locate(source);
      throw error;
    }
  };
}

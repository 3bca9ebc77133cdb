import { ExpressionError } from '../../../expression/errors.ts';
import type { Expr } from '../../grammar/syntax.ts';
import type { Bound } from '../bound.ts';
import type { Context } from '../context.ts';

/** Kinds of expressions whose parts are bound repeatedly in Visual Basic, until the meaning of their parentheses is known. */
export const BOUND_ONCE: ReadonlySet<Expr['k']> = new Set(['member', 'call', 'index', 'access']);

type Result = { bound: Bound } | { error: ExpressionError };

const results = new WeakMap<Context, WeakMap<Expr, Result>>();

/**
 * Binds an expression once and returns the same result, or throws the same error, afterwards. Otherwise each call of a chain would bind the
 * calls before it several times, in time exponential in the length of the chain.
 */
export function boundOnce(context: Context, syntax: Expr, bind: () => Bound): Bound {
  const ofContext = results.get(context) ?? new WeakMap<Expr, Result>();
  results.set(context, ofContext);
  const known = ofContext.get(syntax);
  if (known) {
    if ('error' in known) throw known.error;
    return known.bound;
  }
  try {
    const bound = bind();
    ofContext.set(syntax, { bound });
    return bound;
  } catch (error) {
    if (error instanceof ExpressionError) ofContext.set(syntax, { error });
    throw error;
  }
}

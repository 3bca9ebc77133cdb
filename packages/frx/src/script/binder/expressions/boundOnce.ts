import { ExpressionError } from '../../../expression/errors.ts';
import type { Expr } from '../../grammar/syntax.ts';
import type { Bound } from '../bound.ts';
import type { Context } from '../context.ts';

/** Expressions with parts that Visual Basic binds several times, until it is known what their brackets mean. */
export const BOUND_ONCE: ReadonlySet<Expr['k']> = new Set(['member', 'call', 'index', 'access']);

type Result = { bound: Bound } | { error: ExpressionError };

const results = new WeakMap<Context, WeakMap<Expr, Result>>();

/**
 * Binds an expression at the first time, and gives the same result or error afterwards. Without it each call of a chain would bind those before it
 * several times, and a chain of twenty would never be bound.
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

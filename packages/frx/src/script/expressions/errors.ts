import { ExpressionError } from '../../expression/errors.ts';
import { builtInNames } from '../../expression/functions/index.ts';
import { nearest } from '../../expression/similar.ts';
import { defaultLimits, LimitError } from '../../limits.ts';

/** Adds the source to the errors of an expression; one that nests deeper than the machine's stack reaches the limit of nesting. */
export function located(error: unknown, source: string): unknown {
  if (error instanceof ExpressionError) error.locate(source);
  if (error instanceof RangeError && error.message.includes('call stack'))
    return new LimitError('nesting', defaultLimits.nesting);
  return error;
}

/** Throws the error of a function that does not exist, with the likely one; returns where no function is like it. */
export function bindFunctionError(name: string, source: string, position: number): undefined {
  const similar = nearest(name, builtInNames());
  if (similar === undefined) return;
  throw new ExpressionError(
    `The name '${name}' does not exist in the current context; did you mean '${similar}'?`,
    source,
    position,
  );
}

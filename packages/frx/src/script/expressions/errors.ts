import { ExpressionError } from '../../expression/errors.ts';
import { builtInNames } from '../../expression/functions/index.ts';
import type { Scope } from '../../expression/scope.ts';
import { nearest } from '../../expression/similar.ts';
import { stackEndAsLimit } from '../../limits.ts';

/** Adds the source to the error of an expression; an overflow of the machine's stack becomes the limit of calls. */
export function located(error: unknown, source: string): unknown {
  if (error instanceof ExpressionError) error.locate(source);
  return stackEndAsLimit(error);
}

/** Throws the error of an unknown function, with the most similar one; returns if none is similar. */
export function bindFunctionError(name: string, source: string, position: number): undefined {
  const similar = nearest(name, builtInNames());
  if (similar === undefined) return;
  throw new ExpressionError(
    `The name '${name}' does not exist in the current context; did you mean '${similar}'?`,
    source,
    position,
  );
}

/** Characters that a calculation contains, and hardly the name of a column, parameter, variable or total. */
const CALCULATES = /[[("'<>=?]/;

/** Returns the error of brackets around what is no name of data: a calculation, or an unknown name with the most similar one. */
export function bracketError(path: string, scope: Scope, source: string, position: number): ExpressionError {
  const shown = shortened(path);
  if (CALCULATES.test(path))
    return new ExpressionError(
      `Square brackets enclose the name of a column, parameter, variable or total, not the calculation '${shown}'; write it without them, and each name in brackets of its own`,
      source,
      position,
    );
  const similar = scope.suggest(path.trim());
  return new ExpressionError(
    `There is no column, parameter, variable or total '${shown}'${similar === undefined ? '' : `; did you mean '${similar}'?`}`,
    source,
    position,
  );
}

function shortened(path: string): string {
  return path.length > MOST_OF_PATH ? `${path.slice(0, MOST_OF_PATH)}…` : path;
}

/** Greatest number of characters of a path in a message. */
const MOST_OF_PATH = 200;

/** A name of data without brackets, with dots. */
const PATH = /^[\p{L}_][\p{L}\p{N}_ ]*(?:\.[\p{L}_][\p{L}\p{N}_ ]*)*$/u;

/**
 * Returns the error of an expression that is a single name: if the name is similar to one of data, the error is about data instead of the
 * script. Other errors are returned unchanged.
 */
export function nameError(error: unknown, source: string, scope: Scope): unknown {
  const path = source.trim();
  if (!(error instanceof ExpressionError) || !error.message.startsWith('CS0103') || !PATH.test(path)) return error;
  const similar = scope.suggest(path);
  return similar === undefined || similar === path ? error : bracketError(path, scope, source, source.indexOf(path));
}

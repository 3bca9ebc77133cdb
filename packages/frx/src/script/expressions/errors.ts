import { ExpressionError } from '../../expression/errors.ts';
import { builtInNames } from '../../expression/functions/index.ts';
import type { Scope } from '../../expression/scope.ts';
import { nearest } from '../../expression/similar.ts';
import { defaultLimits, isStackEnd, LimitError } from '../../limits.ts';

/** Adds the source to the errors of an expression; one that nests deeper than the machine's stack reaches the limit of calls. */
export function located(error: unknown, source: string): unknown {
  if (error instanceof ExpressionError) error.locate(source);
  if (isStackEnd(error)) return new LimitError('calls', defaultLimits.calls);
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

/** The error of a name of data that does not exist, with the likely one. */
export function unknownData(path: string, scope: Scope, source: string, position: number): ExpressionError {
  const shown = path.length > MOST_OF_PATH ? `${path.slice(0, MOST_OF_PATH)}…` : path;
  const similar = scope.suggest(path);
  return new ExpressionError(
    `There is no column, parameter, variable or total '${shown}'${similar === undefined ? '' : `; did you mean '${similar}'?`}`,
    source,
    position,
  );
}

/** More characters of a path are not repeated in a message. */
const MOST_OF_PATH = 200;

/** A name of data as it may stand alone, between dots. */
const PATH = /^[\p{L}_][\p{L}\p{N}_ ]*(?:\.[\p{L}_][\p{L}\p{N}_ ]*)*$/u;

/**
 * The error of an expression that is nothing but a name: where the name is like one of data, it is distinguished from a name of the script. Every
 * other error stays.
 */
export function nameError(error: unknown, code: string, scope: Scope, source: string): unknown {
  const path = code.trim();
  if (!(error instanceof ExpressionError) || !error.message.startsWith('CS0103') || !PATH.test(path)) return error;
  return scope.suggest(path) === undefined ? error : unknownData(path, scope, source, source.indexOf(path));
}

import { stackEndAsLimit } from '../../../limits.ts';
import { ExpressionError } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Cell } from '../../runtime/objects.ts';
import type { Eval, Frame } from '../bound.ts';
import type { Context, FunctionContext, Scope, Variable } from '../context.ts';
import type { TypeEnvironment } from '../types/types.ts';

/** Runs statements; the result determines where execution continues. */
export type Exec = (frame: Frame) => Signal;

/** Runs statements of an iterator, which stop at each value. */
export type Steps = (frame: Frame) => Generator<Value, Signal, void>;

/** A bound statement with functions to compile it, for iterators also to steps. */
export interface BoundStatement {
  readonly exec: () => Exec;
  /** Present if the statement contains `yield`. */
  readonly steps?: (() => Steps) | undefined;
}

/** Outcome of a statement. */
export type Signal = 0 | 1 | 2 | 3 | 4;
/** Signal of a statement after which the next one runs. */
export const NEXT = 0;
/** Signal of a statement that leaves the loop or switch. */
export const BREAK = 1;
/** Signal of a statement that starts the next iteration of the loop. */
export const CONTINUE = 2;
/** Signal of a statement that leaves the function. */
export const RETURN = 3;
/** Signal of a statement that goes to a label. */
export const GOTO = 4;

/** A compiled method, lambda or local function. */
export type Code = (
  self: Value,
  args: readonly Value[],
  cells: readonly Cell[],
  env: TypeEnvironment | undefined,
) => Value;

/** Compiles a function from its bound body. */
export function compileFunction(
  context: Context,
  fn: FunctionContext,
  parameters: readonly Variable[],
  body: { readonly expression: Eval } | { readonly exec: Exec },
): Code {
  const { source } = context.world;
  const { rt } = context.world.outside;
  const { budget } = rt;
  const shared = parameters.filter((variable) => variable.captured);
  const count = parameters.length;
  const run: (frame: Frame) => Value =
    'expression' in body
      ? body.expression
      : (frame) => {
          body.exec(frame);
          return frame.result;
        };
  return (self, args, cells, env) => {
    budget.enter();
    budget.step();
    const v: Value[] = [];
    for (let index = 0; index < count; index++) v.push(args[index] ?? null);
    for (let index = count; index < fn.slots; index++) v.push(null);
    const frame: Frame = { self, v, k: [], c: cells, env, result: null, position: -1, label: '' };
    for (const { slot } of shared) frame.k[slot] = { value: v[slot] ?? null };
    try {
      return run(frame);
    } catch (error) {
      throw located(error, source, frame.position);
    } finally {
      budget.leave();
    }
  };
}

/** Adds the position in the script to an error; an overflow of the machine's stack becomes a LimitError. */
export function located(error: unknown, source: string, position: number): unknown {
  if (error instanceof ExpressionError && position >= 0) error.locate(source, position);
  return stackEndAsLimit(error);
}

/** Returns a function that collects the cells of captured outer variables when a function is created. */
export function captureCells(outer: FunctionContext, fn: FunctionContext): (frame: Frame) => readonly Cell[] {
  if (fn.captures.length === 0) return () => NO_CELLS;
  const take = fn.captures.map((variable) => {
    if (variable.owner === outer) {
      const { slot } = variable;
      return (frame: Frame): Cell => (frame.k[slot] ??= { value: null });
    }
    const index = outer.capture(variable);
    return (frame: Frame): Cell => frame.c[index] ?? { value: null };
  });
  return (frame) => take.map((each) => each(frame));
}

const NO_CELLS: readonly Cell[] = [];

/** Creates new cells for the captured variables of a block each time it is entered. */
export function withCells(scope: Scope, body: Exec): Exec {
  const shared = scope.owned.filter((variable) => variable.captured && !variable.constant);
  if (shared.length === 0) return body;
  return (frame) => {
    for (const { slot } of shared) frame.k[slot] = { value: null };
    return body(frame);
  };
}

/** Compiles reading of a variable. */
export function readVariable(context: Context, variable: Variable): Eval {
  const { slot } = variable;
  if (variable.owner !== context.fn) {
    const index = context.fn.capture(variable);
    return (frame) => frame.c[index]?.value ?? null;
  }
  return variable.captured ? (frame) => frame.k[slot]?.value ?? null : (frame) => frame.v[slot] ?? null;
}

/** Compiles writing of a variable. */
export function writeVariable(context: Context, variable: Variable): (frame: Frame, value: Value) => void {
  const { slot } = variable;
  if (variable.owner !== context.fn) {
    const index = context.fn.capture(variable);
    return (frame, value) => {
      const cell = frame.c[index];
      if (cell) cell.value = value;
    };
  }
  if (variable.captured) {
    return (frame, value) => {
      (frame.k[slot] ??= { value: null }).value = value;
    };
  }
  return (frame, value) => {
    frame.v[slot] = value;
  };
}

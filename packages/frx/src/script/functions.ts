import { builtInFunction, builtInName } from '../expression/functions/index.ts';
import type { Runtime } from '../expression/scope.ts';
import type { Argument, Bound, Eval } from './binder/bound.ts';
import { emitValue } from './binder/types/convert.ts';
import { special, specialOf } from './binder/types/specials.ts';
import type { Special, Type } from './binder/types/types.ts';
import { need } from './library/registry.ts';

/** Functions that every report can call, as code of a script or expression names them: `ToWords(…)`, `FormatNumber(…)`. */

type Found = NonNullable<ReturnType<typeof builtInFunction>>;

/** Binds a call of such a function; undefined when there is none of that name. */
export function bindReportFunction(
  name: string,
  args: readonly Argument[],
  position: number,
  rt: Runtime,
): Bound | undefined {
  const found = builtInFunction(name);
  return found && callOf(found, args, position, rt);
}

/**
 * Binds a call of such a function, of one of Visual Basic or of an operator, in Visual Basic. Scripts take the function of Visual Basic
 * where both have the name, expressions the one of reports.
 */
export function bindBasicFunction(
  name: string,
  args: readonly Argument[],
  position: number,
  rt: Runtime,
  reportsFirst: boolean,
): Bound | undefined {
  if (name.startsWith('vb:')) {
    const bound = bindReportFunction(name, args, position, rt);
    const type = operatorType(name.slice(3), args);
    return bound && type ? { ...bound, type } : bound;
  }
  const lower = name.toLowerCase();
  const own = builtInName(`vb.${lower}`);
  const general = builtInName(lower);
  const chosen = reportsFirst ? (general ?? own) : (own ?? general);
  if (chosen === undefined) return undefined;
  const [condition, ...rest] = args;
  if (chosen !== 'IIf' || !condition) return bindReportFunction(chosen, args, position, rt);
  const test = bindReportFunction('vb:bool', [condition], position, rt);
  return bindReportFunction(chosen, test ? [{ ...condition, bound: test }, ...rest] : args, position, rt);
}

const SAME = new Set(['+', '-', '*', 'mod']);
const NUMBERS: readonly Special[] = ['int', 'long', 'float', 'double', 'decimal'];

/** Type of an operation on two values of one type; undefined where only the values decide. */
function operatorType(operator: string, [a, b]: readonly Argument[]): Type | undefined {
  const kind = a && specialOf(a.bound.type);
  if (!kind || !b || specialOf(b.bound.type) !== kind) return undefined;
  if (kind === 'string') return operator === '+' ? special('string') : undefined;
  if (!NUMBERS.includes(kind)) return undefined;
  if (SAME.has(operator)) return special(kind);
  if (operator === '/') return special(kind === 'int' || kind === 'long' ? 'double' : kind);
  return operator === '\\' && (kind === 'int' || kind === 'long') ? special(kind) : undefined;
}

function callOf({ call, type }: Found, args: readonly Argument[], position: number, rt: Runtime): Bound {
  return {
    type: resultOf(type),
    position,
    emit: () => {
      const [first, second, ...more] = args.map(({ bound }) => emitValue(bound));
      if (!first) return () => call([], rt);
      if (!second) return (frame) => call([first(frame)], rt);
      if (more.length === 0) return (frame) => call([first(frame), second(frame)], rt);
      const values: readonly Eval[] = [first, second, ...more];
      return (frame) =>
        call(
          values.map((value) => value(frame)),
          rt,
        );
    },
  };
}

function resultOf(name: string): Type {
  if (name === 'object') return special('dynamic');
  return name === 'DateTime' || name === 'TimeSpan' ? need(name).of([]) : special(name as 'int');
}

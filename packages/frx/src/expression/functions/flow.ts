import { ExpressionError } from '../errors.ts';
import { bool, real } from '../members/arguments.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { converted } from './arguments.ts';

/** Conditional functions; all arguments are evaluated, as in C#. `IsNull` needs the names of the report and is in `compile.ts`. */
export const flowFunctions: Readonly<Record<string, StaticMethod>> = {
  /** Selects by a 1-based index; null when there is no such choice. */
  Choose: (args) => args.slice(1)[Math.trunc(real(args, 0)) - 1] ?? null,
  IIf: (args) => {
    if (args.length !== 3) throw new ExpressionError('IIf takes three arguments');
    return (bool(args, 0) ? args[1] : args[2]) ?? null;
  },
  /** Pairs of condition and value; the value of the first condition that Convert.ToBoolean makes true, or null. */
  Switch: (args, runtime) => {
    const holds = converted('ToBoolean');
    for (let index = 0; index + 1 < args.length; index += 2)
      if (holds([args[index] ?? null], runtime) === true) return args[index + 1] ?? null;
    return null;
  },
  IfNull: (args) => args[0] ?? args[1] ?? null,
};

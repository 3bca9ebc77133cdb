import * as elementary from '../values/elementary.ts';
import { absolute, ceiling, extreme, floor, round, truncate } from '../members/math.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { Char, Double, Integer } from '../values/values.ts';
import type { Value } from '../values/values.ts';
import { looseNumber } from './arguments.ts';

function ofDouble(calculate: (value: number) => number): StaticMethod {
  return (args) => new Double(calculate(looseNumber(args, 0)));
}

/** A char or small integer as the int that the overloads of Maximum and Minimum take. */
function promoted(value: Value): Value {
  if (value instanceof Char) return value.code;
  return value instanceof Integer && value.type !== 'uint' && value.type !== 'ulong' ? Number(value.value) : value;
}

export const mathFunctions: Readonly<Record<string, StaticMethod>> = {
  Abs: absolute,
  Acos: ofDouble(elementary.acos),
  Asin: ofDouble(elementary.asin),
  Atan: ofDouble(elementary.atan),
  Ceiling: ceiling,
  Cos: ofDouble(elementary.cos),
  Exp: ofDouble(elementary.exp),
  Floor: floor,
  Log: ofDouble(elementary.log),
  Maximum: (args) => extreme(args.map(promoted), 1),
  Minimum: (args) => extreme(args.map(promoted), -1),
  Round: round,
  Sin: ofDouble(elementary.sin),
  Sqrt: ofDouble(Math.sqrt),
  Tan: ofDouble(elementary.tan),
  Truncate: truncate,
};

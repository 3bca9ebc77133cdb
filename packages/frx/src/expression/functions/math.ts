import * as elementary from '../elementary.ts';
import { absolute, ceiling, extreme, floor, round, truncate } from '../members/math.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { Double } from '../values.ts';
import { looseNumber } from './arguments.ts';

function ofDouble(calculate: (value: number) => number): StaticMethod {
  return (args) => new Double(calculate(looseNumber(args, 0)));
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
  Maximum: (args) => extreme(args, 1),
  Minimum: (args) => extreme(args, -1),
  Round: round,
  Sin: ofDouble(elementary.sin),
  Sqrt: ofDouble(Math.sqrt),
  Tan: ofDouble(elementary.tan),
  Truncate: truncate,
};

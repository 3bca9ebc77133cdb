import { absolute, ceiling, extreme, floor, round, truncate } from '../members/math.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { Double } from '../values.ts';
import { looseNumber } from './arguments.ts';

function ofDouble(calculate: (value: number) => number): StaticMethod {
  return (args) => new Double(calculate(looseNumber(args, 0)));
}

export const mathFunctions: Readonly<Record<string, StaticMethod>> = {
  Abs: absolute,
  Acos: ofDouble(Math.acos),
  Asin: ofDouble(Math.asin),
  Atan: ofDouble(Math.atan),
  Ceiling: ceiling,
  Cos: ofDouble(Math.cos),
  Exp: ofDouble(Math.exp),
  Floor: floor,
  Log: ofDouble(Math.log),
  Maximum: (args) => extreme(args, 1),
  Minimum: (args) => extreme(args, -1),
  Round: round,
  Sin: ofDouble(Math.sin),
  Sqrt: ofDouble(Math.sqrt),
  Tan: ofDouble(Math.tan),
  Truncate: truncate,
};

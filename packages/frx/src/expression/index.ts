export { createBudget } from './budget.ts';
export type { Budget } from './budget.ts';
export { Decimal } from './decimal.ts';
export { ExpressionError, NetException } from './errors.ts';
export type {
  BooleanFormat,
  CurrencyFormat,
  FormatSpec,
  GeneralFormat,
  NumberFormat,
  PatternFormat,
  PercentFormat,
} from './formatSpec.ts';
export type { Argument, Binding, BoundFunction, Compiled, Evaluate, Runtime, Scope } from './scope.ts';
export { parseBrackets, parseTextTemplate } from './textTemplate.ts';
export type { Brackets, TextPart } from './textTemplate.ts';
export { Char, DateTime, Delegate, Double, EnumValue, Integer, NetArray, Single, TimeSpan } from './values.ts';
export type { EnumType, NetObject, SmallIntegerType, TypeName, Value } from './values.ts';

export { createBudget } from './budget.ts';
export type { Budget } from './budget.ts';
export type { Culture } from './culture.ts';
export { cultureByName, invariantCulture } from './cultures.ts';
export { Decimal } from './decimal.ts';
export { ExpressionError, NetException } from './errors.ts';
export { formatValue } from './format.ts';
export type {
  BooleanFormat,
  CurrencyFormat,
  FormatSpec,
  GeneralFormat,
  NumberFormat,
  PatternFormat,
  PercentFormat,
} from './formatSpec.ts';
export type { Argument, Binding, BoundFunction, Runtime, Scope } from './scope.ts';
export {
  boolProperty,
  enumProperty,
  floatProperty,
  HostObject,
  hostClass,
  intProperty,
  liveOf,
  textProperty,
} from './hostClass.ts';
export type { HostClass, HostMembers, HostProperty } from './hostClass.ts';
export { colorClass, colorOf, colorValue, fillOf, fillValue, fontClass, fontValue } from './members/drawing.ts';
export { enumByName } from './enums.ts';
export { parseBrackets, parseTextTemplate } from './textTemplate.ts';
export type { Brackets, TextPart } from './textTemplate.ts';
export { Char, DateTime, Delegate, Double, EnumValue, Integer, NetArray, Single, TimeSpan } from './values.ts';
export type { EnumType, NetObject, SmallIntegerType, TypeName, Value } from './values.ts';
export { formatted, toText, typeNameOf } from './toText.ts';

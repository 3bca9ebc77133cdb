export { createBudget } from './budget.ts';
export type { Budget } from './budget.ts';
export type { Culture } from './cultures/culture.ts';
export { invariantCulture } from './cultures/cultures.ts';
export { Decimal } from './values/decimal.ts';
export { ExpressionError, NetException } from './errors.ts';
export type { Argument, Binding, BoundFunction, Runtime } from './scope.ts';
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
export type { HostClass, HostProperty } from './hostClass.ts';
export { fontClass, fontValue } from './members/fonts.ts';
export { fillColor, fillOf, fillValue, solidFill } from './members/fills.ts';
export { changed, colorAt, colorClass, colorName, colorOf, colorValue, withColors } from './members/colors.ts';
export { enumByName } from './values/enums.ts';
export { parseBrackets } from './textTemplate.ts';
export { Char, DateTime, Delegate, Double, EnumValue, Integer, NetArray, Single, TimeSpan } from './values/values.ts';
export type { EnumType, NetObject, Value } from './values/values.ts';
export { toText } from './formats/toText.ts';

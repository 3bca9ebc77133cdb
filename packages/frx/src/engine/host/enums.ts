import { enumByName, enumProperty, ExpressionError, type EnumType, type HostProperty } from '../../expression/index.ts';

/** Returns an enum by its name. @throws ExpressionError if it does not exist */
export function enumType(name: string): EnumType {
  const type = enumByName(name);
  if (!type) throw new ExpressionError(`${name} is not known`);
  return type;
}

/** Declares a property whose type is the enum of a name. */
export function enumField<T>(
  name: string,
  get: (live: T) => string,
  set: (live: T, member: string) => void,
): HostProperty<T> {
  return enumProperty(enumType(name), get, set);
}

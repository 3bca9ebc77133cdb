import { enumByName, enumProperty, ExpressionError, type EnumType, type HostProperty } from '../../expression/index.ts';

/** The enum of that name. */
export function enumType(name: string): EnumType {
  const type = enumByName(name);
  if (!type) throw new ExpressionError(`${name} is not known`);
  return type;
}

/** A property of the enum of that name. */
export function enumField<T>(
  name: string,
  get: (live: T) => string,
  set: (live: T, member: string) => void,
): HostProperty<T> {
  return enumProperty(enumType(name), get, set);
}

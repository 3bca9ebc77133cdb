import { ExpressionError } from '../../expression/errors.ts';
import { construct, staticMember, staticMethod } from '../../expression/members/index.ts';
import type { NetObject, Value } from '../../expression/values.ts';
import type { Call } from '../binder/types.ts';

/** Objects of the report as values: their members are found by name in the engine's tables. */

/** The object behind a value. Throws ExpressionError for what has no members of the report. */
export function asHost(value: Value): NetObject {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array || value.kind !== 'object')
    throw new ExpressionError('The value has no members');
  return value;
}

/** `Type.name` of a class of the report. */
export function hostStatic(type: string, name: string, call: Call['rt']): (() => Value) | undefined {
  const member = staticMember(type, name);
  return member && (() => member(call));
}

/** `Type.name(…)` of a class of the report. */
export function hostStaticMethod(
  type: string,
  name: string,
  call: Call['rt'],
): ((args: readonly Value[]) => Value) | undefined {
  const method = staticMethod(type, name);
  return method && ((args) => method(args, call));
}

/** `new Type(…)` of what looks and colours are made of; undefined for other classes. */
export function hostConstruct(type: string, args: readonly Value[], call: Call['rt']): Value | undefined {
  return construct(type, args, call);
}

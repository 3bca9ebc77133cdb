import type { Value } from '../../../expression/values/values.ts';
import type { Call, Type } from '../../binder/types/types.ts';
import { isInstance, textOf } from '../../runtime/values.ts';
import { changeType } from '../numbers/convert.ts';
import { typeObject } from '../../runtime/hooks.ts';

/** Converts a value to the type of a column as `Convert` does. @throws what `Convert` throws */
export function changeInto(c: Call, value: Exclude<Value, null>, type: Type): Value {
  if (isInstance(value, type)) return value;
  if (type.kind === 'named' && type.special === 'string') return textOf(value, c.rt);
  return changeType(c, value, typeObject(type), c.rt.culture);
}

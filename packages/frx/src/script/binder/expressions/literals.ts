import type { Value } from '../../../expression/values/values.ts';
import type { Bound } from '../bound.ts';
import { special } from '../types/specials.ts';

/** Constants as expressions. */

export function literal(type: string, value: Value, position: number): Bound {
  const made: Bound = { type: special(type as 'int'), position, constant: { value }, emit: () => () => value };
  return made;
}

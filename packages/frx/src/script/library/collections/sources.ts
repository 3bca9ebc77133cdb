import type { Runtime } from '../../../expression/scope.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Call, Type } from '../../binder/types/types.ts';
import { Func } from '../../runtime/objects.ts';
import { iterate, Sequence } from '../../runtime/sequences.ts';
import type { Partition } from '../../runtime/sequences.ts';
import { error } from '../../runtime/values.ts';
import { need } from '../registry.ts';
import { partitionOf } from './partitions.ts';

/** Functions shared by all operators of System.Linq: source, arguments and result. */

export const object = (): Type => need('Object').open;

/** Returns a type argument of the method; object if there is none. */
export const at = (c: Call, index: number): Type => c.t[index] ?? object();

/** Refuses a collection that is null. Throws ArgumentNullException. */
export function source(value: Value, name = 'source'): Exclude<Value, null> {
  if (value === null) throw error('ArgumentNullException', `Value cannot be null. (Parameter '${name}')`);
  return value;
}

/** Refuses a function that is null. Throws ArgumentNullException. */
export function need_(value: Value, name: string): Func {
  if (!(value instanceof Func)) throw error('ArgumentNullException', `Value cannot be null. (Parameter '${name}')`);
  return value;
}

/** Returns a query of items of a type. */
export function query(c: Call, type: Type, run: (rt: Runtime) => Generator<Value>, partition?: Partition): Sequence {
  const { budget } = c.rt;
  const made = new Sequence(need('IEnumerable', 1).of([type]), function* items(rt) {
    for (const item of run(rt)) {
      budget.step();
      yield item;
    }
  });
  made.partition = partition;
  return made;
}

/** Returns a query of the items of a partition. */
export function partitioned(c: Call, type: Type, partition: Partition): Sequence {
  return query(c, type, (rt) => partition.items(rt, 0, Infinity), partition);
}

/** Returns the exception for a sequence without items. */
export const noElements = (): Error => error('InvalidOperationException', 'Sequence contains no elements');

/** Returns the exception for a search without result. */
export const noMatch = (): Error => error('InvalidOperationException', 'Sequence contains no matching element');

/** Returns the exception for a sequence with more than one item. */
export const manyElements = (): Error => error('InvalidOperationException', 'Sequence contains more than one element');

/** Returns the exception for a search with more than one result. */
export const manyMatches = (): Error =>
  error('InvalidOperationException', 'Sequence contains more than one matching element');

/** Returns the number of items of a sequence. */
export function countOf(from: Value, rt: Runtime): number {
  const partition = partitionOf(from);
  if (partition && !partition.countCalls) return partition.size(rt, 0, Infinity);
  let number = 0;
  for (const _item of iterate(from, rt)) {
    rt.budget.step();
    number++;
  }
  return number;
}

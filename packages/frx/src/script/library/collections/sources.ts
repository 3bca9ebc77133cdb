import type { Runtime } from '../../../expression/scope.ts';
import type { Value } from '../../../expression/values.ts';
import type { Call, Type } from '../../binder/types/types.ts';
import { Func } from '../../runtime/objects.ts';
import { iterate, Sequence } from '../../runtime/sequences.ts';
import type { Partition } from '../../runtime/sequences.ts';
import { error } from '../../runtime/values.ts';
import { need } from '../registry.ts';
import { partitionOf } from './partitions.ts';

/** Functions that all operators of System.Linq share: their source, their arguments and the sequence they give. */

/** System.Linq.Enumerable: queries run when their items are asked for. */

export const object = (): Type => need('Object').open;

/** Type argument of the method; object where there is none. */
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

/** A query of items of a type. */
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

/** A query of the items of a partition. */
export function partitioned(c: Call, type: Type, partition: Partition): Sequence {
  return query(c, type, (rt) => partition.items(rt, 0, Infinity), partition);
}

/** Exception of a sequence without items. */
export const noElements = (): Error => error('InvalidOperationException', 'Sequence contains no elements');

/** Exception of a search that found nothing. */
export const noMatch = (): Error => error('InvalidOperationException', 'Sequence contains no matching element');

/** Exception of a sequence that should have one item. */
export const manyElements = (): Error => error('InvalidOperationException', 'Sequence contains more than one element');

/** Exception of a search that should have found one item. */
export const manyMatches = (): Error =>
  error('InvalidOperationException', 'Sequence contains more than one matching element');

/** Number of items of a sequence. */
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

import type { Value } from '../../expression/values/values.ts';
import { NamedType } from '../binder/types/types.ts';
import type { Call } from '../binder/types/types.ts';
import { Obj, TupleObj } from '../runtime/objects.ts';
import type { Ref } from '../runtime/objects.ts';
import { equals, error, textOf } from '../runtime/values.ts';
import { compare } from '../runtime/order.ts';
import { hashOf } from '../runtime/hashCodes.ts';
import { declare, need } from './registry.ts';

/** Tuples of values; the members Item1 … are the binder's own. */
for (let count = 1; count <= 12; count++) {
  const types = Array.from({ length: count }, (_, index) => `T${String(index + 1)}`);
  declare('System', `struct ValueTuple<${types.join(', ')}> : IComparable, IComparable<ValueTuple<${types.join(', ')}>>, IEquatable<ValueTuple<${types.join(', ')}>>`, {
    [`new(${types.map((type, index) => `${type} item${String(index + 1)}`).join(', ')})`]: (c: Call, ...items: Value[]) => tuple(c.type, items),
    'string ToString()': (c, self: Value) => textOf(self, c.rt),
    [`int CompareTo(ValueTuple<${types.join(', ')}> other)`]: (c: Call, self: Value, other: Value) => compare(self, other, c.rt),
    'int CompareTo(object other)': (c, self: Value, other: Value) => compare(self, other, c.rt),
    [`bool Equals(ValueTuple<${types.join(', ')}> other)`]: (c: Call, self: Value, other: Value) => equals(self, other, c.rt),
    [`Tuple<${types.join(', ')}> ToTuple()`]: (c: Call, self: TupleObj) => new ReferenceTuple(need('Tuple', count).of(c.type.args), [...self.fields]),
  }, { special: 'tuple' }); // prettier-ignore
  if (count > 8) continue;
  declare('System', `class Tuple<${types.join(', ')}> : IComparable`, {
    [`new(${types.map((type, index) => `${type} item${String(index + 1)}`).join(', ')})`]: (
      c: Call,
      ...items: Value[]
    ) => new ReferenceTuple(c.type, items),
    ...Object.fromEntries(
      types.map((type, index) => [
        `${type} Item${String(index + 1)} { get; }`,
        (_c: Call, self: Obj) => self.fields[index] ?? null,
      ]),
    ),
    [`void Deconstruct(${types.map((type, index) => `out ${type} item${String(index + 1)}`).join(', ')})`]: (
      _c: Call,
      self: Obj,
      ...parts: Ref[]
    ) => {
      for (const [index, part] of parts.entries()) part.write(self.fields[index] ?? null);
    },
    [`ValueTuple<${types.join(', ')}> ToValueTuple()`]: (c: Call, self: Obj) =>
      tuple(need('ValueTuple', count).of(c.type.args), [...self.fields]),
  });
}

function tuple(type: NamedType, items: Value[]): TupleObj {
  const made = new TupleObj(type);
  made.fields = items;
  return made;
}

/** A System.Tuple: an object with the equality of its items. */
class ReferenceTuple extends Obj {
  constructor(type: NamedType, items: Value[]) {
    super(type);
    this.fields = items;
  }
  override nativeText(rt: Call['rt']): string {
    return `(${this.fields.map((field) => textOf(field, rt)).join(', ')})`;
  }
  override nativeEquals(other: Value, rt: Call['rt']): boolean {
    return (
      other instanceof ReferenceTuple &&
      other.fields.length === this.fields.length &&
      this.fields.every((field, index) => equals(field, other.fields[index] ?? null, rt))
    );
  }
  override nativeKey(rt: Call['rt']): unknown {
    return `T${this.fields.map((field) => String(hashOf(field, rt))).join('|')}`;
  }
  override nativeCompare(other: Value, rt: Call['rt']): number {
    if (!(other instanceof ReferenceTuple)) throw error('ArgumentException', 'Argument must be a tuple.');
    for (const [index, field] of this.fields.entries()) {
      const order = compare(field, other.fields[index] ?? null, rt);
      if (order !== 0) return order;
    }
    return 0;
  }
}
declare('System', 'static class Tuple', Object.fromEntries(Array.from({ length: 8 }, (_, index) => {
  const types = Array.from({ length: index + 1 }, (_each, at) => `T${String(at + 1)}`);
  return [`Tuple<${types.join(', ')}> Create<${types.join(', ')}>(${types.map((type, at) => `${type} item${String(at + 1)}`).join(', ')})`, (c: Call, ...items: Value[]) => new ReferenceTuple(need('Tuple', index + 1).of(c.t), items)];
}))); // prettier-ignore
declare('System', 'struct ValueTuple', Object.fromEntries(Array.from({ length: 8 }, (_, index) => {
  const types = Array.from({ length: index + 1 }, (_each, at) => `T${String(at + 1)}`);
  return [`static ValueTuple<${types.join(', ')}> Create<${types.join(', ')}>(${types.map((type, at) => `${type} item${String(at + 1)}`).join(', ')})`, (c: Call, ...items: Value[]) => tuple(need('ValueTuple', index + 1).of(c.t), items)];
}))); // prettier-ignore

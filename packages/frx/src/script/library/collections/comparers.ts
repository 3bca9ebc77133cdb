import { toUpper } from '../../../expression/cultures/letterCase.ts';
import { compareStrings } from '../../../expression/cultures/textOrder.ts';
import type { Comparison } from '../../../expression/cultures/textOrder.ts';
import type { EnumValue, Value } from '../../../expression/values/values.ts';
import type { Call, NamedType, Type } from '../../binder/types/types.ts';
import { Func, Obj } from '../../runtime/objects.ts';
import { ComparerObj, equalityOf, orderOf } from '../../runtime/collections.ts';
import { compare } from '../../runtime/order.ts';
import { hashOf, keyOf } from '../../runtime/hashCodes.ts';
import { cultureOf } from '../providers.ts';
import { declare, need } from '../registry.ts';

/** Comparers of the library. */

declare('System.Collections', 'interface IComparer', {
  'int Compare(object x, object y)': (c, self: Value, a: Value, b: Value) => orderOf(self, c.rt)(a, b),
});
declare('System.Collections.Generic', 'interface IComparer<T>', {
  'int Compare(T x, T y)': (c, self: Value, a: Value, b: Value) => orderOf(self, c.rt)(a, b),
});
declare('System.Collections', 'interface IEqualityComparer', {
  'bool Equals(object x, object y)': (c, self: Value, a: Value, b: Value) => equalityOf(self, c.rt).same(a, b),
  'int GetHashCode(object obj)': (c, self: Value, value: Value) => hash(c, self, value),
});
declare('System.Collections.Generic', 'interface IEqualityComparer<T>', {
  'bool Equals(T x, T y)': (c, self: Value, a: Value, b: Value) => equalityOf(self, c.rt).same(a, b),
  'int GetHashCode(T obj)': (c, self: Value, value: Value) => hash(c, self, value),
});

function hash(c: Call, self: Value, value: Value): number {
  const key = equalityOf(self, c.rt).key(value);
  return typeof key === 'number' ? key : typeof key === 'string' ? hashOf(key, c.rt) : hashOf(value, c.rt);
}

const natural = (type: NamedType): ComparerObj => new ComparerObj(type, compare, keyOf);
/** `Comparer<T>.Default`. */
export const naturalOrder = (type: Type): ComparerObj => natural(need('Comparer', 1).of([type]));
/** `EqualityComparer<T>.Default`. */
export const naturalEquality = (type: Type): ComparerObj => natural(need('EqualityComparer', 1).of([type]));

declare('System.Collections.Generic', 'abstract class Comparer<T> : IComparer<T>, IComparer', {
  'protected new()': (c) => new Obj(c.type),
  'static Comparer<T> Default { get; }': (c) => natural(c.type),
  'static Comparer<T> Create(Comparison<T> comparison)': (c, run: Func) =>
    new ComparerObj(c.type, (a, b) => run.invoke([a, b]) as number, keyOf),
  'abstract int Compare(T x, T y)': (c, self: Value, a: Value, b: Value) => orderOf(self, c.rt)(a, b),
});
declare('System.Collections', 'class Comparer : IComparer', {
  'static readonly Comparer Default': { value: () => natural(need('Comparer').open) },
  'int Compare(object a, object b)': (c, _self: Value, a: Value, b: Value) => compare(a, b, c.rt),
});
declare('System.Collections.Generic', 'abstract class EqualityComparer<T> : IEqualityComparer<T>, IEqualityComparer', {
  'protected new()': (c) => new Obj(c.type),
  'static EqualityComparer<T> Default { get; }': (c) => natural(c.type),
  'abstract bool Equals(T x, T y)': (c, self: Value, a: Value, b: Value) => equalityOf(self, c.rt).same(a, b),
  'abstract int GetHashCode(T obj)': (c, self: Value, value: Value) => hash(c, self, value),
});

const type = (): NamedType => need('StringComparer').open;
const texts = (how: Comparison): ComparerObj =>
  new ComparerObj(
    type(),
    (a, b) => compareStrings(a as string | null, b as string | null, how),
    (value) => (typeof value === 'string' ? `s${how.ignoreCase ? toUpper(value) : value}` : value),
  );
const cultural = (culture: string, ignoreCase: boolean): ComparerObj => texts({ ordinal: false, ignoreCase, culture });
const known = {
  Ordinal: () => texts({ ordinal: true, ignoreCase: false, culture: '' }),
  OrdinalIgnoreCase: () => texts({ ordinal: true, ignoreCase: true, culture: '' }),
  InvariantCulture: () => cultural('', false),
  InvariantCultureIgnoreCase: () => cultural('', true),
};
declare('System', 'class StringComparer : IComparer<string>, IEqualityComparer<string>, IComparer, IEqualityComparer', {
  ...Object.fromEntries(Object.entries(known).map(([name, make]) => [`static StringComparer ${name} { get; }`, make])),
  'static StringComparer CurrentCulture { get; }': (c) => cultural(c.rt.culture.name, false),
  'static StringComparer CurrentCultureIgnoreCase { get; }': (c) => cultural(c.rt.culture.name, true),
  'static StringComparer Create(CultureInfo culture, bool ignoreCase)': (c, culture: Value, ignoreCase: boolean) =>
    cultural(cultureOf(culture, c).name, ignoreCase),
  'static StringComparer FromComparison(StringComparison comparisonType)': (c, comparison: EnumValue) =>
    [
      cultural(c.rt.culture.name, false),
      cultural(c.rt.culture.name, true),
      known.InvariantCulture(),
      known.InvariantCultureIgnoreCase(),
      known.Ordinal(),
      known.OrdinalIgnoreCase(),
    ][comparison.value] ?? known.Ordinal(),
  'int Compare(string x, string y)': (c, self: Value, a: Value, b: Value) => orderOf(self, c.rt)(a, b),
  'bool Equals(string x, string y)': (c, self: Value, a: Value, b: Value) => equalityOf(self, c.rt).same(a, b),
  'int GetHashCode(string obj)': (c, self: Value, value: Value) => hash(c, self, value),
});

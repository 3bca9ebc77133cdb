import { TextReader } from './providers.ts';
import { ExpressionError, NetException } from '../../expression/errors.ts';
import { EnumValue, Integer } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import { installItems, installTypeClass, typeObject } from '../runtime/hooks.ts';
import { arrayOf, ArrayType, NamedType, systemText } from '../binder/types/types.ts';
import type { Call, Type } from '../binder/types/types.ts';
import { copyOf, Func, Obj, TypedArray, TypeObj } from '../runtime/objects.ts';
import { arrayItems, disposeOf, EnumeratorObj, installBytes, Sequence } from '../runtime/sequences.ts';
import { derives, equals, error, isInstance, sameReference, textOf, typeName, typeOf } from '../runtime/values.ts';
import { defaultOf } from '../runtime/defaults.ts';
import { compare, compareChecked } from '../runtime/order.ts';
import { hashOf } from '../runtime/hashCodes.ts';
import { alias, declare, need } from './registry.ts';
import { entries, enumOf, typeCode, underlyingOf } from './enums.ts';

/** Types with a special meaning in the language, and members of every object. */

installItems(arrayItems);
installBytes(Array.from({ length: 256 }, (_, value) => new Integer('byte', BigInt(value))));

declare('System', 'class Object', {
  'new()': (c) => new Obj(c.type),
  'virtual string ToString()': (c, self: Value) => textOf(self, c.rt),
  'virtual bool Equals(object obj)': (c, self: Value, other: Value) => equals(self, other, c.rt),
  'virtual int GetHashCode()': (c, self: Value) => hashOf(self, c.rt),
  'Type GetType()': (_c, self: Exclude<Value, null>) => {
    const type = typeOf(self);
    // The classes of queries and iterators are not public in .NET.
    if (type instanceof NamedType && type.definition.kind === 'interface')
      throw new ExpressionError('GetType of a query or an iterator is not available: its class in .NET is not public');
    return typeObject(type);
  },
  'protected object MemberwiseClone()': (_c, self: Obj) => {
    const copied = Object.create(Object.getPrototypeOf(self) as object, Object.getOwnPropertyDescriptors(self)) as Obj;
    copied.fields = self.fields.map(copyOf);
    return copied;
  },
  'static bool Equals(object a, object b)': (c, a: Value, b: Value) => equals(a, b, c.rt),
  'static bool ReferenceEquals(object a, object b)': (_c, a: Value, b: Value) => sameReference(a, b),
}, { special: 'object' }); // prettier-ignore
declare('', 'class null : Object', {}, { special: 'null' });
declare('', 'class error : Object', {}, { special: 'error' });
declare('', 'class dynamic : Object', {}, { special: 'dynamic' });
declare('System', 'struct Void', {}, { special: 'void' });
declare('System', 'class ValueType : Object', {}, { special: 'ValueType' });
declare('System', 'class Attribute : Object', { 'new()': (c) => new Obj(c.type) });
declare('System', 'class EventArgs : Object', {
  'new()': (c) => new Obj(c.type),
  'static readonly EventArgs Empty': { value: () => (emptyArgs ??= new Obj(need('EventArgs').open)) },
});
let emptyArgs: Obj | undefined;
/** Arguments of an event that handlers may cancel. */
class CancelArgs extends Obj {
  cancel = false;
}
declare('System.ComponentModel', 'class CancelEventArgs : EventArgs', {
  'new()': (c) => new CancelArgs(c.type),
  'new(bool cancel)': (c, cancel: boolean) => {
    const made = new CancelArgs(c.type);
    made.cancel = cancel;
    return made;
  },
  'bool Cancel { get; set; }': {
    get: (_c, self: CancelArgs) => self.cancel,
    set: (_c, self: CancelArgs, value: boolean) => void (self.cancel = value),
  },
});
declare('System.ComponentModel', 'delegate void CancelEventHandler(object sender, CancelEventArgs e)');
/** Arguments of an event of a property that changed. */
class PropertyArgs extends Obj {
  readonly name: string | null;
  constructor(type: NamedType, name: string | null) {
    super(type);
    this.name = name;
  }
}
declare('System.ComponentModel', 'class PropertyChangedEventArgs : EventArgs', {
  'new(string propertyName)': (c, name: string | null) => new PropertyArgs(c.type, name),
  'virtual string PropertyName { get; }': (_c, self: PropertyArgs) => self.name,
});
// The event is declared by the implementing class; it is not available through the interface.
declare('System.ComponentModel', 'interface INotifyPropertyChanged', {});
declare('System', 'class DBNull : Object', { 'static readonly DBNull Value': { value: () => dbNull() } });
class DBNullObj extends Obj {
  override nativeText(): string {
    return '';
  }
}
let theDBNull: Obj | undefined;
/** Returns DBNull.Value, the missing value of a database. */
export function dbNull(): Obj {
  return (theDBNull ??= new DBNullObj(need('DBNull').open));
}

for (const [header, members] of [
  ['interface IDisposable', { 'void Dispose()': (c: Call, self: Value) => disposeOf(self, c.rt) }],
  ['interface ICloneable', { 'object Clone()': undefined }],
  [
    'interface IComparable',
    { 'int CompareTo(object obj)': (c: Call, self: Value, other: Value) => compareChecked(c, self, other) },
  ],
  [
    'interface IComparable<T>',
    { 'int CompareTo(T other)': (c: Call, self: Value, other: Value) => compare(self, other, c.rt) },
  ],
  [
    'interface IEquatable<T>',
    { 'bool Equals(T other)': (c: Call, self: Value, other: Value) => equals(self, other, c.rt) },
  ],
  [
    'interface IFormattable',
    {
      'string ToString(string format, IFormatProvider formatProvider)': (
        c: Call,
        self: Value,
        format: string | null,
        provider: Value,
      ) => TextReader.format(c, self, format, provider),
    },
  ],
] as const)
  declare(
    'System',
    header,
    Object.fromEntries(
      Object.entries(members).map(([key, value]) => [
        key,
        value ??
          (() => {
            throw error('NotSupportedException', key);
          }),
      ]),
    ),
  );

declare('System', 'struct Nullable<T>', {
  'new(T value)': (_c, value: Value) => value,
  'bool HasValue { get; }': (_c, self: Value) => self !== null,
  'T Value { get; }': (_c, self: Value) => {
    if (self === null) throw error('InvalidOperationException', 'Nullable object must have a value.');
    return self;
  },
  'T GetValueOrDefault()': (c, self: Value) => self ?? (c.type.args[0] ? defaultOf(c.type.args[0]) : null),
  'T GetValueOrDefault(T defaultValue)': (_c, self: Value, other: Value) => self ?? other,
  'string ToString()': (c, self: Value) => textOf(self, c.rt),
  'bool Equals(object other)': (c, self: Value, other: Value) => equals(self, other, c.rt),
  'int GetHashCode()': (c, self: Value) => hashOf(self, c.rt),
}, { special: 'Nullable' }); // prettier-ignore

declare('System', 'static class Nullable', {
  'int Compare<T>(T? a, T? b)': (c, a: Value, b: Value) => compare(a, b, c.rt),
  'bool Equals<T>(T? a, T? b)': (c, a: Value, b: Value) => equals(a, b, c.rt),
  'Type GetUnderlyingType(Type nullableType)': (_c, type: TypeObj) =>
    type.of instanceof NamedType && type.of.special === 'Nullable' && type.of.args[0]
      ? typeObject(type.of.args[0])
      : null,
});

installTypeClass(() => need('RuntimeType').open);
/** Returns the full name of a type. That of a constructed generic type is refused, since it contains names of .NET assemblies. */
export function fullName(type: Type): string {
  const element = type instanceof ArrayType ? type.element : type;
  if (element instanceof NamedType && element.args.length > 0) {
    if (element !== element.definition.open)
      throw new ExpressionError(
        'Type.FullName of a generic type with arguments is not available here; use Name or ToString()',
      );
    return element.definition.fullName;
  }
  return systemText(type);
}
const named = (self: TypeObj): NamedType | undefined => (self.of instanceof NamedType ? self.of : undefined);
declare('System', 'class Type : Object', {
  'string Name { get; }': (_c, self: TypeObj) => typeName(self.of),
  'static TypeCode GetTypeCode(Type type)': (_c, type: TypeObj | null) => typeCode(type?.of),
  'string FullName { get; }': (_c, self: TypeObj) => fullName(self.of),
  'string Namespace { get; }': (_c, self: TypeObj) => named(self)?.definition.namespace ?? 'System',
  'bool IsEnum { get; }': (_c, self: TypeObj) => named(self)?.definition.kind === 'enum',
  'bool IsArray { get; }': (_c, self: TypeObj) => self.of instanceof ArrayType,
  'bool IsClass { get; }': (_c, self: TypeObj) =>
    self.of instanceof ArrayType || ['class', 'delegate'].includes(named(self)?.definition.kind ?? ''),
  'bool IsInterface { get; }': (_c, self: TypeObj) => named(self)?.definition.kind === 'interface',
  'bool IsValueType { get; }': (_c, self: TypeObj) => named(self)?.definition.isValueType ?? false,
  'bool IsGenericType { get; }': (_c, self: TypeObj) => (named(self)?.args.length ?? 0) > 0,
  'bool IsGenericTypeDefinition { get; }': (_c, self: TypeObj) => {
    const type = named(self);
    return type !== undefined && type.args.length > 0 && type === type.definition.open;
  },
  'bool IsNested { get; }': (_c, self: TypeObj) => named(self)?.definition.fullName.includes('+') ?? false,
  'Type DeclaringType { get; }': (_c, self: TypeObj) => {
    const outer = named(self)?.definition.outer;
    return outer ? typeObject(outer.open) : null;
  },
  'bool IsAbstract { get; }': (_c, self: TypeObj) => named(self)?.definition.isAbstract ?? false,
  'bool IsSealed { get; }': (_c, self: TypeObj) => named(self)?.definition.isSealed ?? true,
  'bool IsPrimitive { get; }': (_c, self: TypeObj) =>
    /^(?:bool|char|[su]?byte|u?short|u?int|u?long|float|double)$/u.test(named(self)?.special ?? ''),
  'Type BaseType { get; }': (_c, self: TypeObj) => {
    const base = self.of instanceof ArrayType ? need('Array').open : named(self)?.base;
    return base ? typeObject(base) : null;
  },
  'Type GetElementType()': (_c, self: TypeObj) => (self.of instanceof ArrayType ? typeObject(self.of.element) : null),
  'Type[] GetGenericArguments()': (_c, self: TypeObj) =>
    new TypedArray(arrayOf(need('Type').open), (named(self)?.args ?? []).map(typeObject)),
  'Type[] GenericTypeArguments { get; }': (_c, self: TypeObj) =>
    new TypedArray(arrayOf(need('Type').open), (named(self)?.args ?? []).map(typeObject)),
  'int GetArrayRank()': (_c, self: TypeObj) => {
    if (self.of instanceof ArrayType) return self.of.rank;
    throw error('ArgumentException', 'Must be an array type.');
  },
  'Type GetEnumUnderlyingType()': (_c, self: TypeObj) => underlyingOf(self),
  'string[] GetEnumNames()': (_c, self: TypeObj) =>
    new TypedArray(
      arrayOf(need('String').open),
      entries(enumOf(self)).map(([name]) => name),
    ),
  'Array GetEnumValues()': (_c, self: TypeObj) =>
    new TypedArray(
      arrayOf(self.of),
      entries(enumOf(self)).map(([, value]) => new EnumValue(enumOf(self), value)),
    ),
  'bool IsAssignableFrom(Type c)': (_c, self: TypeObj, other: TypeObj | null) =>
    other !== null && derives(other.of, self.of),
  'bool IsSubclassOf(Type c)': (_c, self: TypeObj, other: TypeObj) =>
    self.of !== other.of && derives(self.of, other.of),
  'bool IsInstanceOfType(object o)': (_c, self: TypeObj, value: Value) => isInstance(value, self.of),
  'static bool operator ==(Type a, Type b)': (_c, a: Value, b: Value) => a === b,
  'static bool operator !=(Type a, Type b)': (_c, a: Value, b: Value) => a !== b,
});

declare('System', 'sealed class RuntimeType : Type');

class MethodObj extends Obj {
  readonly name: string;
  constructor(name: string) {
    super(need('MethodInfo').open);
    this.name = name;
  }
}
/** Returns the method of a delegate; refuses a lambda, which has no name. */
function methodOf(self: Func): MethodObj {
  const last = self.parts.at(-1) ?? self;
  if (last.method === undefined || Array.isArray(last.method))
    throw new ExpressionError('The method of a lambda or a local function has no name here');
  return new MethodObj(last.name);
}

/** Returns the object of the last method of a delegate. @throws ExpressionError for a lambda, whose object belongs to the compiler */
function targetOf(self: Func): Value {
  const last = self.parts.at(-1) ?? self;
  if (last.method === undefined || Array.isArray(last.method))
    throw new ExpressionError('The target of a lambda or a local function is an object of the compiler, which is not available here'); // prettier-ignore
  return last.target;
}
declare('System.Reflection', 'class MethodInfo', {
  'string Name { get; }': (_c, self: MethodObj) => self.name,
});

function removedAll(from: Func, handlers: Func): Func | null {
  const left = Func.remove(from, handlers);
  return left === null || left === from ? left : removedAll(left, handlers);
}

declare('System', 'class Delegate : Object', {
  'Delegate[] GetInvocationList()': (_c, self: Func) => new TypedArray(arrayOf(need('Delegate').open), [...self.parts]),
  'object DynamicInvoke(params object[] args)': (_c, self: Func, args: TypedArray) => self.invoke(args.items),
  'object Target { get; }': (_c, self: Func) => targetOf(self),
  'MethodInfo Method { get; }': (_c, self: Func) => methodOf(self),
  'static Delegate Combine(Delegate a, Delegate b)': (_c, a: Func | null, b: Func | null) => (a && b ? Func.combine(a, b) : (a ?? b)),
  'static Delegate RemoveAll(Delegate source, Delegate value)': (_c, a: Func | null, b: Func | null) => {
    return a && b ? removedAll(a, b) : a;
  },
  'static Delegate Combine(params Delegate[] delegates)': (_c, all: TypedArray) => all.items.reduce<Func | null>((made, each) => (each instanceof Func ? (made ? Func.combine(made, each) : each) : made), null),
  'static Delegate Remove(Delegate source, Delegate value)': (_c, a: Func | null, b: Func | null) => (a && b ? Func.remove(a, b) : a),
}, { special: 'Delegate' }); // prettier-ignore
declare('System', 'class MulticastDelegate : Delegate', {});
for (const signature of [
  'void Action()',
  'bool Predicate<T>(T obj)',
  'int Comparison<T>(T x, T y)',
  'TOutput Converter<TInput, TOutput>(TInput input)',
  'void EventHandler(object sender, EventArgs e)',
  'void EventHandler<TEventArgs>(object sender, TEventArgs e)',
])
  declare('System', `delegate ${signature}`);
declare(
  'System.ComponentModel',
  'delegate void PropertyChangedEventHandler(object sender, PropertyChangedEventArgs e)',
);
for (let count = 1; count <= 16; count++) {
  const types = Array.from({ length: count }, (_, index) => `T${String(index + 1)}`);
  const parameters = types.map((type, index) => `${type} arg${String(index + 1)}`).join(', ');
  declare('System', `delegate void Action<${types.join(', ')}>(${parameters})`);
  declare('System', `delegate TResult Func<${types.join(', ')}, TResult>(${parameters})`);
}
declare('System', 'delegate TResult Func<TResult>()');

declare('System', 'class Lazy<T>', {
  'new(Func<T> valueFactory)': (c, make: Func) => new LazyObj(c.type, () => make.invoke([])),
  'new(Func<T> valueFactory, bool isThreadSafe)': (c, make: Func) => new LazyObj(c.type, () => make.invoke([])),
  'new()': (c) => new LazyObj(c.type, () => created(c, c.type.args[0])),
  'T Value { get; }': (_c, self: LazyObj) => self.value,
  'bool IsValueCreated { get; }': (_c, self: LazyObj) => self.isCreated,
});

function created(c: Call, type: Type | undefined): Value {
  if (!(type instanceof NamedType)) throw error('MissingMethodException', 'The type has no constructor.');
  const found = type.definition
    .members('.ctor')
    .find((member) => member.k === 'method' && member.parameters.length === 0);
  if (found?.k !== 'method')
    throw new NetException(
      'MissingMethodException',
      'The lazily-initialized type does not have a public, parameterless constructor.',
    );
  return found.invoke(null, [], { rt: c.rt, t: [], type });
}

class LazyObj extends Obj {
  readonly #make: () => Value;
  #value: Value = null;
  isCreated = false;
  constructor(type: NamedType, make: () => Value) {
    super(type);
    this.#make = make;
  }
  get value(): Value {
    if (!this.isCreated) {
      this.#value = this.#make();
      this.isCreated = true;
    }
    return this.#value;
  }
  override nativeText(rt: Call['rt']): string {
    return this.isCreated ? textOf(this.#value, rt) : 'Value is not created.';
  }
}

declare('System', 'static class Environment', {
  'string NewLine { get; }': () => '\n',
});
declare('System', 'static class GC', {
  'void Collect()': () => undefined,
  'void SuppressFinalize(object obj)': () => undefined,
});

/** Interfaces of collections, implemented for every collection of the library. */
const enumeratorOf = (c: Call, self: Value, item: Type): Value =>
  new EnumeratorObj(need('IEnumerator', 1).of([item]), self, c.rt);
declare('System.Collections', 'interface IEnumerable', {
  'IEnumerator GetEnumerator()': (c, self: Value) => new EnumeratorObj(need('IEnumerator').open, self, c.rt),
});
declare('System.Collections.Generic', 'interface IEnumerable<T> : IEnumerable', {
  'IEnumerator<T> GetEnumerator()': (c, self: Value) => enumeratorOf(c, self, c.type.args[0] ?? need('Object').open),
});
const enumerator = {
  'bool MoveNext()': (c: Call, self: Value): boolean =>
    self instanceof Sequence ? self.moveNext(c.rt) : (self as EnumeratorObj).moveNext(),
  'void Reset()': (_c: Call, self: Value): void => {
    if (self instanceof EnumeratorObj) self.reset();
    else throw error('NotSupportedException', 'Specified method is not supported.');
  },
};
const currentOf = (self: Value, isGeneric: boolean): Value =>
  self instanceof Sequence ? self.current : (self as EnumeratorObj).item(isGeneric);
declare('System.Collections', 'interface IEnumerator', {
  'object Current { get; }': (_c, self: Value) => currentOf(self, false),
  ...enumerator,
});
declare('System.Collections.Generic', 'interface IEnumerator<T> : IEnumerator, IDisposable', {
  'T Current { get; }': (_c, self: Value) => currentOf(self, true),
});
alias('object', need('Object'));
alias('void', need('Void'));

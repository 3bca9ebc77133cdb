import { defaultOf } from '../convert.ts';
import { cultureByName, invariantCulture } from '../cultures.ts';
import { enumByName } from '../enums.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { HostObject, hostClass } from '../hostClass.ts';
import { sameValue } from '../operators.ts';
import type { Runtime } from '../scope.ts';
import { formatted, systemName, toText, typeNameOf } from '../toText.ts';
import { Char, DateTime, EnumValue, NetArray, Single, TimeSpan } from '../values.ts';
import type { NetObject, TypeName, Value } from '../values.ts';
import type { Culture } from '../culture.ts';
import { provider, registerCulture, text } from './arguments.ts';
import type { StaticMethod } from './arguments.ts';
import { arrayMethods, arrayProperties, arrayStatics, itemIndex } from './arrays.ts';
import { newSequence } from './collections.ts';
import {
  dateTimeConstants,
  dateTimeMethods,
  dateTimeProperties,
  dateTimeStatics,
  timeSpanConstants,
  timeSpanMethods,
  timeSpanProperties,
  timeSpanStatics,
} from './dates.ts';
import { newDictionary } from './dictionaries.ts';
import { enumerableStatics, isQuery, query } from './linq.ts';
import { mathConstants, mathStatics } from './math.ts';
import { boolStatics, charStatics, compareValues, convertStatics, numberStatics } from './numbers.ts';
import type { StaticMembers } from './numbers.ts';
import { charAt, stringMethods, stringStatics } from './strings.ts';
import { newStringBuilder } from './stringBuilder.ts';
import { colorByName, drawingStatics, newDrawingObject } from './drawing.ts';

/** The members of values: what an expression or script can reach, and nothing else. */

function unknownMember(target: Value, name: string): ExpressionError {
  return new ExpressionError(`'${typeNameOf(target)}' does not contain a definition for '${name}'`);
}

function nullReference(name: string): NetException {
  return new NetException('NullReferenceException', `'${name}' was asked of null.`);
}

/** `target.name` as a property. */
export function getMember(target: Value, name: string): Value {
  // A nullable without a value is null here.
  if (target === null && name === 'HasValue') return false;
  if (target === null) throw nullReference(name);
  if (typeof target === 'string') {
    if (name === 'Length') return target.length;
  } else if (typeof target === 'object' && !(target instanceof Uint8Array)) {
    if (target.kind === 'object') return target.get(name);
    if (target instanceof DateTime) {
      const property = dateTimeProperties.get(name);
      if (property) return property(target);
    } else if (target instanceof TimeSpan) {
      const property = timeSpanProperties.get(name);
      if (property) return property(target);
    } else if (target instanceof NetArray) {
      const property = arrayProperties.get(name);
      if (property) return property(target);
    }
  } else if (target instanceof Uint8Array && name === 'Length') return target.length;
  // A nullable that has a value is that value here.
  if (name === 'Value') return target;
  if (name === 'HasValue') return true;
  throw unknownMember(target, name);
}

/** `target.name = value`. */
export function setMember(target: Value, name: string, value: Value): void {
  if (target === null) throw nullReference(name);
  if (typeof target === 'object' && !(target instanceof Uint8Array) && target.kind === 'object') {
    target.set(name, value);
    return;
  }
  throw unknownMember(target, name);
}

/** `target.name(args)`. */
export function callMember(target: Value, name: string, args: readonly Value[], runtime: Runtime): Value {
  if (target === null) throw nullReference(name);
  if (typeof target === 'string') {
    const method = stringMethods.get(name);
    if (method) return method(target, args, runtime);
  } else if (typeof target === 'object' && !(target instanceof Uint8Array)) {
    if (target.kind === 'object') return callObject(target, name, args, runtime);
    if (target instanceof DateTime) {
      const method = dateTimeMethods.get(name);
      if (method) return method(target, args, runtime);
    } else if (target instanceof TimeSpan) {
      const method = timeSpanMethods.get(name);
      if (method) return method(target, args, runtime);
    } else if (target instanceof NetArray) {
      const method = arrayMethods.get(name);
      if (method) return method(target, args, runtime);
    } else if (target.kind === 'delegate' && name === 'Invoke') return target.invoke(args);
  }
  return callCommon(target, name, args, runtime);
}

function callObject(target: NetObject, name: string, args: readonly Value[], runtime: Runtime): Value {
  if (target.hasMethod?.(name) ?? true) return target.call(name, args);
  return callCommon(target, name, args, runtime);
}

/** What every value can do, and LINQ. */
function callCommon(target: Value, name: string, args: readonly Value[], runtime: Runtime): Value {
  switch (name) {
    case 'ToString': {
      const format = args[0];
      const culture = provider(args.at(-1), runtime);
      return typeof format === 'string' ? formatted(target, format, culture) : toText(target, culture);
    }
    case 'Equals':
      return sameValue(target, args[0] ?? null);
    case 'CompareTo':
      return compareValues(target, args);
    case 'GetType':
      return typeObject(typeNameOf(target));
    case 'GetHashCode':
      return hash(toText(target, invariantCulture));
    case 'GetValueOrDefault':
      return target;
    case 'HasFlag':
      if (target instanceof EnumValue && args[0] instanceof EnumValue) {
        return (target.value & args[0].value) === args[0].value;
      }
      break;
    default:
      if (isQuery(name)) return query(name, target, args, runtime);
  }
  throw unknownMember(target, name);
}

function hash(value: string): number {
  let code = 17;
  for (let at = 0; at < value.length; at++) code = (Math.imul(code, 31) + value.charCodeAt(at)) | 0;
  return code;
}

/** `target[index]`. */
export function getIndex(target: Value, index: readonly Value[]): Value {
  if (target === null) throw nullReference('[]');
  if (typeof target === 'string') return charAt(target, itemIndex(index, target.length));
  if (target instanceof NetArray) return target.items[itemIndex(index, target.items.length)] ?? null;
  if (target instanceof Uint8Array) return target[itemIndex(index, target.length)] ?? null;
  if (typeof target === 'object' && target.kind === 'object' && target.getIndex) return target.getIndex(index);
  throw new ExpressionError(`Cannot apply indexing with [] to a value of type '${typeNameOf(target)}'`);
}

/** `target[index] = value`. */
export function setIndex(target: Value, index: readonly Value[], value: Value): void {
  if (target === null) throw nullReference('[]');
  if (target instanceof NetArray) {
    target.items[itemIndex(index, target.items.length)] = value;
    return;
  }
  if (typeof target === 'object' && !(target instanceof Uint8Array) && target.kind === 'object' && target.setIndex) {
    target.setIndex(index, value);
    return;
  }
  throw new ExpressionError(`Cannot apply indexing with [] to a value of type '${typeNameOf(target)}'`);
}

const typeClass = hostClass<TypeName>('Type', {
  properties: {
    Name: { get: (type) => shortName(type) },
    FullName: { get: (type) => systemName(type) },
  },
  text: systemName,
  equals: (type, other) => other instanceof HostObject && other.live === type,
});

function shortName(type: TypeName): string {
  const name = systemName(type);
  return name.slice(name.lastIndexOf('.') + 1);
}

/** What `typeof(T)` and `GetType()` give. */
export function typeObject(type: TypeName): NetObject {
  return new HostObject(typeClass, type);
}

const cultureClass = hostClass<Culture>('CultureInfo', {
  baseTypes: ['IFormatProvider'],
  properties: { Name: { get: (culture) => culture.name } },
  text: (culture) => culture.name,
});

function cultureObject(culture: Culture): NetObject {
  return registerCulture(new HostObject(cultureClass, culture), culture);
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

function fixed(values: ReadonlyMap<string, Value>): ReadonlyMap<string, () => Value> {
  return new Map([...values].map(([name, value]) => [name, () => value]));
}

/** px of the units of length that scripts of reports count with. */
const units: ReadonlyMap<string, Value> = new Map([
  ['Millimeters', new Single(3.78)],
  ['Centimeters', new Single(37.8)],
  ['Inches', new Single(96)],
  ['HundrethsOfInch', new Single(0.96)],
]);

const statics: ReadonlyMap<string, StaticMembers> = new Map<string, StaticMembers>([
  ...numberStatics,
  ['Math', { methods: mathStatics, constants: fixed(mathConstants) }],
  ['Convert', { methods: convertStatics, constants: new Map([['DBNull', () => null]]) }],
  ['string', { methods: stringStatics, constants: new Map([['Empty', () => '']]) }],
  ['char', { methods: charStatics, constants: none }],
  [
    'bool',
    {
      methods: boolStatics,
      constants: fixed(
        new Map([
          ['TrueString', 'True'],
          ['FalseString', 'False'],
        ]),
      ),
    },
  ],
  ['DateTime', { methods: dateTimeStatics, constants: dateTimeConstants }],
  ['TimeSpan', { methods: timeSpanStatics, constants: fixed(timeSpanConstants) }],
  ['Array', { methods: arrayStatics, constants: none }],
  ['Environment', { methods: none, constants: new Map([['NewLine', () => '\r\n']]) }],
  ['DBNull', { methods: none, constants: new Map([['Value', () => null]]) }],
  [
    'object',
    {
      methods: new Map<string, StaticMethod>([
        ['Equals', (args) => sameValue(args[0] ?? null, args[1] ?? null)],
        ['ReferenceEquals', (args) => args[0] === args[1]],
      ]),
      constants: none,
    },
  ],
  [
    'CultureInfo',
    {
      methods: new Map<string, StaticMethod>([
        ['new', (args) => cultureObject(cultureByName(text(args, 0)))],
        ['GetCultureInfo', (args) => cultureObject(cultureByName(text(args, 0)))],
      ]),
      constants: new Map<string, (runtime: Runtime) => Value>([
        ['InvariantCulture', () => cultureObject(invariantCulture)],
        ['CurrentCulture', (runtime) => cultureObject(runtime.culture)],
        ['CurrentUICulture', (runtime) => cultureObject(runtime.culture)],
      ]),
    },
  ],
  ['Enumerable', { methods: enumerableStatics, constants: none }],
  ['Units', { methods: none, constants: fixed(units) }],
  ...drawingStatics,
]);

/** Tells whether a name stands for a class or enum with static members. */
export function isStaticType(name: TypeName): boolean {
  return statics.has(name) || enumByName(name) !== undefined || name === 'Color' || name === 'Enum';
}

/** `Type.name`: a constant or an enum's member; undefined when there is none. */
export function staticMember(type: TypeName, name: string): ((runtime: Runtime) => Value) | undefined {
  const constant = statics.get(type)?.constants.get(name);
  if (constant) return constant;
  const enumType = enumByName(type);
  const number = enumType?.members.get(name);
  if (enumType && number !== undefined) {
    const value = new EnumValue(enumType, number);
    return () => value;
  }
  if (type === 'Color') {
    const color = colorByName(name);
    if (color) return () => color;
  }
  return undefined;
}

/** `Type.name(args)`; undefined when there is no such method. */
export function staticMethod(type: TypeName, name: string): StaticMethod | undefined {
  if (name === 'new') return undefined;
  return statics.get(type)?.methods.get(name);
}

/** `new Type(args)`; undefined when the class is not known here. */
export function construct(type: TypeName, args: readonly Value[], runtime: Runtime): Value | undefined {
  const generic = /^(\w+)<(.*)>$/u.exec(type);
  const name = generic?.[1] ?? type;
  const typeArguments = generic ? splitTypeArguments(generic[2] ?? '') : [];
  const maker = statics.get(name)?.methods.get('new');
  if (maker) return maker(args, runtime);
  if (name === 'StringBuilder') return newStringBuilder(args, runtime);
  if (name === 'object' && args.length === 0) return new HostObject(plainObject, undefined);
  if (name === 'string') return newString(args, runtime);
  if (name === 'EventArgs') return new HostObject(eventArguments, undefined);
  return (
    newSequence(name, type, typeArguments[0], args, runtime) ??
    newDictionary(name, type, typeArguments, runtime) ??
    newDrawingObject(name, args)
  );
}

const plainObject = hostClass<undefined>('object', { text: () => 'System.Object' });
const eventArguments = hostClass<undefined>('EventArgs', {});

function newString(args: readonly Value[], runtime: Runtime): Value {
  const [value, count] = args;
  if (value instanceof Char && typeof count === 'number') {
    runtime.budget.hold(count);
    return String.fromCharCode(value.code).repeat(Math.max(count, 0));
  }
  if (value instanceof NetArray) return value.items.map((item) => toText(item, invariantCulture)).join('');
  return defaultOf('string') ?? '';
}

/** `K, List<V>` at its outer commas. */
function splitTypeArguments(list: string): TypeName[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list[at];
    if (character === '<') depth++;
    else if (character === '>') depth--;
    else if (character === ',' && depth === 0) {
      parts.push(list.slice(from, at).trim());
      from = at + 1;
    }
  }
  parts.push(list.slice(from).trim());
  return parts;
}

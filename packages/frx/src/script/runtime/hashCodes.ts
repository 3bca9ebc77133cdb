import { ticksOf } from '../../expression/values/calendar.ts';
import { Decimal } from '../../expression/values/decimal.ts';
import type { Runtime } from '../../expression/scope.ts';
import {
  Char,
  DateTime,
  Delegate,
  Double,
  EnumValue,
  Integer,
  NetArray,
  Single,
  TimeSpan,
} from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import { AnonymousObj, Obj, StructObj, TupleObj } from './objects.ts';
import { scriptMethod, callScript, textOf } from './values.ts';

/** Keys of hash tables and hash codes of values. */

/** Returns the key of a value in hash tables: equal values have equal keys. A key that is not unique is verified with `equals`. */
export function keyOf(value: Value, rt: Runtime): unknown {
  if (value === null || typeof value !== 'object') return typeof value === 'string' ? `s${value}` : value;
  if (value instanceof Obj) {
    const { definition } = value.type;
    const method = definition.isScript ? scriptMethod(definition, 'GetHashCode', 0) : undefined;
    if (method) return `h${textOf(callScript(value, method, [], rt), rt)}`;
    if (value instanceof TupleObj || value instanceof AnonymousObj || value instanceof StructObj)
      return `t${value.fields.map((field) => partKey(keyOf(field, rt))).join('|')}`;
    return value.nativeKey ? value.nativeKey(rt) : value;
  }
  if (value instanceof Decimal) return `m${value.trimmed(0).toString()}`;
  if (value instanceof Double) return `d${String(value.value)}`;
  if (value instanceof Single) return `f${String(value.value)}`;
  if (value instanceof Integer) return `i${value.type}${String(value.value)}`;
  if (value instanceof Char) return `c${String(value.code)}`;
  if (value instanceof DateTime) return `D${String(value.milliseconds)}.${String(value.ticks)}`;
  if (value instanceof TimeSpan) return `T${String(value.ticks)}`;
  if (value instanceof EnumValue) return `e${String(value.value)}`;
  if (value instanceof Delegate || value instanceof NetArray || value instanceof Uint8Array) return value;
  return value.equals ? `o${value.typeName}` : value;
}

function partKey(key: unknown): string {
  if (typeof key === 'string') return `${String(key.length)}:${key}`;
  return typeof key === 'number' || typeof key === 'bigint' || typeof key === 'boolean' ? `:${String(key)}` : 'o';
}

/** Returns a hash code; equal values have the same one. Numbers, chars and enums have that of .NET. */
export function hashOf(value: Value, rt: Runtime): number {
  if (value === null) return 0;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'bigint') return Number(BigInt.asIntN(32, value ^ (value >> 32n)));
  if (value instanceof EnumValue) return value.value | 0;
  if (value instanceof Char) return value.code | (value.code << 16);
  if (value instanceof Double) return doubleHash(value.value);
  if (value instanceof Single) return singleHash(value.value);
  if (value instanceof Decimal) return decimalHash(value);
  if (value instanceof DateTime) return wideHash(ticksOf(value));
  if (value instanceof TimeSpan) return wideHash(BigInt(value.ticks));
  if (value instanceof Integer) {
    if (value.type === 'ulong') return Number(BigInt.asIntN(32, value.value ^ (value.value >> 32n)));
    return Number(BigInt.asIntN(32, value.value));
  }
  if (value instanceof Obj && value.type.definition.isScript) {
    const method = scriptMethod(value.type.definition, 'GetHashCode', 0);
    if (method) return callScript(value, method, [], rt) as number;
  }
  if (value instanceof Obj && value.nativeHash) return value.nativeHash();
  const key = keyOf(value, rt);
  return typeof key === 'object' && key !== null ? identityHash(key) : textHash(String(key));
}

const bits = new DataView(new ArrayBuffer(8));

function wideHash(value: bigint): number {
  return Number(BigInt.asIntN(32, value ^ (value >> 32n)));
}

function doubleHash(value: number): number {
  // Both zeros are equal, as are all NaN.
  bits.setFloat64(0, Number.isNaN(value) ? Infinity : value === 0 ? 0 : value);
  return bits.getInt32(0) ^ bits.getInt32(4);
}

function singleHash(value: number): number {
  bits.setFloat32(0, Number.isNaN(value) ? Infinity : value === 0 ? 0 : value);
  return bits.getInt32(0);
}

/** Returns the hash of a decimal: sign, scale and the three words of the digits without trailing zeros. */
function decimalHash(value: Decimal): number {
  const text = value.trimmed(0).toString();
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  let digits = BigInt(whole + fraction);
  if (digits === 0n) return 0;
  let hash = (fraction.length << 16) | (text.startsWith('-') ? 0x80000000 : 0);
  for (; digits > 0n; digits >>= 32n) hash ^= Number(digits & 0xffffffffn);
  return hash | 0;
}

const identities = new WeakMap<object, number>();

let nextIdentity = 0x2c4d;

function identityHash(object: object): number {
  let hash = identities.get(object);
  if (hash === undefined) identities.set(object, (hash = nextIdentity = Math.imul(nextIdentity, 48271) % 0x7fffffff));
  return hash;
}

function textHash(text: string): number {
  let hash = 5381;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(at)) | 0;
  return hash;
}

import { asBigInt, asNumber } from '../../../expression/values/promotion.ts';
import { Char, Double, NetArray, Single } from '../../../expression/values/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Call, Special } from '../../binder/types/types.ts';
import { integral } from '../../runtime/arithmetic.ts';
import { Obj } from '../../runtime/objects.ts';
import { arrayItems } from '../../runtime/sequences.ts';
import { error } from '../../runtime/values.ts';
import { byteArray, bytesOf } from '../encoding.ts';
import { nullOf } from '../collections/listHelpers.ts';
import { declare, need } from '../registry.ts';
import type { Declarations } from '../registry.ts';

/** System.Collections.BitArray, System.BitConverter and System.Buffer. */

class BitsObj extends Obj {
  bits: boolean[];
  version = 0;
  constructor(c: Call, bits: boolean[]) {
    super(need('BitArray').open);
    c.rt.budget.collect(bits.length);
    this.bits = bits;
  }
  override *iterate(): Generator<Value> {
    const { version } = this;
    for (const bit of this.bits) {
      if (version !== this.version)
        throw error('InvalidOperationException', 'Collection was modified; enumeration operation may not execute.');
      yield bit;
    }
  }
}

function inside(self: BitsObj, index: number): number {
  if (index < 0 || index >= self.bits.length)
    throw error(
      'ArgumentOutOfRangeException',
      "Index was out of range. Must be non-negative and less than the size of the collection. (Parameter 'index')",
    );
  return index;
}

const put = (_c: Call, self: BitsObj, index: number, value: boolean): void => {
  self.bits[inside(self, index)] = value;
  self.version++;
};

const combined =
  (run: (a: boolean, b: boolean) => boolean) =>
  (_c: Call, self: BitsObj, other: BitsObj | null): BitsObj => {
    const bits = (other ?? nullOf('value')).bits;
    if (bits.length !== self.bits.length) throw error('ArgumentException', 'Array lengths must be the same.');
    self.bits = self.bits.map((bit, index) => run(bit, bits[index] === true));
    self.version++;
    return self;
  };

/** Returns the bits of whole numbers, the lowest first. */
const bitsOf = (values: readonly Value[], size: number): boolean[] =>
  values.flatMap((value) =>
    Array.from({ length: size }, (_, index) => ((asBigInt(value) >> BigInt(index)) & 1n) === 1n),
  );

function copyBits(c: Call, self: BitsObj, target: Value, at: number): void {
  if (target === null) return nullOf('array');
  const items = arrayItems(target);
  const element = target instanceof NetArray ? target.elementType : 'byte';
  const size = element === 'int' ? 32 : element === 'byte' ? 8 : 1;
  const count = Math.ceil(self.bits.length / size);
  if (at < 0 || at + count > items.length)
    throw error('ArgumentException', 'Offset and length were out of bounds for the array or count is greater than the number of elements from index to the end of the source collection.'); // prettier-ignore
  for (let index = 0; index < count; index++) {
    if (size === 1) {
      items[at + index] = self.bits[index] ?? false;
      continue;
    }
    let value = 0n;
    for (let bit = 0; bit < size; bit++) if (self.bits[index * size + bit]) value |= 1n << BigInt(bit);
    items[at + index] = size === 32 ? integral('int', BigInt.asIntN(32, value)) : integral('byte', value);
  }
  c.rt.budget.step();
}

declare('System.Collections', 'class BitArray : ICollection, ICloneable', {
  'new(int length)': (c, length: number) => new BitsObj(c, filled(c, length, false)),
  'new(int length, bool defaultValue)': (c, length: number, value: boolean) => new BitsObj(c, filled(c, length, value)),
  'new(bool[] values)': (c, values: NetArray | null) => new BitsObj(c, (values ?? nullOf('values')).items.map((each) => each === true)),
  'new(byte[] bytes)': (c, values: Value) => new BitsObj(c, bitsOf(arrayItems(values ?? nullOf('bytes')), 8)),
  'new(int[] values)': (c, values: Value) => new BitsObj(c, bitsOf(arrayItems(values ?? nullOf('values')), 32)),
  'new(BitArray bits)': (c, other: BitsObj | null) => new BitsObj(c, [...(other ?? nullOf('bits')).bits]),
  'int Count { get; }': (_c, self: BitsObj) => self.bits.length,
  'int Length { get; set; }': {
    get: (_c, self: BitsObj) => self.bits.length,
    set: (c, self: BitsObj, length: number) => {
      self.bits = [...self.bits.slice(0, length), ...filled(c, Math.max(0, length - self.bits.length), false)];
      self.version++;
    },
  },
  'bool IsReadOnly { get; }': () => false,
  'bool this[int index] { get; set; }': { get: (_c, self: BitsObj, index: number) => self.bits[inside(self, index)] ?? false, set: put },
  'bool Get(int index)': (_c, self: BitsObj, index: number) => self.bits[inside(self, index)] ?? false,
  'void Set(int index, bool value)': put,
  'void SetAll(bool value)': (_c, self: BitsObj, value: boolean) => { self.bits.fill(value); self.version++; },
  'BitArray And(BitArray value)': combined((a, b) => a && b),
  'BitArray Or(BitArray value)': combined((a, b) => a || b),
  'BitArray Xor(BitArray value)': combined((a, b) => a !== b),
  'BitArray Not()': (_c, self: BitsObj) => { self.bits = self.bits.map((bit) => !bit); self.version++; return self; },
  'BitArray LeftShift(int count)': (c, self: BitsObj, count: number) => { self.bits = [...filled(c, Math.min(count, self.bits.length), false), ...self.bits].slice(0, self.bits.length); self.version++; return self; },
  'BitArray RightShift(int count)': (c, self: BitsObj, count: number) => { const rest = self.bits.slice(count); self.bits = [...rest, ...filled(c, self.bits.length - rest.length, false)]; self.version++; return self; },
  'object Clone()': (c, self: BitsObj) => new BitsObj(c, [...self.bits]),
  'void CopyTo(Array array, int index)': copyBits,
}); // prettier-ignore
need('BitArray').foreachItem = () => need('Object').open;

function filled(c: Call, length: number, value: boolean): boolean[] {
  if (length < 0) throw error('ArgumentOutOfRangeException', "Non-negative number required. (Parameter 'length')");
  c.rt.budget.hold(length);
  return Array.from({ length }, () => value);
}

const SIZES: readonly (readonly [type: Special, name: string, size: number])[] = [
  ['short', 'Int16', 2], ['int', 'Int32', 4], ['long', 'Int64', 8], ['ushort', 'UInt16', 2], ['uint', 'UInt32', 4], ['ulong', 'UInt64', 8],
]; // prettier-ignore

const wholeBytes = (value: Value, size: number): number[] =>
  Array.from({ length: size }, (_, index) => Number((asBigInt(value) >> BigInt(index * 8)) & 255n));
const realBytes = (value: number, size: number): number[] => {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 8) view.setFloat64(0, value, true);
  else view.setFloat32(0, value, true);
  return Array.from({ length: size }, (_, index) => view.getUint8(index));
};
function bytesAt(array: Value, start: number, size: number): DataView {
  const bytes = bytesOf(array === null ? nullOf('value') : array);
  if (start < 0 || start >= bytes.length)
    throw error(
      'ArgumentOutOfRangeException',
      "Index was out of range. Must be non-negative and less than the size of the collection. (Parameter 'startIndex')",
    );
  if (start + size > bytes.length)
    throw error(
      'ArgumentException',
      "Destination array is not long enough to copy all the items in the collection. Check array index and length. (Parameter 'value')",
    );
  const view = new DataView(new ArrayBuffer(8));
  for (let index = 0; index < size; index++) view.setUint8(index, bytes[start + index] ?? 0);
  return view;
}
const hexadecimal = (array: Value, start: number, length?: number): string =>
  [...bytesOf(array === null ? nullOf('value') : array)]
    .slice(start, length === undefined ? undefined : start + length)
    .map((byte) => byte.toString(16).toUpperCase().padStart(2, '0'))
    .join('-');

declare('System', 'static class BitConverter', {
  'static readonly bool IsLittleEndian': { value: () => true },
  ...Object.fromEntries(SIZES.flatMap(([type, name, size]): [string, Declarations[string]][] => [
    [`byte[] GetBytes(${type} value)`, (c: Call, value: Value) => byteArray(c, wholeBytes(value, size))],
    [`${type} To${name}(byte[] value, int startIndex)`, (_c: Call, array: Value, start: number) => {
      const raw = bytesAt(array, start, size).getBigUint64(0, true);
      return integral(type, type.startsWith('u') ? raw : BigInt.asIntN(size * 8, raw));
    }],
  ])),
  'byte[] GetBytes(double value)': (c, value: Value) => byteArray(c, realBytes(asNumber(value), 8)),
  'byte[] GetBytes(float value)': (c, value: Value) => byteArray(c, realBytes(asNumber(value), 4)),
  'byte[] GetBytes(bool value)': (c, value: boolean) => byteArray(c, [value ? 1 : 0]),
  'byte[] GetBytes(char value)': (c, value: { code: number }) => byteArray(c, [value.code & 255, value.code >> 8]),
  'double ToDouble(byte[] value, int startIndex)': (_c, array: Value, start: number) => new Double(bytesAt(array, start, 8).getFloat64(0, true)),
  'char ToChar(byte[] value, int startIndex)': (_c, array: Value, start: number) => new Char(bytesAt(array, start, 2).getUint16(0, true)),
  'float ToSingle(byte[] value, int startIndex)': (_c, array: Value, start: number) => new Single(bytesAt(array, start, 4).getFloat32(0, true)),
  'bool ToBoolean(byte[] value, int startIndex)': (_c, array: Value, start: number) => bytesAt(array, start, 1).getUint8(0) !== 0,
  'long DoubleToInt64Bits(double value)': (_c, value: Double) => { const view = new DataView(new ArrayBuffer(8)); view.setFloat64(0, value.value); return view.getBigInt64(0); },
  'double Int64BitsToDouble(long value)': (_c, value: bigint) => { const view = new DataView(new ArrayBuffer(8)); view.setBigInt64(0, value); return new Double(view.getFloat64(0)); },
  'string ToString(byte[] value)': (_c, array: Value) => hexadecimal(array, 0),
  'string ToString(byte[] value, int startIndex)': (_c, array: Value, start: number) => hexadecimal(array, start),
  'string ToString(byte[] value, int startIndex, int length)': (_c, array: Value, start: number, length: number) => hexadecimal(array, start, length),
}); // prettier-ignore

/** Sizes in bytes of the items of arrays of numbers, which are little-endian. */
const WIDTHS: Readonly<Record<string, number>> = {
  bool: 1, byte: 1, sbyte: 1, char: 2, short: 2, ushort: 2, int: 4, uint: 4, float: 4, long: 8, ulong: 8, double: 8,
}; // prettier-ignore
function widthOf(array: Value, name: string): number {
  if (array === null) nullOf(name);
  const width = array instanceof Uint8Array ? 1 : array instanceof NetArray ? WIDTHS[array.elementType] : undefined;
  if (width === undefined) throw error('ArgumentException', `Object must be an array of primitives. (Parameter '${name}')`);
  return width;
} // prettier-ignore
function itemBytes(value: Value, width: number): number[] {
  if (typeof value === 'boolean') return [value ? 1 : 0];
  if (value instanceof Char) return wholeBytes(value.code, 2);
  return value instanceof Double || value instanceof Single ? realBytes(asNumber(value), width) : wholeBytes(value, width);
} // prettier-ignore
function itemOf(bytes: readonly number[], type: string): Value {
  const view = new DataView(new ArrayBuffer(8));
  for (const [index, byte] of bytes.entries()) view.setUint8(index, byte);
  if (type === 'bool') return view.getUint8(0) !== 0;
  if (type === 'double') return new Double(view.getFloat64(0, true));
  if (type === 'float') return new Single(view.getFloat32(0, true));
  const whole = view.getBigUint64(0, true);
  const isUnsigned = type.startsWith('u') || type === 'byte' || type === 'char';
  return integral(type as Special, isUnsigned ? whole : BigInt.asIntN(bytes.length * 8, whole));
}

function copyBlock(c: Call, source: Value, from: number, target: Value, to: number, count: number): void {
  const [width, wide] = [widthOf(source, 'src'), widthOf(target, 'dst')];
  for (const [name, value] of [['srcOffset', from], ['dstOffset', to], ['count', count]] as const)
    if (value < 0) throw error('ArgumentOutOfRangeException', `Non-negative number required. (Parameter '${name}')`);
  const bytes = arrayItems(source).flatMap((value) => itemBytes(value, width));
  const items = arrayItems(target);
  const result = items.flatMap((value) => itemBytes(value, wide));
  c.rt.budget.work(bytes.length + result.length);
  if (from + count > bytes.length || to + count > result.length)
    throw error('ArgumentException', 'Offset and length were out of bounds for the array or count is greater than the number of elements from index to the end of the source collection.');
  for (const [index, byte] of bytes.slice(from, from + count).entries()) result[to + index] = byte;
  const type = target instanceof NetArray ? target.elementType : 'byte';
  for (const index of items.keys()) {
    const value = result.slice(index * wide, (index + 1) * wide);
    if (target instanceof Uint8Array) target[index] = value[0] ?? 0;
    else items[index] = itemOf(value, type);
  }
} // prettier-ignore

declare('System', 'static class Buffer', {
  'void BlockCopy(Array src, int srcOffset, Array dst, int dstOffset, int count)': copyBlock,
  'int ByteLength(Array array)': (_c, array: Value) => widthOf(array, 'array') * arrayItems(array).length,
});

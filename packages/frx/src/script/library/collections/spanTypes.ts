import { Char } from '../../../expression/values/values.ts';
import type { EnumValue, Value } from '../../../expression/values/values.ts';
import { arrayOf } from '../../binder/types/types.ts';
import type { Call } from '../../binder/types/types.ts';
import { compareStrings } from '../../../expression/cultures/textOrder.ts';
import { WHITE_SPACE } from '../../../expression/parsing/whiteSpace.ts';
import { comparisonOf } from '../strings.ts';
import { registerDefault } from '../../runtime/defaults.ts';
import { copyOf, TypedArray } from '../../runtime/objects.ts';
import { arrayItems } from '../../runtime/sequences.ts';
import { defaultOf } from '../../runtime/defaults.ts';
import { equals, error } from '../../runtime/values.ts';
import { RangeObj } from '../indexes.ts';
import { declare, need } from '../registry.ts';
import type { Declarations } from '../registry.ts';
import { SpanObj, spanOfText, textOfSpan } from './spanObjects.ts';
import { object, reverseRange } from './listHelpers.ts';

/** Span, ReadOnlySpan and Memory: views of a part of an array or a text. */

const itemsOf = (array: Value): Value[] => (array === null ? [] : arrayItems(array));
const like = (self: SpanObj, values: Value[]): SpanObj => new SpanObj(self.type, values);

/** Returns start and length of a range in a sequence of some length. */
function bounds(range: RangeObj, length: number): [start: number, length: number] {
  const [from, to] = [range.start.offset(length), range.end.offset(length)];
  if (from < 0 || to < from || to > length)
    throw error('ArgumentOutOfRangeException', "Specified argument was out of the range of valid values. (Parameter 'length')"); // prettier-ignore
  return [from, to - from];
}

function copy(c: Call, self: SpanObj, target: SpanObj): boolean {
  if (self.length > target.length) return false;
  c.rt.budget.work(self.length);
  for (const [at, value] of self.values().entries()) target.elements[target.start + at] = copyOf(value);
  return true;
}

function copyTo(c: Call, self: SpanObj, target: SpanObj): void {
  if (!copy(c, self, target)) throw error('ArgumentException', "Destination is too short. (Parameter 'destination')");
}

/** Members of both read-only and writable spans. */
function common(name: string, spanned: string): Declarations {
  return {
    [`new(T[] array)`]: (c: Call, array: Value) => new SpanObj(c.type, itemsOf(array)),
    [`new(T[] array, int start, int length)`]: (c: Call, array: Value, start: number, length: number) =>
      new SpanObj(c.type, itemsOf(array)).part(start, length),
    [`static ${name}<T> Empty { get; }`]: (c: Call) => new SpanObj(c.type, []),
    'int Length { get; }': (_c, self: SpanObj) => self.length,
    'bool IsEmpty { get; }': (_c, self: SpanObj) => self.length === 0,
    [`${name}<T> Slice(int start)`]: (_c: Call, self: SpanObj, start: number) => self.part(start),
    [`${name}<T> Slice(int start, int length)`]: (_c: Call, self: SpanObj, start: number, length: number) =>
      self.part(start, length),
    'T[] ToArray()': (c, self: SpanObj) => {
      c.rt.budget.hold(self.length);
      c.rt.budget.work(self.length);
      return new TypedArray(arrayOf(self.element), self.values().map(copyOf));
    },
    [`void CopyTo(${spanned}<T> destination)`]: copyTo,
    [`bool TryCopyTo(${spanned}<T> destination)`]: (c: Call, self: SpanObj, target: SpanObj) => copy(c, self, target),
    'string ToString()': (c, self: SpanObj) => {
      c.rt.budget.hold(self.length);
      c.rt.budget.work(self.length);
      return self.nativeText();
    },
  };
}

/** Members that access the elements of a span, which Memory lacks. */
function reached(name: string): Declarations {
  const get = (_c: Call, self: SpanObj, index: number): Value => copyOf(self.elements[self.place(index)] ?? null);
  return {
    'IEnumerator<T> GetEnumerator()': () => {
      throw error('NotSupportedException', 'Specified method is not supported.');
    },
    [`${name}<T> this[Range range] { get; }`]: (_c: Call, self: SpanObj, range: RangeObj) =>
      self.part(...bounds(range, self.length)),
    ...(name === 'Span'
      ? {
          'T this[int index] { get; set; }': {
            get,
            set: (_c: Call, self: SpanObj, index: number, value: Value) => {
              self.elements[self.place(index)] = copyOf(value);
            },
          },
        }
      : { 'T this[int index] { get; }': get }),
    [`static bool operator ==(${name}<T> left, ${name}<T> right)`]: (_c: Call, a: SpanObj, b: SpanObj) => isSame(a, b),
    [`static bool operator !=(${name}<T> left, ${name}<T> right)`]: (_c: Call, a: SpanObj, b: SpanObj) => !isSame(a, b),
  };
}

const isSame = (a: SpanObj, b: SpanObj): boolean =>
  a.elements === b.elements && a.start === b.start && a.length === b.length;

const fromArray = (c: Call, array: Value): SpanObj => new SpanObj(c.type, itemsOf(array));
const retyped = (c: Call, span: SpanObj): SpanObj => new SpanObj(c.type, span.elements, span.start, span.length);

for (const name of ['Span', 'ReadOnlySpan', 'Memory', 'ReadOnlyMemory']) {
  const isMemory = name.endsWith('Memory');
  const isReadOnly = name.startsWith('ReadOnly');
  const changeable = isMemory ? 'Memory' : 'Span';
  declare('System', `sealed struct ${name}<T>`, {
    ...common(name, changeable),
    ...(isMemory ? {} : reached(name)),
    ...(isMemory
      ? {
          [`${isReadOnly ? 'ReadOnlySpan' : 'Span'}<T> Span { get; }`]: (_c: Call, self: SpanObj) =>
            new SpanObj(
              need(isReadOnly ? 'ReadOnlySpan' : 'Span', 1).of([self.element]),
              self.elements,
              self.start,
              self.length,
            ),
        }
      : {}),
    [`static implicit operator ${name}<T>(T[] array)`]: fromArray,
    ...(isReadOnly ? { [`static implicit operator ${name}<T>(${changeable}<T> span)`]: retyped } : {}),
    ...(name === 'Span'
      ? {
          'void Clear()': (c: Call, self: SpanObj) => fill(c, self, defaultOf(self.element)),
          'void Fill(T value)': fill,
        }
      : {}),
  });
  registerDefault(name, (type) => new SpanObj(type, []));
}

function fill(c: Call, self: SpanObj, value: Value): void {
  c.rt.budget.work(self.length);
  for (let at = 0; at < self.length; at++) self.elements[self.start + at] = copyOf(value);
}

const found = (at: number): boolean => at >= 0;

function indexIn(c: Call, self: SpanObj, matches: (value: Value, at: number) => boolean): number {
  for (let at = 0; at < self.length; at++) {
    c.rt.budget.step();
    if (matches(self.elements[self.start + at] ?? null, at)) return at;
  }
  return -1;
}

function lastIn(c: Call, self: SpanObj, matches: (value: Value) => boolean): number {
  for (let at = self.length - 1; at >= 0; at--) {
    c.rt.budget.step();
    if (matches(self.elements[self.start + at] ?? null)) return at;
  }
  return -1;
}

/** Returns true if the values of one span occur in another one at an index. */
function standsAt(c: Call, self: SpanObj, other: SpanObj, from: number): boolean {
  if (from < 0 || from + other.length > self.length) return false;
  c.rt.budget.work(other.length);
  return other.values().every((each, at) => equals(self.elements[self.start + from + at] ?? null, each, c.rt));
}

const isValue = (c: Call, value: Value) => (each: Value) => equals(each, value, c.rt);

/** Search methods of both kinds of spans. */
const searches = Object.fromEntries(
  ['Span', 'ReadOnlySpan'].flatMap((name): [string, Declarations[string]][] => [
    [`int IndexOf<T>(this ${name}<T> span, T value)`, (c: Call, self: SpanObj, value: Value) => indexIn(c, self, isValue(c, value))],
    [`int IndexOf<T>(this ${name}<T> span, ReadOnlySpan<T> value)`, (c: Call, self: SpanObj, value: SpanObj) =>
      value.length === 0 ? 0 : indexIn(c, self, (_value, at) => standsAt(c, self, value, at))],
    [`int LastIndexOf<T>(this ${name}<T> span, T value)`, (c: Call, self: SpanObj, value: Value) => lastIn(c, self, isValue(c, value))],
    [`int IndexOfAny<T>(this ${name}<T> span, T value0, T value1)`, (c: Call, self: SpanObj, a: Value, b: Value) =>
      indexIn(c, self, (each) => equals(each, a, c.rt) || equals(each, b, c.rt))],
    [`int IndexOfAny<T>(this ${name}<T> span, ReadOnlySpan<T> values)`, (c: Call, self: SpanObj, values: SpanObj) =>
      indexIn(c, self, (each) => found(indexIn(c, values, isValue(c, each))))],
    [`bool Contains<T>(this ${name}<T> span, T value)`, (c: Call, self: SpanObj, value: Value) => found(indexIn(c, self, isValue(c, value)))],
    [`bool SequenceEqual<T>(this ${name}<T> span, ReadOnlySpan<T> other)`, (c: Call, self: SpanObj, other: SpanObj) =>
      self.length === other.length && standsAt(c, self, other, 0)],
    [`bool StartsWith<T>(this ${name}<T> span, ReadOnlySpan<T> value)`, (c: Call, self: SpanObj, other: SpanObj) => standsAt(c, self, other, 0)],
    [`bool EndsWith<T>(this ${name}<T> span, ReadOnlySpan<T> value)`, (c: Call, self: SpanObj, other: SpanObj) =>
      standsAt(c, self, other, self.length - other.length)],
  ]),
); // prettier-ignore

const isSpace = (value: Value): boolean => value instanceof Char && WHITE_SPACE.test(String.fromCharCode(value.code));

/** Trims a span. */
function trimmed(c: Call, self: SpanObj, isCut: (value: Value) => boolean, atStart: boolean, atEnd: boolean): SpanObj {
  const first = atStart ? indexIn(c, self, (each) => !isCut(each)) : 0;
  const last = atEnd ? lastIn(c, self, (each) => !isCut(each)) : self.length - 1;
  return first < 0 || last < 0 ? like(self, []) : self.part(first, last - first + 1);
}

const trims = Object.fromEntries(
  ([['Trim', true, true], ['TrimStart', true, false], ['TrimEnd', false, true]] as const).flatMap(([name, atStart, atEnd]): [string, Declarations[string]][] => [
    [`ReadOnlySpan<char> ${name}(this ReadOnlySpan<char> span)`, (c: Call, self: SpanObj) => trimmed(c, self, isSpace, atStart, atEnd)],
    [`ReadOnlySpan<char> ${name}(this ReadOnlySpan<char> span, char trimChar)`, (c: Call, self: SpanObj, cut: Char) =>
      trimmed(c, self, (each) => each instanceof Char && each.code === cut.code, atStart, atEnd)],
  ]),
); // prettier-ignore

function textPart(c: Call, text: string | null, start: number, length?: number): SpanObj {
  if (text === null && (start !== 0 || (length ?? 0) !== 0))
    throw error('ArgumentOutOfRangeException', "Specified argument was out of the range of valid values. (Parameter 'start')"); // prettier-ignore
  const span = spanOfText(c, text);
  if (start < 0 || start > span.length || (length !== undefined && (length < 0 || start + length > span.length)))
    throw error('ArgumentOutOfRangeException', "Specified argument was out of the range of valid values. (Parameter 'start')"); // prettier-ignore
  return span.part(start, length);
}

const spanOf = (c: Call, array: Value): SpanObj =>
  new SpanObj(need('Span', 1).of([c.t[0] ?? object()]), itemsOf(array));
const memoryOf = (c: Call, array: Value): SpanObj =>
  new SpanObj(need('Memory', 1).of([c.t[0] ?? object()]), itemsOf(array));

/** Order of two spans of characters by a StringComparison. */
const order = (c: Call, a: SpanObj, b: SpanObj, comparison: EnumValue): number =>
  compareStrings(textOfSpan(a), textOfSpan(b), comparisonOf(c, comparison));

declare('System', 'static class MemoryExtensions', {
  'ReadOnlySpan<char> AsSpan(this string text)': spanOfText,
  'ReadOnlySpan<char> AsSpan(this string text, int start)': textPart,
  'ReadOnlySpan<char> AsSpan(this string text, int start, int length)': textPart,
  'Span<T> AsSpan<T>(this T[] array)': spanOf,
  'Span<T> AsSpan<T>(this T[] array, int start)': (c, array: Value, start: number) => spanOf(c, array).part(start),
  'Span<T> AsSpan<T>(this T[] array, int start, int length)': (c, array: Value, start: number, length: number) =>
    spanOf(c, array).part(start, length),
  'Span<T> AsSpan<T>(this T[] array, Range range)': (c, array: Value, range: RangeObj) => {
    const span = spanOf(c, array);
    return span.part(...bounds(range, span.length));
  },
  'Memory<T> AsMemory<T>(this T[] array)': memoryOf,
  'Memory<T> AsMemory<T>(this T[] array, int start)': (c, array: Value, start: number) =>
    memoryOf(c, array).part(start),
  'Memory<T> AsMemory<T>(this T[] array, int start, int length)': (c, array: Value, start: number, length: number) =>
    memoryOf(c, array).part(start, length),
  ...searches,
  ...trims,
  'void Reverse<T>(this Span<T> span)': (c, self: SpanObj) => {
    c.rt.budget.work(self.length);
    reverseRange(self.elements, self.start, self.length);
  },
  'bool IsWhiteSpace(this ReadOnlySpan<char> span)': (_c, self: SpanObj) => self.values().every(isSpace),
  'bool Equals(this ReadOnlySpan<char> span, ReadOnlySpan<char> other, StringComparison comparisonType)': (
    c,
    ...given: [SpanObj, SpanObj, EnumValue]
  ) => order(c, ...given) === 0,
  'int CompareTo(this ReadOnlySpan<char> span, ReadOnlySpan<char> other, StringComparison comparisonType)': order,
});

import type { Value } from '../../expression/values/values.ts';
import type { Call } from '../binder/types/types.ts';
import { Obj, TupleObj } from '../runtime/objects.ts';
import { error } from '../runtime/values.ts';
import { registerDefault } from '../runtime/defaults.ts';
import { declare, need } from './registry.ts';

/** System.Index and System.Range. */

/** A position from the start or the end. */
export class IndexObj extends Obj {
  readonly value: number;
  readonly fromEnd: boolean;
  constructor(value: number, fromEnd: boolean) {
    super(need('Index').open);
    if (value < 0) throw error('ArgumentOutOfRangeException', "Non-negative number required. (Parameter 'value')");
    this.value = value;
    this.fromEnd = fromEnd;
  }
  offset(length: number): number {
    return this.fromEnd ? length - this.value : this.value;
  }
  override nativeText(): string {
    return (this.fromEnd ? '^' : '') + String(this.value);
  }
  override nativeEquals(other: Value): boolean {
    return other instanceof IndexObj && other.value === this.value && other.fromEnd === this.fromEnd;
  }
  override nativeKey(): unknown {
    return `x${this.nativeText()}`;
  }
}

/** The positions from one index to another. */
export class RangeObj extends Obj {
  readonly start: IndexObj;
  readonly end: IndexObj;
  constructor(start: IndexObj, end: IndexObj) {
    super(need('Range').open);
    this.start = start;
    this.end = end;
  }
  override nativeText(): string {
    return `${this.start.nativeText()}..${this.end.nativeText()}`;
  }
  override nativeEquals(other: Value): boolean {
    return other instanceof RangeObj && other.start.nativeEquals(this.start) && other.end.nativeEquals(this.end);
  }
  override nativeKey(): unknown {
    return `r${this.nativeText()}`;
  }
}

const first = (): IndexObj => new IndexObj(0, false);
const last = (): IndexObj => new IndexObj(0, true);

declare('System', 'struct Index : IEquatable<Index>', {
  'new(int value, bool fromEnd = false)': (_c, value: number, fromEnd: boolean) => new IndexObj(value, fromEnd),
  'int Value { get; }': (_c, self: IndexObj) => self.value,
  'bool IsFromEnd { get; }': (_c, self: IndexObj) => self.fromEnd,
  'int GetOffset(int length)': (_c, self: IndexObj, length: number) => self.offset(length),
  'static Index Start { get; }': first,
  'static Index End { get; }': last,
  'static Index FromStart(int value)': (_c, value: number) => new IndexObj(value, false),
  'static Index FromEnd(int value)': (_c, value: number) => new IndexObj(value, true),
  'static implicit operator Index(int value)': (_c, value: number) => new IndexObj(value, false),
  'string ToString()': (_c, self: IndexObj) => self.nativeText(),
  'bool Equals(Index other)': (_c, self: IndexObj, other: Value) => self.nativeEquals(other),
  'bool Equals(object value)': (_c, self: IndexObj, other: Value) => self.nativeEquals(other),
});
registerDefault('Index', first);

declare('System', 'struct Range : IEquatable<Range>', {
  'new(Index start, Index end)': (_c, start: IndexObj, end: IndexObj) => new RangeObj(start, end),
  'Index Start { get; }': (_c, self: RangeObj) => self.start,
  'Index End { get; }': (_c, self: RangeObj) => self.end,
  'static Range All { get; }': () => new RangeObj(first(), last()),
  'static Range StartAt(Index start)': (_c, start: IndexObj) => new RangeObj(start, last()),
  'static Range EndAt(Index end)': (_c, end: IndexObj) => new RangeObj(first(), end),
  '(int Offset, int Length) GetOffsetAndLength(int length)': (_c: Call, self: RangeObj, length: number) => {
    const [from, to] = [self.start.offset(length), self.end.offset(length)];
    if (from < 0 || to < from || to > length)
      throw error(
        'ArgumentOutOfRangeException',
        "Specified argument was out of the range of valid values. (Parameter 'length')",
      );
    const pair = new TupleObj(need('ValueTuple', 2).of([need('Int32').open, need('Int32').open]));
    pair.fields = [from, to - from];
    return pair;
  },
  'string ToString()': (_c, self: RangeObj) => self.nativeText(),
  'bool Equals(Range other)': (_c, self: RangeObj, other: Value) => self.nativeEquals(other),
  'bool Equals(object value)': (_c, self: RangeObj, other: Value) => self.nativeEquals(other),
});
registerDefault('Range', () => new RangeObj(first(), first()));

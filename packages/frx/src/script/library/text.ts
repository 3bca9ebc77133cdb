import { knownCapacity, nullOf } from './collections/listHelpers.ts';
import { Char } from '../../expression/values/values.ts';
import type { NetArray, Value } from '../../expression/values/values.ts';
import type { Call } from '../binder/types/types.ts';
import type { Culture } from '../../expression/cultures/culture.ts';
import { Obj } from '../runtime/objects.ts';
import { iterate } from '../runtime/sequences.ts';
import { error, textOf } from '../runtime/values.ts';
import { declare, need } from './registry.ts';
import type { Declarations } from './registry.ts';
import { cultureOf } from './providers.ts';
import { textOfSpan } from './collections/spanObjects.ts';
import type { SpanObj } from './collections/spanObjects.ts';
import { format, outOfRange } from './strings.ts';

/** System.Text.StringBuilder and System.IO.StringWriter. */

class BuilderObj extends Obj {
  #content = '';
  /** Number of characters before it grows; undefined when it has grown in a way that is not tracked. */
  capacity: number | undefined = 16;

  get content(): string {
    return this.#content;
  }

  set content(text: string) {
    this.#content = text;
    if (this.capacity !== undefined && text.length > this.capacity) this.capacity = undefined;
  }

  override nativeText(): string {
    return this.content;
  }

  override size(): number {
    return this.content.length;
  }
}

const code = (value: Value): string => (value instanceof Char ? String.fromCharCode(value.code) : (value as string));
function builder(c: Call, text: string, capacity: number): BuilderObj {
  if (capacity < 0) outOfRange('capacity', "'capacity' must be greater than zero.");
  const made = set(c, new BuilderObj(c.type), text);
  made.capacity = Math.max(capacity === 0 ? 16 : capacity, text.length);
  return made;
}
function set(c: Call, self: BuilderObj, text: string): BuilderObj {
  c.rt.budget.hold(text.length);
  self.content = text;
  return self;
}
/**
 * Longest text for which `Insert` does not split the content. Other changes before the end split it into chunks, on which the capacity
 * depends.
 */
const MOVED = 32;
function rebuilt(c: Call, self: BuilderObj, text: string, isInsert: boolean): BuilderObj {
  if (text.length > self.content.length && !(isInsert && self.content.length <= MOVED)) self.capacity = undefined;
  return set(c, self, text);
}
const append = (c: Call, self: BuilderObj, value: Value): BuilderObj =>
  set(c, self, self.content + textOf(value, c.rt));
const INDEX_RANGE = 'Index was out of range. Must be non-negative and less than the size of the collection.';
const simple = [
  'string',
  'char',
  'object',
  'bool',
  'byte',
  'short',
  'int',
  'uint',
  'long',
  'ulong',
  'float',
  'double',
  'decimal',
];
/** Refuses a range outside a text. */
function inside(length: number, start: number, count: number, countName: string): void {
  if (start < 0 || start > length) outOfRange('startIndex', INDEX_RANGE);
  if (count < 0 || start + count > length) outOfRange(countName, INDEX_RANGE);
}
/** Returns the part of a text that `Append` adds. */
function part(text: string | null, start: number, count: number): string {
  if (text === null) {
    if (start !== 0 || count !== 0) nullOf('value');
    return '';
  }
  if (count < 0) outOfRange('count', INDEX_RANGE);
  if (start < 0 || start + count > text.length) outOfRange('startIndex', INDEX_RANGE);
  return text.slice(start, start + count);
}
/** Returns the text that `Replace` searches for. */
function sought(text: string | null): string {
  if (text === null) return nullOf('oldValue');
  if (text === '') throw error('ArgumentException', "Empty name is not legal. (Parameter 'oldValue')");
  return text;
}
const joined = (c: Call, separator: string, items: Iterable<Value>): string =>
  [...items].map((item) => textOf(item, c.rt)).join(separator);

declare('System.Text', 'sealed class StringBuilder', {
  'new()': (c) => new BuilderObj(c.type),
  'new(int capacity)': (c, capacity: number) => builder(c, '', capacity),
  'new(string value)': (c, value: string | null) => builder(c, value ?? '', 16),
  'new(string value, int capacity)': (c, value: string | null, capacity: number) => builder(c, value ?? '', capacity),
  'int Length { get; set; }': {
    get: (_c, self: BuilderObj) => self.content.length,
    set: (c, self: BuilderObj, length: number) => {
      if (length < 0) outOfRange('value', 'Length cannot be less than zero.');
      c.rt.budget.hold(length);
      self.content = self.content.slice(0, length).padEnd(length, '\0');
    },
  },
  'int MaxCapacity { get; }': () => 2147483647,
  'int Capacity { get; set; }': {
    get: (_c, self: BuilderObj) => knownCapacity(self.capacity),
    set: (_c, self: BuilderObj, capacity: number) => void (self.capacity = capacity),
  },
  'char this[int index] { get; set; }': {
    get: (_c, self: BuilderObj, index: number) => {
      if (index < 0 || index >= self.content.length)
        throw error('IndexOutOfRangeException', 'Index was outside the bounds of the array.');
      return new Char(self.content.charCodeAt(index));
    },
    set: (_c, self: BuilderObj, index: number, value: Char) => {
      if (index < 0 || index >= self.content.length) outOfRange('index', INDEX_RANGE);
      self.content = self.content.slice(0, index) + code(value) + self.content.slice(index + 1);
    },
  },
  ...Object.fromEntries(simple.map((type) => [`StringBuilder Append(${type} value)`, append])),
  'StringBuilder Append(char value, int repeatCount)': (c, self: BuilderObj, value: Char, count: number) => {
    if (count < 0) outOfRange('repeatCount', 'Count cannot be less than zero.');
    c.rt.budget.hold(self.content.length + count);
    return set(c, self, self.content + code(value).repeat(count));
  },
  'StringBuilder Append(char[] value)': (c, self: BuilderObj, value: NetArray) =>
    set(c, self, self.content + value.items.map(code).join('')),
  'StringBuilder Append(char[] value, int startIndex, int charCount)': (
    c,
    self: BuilderObj,
    value: NetArray,
    start: number,
    count: number,
  ) => {
    inside(value.items.length, start, count, 'charCount');
    return set(c, self, self.content + joined(c, '', value.items.slice(start, start + count)));
  },
  'StringBuilder Append(ReadOnlySpan<char> value)': (c, self: BuilderObj, value: SpanObj) =>
    set(c, self, self.content + textOfSpan(value)),
  'StringBuilder Append(string value, int startIndex, int count)': (
    c,
    self: BuilderObj,
    value: string | null,
    start: number,
    count: number,
  ) => set(c, self, self.content + part(value, start, count)),
  'StringBuilder Append(StringBuilder value, int startIndex, int count)': (
    c,
    self: BuilderObj,
    value: BuilderObj | null,
    start: number,
    count: number,
  ) => set(c, self, self.content + part(value && value.content, start, count)),
  'StringBuilder AppendLine()': (c, self: BuilderObj) => set(c, self, `${self.content}\n`),
  'StringBuilder AppendLine(string value)': (c, self: BuilderObj, value: string | null) =>
    set(c, self, `${self.content}${value ?? ''}\n`),
  'StringBuilder AppendFormat(string format, params object[] args)': (
    c,
    self: BuilderObj,
    text: string,
    args: NetArray,
  ) => set(c, self, self.content + format(c, c.rt.culture, text, args.items)),
  'StringBuilder AppendFormat(IFormatProvider provider, string format, params object[] args)': (
    c,
    self: BuilderObj,
    provider: Value,
    text: string,
    args: NetArray,
  ) => set(c, self, self.content + format(c, cultureOf(provider, c), text, args.items, provider)),
  'StringBuilder AppendJoin(string separator, params object[] values)': (
    c,
    self: BuilderObj,
    separator: string | null,
    values: NetArray,
  ) => set(c, self, self.content + joined(c, separator ?? '', values.items)),
  'StringBuilder AppendJoin(string separator, params string[] values)': (
    c,
    self: BuilderObj,
    separator: string | null,
    values: NetArray,
  ) => set(c, self, self.content + joined(c, separator ?? '', values.items)),
  'StringBuilder AppendJoin(char separator, params object[] values)': (
    c,
    self: BuilderObj,
    separator: Char,
    values: NetArray,
  ) => set(c, self, self.content + joined(c, code(separator), values.items)),
  'StringBuilder AppendJoin(char separator, params string[] values)': (
    c,
    self: BuilderObj,
    separator: Char,
    values: NetArray,
  ) => set(c, self, self.content + joined(c, code(separator), values.items)),
  'StringBuilder AppendJoin<T>(string separator, IEnumerable<T> values)': (
    c,
    self: BuilderObj,
    separator: string | null,
    values: Value,
  ) => set(c, self, self.content + joined(c, separator ?? '', iterate(values, c.rt))),
  'StringBuilder AppendJoin<T>(char separator, IEnumerable<T> values)': (
    c,
    self: BuilderObj,
    separator: Char,
    values: Value,
  ) => set(c, self, self.content + joined(c, code(separator), iterate(values, c.rt))),
  ...Object.fromEntries(simple.map((type): [string, Declarations[string]] => [`StringBuilder Insert(int index, ${type} value)`, (c: Call, self: BuilderObj, index: number, value: Value) => {
    if (index < 0 || index > self.content.length) outOfRange('index', INDEX_RANGE);
    return rebuilt(c, self, self.content.slice(0, index) + textOf(value, c.rt) + self.content.slice(index), true);
  }])), // prettier-ignore
  'StringBuilder Insert(int index, string value, int count)': (
    c,
    self: BuilderObj,
    index: number,
    value: string | null,
    count: number,
  ) => {
    if (index < 0 || index > self.content.length) outOfRange('index', INDEX_RANGE);
    if (count < 0) outOfRange('count', 'Non-negative number required.');
    c.rt.budget.hold((value ?? '').length * count);
    return rebuilt(
      c,
      self,
      self.content.slice(0, index) + (value ?? '').repeat(count) + self.content.slice(index),
      true,
    );
  },
  'StringBuilder Insert(int index, char[] value)': (c, self: BuilderObj, index: number, value: NetArray) => {
    if (index < 0 || index > self.content.length) outOfRange('index', INDEX_RANGE);
    return rebuilt(
      c,
      self,
      self.content.slice(0, index) + joined(c, '', value.items) + self.content.slice(index),
      true,
    );
  },
  'StringBuilder Insert(int index, char[] value, int startIndex, int charCount)': (
    c,
    self: BuilderObj,
    index: number,
    value: NetArray,
    start: number,
    count: number,
  ) => {
    if (index < 0 || index > self.content.length) outOfRange('index', INDEX_RANGE);
    return set(
      c,
      self,
      self.content.slice(0, index) + joined(c, '', value.items.slice(start, start + count)) + self.content.slice(index),
    );
  },
  'void CopyTo(int sourceIndex, char[] destination, int destinationIndex, int count)': (
    _c,
    self: BuilderObj,
    from: number,
    target: NetArray,
    to: number,
    count: number,
  ) => {
    if (from < 0 || from + count > self.content.length || to < 0 || to + count > target.items.length)
      throw error(
        'ArgumentException',
        'Either offset did not refer to a position in the string, or there is an insufficient length of destination character array.',
      );
    for (let index = 0; index < count; index++)
      target.items[to + index] = new Char(self.content.charCodeAt(from + index));
  },
  'int EnsureCapacity(int capacity)': (_c, self: BuilderObj, capacity: number) => {
    if (self.capacity === undefined || capacity > self.capacity) self.capacity = undefined;
    return self.capacity ?? Math.max(capacity, self.content.length);
  },
  'StringBuilder Remove(int startIndex, int length)': (c, self: BuilderObj, start: number, length: number) => {
    if (length < 0) outOfRange('length', 'Length cannot be less than zero.');
    if (start < 0) outOfRange('startIndex', 'StartIndex cannot be less than zero.');
    if (start + length > self.content.length) outOfRange('length', INDEX_RANGE);
    return rebuilt(c, self, self.content.slice(0, start) + self.content.slice(start + length), true);
  },
  'StringBuilder Replace(string oldValue, string newValue)': (
    c,
    self: BuilderObj,
    old: string | null,
    put: string | null,
  ) =>
    rebuilt(
      c,
      self,
      self.content.replaceAll(sought(old), () => put ?? ''),
      false,
    ),
  'StringBuilder Replace(char oldChar, char newChar)': (c, self: BuilderObj, old: Char, put: Char) =>
    set(
      c,
      self,
      self.content.replaceAll(code(old), () => code(put)),
    ),
  'StringBuilder Replace(char oldChar, char newChar, int startIndex, int count)': (
    c,
    self: BuilderObj,
    old: Char,
    put: Char,
    start: number,
    count: number,
  ) => {
    const { content } = self;
    inside(content.length, start, count, 'count');
    const replaced = content.slice(start, start + count).replaceAll(code(old), () => code(put));
    return set(c, self, content.slice(0, start) + replaced + content.slice(start + count));
  },
  'StringBuilder Replace(string oldValue, string newValue, int startIndex, int count)': (
    c,
    self: BuilderObj,
    old: string | null,
    put: string | null,
    start: number,
    count: number,
  ) => {
    const { content } = self;
    inside(content.length, start, count, 'count');
    const replaced = content.slice(start, start + count).replaceAll(sought(old), () => put ?? '');
    return rebuilt(c, self, content.slice(0, start) + replaced + content.slice(start + count), false);
  },
  'StringBuilder Clear()': (c, self: BuilderObj) => set(c, self, ''),
  'string ToString()': (_c, self: BuilderObj) => self.content,
  'string ToString(int startIndex, int length)': (_c, self: BuilderObj, start: number, length: number) => {
    if (start < 0) outOfRange('startIndex', 'StartIndex cannot be less than zero.');
    if (start > self.content.length) outOfRange('startIndex', 'startIndex cannot be larger than length of string.');
    if (length < 0) outOfRange('length', 'Length cannot be less than zero.');
    if (start + length > self.content.length)
      outOfRange('length', 'Index and length must refer to a location within the string.');
    return self.content.slice(start, start + length);
  },
  // In .NET a string is compared as a span of characters, so that null equals an empty builder.
  'bool Equals(string text)': (_c, self: BuilderObj, text: string | null) => self.content === (text ?? ''),
  'bool Equals(StringBuilder sb)': (_c, self: BuilderObj, other: BuilderObj | null) =>
    other !== null && self.content === other.content,
});

/** A StringWriter, which writes into a StringBuilder. */
class WriterObj extends BuilderObj {
  readonly over: BuilderObj;
  /** Culture given to the constructor; undefined for that of the report. */
  readonly culture: Culture | undefined;
  newLine = '\n';
  constructor(type: Call['type'], over: BuilderObj, culture?: Culture) {
    super(type);
    this.over = over;
    this.culture = culture;
  }
  override get content(): string {
    return this.over.content;
  }
  override set content(text: string) {
    this.over.content = text;
  }
}

/** Returns the line end of a writer, or an empty text. */
const lineEnd = (self: WriterObj, isLine: boolean): string => (isLine ? self.newLine : '');

function write(c: Call, self: WriterObj, value: Value, isLine = false): void {
  const rt = self.culture ? { ...c.rt, culture: self.culture } : c.rt;
  set(c, self, self.content + textOf(value, rt) + lineEnd(self, isLine));
}

function writeFormatted(c: Call, self: WriterObj, text: string, args: NetArray, isLine = false): void {
  set(c, self, self.content + format(c, self.culture ?? c.rt.culture, text, args.items) + lineEnd(self, isLine));
}

function writeCharacters(c: Call, self: WriterObj, characters: readonly Value[], isLine = false): void {
  set(c, self, self.content + joined(c, '', characters) + lineEnd(self, isLine));
}

declare('System.IO', 'abstract class TextWriter : IDisposable', {
  ...Object.fromEntries(
    simple.flatMap((type): [string, Declarations[string]][] => [
      [`void Write(${type} value)`, (c: Call, self: WriterObj, value: Value) => write(c, self, value)],
      [`void WriteLine(${type} value)`, (c: Call, self: WriterObj, value: Value) => write(c, self, value, true)],
    ]),
  ),
  'virtual string NewLine { get; set; }': {
    get: (_c, self: WriterObj) => self.newLine,
    set: (_c, self: WriterObj, text: string | null) => void (self.newLine = text ?? '\n'),
  },
  'void Write(string format, params object[] arg)': (c, self: WriterObj, text: string, args: NetArray) =>
    writeFormatted(c, self, text, args),
  'void WriteLine(string format, params object[] arg)': (c, self: WriterObj, text: string, args: NetArray) =>
    writeFormatted(c, self, text, args, true),
  'void Write(char[] buffer)': (c, self: WriterObj, buffer: NetArray) => writeCharacters(c, self, buffer.items),
  'void WriteLine(char[] buffer)': (c, self: WriterObj, buffer: NetArray) =>
    writeCharacters(c, self, buffer.items, true),
  'void Write(char[] buffer, int index, int count)': (
    c,
    self: WriterObj,
    buffer: NetArray,
    index: number,
    count: number,
  ) => writeCharacters(c, self, buffer.items.slice(index, index + count)),
  'void WriteLine()': (c, self: WriterObj) => void set(c, self, self.content + self.newLine),
  'string ToString()': (_c, self: BuilderObj) => self.content,
  'void Flush()': () => undefined,
  'void Close()': () => undefined,
  'void Dispose()': () => undefined,
});
declare('System.IO', 'class StringWriter : TextWriter, IDisposable', {
  'new()': (c) => new WriterObj(c.type, new BuilderObj(need('StringBuilder').open)),
  'new(IFormatProvider formatProvider)': (c, provider: Value) =>
    new WriterObj(
      c.type,
      new BuilderObj(need('StringBuilder').open),
      provider === null ? undefined : cultureOf(provider, c),
    ),
  'new(StringBuilder sb, IFormatProvider formatProvider)': (c, over: BuilderObj | null, provider: Value) =>
    new WriterObj(c.type, over ?? nullOf('sb'), provider === null ? undefined : cultureOf(provider, c)),
  'new(StringBuilder sb)': (c, over: BuilderObj | null) => new WriterObj(c.type, over ?? nullOf('sb')),
  'StringBuilder GetStringBuilder()': (_c, self: WriterObj) => self.over,
});
class ReaderObj extends Obj {
  readonly content: string;
  at = 0;
  constructor(type: Call['type'], content: string) {
    super(type);
    this.content = content;
  }
}
declare('System.IO', 'abstract class TextReader : IDisposable', {
  'string ReadLine()': (_c, self: ReaderObj) => {
    if (self.at >= self.content.length) return null;
    const match = /\r\n|\n|\r/gu;
    match.lastIndex = self.at;
    const found = match.exec(self.content);
    const line = self.content.slice(self.at, found?.index ?? self.content.length);
    self.at = found ? found.index + found[0].length : self.content.length;
    return line;
  },
  'string ReadToEnd()': (_c, self: ReaderObj) => {
    const rest = self.content.slice(self.at);
    self.at = self.content.length;
    return rest;
  },
  'int Read()': (_c, self: ReaderObj) => (self.at < self.content.length ? self.content.charCodeAt(self.at++) : -1),
  'int Peek()': (_c, self: ReaderObj) => (self.at < self.content.length ? self.content.charCodeAt(self.at) : -1),
  'void Close()': () => undefined,
  'void Dispose()': () => undefined,
});
declare('System.IO', 'class StringReader : TextReader, IDisposable', {
  'new(string s)': (c, text: string) => new ReaderObj(c.type, text),
});

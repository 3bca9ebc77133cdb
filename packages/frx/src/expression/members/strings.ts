import { toLower, toUpper } from '../letterCase.ts';
import { NetException } from '../errors.ts';
import { composite, toText } from '../toText.ts';
import { Char, EnumValue, NetArray } from '../values.ts';
import type { Value } from '../values.ts';
import { int, items, member, rest, text, textOrChar } from './arguments.ts';
import type { InstanceMethod, StaticMethod } from './arguments.ts';
import type { Runtime } from '../scope.ts';

function outOfRange(): NetException {
  return new NetException(
    'ArgumentOutOfRangeException',
    'Index and length must refer to a location within the string.',
  );
}

function substring(target: string, start: number, length: number): string {
  if (start < 0 || length < 0 || start + length > target.length) throw outOfRange();
  return target.slice(start, start + length);
}

/** Members of StringComparison that do not look at case have odd numbers. */
function ignoresCase(args: readonly Value[], index: number): boolean {
  return member(args, index, 0) % 2 === 1;
}

function folded(value: string, ignoreCase: boolean): string {
  return ignoreCase ? value.toLowerCase() : value;
}

function comparisonAt(args: readonly Value[]): number {
  return args.at(-1) instanceof EnumValue ? args.length - 1 : args.length;
}

function indexOf(target: string, args: readonly Value[], last: boolean): number {
  const at = comparisonAt(args);
  const ignoreCase = ignoresCase(args, at);
  const source = folded(target, ignoreCase);
  const wanted = folded(textOrChar(args, 0), ignoreCase);
  if (last) return source.lastIndexOf(wanted, at > 1 ? int(args, 1) : Infinity);
  const from = at > 1 ? int(args, 1) : 0;
  if (from < 0 || from > source.length) throw outOfRange();
  const found = source.indexOf(wanted, from);
  return at > 2 && found + wanted.length > from + int(args, 2) ? -1 : found;
}

/** Characters handed over as chars, as an array or as one text. */
function characters(args: readonly Value[]): Set<string> {
  const set = new Set<string>();
  for (const value of rest(args, 0)) {
    if (value instanceof Char) set.add(String.fromCharCode(value.code));
    else if (typeof value === 'string') for (const character of value) set.add(character);
  }
  return set;
}

function trimmed(target: string, args: readonly Value[], start: boolean, end: boolean): string {
  const set = characters(args);
  if (set.size === 0) return start && end ? target.trim() : start ? target.trimStart() : target.trimEnd();
  let from = 0;
  let to = target.length;
  if (start) while (from < to && set.has(target[from] ?? '')) from++;
  if (end) while (to > from && set.has(target[to - 1] ?? '')) to--;
  return target.slice(from, to);
}

function padded(target: string, args: readonly Value[], runtime: Runtime, left: boolean): string {
  const width = int(args, 0);
  if (width < 0) throw new NetException('ArgumentOutOfRangeException', 'Non-negative number required.');
  runtime.budget.hold(width);
  const fill = args.length > 1 ? textOrChar(args, 1) : ' ';
  return left ? target.padStart(width, fill) : target.padEnd(width, fill);
}

function split(target: string, args: readonly Value[], runtime: Runtime): Value {
  const options = args.at(-1) instanceof EnumValue ? member(args, args.length - 1, 0) : 0;
  const given = args.filter((value) => !(value instanceof EnumValue));
  const count = typeof given[1] === 'number' ? given[1] : Infinity;
  const separators: string[] = [];
  const first = given[0];
  const list = first instanceof NetArray ? first.items : given.filter((value) => typeof value !== 'number');
  for (const value of list) {
    if (value instanceof Char) separators.push(String.fromCharCode(value.code));
    else if (typeof value === 'string' && value !== '') separators.push(value);
  }
  let parts = splitAt(target, separators, count);
  if ((options & 2) !== 0) parts = parts.map((part) => part.trim());
  if ((options & 1) !== 0) parts = parts.filter((part) => part !== '');
  runtime.budget.collect(target.length + parts.length);
  return new NetArray('string', parts);
}

function splitAt(target: string, separators: readonly string[], count: number): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < target.length && parts.length < count - 1;) {
    const separator =
      separators.length === 0
        ? /\s/u.test(target[at] ?? '')
          ? target[at]
          : undefined
        : separators.find((each) => target.startsWith(each, at));
    if (separator === undefined) at++;
    else {
      parts.push(target.slice(from, at));
      at += separator.length;
      from = at;
    }
  }
  parts.push(target.slice(from));
  return parts;
}

function replace(target: string, args: readonly Value[], runtime: Runtime): string {
  const old = textOrChar(args, 0);
  const put = args[1] === null ? '' : textOrChar(args, 1);
  if (old === '') throw new NetException('ArgumentException', 'String cannot be of zero length.');
  const pieces = target.split(old);
  runtime.budget.hold(target.length + (pieces.length - 1) * Math.max(put.length - old.length, 0));
  return pieces.join(put);
}

/** Order of two texts as the culture sorts them. */
export function compareTexts(a: string, b: string, runtime: Runtime): number {
  return collator(runtime.culture.name).compare(a, b);
}

const collators = new Map<string, Intl.Collator>();

function collator(name: string): Intl.Collator {
  let found = collators.get(name);
  if (!found) {
    found = new Intl.Collator(name === '' ? 'en-US' : name);
    collators.set(name, found);
  }
  return found;
}

export const stringMethods: ReadonlyMap<string, InstanceMethod<string>> = new Map(
  Object.entries<InstanceMethod<string>>({
    Substring: (target, args) => {
      const start = int(args, 0);
      return substring(target, start, args.length > 1 ? int(args, 1) : target.length - start);
    },
    IndexOf: (target, args) => indexOf(target, args, false),
    LastIndexOf: (target, args) => indexOf(target, args, true),
    IndexOfAny: (target, args) => {
      const set = characters(args.slice(0, 1));
      for (let at = 0; at < target.length; at++) if (set.has(target[at] ?? '')) return at;
      return -1;
    },
    Contains: (target, args) => {
      const ignoreCase = ignoresCase(args, 1);
      return folded(target, ignoreCase).includes(folded(textOrChar(args, 0), ignoreCase));
    },
    StartsWith: (target, args) => {
      const ignoreCase = ignoresCase(args, 1);
      return folded(target, ignoreCase).startsWith(folded(textOrChar(args, 0), ignoreCase));
    },
    EndsWith: (target, args) => {
      const ignoreCase = ignoresCase(args, 1);
      return folded(target, ignoreCase).endsWith(folded(textOrChar(args, 0), ignoreCase));
    },
    Replace: replace,
    ToUpper: toUpper,
    ToUpperInvariant: toUpper,
    ToLower: toLower,
    ToLowerInvariant: toLower,
    Trim: (target, args) => trimmed(target, args, true, true),
    TrimStart: (target, args) => trimmed(target, args, true, false),
    TrimEnd: (target, args) => trimmed(target, args, false, true),
    PadLeft: (target, args, runtime) => padded(target, args, runtime, true),
    PadRight: (target, args, runtime) => padded(target, args, runtime, false),
    Insert: (target, args) => {
      const at = int(args, 0);
      if (at < 0 || at > target.length) throw outOfRange();
      return target.slice(0, at) + text(args, 1) + target.slice(at);
    },
    Remove: (target, args) => {
      const at = int(args, 0);
      const count = args.length > 1 ? int(args, 1) : target.length - at;
      substring(target, at, count);
      return target.slice(0, at) + target.slice(at + count);
    },
    Split: split,
    ToCharArray: (target) =>
      new NetArray(
        'char',
        target.split('').map((character) => new Char(character.charCodeAt(0))),
      ),
    CompareTo: (target, args, runtime) => (args[0] === null ? 1 : compareTexts(target, text(args, 0), runtime)),
    Equals: (target, args) => {
      const other = args[0];
      if (typeof other !== 'string') return false;
      const ignoreCase = ignoresCase(args, 1);
      return folded(target, ignoreCase) === folded(other, ignoreCase);
    },
    Normalize: (target) => target.normalize(),
  }),
);

function format(args: readonly Value[], runtime: Runtime): string {
  const withProvider = typeof args[0] !== 'string';
  const from = withProvider ? 1 : 0;
  const culture = runtime.culture;
  return composite(text(args, from), rest(args, from + 1), culture);
}

function joined(pieces: Iterable<Value>, separator: string, runtime: Runtime): string {
  let result = '';
  let first = true;
  for (const piece of pieces) {
    if (!first) result += separator;
    first = false;
    result += toText(piece, runtime.culture);
    runtime.budget.hold(result.length);
  }
  return result;
}

export const stringStatics: ReadonlyMap<string, StaticMethod> = new Map(
  Object.entries<StaticMethod>({
    IsNullOrEmpty: (args) => args[0] === null || text(args, 0) === '',
    IsNullOrWhiteSpace: (args) => args[0] === null || text(args, 0).trim() === '',
    Format: format,
    Join: (args, runtime) => {
      const separator = args[0] === null ? '' : textOrChar(args, 0);
      const only = args.length === 2 && typeof args[1] === 'object' && args[1] !== null;
      return joined(only ? items(args[1]) : args.slice(1), separator, runtime);
    },
    Concat: (args, runtime) => {
      const only = args.length === 1 && typeof args[0] === 'object' && args[0] !== null;
      return joined(only ? items(args[0]) : args, '', runtime);
    },
    Compare: (args, runtime) => {
      const ignoreCase = args[2] === true || (args[2] instanceof EnumValue && args[2].value % 2 === 1);
      const [a, b] = [args[0] ?? null, args[1] ?? null];
      if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
      return compareTexts(folded(text(args, 0), ignoreCase), folded(text(args, 1), ignoreCase), runtime);
    },
    CompareOrdinal: (args) => {
      const [a, b] = [text(args, 0), text(args, 1)];
      return a < b ? -1 : a > b ? 1 : 0;
    },
    Equals: (args) => {
      const [a, b] = [args[0], args[1]];
      if (typeof a !== 'string' || typeof b !== 'string') return a === b;
      const ignoreCase = ignoresCase(args, 2);
      return folded(a, ignoreCase) === folded(b, ignoreCase);
    },
    Copy: (args) => text(args, 0),
  }),
);

import { ExpressionError } from '../../expression/errors.ts';
import { EnumValue, NetArray, TimeSpan } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import { arrayOf } from '../binder/types/types.ts';
import type { Call, NamedType } from '../binder/types/types.ts';
import { ListObj } from '../runtime/collections.ts';
import { Func, Obj, TypedArray } from '../runtime/objects.ts';
import { error } from '../runtime/values.ts';
import { declareEnum } from './enums.ts';
import { nullOf } from './collections/listHelpers.ts';
import { compilePattern } from './regex/program.ts';
import type { Program } from './regex/program.ts';
import { Subject } from './regex/machine.ts';
import type { Found } from './regex/machine.ts';
import { search } from './regex/search.ts';
import { parsePattern } from './regex/parse.ts';
import { expandReplacement, parseReplacement } from './regex/replacement.ts';
import { escapePattern, unescapePattern } from './regex/escape.ts';
import { PatternError, UnsupportedPattern } from './regex/tree.ts';
import type { Pattern } from './regex/tree.ts';
import { declare, need } from './registry.ts';
import type { Declarations } from './registry.ts';

/** System.Text.RegularExpressions, on a matcher whose time is bounded by the length of text times pattern. */

declareEnum(
  'System.Text.RegularExpressions',
  'RegexOptions',
  { None: 0, IgnoreCase: 1, Multiline: 2, ExplicitCapture: 4, Compiled: 8, Singleline: 16, IgnorePatternWhitespace: 32, RightToLeft: 64, ECMAScript: 256, CultureInvariant: 512 },
  true,
); // prettier-ignore

interface Compiled {
  readonly pattern: Pattern;
  readonly program: Program;
  /** Index of a group among all by its number. */
  readonly places: ReadonlyMap<number, number>;
}

/** Cache of compiled patterns. */
const compiled = new Map<string, Compiled>();
const MOST_KEPT = 200;

function compile(source: string, options: number): Compiled {
  const key = `${String(options)}:${source}`;
  let made = compiled.get(key);
  if (made) return made;
  const pattern = parsePattern(source, options);
  const places = new Map(pattern.numbers.map((number, place) => [number, place]));
  made = { pattern, places, program: compilePattern(pattern.root, places, pattern.repeated) };
  if (compiled.size >= MOST_KEPT) compiled.clear();
  compiled.set(key, made);
  return made;
}

function compileOrThrow(source: string, options: number): Compiled {
  try {
    return compile(source, options);
  } catch (caught) {
    if (caught instanceof PatternError) throw error('RegexParseException', caught.message);
    if (caught instanceof UnsupportedPattern) throw new ExpressionError(refused(source, caught.message));
    throw caught;
  }
}

function refused(source: string, reason: string): string {
  return `Regular expression '${source}': ${reason} in scripts of reports`;
}

class RegexObj extends Obj {
  readonly source: string;
  readonly options: number;
  readonly compiled: Compiled;
  constructor(type: NamedType, source: string | null, options: number) {
    super(type);
    this.source = source ?? nullOf('pattern');
    this.options = options;
    this.compiled = compileOrThrow(this.source, options);
  }
  override nativeText(): string {
    return this.source;
  }
}

/** A capture (System.Text.RegularExpressions.Capture). */
class CaptureObj extends Obj {
  readonly index: number;
  readonly content: string;
  constructor(type: NamedType, index: number, content: string) {
    super(type);
    this.index = index;
    this.content = content;
  }
  override nativeText(): string {
    return this.content;
  }
}

class GroupObj extends CaptureObj {
  readonly success: boolean;
  readonly name: string;
  readonly captures: () => CaptureObj[];
  constructor(type: NamedType, name: string, at: readonly [number, string] | undefined, captures?: () => CaptureObj[]) {
    super(type, at?.[0] ?? 0, at?.[1] ?? '');
    this.success = at !== undefined;
    this.name = name;
    this.captures = captures ?? (() => (at ? [new CaptureObj(need('Capture').open, at[0], at[1])] : []));
  }
}

/** The text of a search; `offset` is the position at which the given part of the input begins. */
interface Searched {
  readonly regex: RegexObj;
  readonly subject: Subject;
  readonly offset: number;
}

class MatchObj extends GroupObj {
  readonly searched: Searched | undefined;
  readonly found: Found | undefined;
  readonly #groups = new Map<number, GroupObj>();
  constructor(searched?: Searched, found?: Found) {
    const [start = 0, end = 0] = found?.slots ?? [];
    super(
      need('Match').open,
      '0',
      searched && found ? [start + searched.offset, searched.subject.text.slice(start, end)] : undefined,
    );
    this.searched = searched;
    this.found = found;
  }

  /** Returns start and end of a group in the searched text; undefined if it did not participate. */
  range(place: number): readonly [number, number] | undefined {
    const start = this.found?.slots[place * 2] ?? -1;
    const end = this.found?.slots[place * 2 + 1] ?? -1;
    return start < 0 || end < 0 ? undefined : [start, end];
  }

  /** Returns a group by number. @throws ExpressionError if its captures are not known */
  group(number: number): GroupObj {
    if (number === 0) return this;
    const held = this.#groups.get(number);
    if (held) return held;
    const { searched } = this;
    const place = searched?.regex.compiled.places.get(number);
    const type = need('Group').open;
    if (!searched || place === undefined) return new GroupObj(type, '', undefined);
    const { pattern } = searched.regex.compiled;
    if (pattern.unseen.has(number))
      throw new ExpressionError(refused(searched.regex.source, 'groups inside of lookarounds have no captures'));
    const range = this.range(place);
    const { text } = searched.subject;
    const made = new GroupObj(
      type,
      pattern.names[place] ?? '',
      range && [range[0] + searched.offset, text.slice(...range)],
      pattern.repeated.has(number) ? () => this.#captures(place, searched) : undefined,
    );
    this.#groups.set(number, made);
    return made;
  }

  #captures(place: number, { subject, offset }: Searched): CaptureObj[] {
    const all: CaptureObj[] = [];
    for (let each = this.found?.captured; each; each = each.before)
      if (each.slot === place * 2 + 1)
        all.push(new CaptureObj(need('Capture').open, each.start + offset, subject.text.slice(each.start, each.end)));
    return all.toReversed();
  }

  get numbers(): readonly number[] {
    return this.searched?.regex.compiled.pattern.numbers ?? [0];
  }
}

let none: MatchObj | undefined;
const noMatch = (): MatchObj => (none ??= new MatchObj());

/** Returns the first match from a position on. */
function matchFrom(searched: Searched, from: number, start = from): MatchObj {
  const found = search(searched.regex.compiled.program, searched.subject, from, start);
  return found ? new MatchObj(searched, found) : noMatch();
}

/** Returns the next match; after an empty one the search starts one character later. */
function nextMatch(match: MatchObj): MatchObj {
  const { searched, found } = match;
  if (!searched || !found) return noMatch();
  const [start = 0, end = 0] = found.slots;
  const from = end === start ? end + 1 : end;
  return from > searched.subject.text.length ? noMatch() : matchFrom(searched, from);
}

function searchedBy(c: Call, regex: RegexObj, input: string | null): Searched {
  if (input === null) return nullOf('input');
  return { regex, subject: new Subject(input, c.rt.budget), offset: 0 };
}

function* matchesOf(c: Call, regex: RegexObj, input: string | null, start = 0): Generator<MatchObj> {
  const searched = searchedBy(c, regex, input);
  for (let match = matchFrom(searched, startAt(searched, start)); match.success; match = nextMatch(match)) {
    c.rt.budget.step();
    yield match;
  }
}

function startAt({ subject }: Searched, start: number): number {
  if (start < 0 || start > subject.text.length)
    throw error(
      'ArgumentOutOfRangeException',
      "Start index cannot be less than 0 or greater than input length. (Parameter 'startat')",
    );
  return start;
}

/** Replaces at most `count` matches, all for -1. */
function replaceWith(
  c: Call,
  regex: RegexObj,
  input: string | null,
  count: number,
  start: number,
  write: (match: MatchObj) => string,
): string {
  if (count < -1) throw error('ArgumentOutOfRangeException', "Count cannot be less than -1. (Parameter 'count')");
  const text = input ?? nullOf('input');
  if (count === 0) return text;
  let made = '';
  let at = 0;
  let left = count;
  for (const match of matchesOf(c, regex, text, start)) {
    made += text.slice(at, match.index) + write(match);
    c.rt.budget.hold(made.length);
    at = match.index + match.content.length;
    if (--left === 0) break;
  }
  return made + text.slice(at);
}

function replaceBy(c: Call, regex: RegexObj, input: string | null, replacement: string | null, count = -1, start = 0): string {
  if (input === null) return nullOf('input');
  if (replacement === null) return nullOf('replacement');
  const parts = parseReplacement(replacement, regex.compiled.pattern);
  return replaceWith(c, regex, input, count, start, (match) => written(match, parts));
} // prettier-ignore

function written(match: MatchObj, parts: ReturnType<typeof parseReplacement>): string {
  const text = match.searched?.subject.text ?? '';
  return expandReplacement(parts, {
    text,
    start: match.index,
    end: match.index + match.content.length,
    last: match.numbers.at(-1) ?? 0,
    group: (number) => match.group(number).content,
  });
}

function replaceEach(c: Call, regex: RegexObj, input: string | null, evaluator: Func | null, count = -1, start = 0): string {
  if (input === null) return nullOf('input');
  if (!evaluator) return nullOf('evaluator');
  return replaceWith(c, regex, input, count, start, (match) => (evaluator.invoke([match]) as string | null) ?? '');
} // prettier-ignore

function split(c: Call, regex: RegexObj, input: string | null, count = 0, start = 0): TypedArray {
  if (count < 0) throw error('ArgumentOutOfRangeException', "Count cannot be less than -1. (Parameter 'count')");
  const text = input ?? nullOf('input');
  const parts: Value[] = [];
  let at = 0;
  let left = count;
  if (count !== 1)
    for (const match of matchesOf(c, regex, text, start)) {
      parts.push(text.slice(at, match.index));
      at = match.index + match.content.length;
      for (const number of match.numbers) {
        const group = match.group(number);
        if (number !== 0 && group.success) parts.push(group.content);
      }
      c.rt.budget.collect(text.length > 1000 ? at : 64);
      if (--left === 1) break;
    }
  parts.push(text.slice(at));
  return new TypedArray(arrayOf(need('String').open), parts);
}

function matchPart(c: Call, regex: RegexObj, input: string | null, beginning: number, length: number): MatchObj {
  const text = input ?? nullOf('input');
  if (beginning < 0 || beginning > text.length)
    throw error(
      'ArgumentOutOfRangeException',
      "Start index cannot be less than 0 or greater than input length. (Parameter 'beginning')",
    );
  if (length < 0 || length > text.length - beginning)
    throw error(
      'ArgumentOutOfRangeException',
      "Length cannot be less than 0 or exceed input length. (Parameter 'length')",
    );
  const subject = new Subject(text.slice(beginning, beginning + length), c.rt.budget);
  return matchFrom({ regex, subject, offset: beginning }, 0);
}

const allMatches = (c: Call, regex: RegexObj, input: string | null, start = 0): ListObj => {
  const list = new ListObj(need('MatchCollection').open);
  for (const match of matchesOf(c, regex, input, start)) list.add(match, c.rt);
  return list;
};
const first = (c: Call, regex: RegexObj, input: string | null, start = 0): MatchObj => {
  const searched = searchedBy(c, regex, input);
  return matchFrom(searched, startAt(searched, start));
};

/** Declares the static overloads of a method: with a pattern after the input, and options and a timeout at the end. */
function statics(
  returns: string,
  name: string,
  more: string,
  run: (c: Call, regex: RegexObj, input: string | null, ...more: never[]) => Value,
): Declarations {
  const act = run as (c: Call, regex: RegexObj, input: string | null, ...rest: Value[]) => Value;
  const count = more === '' ? 0 : 1;
  const behaviour = (c: Call, input: string | null, pattern: string | null, ...rest: Value[]): Value => {
    const [options] = rest.slice(count);
    if (input === null) return nullOf('input');
    const regex = new RegexObj(need('Regex').open, pattern, options instanceof EnumValue ? options.value : 0);
    return act(c, regex, input, ...rest.slice(0, count));
  };
  const head = `static ${returns} ${name}(string input, string pattern${more}`;
  return {
    [`${head})`]: behaviour,
    [`${head}, RegexOptions options)`]: behaviour,
    [`${head}, RegexOptions options, TimeSpan matchTimeout)`]: behaviour,
  };
}

declare('System.Text.RegularExpressions', 'class RegexParseException : ArgumentException', {});
declare('System.Text.RegularExpressions', 'delegate string MatchEvaluator(Match match)');
const regexDefinition = declare('System.Text.RegularExpressions', 'class Regex', {
  'new(string pattern)': (c, pattern: string | null) => new RegexObj(c.type, pattern, 0),
  'new(string pattern, RegexOptions options)': (c, pattern: string | null, options: EnumValue) =>
    new RegexObj(c.type, pattern, options.value),
  'new(string pattern, RegexOptions options, TimeSpan matchTimeout)': (c, pattern: string | null, options: EnumValue) =>
    new RegexObj(c.type, pattern, options.value),
  'RegexOptions Options { get; }': (_c, self: RegexObj) =>
    new EnumValue(need('RegexOptions').enumeration ?? { name: '', flags: true, members: new Map() }, self.options),
  'bool RightToLeft { get; }': () => false,
  'static readonly TimeSpan InfiniteMatchTimeout': { value: () => new TimeSpan(-10000) },
  'TimeSpan MatchTimeout { get; }': () => new TimeSpan(-10000),
  'bool IsMatch(string input)': (c, self: RegexObj, input: string | null) => first(c, self, input).success,
  'bool IsMatch(string input, int startat)': (c, self: RegexObj, input: string | null, start: number) =>
    first(c, self, input, start).success,
  ...statics('bool', 'IsMatch', '', (c, regex, input) => first(c, regex, input).success),
  'Match Match(string input)': (c, self: RegexObj, input: string | null) => first(c, self, input),
  'Match Match(string input, int startat)': (c, self: RegexObj, input: string | null, start: number) =>
    first(c, self, input, start),
  'Match Match(string input, int beginning, int length)': (c, self: RegexObj, input: string | null, beginning: number, length: number) =>
    matchPart(c, self, input, beginning, length),
  ...statics('Match', 'Match', '', (c, regex, input) => first(c, regex, input)),
  'MatchCollection Matches(string input)': (c, self: RegexObj, input: string | null) => allMatches(c, self, input),
  'MatchCollection Matches(string input, int startat)': (c, self: RegexObj, input: string | null, start: number) =>
    allMatches(c, self, input, start),
  ...statics('MatchCollection', 'Matches', '', (c, regex, input) => allMatches(c, regex, input)),
  'string Replace(string input, string replacement)': replaceBy,
  'string Replace(string input, string replacement, int count)': replaceBy,
  'string Replace(string input, string replacement, int count, int startat)': replaceBy,
  'string Replace(string input, MatchEvaluator evaluator)': replaceEach,
  'string Replace(string input, MatchEvaluator evaluator, int count)': replaceEach,
  'string Replace(string input, MatchEvaluator evaluator, int count, int startat)': replaceEach,
  ...statics('string', 'Replace', ', string replacement', (c, regex, input, replacement: string | null) => replaceBy(c, regex, input, replacement)),
  ...statics('string', 'Replace', ', MatchEvaluator evaluator', (c, regex, input, evaluator: Func | null) => replaceEach(c, regex, input, evaluator)),
  'string[] Split(string input)': (c, self: RegexObj, input: string | null) => split(c, self, input),
  'string[] Split(string input, int count)': split,
  'string[] Split(string input, int count, int startat)': split,
  ...statics('string[]', 'Split', '', (c, regex, input) => split(c, regex, input)),
  'static string Escape(string str)': (_c, text: string | null) => escapePattern(text ?? nullOf('str')),
  'static string Unescape(string str)': (_c, text: string | null) => {
    try {
      return unescapePattern(text ?? nullOf('str'));
    } catch (caught) {
      throw caught instanceof PatternError ? error('RegexParseException', caught.message) : caught;
    }
  },
  'string[] GetGroupNames()': (_c, self: RegexObj) =>
    new TypedArray(arrayOf(need('String').open), [...self.compiled.pattern.names]),
  'int[] GetGroupNumbers()': (_c, self: RegexObj) =>
    new TypedArray(arrayOf(need('Int32').open), [...self.compiled.pattern.numbers]),
  'string GroupNameFromNumber(int i)': (_c, self: RegexObj, number: number) => nameOf(self.compiled, number),
  'int GroupNumberFromName(string name)': (_c, self: RegexObj, name: string | null) =>
    numberOf(self.compiled, name ?? nullOf('name')),
  'string ToString()': (_c, self: RegexObj) => self.source,
}); // prettier-ignore

regexDefinition.checkCall = (constant) => {
  const pattern = constant('pattern');
  const options = constant('options');
  if (typeof pattern !== 'string') return undefined;
  try {
    compile(pattern, options instanceof EnumValue ? options.value : 0);
  } catch (caught) {
    if (caught instanceof UnsupportedPattern) return refused(pattern, caught.message);
    if (!(caught instanceof PatternError)) throw caught;
  }
  return undefined;
};

function nameOf({ pattern, places }: Compiled, number: number): string {
  const place = places.get(number);
  return place === undefined ? '' : (pattern.names[place] ?? '');
}

function numberOf({ pattern }: Compiled, name: string): number {
  const place = pattern.names.indexOf(name);
  return place < 0 ? -1 : (pattern.numbers[place] ?? -1);
}

declare('System.Text.RegularExpressions', 'class Capture', {
  'int Index { get; }': (_c, self: CaptureObj) => self.index,
  'int Length { get; }': (_c, self: CaptureObj) => self.content.length,
  'string Value { get; }': (_c, self: CaptureObj) => self.content,
  'string ToString()': (_c, self: CaptureObj) => self.content,
});
declare('System.Text.RegularExpressions', 'class Group : Capture', {
  'bool Success { get; }': (_c, self: GroupObj) => self.success,
  'string Name { get; }': (_c, self: GroupObj) => self.name,
  'CaptureCollection Captures { get; }': (_c, self: GroupObj) =>
    new ListObj(need('CaptureCollection').open, self instanceof MatchObj && self.success ? [self] : self.captures()),
});
declare('System.Text.RegularExpressions', 'class Match : Group', {
  'static Match Empty { get; }': () => noMatch(),
  'GroupCollection Groups { get; }': (_c, self: MatchObj) => new GroupsObj(self),
  'Match NextMatch()': (_c, self: MatchObj) => nextMatch(self),
  'virtual string Result(string replacement)': (_c, self: MatchObj, replacement: string | null) => {
    if (replacement === null) return nullOf('replacement');
    if (!self.searched) throw error('NotSupportedException', 'Result cannot be called on a failed Match.');
    return written(self, parseReplacement(replacement, self.searched.regex.compiled.pattern));
  },
});

class GroupsObj extends Obj {
  readonly match: MatchObj;
  constructor(match: MatchObj) {
    super(need('GroupCollection').open);
    this.match = match;
  }
  get all(): GroupObj[] {
    return this.match.numbers.map((number) => this.match.group(number));
  }
  override iterate(): Iterable<Value> {
    return this.all;
  }
  named(name: string): GroupObj {
    const regex = this.match.searched?.regex;
    const number = regex ? numberOf(regex.compiled, name) : name === '0' ? 0 : -1;
    return number < 0 ? new GroupObj(need('Group').open, '', undefined) : this.match.group(number);
  }
}

declare('System.Text.RegularExpressions', 'class GroupCollection : IEnumerable', {
  'int Count { get; }': (_c, self: GroupsObj) => self.match.numbers.length,
  'Group this[int groupnum] { get; }': (_c, self: GroupsObj, number: number) => self.match.group(number),
  'Group this[string groupname] { get; }': (_c, self: GroupsObj, name: string | null) =>
    self.named(name ?? nullOf('groupname')),
  'bool ContainsKey(string key)': (_c, self: GroupsObj, name: string) => self.match.searched ? numberOf(self.match.searched.regex.compiled, name) >= 0 : name === '0',
  'IEnumerable<Group> Values { get; }': (_c, self: GroupsObj) =>
    new ListObj(need('List', 1).of([need('Group').open]), self.all),
  'IEnumerable<string> Keys { get; }': (_c, self: GroupsObj) =>
    new ListObj(need('List', 1).of([need('String').open]), self.all.map(({ name }) => name)),
  'void CopyTo(Group[] array, int arrayIndex)': (_c, self: GroupsObj, target: NetArray, index: number) => copyAll(self.all, target, index),
}); // prettier-ignore

function copyAll(all: readonly Value[], target: NetArray, index: number): void {
  if (index < 0 || index + all.length > target.items.length)
    throw error('ArgumentException', 'Destination array is not long enough to copy all the items in the collection.');
  for (const [offset, value] of all.entries()) target.items[index + offset] = value;
}

for (const [name, item] of [
  ['CaptureCollection', 'Capture'],
  ['MatchCollection', 'Match'],
] as const) {
  const definition = declare('System.Text.RegularExpressions', `class ${name} : IReadOnlyList<${item}>`, {
    'int Count { get; }': (_c, self: ListObj) => self.list.length,
    [`${item} this[int i] { get; }`]: (_c: Call, self: ListObj, index: number) => {
      if (index < 0 || index >= self.list.length)
        throw error(
          'ArgumentOutOfRangeException',
          "Specified argument was out of the range of valid values. (Parameter 'i')",
        );
      return self.list[index] ?? null;
    },
    [`void CopyTo(${item}[] array, int arrayIndex)`]: (_c: Call, self: ListObj, target: NetArray, index: number) =>
      copyAll(self.list, target, index),
  });
  // Their GetEnumerator is that of IEnumerable: `var` in a foreach is object.
  definition.foreachItem = () => need('Object').open;
}
need('GroupCollection').foreachItem = () => need('Object').open;

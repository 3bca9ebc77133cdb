import { addTicks, compareDateTimes, dateOf, dateTimeFromTicks, difference, minDateTime, maxDateTime, ticksOf, timeOfDay, withKind } from '../../expression/values/calendar.ts'; // prettier-ignore
import type { Culture } from '../../expression/cultures/culture.ts';
import { NetException } from '../../expression/errors.ts';
import { dateTimeMethods, dateTimeProperties, dateTimeStatics } from '../../expression/members/dates.ts';
import { parseDateTime } from '../../expression/parsing/parseDate.ts';
import { formatted } from '../../expression/formats/toText.ts';
import { DateTime, EnumValue, LOCAL, TimeSpan, UNSPECIFIED, UTC } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import type { Call, NamedType } from '../binder/types/types.ts';
import { Obj } from '../runtime/objects.ts';
import type { Ref } from '../runtime/objects.ts';
import { error } from '../runtime/values.ts';
import { registerDefault } from '../runtime/defaults.ts';
import { nullOf } from './collections/listHelpers.ts';
import { cultureOf } from './providers.ts';
import { declare, need } from './registry.ts';
import type { Declarations } from './registry.ts';

/** System.DateTimeOffset. A DateTime without an offset counts as UTC: no time zone is applied. */

const MINUTE = 600_000_000;
const EPOCH = new DateTime(0);

class OffsetObj extends Obj {
  /** Local date and time. */
  readonly clock: DateTime;
  /** Offset from UTC in ticks. */
  readonly offset: number;
  constructor(clock: DateTime, offset: number, type: NamedType = need('DateTimeOffset').open) {
    super(type);
    this.clock = withKind(clock, UNSPECIFIED);
    this.offset = offset;
  }
  get utc(): DateTime {
    return addTicks(this.clock, -this.offset);
  }
  override nativeText(rt: Call['rt']): string {
    return this.formatted('', rt, rt.culture);
  }
  override nativeEquals(other: Value): boolean {
    return other instanceof OffsetObj && compareDateTimes(this.utc, other.utc) === 0;
  }
  override nativeKey(): unknown {
    return `z${String(ticksOf(this.utc))}`;
  }
  override nativeCompare(other: Value): number {
    if (!(other instanceof OffsetObj)) throw error('ArgumentException', 'Object must be of type DateTimeOffset.');
    return Math.sign(compareDateTimes(this.utc, other.utc));
  }
  formatted(format: string, rt: Call['rt'], culture: Culture = rt.culture): string {
    const { shortDate, longTime } = culture.dates;
    switch (format) {
      case '':
        return custom(this, `${shortDate} ${longTime} zzz`, culture);
      case 'o':
      case 'O':
        return custom(this, "yyyy'-'MM'-'dd'T'HH':'mm':'ss.fffffffzzz", culture);
      case 'u':
        return formatted(this.utc, 'u', culture);
      case 'r':
      case 'R':
        return formatted(this.utc, 'R', culture);
      default:
        return format.length === 1 ? formatted(this.clock, format, culture) : custom(this, format, culture);
    }
  }
}

function offsetText(ticks: number, count: number): string {
  const minutes = Math.abs(ticks) / MINUTE;
  const hours = String(Math.floor(minutes / 60));
  const sign = ticks < 0 ? '-' : '+';
  if (count === 1) return sign + hours;
  const padded = sign + hours.padStart(2, '0');
  return count === 2 ? padded : `${padded}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Formats with a custom format: its specifiers of the offset become literal text, the rest is that of DateTime. */
function custom(self: OffsetObj, format: string, culture: Culture): string {
  const written = format.replaceAll(/'[^']*'|"[^"]*"|\\.|%?z+|K/gu, (part) => {
    if (/^['"\\]/u.test(part)) return part;
    return `'${offsetText(self.offset, part === 'K' ? 3 : part.replace('%', '').length)}'`;
  });
  return formatted(self.clock, written, culture);
}

function made(clock: Value, offset: Value): OffsetObj {
  const ticks = (offset as TimeSpan).ticks;
  if ((clock as DateTime).dateKind !== UNSPECIFIED && ticks !== 0)
    throw error(
      'ArgumentException',
      (clock as DateTime).dateKind === UTC
        ? "The UTC Offset for Utc DateTime instances must be 0. (Parameter 'offset')"
        : "The UTC Offset of the local dateTime parameter does not match the offset argument. (Parameter 'offset')",
    );
  if (ticks % MINUTE !== 0)
    throw error('ArgumentException', "Offset must be specified in whole minutes. (Parameter 'offset')");
  if (Math.abs(ticks) > 14 * 60 * MINUTE)
    throw error('ArgumentOutOfRangeException', "Offset must be within plus or minus 14 hours. (Parameter 'offset')");
  return new OffsetObj(clock as DateTime, ticks);
}

const OFFSET = /(?<!\s)\s*(?:(Z)|([+-])(\d{1,2})(?::?(\d{2}))?)\s*$/iu;

/** Splits a text into the date and time and the offset at its end. */
function apart(text: string): { text: string; offset: number } {
  const found = OFFSET.exec(text);
  // A date such as 2024-03-05 ends like an offset, which only follows a time.
  if (!found || (found[1] === undefined && !/\d:\d/u.test(text.slice(0, found.index)) && found[4] === undefined))
    return { text, offset: 0 };
  const minutes = Number(found[3] ?? 0) * 60 + Number(found[4] ?? 0);
  return { text: text.slice(0, found.index), offset: (found[2] === '-' ? -minutes : minutes) * MINUTE };
}

function parsed(c: Call, given: string | null, provider: Value): OffsetObj {
  const text = given ?? nullOf('input');
  const { text: clock, offset } = apart(text);
  try {
    return made(parseDateTime(clock, cultureOf(provider, c), c.rt.now), new TimeSpan(offset));
  } catch (caught) {
    if (!(caught instanceof NetException) || caught.typeName !== 'FormatException') throw caught;
    throw error('FormatException', `The string '${text}' was not recognized as a valid DateTime. There is an unknown word starting at index '0'.`);
  }
} // prettier-ignore

function exact(c: Call, given: string | null, format: string | null, provider: Value): OffsetObj {
  const text = given ?? nullOf('input');
  const wanted = format ?? nullOf('format');
  const end = /(?<!\s)\s*(?:z{1,3}|K)$/u.exec(wanted);
  const { text: clock, offset } = end ? apart(text) : { text, offset: 0 };
  const read = dateTimeStatics.get('ParseExact');
  const value = read?.([clock, end ? wanted.slice(0, end.index) : wanted], { ...c.rt, culture: cultureOf(provider, c) });
  return made(value ?? minDateTime, new TimeSpan(offset));
} // prettier-ignore

/** Applies the styles of parsing: AdjustToUniversal converts to UTC. */
function styled(read: OffsetObj, styles: Value): OffsetObj {
  const isUniversal = styles instanceof EnumValue && (styles.value & 16) !== 0;
  return isUniversal && read.offset !== 0 ? new OffsetObj(addTicks(read.clock, -read.offset), 0) : read;
}

function attempt(result: Ref, run: () => Value): boolean {
  try {
    result.write(run());
    return true;
  } catch (caught) {
    if (!(caught instanceof NetException)) throw caught;
    result.write(new OffsetObj(minDateTime, 0));
    return false;
  }
}

const clockProperty =
  (name: string): Declarations[string] =>
  (_c: Call, self: OffsetObj) =>
    dateTimeProperties.get(name)?.(self.clock) ?? null;
const moved =
  (name: string) =>
  (c: Call, self: OffsetObj, count: Value): OffsetObj =>
    new OffsetObj((dateTimeMethods.get(name)?.(self.clock, [count], c.rt) ?? self.clock) as DateTime, self.offset);
const statics = (args: readonly Value[], c: Call): Value => dateTimeStatics.get('new')?.(args, c.rt) ?? minDateTime;
const PARTS = ['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second', 'Millisecond', 'DayOfYear'];
const MOVES = ['AddDays', 'AddHours', 'AddMinutes', 'AddSeconds', 'AddMilliseconds'];
const since = (value: DateTime): bigint => ticksOf(value) - ticksOf(EPOCH);
const floored = (value: bigint, unit: bigint): bigint => (value - (((value % unit) + unit) % unit)) / unit;
const toText = (c: Call, self: OffsetObj, format: string | null, provider: Value): string =>
  self.formatted(format ?? '', c.rt, cultureOf(provider, c));

declare('System', 'struct DateTimeOffset : IComparable, IComparable<DateTimeOffset>, IEquatable<DateTimeOffset>, IFormattable', {
  'new(DateTime dateTime)': (_c, clock: Value) => made(clock, new TimeSpan(0)),
  'new(DateTime dateTime, TimeSpan offset)': (_c, clock: Value, offset: Value) => made(clock, offset),
  'new(long ticks, TimeSpan offset)': (_c, ticks: bigint, offset: Value) => made(dateTimeFromTicks(ticks), offset),
  'new(int year, int month, int day, int hour, int minute, int second, TimeSpan offset)': (c, ...args: Value[]) => made(statics(args.slice(0, 6), c), args[6] ?? null),
  'new(int year, int month, int day, int hour, int minute, int second, int millisecond, TimeSpan offset)': (c, ...args: Value[]) => made(statics(args.slice(0, 7), c), args[7] ?? null),
  'static readonly DateTimeOffset MinValue': { value: () => new OffsetObj(minDateTime, 0) },
  'static readonly DateTimeOffset MaxValue': { value: () => new OffsetObj(maxDateTime, 0) },
  'static readonly DateTimeOffset UnixEpoch': { value: () => new OffsetObj(EPOCH, 0) },
  'static DateTimeOffset Now { get; }': (c) => new OffsetObj(c.rt.now(), 0),
  'static DateTimeOffset UtcNow { get; }': (c) => new OffsetObj(c.rt.now(), 0),
  'DateTime DateTime { get; }': (_c, self: OffsetObj) => self.clock,
  'DateTime UtcDateTime { get; }': (_c, self: OffsetObj) => withKind(self.utc, UTC),
  'DateTime LocalDateTime { get; }': (_c, self: OffsetObj) => withKind(self.utc, LOCAL),
  'DateTime Date { get; }': (_c, self: OffsetObj) => dateOf(self.clock),
  'TimeSpan TimeOfDay { get; }': (_c, self: OffsetObj) => new TimeSpan(timeOfDay(self.clock)),
  'TimeSpan Offset { get; }': (_c, self: OffsetObj) => new TimeSpan(self.offset),
  'long Ticks { get; }': (_c, self: OffsetObj) => ticksOf(self.clock),
  'long UtcTicks { get; }': (_c, self: OffsetObj) => ticksOf(self.utc),
  'DayOfWeek DayOfWeek { get; }': clockProperty('DayOfWeek') ?? (() => null),
  ...Object.fromEntries(PARTS.map((name) => [`int ${name} { get; }`, clockProperty(name) ?? (() => null)])),
  ...Object.fromEntries(MOVES.map((name) => [`DateTimeOffset ${name}(double value)`, moved(name)])),
  'DateTimeOffset AddMonths(int months)': moved('AddMonths'),
  'DateTimeOffset AddYears(int years)': moved('AddYears'),
  'DateTimeOffset AddTicks(long ticks)': (_c, self: OffsetObj, ticks: bigint) => new OffsetObj(addTicks(self.clock, Number(ticks)), self.offset),
  'DateTimeOffset Add(TimeSpan timeSpan)': (_c, self: OffsetObj, span: TimeSpan) => new OffsetObj(addTicks(self.clock, span.ticks), self.offset),
  'DateTimeOffset Subtract(TimeSpan value)': (_c, self: OffsetObj, span: TimeSpan) => new OffsetObj(addTicks(self.clock, -span.ticks), self.offset),
  'TimeSpan Subtract(DateTimeOffset value)': (_c, self: OffsetObj, other: OffsetObj) => difference(self.utc, other.utc),
  'DateTimeOffset ToOffset(TimeSpan offset)': (_c, self: OffsetObj, offset: TimeSpan) => made(addTicks(self.utc, offset.ticks), offset),
  'DateTimeOffset ToUniversalTime()': (_c, self: OffsetObj) => new OffsetObj(self.utc, 0),
  'DateTimeOffset ToLocalTime()': (_c, self: OffsetObj) => new OffsetObj(self.utc, 0),
  'long ToUnixTimeSeconds()': (_c, self: OffsetObj) => floored(since(self.utc), 10_000_000n),
  'long ToUnixTimeMilliseconds()': (_c, self: OffsetObj) => floored(since(self.utc), 10_000n),
  'static DateTimeOffset FromUnixTimeSeconds(long seconds)': (_c, seconds: bigint) => new OffsetObj(dateTimeFromTicks(ticksOf(EPOCH) + seconds * 10_000_000n), 0),
  'static DateTimeOffset FromUnixTimeMilliseconds(long milliseconds)': (_c, milliseconds: bigint) => new OffsetObj(dateTimeFromTicks(ticksOf(EPOCH) + milliseconds * 10_000n), 0),
  'static DateTimeOffset Parse(string input)': (c, text: string | null) => parsed(c, text, null),
  'static DateTimeOffset Parse(string input, IFormatProvider formatProvider)': parsed,
  'static DateTimeOffset ParseExact(string input, string format, IFormatProvider formatProvider)': exact,
  'static DateTimeOffset Parse(string input, IFormatProvider formatProvider, DateTimeStyles styles)': (c, text: string | null, provider: Value, styles: Value) => styled(parsed(c, text, provider), styles),
  'static bool TryParse(string input, IFormatProvider formatProvider, DateTimeStyles styles, out DateTimeOffset result)': (c, text: string | null, provider: Value, styles: Value, result: Ref) => attempt(result, () => (text === null ? nullText() : styled(parsed(c, text, provider), styles))),
  'static bool TryParse(string input, out DateTimeOffset result)': (c, text: string | null, result: Ref) => attempt(result, () => (text === null ? nullText() : parsed(c, text, null))),
  'static bool TryParseExact(string input, string format, IFormatProvider formatProvider, DateTimeStyles styles, out DateTimeOffset result)': (c, text: string | null, format: string, provider: Value, styles: Value, result: Ref) => attempt(result, () => styled(exact(c, text, format, provider), styles)),
  'string ToString()': (c, self: OffsetObj) => toText(c, self, null, null),
  'string ToString(string format)': (c, self: OffsetObj, format: string | null) => toText(c, self, format, null),
  'string ToString(IFormatProvider formatProvider)': (c, self: OffsetObj, provider: Value) => toText(c, self, null, provider),
  'string ToString(string format, IFormatProvider formatProvider)': toText,
  'bool Equals(DateTimeOffset other)': (_c, self: OffsetObj, other: OffsetObj) => self.nativeEquals(other),
  'bool EqualsExact(DateTimeOffset other)': (_c, self: OffsetObj, other: OffsetObj) => self.nativeEquals(other) && self.offset === other.offset,
  'int CompareTo(DateTimeOffset other)': (_c, self: OffsetObj, other: OffsetObj) => self.nativeCompare(other),
  'static int Compare(DateTimeOffset first, DateTimeOffset second)': (_c, a: OffsetObj, b: OffsetObj) => a.nativeCompare(b),
  'static implicit operator DateTimeOffset(DateTime dateTime)': (_c, clock: Value) => made(clock, new TimeSpan(0)),
  'static DateTimeOffset operator +(DateTimeOffset a, TimeSpan b)': (_c, a: OffsetObj, b: TimeSpan) => new OffsetObj(addTicks(a.clock, b.ticks), a.offset),
  'static DateTimeOffset operator -(DateTimeOffset a, TimeSpan b)': (_c, a: OffsetObj, b: TimeSpan) => new OffsetObj(addTicks(a.clock, -b.ticks), a.offset),
  'static TimeSpan operator -(DateTimeOffset a, DateTimeOffset b)': (_c, a: OffsetObj, b: OffsetObj) => difference(a.utc, b.utc),
  'static bool operator ==(DateTimeOffset a, DateTimeOffset b)': (_c, a: OffsetObj, b: OffsetObj) => a.nativeEquals(b),
  'static bool operator !=(DateTimeOffset a, DateTimeOffset b)': (_c, a: OffsetObj, b: OffsetObj) => !a.nativeEquals(b),
  'static bool operator <(DateTimeOffset a, DateTimeOffset b)': (_c, a: OffsetObj, b: OffsetObj) => a.nativeCompare(b) < 0,
  'static bool operator >(DateTimeOffset a, DateTimeOffset b)': (_c, a: OffsetObj, b: OffsetObj) => a.nativeCompare(b) > 0,
  'static bool operator <=(DateTimeOffset a, DateTimeOffset b)': (_c, a: OffsetObj, b: OffsetObj) => a.nativeCompare(b) <= 0,
  'static bool operator >=(DateTimeOffset a, DateTimeOffset b)': (_c, a: OffsetObj, b: OffsetObj) => a.nativeCompare(b) >= 0,
}); // prettier-ignore
registerDefault('DateTimeOffset', (type) => new OffsetObj(minDateTime, 0, type));

function nullText(): never {
  throw error('FormatException', '');
}

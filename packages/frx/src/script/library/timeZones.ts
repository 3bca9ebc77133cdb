import { ExpressionError } from '../../expression/errors.ts';
import { addTicks, withKind } from '../../expression/values/calendar.ts';
import { DateTime, TimeSpan } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import type { Call } from '../binder/types/types.ts';
import { Obj } from '../runtime/objects.ts';
import { error } from '../runtime/values.ts';
import { nullOf } from './collections/listHelpers.ts';
import { declare, need } from './registry.ts';

/** System.TimeZoneInfo: UTC, zones of the time zone database by name, and those created by a script. The local zone is UTC. */

const MINUTE = 60_000;
const TICKS = 10_000;
const [UNSPECIFIED, UTC, LOCAL] = [0, 1, 2] as const;

class ZoneObj extends Obj {
  readonly id: string;
  readonly names: readonly [display: string, standard: string] | undefined;
  /** Returns the offset from UTC in milliseconds at a time. */
  readonly offsetAt: (moment: number) => number;
  constructor(id: string, names: readonly [string, string] | undefined, offsetAt: (moment: number) => number) {
    super(need('TimeZoneInfo').open);
    this.id = id;
    this.names = names;
    this.offsetAt = offsetAt;
  }
  /** Offset without daylight saving time, by the rules of 2024. */
  get base(): number {
    return Math.min(this.offsetAt(Date.UTC(2024, 0, 1)), this.offsetAt(Date.UTC(2024, 6, 1)));
  }
  override nativeText(): string {
    return this.name(0);
  }
  override nativeEquals(other: Value): boolean {
    return other instanceof ZoneObj && other.id === this.id;
  }
  override nativeKey(): unknown {
    return `zone ${this.id}`;
  }
  name(index: 0 | 1): string {
    if (!this.names) throw new ExpressionError('Names of time zones are not available in scripts; use Id');
    return this.names[index];
  }
  /** Returns the offset at a local time of the zone. An ambiguous time is standard time; the result is null for a skipped one. */
  offsetOf(clock: number): number | null {
    const day = 24 * 60 * MINUTE;
    const all = [this.offsetAt(clock - day), this.offsetAt(clock + day)].toSorted((a, b) => a - b);
    return all.find((offset) => this.offsetAt(clock - offset) === offset) ?? null;
  }
}

const greenwich = (): ZoneObj => new ZoneObj('UTC', ['(UTC) Coordinated Universal Time', 'Coordinated Universal Time'], () => 0); // prettier-ignore

const known = new Map<string, (moment: number) => number>();

/** Returns the offsets of a zone of the database, derived from its local times. */
function rulesOf(id: string): (moment: number) => number {
  const found = known.get(id);
  if (found) return found;
  let clock: Intl.DateTimeFormat;
  try {
    if (!/^[A-Z][\w+-]*(?:\/[\w+-]+)*$/iu.test(id)) throw new RangeError(id);
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: id, hourCycle: 'h23', era: 'short', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
    }); // prettier-ignore
  } catch {
    throw error('TimeZoneNotFoundException', `The time zone ID '${id}' was not found on the local computer.`);
  }
  const offsetAt = (moment: number): number => {
    if (moment < Date.UTC(1920, 0, 1)) throw new ExpressionError('Time zones before 1920 are not available in scripts');
    const parts = new Map(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
    return shown - Math.floor(moment / 1000) * 1000;
  };
  known.set(id, offsetAt);
  return offsetAt;
}

function zoneNamed(given: string | null): ZoneObj {
  const id = given ?? nullOf('id');
  return id === 'UTC' ? greenwich() : new ZoneObj(id, undefined, rulesOf(id));
}

const moved = (value: DateTime, milliseconds: number): DateTime => addTicks(value, milliseconds * TICKS);
const isGreenwich = (zone: ZoneObj): boolean => zone.id === 'UTC';

/** Converts a UTC time to the local time of a zone. */
function shownIn(zone: ZoneObj | null, utc: DateTime): DateTime {
  const { id, offsetAt } = zone ?? nullOf('destinationTimeZone');
  return withKind(moved(utc, offsetAt(utc.milliseconds)), id === 'UTC' ? UTC : UNSPECIFIED);
}

/** Converts a local time of a zone to UTC. @throws ArgumentException for a skipped time */
function toGreenwich(zone: ZoneObj | null, clock: DateTime): DateTime {
  const offset = (zone ?? nullOf('sourceTimeZone')).offsetOf(clock.milliseconds);
  if (offset === null)
    throw error(
      'ArgumentException',
      "The supplied DateTime represents an invalid time.  For example, when the clock is adjusted forward, any time in the period that is skipped is invalid. (Parameter 'dateTime')",
    );
  return withKind(moved(clock, -offset), UTC);
}

const mismatch = (): never => {
  throw error(
    'ArgumentException',
    "The conversion could not be completed because the supplied DateTime did not have the Kind property set correctly.  For example, when the Kind property is DateTimeKind.Local, the source time zone must be TimeZoneInfo.Local. (Parameter 'sourceTimeZone')",
  );
};
/** Converts a time of an explicit zone to UTC; its kind must match the zone. */
function stated(zone: ZoneObj | null, value: DateTime): DateTime {
  const from = zone ?? nullOf('sourceTimeZone');
  if (value.dateKind === LOCAL || (value.dateKind === UTC && !isGreenwich(from))) mismatch();
  return toGreenwich(from, value);
}

const offsetFor = (self: ZoneObj, value: DateTime): number =>
  value.dateKind === UNSPECIFIED ? (self.offsetOf(value.milliseconds) ?? self.base) : self.offsetAt(value.milliseconds);
const span = (milliseconds: number): TimeSpan => new TimeSpan(milliseconds * TICKS);

declare('System', 'sealed class TimeZoneInfo', {
  'static TimeZoneInfo Utc { get; }': greenwich,
  'static TimeZoneInfo FindSystemTimeZoneById(string id)': (_c, id: string | null) => zoneNamed(id),
  'static TimeZoneInfo CreateCustomTimeZone(string id, TimeSpan baseUtcOffset, string displayName, string standardDisplayName)':
    (_c, id: string | null, offset: TimeSpan, display: string | null, standard: string | null) => {
      const milliseconds = offset.ticks / TICKS;
      return new ZoneObj(id ?? nullOf('id'), [display ?? '', standard ?? ''], () => milliseconds);
    },
  'string Id { get; }': (_c, self: ZoneObj) => self.id,
  'string DisplayName { get; }': (_c, self: ZoneObj) => self.name(0),
  'string StandardName { get; }': (_c, self: ZoneObj) => self.name(1),
  'TimeSpan BaseUtcOffset { get; }': (_c, self: ZoneObj) => span(self.base),
  'TimeSpan GetUtcOffset(DateTime dateTime)': (_c, self: ZoneObj, value: DateTime) => span(offsetFor(self, value)),
  'bool IsDaylightSavingTime(DateTime dateTime)': (_c, self: ZoneObj, value: DateTime) =>
    offsetFor(self, value) !== self.base,
  'bool IsInvalidTime(DateTime dateTime)': (_c, self: ZoneObj, value: DateTime) =>
    value.dateKind === UNSPECIFIED && self.offsetOf(value.milliseconds) === null,
  'static DateTime ConvertTime(DateTime dateTime, TimeZoneInfo destinationTimeZone)': (_c, value: DateTime, to: ZoneObj | null) => shownIn(to, value),
  'static DateTime ConvertTime(DateTime dateTime, TimeZoneInfo sourceTimeZone, TimeZoneInfo destinationTimeZone)': (_c, value: DateTime, from: ZoneObj | null, to: ZoneObj | null) => shownIn(to, stated(from, value)),
  'static DateTime ConvertTimeBySystemTimeZoneId(DateTime dateTime, string destinationTimeZoneId)': (_c, value: DateTime, id: string | null) => shownIn(zoneNamed(id), value),
  'static DateTime ConvertTimeBySystemTimeZoneId(DateTime dateTime, string sourceTimeZoneId, string destinationTimeZoneId)': (_c, value: DateTime, from: string | null, to: string | null) => shownIn(zoneNamed(to), stated(zoneNamed(from), value)),
  'static DateTime ConvertTimeFromUtc(DateTime dateTime, TimeZoneInfo destinationTimeZone)': (_c, value: DateTime, to: ZoneObj | null) => (value.dateKind === LOCAL ? mismatch() : shownIn(to, value)),
  'static DateTime ConvertTimeToUtc(DateTime dateTime)': (_c, value: DateTime) => withKind(value, UTC),
  'static DateTime ConvertTimeToUtc(DateTime dateTime, TimeZoneInfo sourceTimeZone)': (_c, value: DateTime, from: ZoneObj | null) => stated(from, value),
  'bool Equals(TimeZoneInfo other)': (_c, self: ZoneObj, other: Value) => self.nativeEquals(other),
  'string ToString()': (_c: Call, self: ZoneObj) => self.nativeText(),
}); // prettier-ignore

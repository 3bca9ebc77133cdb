import {
  addMonths,
  addUnits,
  datePartsOf,
  dateTime,
  dayOfYear,
  daysInMonth,
  isLeapYear,
  weekOfYear,
} from '../../expression/values/calendar.ts';
import { cultureByName, invariantCulture } from '../../expression/cultures/cultures.ts';
import type { Culture, DateSymbols, NumberSymbols } from '../../expression/cultures/culture.ts';
import { ExpressionError } from '../../expression/errors.ts';
import { fourDigitYear } from '../../expression/parsing/parseDate.ts';
import { dayOfWeek } from '../../expression/members/dates.ts';
import { compareStrings } from '../../expression/cultures/textOrder.ts';
import { Char, Double } from '../../expression/values/values.ts';
import type { DateTime, EnumValue, NetArray, Value } from '../../expression/values/values.ts';
import { arrayOf } from '../binder/types/types.ts';
import type { Call } from '../binder/types/types.ts';
import { TypedArray, Obj } from '../runtime/objects.ts';
import { error } from '../runtime/values.ts';
import { comparisonBy, lowerIn, nullArgument, upperIn } from './strings.ts';
import { CultureObj, cultureOf, DateInfo, NumberInfo } from './providers.ts';
import { declare, need } from './registry.ts';
import type { Declarations } from './registry.ts';

/** System.Globalization. */

declare('System', 'interface IFormatProvider', { 'object GetFormat(Type formatType)': (_c, self: Value) => self });
declare('System', 'interface ICustomFormatter', {
  'string Format(string format, object arg, IFormatProvider formatProvider)': () => {
    throw error('NotSupportedException', 'Format');
  },
});

/** Languages with another calendar, or whose numbers contain characters other than digits and separators. */
const OTHER_CALENDARS = /^(?:ar|fa|he|ps|th|ckb|ug|ur|sd|lrc|mzn|uz-Arab|pa-Arab)(?:-|$)/iu;

function known(name: string): Culture {
  if (OTHER_CALENDARS.test(name))
    throw new ExpressionError(
      `The culture '${name}' is not available in scripts: its calendar and signs are not there`,
    );
  return cultureByName(name);
}

const culture = (name: string | null): CultureObj => {
  if (name === null) throw error('ArgumentNullException', "Value cannot be null. (Parameter 'name')");
  return new CultureObj(need('CultureInfo').open, known(name));
};
const numbersOf = (self: CultureObj): NumberInfo =>
  (self.numbers ??= new NumberInfo(need('NumberFormatInfo').open, self.base.numbers, self.isReadOnly));
const datesOf = (self: CultureObj): DateInfo =>
  (self.dates ??= new DateInfo(need('DateTimeFormatInfo').open, self.base.dates, self.isReadOnly));
const fixed = (self: NumberInfo | DateInfo): void => {
  if (self.isReadOnly) throw error('InvalidOperationException', 'Instance is read-only.');
};
const display = (name: string, inEnglish: boolean): string => {
  if (name === '') return 'Invariant Language (Invariant Country)';
  const names = new Intl.DisplayNames([inEnglish ? 'en' : name], { type: 'language', languageDisplay: 'standard' });
  return names.of(name) ?? name;
};

/** Three-letter ISO 639 codes by two-letter codes; others are refused. */
const LANGUAGES: ReadonlyMap<string, string> = new Map(
  'ar ara bg bul bs bos ca cat cs ces cy cym da dan de deu el ell en eng es spa et est eu eus fa fas fi fin fo fao fr fra ga gle he heb hi hin hr hrv hu hun id ind is isl it ita ja jpn kk kaz ko kor lt lit lv lav mk mkd ms msa mt mlt nb nob nl nld nn nno pl pol pt por ro ron ru rus sk slk sl slv sq sqi sr srp sv swe th tha tr tur uk ukr vi vie zh zho'
    .match(/\b\w+ \w+/gu)
    ?.map((pair) => pair.split(' ') as [string, string]),
);

const current = (c: Call): CultureObj => new CultureObj(need('CultureInfo').open, c.rt.culture, true);
/** CurrentUICulture, which a script can only read again. */
const chosenForMessages = new WeakMap<Call['rt'], CultureObj>();
const forMessages = (c: Call): CultureObj => chosenForMessages.get(c.rt) ?? current(c);
/** Sets the culture of everything formatted without an explicit one: by the script and in the texts and formats of its report. */
const setCurrent = (c: Call, value: CultureObj | null): void => {
  // CurrentUICulture does not change.
  chosenForMessages.set(c.rt, forMessages(c));
  c.rt.culture = (value ?? nullArgument('value')).culture;
};
const setForMessages = (c: Call, value: CultureObj | null): void =>
  void chosenForMessages.set(c.rt, value ?? nullArgument('value'));

/** Threads are not supported, except for the cultures of the current one. */
declare('System.Threading', 'sealed class Thread', {
  'static Thread CurrentThread { get; }': () => new Obj(need('Thread').open),
  'CultureInfo CurrentCulture { get; set; }': {
    get: current,
    set: (c, _self: Obj, value: CultureObj | null) => setCurrent(c, value),
  },
  'CultureInfo CurrentUICulture { get; set; }': {
    get: forMessages,
    set: (c, _self: Obj, value: CultureObj | null) => setForMessages(c, value),
  },
});

/** Numbers of cultures in Windows. */
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ['', 127],
  ['nb-NO', 1044],
  ['nn-NO', 2068],
  ['en-US', 1033],
  ['en-GB', 2057],
  ['de-DE', 1031],
  ['fr-FR', 1036],
  ['sv-SE', 1053],
  ['da-DK', 1030],
  ['fi-FI', 1035],
  ['nl-NL', 1043],
  ['es-ES', 3082],
  ['it-IT', 1040],
  ['pl-PL', 1045],
  ['pt-BR', 1046],
  ['pt-PT', 2070],
  ['ru-RU', 1049],
  ['ja-JP', 1041],
  ['zh-CN', 2052],
  ['ko-KR', 1042],
  ['cs-CZ', 1029],
  ['tr-TR', 1055],
  ['hu-HU', 1038],
  ['el-GR', 1032],
  ['uk-UA', 1058],
  ['is-IS', 1039],
  ['de-CH', 2055],
  ['de-AT', 3079],
  ['fr-CA', 3084],
  ['fr-BE', 2060],
  ['nl-BE', 2067],
  ['en-CA', 4105],
  ['en-AU', 3081],
  ['en-IE', 6153],
  ['ro-RO', 1048],
  ['bg-BG', 1026],
  ['hr-HR', 1050],
  ['sk-SK', 1051],
  ['sl-SI', 1060],
  ['et-EE', 1061],
  ['lv-LV', 1062],
  ['lt-LT', 1063],
]);

declare('System.Globalization', 'class CultureInfo : IFormatProvider, ICloneable', {
  'new(string name)': (_c, name: string | null) => culture(name),
  'new(string name, bool useUserOverride)': (_c, name: string | null) => culture(name),
  'static CultureInfo InvariantCulture { get; }': () =>
    new CultureObj(need('CultureInfo').open, invariantCulture, true),
  'static CultureInfo CurrentCulture { get; set; }': { get: current, set: setCurrent },
  'static CultureInfo CurrentUICulture { get; set; }': { get: forMessages, set: setForMessages },
  'static CultureInfo InstalledUICulture { get; }': current,
  'static CultureInfo GetCultureInfo(string name)': (_c, name: string | null) =>
    new CultureObj(need('CultureInfo').open, known(name ?? ''), true),
  'static CultureInfo CreateSpecificCulture(string name)': (_c, name: string | null) => culture(name),
  'string Name { get; }': (_c, self: CultureObj) => self.base.name,
  'string DisplayName { get; }': (_c, self: CultureObj) => display(self.base.name, true),
  'string EnglishName { get; }': (_c, self: CultureObj) => display(self.base.name, true),
  'string NativeName { get; }': (_c, self: CultureObj) => display(self.base.name, false),
  'string TwoLetterISOLanguageName { get; }': (_c, self: CultureObj) =>
    self.base.name === '' ? 'iv' : (self.base.name.split('-')[0] ?? ''),
  'NumberFormatInfo NumberFormat { get; set; }': {
    get: (_c, self: CultureObj) => numbersOf(self),
    set: (_c, self: CultureObj, value: NumberInfo) => void (self.numbers = value),
  },
  'DateTimeFormatInfo DateTimeFormat { get; set; }': {
    get: (_c, self: CultureObj) => datesOf(self),
    set: (_c, self: CultureObj, value: DateInfo) => void (self.dates = value),
  },
  'TextInfo TextInfo { get; }': (_c, self: CultureObj) => new TextInfoObj(need('TextInfo').open, self.base.name),
  'CompareInfo CompareInfo { get; }': (_c, self: CultureObj) =>
    new TextInfoObj(need('CompareInfo').open, self.base.name),
  'Calendar Calendar { get; }': () => new Obj(need('GregorianCalendar').open),
  'string ThreeLetterISOLanguageName { get; }': (_c, self: CultureObj) => {
    if (self.base.name === '') return 'ivl';
    const letters = LANGUAGES.get(self.base.name.split('-')[0] ?? '');
    if (letters === undefined)
      throw error('NotSupportedException', `The three letters of language ${self.base.name} are not known in scripts`);
    return letters;
  },
  'int LCID { get; }': (_c, self: CultureObj) => {
    const number = NUMBERS.get(self.base.name);
    if (number === undefined)
      throw error('NotSupportedException', `The number of culture ${self.base.name} is not known in scripts`);
    return number;
  },
  'string IetfLanguageTag { get; }': (_c, self: CultureObj) => self.base.name,
  'CultureInfo Parent { get; }': (c, self: CultureObj) => {
    const name = self.base.name.split('-').slice(0, -1).join('-');
    // The two forms of Norwegian have a common parent language.
    return name === '' && /^n[bn]$/u.test(self.base.name)
      ? culture('no')
      : new CultureObj(c.type, cultureByName(name), true);
  },
  'static CultureInfo ReadOnly(CultureInfo ci)': (_c, self: CultureObj) =>
    new CultureObj(self.type, self.culture, true),
  'bool IsNeutralCulture { get; }': (_c, self: CultureObj) => self.base.name !== '' && !self.base.name.includes('-'),
  'bool IsReadOnly { get; }': (_c, self: CultureObj) => self.isReadOnly,
  'object Clone()': (_c, self: CultureObj) => {
    const made = new CultureObj(self.type, self.base);
    if (self.numbers) made.numbers = new NumberInfo(self.numbers.type, self.numbers.symbols, false);
    if (self.dates) made.dates = new DateInfo(self.dates.type, self.dates.symbols, false);
    return made;
  },
  'string ToString()': (_c, self: CultureObj) => self.base.name,
});

class TextInfoObj extends Obj {
  readonly culture: string;
  constructor(type: Call['type'], name: string) {
    super(type);
    this.culture = name;
  }
  get language(): string | undefined {
    return this.culture === '' ? undefined : this.culture;
  }
}

/** Characters that separate words for ToTitleCase; an apostrophe does not. */
const BETWEEN_WORDS = /[\p{Z}\p{Cc}\p{Cf}\p{P}\p{S}]/u;

/** Capitalizes words; words in upper case do not change. */
function titleCase(text: string, language: string | undefined): string {
  let result = '';
  for (let at = 0; at < text.length;) {
    if (!/\p{L}/u.test(text.charAt(at))) {
      result += text.charAt(at++);
      continue;
    }
    let hasSmall = /\p{Ll}/u.test(text.charAt(at));
    result += upperIn(text.charAt(at++), language);
    let start = at;
    const add = (): void => {
      const part = text.slice(start, at);
      result += hasSmall ? lowerIn(part, language) : part;
      start = at;
    };
    for (; at < text.length; at++) {
      const character = text.charAt(at);
      if (character === "'") {
        at++;
        add();
        at--;
        hasSmall = true;
      } else if (/\p{Ll}/u.test(character)) hasSmall = true;
      else if (BETWEEN_WORDS.test(character)) break;
    }
    add();
  }
  return result;
}

declare('System.Globalization', 'class TextInfo', {
  'string ToUpper(string str)': (_c, self: TextInfoObj, text: string | null) =>
    upperIn(text ?? nullArgument('str'), self.language),
  'char ToUpper(char c)': (_c, self: TextInfoObj, c: Char) =>
    new Char(upperIn(String.fromCharCode(c.code), self.language).charCodeAt(0)),
  'string ToLower(string str)': (_c, self: TextInfoObj, text: string | null) =>
    lowerIn(text ?? nullArgument('str'), self.language),
  'char ToLower(char c)': (_c, self: TextInfoObj, c: Char) =>
    new Char(lowerIn(String.fromCharCode(c.code), self.language).charCodeAt(0)),
  'string ToTitleCase(string str)': (_c, self: TextInfoObj, text: string | null) =>
    titleCase(text ?? nullArgument('str'), self.language),
  'bool IsRightToLeft { get; }': (_c, self: TextInfoObj) => /^(?:ar|fa|he|ur|yi|ps|ug)\b/u.test(self.culture),
  // .NET Core on ICU returns the group separator.
  'string ListSeparator { get; }': (_c, self: TextInfoObj) =>
    (self.culture === '' ? invariantCulture : cultureByName(self.culture)).numbers.groupSeparator,
  'string CultureName { get; }': (_c, self: TextInfoObj) => self.culture,
});
declare('System.Globalization', 'class CompareInfo', {
  'int Compare(string a, string b)': (_c, self: TextInfoObj, a: string | null, b: string | null) =>
    compareStrings(a, b, { ordinal: false, ignoreCase: false, culture: self.culture }),
  'int Compare(string a, string b, CompareOptions options)': (
    _c,
    self: TextInfoObj,
    a: string | null,
    b: string | null,
    options: EnumValue,
  ) => compareStrings(a, b, comparisonBy(options, self.culture)),
});
declare('System.Globalization', 'abstract class Calendar', {
  'bool IsLeapDay(int year, int month, int day)': (_c, _self: Value, year: number, month: number, day: number) =>
    isLeapYear(year) && month === 2 && day === 29,
  'int GetSecond(DateTime time)': (_c, _self: Value, date: DateTime) => datePartsOf(date).second,
  'double GetMilliseconds(DateTime time)': (_c, _self: Value, date: DateTime) =>
    new Double(datePartsOf(date).millisecond),
  'DateTime ToDateTime(int year, int month, int day, int hour, int minute, int second, int millisecond)': (
    _c,
    _self: Value,
    ...parts: [number, number, number, number, number, number, number]
  ) => dateTime(...parts),
  ...Object.fromEntries(
    (
      [
        ['AddHours', 3_600_000],
        ['AddMinutes', 60_000],
        ['AddSeconds', 1000],
      ] as const
    ).map(([name, unit]) => [
      `DateTime ${name}(DateTime time, int count)`,
      (_c: Call, _self: Value, date: DateTime, count: number) => addUnits(date, count, unit),
    ]),
  ),
  'int GetWeekOfYear(DateTime time, CalendarWeekRule rule, DayOfWeek firstDayOfWeek)': (
    _c,
    _self: Value,
    date: DateTime,
    rule: EnumValue,
    first: EnumValue,
  ) => {
    if (rule.value === 1) return fullWeek(date, first.value);
    return weekOfYear(date, rule.value === 2 ? 'firstFourDayWeek' : 'firstDay', first.value);
  },
  'int GetDaysInMonth(int year, int month)': (_c, _self: Value, year: number, month: number) =>
    daysInMonth(year, month),
  'int ToFourDigitYear(int year)': (_c, _self: Value, year: number) => (year > 99 ? year : fourDigitYear(year)),
  'int TwoDigitYearMax { get; }': () => 2029,
  'int GetHour(DateTime time)': (_c, _self: Value, date: DateTime) => datePartsOf(date).hour,
  'int GetMinute(DateTime time)': (_c, _self: Value, date: DateTime) => datePartsOf(date).minute,
  'int GetDayOfYear(DateTime time)': (_c, _self: Value, date: DateTime) => dayOfYear(date),
  'int GetMonthsInYear(int year)': () => 12,
  'DateTime AddMonths(DateTime time, int months)': (_c, _self: Value, date: DateTime, months: number) =>
    addMonths(date, months),
  'DateTime AddYears(DateTime time, int years)': (_c, _self: Value, date: DateTime, years: number) =>
    addMonths(date, years * 12),
  'DateTime AddDays(DateTime time, int days)': (_c, _self: Value, date: DateTime, days: number) =>
    addUnits(date, days, 86_400_000),
  'DateTime AddWeeks(DateTime time, int weeks)': (_c, _self: Value, date: DateTime, weeks: number) =>
    addUnits(date, weeks * 7, 86_400_000),
  'int GetDaysInYear(int year)': (_c, _self: Value, year: number) => (isLeapYear(year) ? 366 : 365),
  'bool IsLeapYear(int year)': (_c, _self: Value, year: number) => isLeapYear(year),
  'int GetYear(DateTime time)': (_c, _self: Value, date: DateTime) => datePartsOf(date).year,
  'int GetMonth(DateTime time)': (_c, _self: Value, date: DateTime) => datePartsOf(date).month,
  'int GetDayOfMonth(DateTime time)': (_c, _self: Value, date: DateTime) => datePartsOf(date).day,
  'DayOfWeek GetDayOfWeek(DateTime time)': (_c, _self: Value, date: DateTime) => dayOfWeek(datePartsOf(date).dayOfWeek),
});
function fullWeek(date: DateTime, first: number): number {
  const { year, dayOfWeek: day } = datePartsOf(date);
  const ofYear = Math.floor((date.milliseconds - Date.UTC(year, 0, 1)) / 86_400_000);
  const start = (((day - ofYear) % 7) + 7) % 7;
  const offset = (first - start + 7) % 7;
  if (ofYear >= offset) return Math.floor((ofYear - offset) / 7) + 1;
  const before = isLeapYear(year - 1) ? 366 : 365;
  const startBefore = (((start - before) % 7) + 7) % 7;
  return Math.floor((ofYear + before - ((first - startBefore + 7) % 7)) / 7) + 1;
}
declare('System.Globalization', 'class GregorianCalendar : Calendar', { 'new()': (c) => new Obj(c.type) });
declare('System.Globalization', 'static class ISOWeek', {
  'DateTime GetYearStart(int year)': (_c, year: number) => isoStart(year),
  'DateTime GetYearEnd(int year)': (_c, year: number) => addUnits(isoStart(year + 1), -1, 86_400_000),
  'int GetWeeksInYear(int year)': (_c, year: number) => isoWeeks(dateTime(year, 6, 1)),
  'DateTime ToDateTime(int year, int week, DayOfWeek dayOfWeek)': (_c, year: number, week: number, day: EnumValue) => {
    if (week < 1 || week > 53)
      throw error(
        'ArgumentOutOfRangeException',
        "The week parameter must be in the range 1 through 53. (Parameter 'week')",
      );
    return addUnits(isoStart(year), (week - 1) * 7 + ((day.value + 6) % 7), 86_400_000);
  },
  'int GetWeekOfYear(DateTime date)': (_c, date: DateTime) => {
    const week = isoWeek(date);
    if (week < 1) return isoWeeks(dateTime(datePartsOf(date).year - 1, 6, 1));
    return week > isoWeeks(date) ? 1 : week;
  },
  'int GetYear(DateTime date)': (_c, date: DateTime) => {
    const { year } = datePartsOf(date);
    const week = isoWeek(date);
    return week < 1 ? year - 1 : week > isoWeeks(date) ? year + 1 : year;
  },
});
/** Returns the week of a date in its calendar year: 0 belongs to the previous year, 53 may belong to the next one. */
function isoWeek(date: DateTime): number {
  const { dayOfWeek } = datePartsOf(date);
  return Math.floor((dayOfYear(date) - (dayOfWeek === 0 ? 7 : dayOfWeek) + 10) / 7);
}
/** Returns the Monday of a year's first week. */
function isoStart(year: number): DateTime {
  const fourth = dateTime(year, 1, 4);
  return addUnits(fourth, -((datePartsOf(fourth).dayOfWeek + 6) % 7), 86_400_000);
}
/** Returns the number of weeks of an ISO year: 53 if it starts or ends on a Thursday. */
function isoWeeks(date: DateTime): number {
  const { year } = datePartsOf(date);
  const day = (month: number, of: number): number => new Date(Date.UTC(year, month, of)).getUTCDay();
  return day(0, 1) === 4 || day(11, 31) === 4 ? 53 : 52;
}

const settable = (
  type: string,
  name: string,
  key: Exclude<keyof NumberSymbols, 'groupSizes' | 'currency' | 'percent'>,
): Declarations => ({
  [`${type} ${name} { get; set; }`]: {
    get: (_c: Call, self: NumberInfo) => self.symbols[key],
    set: (_c: Call, self: NumberInfo, value: string | number) => {
      fixed(self);
      self.symbols = { ...self.symbols, [key]: value };
    },
  },
});
/** Properties for the separators of currencies or percents. */
const separatorsOf = (name: string, key: 'currency' | 'percent'): Declarations => ({
  ...Object.fromEntries(
    (['decimalSeparator', 'groupSeparator'] as const).map((part) => [
      `string ${name}${part.charAt(0).toUpperCase()}${part.slice(1)} { get; set; }`,
      {
        get: (_c: Call, self: NumberInfo) => self.symbols[key][part],
        set: (_c: Call, self: NumberInfo, value: string) => {
          fixed(self);
          self.symbols = { ...self.symbols, [key]: { ...self.symbols[key], [part]: value } };
        },
      },
    ]),
  ),
  [`int[] ${name}GroupSizes { get; set; }`]: {
    get: (_c: Call, self: NumberInfo) => new TypedArray(arrayOf(need('Int32').open), [...self.symbols[key].groupSizes]),
    set: (_c: Call, self: NumberInfo, sizes: NetArray) => {
      fixed(self);
      self.symbols = { ...self.symbols, [key]: { ...self.symbols[key], groupSizes: sizes.items.map(Number) } };
    },
  },
});
declare('System.Globalization', 'sealed class NumberFormatInfo : IFormatProvider, ICloneable', {
  'new()': (c) => new NumberInfo(c.type, invariantCulture.numbers, false),
  'static NumberFormatInfo InvariantInfo { get; }': (c) => new NumberInfo(c.type, invariantCulture.numbers, true),
  'static NumberFormatInfo CurrentInfo { get; }': (c) => new NumberInfo(c.type, c.rt.culture.numbers, true),
  'static NumberFormatInfo GetInstance(IFormatProvider provider)': (c, provider: Value) =>
    new NumberInfo(c.type, cultureOf(provider, c).numbers, true),
  ...settable('string', 'NumberDecimalSeparator', 'decimalSeparator'),
  ...settable('string', 'NumberGroupSeparator', 'groupSeparator'),
  ...settable('int', 'NumberDecimalDigits', 'decimalDigits'),
  ...settable('int', 'NumberNegativePattern', 'negativePattern'),
  ...settable('string', 'CurrencySymbol', 'currencySymbol'),
  ...settable('int', 'CurrencyDecimalDigits', 'currencyDecimalDigits'),
  ...settable('int', 'CurrencyPositivePattern', 'currencyPositivePattern'),
  ...settable('int', 'CurrencyNegativePattern', 'currencyNegativePattern'),
  ...settable('string', 'PercentSymbol', 'percentSymbol'),
  ...settable('int', 'PercentPositivePattern', 'percentPositivePattern'),
  ...settable('int', 'PercentNegativePattern', 'percentNegativePattern'),
  ...settable('string', 'NegativeSign', 'negativeSign'),
  ...settable('string', 'PositiveSign', 'positiveSign'),
  ...settable('string', 'NaNSymbol', 'nan'),
  ...settable('string', 'PositiveInfinitySymbol', 'positiveInfinity'),
  ...settable('string', 'NegativeInfinitySymbol', 'negativeInfinity'),
  ...separatorsOf('Currency', 'currency'),
  ...separatorsOf('Percent', 'percent'),
  ...settable('int', 'PercentDecimalDigits', 'percentDecimalDigits'),
  'int[] NumberGroupSizes { get; set; }': {
    get: (_c, self: NumberInfo) => new TypedArray(arrayOf(need('Int32').open), [...self.symbols.groupSizes]),
    set: (_c, self: NumberInfo, sizes: NetArray) => {
      fixed(self);
      self.symbols = { ...self.symbols, groupSizes: sizes.items.map(Number) };
    },
  },
  'string PerMilleSymbol { get; }': () => '‰',
  'static NumberFormatInfo ReadOnly(NumberFormatInfo nfi)': (_c, self: NumberInfo) =>
    new NumberInfo(self.type, self.symbols, true),
  'bool IsReadOnly { get; }': (_c, self: NumberInfo) => self.isReadOnly,
  'object Clone()': (_c, self: NumberInfo) => new NumberInfo(self.type, self.symbols, false),
});

const dateText = (name: string, key: keyof DateSymbols): Declarations => ({
  [`string ${name} { get; set; }`]: {
    get: (_c: Call, self: DateInfo) => self.symbols[key] as string,
    set: (_c: Call, self: DateInfo, value: string) => {
      fixed(self);
      self.symbols = { ...self.symbols, [key]: value };
    },
  },
});
const names = (name: string, key: keyof DateSymbols, extra: boolean): Declarations => ({
  [`string[] ${name} { get; set; }`]: {
    get: (_c: Call, self: DateInfo) =>
      new TypedArray(arrayOf(need('String').open), [
        ...(self.symbols[key] as readonly string[]),
        ...(extra ? [''] : []),
      ]),
    set: (_c: Call, self: DateInfo, value: NetArray) => {
      fixed(self);
      self.symbols = { ...self.symbols, [key]: value.items.map(String) };
    },
  },
});
declare('System.Globalization', 'sealed class DateTimeFormatInfo : IFormatProvider, ICloneable', {
  'new()': (c) => new DateInfo(c.type, invariantCulture.dates, false),
  'static DateTimeFormatInfo InvariantInfo { get; }': (c) => new DateInfo(c.type, invariantCulture.dates, true),
  'static DateTimeFormatInfo CurrentInfo { get; }': (c) => new DateInfo(c.type, c.rt.culture.dates, true),
  'static DateTimeFormatInfo GetInstance(IFormatProvider provider)': (c, provider: Value) =>
    new DateInfo(c.type, cultureOf(provider, c).dates, true),
  ...dateText('ShortDatePattern', 'shortDate'),
  ...dateText('LongDatePattern', 'longDate'),
  ...dateText('ShortTimePattern', 'shortTime'),
  ...dateText('LongTimePattern', 'longTime'),
  ...dateText('MonthDayPattern', 'monthDay'),
  ...dateText('YearMonthPattern', 'yearMonth'),
  ...dateText('DateSeparator', 'dateSeparator'),
  ...dateText('TimeSeparator', 'timeSeparator'),
  ...dateText('AMDesignator', 'am'),
  ...dateText('PMDesignator', 'pm'),
  ...names('MonthNames', 'monthNames', true),
  ...names('AbbreviatedMonthNames', 'shortMonthNames', true),
  ...names('DayNames', 'dayNames', false),
  ...names('AbbreviatedDayNames', 'shortDayNames', false),
  'DayOfWeek FirstDayOfWeek { get; set; }': {
    get: (_c, self: DateInfo) => dayOfWeek(self.symbols.firstDayOfWeek),
    set: (_c, self: DateInfo, day: EnumValue) => {
      fixed(self);
      self.symbols = { ...self.symbols, firstDayOfWeek: day.value };
    },
  },
  ...names('AbbreviatedMonthGenitiveNames', 'genitiveShortMonthNames', true),
  ...names('MonthGenitiveNames', 'genitiveMonthNames', true),
  'bool IsReadOnly { get; }': (_c, self: DateInfo) => self.isReadOnly,
  'static DateTimeFormatInfo ReadOnly(DateTimeFormatInfo dtfi)': (_c, self: DateInfo) =>
    new DateInfo(self.type, self.symbols, true),
  'CalendarWeekRule CalendarWeekRule { get; }': (_c, self: DateInfo) => {
    const member = need('CalendarWeekRule').members(
      self.symbols.weekRule === 'firstDay' ? 'FirstDay' : 'FirstFourDayWeek',
    )[0];
    return member?.k === 'field' && member.constant ? member.constant() : null;
  },
  'string FullDateTimePattern { get; }': (_c, self: DateInfo) => `${self.symbols.longDate} ${self.symbols.longTime}`,
  'string SortableDateTimePattern { get; }': () => "yyyy'-'MM'-'dd'T'HH':'mm':'ss",
  'string UniversalSortableDateTimePattern { get; }': () => "yyyy'-'MM'-'dd HH':'mm':'ss'Z'",
  'string RFC1123Pattern { get; }': () => "ddd, dd MMM yyyy HH':'mm':'ss 'GMT'",
  'Calendar Calendar { get; }': () => new Obj(need('GregorianCalendar').open),
  'string GetMonthName(int month)': (_c, self: DateInfo, month: number) => nameAt(self.symbols.monthNames, month - 1),
  'string GetAbbreviatedMonthName(int month)': (_c, self: DateInfo, month: number) =>
    nameAt(self.symbols.shortMonthNames, month - 1),
  'string GetDayName(DayOfWeek dayofweek)': (_c, self: DateInfo, day: EnumValue) =>
    nameAt(self.symbols.dayNames, day.value),
  'string GetAbbreviatedDayName(DayOfWeek dayofweek)': (_c, self: DateInfo, day: EnumValue) =>
    nameAt(self.symbols.shortDayNames, day.value),
  'object Clone()': (_c, self: DateInfo) => new DateInfo(self.type, self.symbols, false),
});
function nameAt(list: readonly string[], index: number): string {
  const name = list[index];
  if (name === undefined)
    throw error('ArgumentOutOfRangeException', 'Specified argument was out of the range of valid values.');
  return name;
}

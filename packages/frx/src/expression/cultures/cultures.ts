import { dateFacts } from './cultureFacts.ts';
import type { Culture, DateSymbols, NumberSymbols, Separators } from './culture.ts';
import { currencyNegativePatterns, currencyPositivePatterns } from '../formats/numberPatterns.ts';
import { percentNegativePatterns, percentPositivePatterns } from '../formats/numberPatterns.ts';

/** Cultures whose symbols do not depend on the installed locale data, and those read from it (`Intl`). */

const englishMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const englishDays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const invariantSeparators: Separators = { decimalSeparator: '.', groupSeparator: ',', groupSizes: [3] };

/** ICU's patterns have up to three decimals, which .NET uses as the default of the formats `N`, `F` and `P`. */
const localDigits = { decimalDigits: 3, percentDecimalDigits: 3 };

const invariantNumbers: NumberSymbols = {
  ...invariantSeparators,
  decimalDigits: 2,
  currency: invariantSeparators,
  percent: invariantSeparators,
  percentDecimalDigits: 2,
  negativePattern: 1,
  currencySymbol: '¤',
  currencyDecimalDigits: 2,
  currencyPositivePattern: 0,
  currencyNegativePattern: 0,
  percentSymbol: '%',
  percentPositivePattern: 0,
  percentNegativePattern: 0,
  negativeSign: '-',
  positiveSign: '+',
  nan: 'NaN',
  positiveInfinity: 'Infinity',
  negativeInfinity: '-Infinity',
};

const invariantDates: DateSymbols = {
  shortDate: 'MM/dd/yyyy',
  longDate: 'dddd, dd MMMM yyyy',
  shortTime: 'HH:mm',
  longTime: 'HH:mm:ss',
  monthDay: 'MMMM dd',
  yearMonth: 'yyyy MMMM',
  dateSeparator: '/',
  timeSeparator: ':',
  am: 'AM',
  pm: 'PM',
  era: 'A.D.',
  monthNames: englishMonths,
  genitiveMonthNames: englishMonths,
  shortMonthNames: englishMonths.map((month) => month.slice(0, 3)),
  genitiveShortMonthNames: englishMonths.map((month) => month.slice(0, 3)),
  dayNames: englishDays,
  shortDayNames: englishDays.map((day) => day.slice(0, 3)),
  firstDayOfWeek: 0,
  weekRule: 'firstDay',
};

/** The culture without a country: for data, file formats and `CultureInfo.InvariantCulture`. */
export const invariantCulture: Culture = { name: '', numbers: invariantNumbers, dates: invariantDates };

const enUS: Culture = {
  name: 'en-US',
  numbers: {
    ...invariantNumbers,
    ...localDigits,
    currencySymbol: '$',
    currencyNegativePattern: 1,
    percentPositivePattern: 1,
    percentNegativePattern: 1,
    positiveInfinity: '∞',
    negativeInfinity: '-∞',
  },
  dates: {
    ...invariantDates,
    era: 'AD',
    shortDate: 'M/d/yyyy',
    longDate: 'dddd, MMMM d, yyyy',
    shortTime: 'h:mm tt',
    longTime: 'h:mm:ss tt',
    monthDay: 'MMMM d',
    yearMonth: 'MMMM yyyy',
  },
};

const britishShortMonths = invariantDates.shortMonthNames.map((month) => (month === 'Sep' ? 'Sept' : month));

const enGB: Culture = {
  name: 'en-GB',
  numbers: {
    ...invariantNumbers,
    ...localDigits,
    currencySymbol: '£',
    currencyNegativePattern: 1,
    percentPositivePattern: 1,
    percentNegativePattern: 1,
    positiveInfinity: '∞',
    negativeInfinity: '-∞',
  },
  dates: {
    ...invariantDates,
    shortDate: 'dd/MM/yyyy',
    longDate: 'dddd, d MMMM yyyy',
    shortTime: 'HH:mm',
    longTime: 'HH:mm:ss',
    monthDay: 'd MMMM',
    yearMonth: 'MMMM yyyy',
    am: 'am',
    pm: 'pm',
    era: 'AD',
    shortMonthNames: britishShortMonths,
    genitiveShortMonthNames: britishShortMonths,
    firstDayOfWeek: 1,
    weekRule: 'firstFourDayWeek',
  },
};

/** Currency by ISO 3166 region; other regions use the euro if they are in the euro area, else `¤`. */
const currencies: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AE: 'AED',
    AR: 'ARS',
    AU: 'AUD',
    AZ: 'AZN',
    BG: 'EUR',
    BR: 'BRL',
    BY: 'BYN',
    CA: 'CAD',
    CH: 'CHF',
    CL: 'CLP',
    CN: 'CNY',
    CO: 'COP',
    CZ: 'CZK',
    DK: 'DKK',
    EG: 'EGP',
    GB: 'GBP',
    GH: 'GHS',
    HK: 'HKD',
    HU: 'HUF',
    ID: 'IDR',
    IL: 'ILS',
    IN: 'INR',
    IR: 'IRR',
    IS: 'ISK',
    JP: 'JPY',
    KE: 'KES',
    KR: 'KRW',
    KW: 'KWD',
    KZ: 'KZT',
    MA: 'MAD',
    MX: 'MXN',
    MY: 'MYR',
    NG: 'NGN',
    NO: 'NOK',
    NZ: 'NZD',
    OM: 'OMR',
    PE: 'PEN',
    PH: 'PHP',
    PK: 'PKR',
    PL: 'PLN',
    QA: 'QAR',
    RO: 'RON',
    RS: 'RSD',
    RU: 'RUB',
    SA: 'SAR',
    SE: 'SEK',
    SG: 'SGD',
    TH: 'THB',
    TR: 'TRY',
    TW: 'TWD',
    UA: 'UAH',
    US: 'USD',
    VN: 'VND',
    ZA: 'ZAR',
  }),
);
const euroArea = new Set('AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));

/** 2024-02-09 14:05:06, a Friday: every part of it is written differently. */
const sample = new Date(Date.UTC(2024, 1, 9, 14, 5, 6));

/** The same day at nine, to detect hours of one digit. */
const morning = new Date(Date.UTC(2024, 1, 9, 9, 5, 6));

/** `2`, `02`, `2월` or a name. */
function monthPattern(text: string): string {
  const [, digits, unit = ''] = /^(\d+)(.*)/u.exec(text) ?? [];
  if (digits === undefined) return 'MMMM';
  return `${digits.length > 1 ? 'MM' : 'M'}${unit}`;
}

const partPatterns: ReadonlyMap<string, (text: string) => string> = new Map<string, (text: string) => string>([
  ['weekday', () => 'dddd'],
  ['day', (text) => (text.length > 1 ? 'dd' : 'd')],
  ['month', monthPattern],
  ['year', () => 'yyyy'],
  ['minute', () => 'mm'],
  ['second', () => 'ss'],
  ['dayPeriod', () => 'tt'],
]);

/** Derives a .NET pattern from the sample formatted by `Intl`. */
function datePattern(name: string, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(name, {
    ...options,
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  });
  const early = format.formatToParts(morning).find(({ type }) => type === 'hour')?.value ?? '';
  let pattern = '';
  for (const { type, value } of format.formatToParts(sample)) {
    if (type === 'hour') pattern += value === '14' ? (early.length > 1 ? 'HH' : 'H') : value.length > 1 ? 'hh' : 'h';
    else if (type === 'literal')
      pattern += value
        .replaceAll('\u202f', ' ')
        .replaceAll(/(?!\p{Script=Han}|\p{Script=Hangul})\p{L}+(?:\p{L}|'| (?=\p{L}))*/gu, "'$&'");
    else pattern += partPatterns.get(type)?.(value) ?? '';
  }
  return pattern;
}

function names(name: string, count: number, options: Intl.DateTimeFormatOptions, part: string): string[] {
  const format = new Intl.DateTimeFormat(name, { ...options, timeZone: 'UTC', calendar: 'gregory' });
  return Array.from({ length: count }, (_, index) => {
    const date = part === 'month' ? new Date(Date.UTC(2024, index, 1)) : new Date(Date.UTC(2024, 0, 7 + index));
    const parts = format.formatToParts(date);
    const found = parts.find(({ type }) => type === part)?.value ?? '';
    // In names such as 2月 the number is a separate part.
    return parts.length === 2 && /^\d/u.test(found) ? parts.map(({ value }) => value).join('') : found;
  });
}

/** Number of the .NET pattern that matches the output of `Intl`; `n` represents the digits. */
function patternNumber(parts: readonly Intl.NumberFormatPart[], patterns: readonly string[], symbol: string): number {
  let shape = '';
  for (const { type, value } of parts) {
    if (type === 'minusSign') shape += '-';
    else if (type === 'currency' || type === 'percentSign') shape += symbol;
    else if (type === 'literal') shape += /^\s+$/u.test(value) ? ' ' : value.replaceAll(/[\u200e\u200f]/gu, '');
    else if (!shape.includes('n')) shape += 'n';
  }
  return Math.max(patterns.indexOf(shape.trim()), 0);
}

/** Currency patterns where .NET differs from the newest ICU, by language or culture. */
const currencyPatterns: ReadonlyMap<string, readonly [positive: number, negative: number]> = new Map([
  ['nb', [2, 12]],
  ['en-ZA', [0, 1]],
]);

/** Decimals of currencies where .NET differs from the newest ICU. */
const currencyDigits: ReadonlyMap<string, number> = new Map([
  ['HUF', 2],
  ['IDR', 2],
  ['RSD', 0],
]);

function numbersFromIntl(name: string, currency: string): NumberSymbols {
  const base = { numberingSystem: 'latn' } as const;
  const plain = new Intl.NumberFormat(name, { ...base, minimumFractionDigits: 2, useGrouping: true });
  const money = new Intl.NumberFormat(name, { ...base, style: 'currency', currency, currencyDisplay: 'symbol' });
  const percent = new Intl.NumberFormat(name, { ...base, style: 'percent' });
  const parts = plain.formatToParts(-1234567.89);
  const part = (type: string): string | undefined => parts.find((each) => each.type === type)?.value;
  const moneyParts = money.formatToParts(-1234567.89);
  const moneyPart = (type: string): string | undefined => moneyParts.find((each) => each.type === type)?.value;
  const [positive, negative] = currencyPatterns.get(name) ?? currencyPatterns.get(name.split('-')[0] ?? '') ?? [];
  const groups = parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length);
  const sizes = groups.slice(1).toReversed();
  const sign = (part('minusSign') ?? '-').replaceAll(/[\u200e\u200f]/gu, '');
  const separators: Separators = {
    decimalSeparator: part('decimal') ?? '.',
    groupSeparator: swissGroups(name, part('group') ?? ','),
    groupSizes: sizes.length > 1 && sizes[0] !== sizes[1] ? sizes.slice(0, 2) : [3],
  };
  return {
    ...invariantNumbers,
    ...localDigits,
    ...separators,
    currency: {
      ...separators,
      decimalSeparator: moneyPart('decimal') ?? separators.decimalSeparator,
      groupSeparator: swissGroups(name, moneyPart('group') ?? separators.groupSeparator),
    },
    percent: separators,
    negativeSign: sign,
    currencySymbol: money.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? '¤',
    currencyDecimalDigits: currencyDigits.get(currency) ?? money.resolvedOptions().maximumFractionDigits ?? 2,
    currencyPositivePattern: positive ?? patternNumber(money.formatToParts(1), currencyPositivePatterns, '$'),
    currencyNegativePattern: negative ?? patternNumber(money.formatToParts(-1), currencyNegativePatterns, '$'),
    percentPositivePattern: patternNumber(percent.formatToParts(1), percentPositivePatterns, '%'),
    percentNegativePattern: patternNumber(percent.formatToParts(-1), percentNegativePatterns, '%'),
    nan: plain.formatToParts(NaN).find(({ type }) => type === 'nan')?.value ?? 'NaN',
    positiveInfinity: '∞',
    negativeInfinity: `${sign}∞`,
  };
}

/** Group separator of Swiss numbers: locale data of 2025 use ', .NET uses ’, and in French a narrow space. */
function swissGroups(name: string, separator: string): string {
  if (separator !== "'") return separator;
  return name.startsWith('fr') ? '\u202f' : '’';
}

/** Month names used beside a day. */
function besideDays(name: string, month: 'long' | 'short'): string[] {
  const genitive = names(name, 12, { month, day: 'numeric' }, 'month');
  return genitive.every((each) => each !== '' && !/^\d/u.test(each)) ? genitive : names(name, 12, { month }, 'month');
}

interface WeekInfo {
  readonly firstDay: number;
}

/** Text between the first two parts of a pattern. */
function separatorOf(pattern: string, letters: string): string {
  const match = new RegExp(`([${letters}])\\1*((?:'[^']*'|[^${letters}'])+)[${letters}]`, 'u').exec(pattern);
  return (match?.[2] ?? '').replaceAll("'", '');
}

function datesFromIntl(locale: Intl.Locale): DateSymbols {
  const name = locale.toString();
  const shortDate = datePattern(name, { dateStyle: 'short' });
  const shortTime = datePattern(name, { timeStyle: 'short' });
  const period = (hour: number): string =>
    new Intl.DateTimeFormat(name, { hour: 'numeric', hour12: true, timeZone: 'UTC' })
      .formatToParts(new Date(Date.UTC(2024, 0, 1, hour)))
      .find(({ type }) => type === 'dayPeriod')?.value ?? (hour < 12 ? 'AM' : 'PM');
  const week = weekInfo(locale);
  const region = new Intl.Locale(name).maximize().region ?? '';
  return {
    shortDate,
    longDate: datePattern(name, { dateStyle: 'full' }),
    shortTime,
    longTime: datePattern(name, { timeStyle: 'medium' }),
    monthDay: datePattern(name, { month: 'long', day: 'numeric' }),
    yearMonth: datePattern(name, { month: 'long', year: 'numeric' }),
    dateSeparator: separatorOf(shortDate, 'dyM'),
    timeSeparator: separatorOf(shortTime, 'Hhms'),
    am: period(9),
    pm: period(15),
    era:
      new Intl.DateTimeFormat(name, { era: 'short', year: 'numeric', timeZone: 'UTC' })
        .formatToParts(new Date(Date.UTC(2024, 0, 1)))
        .find(({ type }) => type === 'era')?.value ?? invariantDates.era,
    monthNames: names(name, 12, { month: 'long' }, 'month'),
    genitiveMonthNames: besideDays(name, 'long'),
    shortMonthNames: names(name, 12, { month: 'short' }, 'month'),
    genitiveShortMonthNames: besideDays(name, 'short'),
    dayNames: names(name, 7, { weekday: 'long' }, 'weekday'),
    shortDayNames: names(name, 7, { weekday: 'short' }, 'weekday'),
    firstDayOfWeek: week.firstDay % 7,
    weekRule: fourDayRegions.has(region) ? 'firstFourDayWeek' : 'firstDay',
  };
}

/** Regions with weeks as in ISO 8601. */
const fourDayRegions = new Set('AD AT BE BG CH CZ DE DK EE ES FI FO FR GB GI GR HU IE IS IT LI LT LU MC NL NO PL PT RU SE SK SM VA'.split(' ')); // prettier-ignore

/** First day of the week, 1 = Monday to 7 = Sunday, from the one of two properties that the platform has. */
function weekInfo(locale: Intl.Locale): WeekInfo {
  const known = locale as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };
  return known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 };
}

/** ISO 4217 currency of a region; `XXX` when unknown. */
export function currencyOf(region: string): string {
  return currencies.get(region) ?? (euroArea.has(region) ? 'EUR' : 'XXX');
}

/** Builds a culture from the platform's locale data; undefined when it has none of that name. */
function cultureFromIntl(name: string): Culture | undefined {
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(name);
    if (Intl.DateTimeFormat.supportedLocalesOf([name]).length === 0) return undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const region = locale.maximize().region ?? '';
  const dates = { ...datesFromIntl(locale), ...dateFacts.get(locale.toString()) };
  return { name: locale.toString(), numbers: numbersFromIntl(name, currencyOf(region)), dates };
}

/** Maximum number of cached cultures; scripts can request any name. */
const MAX_KNOWN = 100;

const known = new Map<string, Culture>([
  ['', invariantCulture],
  ['en-us', enUS],
  ['en-gb', enGB],
]);

/** A culture by its name (`en-US`, `nb-NO`); the invariant culture when the locale data of the platform lack the name. */
export function cultureByName(name: string): Culture {
  const key = name.toLowerCase();
  let culture = known.get(key);
  if (!culture) {
    culture = cultureFromIntl(name) ?? invariantCulture;
    if (known.size < MAX_KNOWN) known.set(key, culture);
  }
  return culture;
}

import type { Value } from '../../expression/values/values.ts';
import type { NamedType } from '../binder/types/types.ts';
import { Obj } from '../runtime/objects.ts';
import { error } from '../runtime/values.ts';
import { currencyOf } from '../../expression/cultures/cultures.ts';
import { declare } from './registry.ts';

/** System.Globalization.RegionInfo: names, currency and measures of a country. */

class RegionObj extends Obj {
  /** Two-letter code of ISO 3166. */
  readonly region: string;
  readonly language: string;
  constructor(type: NamedType, given: string) {
    super(type);
    const region = /^[a-z]{2}$/iu.test(given) ? given.toUpperCase() : regionIn(given);
    if (region === undefined || region === 'ZZ' || nameIn('en', region) === undefined)
      throw error(
        'ArgumentException',
        `The region name ${given} should not correspond to neutral culture; a specific culture name is required. (Parameter 'name')`,
      );
    this.region = region;
    this.language = given.includes('-') ? given : (FIRST_LANGUAGES.get(region) ?? languageOf(region));
  }
  override nativeText(): string {
    return this.region;
  }
  override nativeEquals(other: Value): boolean {
    return other instanceof RegionObj && other.region === this.region;
  }
  override nativeKey(): unknown {
    return `region ${this.region}`;
  }
}

function regionIn(name: string): string | undefined {
  try {
    return new Intl.Locale(name).region;
  } catch {
    return undefined;
  }
}

function nameIn(language: string, region: string): string | undefined {
  return new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(region);
}

/** Languages that .NET uses for a region instead of the one most people speak. */
const FIRST_LANGUAGES: ReadonlyMap<string, string> = new Map([['NO', 'nn']]);

/** Returns the language most people of a region speak. */
const languageOf = (region: string): string => new Intl.Locale(`und-${region}`).maximize().language;

const symbol = (language: string, currency: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')?.value ?? '¤';

/** Three-letter codes by region; others are refused. */
const THREE_LETTERS: ReadonlyMap<string, string> = new Map(
  'AE ARE AR ARG AT AUT AU AUS BE BEL BG BGR BR BRA CA CAN CH CHE CL CHL CN CHN CO COL CY CYP CZ CZE DE DEU DK DNK EE EST EG EGY ES ESP FI FIN FO FRO FR FRA GB GBR GR GRC HK HKG HR HRV HU HUN ID IDN IE IRL IL ISR IN IND IS ISL IT ITA JP JPN KR KOR LT LTU LU LUX LV LVA MT MLT MX MEX MY MYS NG NGA NL NLD NO NOR NZ NZL PH PHL PL POL PT PRT RO ROU RS SRB RU RUS SA SAU SE SWE SG SGP SI SVN SK SVK TH THA TR TUR TW TWN UA UKR US USA VN VNM ZA ZAF'
    .match(/\b\w+ \w+/gu)
    ?.map((pair) => pair.split(' ') as [string, string]),
);

const currency = (self: RegionObj): string => currencyOf(self.region);

declare('System.Globalization', 'class RegionInfo', {
  'new(string name)': (c, name: string | null) => {
    if (name === null) throw error('ArgumentNullException', "Value cannot be null. (Parameter 'name')");
    if (name === '') throw error('ArgumentException', "There is no region associated with the Invariant Culture (Culture ID: 0x7F). (Parameter 'name')"); // prettier-ignore
    return new RegionObj(c.type, name);
  },
  'static RegionInfo CurrentRegion { get; }': (c) => new RegionObj(c.type, c.rt.culture.name),
  'string Name { get; }': (_c, self: RegionObj) => self.region,
  'string TwoLetterISORegionName { get; }': (_c, self: RegionObj) => self.region,
  'string ThreeLetterISORegionName { get; }': (_c, self: RegionObj) => {
    const letters = THREE_LETTERS.get(self.region);
    if (letters === undefined)
      throw error('NotSupportedException', `The three letters of region ${self.region} are not known in scripts`);
    return letters;
  },
  'string EnglishName { get; }': (_c, self: RegionObj) => nameIn('en', self.region) ?? self.region,
  // .NET Core on ICU returns the name in the region's language for both properties.
  'string DisplayName { get; }': (_c, self: RegionObj) => nameIn(self.language, self.region) ?? self.region,
  'string NativeName { get; }': (_c, self: RegionObj) => nameIn(self.language, self.region) ?? self.region,
  'bool IsMetric { get; }': (_c, self: RegionObj) => !['US', 'LR', 'MM'].includes(self.region),
  'string ISOCurrencySymbol { get; }': (_c, self: RegionObj) => currency(self),
  'string CurrencySymbol { get; }': (_c, self: RegionObj) =>
    symbol(`${languageOf(self.region)}-${self.region}`, currency(self)),
  'string CurrencyEnglishName { get; }': (_c, self: RegionObj) =>
    new Intl.DisplayNames(['en'], { type: 'currency' }).of(currency(self)) ?? '',
  'string ToString()': (_c, self: RegionObj) => self.region,
});

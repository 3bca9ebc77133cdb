/** Numbers in words: the common part of all languages. */

/** A counted noun. Languages with two forms omit `few`. */
export interface Noun {
  readonly male: boolean;
  readonly one: string;
  readonly few?: string | undefined;
  readonly many: string;
}

/** A currency's main unit and hundredth. */
export interface Currency {
  readonly whole: Noun;
  /** The hundredth behind digits. */
  readonly part: Noun;
  /** The hundredth behind words, where it differs. */
  readonly spelled?: Noun;
}

/** Rules by which a language writes numbers in words. */
export interface Language {
  readonly zero: string;
  readonly minus: string;
  /** Word between main unit and hundredths: `and`. */
  readonly conjunction: string;
  readonly defaultCurrency: string;
  readonly currencies: Readonly<Record<string, Currency>>;
  /** Names of 10³, 10⁶, 10⁹ and 10¹². */
  readonly powers: readonly Noun[];
  /** 1 to 999 in words, of the noun's gender. `continues`: larger groups precede; `power`: index of the group (0 for units). */
  readonly group: (value: number, noun: Noun, continues: boolean, power: number) => string;
  /** The form of a noun after a number. */
  readonly form: (value: number, noun: Noun) => string;
  /** Joins a group and the name of its power; with a space unless the language writes them as one word. */
  readonly joinPower?: (group: string, name: string, power: number) => string;
  /** Index of the power whose name is written behind larger groups without a number of its own, too. */
  readonly repeatedPower?: number;
  /** True where the names of currencies are case-sensitive. */
  readonly hasExactNames?: boolean;
}

/** Maximum number that is written. */
const LARGEST = 999_999_999_999_999;

/** One form for numbers that end in 01, another for all others. */
export function twoForms(value: number, noun: Noun): string {
  return value % 100 === 1 ? noun.one : noun.many;
}

/** 1 and 21, 2 to 4, and all others, as the Slavic languages count. */
export function threeForms(value: number, noun: Noun): string {
  const tens = value % 100;
  const unit = value % 10;
  if (tens > 10 && tens < 20) return noun.many;
  if (unit === 1) return noun.one;
  return unit >= 2 && unit <= 4 ? (noun.few ?? noun.many) : noun.many;
}

/** An integer with its noun, followed by a space. */
export function counted(value: number, noun: Noun, language: Language): string {
  if (value === 0) return `${language.zero} ${noun.many} `;
  const groups: string[] = [];
  let rest = value;
  for (let power = 0; rest > 0; power++) {
    const group = rest % 1000;
    const larger = rest >= 1000;
    const unit = power === 0 ? noun : language.powers[power - 1];
    if (unit && group > 0) {
      const words = language.group(group, unit, larger, power);
      if (power === 0) groups.unshift(words);
      else groups.unshift(joined(words, language.form(group, unit), power, language));
    } else if (unit && larger && power === language.repeatedPower) groups.unshift(`${unit.many} `);
    rest = Math.floor(rest / 1000);
  }
  return `${groups.join('')} ${language.form(value, noun)} `.replaceAll(/ {2,}/gu, ' ').trimStart();
}

function joined(words: string, name: string, power: number, language: Language): string {
  return language.joinPower ? language.joinPower(words, name, power) : `${words} ${name} `;
}

/** First letter upper case. */
export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A number rounded to an integer and hundredths, half up. */
export interface Amount {
  readonly negative: boolean;
  readonly whole: number;
  readonly hundredths: number;
}

/** An amount of money; the hundredths in digits unless `inWords`. */
export function money(amount: Amount, currency: Currency, inWords: boolean, language: Language): string {
  const { whole, hundredths } = amount;
  const minus = amount.negative ? `${language.minus} ` : '';
  const conjunction = language.conjunction === '' ? '' : `${language.conjunction} `;
  const part = inWords
    ? counted(hundredths, currency.spelled ?? currency.part, language)
    : `${String(hundredths).padStart(2, '0')} ${language.form(hundredths, currency.part)}`;
  return capitalized(minus + counted(whole, currency.whole, language) + conjunction + part);
}

/** Returns true when a number can be written. */
export function isWritable(whole: number): boolean {
  return whole <= LARGEST;
}

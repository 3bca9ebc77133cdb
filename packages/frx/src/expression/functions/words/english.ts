import { twoForms } from './grammar.ts';
import type { Currency, Language, Noun } from './grammar.ts';

export const englishUnits =
  ',one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen'.split(
    ',',
  );
const englishTens = ',,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety'.split(',');

export function englishBelowHundred(value: number): string {
  if (value < 20) return englishUnits[value] ?? '';
  const unit = value % 10;
  return (englishTens[Math.floor(value / 10)] ?? '') + (unit > 0 ? `-${englishUnits[unit] ?? ''}` : '');
}

/** `two hundred and five`; the `and` is also written after larger groups: `one million and one`. */
function group(value: number, _noun: Noun, continues: boolean): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const front = hundreds > 0 ? `${englishUnits[hundreds] ?? ''} hundred` : '';
  if (rest === 0) return front;
  return front + (hundreds > 0 || continues ? ' and ' : '') + englishBelowHundred(rest);
}

export function noun(one: string, many: string, male = true): Noun {
  return { male, one, many };
}

function currency(one: string, many: string, partOne: string, partMany: string): Currency {
  return { whole: noun(one, many), part: noun(partOne, partMany) };
}

const dollar = currency('dollar', 'dollars', 'cent', 'cents');

export const english: Language = {
  zero: 'zero',
  minus: 'minus',
  conjunction: 'and',
  defaultCurrency: 'USD',
  currencies: {
    USD: dollar,
    CAD: dollar,
    EUR: currency('euro', 'euros', 'cent', 'cents'),
    GBP: currency('pound', 'pounds', 'penny', 'pence'),
  },
  powers: [
    noun('thousand', 'thousand'),
    noun('million', 'million'),
    noun('billion', 'billion'),
    noun('trillion', 'trillion'),
  ],
  group,
  form: twoForms,
};

export const britishEnglish: Language = {
  ...english,
  defaultCurrency: 'GBP',
  powers: [
    noun('thousand', 'thousand'),
    noun('million', 'million'),
    noun('milliard', 'milliard'),
    noun('billion', 'billion'),
  ],
};

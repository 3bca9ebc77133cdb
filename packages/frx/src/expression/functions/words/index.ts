import { isNumeric } from '../../values/digits.ts';
import { ExpressionError } from '../../errors.ts';
import { text } from '../../members/arguments.ts';
import type { StaticMethod } from '../../members/arguments.ts';
import type { Runtime } from '../../scope.ts';
import { converted } from '../arguments.ts';
import { asDecimal } from '../../values/promotion.ts';
import { typeNameOf } from '../../formats/toText.ts';
import type { Value } from '../../values/values.ts';
import { chineseMoney, indianCount, indianMoney, persian } from './asian.ts';
import { britishEnglish, english } from './english.ts';
import { dutch, german } from './germanic.ts';
import { capitalized, counted, isWritable, money } from './grammar.ts';
import type { Amount, Language, Noun } from './grammar.ts';
import { castilian, french, spanish } from './romance.ts';
import { polish, russian, ukrainian } from './slavic.ts';

function amountOf(args: readonly Value[], runtime: Runtime): Amount {
  const given = args[0] ?? 0;
  const value =
    typeof given === 'string' || typeof given === 'boolean' ? converted('ToDecimal')([given], runtime) : given;
  if (!isNumeric(value)) throw new ExpressionError(`Argument 1 must be a number, not ${typeNameOf(value)}`);
  const rounded = asDecimal(value).rounded(2, 'away').toString();
  const negative = rounded.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? rounded.slice(1) : rounded).split('.');
  const amount = { negative, whole: Number(whole), hundredths: Number(fraction.padEnd(2, '0')) };
  if (!isWritable(amount.whole)) throw new ExpressionError('The number is too large to be written in words');
  return amount;
}

/** The integer part of the number with a noun. */
function count(args: readonly Value[], noun: Noun, language: Language, runtime: Runtime): string {
  const { negative, whole } = amountOf(args, runtime);
  return capitalized((negative ? `${language.minus} ` : '') + counted(whole, noun, language));
}

/**
 * `(value)`, `(value, decimalsInWords)`, `(value, currency[, decimalsInWords])`, `(value, one, many)` and, where nouns have a gender,
 * `(value, male, one, few, many)`.
 */
function inLanguage(language: Language): StaticMethod {
  return (args, runtime) => {
    if (typeof args[1] === 'boolean' && args.length > 2) {
      const noun = { male: args[1], one: text(args, 2), few: text(args, 3), many: text(args, 4) };
      return count(args, noun, language, runtime);
    }
    if (typeof args[1] === 'string' && typeof args[2] === 'string') {
      return count(args, { male: true, one: args[1], many: args[2] }, language, runtime);
    }
    const given = typeof args[1] === 'string' ? args[1] : language.defaultCurrency;
    const name = language.hasExactNames === true ? given : given.toUpperCase();
    const currency = new Map(Object.entries(language.currencies)).get(name);
    if (!currency) throw new ExpressionError(`The currency '${name}' is not known in this language`);
    return money(amountOf(args, runtime), currency, args.includes(true), language);
  };
}

function indian(args: readonly Value[], runtime: Runtime): string {
  const amount = amountOf(args, runtime);
  if (typeof args[1] === 'string' && typeof args[2] === 'string') return indianCount(amount, args[1], args[2]);
  const written = indianMoney(amount, typeof args[1] === 'string' ? args[1].toUpperCase() : '', args.includes(true));
  if (written === undefined) throw new ExpressionError('The currency is not known in this language');
  return written;
}

/** Numbers in words. */
export const wordFunctions: Readonly<Record<string, StaticMethod>> = {
  ToWords: inLanguage(english),
  ToWordsEnGb: inLanguage(britishEnglish),
  ToWordsDe: inLanguage(german),
  ToWordsNl: inLanguage(dutch),
  ToWordsFr: inLanguage(french),
  ToWordsEs: inLanguage(spanish),
  ToWordsSp: inLanguage(castilian),
  ToWordsRu: inLanguage(russian),
  ToWordsUkr: inLanguage(ukrainian),
  ToWordsPl: inLanguage(polish),
  ToWordsPersian: inLanguage(persian),
  ToWordsIn: indian,
  ToWordsCn: (args, runtime) => chineseMoney(amountOf(args, runtime)),
};

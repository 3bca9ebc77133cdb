import { englishBelowHundred, englishUnits, noun } from './english.ts';
import { capitalized, twoForms } from './grammar.ts';
import type { Amount, Currency, Language } from './grammar.ts';

function currency(one: string, many: string, partOne: string, partMany: string): Currency {
  return { whole: noun(one, many), part: noun(partOne, partMany) };
}

const indianCurrencies: Readonly<Record<string, Currency>> = {
  INR: currency('rupee', 'rupees', 'paisa', 'paise'),
  USD: currency('dollar', 'dollars', 'cent', 'cents'),
  EUR: currency('euro', 'euros', 'cent', 'cents'),
};

const indianPowers = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1000, 'thousand'],
  [100, 'hundred'],
] as const;

function indianWords(value: number): string {
  let rest = value;
  const words: string[] = [];
  for (const [size, name] of indianPowers) {
    const count = Math.floor(rest / size);
    if (count === 0) continue;
    words.push(count < 100 ? englishBelowHundred(count) : indianWords(count), name);
    rest %= size;
  }
  if (rest > 0) words.push(rest < 20 ? (englishUnits[rest] ?? '') : englishBelowHundred(rest));
  return words.join(' ');
}

/** English with lakh (10⁵) and crore (10⁷). */
export function indianMoney(amount: Amount, name: string, inWords: boolean): string | undefined {
  const money = new Map(Object.entries(indianCurrencies)).get(name === '' ? 'INR' : name);
  if (!money) return undefined;
  const { whole, hundredths, negative } = amount;
  const count = (value: number): string => (value === 0 ? 'zero' : indianWords(value));
  const part = twoForms(hundredths, money.part);
  return capitalized(
    `${negative ? 'minus ' : ''}${count(whole)} ${twoForms(whole, money.whole)} and ${
      inWords ? `${count(hundredths)} ${part} ` : `${String(hundredths).padStart(2, '0')} ${part}`
    }`,
  );
}

/** A counted noun in the Indian way. */
export function indianCount(value: number, one: string, many: string): string {
  return capitalized(`${value === 0 ? 'zero' : indianWords(value)} ${twoForms(value, noun(one, many))} `);
}

const persianUnits =
  ',یک,دو,سه,چهار,پنج,شش,هفت,هشت,نه,ده,یازده,دوازده,سیزده,چهارده,پانزده,شانزده,هفده,هجده,نوزده'.split(',');
const persianTens = ',,بیست,سی,چهل,پنجاه,شصت,هفتاد,هشتاد,نود'.split(',');
const persianHundreds = ',صد,دویست,سیصد,چهارصد,پانصد,ششصد,هفتصد,هشتصد,نهصد'.split(',');

export const persian: Language = {
  zero: 'صفر',
  minus: 'منفی',
  conjunction: 'و',
  defaultCurrency: 'EUR',
  currencies: {
    EUR: currency('یورو', 'یورو', 'یورو سنت', 'یورو سنت'),
    USD: currency('دلار', 'دلار', 'سنت', 'سنت'),
    IRR: currency('ریال', 'ریال', 'دینار', 'دینار'),
  },
  powers: [noun('هزار', 'هزار'), noun('میلیون', 'میلیون'), noun('میلیارد', 'میلیارد'), noun('تریلیون', 'تریلیون')],
  group: (value) => {
    const rest = value % 100;
    const parts = [persianHundreds[Math.floor(value / 100)] ?? ''];
    if (rest < 20) parts.push(persianUnits[rest] ?? '');
    else parts.push(persianTens[Math.floor(rest / 10)] ?? '', persianUnits[rest % 10] ?? '');
    return parts.filter((part) => part !== '').join(' و ');
  },
  form: twoForms,
};

const chineseDigits = '零壹贰叁肆伍陆柒捌玖';
const chinesePlaces = ['', '拾', '佰', '仟'];
const chineseGroups = ['', '万', '亿', '兆'];

function chineseWords(value: number): string {
  if (value === 0) return '零';
  let words = '';
  let rest = value;
  let needsZero = false;
  for (let group = 0; rest > 0; group++) {
    const four = rest % 10_000;
    rest = Math.floor(rest / 10_000);
    if (four === 0) {
      needsZero = words !== '';
      continue;
    }
    let part = '';
    let digits = four;
    let zero = false;
    for (let place = 0; digits > 0; place++) {
      const digit = digits % 10;
      digits = Math.floor(digits / 10);
      if (digit === 0) zero = part !== '';
      else {
        part = (chineseDigits[digit] ?? '') + (chinesePlaces[place] ?? '') + (zero ? '零' : '') + part;
        zero = false;
      }
    }
    words = part + (chineseGroups[group] ?? '') + (needsZero ? '零' : '') + words;
    needsZero = four < 1000;
  }
  return words;
}

/** The financial numerals of cheques: yuan, jiao, fen; 整 when no fraction remains. */
export function chineseMoney({ whole, hundredths, negative }: Amount): string {
  const jiao = Math.floor(hundredths / 10);
  const fen = hundredths % 10;
  const tail =
    hundredths === 0
      ? '整'
      : (jiao > 0 ? `${chineseDigits[jiao] ?? ''}角` : '零') + (fen > 0 ? `${chineseDigits[fen] ?? ''}分` : '整');
  return `${negative ? '负' : ''}${chineseWords(whole)}元${tail}`;
}

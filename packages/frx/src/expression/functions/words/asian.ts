import { englishBelowHundred, englishUnits, noun } from './english.ts';
import { capitalized, twoForms } from './grammar.ts';
import type { Amount, Currency, Language } from './grammar.ts';

function currency(one: string, many: string, partOne: string, partMany: string): Currency {
  return { whole: noun(one, many), part: noun(partOne, partMany) };
}

/** Behind digits the hundredths have one form. */
const indianCurrencies: Readonly<Record<string, Currency>> = {
  INR: currency('rupee', 'rupees', 'paise', 'paise'),
  USD: { ...currency('dollar', 'dollars', 'cent', 'cent'), spelled: noun('cent', 'cents') },
  EUR: { ...currency('euro', 'euros', 'cent', 'cent'), spelled: noun('cent', 'cents') },
};

const indianPowers = [
  [100_000_000_000, 'kharab'],
  [1_000_000_000, 'arab'],
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

/** English with lakh (10⁵), crore (10⁷), arab (10⁹) and kharab (10¹¹). */
export function indianMoney(amount: Amount, name: string, inWords: boolean): string | undefined {
  const money = new Map(Object.entries(indianCurrencies)).get(name === '' ? 'INR' : name);
  if (!money) return undefined;
  const { whole, hundredths, negative } = amount;
  const count = (value: number): string => (value === 0 ? 'zero' : indianWords(value));
  const part = twoForms(hundredths, (inWords ? money.spelled : undefined) ?? money.part);
  return capitalized(
    `${negative ? 'minus ' : ''}${count(whole)} ${twoForms(whole, money.whole)} and ${
      inWords ? `${count(hundredths)} ${part} ` : `${String(hundredths).padStart(2, '0')} ${part}`
    }`,
  );
}

/** A counted noun in the Indian way. */
export function indianCount({ whole: value, negative }: Amount, one: string, many: string): string {
  return capitalized(
    `${negative ? 'minus ' : ''}${value === 0 ? 'zero' : indianWords(value)} ${twoForms(value, noun(one, many))} `,
  );
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
  hasExactNames: true,
  currencies: {
    EUR: currency('یورو', 'یورو', 'یورو سنت', 'یورو سنت'),
    USD: currency('دلار', 'دلار', 'سنت', 'سنت'),
    // The reference writes a left-to-right mark behind the rial.
    IRR: currency('ریال\u200e', 'ریال\u200e', 'دینار', 'دینار'),
  },
  powers: [noun('هزار', 'هزار'), noun('میلیون', 'میلیون'), noun('میلیارد', 'میلیارد'), noun('تریلیون', 'تریلیون')],
  group: (value, _noun, continues) => {
    const rest = value % 100;
    const parts = [persianHundreds[Math.floor(value / 100)] ?? ''];
    if (rest < 20) parts.push(persianUnits[rest] ?? '');
    else parts.push(persianTens[Math.floor(rest / 10)] ?? '', persianUnits[rest % 10] ?? '');
    const words = parts.filter((part) => part !== '').join(' و ');
    return continues && value < 100 ? ` و ${words}` : words;
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

/** The financial numerals of cheques: yuan, jiao, fen; 整 when no fraction remains, no yuan when there is only a fraction. */
export function chineseMoney({ whole, hundredths, negative }: Amount): string {
  const jiao = Math.floor(hundredths / 10);
  const fen = hundredths % 10;
  const yuan = whole === 0 && hundredths > 0 ? '' : `${chineseWords(whole)}元`;
  const gap = yuan === '' ? '' : '零';
  const tail =
    hundredths === 0
      ? '整'
      : (jiao > 0 ? `${chineseDigits[jiao] ?? ''}角` : gap) + (fen > 0 ? `${chineseDigits[fen] ?? ''}分` : '');
  return `${negative ? '负' : ''}${yuan}${tail}`;
}

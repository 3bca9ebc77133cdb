import { threeForms } from './grammar.ts';
import type { Currency, Language, Noun } from './grammar.ts';

function noun(male: boolean, one: string, few: string, many: string): Noun {
  return { male, one, few, many };
}

/** Words of a Slavic language: 3 to 19, tens and hundreds do not depend on the gender, 1 and 2 do. */
interface Words {
  readonly units: readonly string[];
  readonly tens: readonly string[];
  readonly hundreds: readonly string[];
  readonly femaleOne: string;
  readonly femaleTwo: string;
}

function group(words: Words): Language['group'] {
  const unit = (value: number, male: boolean): string => {
    if (!male && value === 1) return words.femaleOne;
    if (!male && value === 2) return words.femaleTwo;
    return words.units[value] ?? '';
  };
  return (value, { male }) => {
    const rest = value % 100;
    const low = rest < 20 ? unit(rest, male) : `${words.tens[Math.floor(rest / 10)] ?? ''} ${unit(rest % 10, male)}`;
    return `${words.hundreds[Math.floor(value / 100)] ?? ''} ${low}`.trim();
  };
}

function currency(whole: Noun, part: Noun): Currency {
  return { whole, part };
}

export const russian: Language = {
  zero: 'ноль',
  minus: 'минус',
  conjunction: '',
  defaultCurrency: 'RUR',
  currencies: {
    RUR: currency(noun(true, 'рубль', 'рубля', 'рублей'), noun(false, 'копейка', 'копейки', 'копеек')),
    RUB: currency(noun(true, 'рубль', 'рубля', 'рублей'), noun(false, 'копейка', 'копейки', 'копеек')),
    BYN: currency(noun(true, 'рубль', 'рубля', 'рублей'), noun(false, 'копейка', 'копейки', 'копеек')),
    UAH: currency(noun(false, 'гривна', 'гривны', 'гривен'), noun(false, 'копейка', 'копейки', 'копеек')),
    EUR: currency(noun(true, 'евро', 'евро', 'евро'), noun(true, 'евроцент', 'евроцента', 'евроцентов')),
    USD: currency(noun(true, 'доллар', 'доллара', 'долларов'), noun(true, 'цент', 'цента', 'центов')),
  },
  powers: [
    noun(false, 'тысяча', 'тысячи', 'тысяч'),
    noun(true, 'миллион', 'миллиона', 'миллионов'),
    noun(true, 'миллиард', 'миллиарда', 'миллиардов'),
    noun(true, 'триллион', 'триллиона', 'триллионов'),
  ],
  group: group({
    units:
      ',один,два,три,четыре,пять,шесть,семь,восемь,девять,десять,одиннадцать,двенадцать,тринадцать,четырнадцать,пятнадцать,шестнадцать,семнадцать,восемнадцать,девятнадцать'.split(
        ',',
      ),
    tens: ',,двадцать,тридцать,сорок,пятьдесят,шестьдесят,семьдесят,восемьдесят,девяносто'.split(','),
    hundreds: ',сто,двести,триста,четыреста,пятьсот,шестьсот,семьсот,восемьсот,девятьсот'.split(','),
    femaleOne: 'одна',
    femaleTwo: 'две',
  }),
  form: threeForms,
};

export const ukrainian: Language = {
  zero: 'нуль',
  minus: 'мінус',
  conjunction: '',
  defaultCurrency: 'UAH',
  currencies: {
    UAH: currency(noun(false, 'гривня', 'гривні', 'гривень'), noun(false, 'копійка', 'копійки', 'копійок')),
    RUR: currency(noun(true, 'рубль', 'рубля', 'рублів'), noun(false, 'копійка', 'копійки', 'копійок')),
    RUB: currency(noun(true, 'рубль', 'рубля', 'рублів'), noun(false, 'копійка', 'копійки', 'копійок')),
    EUR: currency(noun(true, 'євро', 'євро', 'євро'), noun(true, 'євроцент', 'євроцента', 'євроценту')),
    USD: currency(noun(true, 'долар', 'долара', 'доларів'), noun(true, 'цент', 'цента', 'центів')),
  },
  powers: [
    // The reference writes "одна тисяч".
    noun(false, 'тисяч', 'тисячі', 'тисяч'),
    noun(true, 'мільйон', 'мільйона', 'мільйонів'),
    noun(true, 'мільярд', 'мільярда', 'мільярдів'),
    noun(true, 'трильйон', 'трильйона', 'трильйонів'),
  ],
  group: group({
    units:
      ",один,два,три,чотири,п’ять,шість,сім,вісім,дев’ять,десять,одинадцять,дванадцять,тринадцять,чотирнадцять,п'ятнадцять,шістнадцять,сімнадцять,вісімнадцять,дев'ятнадцять".split(
        ',',
      ),
    tens: ",,двадцять,тридцять,сорок,п'ятдесят,шістдесят,сімдесят,вісімдесят,дев'яносто".split(','),
    hundreds: ",сто,двісті,триста,чотириста,п'ятсот,шістсот,сімсот,вісімсот,дев'ятсот".split(','),
    femaleOne: 'одна',
    femaleTwo: 'дві',
  }),
  form: threeForms,
};

export const polish: Language = {
  zero: 'zero',
  minus: 'minus',
  conjunction: '',
  defaultCurrency: 'PLN',
  currencies: {
    // The reference writes "zlote", and groszy as a feminine noun.
    PLN: currency(noun(true, 'złoty', 'zlote', 'złotych'), noun(false, 'grosz', 'grosze', 'groszy')),
  },
  powers: [
    noun(false, 'tysiąc', 'tysiące', 'tysięcy'),
    noun(true, 'milion', 'miliony', 'milionów'),
    noun(true, 'miliard', 'miliardy', 'miliardów'),
    noun(true, 'bilion', 'biliony', 'bilionów'),
  ],
  group: group({
    units:
      ',jeden,dwa,trzy,cztery,pięć,sześć,siedem,osiem,dziewięć,dziesięć,jedenaście,dwanaście,trzynaście,czternaście,piętnaście,szesnaście,siedemnaście,osiemnaście,dziewiętnaście'.split(
        ',',
      ),
    tens: ',,dwadzieścia,trzydzieści,czterdzieści,pięćdziesiąt,sześćdziesiąt,siedemdziesiąt,osiemdziesiąt,dziewięćdziesiąt'.split(
      ',',
    ),
    hundreds: ',sto,dwieście,trzysta,czterysta,pięćset,sześćset,siedemset,osiemset,dziewięćset'.split(','),
    femaleOne: 'jedna',
    femaleTwo: 'dwie',
  }),
  form: threeForms,
};

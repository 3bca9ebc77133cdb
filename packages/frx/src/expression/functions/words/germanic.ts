import { noun } from './english.ts';
import { twoForms } from './grammar.ts';
import type { Currency, Language, Noun } from './grammar.ts';

const germanUnits =
  ',ein,zwei,drei,vier,fünf,sechs,sieben,acht,neun,zehn,elf,zwölf,dreizehn,vierzehn,fünfzehn,sechzehn,siebzehn,achtzehn,neunzehn'.split(
    ',',
  );
const germanTens = ',,zwanzig,dreißig,vierzig,fünfzig,sechzig,siebzig,achtzig,neunzig'.split(',');

function germanGroup(value: number, { male }: Noun): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const front = hundreds > 0 ? `${germanUnits[hundreds] ?? ''}hundert` : '';
  if (rest === 1) return front + (male ? 'ein' : 'eine');
  if (rest < 20) return front + (germanUnits[rest] ?? '');
  const unit = rest % 10;
  const word = unit === 1 && !male ? 'eine' : (germanUnits[unit] ?? '');
  return front + (unit > 0 ? `${word}und` : '') + (germanTens[Math.floor(rest / 10)] ?? '');
}

function currency(whole: string, part: string): Currency {
  return { whole: noun(whole, whole), part: noun(part, part) };
}

/** The hundredth is written small behind words. */
function germanCurrency(whole: string, part: string): Currency {
  const small = part.toLowerCase();
  return { ...currency(whole, part), spelled: noun(small, small) };
}

export const german: Language = {
  zero: 'null',
  minus: 'minus',
  conjunction: 'und',
  defaultCurrency: 'EUR',
  currencies: {
    EUR: germanCurrency('Euro', 'Cent'),
    USD: germanCurrency('Dollar', 'Cent'),
    CAD: germanCurrency('Dollar', 'Cent'),
    GBP: germanCurrency('Pfund', 'Penny'),
  },
  powers: [
    noun('tausend', 'tausend', false),
    noun('Million', 'Millionen', false),
    noun('Milliarde', 'Milliarden', false),
    noun('Billion', 'Billionen', false),
  ],
  group: germanGroup,
  form: twoForms,
  joinPower: (group, name, power) => (power === 1 ? group + name : `${group} ${name} `),
};

const dutchUnits =
  ',een,twee,drie,vier,vijf,zes,zeven,acht,negen,tien,elf,twaalf,dertien,veertien,vijftien,zestien,zeventien,achttien,negentien'.split(
    ',',
  );
const dutchTens = ',,twintig,dertig,veertig,vijftig,zestig,zeventig,tachtig,negentig'.split(',');

function dutchBelowHundred(value: number): string {
  if (value < 20) return dutchUnits[value] ?? '';
  const unit = value % 10;
  const word = dutchUnits[unit] ?? '';
  const and = word.endsWith('e') ? 'ën' : 'en';
  return (unit > 0 ? word + and : '') + (dutchTens[Math.floor(value / 10)] ?? '');
}

function dutchGroup(value: number): string {
  const hundreds = Math.floor(value / 100);
  const front = hundreds > 0 ? `${hundreds > 1 ? (dutchUnits[hundreds] ?? '') : ''}honderd ` : '';
  return front + dutchBelowHundred(value % 100);
}

export const dutch: Language = {
  zero: 'nul',
  minus: 'min',
  conjunction: 'en',
  defaultCurrency: 'EUR',
  currencies: {
    EUR: currency('euro', 'cent'),
    USD: currency('dollar', 'cent'),
    CAD: currency('dollar', 'cent'),
    GBP: currency('pound', 'penny'),
  },
  powers: [
    noun('duizend', 'duizend'),
    noun('miljoen', 'miljoen'),
    noun('miljard', 'miljard'),
    noun('trillion', 'trillion'),
  ],
  group: dutchGroup,
  form: twoForms,
  joinPower: (group, name, power) => (power === 1 ? `${group.trimEnd()}${name} ` : `${group} ${name} `),
};

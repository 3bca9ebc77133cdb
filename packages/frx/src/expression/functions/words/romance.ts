import { noun } from './english.ts';
import { twoForms } from './grammar.ts';
import type { Currency, Language, Noun } from './grammar.ts';

const frenchUnits =
  ',un,deux,trois,quatre,cinq,six,sept,huit,neuf,dix,onze,douze,treize,quatorze,quinze,seize,dix-sept,dix-huit,dix-neuf'.split(
    ',',
  );
const frenchTens = ',,vingt,trente,quarante,cinquante,soixante,soixante,quatre-vingt,quatre-vingt'.split(',');

function frenchBelowHundred(value: number, male: boolean): string {
  const one = male ? 'un' : 'une';
  if (value === 1) return one;
  if (value < 20) return frenchUnits[value] ?? '';
  const ten = Math.floor(value / 10);
  const unit = ten === 7 || ten === 9 ? (value % 10) + 10 : value % 10;
  const front = frenchTens[ten] ?? '';
  if (unit === 0) return front;
  const word = unit === 1 ? one : (frenchUnits[unit] ?? '');
  return ten < 8 && (unit === 1 || unit === 11) ? `${front} et ${word}` : `${front}-${word}`;
}

function frenchGroup(value: number, { male }: Noun): string {
  const hundreds = Math.floor(value / 100);
  const front = hundreds > 0 ? `${hundreds > 1 ? `${frenchUnits[hundreds] ?? ''} ` : ''}cent ` : '';
  return front + frenchBelowHundred(value % 100, male);
}

function currency(one: string, many: string, partOne: string, partMany: string, male = true): Currency {
  return { whole: noun(one, many, male), part: noun(partOne, partMany) };
}

export const french: Language = {
  zero: 'zéro',
  minus: 'moins',
  conjunction: 'et',
  defaultCurrency: 'EUR',
  currencies: {
    EUR: currency('euro', 'euros', 'cent', 'cents'),
    USD: currency('dollar', 'dollars', 'cent', 'cents'),
    GBP: currency('livre', 'livres', 'penny', 'pence', false),
    CHF: currency('franc', 'francs', 'centime', 'centimes'),
  },
  powers: [
    noun('mille', 'mille', false),
    noun('million', 'millions'),
    noun('milliard', 'milliards'),
    noun('billion', 'billions'),
  ],
  group: frenchGroup,
  form: twoForms,
};

const spanishUnits =
  ',uno,dos,tres,cuatro,cinco,seis,siete,ocho,nueve,diez,once,doce,trece,catorce,quince,dieciséis,diecisiete,dieciocho,diecinueve,veinte,veintiuno,veintidós,veintitrés,veinticuatro,veinticinco,veintiséis,veintisiete,veintiocho,veintinueve'.split(
    ',',
  );
const spanishTens = ',,,treinta,cuarenta,cincuenta,sesenta,setenta,ochenta,noventa'.split(',');
const spanishHundreds =
  ',ciento,doscientos,trescientos,cuatrocientos,quinientos,seiscientos,setecientos,ochocientos,novecientos'.split(',');

/** `one` is the word for 1 before a noun. */
function spanishGroup(one: string): Language['group'] {
  return (value, { male }) => {
    if (value === 100) return 'cien';
    const rest = value % 100;
    const front = `${spanishHundreds[Math.floor(value / 100)] ?? ''} `;
    const single = male ? one : 'una';
    if (rest === 1) return front + single;
    if (rest === 21 && male && one === 'un') return `${front}veintiún`;
    if (rest < 30) return front + (spanishUnits[rest] ?? '');
    const unit = rest % 10;
    const word = unit === 1 ? single : (spanishUnits[unit] ?? '');
    return front + (spanishTens[Math.floor(rest / 10)] ?? '') + (unit > 0 ? ` y ${word}` : '');
  };
}

const spanishPowers = [
  noun('mil', 'mil'),
  noun('millón', 'millones'),
  noun('mil millones', 'mil millones'),
  noun('billón', 'billones'),
];

/** As in ToWordsEs. */
export const spanish: Language = {
  zero: 'cero',
  minus: 'menos',
  conjunction: 'con',
  defaultCurrency: 'EUR',
  currencies: {
    EUR: currency('euro', 'euros', 'centavo', 'centavos'),
    USD: currency('dólar', 'dólares', 'centavo', 'centavos'),
    MXN: currency('peso', 'pesos', 'centavo', 'centavos'),
  },
  powers: spanishPowers,
  group: spanishGroup('un'),
  form: twoForms,
};

/** As in ToWordsSp. */
export const castilian: Language = {
  ...spanish,
  conjunction: 'y',
  currencies: {
    EUR: currency('euro', 'euros', 'céntimo', 'céntimos'),
    USD: currency('dólar', 'dólares', 'centavo', 'centavos'),
  },
  group: spanishGroup('uno'),
};

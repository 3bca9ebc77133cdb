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

/** The plural of cent and quatre-vingt is written before the noun alone, that of cent as a word of its own. */
function frenchGroup(value: number, { male }: Noun, _continues: boolean, power: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const isLast = power === 0;
  const front = hundreds > 0 ? `${hundreds > 1 ? `${frenchUnits[hundreds] ?? ''} ` : ''}cent ` : '';
  if (isLast && rest === 0 && hundreds > 1) return `${front}s`;
  return front + frenchBelowHundred(rest, male) + (isLast && rest === 80 ? 's' : '');
}

function currency(one: string, many: string, partOne: string, partMany: string): Currency {
  return { whole: noun(one, many), part: noun(partOne, partMany) };
}

export const french: Language = {
  zero: 'zéro',
  minus: 'moins',
  conjunction: 'et',
  defaultCurrency: 'EUR',
  currencies: {
    EUR: currency('euro', 'euros', 'cent', 'cents'),
    USD: currency('dollar', 'dollars', 'cent', 'cents'),
    CAD: currency('dollar', 'dollars', 'cent', 'cents'),
    GBP: currency('GBP', 'GBP', 'penny', 'penny'),
  },
  powers: [
    noun('mille', 'mille', false),
    noun('million', 'millions', false),
    noun('milliard', 'milliards', false),
    noun('billion', 'billions', false),
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

/** Words of a group: those of 1, 21 and 101 to 199 differ between the two functions. */
function spanishGroup(
  one: (power: number) => string,
  twentyOne: (power: number) => string,
  hundred: string,
): Language['group'] {
  return (value, { male }, _continues, power) => {
    if (value === 100) return 'cien';
    const hundreds = Math.floor(value / 100);
    const rest = value % 100;
    const front = `${hundreds === 1 ? hundred : (spanishHundreds[hundreds] ?? '')} `;
    const single = male ? one(power) : 'una';
    if (rest === 1) return front + single;
    if (rest === 21 && male) return front + twentyOne(power);
    if (rest < 30) return front + (spanishUnits[rest] ?? '');
    const unit = rest % 10;
    const word = unit === 1 ? single : (spanishUnits[unit] ?? '');
    return front + (spanishTens[Math.floor(rest / 10)] ?? '') + (unit > 0 ? ` y ${word}` : '');
  };
}

/** The singular stands behind 1 alone. */
function singularOfOne(value: number, { one, many }: Noun): string {
  return value === 1 ? one : many;
}

/** Behind digits the hundredths are plural, also 01. */
function spanishCurrency(one: string, many: string): Currency {
  return { whole: noun(one, many), part: noun('centavos', 'centavos'), spelled: noun('centavo', 'centavos') };
}

/** As in ToWordsEs. */
export const spanish: Language = {
  zero: 'cero',
  minus: 'minus',
  conjunction: 'con',
  defaultCurrency: 'EUR',
  currencies: {
    EUR: spanishCurrency('euro', 'euros'),
    USD: spanishCurrency('dolar', 'dolares'),
    CAD: spanishCurrency('dolar', 'dolares'),
    MXN: spanishCurrency('peso', 'pesos'),
  },
  powers: [noun('mil', 'mil'), noun('millón', 'millones'), noun('mil', 'mil'), noun('billón', 'billones')],
  repeatedPower: 2,
  group: spanishGroup(
    () => 'un',
    (power) => (power === 0 ? 'veintiun' : 'veintiún'),
    'ciento',
  ),
  form: singularOfOne,
};

/** As in ToWordsSp. */
export const castilian: Language = {
  zero: 'cero',
  minus: 'menos',
  conjunction: 'y',
  defaultCurrency: 'EUR',
  currencies: {
    EUR: currency('euro', 'euros', 'céntimo', 'céntimos'),
    USD: currency('dólar', 'dólares', 'céntimo', 'céntimos'),
  },
  powers: [noun('mil', 'mil'), noun('millón', 'millones'), noun('millardo', 'millardos'), noun('billón', 'billiones')],
  group: spanishGroup(
    (power) => (power < 2 ? 'uno' : 'un'),
    () => 'veintiuno',
    'cien',
  ),
  form: twoForms,
};

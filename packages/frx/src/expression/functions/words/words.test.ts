import { describe, expect, it } from 'vitest';
import { shown } from '../../testing/testScope.ts';

describe('numbers in words', () => {
  it.each([
    ['ToWords(1100)', 'One thousand one hundred dollars and 00 cents'],
    ['ToWords(12345)', 'Twelve thousand three hundred and forty-five dollars and 00 cents'],
    ['ToWords(2000000)', 'Two million dollars and 00 cents'],
    ['ToWords(99.999m)', 'One hundred dollars and 00 cents'],
    ['ToWords(0.01m, true)', 'Zero dollars and one cent '],
    ['ToWords(2, "GBP")', 'Two pounds and 00 pence'],
    ['ToWordsDe(1001)', 'Einetausendein Euro und 00 Cent'],
    ['ToWordsDe(2000000)', 'Zwei Millionen Euro und 00 Cent'],
    ['ToWordsFr(71)', 'Soixante et onze euros et 00 cents'],
    ['ToWordsFr(21)', 'Vingt et un euros et 00 cents'],
    ['ToWordsEs(21)', 'Veintiún euros con 00 centavos'],
    ['ToWordsEs(100)', 'Cien euros con 00 centavos'],
    ['ToWordsNl(22)', 'Tweeëntwintig euro en 00 cent'],
    ['ToWordsPl(12)', 'Dwanaście zlotych 00 groszy'],
    ['ToWordsPl(22)', 'Dwadzieścia dwa zlote 00 groszy'],
    ['ToWordsRu(11)', 'Одиннадцать рублей 00 копеек'],
    ['ToWordsRu(21)', 'Двадцать один рубль 00 копеек'],
    ['ToWordsRu(5, false, "страница", "страницы", "страниц")', 'Пять страниц '],
    ['ToWordsUkr(3)', 'Три гривні 00 копійок'],
    ['ToWordsIn(10000001)', 'One crore one rupee and 00 paise'],
    ['ToWordsCn(100001)', '壹拾万零壹元整'],
    ['ToWordsCn(1050.07m)', '壹仟零伍拾元零柒分'],
    ['ToWordsPersian(25)', 'بیست و پنج یورو و 00 یورو سنت'],
  ])('%s', (source, expected) => {
    expect(shown(source)).toBe(expected);
  });

  it('are refused for other values than numbers, numbers that are too large, and currencies that the language does not support', () => {
    expect(() => shown('ToWords("x")')).toThrow('Argument 1 must be a number');
    expect(() => shown('ToWords(1e20)')).toThrow('too large');
    expect(() => shown('ToWords(5, "constructor")')).toThrow("The currency 'CONSTRUCTOR' is not known");
    expect(() => shown('ToWordsIn(5, "constructor")')).toThrow('The currency is not known');
  });
});

describe('letters and Roman numerals', () => {
  it('count from a and 0', () => {
    expect([0, 25, 26, 701, 702].map((value) => shown(`ToLetters(${String(value)})`))).toEqual([
      'a',
      'z',
      'aa',
      'zz',
      'aaa',
    ]);
    expect([1, 4, 9, 1994, 3998].map((value) => shown(`ToRoman(${String(value)})`))).toEqual([
      'I',
      'IV',
      'IX',
      'MCMXCIV',
      'MMMCMXCVIII',
    ]);
    expect(() => shown('ToRoman(3999)')).toThrow('3998');
  });
});

import { describe, expect, it } from 'vitest';
import { shown } from '../../testing/testScope.ts';

describe('numbers in words', () => {
  it.each([
    ['ToWords(1100)', 'One thousand one hundred dollars and 00 cents'],
    ['ToWords(12345)', 'Twelve thousand three hundred and forty-five dollars and 00 cents'],
    ['ToWords(2000000)', 'Two million dollars and 00 cents'],
    ['ToWords("12")', 'Twelve dollars and 00 cents'],
    ['ToWords(99.999m)', 'One hundred dollars and 00 cents'],
    ['ToWords(0.01m, true)', 'Zero dollars and one cent '],
    ['ToWords(2, "GBP")', 'Two pounds and 00 pence'],
    ['ToWordsDe(1001)', 'Einetausendein Euro und 00 Cent'],
    ['ToWordsDe(2000000)', 'Zwei Millionen Euro und 00 Cent'],
    ['ToWordsFr(71)', 'Soixante et onze euros et 00 cents'],
    ['ToWordsFr(21)', 'Vingt et un euros et 00 cents'],
    ['ToWordsEs(21)', 'Veintiun euros con 00 centavos'],
    ['ToWordsEs(100)', 'Cien euros con 00 centavos'],
    ['ToWordsNl(22)', 'Tweeëntwintig euro en 00 cent'],
    ['ToWordsPl(12)', 'Dwanaście złotych 00 groszy'],
    ['ToWordsPl(22)', 'Dwadzieścia dwa zlote 00 groszy'],
    ['ToWordsRu(11)', 'Одиннадцать рублей 00 копеек'],
    ['ToWordsRu(21)', 'Двадцать один рубль 00 копеек'],
    ['ToWordsRu(5, false, "страница", "страницы", "страниц")', 'Пять страниц '],
    ['ToWordsUkr(3)', 'Три гривні 00 копійок'],
    ['ToWordsIn(10000001)', 'One crore one rupee and 00 paise'],
    ['ToWordsCn(100001)', '壹拾万零壹元整'],
    ['ToWordsCn(1050.07m)', '壹仟零伍拾元零柒分'],
    ['ToWordsEnGb(1000000001)', 'One milliard and one pound and 00 pence'],
    ['ToWordsDe(21000)', 'Eineundzwanzigtausend Euro und 00 Cent'],
    ['ToWordsDe(2.05m, true)', 'Zwei Euro und fünf cent '],
    ['ToWordsDe(1.02m, "GBP")', 'Ein Pfund und 02 Penny'],
    ['ToWordsDe(1, "CAD")', 'Ein Dollar und 00 Cent'],
    ['ToWordsNl(2, "GBP")', 'Twee pound en 00 penny'],
    ['ToWordsNl(2000000000000)', 'Twee trillion euro en 00 cent'],
    ['ToWordsFr(80)', 'Quatre-vingts euros et 00 cents'],
    ['ToWordsFr(80000)', 'Quatre-vingt mille euros et 00 cents'],
    ['ToWordsFr(200)', 'Deux cent s euros et 00 cents'],
    ['ToWordsFr(1000000)', 'Une million euros et 00 cents'],
    ['ToWordsFr(2, "GBP")', 'Deux GBP et 00 penny'],
    ['ToWordsEs(101)', 'Ciento un euros con 00 centavos'],
    ['ToWordsEs(21000)', 'Veintiún mil euros con 00 centavos'],
    ['ToWordsEs(1000000000000)', 'Un billón millones euros con 00 centavos'],
    ['ToWordsEs(123456789012)', 'Ciento veintitrés mil cuatrocientos cincuenta y seis millones setecientos ochenta y nueve mil doce euros con 00 centavos'], // prettier-ignore
    ['ToWordsEs(-1.01m, "USD")', 'Minus un dolar con 01 centavos'],
    ['ToWordsEs(0.01m, true)', 'Cero euros con un centavo '],
    ['ToWordsSp(101)', 'Cien uno euro y 00 céntimos'],
    ['ToWordsSp(31000000)', 'Treinta y un millones euros y 00 céntimos'],
    ['ToWordsSp(2000000000000)', 'Dos billiones euros y 00 céntimos'],
    ['ToWordsSp(2, "USD")', 'Dos dólares y 00 céntimos'],
    ['ToWordsRu(2, "BYN")', 'Два рубля 00 копеек'],
    ['ToWordsUkr(59)', "П'ятдесят дев’ять гривень 00 копійок"],
    ['ToWordsUkr(5, "EUR")', 'П’ять євро 00 євроценту'],
    ['ToWordsPl(21000)', 'Dwadzieścia jedna tysiąc złotych 00 groszy'],
    ['ToWordsPl(101.22m, true)', 'Sto jeden złoty dwadzieścia dwie grosze '],
    ['ToWordsPersian(1001)', 'یک هزار و یک یورو و 00 یورو سنت'],
    ['ToWordsPersian(2, "IRR")', 'دو ریال\u200e و 00 دینار'],
    ['ToWordsIn(123456789012)', 'One kharab twenty-three arab forty-five crore sixty-seven lakh eighty-nine thousand twelve rupees and 00 paise'], // prettier-ignore
    ['ToWordsIn(1.01m)', 'One rupee and 01 paise'],
    ['ToWordsIn(1, "USD")', 'One dollar and 00 cent'],
    ['ToWordsIn(0.02m, "USD", true)', 'Zero dollars and two cents '],
    ['ToWordsIn(-1, "page", "pages")', 'Minus one page '],
    ['ToWordsCn(100000)', '壹拾万元整'],
    ['ToWordsCn(12345)', '壹万贰仟叁佰肆拾伍元整'],
    ['ToWordsCn(100005000)', '壹亿零伍仟元整'],
    ['ToWordsCn(1000000000000)', '壹兆元整'],
    ['ToWordsCn(0)', '零元整'],
    ['ToWordsCn(-0.5m)', '负伍角'],
    ['ToWordsCn(1.1m)', '壹元壹角'],
    ['ToWordsPersian(25)', 'بیست و پنج یورو و 00 یورو سنت'],
  ])('%s', (source, expected) => {
    expect(shown(source)).toBe(expected);
  });

  it('are refused for other values than numbers, numbers that are too large, and currencies that the language does not support', () => {
    expect(() => shown('ToWords("x")')).toThrow('Input string was not in a correct format.');
    expect(() => shown("ToWords('x')")).toThrow('Argument 1 must be a number');
    expect(() => shown('ToWords(1e20)')).toThrow('too large');
    expect(() => shown('ToWords(5, "constructor")')).toThrow("The currency 'CONSTRUCTOR' is not known");
    expect(() => shown('ToWordsPersian(5, "eur")')).toThrow("The currency 'eur' is not known");
    expect(() => shown('ToWordsPl(5, "USD")')).toThrow("The currency 'USD' is not known");
    expect(() => shown('ToWordsIn(5, "constructor")')).toThrow('The currency is not known');
  });
});

describe('letters and Roman numerals', () => {
  it('count from a and 0', () => {
    expect([0, 25, 26, 675, 676, 702, 1351, 1352, 17576].map((value) => shown(`ToLetters(${String(value)})`))).toEqual([
      'a',
      'z',
      'aa',
      'yz',
      'aaa',
      'aba',
      'azz',
      'baa',
      'aaaa',
    ]);
    expect([6, 26, 28, 33, 1088, 1089].map((value) => shown(`ToLettersRu(${String(value)})`))).toEqual([
      'ё',
      'щ',
      'ы',
      'аа',
      'юя',
      'ааа',
    ]);
    expect(shown('ToLettersRu(40, true)')).toBe('АЖ');
    expect([1, 4, 9, 1994, 3998].map((value) => shown(`ToRoman(${String(value)})`))).toEqual([
      'I',
      'IV',
      'IX',
      'MCMXCIV',
      'MMMCMXCVIII',
    ]);
    expect(() => shown('ToRoman(3999)')).toThrow('3998');
    expect(shown('ToRoman(-5)')).toBe('');
  });

  it('take any value that becomes a whole number', () => {
    const values = ['2.7', '2.5', '3.5m', '"12"', 'true', 'null'];
    expect(values.map((value) => shown(`ToRoman(${value})`))).toEqual(['III', 'II', 'IV', 'XII', 'I', '']);
    expect(values.map((value) => shown(`ToLetters(${value})`))).toEqual(['d', 'c', 'e', 'm', 'b', 'a']);
  });
});

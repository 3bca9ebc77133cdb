import { describe, expect, it } from 'vitest';
import { NetException } from '../errors.ts';
import { cultureByName } from './cultures.ts';
import { shown, testScope } from '../testing/testScope.ts';

function inCulture(culture: string, source: string): string {
  return shown(source, testScope({}, {}, culture));
}

const moment = 'new DateTime(2024,2,9,14,5,6)';

describe('cultures', () => {
  it.each([
    ['en-US', '2/9/2024 2:05:06 PM', 'Friday, February 9, 2024', '-$1,234.50', '1,234.50', '12.34%'],
    ['en-GB', '09/02/2024 14:05:06', 'Friday, 9 February 2024', '-£1,234.50', '1,234.50', '12.34%'],
    ['de-DE', '09.02.2024 14:05:06', 'Freitag, 9. Februar 2024', '-1.234,50 €', '1.234,50', '12,34 %'],
    ['nb-NO', '09.02.2024 14:05:06', 'fredag 9. februar 2024', 'kr −1\u00a0234,50', '1\u00a0234,50', '12,34 %'],
    ['nl-NL', '09-02-2024 14:05:06', 'vrijdag 9 februari 2024', '€ -1.234,50', '1.234,50', '12,34%'],
  ])('%s', (culture, general, long, currency, number, percent) => {
    expect(inCulture(culture, moment)).toBe(general);
    expect(inCulture(culture, `${moment}.ToString("D")`)).toBe(long);
    expect(inCulture(culture, 'FormatCurrency(-1234.5m)')).toBe(currency);
    expect(inCulture(culture, 'FormatNumber(1234.5)')).toBe(number);
    expect(inCulture(culture, 'FormatPercent(0.1234)')).toBe(percent);
  });

  it('write decimals and doubles with their separator also without a format', () => {
    expect(inCulture('de-DE', '"x" + 1.50m + "/" + 2.5')).toBe('x1,50/2,5');
  });

  it('parse numbers and dates that they have formatted', () => {
    expect(inCulture('de-DE', 'double.Parse("1.234,5") + 1')).toBe('1235,5');
    expect(inCulture('en-GB', 'DateTime.Parse("03/04/2024").Month')).toBe('4');
    expect(inCulture('en-US', 'DateTime.Parse("03/04/2024").Month')).toBe('3');
    expect(inCulture('en-GB', 'DateTime.Parse("9 Feb 2024 2:05 pm").Hour')).toBe('14');
  });

  // Values of DateTime.Parse in .NET.
  it('parse dates of two numbers, of which one with three digits or more is the year', () => {
    const parsed = (culture: string, text: string): string =>
      inCulture(culture, `DateTime.Parse("${text}").ToString("yyyy-MM-dd HH:mm")`);

    expect(['1 2', '2.13', '10:30 1 2', '5 2024', '2024 5', '12.345', '345 12', 'Jan 345'].map((text) => parsed('en-US', text))).toEqual([
      '2026-01-02 00:00', '2026-02-13 00:00', '2026-01-02 10:30', '2024-05-01 00:00', '2024-05-01 00:00', '0345-12-01 00:00', '0345-12-01 00:00', '0345-01-01 00:00',
    ]); // prettier-ignore
    expect(['1 2', '13 2', '1,234.5'].map((text) => parsed('en-GB', text))).toEqual(['2026-02-01 00:00', '2026-02-13 00:00', '0234-01-05 00:00']); // prettier-ignore
  });

  it('parse dates of an exact pattern, and refuse other texts', () => {
    expect(inCulture('en-GB', 'DateTime.ParseExact("09.02.2024 14:05", "dd.MM.yyyy HH:mm", null)')).toBe(
      '09/02/2024 14:05:00',
    );
    expect(inCulture('en-GB', 'DateTime.ParseExact("Fri 9 Feb 24", "ddd d MMM yy", null).Year')).toBe('2024');
    for (const [text, pattern] of [
      ['9.2.2024', 'dd.MM.yyyy'],
      ['a'.repeat(60), "dddd'a'dddd'a'dddd'a'dddd'a'dddd"],
      ['a'.repeat(60), "dddd'a'MMMM'b'"],
      ['x'.repeat(5000), 'dd'],
    ]) {
      expect(() => inCulture('en-GB', `DateTime.ParseExact("${text}", "${pattern}", null)`)).toThrow(
        expect.objectContaining({ typeName: 'FormatException' }),
      );
    }
  });

  it('parse each part of an exact pattern', () => {
    const parsed = (text: string, pattern: string, culture = 'en-GB'): string =>
      inCulture(culture, `DateTime.ParseExact("${text}", "${pattern}", null).ToString("yyyy-MM-dd HH:mm:ss.fffffff")`);
    const day = '2024-02-09';
    expect(parsed('240209 7:5:3', 'yyMMdd H:m:s')).toBe(`${day} 07:05:03.0000000`);
    expect(parsed('9 2 2024', 'd M yyyy')).toBe(`${day} 00:00:00.0000000`);
    expect(parsed('9 Feb 02024', 'd MMM yyyyy')).toBe(`${day} 00:00:00.0000000`);
    expect(parsed('Friday 9 February 2024', 'dddd d MMMM yyyy')).toBe(`${day} 00:00:00.0000000`);
    for (const [fraction, letters] of [
      ['25', 'ff'],
      ['25', 'FFF'],
      ['2500000', 'fffffff'],
    ])
      expect(parsed(`2024-02-09 14:05:06.${fraction}`, `yyyy-MM-dd HH:mm:ss.${letters}`)).toBe(
        `${day} 14:05:06.2500000`,
      );
    // A dot before optional digits may be missing with them.
    expect(parsed('2024-02-09 14:05:06', 'yyyy-MM-dd HH:mm:ss.FFF')).toBe(`${day} 14:05:06.0000000`);
    for (const [text, hour] of [
      ['12:30 AM', '00'],
      ['1:30 AM', '01'],
      ['12:30 PM', '12'],
      ['11:30 PM', '23'],
    ] as const)
      expect(parsed(`2024-02-09 ${text}`, 'yyyy-MM-dd h:mm tt', 'en-US'), text).toBe(`${day} ${hour}:30:00.0000000`);
    expect(parsed('2024-02-09 11 P', 'yyyy-MM-dd h t', 'en-US')).toBe(`${day} 23:00:00.0000000`);
    expect(parsed("2024 o'clock 09 (02)", String.raw`yyyy \"o'clock\" dd (MM)`)).toBe(`${day} 00:00:00.0000000`);
    expect(parsed('A.D. 2024-02-09', 'g yyyy-MM-dd')).toBe(`${day} 00:00:00.0000000`);
    expect(parsed('2024-02-09', '%yyyy-MM-dd')).toBe(`${day} 00:00:00.0000000`);
    // A missing date is that of today; of a date with a year alone it is the first of January.
    expect(parsed('14:05', 'HH:mm')).toBe('2026-01-15 14:05:00.0000000');
    expect(parsed('2024', 'yyyy')).toBe('2024-01-01 00:00:00.0000000');
    expect(parsed('02', 'MM')).toBe('2026-02-01 00:00:00.0000000');
  });

  it('parse offsets of an exact pattern, and convert them to universal time', () => {
    const parsed = (text: string, pattern: string): string =>
      inCulture(
        'en-GB',
        `DateTime.ParseExact("2024-02-09 14:05 ${text}", "yyyy-MM-dd HH:mm ${pattern}", null).ToString("dd HH:mm")`,
      );
    for (const [text, pattern, expected] of [
      ['Z', 'K', '09 14:05'],
      ['z', 'K', '09 14:05'],
      ['', 'K', '09 14:05'],
      ['+02:30', 'K', '09 11:35'],
      ['-02:30', 'zzz', '09 16:35'],
      ['+0230', 'zzz', '09 11:35'],
      ['+02', 'zz', '09 12:05'],
      ['+2', 'z', '09 12:05'],
      ['+14', 'zz', '09 00:05'],
      ['-14', 'zz', '10 04:05'],
      ['GMT', 'Z', '09 14:05'],
    ] as const)
      expect(parsed(text, pattern), `${text} as ${pattern}`).toBe(expected);
    for (const [text, pattern] of [
      ['', 'zzz'],
      ['+2', 'zz'],
      ['+15', 'zz'],
      ['+02:60', 'zzz'],
      ['+02:3', 'zzz'],
      ['Y', 'Z'],
    ] as const)
      expect(() => parsed(text, pattern), `${text} as ${pattern}`).toThrow(
        expect.objectContaining({ typeName: 'FormatException' }),
      );
  });

  it.each([
    ['9.02.2024', 'dd.MM.yyyy'],
    ['09.02.24', 'dd.MM.yyyy'],
    ['09.02.2024 ', 'dd.MM.yyyy'],
    ['09.02.2024', 'dd.MM.yyyy dd'],
    ['09.02.2024 10', 'dd.MM.yyyy dd'],
    ['Monday 09.02.2024', 'dddd dd.MM.yyyy'],
    ['30.02.2024', 'dd.MM.yyyy'],
    ['24:00', 'HH:mm'],
    ['13:00 PM', 'h:mm tt'],
    ['13:00 AM', 'HH:mm tt'],
    ['11:00 PM', 'HH:mm tt'],
    ['09 02', "dd'MM"],
    ['Fib 2024', 'MMM yyyy'],
    ['1.12345678', 's.ffffffff'],
    ['09/02', 'dd-MM'],
  ])('refuse %s in the exact pattern %s', (text, pattern) => {
    expect(() => inCulture('en-US', `DateTime.ParseExact("${text}", "${pattern}", null)`)).toThrow(NetException);
  });

  it('parse dates in many forms', () => {
    const dates = [
      '2024-02-09',
      '2024-02-09T00:00:00Z',
      '9 February 2024',
      'Feb 9, 2024',
      'Friday, 9 February 2024',
      '09/02/2024 00:00',
      '9.2.24',
    ];

    expect(dates.map((text) => inCulture('en-GB', `DateTime.Parse("${text}").ToString("yyyy-MM-dd HH:mm")`))).toEqual(
      dates.map(() => '2024-02-09 00:00'),
    );
    expect(inCulture('en-US', 'DateTime.Parse("2024-02-09T14:05:06.25+02:00").ToString("HH:mm:ss.ff")')).toBe(
      '12:05:06.25',
    );
    expect(inCulture('en-US', 'DateTime.Parse("2:05 PM")')).toBe('1/15/2026 2:05:00 PM');
    for (const text of [
      '',
      'soon',
      '30/02/2024',
      '13/13/2024',
      '25:00',
      '2024-02-30',
      '1 2 3 4',
      '1/2 10:30',
      '9'.repeat(300),
    ]) {
      expect(() => inCulture('en-GB', `DateTime.Parse("${text}")`)).toThrow(
        expect.objectContaining({ typeName: 'FormatException' }),
      );
    }
  });

  it('number weeks by their own rule', () => {
    expect(inCulture('en-US', 'WeekOfYear(new DateTime(2023,1,1))')).toBe('1');
    expect(inCulture('en-GB', 'WeekOfYear(new DateTime(2023,1,1))')).toBe('52');
    expect(inCulture('en-GB', 'WeekOfYear(new DateTime(2026,12,31))')).toBe('53');
  });

  it('use the genitive of months beside a day', () => {
    expect(inCulture('pl-PL', `${moment}.ToString("d MMMM")`)).toBe('9 lutego');
    expect(inCulture('pl-PL', `${moment}.ToString("MMMM yyyy")`)).toBe('luty 2024');
  });

  it('with unknown names are the invariant culture', () => {
    expect(cultureByName('xx-nowhere-at-all').name).toBe('');
    expect(cultureByName('no such name').name).toBe('');
  });
});

describe('custom formats of numbers', () => {
  it.each([
    ['1234.567', '#,##0.00', '1,234.57'],
    ['0.5', '#.##', '.5'],
    ['0', '#.##', ''],
    ['0', '0.00', '0.00'],
    ['-5.5', '0.0', '-5.5'],
    ['5', '000', '005'],
    ['1234', '0,0', '1,234'],
    ['1234567', '0,,.0', '1.2'],
    ['0.256', '0.#%', '25.6%'],
    ['12345', '00-00-00', '01-23-45'],
    ['42', "0 'items'", '42 items'],
    ['42', '0\\m', '42m'],
    ['-3', '0;minus 0;none', 'minus 3'],
    ['0', '0;minus 0;none', 'none'],
    ['0.001', '0.0;-0.0;none', 'none'],
    ['12345.678', '0.00E+00', '1.23E+04'],
    ['2.675', '0.00', '2.68'],
    ['999.995m', '0.00', '1000.00'],
    ['1e20', '0', '100000000000000000000'],
    ['double.NaN', '0.00', 'NaN'],
  ])('%s as %s', (value, format, expected) => {
    expect(shown(`(${value}).ToString(${JSON.stringify(format)})`)).toBe(expected);
  });
});

describe('custom formats of dates and times', () => {
  it.each([
    ['ddd d/M/yy', 'Fri 9/2/24'],
    ['dddd, MMMM dd', 'Friday, February 09'],
    ['hh:mm:ss tt', '02:05:06 PM'],
    ['H:m:s t', '14:5:6 P'],
    ["yyyy'-W'MM", '2024-W02'],
    ['HH\\hmm', '14h05'],
    ['%d', '9'],
    ['ss.fff', '06.000'],
    ['ss.FFF', '06'],
    ['MMM', 'Feb'],
    ['yyyyy', '02024'],
  ])('%s', (format, expected) => {
    expect(shown(`${moment}.ToString(${JSON.stringify(format)})`)).toBe(expected);
  });

  it.each([
    ['new TimeSpan(1, 2, 3, 4).ToString()', '1.02:03:04'],
    ['new TimeSpan(0, 0, -90).ToString()', '-00:01:30'],
    ['new TimeSpan(26, 0, 0).TotalHours', '26'],
    ['new TimeSpan(1, 2, 3, 4).ToString("hh\\\\:mm")', '02:03'],
    ['TimeSpan.FromMilliseconds(1500)', '00:00:01.5000000'],
  ])('%s', (source, expected) => {
    expect(shown(source)).toBe(expected);
  });
});

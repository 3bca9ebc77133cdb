import { describe, expect, it } from 'vitest';
import { cultureByName } from '../cultures/cultures.ts';
import { Decimal } from '../values/decimal.ts';
import { dateTime } from '../values/calendar.ts';
import { formatValue } from './format.ts';
import type { FormatSpec } from './formatSpec.ts';
import { Double, TimeSpan } from '../values/values.ts';
import type { Value } from '../values/values.ts';

const enUS = cultureByName('en-US');

function written(value: Value, format: FormatSpec, culture = 'en-US'): string {
  return formatValue(value, format, cultureByName(culture));
}

describe('formats of a template', () => {
  const money: FormatSpec = { kind: 'Currency', useLocale: false, decimalDigits: 2 };

  it('take missing settings from the culture', () => {
    expect(written(new Decimal(-12345, 1), money, 'en-GB')).toBe('(£1,234.50)');
    expect(written(new Decimal(-12345, 1), money, 'de-DE')).toBe('(€1.234,50)');
    expect(written(1234, { kind: 'Number', useLocale: true }, 'en-US')).toBe('1,234.00');
  });

  it('do not change a text or a boolean that they do not support, and refuse a date', () => {
    expect(written('n/a', money)).toBe('n/a');
    expect(written('n/a', { kind: 'Date', format: 'dd.MM.yyyy' })).toBe('n/a');
    expect(written(true, { kind: 'Time', format: 'HH:mm' })).toBe('True');
    expect(written('x', { kind: 'Boolean', trueText: 'Yes', falseText: 'No' })).toBe('x');
    expect(() => written(dateTime(2024, 2, 9), { kind: 'Percent', useLocale: true })).toThrow(
      'Input string was not in a correct format.',
    );
    expect(written(new Double(Number.NaN), { kind: 'Number', useLocale: true })).toBe('NaN');
    expect(written(null, money)).toBe('');
  });

  it('apply the pattern of a date to a number like one of a number', () => {
    expect(written(5, { kind: 'Date', format: 'd' })).toBe('5');
    expect(written(5, { kind: 'Date', format: 'dd.MM.yyyy' })).toBe('dd5MMyyyy');
    expect(written(new Decimal(97255, 1), { kind: 'Date', format: 'dd.MM.yyyy' })).toBe('dd9726MMyyyy');
    expect(written(0, { kind: 'Date', format: 'dd.MM.yyyy' })).toBe('ddMMyyyy');
  });

  it('write a time of day in a TimeSpan like a time', () => {
    expect(written(new TimeSpan(14 * 36_000_000_000), { kind: 'Time', format: 't' })).toBe('2:00 PM');
  });

  it('write a TimeSpan beyond a day as a duration, by its own patterns', () => {
    const days = new TimeSpan(23 * 864_000_000_000);
    expect(written(days, { kind: 'Date', format: 'ddd' })).toBe('023');
    expect(written(days, { kind: 'Time', format: 't' })).toBe('23.00:00:00');
    expect(written(new TimeSpan(-36_000_000_000), { kind: 'Custom', format: 'hh' })).toBe('01');
    expect(() => written(days, { kind: 'Date', format: 'dd.MM.yyyy' })).toThrow(
      'Input string was not in a correct format.',
    );
  });

  it('round half away from zero, decimals and doubles alike', () => {
    const number: FormatSpec = { kind: 'Number', useLocale: true, decimalDigits: 1 };

    expect(written(new Decimal(225, 2), number)).toBe('2.3');
    expect(written(new Double(2.25), number)).toBe('2.3');
    expect(written(new Decimal(-225, 2), number)).toBe('-2.3');
  });

  it('round a percentage once, at its own digits', () => {
    const percent: FormatSpec = { kind: 'Percent', useLocale: true, decimalDigits: 0 };

    expect(written(new Double(0.285), percent)).toBe('28%');
    expect(written(new Decimal(285, 3), percent)).toBe('29%');
    expect(written(new Double(0.004), percent)).toBe('0%');
    expect(written(12, percent)).toBe('1,200%');
    expect(written(new Double(-0.07), { ...percent, decimalDigits: 2 })).toBe('-7.00%');
  });

  it('limit the number of decimals', () => {
    expect(written(new Double(1.5), { kind: 'Number', useLocale: true, decimalDigits: -3 })).toBe('2');
    expect(written(1, { kind: 'Number', useLocale: true, decimalDigits: 1e9 })).toHaveLength(101);
    expect(written(1, { kind: 'Number', useLocale: true, decimalDigits: Number.NaN })).toBe('1');
  });

  it('limit the pattern numbers to existing ones', () => {
    expect(formatValue(-1, { ...money, negativePattern: 99 }, enUS)).toBe('-$1.00');
  });
});

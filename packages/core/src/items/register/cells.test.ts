import { type Field, FIELD_TYPES } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { answerOf, cellOf, type DecimalSeparator, decimalSeparatorOf } from './cells.ts';

// Values of other types are not examined.
const weight = { fieldTypeId: FIELD_TYPES.number.id } as Field;
const read = (text: string, separator: DecimalSeparator = '.'): string => {
  const cell = answerOf(weight, text, 'UTC', separator);
  return 'answer' in cell ? cell.answer.value : `refused: ${cell.reason}`;
};

describe('a number in a cell', () => {
  it.each([
    ['12.5', '12.5'],
    ['12,5', '12.5'],
    ['-0,25', '-0.25'],
    ['1.250', '1.250'],
    ['0,125', '0.125'],
    ['1250,125', '1250.125'],
    ['12.', '12'],
    [',5', '.5'],
  ])('%s is the answer %s', (text, value) => {
    expect(read(text)).toBe(value);
  });

  it.each(['1,250', '-12,500', '999,999'])('%s is refused, because it may be thousands or decimals', (text) => {
    expect(read(text)).toBe(
      'refused: This may be thousands or decimals. Write decimals with a point, thousands without.',
    );
  });

  it.each(['heavy', '12 kg', '1 250', '1.250,5', '1,2,3', '-', '.', '1e3'])('%s is refused', (text) => {
    expect(read(text)).toBe('refused: This must be a number, without units and spaces.');
  });

  it.each(['1.250', '-12.500'])('%s is refused among decimal commas', (text) => {
    expect(read(text, ',')).toBe(
      'refused: This may be thousands or decimals. Write decimals with a comma, thousands without.',
    );
  });

  it('with three digits after a comma is accepted among decimal commas', () => {
    expect(read('1,250', ',')).toBe('1.250');
  });
});

describe('the separator of decimals', () => {
  it.each([
    [['3,25', '12', '1.250'], ','],
    [['3,25', '3.25'], '.'],
    [['1,250', '1.250', '7'], '.'],
    [['3,2,1', '12,5 kg'], '.'],
  ] as const)('of %j is %s', (texts, separator) => {
    expect(decimalSeparatorOf(texts)).toBe(separator);
  });
});

describe('an answer that is exported', () => {
  const cell = (type: keyof typeof FIELD_TYPES, value: string, displayValue = '', options: Field['options'] = []) =>
    cellOf(
      { fieldTypeId: FIELD_TYPES[type].id, options } as Field,
      { value, displayValue },
      { timeZone: 'UTC', formerTimeZones: '' },
    );

  it('is a number where the sheet shows it as it was written, and a text where digits would be lost', () => {
    expect(['4.5', '-12', '0'].map((value) => cell('number', value))).toEqual([4.5, -12, 0]);
    const written = ['1.250', '007', '12345678901234567890'];
    expect(written.map((value) => cell('number', value))).toEqual(written);
  });

  it('is Yes or No, a day, the name of a choice, or the text', () => {
    expect(['true', 'false'].map((value) => cell('checkbox', value))).toEqual(['Yes', 'No']);
    expect(cell('date', '2021-03-24T00:00:00.000Z')).toEqual(new Date(Date.UTC(2021, 2, 24)));
    expect(cell('text', ' as written ')).toBe(' as written ');
  });

  it('is empty without an answer', () => {
    expect((['text', 'number', 'checkbox', 'date', 'select'] as const).map((type) => cell(type, ''))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a day in a cell', () => {
  const installed = { fieldTypeId: FIELD_TYPES.date.id } as Field;

  it.each(['24.03.2021', '24.3.2021', '24/03/2021', '2021-03-24'])('%s is 24 March', (text) => {
    expect(answerOf(installed, text, 'UTC', '.')).toEqual({
      answer: { value: '2021-03-24T00:00:00.000Z', displayValue: '24/03/2021' },
    });
  });

  it.each(['31.02.2021', '3.24.2021', '24.03.21'])('%s is refused', (text) => {
    expect(answerOf(installed, text, 'UTC', '.')).toEqual({
      reason: 'This must be a day as DD/MM/YYYY or YYYY-MM-DD.',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { numberIn, numberProblem, type NumberTyping, typeNumber } from './numbers.ts';

const EMPTY: NumberTyping = { text: '', refused: '' };

/** Types one key after another; `<` is Backspace. */
function typing(keys: string, from = EMPTY): NumberTyping {
  return Array.from(keys).reduce((at, key) => typeNumber(at, key === '<' ? at.text.slice(0, -1) : at.text + key), from);
}

describe('a number', () => {
  it('is the same with a comma and with a point, and is stored with a point [FLDS-10]', () => {
    for (const [text, stored] of [
      ['12,5', '12.5'],
      ['12.5', '12.5'],
      ['-0,25', '-0.25'],
      [',5', '.5'],
      ['3.', '3'],
      ['3,', '3'],
      ['12', '12'],
    ] as const)
      expect(numberIn(text)).toBe(stored);
    for (const text of ['', '-', '.', '1,250.5', '1.2.3', '1-2', '--1', '1e5', '+1']) expect(numberIn(text)).toBeNull();
  });

  it('is shown in its field as it was typed, even when it is not valid yet', () => {
    for (const text of ['12,5', '1.250,5', '1-2', '-', '3,']) expect(typing(text).text).toBe(text);
    expect(numberProblem(typing('12,5'))).toBeNull();
    expect(numberProblem(typing('1.250,5'))).toBe('separators');
    expect(numberProblem(typing('1-2'))).toBe('sign');
    expect(numberProblem(typing('-'))).toBe('noDigit');
  });

  it('from which a typed character was left out is not accepted until it is corrected [FLDS-10]', () => {
    expect(typing('3/4')).toEqual({ text: '34', refused: '/' });
    expect(numberProblem(typing('3/4'))).toBe('refused');
    expect(numberProblem(typing('1 250'))).toBe('refused');
    expect(numberProblem(typing('3/4<<0,75'))).toBeNull();
    expect(numberProblem(typeNumber(typing('3/4'), '7'))).toBeNull();
    expect(numberProblem(typeNumber(typing('3/4'), '1250'))).toBeNull();
    expect(numberProblem(typeNumber(typing('3/4'), '354'))).toBe('refused');
    expect(numberProblem(typing('x12'))).toBeNull();
  });

  it('is kept when a text that is no number is pasted over it', () => {
    expect(typeNumber(typing('12'), '12.5 kg')).toEqual({ text: '12', refused: 'kg' });
  });

  it('is not lost when it is pasted into an empty field with its unit or with spaces', () => {
    expect(typeNumber(EMPTY, '12,5 kg')).toEqual({ text: '12,5', refused: 'kg' });
    expect(typeNumber(EMPTY, '12,5 ')).toEqual({ text: '12,5', refused: '' });
    expect(numberProblem(typeNumber(EMPTY, ' -3.25'))).toBeNull();
    expect(typeNumber(EMPTY, '1 250')).toEqual({ text: '1250', refused: '␣' });
    expect(numberProblem(typeNumber(EMPTY, '1 250'))).toBe('refused');
  });

  it('is not put together of several that are pasted', () => {
    expect(typeNumber(EMPTY, '10 W 230 V')).toEqual({ text: '', refused: 'W  V' });
  });
});

import { describe, expect, it } from 'vitest';
import { toLower, toUpper } from './letterCase.ts';

describe('upper and lower case', () => {
  it('are given letter by letter: a letter without a counterpart of one letter stays', () => {
    expect(toUpper('Straße ǆ')).toBe('STRAßE Ǆ');
    expect(toLower('ΟΔΟΣ İ')).toBe('οδοσ İ');
    expect(toUpper('plain')).toBe('PLAIN');
  });
});

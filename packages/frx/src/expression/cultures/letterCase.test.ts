import { describe, expect, it } from 'vitest';
import { toLower, toUpper } from './letterCase.ts';

describe('upper and lower case', () => {
  it('are converted letter by letter: a letter without a counterpart of one letter is kept', () => {
    expect(toUpper('Straße ǆ')).toBe('STRAßE Ǆ');
    expect(toLower('ΟΔΟΣ İ')).toBe('οδοσ İ');
    expect(toUpper('plain')).toBe('PLAIN');
  });
});

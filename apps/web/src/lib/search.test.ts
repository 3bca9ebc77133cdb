import { describe, expect, it } from 'vitest';
import { holdsAll, plain, searchWords } from './search.ts';

describe('a search', () => {
  it('ignores case, accents and the number of spaces', () => {
    expect(searchWords('  Gång\t Öst ')).toEqual(['gang', 'ost']);
    expect(searchWords('   ')).toEqual([]);
    expect(plain('Skjærløft Straße ÅÆØ')).toBe('skjaerloft strasse aaeo');
    expect(plain('CRANE 7 ~')).toBe('crane 7 ~');
  });

  it('finds texts with every word, in any order', () => {
    expect(holdsAll('crane hook 7', ['7', 'crane'])).toBe(true);
    expect(holdsAll('crane hook 7', ['crane', '8'])).toBe(false);
    expect(holdsAll('crane', [])).toBe(true);
  });
});

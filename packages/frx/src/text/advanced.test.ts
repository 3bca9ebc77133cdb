import { describe, expect, it } from 'vitest';
import { trimToFit } from './advanced.ts';
import type { TextStyle } from '../page.ts';

/** The longest form of a text of at most `count` characters. */
const trimmed = (text: string, trimming: TextStyle['trimming'], count: number): string =>
  trimToFit(text, trimming, (candidate) => Array.from(candidate).length <= count);

describe('a text that is trimmed', () => {
  it('ends within a word or with a whole one', () => {
    expect(trimmed('The quick brown', 'Character', 12)).toBe('The quick br');
    expect(trimmed('The quick brown', 'Word', 12)).toBe('The quick');
    expect(trimmed('The quick', 'Word', 3)).toBe('The');
  });

  it('counts its ellipsis, before which no space stays', () => {
    expect(trimmed('The quick brown', 'EllipsisCharacter', 12)).toBe('The quick b…');
    expect(trimmed('The quick brown', 'EllipsisCharacter', 11)).toBe('The quick…');
    expect(trimmed('The quick brown', 'EllipsisWord', 12)).toBe('The quick…');
  });

  it('keeps a part of its first word where nothing else fits', () => {
    expect(trimmed('Crane hook', 'Word', 3)).toBe('Cra');
    expect(trimmed('Crane hook', 'EllipsisWord', 4)).toBe('Cra…');
    expect(trimmed(' Crane', 'Word', 3)).toBe(' Cr');
  });

  it('keeps both ends of a path, the longer one at the start', () => {
    expect(trimmed('C:/rigs/a.txt', 'EllipsisPath', 6)).toBe('C:/…xt');
    expect(trimmed('C:/rigs/a.txt', 'EllipsisPath', 7)).toBe('C:/…txt');
  });

  it('never splits a character of two code units', () => {
    expect(trimmed('😀😁😂', 'Character', 2)).toBe('😀😁');
  });

  it('stays whole where it fits', () => {
    expect(trimmed('ab cd', 'Word', 5)).toBe('ab cd');
  });
});

import { describe, expect, it } from 'vitest';
import { escapedText } from './escapes.ts';

describe('the text of a cell of a workbook', () => {
  it('has the characters that XML cannot carry in the notation of workbooks', () => {
    expect(escapedText('a\u0000b\rc\ufffe\ud800\nd\te')).toBe('a_x0000_b_x000D_c_xFFFE__xD800_\nd\te');
    expect(escapedText('Løftekrok 🪝')).toBe('Løftekrok 🪝');
  });

  it('differs from a text that looks like the notation', () => {
    expect(escapedText('tag_x0041_')).toBe('tag_x005F_x0041_');
  });
});

import { describe, expect, it } from 'vitest';
import { preview } from './preview.ts';

describe('the preview of a note', () => {
  it('is the note itself up to 20 characters', () => {
    expect(preview('12345678901234567890')).toBe('12345678901234567890');
  });

  it('is the first 20 characters and an ellipsis when the note is longer [CNST-06]', () => {
    expect(preview('123456789012345678901')).toBe('12345678901234567890…');
  });

  it('counts visible characters', () => {
    const family = '👩‍👩‍👧';
    expect(preview(family.repeat(21))).toBe(`${family.repeat(20)}…`);
  });

  it('is shown on a single line', () => {
    expect(preview('Split pin\nmissing')).toBe('Split pin missing');
  });
});

import { describe, expect, it } from 'vitest';
import { uploadBudget } from './uploads.ts';

describe('bytes being received', () => {
  it('are accepted up to a budget, and again once some are finished', () => {
    const budget = uploadBudget(undefined, 100);
    const first = budget.take(60)!;
    const second = budget.take(40)!;
    expect(budget.take(1)).toBeNull();
    second();
    second();
    expect(budget.take(41)).toBeNull();
    expect(budget.take(40)).not.toBeNull();
    first();
    expect(budget.take(60)).not.toBeNull();
  });

  it('are accepted alone in any number', () => {
    const budget = uploadBudget(undefined, 100);
    const large = budget.take(1_000)!;
    expect(budget.take(1)).toBeNull();
    large();
    expect(budget.take(1)).not.toBeNull();
  });

  it.each([
    ['', []],
    ['aGk=', [104, 105]],
    ['AAEC', [0, 1, 2]],
  ])('are read from the base64 "%s"', (text, bytes) => {
    expect([...uploadBudget().fromBase64(text)!]).toEqual(bytes);
  });

  it.each(['a', 'aGk', 'aGk=\n', 'aG k', 'aG=k', '====', '%%%%'])('are not read from "%s"', (text) => {
    expect(uploadBudget().fromBase64(text)).toBeNull();
  });
});

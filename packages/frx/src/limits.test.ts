import { expect, it } from 'vitest';
import { isStackEnd } from './limits.ts';

/** Errors of a call and of new regular expressions at each depth on the way back from the end of the stack. */
function errorsAtStackEnd(): unknown[] {
  const errors: unknown[] = [];
  let made = 0;
  const dive = (): void => {
    try {
      dive();
    } catch (error) {
      if (errors.length === 0) errors.push(error);
    }
    if (made > 400) return;
    try {
      // The machine keeps compiled patterns, so that each is another one.
      new RegExp(`^[\\p{L}${String(made++)}]+(?:\\.[\\p{L}\\p{N}]+)*$`, 'u').test('name');
    } catch (error) {
      errors.push(error);
    }
  };
  dive();
  return errors;
}

it('recognises a stack overflow in calls and in regular expressions', () => {
  const errors = errorsAtStackEnd();

  expect(new Set(errors.map((error) => (error as Error).name))).toEqual(new Set(['RangeError', 'SyntaxError']));
  expect(errors.every((error) => isStackEnd(error))).toBe(true);
});

it('does not mistake other errors for a stack overflow', () => {
  expect(isStackEnd(new RangeError('Invalid array length'))).toBe(false);
  expect(isStackEnd(new SyntaxError('Unterminated group'))).toBe(false);
  expect(isStackEnd(new Error('call stack'))).toBe(false);
});

import { expect, it } from 'vitest';
import { nearest } from './similar.ts';

it('A name is compared with a limited number of others', () => {
  expect(nearest('Totl', ['Name', 'Total'])).toBe('Total');
  const others = Array.from({ length: 200 }, (_, at) => `${'y'.repeat(97)}${100 + at}`);
  const name = 'x'.repeat(100);
  expect(nearest(name, [name.toUpperCase(), ...others])).toBe(name.toUpperCase());
  expect(nearest(name, [...others, name.toUpperCase()])).toBeUndefined();
});

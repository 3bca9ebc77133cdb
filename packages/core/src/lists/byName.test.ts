import { expect, it } from 'vitest';
import { byName } from './byName.ts';

it('Named things are in natural order, and those of the same name in the order of their ids', () => {
  const named = ['Girt 10', 'girt 9', 'Girt 9', 'Anchor'].map((name, i) => ({ name, id: `b${i}` }));
  const sorted = [...named, { name: 'Anchor', id: 'a' }].toSorted(byName);
  expect(sorted.map(({ name }) => name)).toEqual(['Anchor', 'Anchor', 'girt 9', 'Girt 9', 'Girt 10']);
  expect(sorted.slice(0, 2).map(({ id }) => id)).toEqual(['a', 'b3']);
});

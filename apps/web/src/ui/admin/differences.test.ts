import { expect, it } from 'vitest';
import { differencesOf } from './differences.ts';

interface Values {
  name: string;
  required: boolean;
  options: string[];
  hidden: string;
}

const yours: Values = { name: 'Play', required: true, options: ['a'], hidden: 'x' };
const shown = {
  name: { name: 'Name' },
  required: { name: 'Required' },
  options: { name: 'Options', text: (options: string[]) => options.join(', ') },
};

it('The differences of two saves are the shown values that differ, in words', () => {
  const theirs: Values = { name: '', required: false, options: ['a', 'b'], hidden: 'y' };
  expect(differencesOf(yours, theirs, shown)).toEqual([
    { name: 'Name', yours: 'Play', theirs: '(empty)' },
    { name: 'Required', yours: 'Yes', theirs: 'No' },
    { name: 'Options', yours: 'a', theirs: 'a, b' },
  ]);
  expect(differencesOf(theirs, yours, { name: { name: 'Name' } })).toEqual([
    { name: 'Name', yours: '(empty)', theirs: 'Play' },
  ]);
  expect(differencesOf(yours, { ...yours, hidden: 'y', options: ['a'] }, shown)).toEqual([]);
});

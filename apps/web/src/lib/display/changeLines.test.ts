import { expect, it } from 'vitest';
import { linesText } from './changeLines.ts';

it('The lines of a change name the field, and the values before and after', () => {
  const lines = [
    { field: 'Name', from: 'Hook', to: 'Crane hook' },
    { field: 'Tag', from: '', to: 'E200' },
    { field: 'Tag', from: 'E200', to: '' },
    { field: '', from: 'a', to: 'b' },
    { field: 'Condition', from: 'Fit', to: 'Defective' },
  ];
  expect(linesText('Condition', lines)).toEqual([
    'Name: Hook → Crane hook',
    'Tag: E200',
    'Tag: E200 → nothing',
    'a → b',
    'Fit → Defective',
  ]);
});

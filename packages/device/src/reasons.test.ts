import { problems } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { reasonText } from './reasons.ts';

it('the reason of a refusal is given in words, also for problems of the contract, and as its code when it is unknown', () => {
  expect(reasonText('failed')).toBe('Something went wrong on the server.');
  expect(reasonText('notFound')).toBe(problems.notFound.message);
  expect(reasonText('aReasonOfANewerServer')).toBe('aReasonOfANewerServer');
});

import { operationList } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { handlers } from '../index.ts';

it('Every operation that a server has is among the handlers', () => {
  const missing = operationList.filter(({ name, agentOnly }) => agentOnly !== true && !handlers.has(name));
  const message =
    "Without a handler: list it in the index.ts of its feature, which `handlers` of core's index.ts contains";
  expect(
    missing.map(({ name }) => name),
    message,
  ).toEqual([]);
});

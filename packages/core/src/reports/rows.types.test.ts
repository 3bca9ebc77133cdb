/** Type tests: each line under `@ts-expect-error` fails the type check when it compiles. */
import { expect, it } from 'vitest';
import type { AnsweredRow } from './answerRows.ts';
import type { Row } from './dataSet.ts';

/** Never called: it is only compiled. */
export function refusedByTheCompiler(): void {
  const row: Row<'Condition'> = ['1', 'Defective', '#C62828', 2];
  // @ts-expect-error a row without a cell for its last column
  const shorter: Row<'Condition'> = ['1', 'Defective', '#C62828'];
  // @ts-expect-error a row with a cell for which there is no column
  const longer: Row<'Condition'> = ['1', 'Defective', '#C62828', 2, ''];
  // @ts-expect-error a table whose rows have no answers
  const answered: AnsweredRow<'Condition'> = { ownerId: '1', cells: row };
  void [shorter, longer, answered];
}

it('has a cell for each column of its table, as the compiler shows', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
});

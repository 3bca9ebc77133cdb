/** Type tests: each line under `@ts-expect-error` fails the type check when it compiles. */
import * as contract from '@holdfast/contract';
import { expect, it } from 'vitest';
import { handler } from './handler.ts';

/** Never called: it is only compiled. */
export function refusedByTheCompiler(): void {
  handler(contract.getInstallationInspectionItemCondition, async () => null);
  // @ts-expect-error a misspelt key of the input
  handler(contract.getInstallationInspectionItemCondition, async (_ctx, { itmId }) => itmId);
  // @ts-expect-error an output that the contract does not declare
  handler(contract.getInstallationInspectionItemCondition, async () => ({ conditionId: null }));
  // @ts-expect-error a read that writes
  handler(contract.getInstallationInspectionItemCondition, async ({ mutate }, { itemId }) => mutate('item', itemId));
  handler(contract.signIn, async ({ actor }) => {
    // @ts-expect-error a caller who may not be signed in
    void actor.userId;
    return { success: false, error: '', details: null };
  });
}

it('is typed by its operation, as the compiler shows', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
});

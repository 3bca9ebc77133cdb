import { type OperationName, operationList } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { dispatch } from './calls/dispatch.ts';
import { onEachDatabase } from './testing/index.ts';

const administration = operationList.filter(({ path }) => /^\/(ext\/)?admin\//.test(path));

onEachDatabase('Administration', (fixture) => {
  it('is refused to inspectors and viewers before anything is read', async () => {
    expect(administration.length).toBeGreaterThan(50);
    for (const who of ['maren', 'jorun'] as const) {
      for (const { name } of administration) {
        await expect(fixture.as(who)[name as OperationName]({} as never), name).rejects.toBeProblem('forbidden');
      }
    }
  });

  it('is refused to callers who are not signed in', async () => {
    for (const { name } of administration) {
      const call = dispatch(fixture.application, { operation: name, input: {}, actor: null });
      await expect(call, name).rejects.toBeProblem('notSignedIn');
    }
  });
});

import { operationList } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { dispatch } from './calls/dispatch.ts';
import { onEachDatabase } from './testing/index.ts';

const inspectors = operationList.filter(
  ({ path, right, agentOnly }) =>
    agentOnly !== true && !path.includes('admin') && (right === 'read' || right === 'inspect'),
);

onEachDatabase('The inspector API', (fixture) => {
  it('is refused to callers who are not signed in, before anything is read', async () => {
    expect(inspectors.length).toBeGreaterThan(55);
    for (const { name } of inspectors) {
      const call = dispatch(fixture.application, { operation: name, input: {}, actor: null });
      await expect(call, name).rejects.toBeProblem('notSignedIn');
    }
  });

  it('lets viewers read and change nothing but which desktops know them', async () => {
    const writes = inspectors.filter(({ effect, name }) => effect === 'write' && name !== 'registerDevice');
    for (const { name, right } of writes) {
      expect(right, name).toBe('inspect');
      const call = dispatch(fixture.application, { operation: name, input: {}, actor: fixture.actor('jorun') });
      await expect(call, name).rejects.toBeProblem('forbidden');
    }
  });
});

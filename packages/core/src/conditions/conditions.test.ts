import { CONDITIONS } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, onEachDatabase } from '../testing/index.ts';

onEachDatabase('Conditions', (fixture) => {
  it('are four with name and colour, without "not inspected" [APIR-39] [COND-01] [COND-02] [ENTS-18]', async () => {
    const conditions = await callAt(fixture, 'jorun', 'GET /api/get-conditions');
    const id = expect.any(String) as string;
    expect(conditions).toEqual([
      { id, name: 'Fit for purpose', color: '#2E7D32' },
      { id, name: 'Needs attention', color: '#A35F00' },
      { id, name: 'Defective', color: '#C62828' },
      { id, name: 'Not applicable', color: '#546E7A' },
    ]);
    const { item, drops } = await fixture.build.itemInInspection();
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const states = [...Object.values(CONDITIONS), null];
    for (const condition of states) {
      const set = await fixture.as('maren').setCondition({ ...where, conditionId: condition?.id ?? null });
      expect(set.condition).toEqual(condition);
    }
  });

  it('are set and read at their addresses [APIR-42] [APIR-44]', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const read = () => callAt(fixture, 'jorun', 'POST /api/get-installation-inspection-item-condition', where);
    const set = (conditionId: string | null) =>
      callAt(fixture, 'maren', 'POST /api/set-condition', { ...where, conditionId });
    expect(await read()).toBeNull();
    expect(await set(CONDITIONS.needsAttention.id)).toMatchObject({ conditionId: CONDITIONS.needsAttention.id });
    expect(await read()).toEqual(CONDITIONS.needsAttention);
    expect(await set(null)).toMatchObject({ conditionId: null });
    expect(await read()).toBeNull();
  });
});

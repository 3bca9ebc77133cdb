import { CONDITIONS } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../testing/index.ts';

/** Midnight UTC of a day around the fixture's time, 15 January 2026. */
const day = (month: number, date: number, year = 2026): number => Date.UTC(year, month - 1, date) / 1000;

onEachDatabase('getOpenInspections', (fixture) => {
  it('lists what has begun and is not finished in every company, the earliest end first', async () => {
    const { build } = fixture;
    const inspection = await build.inspection();
    const { id: installationId } = await build.installation({ name: 'Northmere Resolve' });
    const held = async (startDate: number, expectedEndDate: number): Promise<string> =>
      (
        await build.installationInspection({
          installationId,
          inspectionId: inspection.id,
          startDate,
          expectedEndDate,
        })
      ).id;
    const overdue = await held(day(12, 1, 2025), day(1, 10));
    const running = await held(day(1, 10), day(1, 20));
    const finished = await held(day(1, 10), day(1, 20));
    await held(day(2, 1), day(2, 10));
    await held(day(1, 1, 2024), day(2, 1, 2024));
    for (const installationInspectionId of [running, finished]) {
      const { id: itemId } = await build.item({ installationId });
      const conditionId = installationInspectionId === finished ? CONDITIONS.defective.id : null;
      await build.member({ installationInspectionId, itemId, conditionId });
    }
    const open = await fixture.as('wren').getOpenInspections({});
    expect(open.map(({ id }) => id)).toEqual([overdue, running]);
    expect(open[1]).toMatchObject({ installationName: 'Northmere Resolve', totalItems: 1, defective: 0 });
  });
});

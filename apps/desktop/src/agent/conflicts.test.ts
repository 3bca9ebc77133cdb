import { setTimeout as sleep } from 'node:timers/promises';
import { CONDITIONS } from '@holdfast/contract';
import type { Call } from '@holdfast/contract/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyWhenAsked, place, ready, run } from './testing/desk.ts';
import { openWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('a desktop that is left to itself', () => {
  it('hears from the server of what others do, and sends what is done on it', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren');
    const web = await world.server.as('idris');
    const condition = async (call: Call): Promise<string | undefined> =>
      (await call('getInstallationInspectionItemCondition', place(made)))?.id;
    await web('setCondition', { ...place(made), conditionId: CONDITIONS.needsAttention.id });
    await expect.poll(() => condition(one.call), { timeout: 10_000 }).toBe(CONDITIONS.needsAttention.id);

    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    await expect.poll(() => condition(web), { timeout: 15_000 }).toBe(CONDITIONS.defective.id);
  });

  it('tells both people of two edits of one field which value counts, whoever was later and wherever they look', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren');
    await onlyWhenAsked(one);
    const web = await world.server.as('idris');
    await one.call('setItemName', { itemId: made.item.id, name: 'Lamp, early' });
    await web('setItemName', { itemId: made.item.id, name: 'Lamp, middle' });
    await run(one);
    await web('setCondition', { ...place(made), conditionId: CONDITIONS.fitForPurpose.id });
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    await run(one);
    const listed = async (call: Call): Promise<unknown[]> =>
      (await call('getOverriddenChanges', {}))
        .filter(({ itemId }) => itemId === made.item.id)
        .map(({ field, kept, overridden, isOwn }) => [
          field,
          `${kept.userName}: ${kept.value}`,
          `${overridden.userName}: ${overridden.value}`,
          isOwn,
        ]);
    const condition = ['Condition', 'Maren Thorskild: Defective', 'Idris Fallowby: Fit for purpose'];
    const name = ['Name', 'Idris Fallowby: Lamp, middle', 'Maren Thorskild: Lamp, early'];
    expect(await listed(one.call)).toEqual([
      [...condition, false],
      [...name, true],
    ]);
    expect(await listed(web)).toEqual([
      [...condition, true],
      [...name, false],
    ]);
    expect(await listed(await world.server.as('jorun'))).toEqual([]);
  });

  it('ends with the later of two edits of one field, everywhere alike, and the other stays in history as overridden', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren');
    await onlyWhenAsked(one);
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    const web = await world.server.as('idris');
    await web('setCondition', { ...place(made), conditionId: CONDITIONS.fitForPurpose.id });
    await run(one);
    for (const call of [one.call, web]) {
      const condition = await call('getInstallationInspectionItemCondition', place(made));
      expect(condition).toMatchObject({ id: CONDITIONS.fitForPurpose.id });
      const history = await call('getAuditLogsForInstallationInspectionAndItem', place(made));
      expect(history.filter(({ overridden }) => overridden).map(({ userName }) => userName)).toEqual([
        'Maren Thorskild',
      ]);
    }
  });

  it.each([
    ['five hours ahead', 5 * 3_600_000],
    ['three years behind', -3 * 365 * 86_400_000],
  ])('ends with the later of two edits also on a device whose clock is %s', async (_, ahead) => {
    const clock = { now: () => Date.now() + ahead, rest: () => Promise.resolve() };
    const web = await world.server.as('idris');
    const earlier = await world.server.build.itemInInspection();
    const later = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren', { clock });
    await onlyWhenAsked(one);
    const { defective, fitForPurpose } = CONDITIONS;
    await one.call('setCondition', { ...place(earlier), conditionId: defective.id });
    // A clock is known as exactly as answers are quick: two edits within that time may come in either order.
    await sleep(1_500);
    await web('setCondition', { ...place(earlier), conditionId: fitForPurpose.id });
    await web('setCondition', { ...place(later), conditionId: fitForPurpose.id });
    await sleep(1_500);
    await one.call('setCondition', { ...place(later), conditionId: defective.id });
    await run(one);
    expect(await one.call('getDesktopStatus', {})).toMatchObject({
      waiting: 0,
      setAside: 0,
      syncLog: { status: 'Success' },
    });
    for (const call of [one.call, web]) {
      expect(await call('getInstallationInspectionItemCondition', place(earlier))).toEqual(fitForPurpose);
      expect(await call('getInstallationInspectionItemCondition', place(later))).toEqual(defective);
    }
    const history = await web('getAuditLogsForInstallationInspectionAndItem', place(later));
    const own = history.find(({ userName, to }) => userName === 'Maren Thorskild' && to === defective.name)!;
    expect(Math.abs(Date.parse(own.createdAt) - Date.now())).toBeLessThan(120_000);
  });
});

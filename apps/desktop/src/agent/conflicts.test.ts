import { CONDITIONS, FIELD_TYPES, FIELDS_TEMPLATE_TYPES, NO_RULES } from '@holdfast/contract';
import type { Call } from '@holdfast/contract/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movableClock, onlyWhenAsked, place, ready, run } from './testing/desk.ts';
import { openWorld, type World } from './testing/world.ts';

/**
 * The age of a device's edit is known as exactly as answers are quick: two edits within that time may come in either order. A minute lies
 * between those whose order is tested.
 */
const MINUTE = 60_000;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('an offline desktop', () => {
  it('receives changes of others from the server, and sends its own', async () => {
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

  it('calculates answers, which the server calculates again once two devices have changed their inputs', async () => {
    const { build } = world.server;
    const made = await build.itemInInspection();
    const template = await build.fieldsTemplate({ fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id });
    const asked = { fieldsTemplateId: template.id, fieldTypeId: FIELD_TYPES.number.id };
    const force = await build.field({ ...asked, name: 'Force' });
    const legs = await build.field({ ...asked, name: 'Legs' });
    const rules = JSON.stringify({ ...NO_RULES, calculation: '[Force] / [Legs]' });
    const load = await build.field({ ...asked, name: 'Load', rules });
    const of = { itemTypeId: String(made.item['itemTypeId']), inspectionId: String(made.drops['inspectionId']) };
    await build.typeOfInspection({ ...of, fieldsTemplateId: template.id });
    const one = await ready(world, 'maren');
    await onlyWhenAsked(one);
    const web = await world.server.as('idris');
    const give = (call: Call, fieldId: string, value: string) =>
      call('saveInstallationInspectionItemField', { ...place(made), fieldId, value, displayValue: value });
    const shown = async (call: Call): Promise<string | undefined> => {
      const { fieldResponses } = await call('getFieldsForInstallationInspection', place(made));
      return fieldResponses.find(({ fieldId }) => fieldId === load.id)?.value;
    };
    await give(one.call, force.id, '9');
    await give(one.call, legs.id, '2');
    expect(await shown(one.call)).toBe('4.5');
    await run(one);
    expect(await shown(web)).toBe('4.5');
    await give(web, force.id, '12');
    await give(one.call, legs.id, '4');
    expect([await shown(web), await shown(one.call)]).toEqual(['6', '2.25']);
    await run(one);
    expect(await shown(web)).toBe('3');
    await run(one);
    expect(await shown(one.call)).toBe('3');
  });

  it('shows both authors of two edits of one field which value counts, in either order and on either side', async () => {
    const made = await world.server.build.itemInInspection();
    const clock = movableClock();
    const one = await ready(world, 'maren', { clock });
    await onlyWhenAsked(one);
    const web = await world.server.as('idris');
    await one.call('setItemName', { itemId: made.item.id, name: 'Lamp, early' });
    clock.pass(MINUTE);
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

  it('ends with the later of two edits of one field on every device, and the other remains in the history as overridden', async () => {
    const made = await world.server.build.itemInInspection();
    const clock = movableClock();
    const one = await ready(world, 'maren', { clock });
    await onlyWhenAsked(one);
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    clock.pass(MINUTE);
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
    const clock = movableClock(ahead);
    const web = await world.server.as('idris');
    const earlier = await world.server.build.itemInInspection();
    const later = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren', { clock });
    await onlyWhenAsked(one);
    const { defective, fitForPurpose } = CONDITIONS;
    await one.call('setCondition', { ...place(earlier), conditionId: defective.id });
    clock.pass(MINUTE);
    await web('setCondition', { ...place(earlier), conditionId: fitForPurpose.id });
    await web('setCondition', { ...place(later), conditionId: fitForPurpose.id });
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

  it.each([
    ['three years ahead', 3 * 365 * 86_400_000],
    ['five hours behind', -5 * 3_600_000],
  ])('records when an answer was given by the time of the server on a device whose clock is %s', async (_, ahead) => {
    const clock = movableClock(ahead);
    const { build } = world.server;
    const made = await build.itemInInspection();
    const field = await build.field();
    await build.templateOfType({
      itemTypeId: String(made.item['itemTypeId']),
      fieldsTemplateId: String(field['fieldsTemplateId']),
    });
    const one = await ready(world, 'maren', { clock });
    await onlyWhenAsked(one);
    const answer = { fieldId: field.id, value: '12', displayValue: '12', parentFieldOptionId: null };
    await one.call('saveItemField', { itemId: made.item.id, ...answer });
    await run(one);
    for (const call of [one.call, await world.server.as('idris')]) {
      const { fieldResponses } = await call('getFieldsForItem', { itemId: made.item.id });
      const [stored] = fieldResponses;
      expect(Math.abs(Date.parse(stored!.recordedDate) - Date.now())).toBeLessThan(120_000);
    }
  });

  it('lists conflicts by the age of the server, independent of its own clock, and lets people choose the other value', async () => {
    const clock = movableClock(3 * 365 * 86_400_000);
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren', { clock });
    await onlyWhenAsked(one);
    const web = await world.server.as('idris');
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    clock.pass(MINUTE);
    await web('setCondition', { ...place(made), conditionId: CONDITIONS.fitForPurpose.id });
    await run(one);
    const listed = async (call: Call) =>
      (await call('getOverriddenChanges', {})).filter(({ itemId }) => itemId === made.item.id);
    const [conflict] = await listed(one.call);
    expect(conflict).toMatchObject({ kind: 'value', isOpen: true, installationId: made.installation.id });
    const { undo } = await one.call('chooseOtherValue', { id: conflict!.id });
    await run(one);
    const condition = (call: Call) => call('getInstallationInspectionItemCondition', place(made));
    expect(await condition(web)).toMatchObject({ name: 'Defective' });
    expect((await listed(web)).map(({ isOpen }) => isOpen)).toEqual([false]);
    await one.call('undoChanges', { installationId: made.installation.id, undo: undo! });
    await run(one);
    expect(await condition(web)).toMatchObject({ name: 'Fit for purpose' });
  });

  it('shows both people an edit on an item that the other had deleted, and restores it on request', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren');
    await onlyWhenAsked(one);
    const web = await world.server.as('idris');
    await web('deleteItem', place(made));
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    await run(one);
    const listed = async (call: Call) =>
      (await call('getOverriddenChanges', {})).filter(({ itemId }) => itemId === made.item.id);
    for (const [call, isOwn] of [
      [one.call, true],
      [web, false],
    ] as const)
      expect(await listed(call)).toMatchObject([
        {
          kind: 'deleted',
          isOpen: true,
          isOwn,
          kept: { userName: 'Idris Fallowby' },
          overridden: { value: 'Defective', userName: 'Maren Thorskild' },
        },
      ]);
    const [conflict] = await listed(web);
    await web('chooseOtherValue', { id: conflict!.id });
    expect(await web('getInstallationInspectionItemCondition', place(made))).toMatchObject({ name: 'Defective' });
    expect((await listed(web)).map(({ isOpen }) => isOpen)).toEqual([false]);
  });

  it('shows a move that would have made a loop to its author', async () => {
    const made = await world.server.build.itemInInspection();
    const second = await world.server.build.item({ installationId: made.installation.id, name: 'Beam', isLocation: 1 });
    const first = await world.server.build.item({ installationId: made.installation.id, name: 'Deck', isLocation: 1 });
    const one = await ready(world, 'maren');
    await onlyWhenAsked(one);
    const web = await world.server.as('idris');
    const move = (call: Call, itemId: string, newParentId: string) =>
      call('setParentOfItems', { installationId: made.installation.id, itemIds: [itemId], newParentId });
    await move(web, first.id, second.id);
    await move(one.call, second.id, first.id);
    await run(one);
    const listed = (await one.call('getOverriddenChanges', {})).filter(({ itemId }) => itemId === second.id);
    expect(listed).toMatchObject([{ kind: 'value', isOwn: true, overridden: { userName: 'Maren Thorskild' } }]);
  });
});

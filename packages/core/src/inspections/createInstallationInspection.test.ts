import { LIBRARY_SCOPE } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, onEachDatabase, type TestFixture } from '../testing/index.ts';

const START = Date.UTC(2026, 1, 2) / 1000;
const END = Date.UTC(2026, 1, 9) / 1000;

/** An inspection type with a location, two items in it, and two questions, in this order. */
async function configured(fixture: TestFixture) {
  const { build } = fixture;
  const inspection = await build.inspection();
  const area = await build.itemType({ name: 'Area', isLocation: 1 });
  const light = await build.itemType({ name: 'Floodlight' });
  const question = await build.itemType({ name: 'Handover Question', isQuestion: 1 });
  const place = await build.defaultItem({
    inspectionId: inspection.id,
    itemTypeId: area.id,
    name: 'Derrick',
    order: 3,
  });
  const below = { inspectionId: inspection.id, itemTypeId: light.id, parentDefaultItemId: place.id };
  await build.defaultItem({ ...below, name: 'Floodlight, stbd', order: 0 });
  await build.defaultItem({ ...below, name: 'Floodlight, port', order: 1 });
  const asked = { inspectionId: inspection.id, itemTypeId: question.id, type: 'Question' };
  await build.defaultItem({ ...asked, name: 'Red zones barriered', order: 4 });
  await build.defaultItem({ ...asked, name: 'Derrick free of loose tools', order: 2 });
  return { inspection, light, installation: await build.installation() };
}

onEachDatabase('createInstallationInspection', (fixture) => {
  it('is seeded with default items and questions in their configured order [NINS-08] [APIR-20]', async () => {
    const { inspection, installation } = await configured(fixture);
    const maren = fixture.as('maren');
    const made = (await callAt(fixture, 'maren', 'POST /api/create-installation-inspection', {
      installationId: installation.id,
      inspectionId: inspection.id,
      startDate: START,
      endDate: END,
      fields: [],
    })) as { id: string };
    expect(made).toMatchObject({ startDate: START, expectedEndDate: END, totalItems: 4, fieldResponses: [] });
    // The number that the type announces does not include its location, which is no item of the inspection.
    const types = await maren.getInspections({});
    expect(types.find(({ id }) => id === inspection.id)?.defaultItems).toBe(4);

    const rows = await maren.getItemsForInstallationInspection({ installationInspectionId: made.id });
    expect(rows.map(({ name, context, isQuestion }) => [name, context, isQuestion])).toEqual([
      ['Derrick', true, false],
      ['Floodlight, stbd', false, false],
      ['Floodlight, port', false, false],
      ['Derrick free of loose tools', false, true],
      ['Red zones barriered', false, true],
    ]);
    expect(rows[1]!.parentItemId).toBe(rows[0]!.itemId);
  });

  it('reuses the items of the previous year and asks its questions again', async () => {
    const { inspection, installation } = await configured(fixture);
    const maren = fixture.as('maren');
    const asked = { installationId: installation.id, inspectionId: inspection.id, startDate: START, endDate: END };
    const first = await maren.createInstallationInspection(asked);
    const second = await maren.createInstallationInspection({ ...asked, startDate: START + 86_400 });
    const before = await maren.getItemsForInstallationInspection({ installationInspectionId: first.id });
    const after = await maren.getItemsForInstallationInspection({ installationInspectionId: second.id });

    expect(after.map((row) => row.name)).toEqual(before.map((row) => row.name));
    const same = after.filter((row, i) => row.itemId === before[i]!.itemId).map((row) => row.name);
    expect(same).toEqual(['Derrick', 'Floodlight, stbd', 'Floodlight, port']);
  });

  it('stores the answers to the detail questions', async () => {
    const { inspection, installation } = await configured(fixture);
    const field = await fixture.build.field({ name: 'Work order' });
    const made = await fixture.as('maren').createInstallationInspection({
      installationId: installation.id,
      inspectionId: inspection.id,
      startDate: START,
      endDate: END,
      fields: [{ fieldId: field.id, value: 'WO-118', displayValue: 'WO-118' }],
    });
    expect(made.fieldResponses).toMatchObject([{ fieldId: field.id, value: 'WO-118', parentFieldOptionId: null }]);
  });

  it('is refused when the company is not allowed this type of inspection [PERM-05]', async () => {
    const inspection = await fixture.build.inspection({}, { company: 'skerrow' });
    const installation = await fixture.build.installation();
    await expect(
      fixture.as('maren').createInstallationInspection({
        installationId: installation.id,
        inspectionId: inspection.id,
        startDate: START,
        endDate: END,
      }),
    ).rejects.toBeProblem('inspectionNotAllowed');
  });

  it('never changes an inspection that has the id already', async () => {
    const { inspection, installation } = await configured(fixture);
    const maren = fixture.as('maren');
    const asked = { installationId: installation.id, inspectionId: inspection.id, startDate: START, endDate: END };
    const { id } = await maren.createInstallationInspection(asked);
    await expect(maren.createInstallationInspection({ ...asked, id, startDate: 0 })).rejects.toBeProblem(
      'alreadyExists',
    );
    expect((await maren.getInstallationInspection({ installationInspectionId: id })).startDate).toBe(START);
  });

  it('starts from an earlier inspection without its findings', async () => {
    const { installation, drops, item } = await fixture.build.itemInInspection();
    const loler = await fixture.build.inspection({ name: 'LOLER' });
    const maren = fixture.as('maren');
    await maren.newItem({
      installationInspectionId: drops.id,
      itemTypeId: (await fixture.build.itemType({ isQuestion: 1 })).id,
    });
    const made = await maren.createInstallationInspection({
      installationId: installation.id,
      inspectionId: loler.id,
      startDate: START,
      endDate: END,
      fromInstallationInspectionId: drops.id,
    });
    const rows = await maren.getItemsForInstallationInspection({ installationInspectionId: made.id });
    expect(rows).toMatchObject([{ itemId: item.id, conditionId: null, notes: 0, images: 0 }]);
  });

  it('starts from whole locations and types of item', async () => {
    const { build } = fixture;
    const installation = await build.installation();
    const inspection = await build.inspection();
    const place = { installationId: installation.id, isLocation: 1 };
    const derrick = await build.item({ ...place, name: 'Derrick' });
    const girt = await build.item({ ...place, name: 'Girt 6', parentItemId: derrick.id });
    const camera = await build.itemType({ name: 'CCTV Camera' });
    const thing = { installationId: installation.id };
    await build.item({ ...thing, name: 'Floodlight in girt', parentItemId: girt.id });
    await build.item({ ...thing, name: 'Camera in girt', parentItemId: girt.id, itemTypeId: camera.id });
    await build.item({ ...thing, name: 'Camera on deck', itemTypeId: camera.id });
    const maren = fixture.as('maren');
    const begin = async (from: { fromLocationIds?: string[]; fromItemTypeIds?: string[] }) => {
      const asked = { installationId: installation.id, inspectionId: inspection.id, startDate: START, endDate: END };
      const made = await maren.createInstallationInspection({ ...asked, ...from });
      const rows = await maren.getItemsForInstallationInspection({ installationInspectionId: made.id });
      const chosen = rows.filter((row) => !row.context);
      // Locations of the items are shown, but are not members.
      const { db } = fixture.database;
      const members = db.selectFrom('installationInspectionItem').where('installationInspectionId', '=', made.id);
      expect(await members.selectAll().execute()).toHaveLength(chosen.length);
      return chosen.map((row) => row.name);
    };

    expect(await begin({ fromLocationIds: [derrick.id] })).toEqual(['Camera in girt', 'Floodlight in girt']);
    expect(await begin({ fromItemTypeIds: [camera.id] })).toEqual(['Camera in girt', 'Camera on deck']);
    expect(await begin({ fromLocationIds: [girt.id], fromItemTypeIds: [camera.id] })).toEqual(['Camera in girt']);
  });

  it('does not start from an inspection of another installation, also without items', async () => {
    const { drops } = await fixture.build.itemInInspection();
    const installation = await fixture.build.installation({ name: 'Northmere Fell' });
    const inspection = await fixture.build.inspection();
    const asked = { inspectionId: inspection.id, startDate: START, endDate: END };
    const maren = fixture.as('maren');
    const empty = await maren.createInstallationInspection({
      ...asked,
      installationId: (await fixture.build.installation({ name: 'Northmere Tor' })).id,
    });
    for (const fromInstallationInspectionId of [drops.id, empty.id])
      await expect(
        maren.createInstallationInspection({
          ...asked,
          installationId: installation.id,
          fromInstallationInspectionId,
        }),
      ).rejects.toBeProblem('notFound');
  });

  it('adds hundreds of items of an earlier inspection in one action', async () => {
    const { build } = fixture;
    const { installation, drops } = await build.itemInInspection();
    const inspection = await build.inspection({ name: 'LOLER' });
    const itemTypeId = (await build.itemType()).id;
    await build.many('item', 'northmere', 419, (i) => ({
      installationId: installation.id,
      itemTypeId,
      parentItemId: null,
      name: `Padeye ${i}`,
      isLocation: 0,
      tagKind: null,
      tag: null,
      defaultItemId: null,
    }));
    const maren = fixture.as('maren');
    const all = await maren.createInstallationInspection({
      installationId: installation.id,
      inspectionId: drops['inspectionId'] as string,
      startDate: START,
      endDate: END,
      fromItemTypeIds: [itemTypeId],
    });
    const made = await maren.createInstallationInspection({
      installationId: installation.id,
      inspectionId: inspection.id,
      startDate: START,
      endDate: END,
      fromInstallationInspectionId: all.id,
    });
    expect(made.totalItems).toBe(419);
    const log = await fixture.application.read
      .selectFrom('change')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('scopeId', '!=', LIBRARY_SCOPE)
      .where('installationInspectionId', '=', made.id)
      .groupBy('groupId')
      .execute();
    expect(log).toEqual([{ count: 420 }]);
  });
});

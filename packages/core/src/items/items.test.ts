import { expect, it } from 'vitest';
import { callAt, onEachDatabase, type TestFixture } from '../testing/index.ts';

/** An inspection of an installation with a derrick, a girt in it and a floodlight on the girt; only the floodlight is inspected. */
async function standing(fixture: TestFixture) {
  const { build } = fixture;
  const installation = await build.installation();
  const inspection = await build.inspection();
  const drops = await build.installationInspection({ installationId: installation.id, inspectionId: inspection.id });
  const areaType = await build.itemType({ name: 'Area', isLocation: 1 });
  const lightType = await build.itemType({ name: 'Floodlight' });
  const place = { installationId: installation.id, itemTypeId: areaType.id, isLocation: 1 };
  const derrick = await build.item({ ...place, name: 'Derrick' });
  const girt = await build.item({ ...place, name: 'Girt 6', parentItemId: derrick.id });
  const light = await build.item({
    installationId: installation.id,
    itemTypeId: lightType.id,
    name: 'Floodlight, port fwd leg',
    parentItemId: girt.id,
  });
  const member = await build.member({ installationInspectionId: drops.id, itemId: light.id });
  return { installation, inspection, drops, areaType, lightType, derrick, girt, light, member };
}

onEachDatabase('Items of an inspection', (fixture) => {
  it('creates an item of a type and adds it to the inspection [APIR-31] [ENTS-06] [ENTS-08]', async () => {
    const { drops, lightType } = await standing(fixture);
    const template = await fixture.build.fieldsTemplate();
    await fixture.build.field({ fieldsTemplateId: template.id, name: 'Tag number' });
    await fixture.build.templateOfType({ itemTypeId: lightType.id, fieldsTemplateId: template.id });
    const made = await callAt(fixture, 'maren', 'POST /api/new-item', {
      installationInspectionId: drops.id,
      itemTypeId: lightType.id,
    });
    expect(made).toMatchObject({
      name: 'Floodlight',
      parentItemId: null,
      itemTypeId: lightType.id,
      tag: null,
      isLocation: false,
      childItems: [],
      fieldResponses: [],
      files: [],
      itemType: {
        id: lightType.id,
        name: 'Floodlight',
        isQuestion: false,
        parentItemTypes: [],
        childItemTypes: [],
        itemTypeFieldsTemplates: [{ fieldsTemplate: { name: 'Identification', fields: [{ name: 'Tag number' }] } }],
      },
    });
    const { itemId } = made as { itemId: string };
    const rows = await fixture.as('maren').getItemsForInstallationInspection({ installationInspectionId: drops.id });
    expect(rows.find((row) => row.itemId === itemId)).toMatchObject({ context: false, conditionId: null });
  });

  it('takes name, place and id of a new item from the caller, and whether it is a location from its type', async () => {
    const { drops, areaType, girt } = await standing(fixture);
    const maren = fixture.as('maren');
    const id = '0190aaaa-0000-7000-8000-0000000000aa';
    const asked = { installationInspectionId: drops.id, itemTypeId: areaType.id, parentItemId: girt.id, id };
    expect(await maren.newItem({ ...asked, name: '  Stabbing board ' })).toMatchObject({
      id,
      name: 'Stabbing board',
      parentItemId: girt.id,
      isLocation: true,
    });
    await expect(maren.newItem({ ...asked, name: 'Another' })).rejects.toBeProblem('alreadyExists');
    expect((await maren.getItem({ itemId: id })).name).toBe('Stabbing board');
  });

  it('shows a new place although it is empty, and counts it only once it has a condition', async () => {
    const { drops, areaType } = await standing(fixture);
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id };
    const { itemId } = await maren.newItem({ ...where, itemTypeId: areaType.id, name: 'Moonpool' });
    const rows = await maren.getItemsForInstallationInspection(where);
    expect(rows.find((row) => row.itemId === itemId)).toMatchObject({ name: 'Moonpool', context: true });
    expect(await maren.getInstallationInspection(where)).toMatchObject({ totalItems: 1 });
    const [fit] = await maren.getConditions({});
    await maren.setCondition({ ...where, itemId, conditionId: fit!.id });
    expect(await maren.getInstallationInspection(where)).toMatchObject({ totalItems: 2, fitForPurpose: 1 });
  });

  it('opens a place that is no member of the inspection, and makes it one with the first thing recorded', async () => {
    const { drops, girt } = await standing(fixture);
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id, itemId: girt.id };
    const empty = await maren.getInstallationInspectionItemByInstallationAndItem(where);
    expect(empty).toMatchObject({ conditionId: null, notes: [], images: [] });
    const [fit] = await maren.getConditions({});
    await maren.setCondition({ ...where, conditionId: fit!.id }, { ifMatch: empty.clock });
    const late = fixture.as('idris').setCondition({ ...where, conditionId: null }, { ifMatch: empty.clock });
    await expect(late).rejects.toBeProblem('changedMeanwhile');
    await maren.addNoteToInstallationInspectionItem({ ...where, content: 'Grating loose' });
    const after = await maren.getInstallationInspectionItemByInstallationAndItem(where);
    expect(after).toMatchObject({ id: empty.id, notes: [{ content: 'Grating loose' }] });
  });

  it('adds an item of the installation to the inspection, once [APIR-32]', async () => {
    const { drops, installation } = await standing(fixture);
    const camera = await fixture.build.item({ installationId: installation.id, name: 'CCTV camera' });
    const body = { installationInspectionId: drops.id, itemId: camera.id };
    const first = await callAt(fixture, 'maren', 'POST /api/add-item-from-installation', body);
    expect(first).toMatchObject({ itemId: camera.id, conditionId: null });
    expect(await callAt(fixture, 'maren', 'POST /api/add-item-from-installation', body)).toEqual(first);
    const other = await fixture.build.item({ name: 'On another rig' });
    await expect(fixture.as('maren').addItemFromInstallation({ ...body, itemId: other.id })).rejects.toBeProblem(
      'notFound',
    );
  });

  it('renames an item [APIR-38]', async () => {
    const { light } = await standing(fixture);
    await callAt(fixture, 'maren', 'POST /api/set-item-name', { itemId: light.id, name: 'Floodlight, stbd' });
    expect((await fixture.as('jorun').getItem({ itemId: light.id })).name).toBe('Floodlight, stbd');
    await expect(fixture.as('maren').setItemName({ itemId: light.id, name: '  ' })).rejects.toBeProblem('badInput');
  });

  it('moves an item, but never into its own contents [APIR-41]', async () => {
    const { installation, derrick, girt, light } = await standing(fixture);
    const move = (itemId: string, newParentId: string | null) =>
      callAt(fixture, 'maren', 'POST /api/set-parent-item', { installationId: installation.id, itemId, newParentId });
    expect(await move(light.id, derrick.id)).toMatchObject({ parentItemId: derrick.id });
    expect(await move(girt.id, null)).toMatchObject({ parentItemId: null });
    await expect(move(derrick.id, light.id)).rejects.toBeProblem('wouldLoop');
    await expect(move(derrick.id, derrick.id)).rejects.toBeProblem('wouldLoop');
  });

  it('limits the depth of items to a hundred', async () => {
    const { installation, light } = await standing(fixture);
    let parentItemId: string | null = null;
    for (let depth = 0; depth < 100; depth += 1)
      parentItemId = (await fixture.build.item({ installationId: installation.id, parentItemId })).id;
    const move = (newParentId: string | null) =>
      fixture.as('maren').setParentItem({ installationId: installation.id, itemId: light.id, newParentId });
    await expect(move(parentItemId)).rejects.toBeProblem('ruleBroken');
    const deepest = (await fixture.as('maren').getItem({ itemId: parentItemId! })).parentItemId;
    expect(await move(deepest)).toMatchObject({ parentItemId: deepest });
  });

  it('offers only places an item can be moved to: never itself or its descendants [APIR-43] [ITEM-11]', async () => {
    const { installation, areaType, lightType, derrick, girt, light } = await standing(fixture);
    const ask = (itemId: string) =>
      callAt(fixture, 'maren', 'POST /api/get-item-possible-parents', { installationId: installation.id, itemId });
    expect(await ask(derrick.id)).toEqual([]);
    expect(await ask(girt.id)).toEqual([{ id: derrick.id, name: 'Derrick', path: 'Derrick', isLocation: true }]);
    await fixture.build.item({
      installationId: installation.id,
      itemTypeId: lightType.id,
      name: 'Deck light',
    });
    const paths = async () => ((await ask(light.id)) as { path: string }[]).map(({ path }) => path);
    expect(await paths()).toEqual(['Deck light', 'Derrick', 'Derrick / Girt 6']);
    await fixture.build.parentOfType({ itemTypeId: lightType.id, parentItemTypeId: areaType.id });
    expect(await paths()).toEqual(['Derrick', 'Derrick / Girt 6']);
  });

  it('offers places in the order of their numbers, and none for an installation that the item is not on', async () => {
    const { installation, lightType, light } = await standing(fixture);
    for (const name of ['Deck 10', 'Deck 9'])
      await fixture.build.item({ installationId: installation.id, itemTypeId: lightType.id, name });
    const ask = (installationId: string) =>
      fixture.as('maren').getItemPossibleParents({ installationId, itemId: light.id });
    const names = (await ask(installation.id)).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('Deck'))).toEqual(['Deck 9', 'Deck 10']);
    const other = await fixture.build.installation({ name: 'Northmere Fell' });
    await expect(ask(other.id)).rejects.toBeProblem('notFound');
  });

  it('returns the tree of an inspection with the places of its items [APIR-40]', async () => {
    const { drops, installation, derrick, girt, light } = await standing(fixture);
    await fixture.build.item({ installationId: installation.id, name: 'Not inspected', parentItemId: derrick.id });
    const tree = await callAt(fixture, 'jorun', 'POST /api/get-item-hierarchy-from-installation-inspection', {
      installationInspectionId: drops.id,
    });
    expect(tree).toMatchObject([
      { id: derrick.id, context: true, children: [{ id: girt.id, children: [{ id: light.id, children: [] }] }] },
    ]);
    expect((tree as { children: unknown[] }[])[0]!.children).toHaveLength(1);
  });

  it('lists everything of an installation, each item below its place [APIR-23]', async () => {
    const { installation, drops } = await standing(fixture);
    const question = await fixture.build.itemType({ isQuestion: 1 });
    await fixture.as('maren').newItem({ installationInspectionId: drops.id, itemTypeId: question.id });
    await fixture.build.item({ installationId: installation.id, name: 'Crane' });
    const list = await callAt(fixture, 'jorun', 'POST /api/get-items-for-installation', {
      installationId: installation.id,
    });
    expect((list as { name: string }[]).map(({ name }) => name)).toEqual([
      'Crane',
      'Derrick',
      'Girt 6',
      'Floodlight, port fwd leg',
    ]);
  });

  it('lists the item types of an inspection, with the parents they allow [APIR-25]', async () => {
    const { inspection, areaType, lightType } = await standing(fixture);
    const template = await fixture.build.fieldsTemplate({ name: 'DROPS result' });
    await fixture.build.typeOfInspection({
      inspectionId: inspection.id,
      itemTypeId: lightType.id,
      fieldsTemplateId: template.id,
    });
    await fixture.build.typeOfInspection({ inspectionId: inspection.id, itemTypeId: areaType.id });
    await fixture.build.parentOfType({ itemTypeId: lightType.id, parentItemTypeId: areaType.id });
    const types = await callAt(fixture, 'maren', 'POST /api/get-item-types-for-inspection', {
      inspectionId: inspection.id,
    });
    expect(types).toMatchObject([
      { name: 'Area', isLocation: true, childItemTypes: [{ id: lightType.id, name: 'Floodlight' }] },
      {
        name: 'Floodlight',
        parentItemTypes: [{ parentItemTypeId: areaType.id, name: 'Area' }],
        fieldsTemplateId: template.id,
      },
    ]);
  });

  it('lists the inspections of an item, newest first [APIR-14]', async () => {
    const { item, drops, loler } = await fixture.build.itemInTwoInspections();
    await fixture.as('maren').updateInstallationInspection({
      id: loler.id,
      startDate: Date.UTC(2026, 5, 1) / 1000,
      endDate: Date.UTC(2026, 5, 9) / 1000,
    });
    const list = await callAt(fixture, 'jorun', 'POST /api/get-inspections-for-item', { itemId: item.id });
    expect((list as { installationInspectionId: string }[]).map((each) => each.installationInspectionId)).toEqual([
      loler.id,
      drops.id,
    ]);
  });

  it('returns the working list and one item of it [APIR-24] [APIR-27] [ENTS-07]', async () => {
    const { drops, light, member } = await standing(fixture);
    const where = { installationInspectionId: drops.id };
    const rows = await callAt(fixture, 'jorun', 'POST /api/get-items-for-installation-inspection', where);
    expect((rows as { name: string }[]).map(({ name }) => name)).toEqual([
      'Derrick',
      'Girt 6',
      'Floodlight, port fwd leg',
    ]);
    const address = 'POST /api/get-installation-inspection-item-by-installation-and-item';
    const one = await callAt(fixture, 'jorun', address, { ...where, itemId: light.id });
    expect(one).toEqual({
      id: member.id,
      installationInspectionId: drops.id,
      itemId: light.id,
      conditionId: null,
      condition: null,
      order: 0,
      fieldResponses: [],
      images: [],
      notes: [],
      files: [],
      clock: expect.any(String) as string,
    });
  });
});

onEachDatabase('RFID tags', (fixture) => {
  const TAG = 'E2000000000000000000000A';

  it('puts a tag on an item in canonical form and finds the item by it', async () => {
    const { light, drops, installation } = await standing(fixture);
    const maren = fixture.as('maren');
    expect(await maren.setTag({ itemId: light.id, tag: '0xe200-0000 0000:0000 0000 000a' })).toMatchObject({
      tag: TAG,
    });
    expect(await maren.findItemByTag({ tag: TAG.toLowerCase() })).toMatchObject({
      itemId: light.id,
      installationId: installation.id,
      inspections: [{ installationInspectionId: drops.id }],
    });
    expect(await fixture.as('anouk').findItemByTag({ tag: TAG })).toBeNull();
  });

  it('reports the item that has a tag, and moves the tag only on request', async () => {
    const { light, girt } = await standing(fixture);
    const maren = fixture.as('maren');
    await maren.setTag({ itemId: light.id, tag: TAG });
    const second = maren.setTag({ itemId: girt.id, tag: TAG });
    await expect(second).rejects.toBeProblem('tagTaken');
    await expect(second).rejects.toMatchObject({ details: { itemId: light.id, itemName: light['name'] } });
    expect(await maren.setTag({ itemId: girt.id, tag: TAG, move: true })).toMatchObject({ tag: TAG });
    expect((await maren.getItem({ itemId: light.id })).tag).toBeNull();
  });

  it('removes a tag, and refuses a blank one', async () => {
    const { light } = await standing(fixture);
    const maren = fixture.as('maren');
    await maren.setTag({ itemId: light.id, tag: TAG });
    expect(await maren.setTag({ itemId: light.id, tag: null })).toMatchObject({ tag: null });
    expect(await maren.findItemByTag({ tag: TAG })).toBeNull();
    for (const tag of ['0000000000000000', 'FFFFFFFF', 'E20', 'not a tag']) {
      await expect(maren.setTag({ itemId: light.id, tag }), tag).rejects.toBeProblem('badInput');
    }
  });
});

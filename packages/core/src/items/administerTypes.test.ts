import type { ItemType, ListedItemType, StructuredItemType } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, onEachDatabase } from '../testing/index.ts';

const names = (list: unknown): string[] => (list as { name: string }[]).map(({ name }) => name);

/** The tree as names: `Area(Level(Light))`. */
function outline(types: unknown): string {
  return (types as StructuredItemType[])
    .map(({ name, childItemTypes }) => name + (childItemTypes.length > 0 ? `(${outline(childItemTypes)})` : ''))
    .join(' ');
}

onEachDatabase('Item types', (fixture) => {
  it('are a tree at GET /admin/itemTypes/structured, each under every parent [APIM-04]', async () => {
    const [area, level, light, other] = await Promise.all(
      ['Area', 'Level', 'Light', 'Alone'].map((name) => fixture.build.itemType({ name })),
    );
    const stand = (type: { id: string }, parent: { id: string }) =>
      fixture.as('wren').addItemTypeParent({ id: type.id, parentId: parent.id });
    await stand(level!, area!);
    await stand(light!, level!);
    await stand(light!, area!);

    const tree = (await callAt(fixture, 'wren', 'GET /admin/itemTypes/structured')) as StructuredItemType[];
    expect(outline(tree)).toBe('Alone Area(Level(Light) Light)');
    expect(tree[0]).toEqual({ id: other!.id, name: 'Alone', isQuestion: false, isLocation: false, childItemTypes: [] });
  });

  it('are all listed, or with ?inspectionId those of the inspection type with their questions [APIM-05]', async () => {
    const inspection = await fixture.build.inspection();
    const result = await fixture.build.fieldsTemplate();
    const light = await fixture.build.itemType({ name: 'Light 10' });
    await fixture.build.itemType({ name: 'Light 9' });
    const { id } = await fixture
      .as('wren')
      .addInspectionItemType({ inspectionId: inspection.id, itemTypeId: light.id });
    await fixture.as('wren').updateInspectionItemType({ id, fieldsTemplateId: result.id });

    expect(names(await callAt(fixture, 'wren', 'GET /admin/itemTypes'))).toEqual(['Light 9', 'Light 10']);
    const looked = (await callAt(
      fixture,
      'wren',
      `GET /admin/itemTypes?inspectionId=${inspection.id}`,
    )) as ListedItemType[];
    expect(looked).toMatchObject([{ id: light.id, inspectionItemTypeId: id, fieldsTemplateId: result.id }]);
    expect(looked).toHaveLength(1);
    const unknown = fixture.application.ports.ids.next(0);
    await expect(fixture.as('wren').getItemTypes({ inspectionId: unknown })).rejects.toBeProblem('notFound');
  });

  it('are created for things with ?isPrompt=0 and for questions with ?isPrompt=1 [APIM-06]', async () => {
    const make = (isPrompt: string) =>
      callAt(fixture, 'wren', `POST /admin/itemTypes?isPrompt=${isPrompt}`, { name: 'New Item Type' });
    const thing = (await make('0')) as ItemType;
    const question = (await make('1')) as ItemType;
    expect(thing).toMatchObject({ name: 'New Item Type', isQuestion: false, isLocation: false });
    expect(question).toMatchObject({ name: 'New Item Type', isQuestion: true });
    await expect(make('2')).rejects.toBeProblem('badInput');
    for (const made of [thing, question]) expect(await fixture.as('wren').getItemType({ id: made.id })).toEqual(made);
    expect(names(await fixture.as('wren').getItemTypes({}))).toHaveLength(2);
  });

  it('say in the tree of types which are questions and which are places', async () => {
    await fixture.build.itemType({ name: 'Area', isLocation: 1 });
    await fixture.build.itemType({ name: 'Permit', isQuestion: 1 });
    await fixture.build.itemType({ name: 'Shackle' });
    expect(await fixture.as('wren').getItemTypesStructured({})).toMatchObject([
      { name: 'Area', isQuestion: false, isLocation: true },
      { name: 'Permit', isQuestion: true, isLocation: false },
      { name: 'Shackle', isQuestion: false, isLocation: false },
    ]);
  });

  it('are read and saved whole at /admin/itemTypes/{id}, whether items of them are places included [APIM-07]', async () => {
    const { id } = await fixture.build.itemType();
    const { id: templateId } = await fixture.build.fieldsTemplate();
    await fixture.as('wren').addItemTypeFieldsTemplate({ id, templateId });
    const read = (await callAt(fixture, 'wren', `GET /admin/itemTypes/${id}`)) as ItemType;
    const saved = (await callAt(fixture, 'wren', `PUT /admin/itemTypes/${id}`, {
      ...read,
      name: 'Level',
      isLocation: true,
    })) as ItemType;
    expect(saved).toEqual({ ...read, name: 'Level', isLocation: true, clock: saved.clock });
    expect(await fixture.as('wren').updateItemType({ id, isLocation: false })).toMatchObject({
      name: 'Level',
      isLocation: false,
    });
  });

  it('list the questions of an inspection type in GET /admin/inspections/{id}/prompts [APIM-08]', async () => {
    const inspection = await fixture.build.inspection();
    const prompt = await fixture.build.itemType({ name: 'Survey Question', isQuestion: 1 });
    const thing = await fixture.build.itemType();
    await fixture.build.itemType({ name: 'Not asked here', isQuestion: 1 });
    for (const { id } of [prompt, thing]) {
      await fixture.as('wren').addInspectionItemType({ inspectionId: inspection.id, itemTypeId: id });
    }
    expect(await callAt(fixture, 'wren', `GET /admin/inspections/${inspection.id}/prompts`)).toEqual([
      await fixture.as('wren').getItemType({ id: prompt.id }),
    ]);
  });

  it('get parents by add-parent and lose them by remove-parent [APIM-16]', async () => {
    const area = await fixture.build.itemType({ name: 'Area' });
    const light = await fixture.build.itemType({ name: 'Light' });
    const added = await callAt(fixture, 'wren', `POST /admin/item-type/${light.id}/add-parent/${area.id}`);
    expect(added).toMatchObject({ parentItemTypes: [{ parentItemTypeId: area.id, name: 'Area' }] });
    expect((await fixture.as('wren').getItemType({ id: area.id })).childItemTypes).toEqual([
      { id: light.id, name: 'Light' },
    ]);

    const removed = await callAt(fixture, 'wren', `DELETE /admin/item-type/${light.id}/remove-parent/${area.id}`);
    expect(removed).toMatchObject({ parentItemTypes: [] });
    expect(await fixture.as('wren').getItemType({ id: light.id })).toEqual(removed);
    expect((await fixture.as('wren').getItemType({ id: area.id })).childItemTypes).toEqual([]);
    const again = await callAt(fixture, 'wren', `POST /admin/item-type/${light.id}/add-parent/${area.id}`);
    expect(again).toEqual(added);
  });

  it('are never their own ancestor, over any number of levels [AITY-07]', async () => {
    const types = await Promise.all(['A', 'B', 'C'].map((name) => fixture.build.itemType({ name })));
    const [a, b, c] = types.map(({ id }) => id) as [string, string, string];
    const stand = (id: string, parentId: string) => fixture.as('wren').addItemTypeParent({ id, parentId });
    await stand(b, a);
    await stand(c, b);
    await expect(stand(a, a)).rejects.toBeProblem('wouldLoop');
    await expect(stand(a, c)).rejects.toBeProblem('wouldLoop');

    await fixture.as('wren').removeItemTypeParent({ id: c, parentId: b });
    await stand(a, c);
    await expect(stand(c, b)).rejects.toBeProblem('wouldLoop');
    expect(outline(await fixture.as('wren').getItemTypesStructured({}))).toBe('C(A(B))');
  });

  it('make a tree that can be shown, however many parents they share', async () => {
    const types: string[] = [];
    for (let i = 0; i < 15; i += 1) types.push((await fixture.build.itemType({ name: `Layer ${i}` })).id);
    const standUnderAllBefore = async (): Promise<void> => {
      for (const [i, id] of types.entries()) {
        for (const parentId of types.slice(0, i)) await fixture.as('wren').addItemTypeParent({ id, parentId });
      }
    };
    await expect(standUnderAllBefore()).rejects.toBeProblem('ruleBroken');
    expect(JSON.stringify(await fixture.as('wren').getItemTypesStructured({})).length).toBeLessThan(2_000_000);
  });

  it('ask templates by add-fields-template until remove-fields-template, in the order added [APIM-17]', async () => {
    const { id } = await fixture.build.itemType();
    const templates = [];
    for (const name of ['Securing', 'Identification']) templates.push(await fixture.build.fieldsTemplate({ name }));
    const asked = (type: unknown): string[] =>
      (type as ItemType).itemTypeFieldsTemplates.map(({ fieldsTemplate }) => fieldsTemplate.name);
    let answer: unknown;
    for (const template of templates) {
      answer = await callAt(fixture, 'wren', `POST /admin/item-types/${id}/add-fields-template/${template.id}`);
    }
    expect(asked(answer)).toEqual(['Securing', 'Identification']);

    const [securing] = templates;
    answer = await callAt(fixture, 'wren', `DELETE /admin/item-types/${id}/remove-fields-template/${securing!.id}`);
    expect(asked(answer)).toEqual(['Identification']);
    answer = await callAt(fixture, 'wren', `POST /admin/item-types/${id}/add-fields-template/${securing!.id}`);
    expect(asked(answer)).toEqual(['Identification', 'Securing']);
  });

  it('are duplicated with parents and own questions, in no inspection type, and the copy can be changed and deleted', async () => {
    const wren = fixture.as('wren');
    const area = await fixture.build.itemType({ name: 'Area', isLocation: 1 });
    const bulb = await fixture.build.itemType({ name: 'Bulb' });
    const light = await fixture.build.itemType({ name: 'Light', isLocation: 1 });
    const { id } = light;
    await wren.addItemTypeParent({ id, parentId: area.id });
    await wren.addItemTypeParent({ id: bulb.id, parentId: id });
    for (const name of ['Securing', 'Identification'])
      await wren.addItemTypeFieldsTemplate({ id, templateId: (await fixture.build.fieldsTemplate({ name })).id });
    const inspection = await fixture.build.inspection();
    await wren.addInspectionItemType({ inspectionId: inspection.id, itemTypeId: id });
    const before = await wren.getItemType({ id });

    const copy = await wren.duplicateItemType({ id });
    expect(copy).toMatchObject({ name: 'Light (copy)', isLocation: true, isQuestion: false, childItemTypes: [] });
    expect(copy.parentItemTypes.map(({ name }) => name)).toEqual(['Area']);
    expect(copy.itemTypeFieldsTemplates.map(({ fieldsTemplate }) => fieldsTemplate.name)).toEqual([
      'Securing',
      'Identification',
    ]);
    await wren.removeItemTypeParent({ id: copy.id, parentId: area.id });
    expect(await wren.getItemType({ id })).toEqual(before);
    await wren.deleteItemType({ id: copy.id });
    await expect(wren.duplicateItemType({ id: copy.id })).rejects.toBeProblem('notFound');

    const question = await wren.createItemType({ name: 'Crew', isPrompt: '1' });
    const named = await wren.duplicateItemType({ id: question.id, name: 'Night crew' });
    expect(named).toMatchObject({ name: 'Night crew', isQuestion: true });
  });

  it('are refused by name when they, or the rows they refer to, do not exist', async () => {
    const wren = fixture.as('wren');
    const nothing = fixture.application.ports.ids.next(0);
    const { id } = await fixture.build.itemType();
    await expect(wren.getItemType({ id: nothing })).rejects.toBeProblem('notFound');
    await expect(wren.updateItemType({ id: nothing, name: 'None' })).rejects.toBeProblem('notFound');
    await expect(wren.addItemTypeParent({ id, parentId: nothing })).rejects.toBeProblem('notFound');
    await expect(wren.addItemTypeParent({ id: nothing, parentId: id })).rejects.toBeProblem('notFound');
    await expect(wren.addItemTypeFieldsTemplate({ id, templateId: nothing })).rejects.toBeProblem('notFound');
    await expect(wren.removeItemTypeFieldsTemplate({ id, templateId: nothing })).rejects.toBeProblem('notFound');
    await expect(wren.createItemType({ name: 'Twin', id })).rejects.toBeProblem('alreadyExists');
  });

  it('do not lose a concurrent edit of another administrator', async () => {
    const wren = fixture.as('wren');
    const seen = await wren.createItemType({ name: 'Floodlight' });
    fixture.wait(1_000);
    const renamed = await wren.updateItemType({ ...seen, name: 'Flood light' }, { ifMatch: seen.clock });
    await expect(wren.updateItemType({ ...seen, name: 'Lamp' }, { ifMatch: seen.clock })).rejects.toBeProblem(
      'changedMeanwhile',
    );
    const { name, isLocation } = await wren.updateItemType(
      { ...renamed, isLocation: true },
      { ifMatch: renamed.clock },
    );
    expect({ name, isLocation }).toEqual({ name: 'Flood light', isLocation: true });
  });
});

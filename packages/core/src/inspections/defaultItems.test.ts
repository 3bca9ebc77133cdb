import type { InspectionDefaultItem } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, onEachDatabase, type TestFixture } from '../testing/index.ts';

/** A tree as names: `Derrick(Crown(Light))`. */
function outline(items: unknown): string {
  return (items as InspectionDefaultItem[])
    .map(({ name, children }) => name + (children.length > 0 ? `(${outline(children)})` : ''))
    .join(' ');
}

/** An inspection type with the default items Derrick(Crown(Light)) and Deck, one address for each. */
async function derrick(fixture: TestFixture) {
  const wren = fixture.as('wren');
  const inspection = await fixture.build.inspection();
  const place = await fixture.build.itemType({ name: 'Area', isLocation: 1 });
  const light = await fixture.build.itemType();
  const make = (name: string, itemTypeId: string, parent: InspectionDefaultItem | null) =>
    wren.createInspectionDefaultItem({
      id: inspection.id,
      name,
      itemTypeId,
      parentDefaultItemId: parent?.id ?? null,
    });
  const top = await make('Derrick', place.id, null);
  const crown = await make('Crown', place.id, top);
  const lamp = await make('Light', light.id, crown);
  const deck = await make('Deck', place.id, null);
  return { inspection, place, light, derrick: top, crown, lamp, deck };
}

onEachDatabase('Default items', (fixture) => {
  it('are made with POST and listed as a tree with GET /admin/inspections/{id}/default-items [APIM-12]', async () => {
    const inspection = await fixture.build.inspection();
    const type = await fixture.build.itemType();
    const prompt = await fixture.build.itemType({ name: 'Survey Question', isQuestion: 1 });
    const template = await fixture.build.fieldsTemplate();
    const address = `/admin/inspections/${inspection.id}/default-items`;
    const made = (await callAt(fixture, 'wren', `POST ${address}`, {
      name: 'Crown floodlight',
      type: 'Item',
      order: 0,
      itemTypeId: type.id,
      fieldsTemplateId: template.id,
      itemFieldsTemplateId: template.id,
      parentDefaultItemId: null,
    })) as InspectionDefaultItem;
    const asked = await callAt(fixture, 'wren', `POST ${address}`, {
      name: 'Anything loose?',
      type: 'Question',
      itemTypeId: prompt.id,
      parentDefaultItemId: made.id,
    });

    expect(asked).toMatchObject({ type: 'Question', order: 1, fieldsTemplateId: null, itemFieldsTemplateId: null });
    expect(await callAt(fixture, 'wren', `GET ${address}`)).toEqual([{ ...made, children: [asked] }]);
    expect(made).toMatchObject({
      inspectionId: inspection.id,
      fieldsTemplateId: template.id,
      itemFieldsTemplateId: template.id,
      children: [],
    });
  });

  it('are saved with PUT and removed with DELETE /admin/inspection-default-items/{id} [APIM-13]', async () => {
    const { deck, crown, inspection } = await derrick(fixture);
    const list = () => fixture.as('wren').getInspectionDefaultItems({ id: inspection.id });
    const saved = await callAt(fixture, 'wren', `PUT /admin/inspection-default-items/${deck.id}`, {
      ...deck,
      name: 'Main deck',
      parentDefaultItemId: crown.id,
    });
    expect(saved).toMatchObject({ id: deck.id, name: 'Main deck', parentDefaultItemId: crown.id });
    expect(outline(await list())).toBe('Derrick(Crown(Light Main deck))');

    await callAt(fixture, 'wren', `DELETE /admin/inspection-default-items/${deck.id}`);
    expect(outline(await list())).toBe('Derrick(Crown(Light))');
    await expect(fixture.as('wren').deleteInspectionDefaultItem({ id: deck.id })).rejects.toBeProblem('notFound');
    await expect(fixture.as('wren').updateInspectionDefaultItem({ id: deck.id, name: 'X' })).rejects.toBeProblem(
      'notFound',
    );
  });

  it('move their children to their own place when they are removed', async () => {
    const { derrick: top, crown, inspection } = await derrick(fixture);
    const list = () => fixture.as('wren').getInspectionDefaultItems({ id: inspection.id });
    await fixture.as('wren').deleteInspectionDefaultItem({ id: crown.id });
    expect(outline(await list())).toBe('Derrick(Light) Deck');
    await fixture.as('wren').deleteInspectionDefaultItem({ id: top.id });
    expect(outline(await list())).toBe('Light Deck');
  });

  it('are sorted by PUT /admin/inspection/{id}/default-items/sort [{id, order}] and numbered from 0 [APIM-14]', async () => {
    const { inspection, derrick: top, crown, lamp, deck } = await derrick(fixture);
    const answer = (await callAt(fixture, 'wren', `PUT /admin/inspection/${inspection.id}/default-items/sort`, [
      { id: top.id, order: 7 },
      { id: crown.id, order: 8 },
      { id: lamp.id, order: 9 },
      { id: deck.id, order: 3 },
    ])) as InspectionDefaultItem[];
    expect(outline(answer)).toBe('Deck Derrick(Crown(Light))');
    expect(answer.map(({ order }) => order)).toEqual([0, 1]);
    expect(answer[1]!.children).toMatchObject([{ order: 2, children: [{ order: 3 }] }]);
    expect(await fixture.as('wren').getInspectionDefaultItems({ id: inspection.id })).toEqual(answer);
  });

  it('are sorted all or none: an item of another inspection is not found', async () => {
    const mine = await derrick(fixture);
    const other = await derrick(fixture);
    const items = [
      { id: mine.deck.id, order: 0 },
      { id: other.deck.id, order: 1 },
    ];
    await expect(fixture.as('wren').sortInspectionDefaultItems({ id: mine.inspection.id, items })).rejects.toBeProblem(
      'notFound',
    );
    expect(outline(await fixture.as('wren').getInspectionDefaultItems({ id: mine.inspection.id }))).toBe(
      'Derrick(Crown(Light)) Deck',
    );
  });

  it('are never placed below themselves or in another inspection', async () => {
    const { derrick: top, lamp } = await derrick(fixture);
    const other = await derrick(fixture);
    const move = (id: string, parentDefaultItemId: string) =>
      fixture.as('wren').updateInspectionDefaultItem({ id, parentDefaultItemId });
    await expect(move(top.id, lamp.id)).rejects.toBeProblem('wouldLoop');
    await expect(move(top.id, top.id)).rejects.toBeProblem('wouldLoop');
    await expect(move(top.id, other.derrick.id)).rejects.toBeProblem('notFound');
  });

  it('are Questions for question types and Items for others', async () => {
    const { inspection, light } = await derrick(fixture);
    const prompt = await fixture.build.itemType({ name: 'Survey Question', isQuestion: 1 });
    const make = (type: 'Item' | 'Question', itemTypeId: string) =>
      fixture.as('wren').createInspectionDefaultItem({ id: inspection.id, name: 'New', type, itemTypeId });
    await expect(make('Question', light.id)).rejects.toBeProblem('ruleBroken');
    await expect(make('Item', prompt.id)).rejects.toBeProblem('ruleBroken');
    const asked = await make('Question', prompt.id);
    await expect(
      fixture.as('wren').updateInspectionDefaultItem({ id: asked.id, itemTypeId: light.id }),
    ).rejects.toBeProblem('ruleBroken');
    await expect(
      fixture.as('wren').updateInspectionDefaultItem({ id: asked.id, itemTypeId: light.id, type: 'Item' }),
    ).resolves.toMatchObject({ type: 'Item' });
  });

  it('do not lose a concurrent edit of another administrator', async () => {
    const wren = fixture.as('wren');
    const inspection = await fixture.build.inspection();
    const { id } = await fixture.build.defaultItem({ inspectionId: inspection.id, name: 'Derrick' });
    const [seen] = await wren.getInspectionDefaultItems({ id: inspection.id });
    fixture.wait(1_000);
    await wren.updateInspectionDefaultItem({ id, name: 'Mast' }, { ifMatch: seen!.clock });
    await expect(wren.updateInspectionDefaultItem({ id, name: 'Tower' }, { ifMatch: seen!.clock })).rejects.toBeProblem(
      'changedMeanwhile',
    );
  });
});

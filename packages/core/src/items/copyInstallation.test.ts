import { FIELD_TYPES } from '@holdfast/contract';

import { expect, it } from 'vitest';
import type { Database } from '../db/schema.ts';
import { NO_QUOTAS } from '../quotas.ts';
import { callsOf, COMPANIES, onEachDatabase, type TestFixture } from '../testing/index.ts';

const SKERROW = COMPANIES.skerrow;

/** A rig of Northmere: an area with a tagged floodlight that has an answer and a certificate, and an inspection with a finding. */
async function rig(fixture: TestFixture) {
  const { installation, drops, item } = await fixture.build.itemInInspection();
  const area = await fixture.build.item({ installationId: installation.id, name: 'Derrick', isLocation: 1 });
  const field = await fixture.build.field({ name: 'Serial number' });
  const maren = fixture.as('maren');
  await maren.setParentItem({ installationId: installation.id, itemId: item.id, newParentId: area.id });
  await maren.setTag({ itemId: item.id, tag: 'E20034120001', tagKind: 'epc' });
  await maren.saveItemField({ itemId: item.id, fieldId: field.id, value: 'FL-771', displayValue: 'FL-771' });
  await maren.addFileToItem({ itemId: item.id, filename: 'certificate.txt', base64File: btoa('proof load 2 t') });
  await maren.addNoteToInstallationInspectionItem({
    installationInspectionId: drops.id,
    itemId: item.id,
    content: 'Loose bracket',
  });
  return { installation, item, field };
}

function copiesOf(fixture: TestFixture, installationId: string): Promise<Database['item'][]> {
  return fixture.database.db
    .selectFrom('item')
    .selectAll()
    .where('installationId', '=', installationId)
    .orderBy('name')
    .execute();
}

onEachDatabase('copyInstallation', (fixture) => {
  it('copies nothing to a company that has no space for the files', async () => {
    const { installation } = await rig(fixture);
    const { size } = await fixture.database.db.selectFrom('blob').select('size').executeTakeFirstOrThrow();
    const copy = async (storageBytes: number): Promise<unknown> => {
      const quotas = { ...NO_QUOTAS, storageBytes };
      const application = { ...fixture.application, ports: { ...fixture.application.ports, quotas } };
      return callsOf(application, fixture.actor('wren')).copyInstallation({ id: installation.id, companyId: SKERROW });
    };
    await expect(copy(size - 1)).rejects.toBeProblem('storageFull');
    const ofSkerrow = fixture.database.db.selectFrom('installation').selectAll().where('scopeId', '=', SKERROW);
    expect(await ofSkerrow.execute()).toEqual([]);
    expect(await copy(size)).toMatchObject({ files: 1 });
  });

  it('copies facts, items, answers, tags and files to another company, and no inspections', async () => {
    const { installation, item, field } = await rig(fixture);
    const wren = fixture.as('wren');
    expect(await wren.getInstallationContents({ id: installation.id })).toEqual({
      items: 2,
      answers: 1,
      files: 1,
      inspections: 1,
    });
    const copied = await wren.copyInstallation({ id: installation.id, companyId: SKERROW, name: 'Skerrow Tarn' });
    expect(copied).toMatchObject({
      installation: {
        name: 'Skerrow Tarn',
        companyId: SKERROW,
        latitude: 57.9312,
        timeZone: 'Europe/London',
        installationInspections: 0,
      },
      items: 2,
      answers: 1,
      files: 1,
      tagsLeft: 0,
    });
    const [area, light] = await copiesOf(fixture, copied.installation.id);
    expect(light).toMatchObject({ parentItemId: area!.id, tag: 'E20034120001', scopeId: SKERROW });
    expect(light!.id).not.toBe(item.id);

    const anouk = fixture.as('anouk');
    const seen = await anouk.getItem({ itemId: light!.id });
    expect(seen.fieldResponses).toMatchObject([{ fieldId: field.id, value: 'FL-771' }]);
    const [file] = seen.files;
    expect(await anouk.getFile({ id: file!.id, ext: '.txt' })).toMatchObject({ scopeId: SKERROW, size: 14 });
    await expect(anouk.getItem({ itemId: item.id })).rejects.toBeProblem('notFound');
    expect(await fixture.as('maren').getFilesForItem({ itemId: item.id })).toHaveLength(1);
  });

  it('does not copy a tag that another item of that company has', async () => {
    const { installation } = await rig(fixture);
    const wren = fixture.as('wren');
    await wren.copyInstallation({ id: installation.id, companyId: SKERROW });
    const again = await wren.copyInstallation({ id: installation.id, companyId: SKERROW, name: 'Second' });
    expect(again).toMatchObject({ items: 2, tagsLeft: 1 });
    expect((await copiesOf(fixture, again.installation.id)).map(({ tag }) => tag)).toEqual([null, null]);
  });

  it('does not copy answers without a question', async () => {
    const { installation, field, item } = await rig(fixture);
    const gone = await fixture.build.field({ fieldTypeId: FIELD_TYPES.text.id });
    await fixture.as('maren').saveItemField({ itemId: item.id, fieldId: gone.id, value: 'x', displayValue: 'x' });
    const under = await fixture.build.fieldsTemplate({ name: 'Bolted' });
    const option = await fixture.build.fieldOption({ name: 'Bolted', fieldsTemplateId: under.id });
    const { id: fieldId } = await fixture.build.field({ name: 'Bolt size', fieldsTemplateId: under.id });
    const below = { value: 'M16', displayValue: 'M16', parentFieldOptionId: option.id };
    await fixture.as('maren').saveItemField({ itemId: item.id, fieldId, ...below });
    await fixture.write([
      { table: 'fieldOption', op: 'upd', id: option.id, scopeId: 'library', set: { fieldsTemplateId: null } },
    ]);
    const wren = fixture.as('wren');
    await wren.deleteField({ id: gone.id });
    const copied = await wren.copyInstallation({ id: installation.id, companyId: SKERROW });
    expect(copied.answers).toBe(1);
    const answers = await fixture.database.db
      .selectFrom('fieldResponse')
      .select('fieldId')
      .where('scopeId', '=', SKERROW)
      .execute();
    expect(answers).toEqual([{ fieldId: field.id }]);
  });

  it('makes one copy even if the call is repeated, and none for callers who are not administrators', async () => {
    const { installation } = await rig(fixture);
    const input = { id: installation.id, companyId: SKERROW };
    const key = { idempotencyKey: 'one-click-of-a-button' };
    const wren = fixture.as('wren');
    expect(await wren.copyInstallation(input, key)).toEqual(await wren.copyInstallation(input, key));
    expect(await wren.getAdminInstallations({ companyId: SKERROW })).toHaveLength(1);
    await expect(fixture.as('maren').copyInstallation(input)).rejects.toBeProblem('forbidden');
    const unknown = fixture.application.ports.ids.next(0);
    await expect(wren.copyInstallation({ ...input, companyId: unknown })).rejects.toBeProblem('notFound');
    await expect(wren.copyInstallation({ ...input, id: unknown })).rejects.toBeProblem('notFound');
  });
});

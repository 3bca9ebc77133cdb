import { CONDITIONS, FIELD_TYPES, FIELDS_TEMPLATE_TYPES, NO_RULES } from '@holdfast/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMPANIES, sheetBytes, tinyPhoto } from '../testing/index.ts';
import { openRecording, type Recording } from '../testing/recording.ts';

const UNKNOWN = '0190aaaa-0000-7000-8000-00000000dead';
const DAY = 86_400;
const START = Date.UTC(2026, 0, 10) / 1_000;
const tagOf = (n: number): string => `34142${n.toString(16).padStart(3, '0').toUpperCase()}57BF40000000`;
const sheet = (rows: (string | number | null)[][]) => ({
  filename: 'items.xlsx',
  base64File: Buffer.from(sheetBytes(rows)).toString('base64'),
});

let at: Recording;
beforeEach(async () => {
  at = await openRecording();
});
afterEach(() => at.close());

/** The library of the inspection: types of places and items with questions of every kind. */
async function library() {
  const wren = at.fixture.as('wren');
  const template = (name: string, type: keyof typeof FIELDS_TEMPLATE_TYPES) =>
    wren.createFieldsTemplate({ name, fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES[type].id });
  const ask = async (
    fieldsTemplateId: string,
    name: string,
    type: keyof typeof FIELD_TYPES,
    order: number,
    more = {},
  ) => {
    const field = await wren.createField({ name, fieldTypeId: FIELD_TYPES[type].id, fieldsTemplateId, order });
    return Object.keys(more).length === 0 ? field : wren.updateField({ id: field.id, ...more });
  };
  const identity = await template('Identification', 'itemType');
  const bolts = await template('Bolts', 'itemType');
  const result = await template('Result', 'inspection');
  const details = await template('Weather', 'inspectionDetails');
  const places = await template('Place', 'installationDetails');
  const fields = {
    serial: await ask(identity.id, 'Serial number', 'text', 0, { required: true, showInList: true }),
    weight: await ask(identity.id, 'Weight', 'number', 1, {
      shortName: 'W',
      rules: { ...NO_RULES, unit: 'kg', minimum: 1, maximum: 90 },
    }),
    maker: await ask(identity.id, 'Maker', 'select', 2, { options: [{ name: 'Kolvik' }, { name: 'Brandreth' }] }),
    size: await ask(bolts.id, 'Bolt size', 'number', 0),
    fixing: await ask(identity.id, 'Fixing', 'selectWithSubfields', 3, {
      options: [{ name: 'Bolted', fieldsTemplateId: bolts.id }, { name: 'Welded' }],
    }),
    bought: await ask(identity.id, 'Bought', 'date', 4),
    seen: await ask(identity.id, 'Seen', 'datetime', 5),
    cause: await ask(result.id, 'Cause', 'multiSelect', 0, { options: [{ name: 'Wear' }, { name: 'Corrosion' }] }),
    done: await ask(result.id, 'Done', 'checkbox', 1, { required: true }),
    force: await ask(result.id, 'Force', 'number', 2, { shortName: 'F' }),
    load: await ask(result.id, 'Load', 'number', 3, {
      shortName: 'L',
      rules: { ...NO_RULES, calculation: '[F] / 2', unit: 't' },
    }),
    wind: await ask(details.id, 'Wind', 'number', 0, { required: true }),
    owner: await ask(places.id, 'Owner', 'text', 0),
  };
  const area = await wren.createItemType({ name: 'Area' });
  await wren.updateItemType({ id: area.id, isLocation: true });
  const light = await wren.createItemType({ name: 'Floodlight' });
  const crew = await wren.createItemType({ name: 'Crew', isPrompt: '1' });
  await wren.addItemTypeParent({ id: light.id, parentId: area.id });
  await wren.addItemTypeFieldsTemplate({ id: light.id, templateId: identity.id });
  const drops = await wren.createInspection({ name: 'Dropped object survey' });
  await wren.updateInspection({
    id: drops.id,
    shortName: 'DROPS',
    itemTypeListViewFieldNames: '[{"name":"Maker","isSearchable":true}]',
    inspectionItemTypeListViewFieldNames: '[{"name":"Cause","isSearchable":false}]',
  });
  await wren.addInspectionFieldsTemplate({ id: drops.id, templateId: details.id });
  for (const itemTypeId of [area.id, light.id, crew.id])
    await wren.addInspectionItemType({ inspectionId: drops.id, itemTypeId });
  const typed = await wren.getAdminInspection({ id: drops.id });
  const ofLight = typed.itemTypes.find(({ itemTypeId }) => itemTypeId === light.id)!;
  await wren.updateInspectionItemType({ id: ofLight.id, fieldsTemplateId: result.id });
  const first = await wren.createInspectionDefaultItem({ id: drops.id, name: 'Derrick', itemTypeId: area.id });
  await wren.createInspectionDefaultItem({
    id: drops.id,
    name: 'Crown light',
    itemTypeId: light.id,
    parentDefaultItemId: first.id,
  });
  await wren.createInspectionDefaultItem({ id: drops.id, name: 'Crew list', type: 'Question', itemTypeId: crew.id });
  const lifting = await wren.createInspection({ name: 'Lifting' });
  await wren.updateCompany({
    id: COMPANIES.northmere,
    name: 'Northmere',
    shortName: 'NM',
    address: '1 Quay',
    accreditation: 'ISO',
    installationFieldsTemplateId: places.id,
  });
  await wren.addCompanyInspection({ id: COMPANIES.northmere, inspectionId: drops.id });
  await at.join('vida', 'companyAdministrator', COMPANIES.northmere);
  await at.join('oskar', 'reportAuthor', COMPANIES.northmere);
  return { fields, area, light, crew, drops, lifting };
}

describe('the work on an inspection', () => {
  it('answers, refuses and changes what is recorded', async () => {
    const { fields, area, light, drops, lifting } = await library();
    const [wren, maren, idris, jorun, anouk, vida] = ['wren', 'maren', 'idris', 'jorun', 'anouk', 'vida'].map((who) =>
      at.as(who),
    ) as [
      ReturnType<Recording['as']>,
      ReturnType<Recording['as']>,
      ReturnType<Recording['as']>,
      ReturnType<Recording['as']>,
      ReturnType<Recording['as']>,
      ReturnType<Recording['as']>,
    ];
    const answer = (
      fieldId: string,
      value: string,
      displayValue = value,
      parentFieldOptionId: string | null = null,
    ) => ({ fieldId, value, displayValue, parentFieldOptionId });

    at.heading('installations');
    const tarn = await vida.createInstallation({
      companyId: COMPANIES.northmere,
      name: 'Tarn',
      latitude: 57.9,
      longitude: 1.4,
      timeZone: 'Europe/London',
    });
    const fell = await wren.createInstallation({ companyId: COMPANIES.northmere, name: 'Fell' });
    await vida.createInstallation({ companyId: COMPANIES.skerrow, name: 'Elsewhere' });
    await vida.createInstallation({ companyId: COMPANIES.northmere, name: 'Half', latitude: 1 });
    await vida.createInstallation({ companyId: COMPANIES.northmere, name: 'No zone', timeZone: 'Europe/Nowhere' });
    await vida.editInstallation({
      id: tarn.id,
      name: 'Northmere Tarn',
      latitude: 58,
      longitude: 2,
      timeZone: 'Europe/Oslo',
    });
    await vida.editInstallation({ id: UNKNOWN, name: 'None' });
    await maren.updateInstallation({
      id: tarn.id,
      updatedInstallation: { latitude: 58.5, longitude: 2.5 },
      fields: [answer(fields.owner.id, 'NM Ltd')],
    });
    await maren.updateInstallation({
      id: tarn.id,
      updatedInstallation: { latitude: 58.5, longitude: 2.5 },
      fields: [answer(fields.wind.id, '1')],
    });
    await maren.updateInstallation({ id: tarn.id, updatedInstallation: { latitude: 91, longitude: 2.5 } });
    await anouk.updateInstallation({ id: tarn.id, updatedInstallation: { latitude: 1, longitude: 2 } });
    await vida.archiveInstallation({ id: fell.id, archived: true });
    await vida.archiveInstallation({ id: fell.id, archived: true });
    await vida.archiveInstallation({ id: fell.id, archived: false });

    at.heading('an inspection is started');
    const dates = { startDate: START, endDate: START + 10 * DAY };
    await maren.createInstallationInspection({ installationId: tarn.id, inspectionId: lifting.id, ...dates });
    await maren.createInstallationInspection({ installationId: UNKNOWN, inspectionId: drops.id, ...dates });
    await maren.createInstallationInspection({
      installationId: tarn.id,
      inspectionId: drops.id,
      startDate: START,
      endDate: START - DAY,
    });
    await jorun.createInstallationInspection({ installationId: tarn.id, inspectionId: drops.id, ...dates });
    const made = await maren.createInstallationInspection({
      installationId: tarn.id,
      inspectionId: drops.id,
      ...dates,
      fields: [answer(fields.wind.id, '12')],
    });
    const survey = { installationInspectionId: made.id };
    await maren.createInstallationInspection({
      installationId: tarn.id,
      inspectionId: drops.id,
      ...dates,
      id: made.id,
    });
    await maren.updateInstallationInspection({
      id: made.id,
      startDate: START + DAY,
      endDate: START + 12 * DAY,
      fields: [answer(fields.wind.id, '14')],
    });
    await maren.updateInstallationInspection({ id: made.id, startDate: START + DAY, endDate: START, fields: [] });
    await maren.updateInstallationInspection({ id: UNKNOWN, ...dates });
    const { items } = { items: await at.fixture.as('maren').getItemsForInstallationInspection(survey) };
    const named = (name: string): string => items.find((item) => item.name === name)!.itemId;
    const derrick = named('Derrick');
    const crown = named('Crown light');
    const list = named('Crew list');

    at.heading('items');
    const second = (
      await maren.newItem({ ...survey, itemTypeId: light.id, parentItemId: derrick, name: 'Second light' })
    ).itemId;
    const deck = (await maren.newItem({ ...survey, itemTypeId: area.id, name: 'Deck' })).itemId;
    await maren.newItem({ ...survey, itemTypeId: UNKNOWN });
    await maren.newItem({ ...survey, itemTypeId: light.id, parentItemId: UNKNOWN });
    await maren.newItem({ installationInspectionId: UNKNOWN, itemTypeId: light.id });
    await anouk.newItem({ ...survey, itemTypeId: light.id });
    const third = (await maren.duplicateItem({ ...survey, itemId: second })).itemId;
    await maren.duplicateItem({ ...survey, itemId: UNKNOWN });
    await maren.setItemName({ itemId: second, name: ' Girt light ' });
    await maren.setItemName({ itemId: second, name: 'Girt light' });
    await maren.setItemName({ itemId: second, name: 'Late' }, { ifMatch: '1.0.server' });
    await maren.setItemName({ itemId: third, name: 'Once' }, { idempotencyKey: 'key-00000001' });
    await maren.setItemName({ itemId: third, name: 'Once' }, { idempotencyKey: 'key-00000001' });
    await maren.setItemName({ itemId: third, name: 'Twice' }, { idempotencyKey: 'key-00000001' });
    await maren.setItemName({ itemId: UNKNOWN, name: 'None' });
    await jorun.setItemName({ itemId: second, name: 'Not allowed' });
    await maren.setParentItem({ installationId: tarn.id, itemId: second, newParentId: deck });
    await maren.setParentItem({ installationId: tarn.id, itemId: deck, newParentId: second });
    await maren.setParentItem({ installationId: tarn.id, itemId: second, newParentId: second });
    await maren.setParentItem({ installationId: fell.id, itemId: second, newParentId: null });
    await maren.setParentItem({ installationId: tarn.id, itemId: second, newParentId: UNKNOWN });
    await maren.setParentItem({ installationId: tarn.id, itemId: second, newParentId: null });
    await maren.setTag({ itemId: second, tag: tagOf(1) });
    await maren.setTag({ itemId: third, tag: tagOf(1).toLowerCase() });
    await maren.setTag({ itemId: third, tag: tagOf(1), move: true });
    await maren.setTag({ itemId: second, tag: '04 A2 B3 C4', tagKind: 'uid' });
    await maren.setTag({ itemId: second, tag: 'no tag' });
    await maren.setTag({ itemId: crown, tag: null });
    await maren.findItemByTag({ tag: tagOf(1) });
    await maren.findItemByTag({ tag: '04A2B3C4', tagKind: 'uid' });
    await maren.findItemByTag({ tag: '04A2B3C4', tagKind: 'tid' });
    await wren.findItemByTag({ tag: tagOf(1) });
    await wren.findItemByTag({ tag: tagOf(1), companyId: COMPANIES.northmere });
    await anouk.findItemByTag({ tag: tagOf(1) });

    at.heading('answers');
    const [kolvik] = fields.maker.options;
    const [bolted, welded] = fields.fixing.options;
    const [wear, corrosion] = fields.cause.options;
    const own = (fieldId: string, value: string, shown = value, parent: string | null = null) =>
      maren.saveItemField({ itemId: crown, ...answer(fieldId, value, shown, parent) });
    await own(fields.serial.id, ' FL-1 ');
    await own(fields.serial.id, 'FL-1');
    await own(fields.serial.id, 'x'.repeat(5_000));
    await own(fields.weight.id, '4,5');
    await own(fields.weight.id, '4.5');
    await own(fields.weight.id, '95');
    await own(fields.maker.id, kolvik!.id, 'Kolvik');
    await own(fields.maker.id, UNKNOWN, 'None');
    await own(fields.fixing.id, bolted!.id, 'Bolted');
    await own(fields.size.id, '12', '12', bolted!.id);
    await own(fields.size.id, '12', '12', welded!.id);
    await own(fields.fixing.id, welded!.id, 'Welded');
    await own(fields.bought.id, '2026-02-30', '30/02/2026');
    await own(fields.bought.id, '2026-02-28', '28/02/2026');
    await own(fields.seen.id, '2026-02-28T10:00:00.000Z', '28/02/2026 10:00 am');
    await own(fields.seen.id, 'yesterday');
    await own(fields.force.id, '1');
    await own(UNKNOWN, '1');
    await anouk.saveItemField({ itemId: crown, ...answer(fields.serial.id, '1') });
    const finding = (fieldId: string, value: string, shown = value) =>
      maren.saveInstallationInspectionItemField({ ...survey, itemId: crown, ...answer(fieldId, value, shown) });
    await finding(fields.cause.id, JSON.stringify([wear!.id, corrosion!.id]), 'Wear, Corrosion');
    await finding(fields.cause.id, `${wear!.id},${corrosion!.id}`, 'Wear, Corrosion');
    await finding(fields.cause.id, wear!.id, 'Wear');
    await finding(fields.done.id, 'true', 'Yes');
    await finding(fields.done.id, 'maybe');
    await finding(fields.force.id, '8');
    await finding(fields.load.id, '3');
    await finding(fields.force.id, '');
    await finding(fields.serial.id, 'FL-2');
    await maren.saveInstallationInspectionItemField({ ...survey, itemId: UNKNOWN, ...answer(fields.force.id, '1') });
    await maren.setAnswerOfItems({
      ...survey,
      itemIds: [second, third],
      fieldId: fields.force.id,
      value: '6',
      displayValue: '6',
    });
    await maren.setAnswerOfItems({
      ...survey,
      itemIds: [second, list],
      fieldId: fields.force.id,
      value: '6',
      displayValue: '6',
    });
    const many = await maren.setAnswerOfItems({
      ...survey,
      itemIds: [second, UNKNOWN],
      fieldId: fields.force.id,
      value: '6',
      displayValue: '6',
    });
    at.note('answered', many);

    at.heading('conditions, notes, undo');
    await maren.setCondition({ ...survey, itemId: crown, conditionId: CONDITIONS.defective.id });
    await maren.setCondition({ ...survey, itemId: crown, conditionId: CONDITIONS.defective.id });
    await maren.setCondition({ ...survey, itemId: crown, conditionId: UNKNOWN });
    await maren.setCondition({ ...survey, itemId: UNKNOWN, conditionId: null });
    await maren.setCondition({ ...survey, itemId: derrick, conditionId: CONDITIONS.fitForPurpose.id });
    const set = await idris.setConditionOfItems({
      ...survey,
      itemIds: [second, third],
      conditionId: CONDITIONS.needsAttention.id,
    });
    await maren.undoChanges({ installationId: tarn.id, undo: set.undo! });
    await idris.undoChanges({ installationId: fell.id, undo: set.undo! });
    await idris.undoChanges({ installationId: tarn.id, undo: set.undo! });
    await idris.undoChanges({ installationId: tarn.id, undo: set.undo! });
    await maren.setCondition({ ...survey, itemId: crown, conditionId: null });
    await maren.setCondition({ ...survey, itemId: crown, conditionId: CONDITIONS.needsAttention.id });
    const note = await maren.addNoteToInstallationInspectionItem({
      ...survey,
      itemId: crown,
      content: ' Pin missing ',
    });
    await maren.addNoteToInstallationInspectionItem({ ...survey, itemId: crown, content: '  ' });
    await maren.addNoteToInstallationInspectionItem({ ...survey, itemId: UNKNOWN, content: 'None' });
    const notes = await maren.addNoteToItems({ ...survey, itemIds: [second, third], content: 'Both' });
    await maren.undoChanges({ installationId: tarn.id, undo: notes.undo! });
    await maren.getNotesForInstallationInspectionItem({ ...survey, itemId: crown });
    const member = await at.fixture
      .as('maren')
      .getInstallationInspectionItemByInstallationAndItem({ ...survey, itemId: crown });
    const row = { installationInspectionItemId: member.id };
    await maren.removeNoteFromInstallationInspectionItem({ ...row, noteId: UNKNOWN });
    await maren.removeNoteFromInstallationInspectionItem({ ...row, noteId: note.id });
    await maren.removeNoteFromInstallationInspectionItem({ ...row, noteId: note.id });
    await maren.restoreNoteToInstallationInspectionItem({ ...row, noteId: UNKNOWN });
    await maren.restoreNoteToInstallationInspectionItem({ ...row, noteId: note.id });
    await maren.removeNoteFromInstallationInspectionItem({ ...row, noteId: note.id });
    await maren.addNoteToInstallationInspectionItem({ ...survey, itemId: crown, content: 'Split pin missing' });

    at.heading('photos and files');
    const photo = async (which: number) =>
      (
        await maren.addImageToInstallationInspectionItem({
          ...survey,
          itemId: crown,
          filename: `p${which}.png`,
          base64Image: tinyPhoto(which),
        })
      ).id;
    const [one, two, three] = [await photo(1), await photo(2), await photo(3)];
    await maren.addImageToInstallationInspectionItem({
      ...survey,
      itemId: crown,
      filename: 'bad.png',
      base64Image: btoa('text'),
    });
    await maren.addImageToInstallationInspectionItem({ ...survey, itemId: crown, filename: 'none.png' });
    await maren.addImageToInstallationInspectionItem({
      ...survey,
      itemId: crown,
      filename: 'sha.png',
      sha256: 'a'.repeat(64),
    });
    await maren.setImageCaption({ ...row, imageId: one, caption: ' Crown, port ' });
    await maren.setImageCaption({ ...row, imageId: UNKNOWN, caption: 'None' });
    await maren.setImageEdit({
      ...row,
      imageId: one,
      edit: { turn: 90, crop: null, marks: [{ kind: 'circle', area: { x: 0.1, y: 0.1, width: 0.5, height: 0.5 } }] },
    });
    await maren.setImageEdit({ ...row, imageId: one, edit: { turn: 0, crop: null, marks: [] } });
    await maren.setImageEdit({ ...row, imageId: UNKNOWN, edit: null });
    await maren.orderImages({ ...row, imageIds: [three, one, two] });
    await maren.orderImages({ ...row, imageIds: [one] });
    await maren.orderImages({ ...row, imageIds: [one, UNKNOWN] });
    await maren.removeImageFromInstallationInspectionItem({ ...row, imageId: two });
    await maren.removeImageFromInstallationInspectionItem({ ...row, imageId: two });
    await maren.restoreImageToInstallationInspectionItem({ ...row, imageId: two });
    await maren.restoreImageToInstallationInspectionItem({ ...row, imageId: UNKNOWN });
    const file = await maren.addFileToItem({
      itemId: crown,
      filename: 'certificate.pdf',
      base64File: btoa('%PDF-1.4'),
    });
    await maren.addFileToItem({ itemId: UNKNOWN, filename: 'a.pdf', base64File: btoa('x') });
    await maren.addFileToItem({ itemId: crown, filename: 'a.pdf' });
    await maren.addFileToItem({ itemId: crown, filename: 'photo.png', base64File: tinyPhoto(4) });
    await maren.removeFileFromItem({ itemId: crown, fileId: file.id });
    await maren.removeFileFromItem({ itemId: crown, fileId: file.id });
    await maren.restoreFileToItem({ itemId: crown, fileId: file.id });
    await maren.restoreFileToItem({ itemId: second, fileId: file.id });

    at.heading('a second inspection');
    await wren.addCompanyInspection({ id: COMPANIES.northmere, inspectionId: lifting.id });
    await wren.addInspectionItemType({ inspectionId: lifting.id, itemTypeId: light.id });
    const lifted = await idris.createInstallationInspection({
      installationId: tarn.id,
      inspectionId: lifting.id,
      startDate: START + 20 * DAY,
      endDate: START + 21 * DAY,
      fromInstallationInspectionId: made.id,
      fromItemTypeIds: [light.id],
    });
    const later = { installationInspectionId: lifted.id };
    await idris.createInstallationInspection({
      installationId: fell.id,
      inspectionId: lifting.id,
      ...dates,
      fromInstallationInspectionId: made.id,
    });
    await idris.addItemFromInstallation({ ...later, itemId: derrick });
    await idris.addItemFromInstallation({ ...later, itemId: derrick });
    await idris.addItemFromInstallation({ ...later, itemId: UNKNOWN });
    await idris.addItemsFromInstallation({ ...later, itemIds: [deck, list] });
    await idris.addItemsFromInstallation({
      ...later,
      fromInstallationInspectionId: made.id,
      fromLocationIds: [derrick],
    });
    await idris.addItemsFromInstallation({ ...later, itemIds: [UNKNOWN] });
    await idris.addItemImagesFromAnotherInspection({ ...later, itemId: crown, imageIds: [one, three] });
    await idris.addItemImagesFromAnotherInspection({ ...later, itemId: crown, imageIds: [UNKNOWN] });
    await idris.addItemFilesFromAnotherInspection({ ...later, itemId: crown, imageIds: [file.id] });
    await idris.setCondition({ ...later, itemId: crown, conditionId: CONDITIONS.fitForPurpose.id });
    await idris.setParentOfItems({ installationId: tarn.id, itemIds: [second, third], newParentId: derrick });
    await idris.setParentOfItems({ installationId: tarn.id, itemIds: [derrick, third], newParentId: third });
    await idris.getOtherImagesByInstallationInspectionItem({ ...later, itemId: crown, limit: 1 });
    await idris.getPreviousAnswers({ ...later, itemId: crown });

    at.heading('sweeps');
    await maren.getSweepTargets({ ...survey, locationId: derrick });
    await maren.getSweepTargets({ ...survey, locationId: null });
    await maren.getSweepTargets({ ...survey, locationId: UNKNOWN });
    const when = Date.UTC(2026, 0, 15, 12);
    const reads = [1, 1, 9].map((n, i) => ({ tag: tagOf(n), tagKind: 'epc' as const, seenAt: when - i * 1_000 }));
    const sweep = await maren.saveSweep({
      ...survey,
      locationId: derrick,
      startedAt: when - 60_000,
      endedAt: when,
      reads,
    });
    await maren.saveSweep({ ...survey, locationId: null, startedAt: when, endedAt: when - 1, reads: [] });
    await maren.saveSweep({ ...survey, locationId: null, startedAt: when - 1, endedAt: when, reads: [] });
    await maren.identifyTags({
      ...survey,
      tags: [
        { tag: tagOf(1), tagKind: 'epc' },
        { tag: tagOf(8), tagKind: 'epc' },
      ],
    });
    await idris.deleteSweep({ sweepId: sweep.id });
    await maren.getSweep({ sweepId: sweep.id });
    await maren.restoreSweep({ sweepId: UNKNOWN });
    await maren.restoreSweep({ sweepId: sweep.id });
    await idris.deleteSweep({ sweepId: sweep.id });

    at.heading('every read');
    const ids = {
      company: COMPANIES.northmere,
      installation: tarn.id,
      inspection: drops.id,
      installationInspection: made.id,
      item: crown,
      installationInspectionItem: member.id,
      image: one,
      file: file.id,
      text: 'light',
      fieldId: fields.serial.id,
      'getRecordUses.kind': 'installation',
      'getRecordUses.id': tarn.id,

      locationId: derrick,
    };
    await at.reads(['maren'], ids);
    await at.reads(['wren'], {
      company: COMPANIES.northmere,
      installation: tarn.id,
      inspection: lifting.id,
      installationInspection: lifted.id,
      item: derrick,
      itemType: light.id,
    });
    await at.reads(['anouk'], ids);
    await jorun.getPhrases({ itemId: crown, fieldId: null, search: 'pin', limit: 5 });
    await jorun.getPhrases({ itemId: crown, fieldId: null, search: 'zzz' });
    await jorun.getPhrases({ itemId: second, fieldId: fields.serial.id });
    await jorun.findRecords({ text: 'tarn' });
    await wren.findRecords({ text: 'light' });
    await wren.findRecords({ text: 'light', companyId: COMPANIES.northmere });
    await wren.getAdminInstallations({ companyId: COMPANIES.northmere });
    await wren.getAdminInstallationInspections({ companyId: COMPANIES.skerrow });
    await wren.getInspections({ companyId: COMPANIES.northmere });
    await maren.getItemsForInstallation({ installationId: tarn.id });
    await maren.getItemPossibleParents({ installationId: tarn.id, itemId: derrick });
    await maren.getOverriddenChanges({ limit: 1 });

    at.heading('deletion');
    await maren.previewDeleteItem({ ...survey, itemId: derrick });
    await maren.previewDeleteItem({ ...later, itemId: UNKNOWN });
    await idris.deleteItem({ ...later, itemId: third });
    await idris.restoreItem({ ...later, itemId: third });
    await idris.restoreItem({ ...later, itemId: third });
    await maren.deleteItem({ ...survey, itemId: third });
    await maren.deleteItem({ ...survey, itemId: third });
    await maren.restoreItem({ ...survey, itemId: third });
    await maren.deleteItem({ ...survey, itemId: derrick });
    await maren.getItemsForInstallationInspection(survey);
    await maren.restoreItem({ ...survey, itemId: derrick });
    await maren.getAuditLogsForInstallationInspectionAndItem({ ...survey, itemId: derrick });

    at.heading('the register');
    await vida.exportItemRegister({ id: tarn.id });
    const rows = [
      ['Location', 'Item type', 'Name', 'Tag', 'Serial number', 'Weight', 'Maker', 'Bought'],
      ['Derrick', 'Floodlight', 'New light', tagOf(4), 'FL-9', 7, 'Kolvik', '15/01/2026'],
      ['', 'Area', 'Moonpool', null, null, null, null, null],
    ];
    const preview = await vida.previewItemRegister({ id: tarn.id, ...sheet(rows) });
    await vida.importItemRegister({ id: tarn.id, ...sheet(rows), plan: 'another' });
    const imported = await vida.importItemRegister({ id: tarn.id, ...sheet(rows), plan: preview.plan });
    await vida.undoChanges({ installationId: tarn.id, undo: imported.undo! });
    await vida.previewItemRegister({
      id: tarn.id,
      ...sheet([
        rows[0]!,
        ['Nowhere', 'None', '', 'tag', 'x', 'heavy', 'Nobel', '31/02/2026'],
        ['Derrick', 'Floodlight', 'Same', tagOf(1), '', '', '', ''],
      ]),
    });
    await vida.previewItemRegister({ id: tarn.id, ...sheet([['Nothing']]) });
    await vida.previewItemRegister({ id: UNKNOWN, ...sheet(rows) });
    await wren.copyInstallation({ id: tarn.id, companyId: COMPANIES.skerrow, name: 'A copy' });
    await wren.copyInstallation({ id: tarn.id, companyId: UNKNOWN });
    await vida.deleteInstallation({ id: fell.id });
    await wren.deleteInstallation({ id: tarn.id });
    await wren.deleteInstallation({ id: fell.id });
    await wren.restoreInstallation({ id: fell.id });
    await expect(at.text()).toMatchFileSnapshot('./inspection.txt');
  });
});

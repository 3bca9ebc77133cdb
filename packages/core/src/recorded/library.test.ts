import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES, NO_RULES } from '@holdfast/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMPANIES, tinyPhoto } from '../testing/index.ts';
import { openRecording, type Recording } from '../testing/recording.ts';

const UNKNOWN = '0190aaaa-0000-7000-8000-00000000dead';
const PEOPLE = ['wren'];

let at: Recording;
beforeEach(async () => {
  at = await openRecording();
});
afterEach(() => at.close());

describe('the administration of types, templates and questions', () => {
  it('answers, refuses and changes what is recorded', async () => {
    const wren = at.as('wren');
    const { itemType: ofItems, inspection: ofResults, inspectionDetails, installationDetails } = FIELDS_TEMPLATE_TYPES;

    at.heading('item types');
    const rig = await wren.createItemType({ name: ' Rig ' });
    const area = await wren.createItemType({ name: 'Area' });
    const light = await wren.createItemType({ name: 'Floodlight' });
    const question = await wren.createItemType({ name: 'Crew', isPrompt: '1' });
    const own = await wren.createItemType({ name: 'Own id', id: '0190aaaa-0000-7000-8000-0000000000aa' });
    await wren.createItemType({ name: 'Twice', id: own.id });
    await wren.createItemType({ name: 'floodlight' });
    await wren.updateItemType({ id: rig.id, isLocation: true });
    await wren.updateItemType({ id: area.id, isLocation: true, name: 'Area ' });
    await wren.updateItemType({ id: own.id, isQuestion: true, isLocation: false, name: 'Renamed' });
    await wren.updateItemType({ id: own.id, isQuestion: false });
    await wren.updateItemType({ id: own.id });
    await wren.updateItemType({ id: UNKNOWN, name: 'None' });
    await wren.addItemTypeParent({ id: area.id, parentId: rig.id });
    await wren.addItemTypeParent({ id: area.id, parentId: rig.id });
    await wren.addItemTypeParent({ id: light.id, parentId: area.id });
    await wren.addItemTypeParent({ id: light.id, parentId: rig.id });
    await wren.addItemTypeParent({ id: rig.id, parentId: light.id });
    await wren.addItemTypeParent({ id: rig.id, parentId: rig.id });
    await wren.addItemTypeParent({ id: rig.id, parentId: UNKNOWN });
    await wren.addItemTypeParent({ id: UNKNOWN, parentId: rig.id });
    await wren.removeItemTypeParent({ id: light.id, parentId: rig.id });
    await wren.removeItemTypeParent({ id: light.id, parentId: rig.id });
    await wren.addItemTypeParent({ id: light.id, parentId: rig.id });
    await at.as('maren').createItemType({ name: 'Refused' });
    await at.as(null).createItemType({ name: 'Refused' });

    at.heading('templates');
    const identity = await wren.createFieldsTemplate({ name: 'Identification', fieldsTemplateTypeId: ofItems.id });
    const bolts = await wren.createFieldsTemplate({ name: 'Bolts', fieldsTemplateTypeId: ofItems.id });
    const result = await wren.createFieldsTemplate({ name: 'Result', fieldsTemplateTypeId: ofResults.id });
    const details = await wren.createFieldsTemplate({ name: 'Weather', fieldsTemplateTypeId: inspectionDetails.id });
    const places = await wren.createFieldsTemplate({ name: 'Place', fieldsTemplateTypeId: installationDetails.id });
    await wren.createFieldsTemplate({ name: 'Bad', fieldsTemplateTypeId: UNKNOWN });
    await wren.createFieldsTemplate({ name: 'Twice', fieldsTemplateTypeId: ofItems.id, id: bolts.id });
    await wren.updateFieldsTemplate({ id: bolts.id, name: 'Bolting' });
    await wren.updateFieldsTemplate({ id: UNKNOWN, name: 'None' });
    const ask = (fieldsTemplateId: string, name: string, type: keyof typeof FIELD_TYPES, order: number) =>
      wren.createField({ name, fieldTypeId: FIELD_TYPES[type].id, fieldsTemplateId, order });
    const serial = await ask(identity.id, 'Serial number', 'text', 0);
    const weight = await ask(identity.id, 'Weight', 'number', 1);
    const maker = await ask(identity.id, 'Maker', 'select', 2);
    const fixing = await ask(identity.id, 'Fixing', 'selectWithSubfields', 3);
    const size = await ask(bolts.id, 'Bolt size', 'number', 0);
    const cause = await ask(result.id, 'Cause', 'multiSelect', 0);
    const due = await ask(result.id, 'Due', 'date', 1);
    const done = await ask(result.id, 'Done', 'checkbox', 2);
    const wind = await ask(details.id, 'Wind', 'number', 0);
    await ask(places.id, 'Owner', 'text', 0);
    await ask(UNKNOWN, 'None', 'text', 0);
    await wren.createField({ name: 'None', fieldTypeId: UNKNOWN, fieldsTemplateId: bolts.id, order: 0 });
    await wren.createField({
      name: 'X',
      fieldTypeId: FIELD_TYPES.text.id,
      fieldsTemplateId: bolts.id,
      order: 0,
      id: size.id,
    });
    await wren.updateField({
      id: serial.id,
      shortName: 'SN',
      required: true,
      showInList: true,
      description: 'On the plate',
    });
    await wren.updateField({ id: weight.id, shortName: 'SN' });
    await wren.updateField({
      id: weight.id,
      shortName: 'W',
      rules: { ...NO_RULES, unit: 'kg', minimum: 1, maximum: 9 },
    });
    await wren.updateField({ id: weight.id, rules: { ...NO_RULES, showWhen: '[None] >' } });
    await wren.updateField({ id: weight.id, rules: { ...NO_RULES, minimum: 9, maximum: 1 } });
    await wren.updateField({ id: weight.id, rules: { ...NO_RULES, calculation: '[W] + 1' } });
    await wren.updateField({ id: weight.id, rules: { ...NO_RULES, default: 'fixed', fixed: 'heavy' } });
    await wren.updateField({ id: weight.id, rules: { ...NO_RULES, default: 'now' } });
    await wren.updateField({ id: size.id, shortName: 'S', rules: { ...NO_RULES, default: 'fixed', fixed: '12' } });
    await wren.updateField({ id: serial.id, shortName: 'SNR' });
    const made = await wren.updateField({ id: maker.id, options: [{ name: 'Kolvik' }, { name: 'Brandreth' }] });
    const [kolvik, brandreth] = made.options;
    await wren.getFieldOptionUsage({ id: kolvik!.id });
    await wren.updateField({
      id: maker.id,
      options: [{ id: brandreth!.id, name: 'Brandreth Ltd' }, { id: kolvik!.id, name: 'Kolvik' }, { name: 'Tarn' }],
    });
    await wren.updateField({
      id: maker.id,
      options: [
        { id: brandreth!.id, name: 'Brandreth' },
        { id: kolvik!.id, name: 'Kolvik' },
      ],
    });
    await wren.updateField({
      id: maker.id,
      options: [
        { id: '0190aaaa-0000-7000-8000-0000000000bb', name: 'Own id' },
        { id: brandreth!.id, name: 'Brandreth' },
        { id: kolvik!.id, name: 'Kolvik' },
      ],
    });
    await wren.updateField({ id: serial.id, options: [{ name: 'Not a choice' }] });
    const opened = await wren.updateField({
      id: fixing.id,
      options: [{ name: 'Bolted', fieldsTemplateId: bolts.id }, { name: 'Welded' }],
    });
    await wren.updateField({ id: fixing.id, options: [{ name: 'Loop', fieldsTemplateId: identity.id }] });
    await wren.updateField({ id: maker.id, options: [{ name: 'Opens', fieldsTemplateId: bolts.id }] });
    await wren.updateField({ id: cause.id, options: [{ name: 'Wear' }, { name: 'Corrosion' }] });
    await wren.updateField({ id: UNKNOWN, name: 'None' });
    await wren.updateField({ id: weight.id, fieldTypeId: FIELD_TYPES.text.id });
    await wren.updateField({ id: weight.id, fieldTypeId: FIELD_TYPES.number.id, order: 7 });
    const current = (await wren.getFieldsTemplate({ id: identity.id })).fields;
    await wren.sortFields({ id: identity.id, fieldIds: current.map(({ id }) => id).toReversed() });
    await wren.sortFields({ id: identity.id, fieldIds: [serial.id] });
    await wren.sortFields({ id: identity.id, fieldIds: [serial.id, size.id] });
    await wren.sortFields({ id: UNKNOWN, fieldIds: [] });
    await wren.sortFieldOptions({ id: maker.id, optionIds: [kolvik!.id, brandreth!.id] });
    await wren.sortFieldOptions({ id: maker.id, optionIds: [UNKNOWN] });
    await wren.sortFieldOptions({ id: UNKNOWN, optionIds: [] });
    const pictured = await wren.addFieldImage({ id: fixing.id, base64: tinyPhoto(), path: 'pin.png' });
    await wren.addFieldImage({ id: fixing.id, base64: tinyPhoto(2), path: 'folder/other.jpg', mimeType: 'image/png' });
    await wren.addFieldImage({ id: fixing.id, base64: btoa('no picture'), path: 'text.png' });
    await wren.addFieldImage({ id: UNKNOWN, base64: tinyPhoto(), path: 'pin.png' });
    await wren.removeFieldImage({ id: fixing.id, imageId: UNKNOWN });
    await wren.removeFieldImage({ id: maker.id, imageId: pictured.images[0]!.id });
    await wren.removeFieldImage({ id: fixing.id, imageId: pictured.images[0]!.id });
    await wren.addItemTypeFieldsTemplate({ id: light.id, templateId: identity.id });
    await wren.addItemTypeFieldsTemplate({ id: light.id, templateId: identity.id });
    await wren.addItemTypeFieldsTemplate({ id: light.id, templateId: UNKNOWN });
    await wren.addItemTypeFieldsTemplate({ id: light.id, templateId: result.id });
    await wren.removeItemTypeFieldsTemplate({ id: light.id, templateId: result.id });
    await wren.removeItemTypeFieldsTemplate({ id: light.id, templateId: bolts.id });
    await wren.duplicateFieldsTemplate({ id: identity.id });
    await wren.duplicateFieldsTemplate({ id: identity.id, name: 'A copy' });
    await wren.duplicateFieldsTemplate({ id: identity.id });
    await wren.duplicateFieldsTemplate({ id: UNKNOWN });

    at.heading('types of inspections');
    const drops = await wren.createInspection({ name: 'Dropped objects' });
    await wren.createInspection({ name: 'Twice', id: drops.id });
    await wren.updateInspection({ id: drops.id, shortName: 'DROPS', name: 'Dropped object survey' });
    await wren.updateInspection({ id: drops.id, itemTypeListViewFieldNames: '[{"name":"Maker","isSearchable":true}]' });
    await wren.updateInspection({ id: drops.id, inspectionItemTypeListViewFieldNames: 'no list' });
    await wren.updateInspection({ id: UNKNOWN, name: 'None' });
    await wren.addInspectionFieldsTemplate({ id: drops.id, templateId: details.id });
    await wren.addInspectionFieldsTemplate({ id: drops.id, templateId: details.id });
    await wren.addInspectionFieldsTemplate({ id: drops.id, templateId: UNKNOWN });
    await wren.addInspectionItemType({ inspectionId: drops.id, itemTypeId: light.id });
    await wren.addInspectionItemType({ inspectionId: drops.id, itemTypeId: light.id });
    await wren.addInspectionItemType({ inspectionId: drops.id, itemTypeId: UNKNOWN });
    await wren.addInspectionItemType({ inspectionId: UNKNOWN, itemTypeId: light.id });
    await wren.addInspectionItemType({ inspectionId: drops.id, itemTypeId: area.id });
    await wren.addInspectionItemType({ inspectionId: drops.id, itemTypeId: question.id });
    const typed = await wren.getAdminInspection({ id: drops.id });
    const ofLight = typed.itemTypes.find(({ itemTypeId }) => itemTypeId === light.id)!;
    await wren.updateInspectionItemType({ id: ofLight.id, fieldsTemplateId: result.id });
    await wren.updateInspectionItemType({ id: ofLight.id, fieldsTemplateId: identity.id });
    await wren.updateInspectionItemType({ id: ofLight.id, fieldsTemplateId: UNKNOWN });
    await wren.updateInspectionItemType({ id: UNKNOWN, fieldsTemplateId: null });
    await wren.removeInspectionItemType({ inspectionId: drops.id, itemTypeId: area.id });
    await wren.removeInspectionItemType({ inspectionId: drops.id, itemTypeId: area.id });
    await wren.addInspectionItemType({ inspectionId: drops.id, itemTypeId: area.id });
    const first = await wren.createInspectionDefaultItem({ id: drops.id, name: 'Derrick', itemTypeId: area.id });
    const second = await wren.createInspectionDefaultItem({
      id: drops.id,
      name: 'Crown light',
      itemTypeId: light.id,
      parentDefaultItemId: first.id,
      itemFieldsTemplateId: identity.id,
      fieldsTemplateId: result.id,
    });
    await wren.createInspectionDefaultItem({
      id: drops.id,
      name: 'Crew list',
      type: 'Question',
      itemTypeId: question.id,
      order: 5,
    });
    await wren.createInspectionDefaultItem({
      id: drops.id,
      name: 'Below none',
      itemTypeId: area.id,
      parentDefaultItemId: UNKNOWN,
    });
    await wren.createInspectionDefaultItem({ id: drops.id, name: 'No type', itemTypeId: UNKNOWN });
    await wren.createInspectionDefaultItem({ id: UNKNOWN, name: 'No inspection', itemTypeId: area.id });
    await wren.updateInspectionDefaultItem({ id: second.id, name: 'Crown floodlight', order: 3 });
    await wren.updateInspectionDefaultItem({ id: first.id, parentDefaultItemId: second.id });
    await wren.updateInspectionDefaultItem({ id: second.id, type: 'Question', itemTypeId: question.id });
    await wren.updateInspectionDefaultItem({
      id: second.id,
      type: 'Item',
      itemTypeId: light.id,
      fieldsTemplateId: null,
    });
    await wren.updateInspectionDefaultItem({ id: UNKNOWN, name: 'None' });
    await wren.sortInspectionDefaultItems({
      id: drops.id,
      items: [
        { id: first.id, order: 9 },
        { id: second.id, order: 1 },
      ],
    });
    await wren.sortInspectionDefaultItems({ id: drops.id, items: [{ id: UNKNOWN, order: 9 }] });
    await wren.sortInspectionDefaultItems({ id: UNKNOWN, items: [] });
    await at.reads(PEOPLE, {
      inspection: drops.id,
      itemType: light.id,
      fieldsTemplate: identity.id,
      field: maker.id,
      fieldOption: kolvik!.id,
      'getInspectionItemTypeUsage.id': ofLight.id,
    });
    await wren.getFieldOptionUsage({ id: opened.options[0]!.id });
    await wren.getFieldUsage({ id: size.id });
    await wren.getItemType({ id: area.id });
    await wren.getItemTypes({ inspectionId: drops.id });
    await wren.getFieldsTemplates({ fieldsTemplateTypeId: ofItems.id });
    await wren.getFieldsTemplateUsage({ id: bolts.id });
    const copied = await wren.duplicateInspection({ id: drops.id });
    await wren.getInspectionDefaultItems({ id: copied.id });
    await wren.duplicateInspection({ id: UNKNOWN });
    await wren.duplicateItemType({ id: light.id });
    await wren.duplicateItemType({ id: UNKNOWN });

    at.heading('drafts and versions');
    const rules = { ...NO_RULES };
    const field = (each: typeof serial, more: object = {}) => ({
      id: each.id,
      name: each.name,
      shortName: each.shortName,
      description: each.description,
      fieldTypeId: each.fieldTypeId,
      required: each.required,
      showInList: each.showInList,
      options: each.options.map((option) => ({
        id: option.id,
        name: option.name,
        fieldsTemplateId: option.fieldsTemplateId,
      })),
      rules,
      ...more,
    });
    const newId = (n: number): string => `0190aaaa-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`;
    const content = {
      name: 'Results',
      fields: [
        field(due, { required: true, shortName: 'DUE' }),
        field(cause, { options: [{ id: newId(1), name: 'Impact', fieldsTemplateId: null }] }),
        field(done, {
          id: newId(2),
          name: 'Repaired',
          shortName: 'R',
          rules: { ...NO_RULES, showWhen: '[DUE] != ""' },
        }),
      ],
      evidence: [{ when: '[Condition] == "Defective"', needs: 'photo' as const, reason: 'Show it' }],
    };
    await wren.getFieldsTemplateDraft({ id: result.id });
    await wren.publishFieldsTemplateDraft({ id: result.id, savedAt: '2026-01-01T00:00:00.000Z' });
    await wren.saveFieldsTemplateDraft({ id: UNKNOWN, content, replaces: null });
    const draft = await wren.saveFieldsTemplateDraft({ id: result.id, content, replaces: null });
    await wren.saveFieldsTemplateDraft({ id: result.id, content, replaces: null });
    await wren.getFieldsTemplateDraft({ id: result.id });
    await wren.getFieldsTemplateDraftEffects({ id: result.id });
    await wren.discardFieldsTemplateDraft({ id: result.id });
    await wren.discardFieldsTemplateDraft({ id: result.id });
    const broken = { ...content, evidence: [{ when: '[None] = 1', needs: 'note' as const, reason: '' }] };
    const bad = await wren.saveFieldsTemplateDraft({ id: result.id, content: broken, replaces: null });
    await wren.getFieldsTemplateDraftEffects({ id: result.id });
    await wren.publishFieldsTemplateDraft({ id: result.id, savedAt: (bad ?? draft).savedAt });
    const repaired = {
      ...content,
      fields: [
        content.fields[0]!,
        content.fields[1]!,
        { ...content.fields[2]!, rules: { ...NO_RULES, showWhen: '[Due] == null' } },
      ],
    };
    const better = await wren.saveFieldsTemplateDraft({ id: result.id, content: repaired, replaces: bad.savedAt });
    await wren.publishFieldsTemplateDraft({ id: result.id, savedAt: bad.savedAt, note: 'Old' });
    await wren.publishFieldsTemplateDraft({ id: result.id, savedAt: better.savedAt, note: 'Repairs are recorded' });
    await wren.getFieldsTemplateVersions({ id: result.id });
    await wren.compareFieldsTemplateVersions({ id: result.id, from: 1, to: 2 });
    await wren.compareFieldsTemplateVersions({ id: result.id, from: 2, to: 1 });
    await wren.compareFieldsTemplateVersions({ id: result.id, from: 1, to: 3 });
    await wren.getFieldsTemplateTrials({ id: result.id });

    at.heading('an export, its import and deletions');
    const read = async (download: Awaited<ReturnType<typeof wren.exportSetup>>): Promise<string> => {
      const pieces: Uint8Array[] = [];
      for await (const piece of download.content) pieces.push(piece);
      return Buffer.concat(pieces).toString('utf8');
    };
    const direct = at.fixture.as('wren');
    const setup = await read(await direct.exportSetup({ id: drops.id }));
    await wren.exportFieldsTemplate({ id: identity.id });
    await wren.exportSetup({ id: UNKNOWN });
    const same = await wren.previewSetup({ setup });
    await wren.importSetup({ setup, plan: same.plan });
    const changed = setup
      .replaceAll('Serial number', 'Serial no.')
      .replaceAll('Kolvik', 'Kolvik AS')
      .replaceAll('DROPS', 'DOS');
    const preview = await wren.previewSetup({ setup: changed });
    await wren.importSetup({ setup: changed, plan: 'another' });
    await wren.importSetup({ setup: changed, plan: preview.plan });
    await wren.previewSetup({ setup: setup.slice(0, 200) });
    await wren.previewSetup({ setup: setup.replace(/"version": ?\d+/, '"version": 99') });
    await wren.addCompanyInspection({ id: COMPANIES.northmere, inspectionId: drops.id });
    await wren.addCompanyInspection({ id: COMPANIES.northmere, inspectionId: drops.id });
    await wren.addCompanyInspection({ id: COMPANIES.northmere, inspectionId: UNKNOWN });
    await wren.deleteInspection({ id: drops.id });
    await wren.getRecordUses({ kind: 'inspection', id: drops.id });
    await wren.getRecordUses({ kind: 'itemType', id: light.id });
    await wren.getRecordUses({ kind: 'fieldsTemplate', id: identity.id });
    await wren.getRecordUses({ kind: 'company', id: COMPANIES.northmere });
    await wren.deleteItemType({ id: light.id });
    await wren.deleteItemType({ id: own.id });
    await wren.deleteItemType({ id: own.id });
    await wren.deleteFieldsTemplate({ id: bolts.id });
    await wren.deleteFieldsTemplate({ id: places.id });
    await wren.removeCompanyInspection({ id: COMPANIES.northmere, inspectionId: drops.id });
    await wren.removeCompanyInspection({ id: COMPANIES.northmere, inspectionId: drops.id });
    await wren.deleteInspectionDefaultItem({ id: first.id });
    await wren.deleteInspectionDefaultItem({ id: first.id });
    await wren.removeInspectionFieldsTemplate({ id: drops.id, templateId: details.id });
    await wren.deleteInspection({ id: drops.id });
    await wren.deleteField({ id: wind.id });
    await wren.deleteField({ id: due.id });
    await wren.deleteField({ id: wind.id });
    await wren.getDeletedRecords({});
    await wren.restoreInspection({ id: drops.id });
    await wren.restoreInspection({ id: drops.id });
    await wren.restoreItemType({ id: own.id });
    await wren.restoreFieldsTemplate({ id: places.id });
    await wren.restoreFieldsTemplate({ id: UNKNOWN });
    await wren.findAdministered({ text: 'ident' });
    await wren.findAdministered({ text: 'zzz' });
    await wren.getAuditEntries({ limit: 2, area: 'configuration' });
    await wren.getAuditEntries({ outcome: 'refused' });
    await wren.getAuditEntries({ from: '2026-01-15T12:03:00.000Z', to: '2026-01-15T12:05:00.000Z' });
    await wren.getAuditEntries({ before: 4, limit: 2 });
    await expect(at.text()).toMatchFileSnapshot('./library.txt');
  });
});

import { registryAtVersion } from '@holdfast/sync/testing';
import { expect, it } from 'vitest';
import { registry } from './registry.ts';

/** Own columns of the tables in the first release. The declaration of a later column or table states its version. */
const RELEASED: Record<number, Record<string, string>> = {
  1: {
    company: 'name shortName installationFieldsTemplateId',
    companyInspection: 'companyId inspectionId',
    person: 'userId name',
    fieldsTemplate: 'name fieldsTemplateTypeId',
    field: 'name shortName description fieldTypeId required order showInList fieldsTemplateId',
    fieldOption: 'fieldId name order fieldsTemplateId',
    fieldImage: 'fieldId filename mimeType sha256 size order',
    fieldResponse: 'ownerId ownerTable fieldId parentFieldOptionId value displayValue recordedDate',
    inspection: 'name shortName itemTypeListViewFieldNames inspectionItemTypeListViewFieldNames',
    inspectionItemType: 'inspectionId itemTypeId fieldsTemplateId',
    inspectionFieldsTemplate: 'inspectionId fieldsTemplateId order',
    inspectionDefaultItem:
      'name type order itemTypeId fieldsTemplateId itemFieldsTemplateId parentDefaultItemId inspectionId',
    installationInspection: 'installationId inspectionId startDate expectedEndDate',
    installation: 'name latitude longitude timeZone archivedAt',
    itemType: 'name isQuestion isLocation',
    itemTypeParent: 'itemTypeId parentItemTypeId',
    itemTypeFieldsTemplate: 'itemTypeId fieldsTemplateId order',
    item: 'installationId itemTypeId parentItemId name isLocation tagKind tag defaultItemId',
    installationInspectionItem: 'installationInspectionId itemId conditionId order',
    note: 'installationInspectionItemId content',
    image: 'installationInspectionItemId filename mimeType sha256 size width height order',
    file: 'itemId filename mimeType sha256 size',
    report: 'title companyId inspectionId reportTypeId sha256 size published',
  },
};

const newest = Math.max(...Object.keys(RELEASED).map(Number));

it.each(Object.entries(RELEASED))('Version %s of the tables has the columns of its release', (version, tables) => {
  const known = [...registryAtVersion(registry, Number(version)).values()];
  const columnsOf = Object.fromEntries(known.map(({ name, columns }) => [name, Object.keys(columns.shape).join(' ')]));
  const message = `A new column stands in \`added\` of its table, a new table has \`since\`, with a version above ${newest}, the newest one released`;
  expect(columnsOf, message).toEqual(tables);
});

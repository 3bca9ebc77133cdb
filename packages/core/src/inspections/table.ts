import { DEFAULT_ITEM_TYPES, ListViewFieldNames, Problem } from '@holdfast/contract';
import type { Intent } from '@holdfast/sync';
import { z } from 'zod';
import * as c from '../db/columns.ts';
import { table } from '@holdfast/sync';
import { ADMINISTERED } from '../db/rights.ts';
import { mustNotBeTooDeep } from '../depth.ts';

/** A type of inspection. */
export const inspection = table({
  name: 'inspection',
  columns: z.strictObject({
    name: c.name,
    shortName: c.label,
    itemTypeListViewFieldNames: ListViewFieldNames,
    inspectionItemTypeListViewFieldNames: ListViewFieldNames,
  }),
  scopeKind: 'library',
  rights: ADMINISTERED,
  references: {},
});

/** Item types of inspection types, with the result questions asked of each. */
export const inspectionItemType = table({
  name: 'inspectionItemType',
  columns: z.strictObject({ inspectionId: c.id, itemTypeId: c.id, fieldsTemplateId: c.id.nullable() }),
  scopeKind: 'library',
  rights: ADMINISTERED,
  naturalKey: ['inspectionId', 'itemTypeId'],
  references: { inspectionId: 'inspection', itemTypeId: 'itemType', fieldsTemplateId: 'fieldsTemplate' },
});

/** The detail questions of an inspection type. */
export const inspectionFieldsTemplate = table({
  name: 'inspectionFieldsTemplate',
  columns: z.strictObject({ inspectionId: c.id, fieldsTemplateId: c.id, order: c.order }),
  scopeKind: 'library',
  rights: ADMINISTERED,
  naturalKey: ['inspectionId', 'fieldsTemplateId'],
  references: { inspectionId: 'inspection', fieldsTemplateId: 'fieldsTemplate' },
});

/** An item with which a new inspection of a type starts. */
export const inspectionDefaultItem = table({
  name: 'inspectionDefaultItem',
  columns: z.strictObject({
    name: c.name,
    type: z.enum(DEFAULT_ITEM_TYPES),
    order: c.order,
    itemTypeId: c.id,
    fieldsTemplateId: c.id.nullable(),
    itemFieldsTemplateId: c.id.nullable(),
    parentDefaultItemId: c.id.nullable(),
    inspectionId: c.id,
  }),
  scopeKind: 'library',
  rights: ADMINISTERED,
  references: {
    itemTypeId: 'itemType',
    fieldsTemplateId: 'fieldsTemplate',
    itemFieldsTemplateId: 'fieldsTemplate',
    parentDefaultItemId: 'inspectionDefaultItem',
    inspectionId: 'inspection',
  },
  fixed: ['inspectionId'],
  invariants: [defaultItemsFormATree, questionsAreOfQuestionTypes],
});

/** An inspection of an installation. */
export const installationInspection = table({
  name: 'installationInspection',
  columns: z.strictObject({
    installationId: c.id,
    inspectionId: c.id,
    startDate: c.day,
    expectedEndDate: c.day,
  }),
  scopeKind: 'company',
  rights: {
    insert: 'inspect',
    update: { startDate: 'inspect', expectedEndDate: 'inspect' },
    delete: null,
    restore: null,
  },
  references: { installationId: 'installation', inspectionId: 'inspection' },
  fixed: ['installationId', 'inspectionId'],
  groups: { dates: ['startDate', 'expectedEndDate'] },
  invariants: [inspectionIsAllowed],
  history: ({ before, after }) => ({
    what: 'Inspection',
    lines: (['startDate', 'expectedEndDate'] as const)
      .filter((column) => before === null || before[column] !== after[column])
      .map((column) => ({
        field: column === 'startDate' ? 'Start date' : 'Expected end date',
        from: before === null ? '' : day(before[column]),
        to: after.deletedAt === null ? day(after[column]) : '',
      })),
    installationInspectionId: after.id,
  }),
});

function day(seconds: unknown): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'short' }).format(Number(seconds) * 1000);
}

/** Checks that a company starts only the types of inspection in its list (PERM-05), for every writer. */
async function inspectionIsAllowed({ before, after, lookup }: Intent): Promise<void> {
  if (before !== null) return;
  const allowed = await lookup.find('companyInspection', {
    companyId: after.scopeId,
    inspectionId: after['inspectionId']!,
  });
  if (allowed.length === 0) throw new Problem('inspectionNotAllowed');
}

/** Checks that a Question has a type of question, and an Item a type of item. */
async function questionsAreOfQuestionTypes({ before, after, lookup }: Intent): Promise<void> {
  if (after.deletedAt !== null) return;
  if (before !== null && before['type'] === after['type'] && before['itemTypeId'] === after['itemTypeId']) return;
  const type = await lookup.row('itemType', String(after['itemTypeId']));
  if (type === undefined || (type['isQuestion'] === 1) === (after['type'] === 'Question')) return;
  throw new Problem('ruleBroken', { rule: 'a Question is of a type of question, an Item of a type of thing' });
}

/** Checks that the parent of a default item has the same inspection type and is not the item itself or a descendant. */
async function defaultItemsFormATree({ before, after, lookup }: Intent): Promise<void> {
  let parentId = after['parentDefaultItemId'];
  if (parentId === before?.['parentDefaultItemId']) return;
  for (let depth = 1; parentId !== null && parentId !== undefined; depth += 1) {
    if (parentId === after.id) throw new Problem('wouldLoop');
    mustNotBeTooDeep(depth + 1);
    const parent = await lookup.row('inspectionDefaultItem', String(parentId));
    if (parent === undefined || parent['inspectionId'] !== after['inspectionId']) throw new Problem('notFound');
    parentId = parent['parentDefaultItemId'];
  }
}

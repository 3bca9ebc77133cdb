import { CONDITIONS, Problem } from '@holdfast/contract';
import type { HistoryEntry, HistoryLine, Intent, Value } from '@holdfast/sync';
import { z } from 'zod';
import { conditionName } from '../db/constants.ts';
import * as c from '../db/columns.ts';
import { table } from '@holdfast/sync';
import { ADMINISTERED } from '../db/rights.ts';
import { typesFormATree } from './typeTree.ts';
import { mustNotBeTooDeep } from '../depth.ts';

/** A kind of item, or of question. */
export const itemType = table({
  name: 'itemType',
  columns: z.strictObject({ name: c.name, isQuestion: c.flag, isLocation: c.flag }),
  scopeKind: 'library',
  rights: ADMINISTERED,
  references: {},
});

/** A possible parent type of an item type. */
export const itemTypeParent = table({
  name: 'itemTypeParent',
  columns: z.strictObject({ itemTypeId: c.id, parentItemTypeId: c.id }),
  scopeKind: 'library',
  rights: ADMINISTERED,
  naturalKey: ['itemTypeId', 'parentItemTypeId'],
  references: { itemTypeId: 'itemType', parentItemTypeId: 'itemType' },
  invariants: [typesFormATree],
});

/** The own questions of an item type, which are independent of inspections. */
export const itemTypeFieldsTemplate = table({
  name: 'itemTypeFieldsTemplate',
  columns: z.strictObject({ itemTypeId: c.id, fieldsTemplateId: c.id, order: c.order }),
  scopeKind: 'library',
  rights: ADMINISTERED,
  naturalKey: ['itemTypeId', 'fieldsTemplateId'],
  references: { itemTypeId: 'itemType', fieldsTemplateId: 'fieldsTemplate' },
});

/** An item or a location of an installation. */
export const item = table({
  name: 'item',
  columns: z.strictObject({
    installationId: c.id,
    itemTypeId: c.id,
    parentItemId: c.id.nullable(),
    name: c.name,
    isLocation: c.flag,
    tagKind: z.enum(['epc', 'tid', 'uid']).nullable(),
    tag: z
      .string()
      .regex(/^[0-9A-F]{4,128}$/)
      .nullable(),
    defaultItemId: c.id.nullable(),
  }),
  scopeKind: 'company',
  rights: {
    insert: 'inspect',
    update: { name: 'inspect', parentItemId: 'inspect', tagKind: 'inspect', tag: 'inspect' },
    delete: 'inspect',
    restore: 'inspect',
  },
  references: {
    installationId: 'installation',
    itemTypeId: 'itemType',
    parentItemId: 'item',
    defaultItemId: 'inspectionDefaultItem',
  },
  fixed: ['installationId'],
  groups: { tag: ['tagKind', 'tag'] },
  invariants: [itemsFormATree, tagIsUsedOnce],
  history: itemHistory,
});

/** An item within one inspection. */
export const installationInspectionItem = table({
  name: 'installationInspectionItem',
  columns: z.strictObject({
    installationInspectionId: c.id,
    itemId: c.id,
    conditionId: c.constant(CONDITIONS).nullable(),
    order: c.order,
  }),
  scopeKind: 'company',
  rights: { insert: 'inspect', update: { conditionId: 'inspect' }, delete: 'inspect', restore: 'inspect' },
  naturalKey: ['installationInspectionId', 'itemId'],
  references: { installationInspectionId: 'installationInspection', itemId: 'item' },
  invariants: [sameInstallation],
  history: ({ before, after }) => {
    const lines: HistoryLine[] = [];
    const was = before === null || before.deletedAt !== null ? null : (before['conditionId'] as string | null);
    const is = after['conditionId'] as string | null;
    if (before !== null && was !== is)
      lines.push({ field: 'Condition', from: conditionName(was), to: conditionName(is) });
    if (before === null || (before.deletedAt === null) !== (after.deletedAt === null))
      lines.push({ field: '', from: '', to: '' });
    if (lines.length === 0) return null;
    return {
      what: lines[0]!.field === 'Condition' ? 'Condition' : 'Item in inspection',
      lines,
      itemId: String(after['itemId']),
      installationInspectionId: String(after['installationInspectionId']),
    };
  },
});

/** Checks that the parent of an item is an item of the same installation, and not the item itself or one of its descendants. */
function itemsFormATree(intent: Intent): Promise<void> | void {
  if (intent.before?.['parentItemId'] !== intent.after['parentItemId']) return standsInNone(intent);
}

async function standsInNone({ after, lookup }: Intent): Promise<void> {
  let parentId = after['parentItemId'];
  for (let depth = 1; parentId !== null && parentId !== undefined; depth += 1) {
    if (parentId === after.id) throw new Problem('wouldLoop');
    mustNotBeTooDeep(depth + 1);
    const parent = await lookup.row('item', String(parentId));
    if (parent === undefined || parent['installationId'] !== after['installationId']) throw new Problem('notFound');
    parentId = parent['parentItemId'];
  }
}

/** Checks that no other item of the company has the tag (product decision 10). */
function tagIsUsedOnce(intent: Intent): Promise<void> | void {
  const { before, after } = intent;
  const { tag, tagKind } = after;
  if (tag === null || tag === undefined || after.deletedAt !== null) return;
  if (before !== null && before.deletedAt === null && before['tag'] === tag && before['tagKind'] === tagKind) return;
  return noOtherCarries(intent);
}

async function noOtherCarries({ after, lookup }: Intent): Promise<void> {
  const { tag, tagKind } = after;
  const carriers = await lookup.find('item', { scopeId: after.scopeId, tag: tag ?? null, tagKind: tagKind ?? null });
  const other = carriers.find((carrier) => carrier.id !== after.id);
  if (other !== undefined) throw new Problem('tagTaken', { itemId: other.id, itemName: String(other['name']) });
}

/** Checks that an inspection contains only items of its own installation. */
async function sameInstallation({ before, after, lookup }: Intent): Promise<void> {
  if (before !== null) return;
  const item = await lookup.row('item', String(after['itemId']));
  const inspection = await lookup.row('installationInspection', String(after['installationInspectionId']));
  if (item === undefined || inspection === undefined || item['installationId'] !== inspection['installationId'])
    throw new Problem('notFound');
}

async function itemHistory({ before, after, lookup }: Intent): Promise<HistoryEntry | null> {
  const lines: HistoryLine[] = [];
  if (before === null || before.deletedAt !== null || after.deletedAt !== null) {
    const name = String(after['name']);
    const gone = after.deletedAt !== null;
    lines.push({ field: 'Name', from: gone ? name : '', to: gone ? '' : name });
  } else {
    if (before['name'] !== after['name'])
      lines.push({ field: 'Name', from: String(before['name']), to: String(after['name']) });
    if (before['parentItemId'] !== after['parentItemId']) {
      lines.push({
        field: 'Location',
        from: await pathOf(lookup, before['parentItemId']),
        to: await pathOf(lookup, after['parentItemId']),
      });
    }
    if (before['tag'] !== after['tag'])
      lines.push({ field: 'Tag', from: String(before['tag'] ?? ''), to: String(after['tag'] ?? '') });
  }
  return lines.length === 0 ? null : { what: 'Item', lines, itemId: after.id };
}

async function pathOf(lookup: Intent['lookup'], itemId: Value | undefined): Promise<string> {
  const names: string[] = [];
  let next = itemId;
  while (next !== null && next !== undefined && names.length < 100) {
    const row = await lookup.row('item', String(next));
    if (row === undefined) break;
    names.unshift(String(row['name']));
    next = row['parentItemId'];
  }
  return names.join(' / ');
}

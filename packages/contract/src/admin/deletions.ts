/** Deletion of records by administrators: what uses a record, the recycle bin, and restoring from it. */
import { z } from 'zod';
import { Id, idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { Instant } from '../base/values.ts';

/** The kinds of record that administrators delete and restore. */
export const DELETABLE_KINDS = [
  'company',
  'installation',
  'inspection',
  'itemType',
  'fieldsTemplate',
  'report',
] as const;

/** Kind of a record that can be deleted. */
export const DeletableKind = z.enum(DELETABLE_KINDS);

/** Kind of a record that can be deleted. */
export type DeletableKind = z.infer<typeof DeletableKind>;

/** Records of one kind that use a record. */
export const RecordUse = z
  .strictObject({
    kind: z.enum([...DELETABLE_KINDS, 'item', 'installationInspection', 'user']),
    count: z.number().int().min(1),
    records: z
      .array(z.strictObject({ id: Id, name: z.string(), deleted: z.boolean().describe('Is in the recycle bin.') }))
      .describe('The first of them by name; none of those that are counted alone.'),
  })
  .meta({ id: 'RecordUse' });

/** Records of one kind that use a record. */
export type RecordUse = z.infer<typeof RecordUse>;

/** A record in the recycle bin. */
export const DeletedRecord = z
  .strictObject({
    kind: DeletableKind,
    id: Id,
    name: z.string(),
    companyName: z.string().nullable().describe('Of the company it belongs to; null: shared by all.'),
    deletedAt: Instant,
    userName: z.string().describe('Name of the user who deleted it; empty when not known.'),
  })
  .meta({ id: 'DeletedRecord' });

/** A record in the recycle bin. */
export type DeletedRecord = z.infer<typeof DeletedRecord>;

export const getRecordUses = operation({
  name: 'getRecordUses',
  method: 'GET',
  path: '/ext/admin/record-uses/{kind}/{id}',
  summary: 'The uses of a record in all companies. It can be deleted once there are none.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ kind: DeletableKind, id: Id }),
  output: z.array(RecordUse),
  problems: ['notFound'],
});

export const deleteCompany = operation({
  name: 'deleteCompany',
  method: 'DELETE',
  path: '/ext/admin/companies/{id}',
  summary: 'Moves a company that nothing uses to the recycle bin.',
  effect: 'write',
  right: 'administer',
  audit: 'company',
  offline: false,
  input: z.strictObject({ id: idOf('company') }),
  output: z.null(),
  problems: ['notFound', 'inUse'],
});

export const restoreCompany = operation({
  name: 'restoreCompany',
  method: 'POST',
  path: '/ext/admin/companies/{id}/undelete',
  summary: 'Restores a company from the recycle bin as it was; one that is not deleted stays as it is.',
  effect: 'write',
  right: 'administer',
  audit: 'company',
  offline: false,
  input: z.strictObject({ id: idOf('company') }),
  output: z.null(),
  problems: ['notFound'],
});

export const deleteInstallation = operation({
  name: 'deleteInstallation',
  method: 'DELETE',
  path: '/ext/admin/installations/{id}',
  summary: 'Moves an installation that nothing uses to the recycle bin.',
  effect: 'write',
  right: 'administer',
  audit: 'company',
  offline: false,
  input: z.strictObject({ id: idOf('installation') }),
  output: z.null(),
  problems: ['notFound', 'inUse'],
});

export const restoreInstallation = operation({
  name: 'restoreInstallation',
  method: 'POST',
  path: '/ext/admin/installations/{id}/undelete',
  summary: 'Restores an installation from the recycle bin as it was; one that is not deleted stays as it is.',
  effect: 'write',
  right: 'administer',
  audit: 'company',
  offline: false,
  input: z.strictObject({ id: idOf('installation') }),
  output: z.null(),
  problems: ['notFound'],
});

export const deleteInspection = operation({
  name: 'deleteInspection',
  method: 'DELETE',
  path: '/ext/admin/inspections/{id}',
  summary: 'Moves a type of inspection that nothing uses to the recycle bin.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({ id: idOf('inspection') }),
  output: z.null(),
  problems: ['notFound', 'inUse'],
});

export const restoreInspection = operation({
  name: 'restoreInspection',
  method: 'POST',
  path: '/ext/admin/inspections/{id}/undelete',
  summary: 'Restores a type of inspection from the recycle bin as it was; one that is not deleted stays as it is.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({ id: idOf('inspection') }),
  output: z.null(),
  problems: ['notFound'],
});

export const deleteItemType = operation({
  name: 'deleteItemType',
  method: 'DELETE',
  path: '/ext/admin/item-types/{id}',
  summary: 'Moves an item type that nothing uses to the recycle bin.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({ id: idOf('itemType') }),
  output: z.null(),
  problems: ['notFound', 'inUse'],
});

export const restoreItemType = operation({
  name: 'restoreItemType',
  method: 'POST',
  path: '/ext/admin/item-types/{id}/undelete',
  summary: 'Restores an item type from the recycle bin as it was; one that is not deleted stays as it is.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({ id: idOf('itemType') }),
  output: z.null(),
  problems: ['notFound'],
});

export const deleteFieldsTemplate = operation({
  name: 'deleteFieldsTemplate',
  method: 'DELETE',
  path: '/ext/admin/fields-templates/{id}',
  summary: 'Moves a template that nothing uses to the recycle bin.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({ id: idOf('fieldsTemplate') }),
  output: z.null(),
  problems: ['notFound', 'inUse'],
});

export const restoreFieldsTemplate = operation({
  name: 'restoreFieldsTemplate',
  method: 'POST',
  path: '/ext/admin/fields-templates/{id}/undelete',
  summary: 'Restores a template from the recycle bin as it was; one that is not deleted stays as it is.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({ id: idOf('fieldsTemplate') }),
  output: z.null(),
  problems: ['notFound'],
});

export const restoreReport = operation({
  name: 'restoreReport',
  method: 'POST',
  path: '/ext/admin/reports/{id}/undelete',
  summary: 'Restores a report from the recycle bin as it was; one that is not deleted stays as it is.',
  effect: 'write',
  right: 'administer',
  audit: 'report',
  offline: false,
  input: z.strictObject({ id: idOf('report') }),
  output: z.null(),
  problems: ['notFound'],
});

export const getDeletedRecords = operation({
  name: 'getDeletedRecords',
  method: 'GET',
  path: '/ext/admin/deletions',
  summary: 'The recycle bin: deleted records of every company, the last deleted first.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({}),
  output: z.array(DeletedRecord),
  problems: [],
});

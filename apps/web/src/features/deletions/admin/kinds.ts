/** Kinds of record that administrators delete, with their operations and addresses. */
import type { DeletableKind } from '@holdfast/contract';

/** The operations that delete and restore a record of each kind. */
export const OPERATIONS = {
  company: { remove: 'deleteCompany', restore: 'restoreCompany' },
  installation: { remove: 'deleteInstallation', restore: 'restoreInstallation' },
  inspection: { remove: 'deleteInspection', restore: 'restoreInspection' },
  itemType: { remove: 'deleteItemType', restore: 'restoreItemType' },
  fieldsTemplate: { remove: 'deleteFieldsTemplate', restore: 'restoreFieldsTemplate' },
  report: { remove: 'deleteReport', restore: 'restoreReport' },
} as const satisfies Record<DeletableKind, unknown>;

/** Returns the address at which a record is edited; undefined when the id is not sufficient. */
export function addressOf(kind: Exclude<DeletableKind, 'installation'>, id: string): string;
export function addressOf(kind: DeletableKind, id: string): string | undefined;
export function addressOf(kind: DeletableKind, id: string): string | undefined {
  if (kind === 'company') return `/admin/companies/${id}`;
  if (kind === 'inspection') return `/admin/inspections/${id}`;
  if (kind === 'itemType') return `/admin/item-types/${id}`;
  if (kind === 'fieldsTemplate') return `/admin/item-type-templates/${id}`;
  if (kind === 'report') return `/admin/reports?report=${id}`;
  return undefined;
}

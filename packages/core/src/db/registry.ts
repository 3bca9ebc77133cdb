import { Id, Problem } from '@holdfast/contract';
import { type Intent, tableRegistry } from '@holdfast/sync';
import { company, companyInspection, person } from '../companies/table.ts';
import { field, fieldImage, fieldOption, fieldResponse, fieldsTemplate, pastTemplate } from '../fields/table.ts';
import {
  inspection,
  inspectionDefaultItem,
  inspectionFieldsTemplate,
  inspectionItemType,
  installationInspection,
} from '../inspections/table.ts';
import { installation } from '../installations/table.ts';
import { installationInspectionItem, item, itemType, itemTypeFieldsTemplate, itemTypeParent } from '../items/table.ts';
import { companyLogo, file, image, signature } from '../media/table.ts';
import { note } from '../notes/table.ts';
import { report } from '../reports/table.ts';
import { sweep, sweepLine } from '../sweeps/table.ts';

/** The synced tables by name. */
export const tables = {
  company,
  companyInspection,
  companyLogo,
  person,
  signature,
  fieldsTemplate,
  field,
  fieldOption,
  fieldImage,
  fieldResponse,
  inspection,
  inspectionItemType,
  inspectionFieldsTemplate,
  inspectionDefaultItem,
  installationInspection,
  installation,
  itemType,
  itemTypeParent,
  itemTypeFieldsTemplate,
  item,
  installationInspectionItem,
  note,
  image,
  file,
  report,
  sweep,
  sweepLine,
  pastTemplate,
};

/** Checks that operations can name a new row: a device may send any text as its id. */
function idIsNameable({ before, after }: Intent): void {
  if (before === null && !Id.safeParse(after.id).success)
    throw new Problem('ruleBroken', { rule: 'the id of a row is a UUID in lower case' });
}

/** Definitions of every synced table, used by the one writer. */
export const registry = tableRegistry(
  Object.values(tables).map((definition) => ({
    ...definition,
    invariants: [idIsNameable, ...(definition.invariants ?? [])],
  })),
);

/** The tables whose rows refer to contents by their hash. A deleted row still does (data decision 20). */
export const CONTENT_TABLES = [...registry.values()]
  .filter(({ blob }) => blob === 'sha256')
  // Sound because queries read the scope, the stamps and the hash alone, which all of these tables have.
  .map(({ name }) => name as 'file');

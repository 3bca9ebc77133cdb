/** Item types of an inspection type, for administrators. */
import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { typesOfInspection } from './itemTypes.ts';
import { usageOfType } from './queries.ts';

/** Returns the number of records of an item type in the inspections of a type, in every company. */
export const getInspectionItemTypeUsage = handler(contract.getInspectionItemTypeUsage, {
  reach: 'everywhere',
  async commit({ db }, { id }) {
    const place = await db.row('inspectionItemType', id);
    if (place === undefined) throw new contract.Problem('notFound');
    return usageOfType(db, place);
  },
});

/** The question types of an inspection type. */
export const getInspectionPrompts = handler(contract.getInspectionPrompts, {
  reach: 'library',
  async commit({ db }, { id }) {
    const types = await typesOfInspection(db, id);
    return types
      .filter((type) => type.isQuestion)
      .map(({ inspectionItemTypeId: _link, fieldsTemplateId: _template, ...type }) => type);
  },
});

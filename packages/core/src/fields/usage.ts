/** Number of records affected by a deletion, in every company, shown in its confirmation (product decision 19). */
import * as contract from '@holdfast/contract';
import { Problem, type Usage } from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import { handler } from '../handler.ts';
import { mustExist } from '../mustExist.ts';

/** Returns the number of records affected by deleting a question. */
export const getFieldUsage = handler(contract.getFieldUsage, {
  reach: 'everywhere',
  async commit({ db }, { id }) {
    await mustExist(db, 'field', id);
    return usageOf(db, answersIn(db).where('fieldResponse.fieldId', '=', id));
  },
});

/** Returns the number of records affected when the questions of a template are no longer asked. */
export const getFieldsTemplateUsage = handler(contract.getFieldsTemplateUsage, {
  reach: 'everywhere',
  async commit({ db }, { id }) {
    await mustExist(db, 'fieldsTemplate', id);
    const fields = db.from('field').select('field.id').where('field.fieldsTemplateId', '=', id);
    return usageOf(db, answersIn(db).where('fieldResponse.fieldId', 'in', fields));
  },
});

/** Returns the number of records affected by deleting a choice: answers that name it, and answers to the further questions it opened. */
export const getFieldOptionUsage = handler(contract.getFieldOptionUsage, {
  reach: 'everywhere',
  async commit({ db }, { id }) {
    const option = await db.from('fieldOption').select('fieldId').where('fieldOption.id', '=', id).executeTakeFirst();
    if (option === undefined) throw new Problem('notFound');
    const answers = answersIn(db).where((eb) =>
      eb.or([
        eb('fieldResponse.parentFieldOptionId', '=', id),
        // One chosen id is the value itself, several are a JSON list; an id occurs in neither by chance.
        eb.and([eb('fieldResponse.fieldId', '=', option.fieldId), eb('fieldResponse.value', 'like', `%${id}%`)]),
      ]),
    );
    return usageOf(db, answers);
  },
});

/** Selects the ids of answers; callers narrow it to those of a question or a choice. */
function answersIn(db: ScopedDb) {
  return db.from('fieldResponse').select('fieldResponse.id');
}

async function usageOf(db: ScopedDb, answers: ReturnType<typeof answersIn>): Promise<Usage> {
  return db
    .from('fieldResponse')
    .leftJoin('installationInspectionItem as member', 'member.id', 'fieldResponse.ownerId')
    .select((eb) => {
      const ownerOf = (table: 'item' | 'installationInspection') =>
        eb.case().when('fieldResponse.ownerTable', '=', table).then(eb.ref('fieldResponse.ownerId')).end();
      return [
        eb.fn.countAll<number>().as('answers'),
        eb.fn
          .count<number>(eb.fn.coalesce('member.itemId', ownerOf('item')))
          .distinct()
          .as('items'),
        eb.fn
          .count<number>(eb.fn.coalesce('member.installationInspectionId', ownerOf('installationInspection')))
          .distinct()
          .as('inspections'),
      ];
    })
    .where('fieldResponse.id', 'in', answers)
    .executeTakeFirstOrThrow();
}

/** What a deletion touches, in every company, so that a confirmation can say it in numbers (decisions 19). */
import * as contract from '@holdfast/contract';
import { Problem, type Usage } from '@holdfast/contract';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';
import { handler } from '../handler.ts';

/** Answers, seen from the question or the choice they belong to. */
type Answers = (
  eb: ExpressionBuilder<Database, 'fieldResponse'>,
) => ExpressionWrapper<Database, 'fieldResponse', SqlBool>;

/** What the deletion of a question touches. */
export const getFieldUsage = handler(contract.getFieldUsage, {
  reach: 'everywhere',
  async commit({ db }, { id }) {
    const field = await db.from('field').select('id').where('field.id', '=', id).executeTakeFirst();
    if (field === undefined) throw new Problem('notFound');
    return usageOf(db, (eb) => eb('fieldResponse.fieldId', '=', id));
  },
});

/** What the deletion of a choice touches: answers that name it, and answers to the further questions it opened. */
export const getFieldOptionUsage = handler(contract.getFieldOptionUsage, {
  reach: 'everywhere',
  async commit({ db }, { id }) {
    const option = await db.from('fieldOption').select('fieldId').where('fieldOption.id', '=', id).executeTakeFirst();
    if (option === undefined) throw new Problem('notFound');
    return usageOf(db, (eb) =>
      eb.or([
        eb('fieldResponse.parentFieldOptionId', '=', id),
        // One chosen id is the value itself, several are a JSON list; an id occurs in neither by chance.
        eb.and([eb('fieldResponse.fieldId', '=', option.fieldId), eb('fieldResponse.value', 'like', `%${id}%`)]),
      ]),
    );
  },
});

async function usageOf(db: ScopedDb, answers: Answers): Promise<Usage> {
  const groups = await db
    .from('fieldResponse')
    .leftJoin('installationInspectionItem as member', 'member.id', 'fieldResponse.ownerId')
    .select(({ fn }) => [
      'fieldResponse.ownerTable',
      fn.countAll<number>().as('answers'),
      fn.count<number>('fieldResponse.ownerId').distinct().as('owners'),
      fn.count<number>('member.itemId').distinct().as('items'),
      fn.count<number>('member.installationInspectionId').distinct().as('inspections'),
    ])
    .where((eb) => answers(eb as never) as never)
    .groupBy('fieldResponse.ownerTable')
    .execute();
  return groups.reduce<Usage>(
    (usage, group) => ({
      answers: usage.answers + group.answers,
      items: usage.items + (group.ownerTable === 'item' ? group.owners : group.items),
      inspections:
        usage.inspections + (group.ownerTable === 'installationInspection' ? group.owners : group.inspections),
    }),
    { answers: 0, items: 0, inspections: 0 },
  );
}

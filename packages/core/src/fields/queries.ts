/** Queries of answers. */
import type { Usage } from '@holdfast/contract';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';

/** Answers, seen from the question or the choice they belong to. */
type Answers = (
  eb: ExpressionBuilder<Database, 'fieldResponse'>,
) => ExpressionWrapper<Database, 'fieldResponse', SqlBool>;

export async function usageOf(db: ScopedDb, answers: Answers): Promise<Usage> {
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
    .where((eb) => answers(eb as never) as never)
    .executeTakeFirstOrThrow();
}

/** Counts the rows that the answers to a question touch. */
export function usageOfField(db: ScopedDb, fieldId: string): Promise<Usage> {
  return usageOf(db, (eb) => eb('fieldResponse.fieldId', '=', fieldId));
}

/** Counts the rows that the answers to the questions of a template touch. */
export function usageOfTemplate(db: ScopedDb, fieldsTemplateId: string): Promise<Usage> {
  const fields = db.from('field').select('field.id').where('field.fieldsTemplateId', '=', fieldsTemplateId);
  return usageOf(db, (eb) => eb('fieldResponse.fieldId', 'in', fields));
}

/** Counts the rows touched by answers that name a choice, or that answer the further questions it opened. */
export function usageOfOption(db: ScopedDb, { id, fieldId }: Database['fieldOption']): Promise<Usage> {
  return usageOf(db, (eb) =>
    eb.or([
      eb('fieldResponse.parentFieldOptionId', '=', id),
      // One chosen id is the value itself, several are a JSON list; an id occurs in neither by chance.
      eb.and([eb('fieldResponse.fieldId', '=', fieldId), eb('fieldResponse.value', 'like', `%${id}%`)]),
    ]),
  );
}

/** Returns true when an answer to a question was ever recorded, in any company, including answers that were removed again. */
export async function wasAnswered(db: ScopedDb, id: string): Promise<boolean> {
  const answer = await db
    .fromWithDeleted('fieldResponse')
    .select('fieldResponse.id')
    .where('fieldResponse.fieldId', '=', id)
    .limit(1)
    .executeTakeFirst();
  return answer !== undefined;
}

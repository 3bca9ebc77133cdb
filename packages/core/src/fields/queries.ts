/** Queries of answers. */
import type { Usage } from '@holdfast/contract';
import type { Database } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';

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

/** Counts the rows with answers to a question. */
export function usageOfField(db: ScopedDb, fieldId: string): Promise<Usage> {
  return usageOf(db, answersIn(db).where('fieldResponse.fieldId', '=', fieldId));
}

/** Counts the rows with answers to some questions. */
export function usageOfAnswers(db: ScopedDb, fieldIds: readonly string[]): Promise<Usage> {
  return usageOf(db, answersIn(db).where('fieldResponse.fieldId', 'in', fieldIds as string[]));
}

/** Counts the rows with answers to the questions of a template. */
export function usageOfTemplate(db: ScopedDb, fieldsTemplateId: string): Promise<Usage> {
  const fields = db.from('field').select('field.id').where('field.fieldsTemplateId', '=', fieldsTemplateId);
  return usageOf(db, answersIn(db).where('fieldResponse.fieldId', 'in', fields));
}

/** Counts the rows touched by answers that name a choice, or that answer the further questions it opened. */
export function usageOfOption(db: ScopedDb, { id, fieldId }: Database['fieldOption']): Promise<Usage> {
  const answers = answersIn(db).where((eb) =>
    eb.or([
      eb('fieldResponse.parentFieldOptionId', '=', id),
      // One chosen id is the value itself, several are a JSON list; an id occurs in neither by chance.
      eb.and([eb('fieldResponse.fieldId', '=', fieldId), eb('fieldResponse.value', 'like', `%${id}%`)]),
    ]),
  );
  return usageOf(db, answers);
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

/** Returns true when an item of an inspection, in any company, was checked or changed after a time. @param ms milliseconds UTC */
export async function isWorkedOnSince(db: ScopedDb, ms: number): Promise<boolean> {
  const member = await db
    .from('installationInspectionItem')
    .select('installationInspectionItem.id')
    .where('installationInspectionItem.conditionId', 'is not', null)
    .where('installationInspectionItem.updatedAt', '>', ms)
    .limit(1)
    .executeTakeFirst();
  return member !== undefined;
}

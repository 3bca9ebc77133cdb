/** Calculated answers: stored beside the answers they are made from, so that lists, reports and devices have them. */
import { readRules } from '@holdfast/contract';
import { type CompileFormula, compileRules, NO_ANSWER, type RuledTemplate } from '@holdfast/contract/rules';
import { derivedId } from '@holdfast/sync';
import type { TypedLookup, WriteCtx } from '../calls/ctx.ts';
import type { Database } from '../db/schema.ts';

type Answer = Database['fieldResponse'];

/** The answers of one record to a template, at the top or under an option. */
export interface AnsweredForm extends Pick<Answer, 'ownerTable' | 'ownerId' | 'parentFieldOptionId'> {
  fieldsTemplateId: string;
}

/** Writes of answers, by a call or after a push. */
export interface AnswerWriter {
  lookup: TypedLookup;
  /** Milliseconds UTC. */
  now: number;
  compiler(): Promise<CompileFormula>;
  store(set: Omit<Answer, keyof StampsOfAnswer>): Promise<unknown>;
}

type StampsOfAnswer = Pick<
  Answer,
  'id' | 'scopeId' | '_seq' | '_clk' | 'createdAt' | 'createdByUserId' | 'updatedAt' | 'updatedByUserId' | 'deletedAt'
>;

/** The writer of answers of a call. */
export function answerWriterOf({ lookup, now, ports, mutate }: WriteCtx): AnswerWriter {
  return {
    lookup,
    now,
    compiler: ports.formulas.compiler,
    store: (set) => mutate('fieldResponse', { op: 'ins', set }),
  };
}

/** Stores the calculated answers of a form that differ from the stored ones. Called when one of its answers has changed. */
export async function storeCalculated(writer: AnswerWriter, form: AnsweredForm): Promise<void> {
  const { ownerTable, ownerId, parentFieldOptionId, fieldsTemplateId } = form;
  const fields = await writer.lookup.find('field', { fieldsTemplateId });
  if (!fields.some(({ rules }) => (readRules(rules)?.calculation ?? '') !== '')) return;
  const template = await writer.lookup.row('fieldsTemplate', fieldsTemplateId);
  if (template === undefined || template.deletedAt !== null) return;
  const answers = new Map<string, Answer>();
  for (const { id } of fields) {
    const answer = await writer.lookup.row('fieldResponse', derivedId(ownerId, id, parentFieldOptionId));
    if (answer?.deletedAt === null) answers.set(id, answer);
  }
  const calculated = compileRules(ruledOf(fields), await writer.compiler()).calculated({
    answerTo: (fieldId) => answers.get(fieldId) ?? NO_ANSWER,
    condition: '',
    now: writer.now,
  });
  for (const { id: fieldId, name: question } of fields) {
    const answer = calculated.get(fieldId);
    const stored = answers.get(fieldId) ?? NO_ANSWER;
    if (answer === undefined || answer.value === stored.value) continue;
    await writer.store({
      ownerTable,
      ownerId,
      fieldId,
      parentFieldOptionId,
      ...answer,
      recordedDate: writer.now,
      question,
      templateVersion: template.version,
    });
  }
}

/** The questions of a template as its rules need them: in their order, by which names are found. */
function ruledOf(rows: readonly Database['field'][]): RuledTemplate {
  const fields = rows
    .toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
    .map(({ id, name, shortName, fieldTypeId, rules }) => ({
      id,
      name,
      shortName,
      fieldTypeId,
      rules: readRules(rules) ?? null,
    }));
  return { fields, evidence: [] };
}

import type { FieldsForm } from '@holdfast/contract';
import { displayedAnswers } from '../../fields/index.ts';
import type { Change } from './comparing.ts';

/**
 * Differing answers of two forms, question by question, including those to questions that are no longer asked; questions of the earlier form
 * only come last.
 */
export function answerChanges(before: FieldsForm, now: FieldsForm): Change[] {
  const [old, present] = [before, now].map(
    ({ fieldsTemplates, fieldResponses, removedFields }) =>
      new Map(
        [...fieldsTemplates.map(({ fields }) => fields), removedFields]
          .flatMap((fields) => displayedAnswers(fields, fieldResponses))
          .map(({ key, question, answer }) => [key, { question, answer }]),
      ),
  ) as [Map<string, { question: string; answer: string }>, Map<string, { question: string; answer: string }>];
  return [...new Set([...present.keys(), ...old.keys()])]
    .map((key) => ({
      what: (present.get(key) ?? old.get(key))!.question,
      before: old.get(key)?.answer ?? '',
      now: present.get(key)?.answer ?? '',
    }))
    .filter((change) => change.before !== change.now);
}

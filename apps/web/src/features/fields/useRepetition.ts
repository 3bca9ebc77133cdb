import type { FieldResponse, FieldsForm } from '@holdfast/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type Outbox, useOutbox } from '../../lib/outbox/index.ts';
import { keyOf } from '../../lib/calls/queries.ts';
import { answerTo, responseTo } from './answers.ts';
import { type Repetition, repetitions } from './lastTime.ts';
import { answerOf, type AnswerOwner, answerSubject, saveOfAnswer } from './mutations.ts';

/** An item within one inspection whose questions are shown. */
export interface AskedItem {
  installationInspectionId: string;
  itemId: string;
}

/** Functions that repeat the answers of the previous inspection, and undo that. */
export interface RepetitionOf {
  /** Repeats the answers of the previous inspection; returns the changes made. */
  repeat(lastTime: readonly FieldResponse[]): Repetition[];
  /** Undoes the changes that were not edited since; returns the number of answers. */
  takeBack(repeated: readonly Repetition[]): number;
}

/** Repeats the answers of the previous inspection for an item. The form must be on screen. */
export function useRepetition(item: AskedItem): RepetitionOf {
  const cache = useQueryClient();
  const outbox = useOutbox();
  const owner: AnswerOwner = { kind: 'inspectionItem', ...item };
  const form = (): FieldsForm | undefined => cache.getQueryData(keyOf('getFieldsForInstallationInspection', item));
  const now = (fieldId: string, parentFieldOptionId: string | null) =>
    pendingAnswer(outbox, answerSubject(owner, fieldId, parentFieldOptionId)) ??
    answerTo(form()?.fieldResponses ?? [], fieldId, parentFieldOptionId);
  const give = ({ answer, question }: Pick<Repetition, 'answer' | 'question'>): void => {
    const stored = responseTo(form()?.fieldResponses ?? [], answer.fieldId, answer.parentFieldOptionId);
    outbox.add(saveOfAnswer(owner, answer, { clock: stored?.clock ?? null, question }));
  };
  return {
    repeat(lastTime) {
      const repeated = repetitions(form()?.fieldsTemplates ?? [], lastTime, now);
      repeated.forEach(give);
      return repeated;
    },
    takeBack(repeated) {
      const standing = repeated.filter(
        ({ answer }) => now(answer.fieldId, answer.parentFieldOptionId).value === answer.value,
      );
      for (const { answer, before, question } of standing) give({ answer: { ...answer, ...before }, question });
      return standing.length;
    },
  };
}

function pendingAnswer(outbox: Outbox, subject: string): { value: string; displayValue: string } | undefined {
  const save = outbox.saves().findLast((known) => known.subject === subject);
  return save && answerOf(save);
}

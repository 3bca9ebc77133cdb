import type { FieldResponse, FieldsForm, FieldsTemplate } from '@holdfast/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { NewSave, Save } from '../../lib/outbox/index.ts';
import { amend, keyOf, refresh } from '../../lib/calls/queries.ts';
import type { SaveKinds } from '../../lib/outbox/saveKinds.ts';
import type { Answer } from './answers.ts';

/** Owner of answers: an item, or an item within one inspection. */
export type AnswerOwner =
  | { kind: 'item'; itemId: string }
  | { kind: 'inspectionItem'; installationInspectionId: string; itemId: string };

/** Effects of saved answers on the page. */
export const fieldSaves = {
  saveItemField: {
    refused: 'keep',
    saved(cache, { itemId }, response) {
      amend(cache, 'getFieldsForItem', { itemId }, (form) => withResponse(form, response));
      if (calculates(cache.getQueryData(keyOf('getFieldsForItem', { itemId })))) refresh(cache, ['getFieldsForItem']);
      refreshWhatShowsAnswers(cache);
    },
  },
  saveInstallationInspectionItemField: {
    refused: 'keep',
    saved(cache, { installationInspectionId, itemId }, response) {
      amend(cache, 'getFieldsForInstallationInspection', { installationInspectionId, itemId }, (form) =>
        withResponse(form, response),
      );
      const key = keyOf('getFieldsForInstallationInspection', { installationInspectionId, itemId });
      if (calculates(cache.getQueryData(key))) refresh(cache, ['getFieldsForInstallationInspection']);
      refreshWhatShowsAnswers(cache);
    },
  },
} satisfies SaveKinds;

function withResponse(form: FieldsForm, response: FieldResponse): FieldsForm {
  return {
    ...form,
    fieldResponses: [...form.fieldResponses.filter(({ id }) => id !== response.id), response],
  };
}

/** Returns true when a saved answer may change calculated answers of its form, which the server computes. */
function calculates(form: FieldsForm | undefined): boolean {
  const isCalculated = ({ fields }: FieldsTemplate): boolean =>
    fields.some(
      ({ rules, options }) =>
        (rules?.calculation ?? '') !== '' ||
        options.some(({ fieldsTemplate }) => fieldsTemplate !== null && isCalculated(fieldsTemplate)),
    );
  return form?.fieldsTemplates.some(isCalculated) ?? false;
}

/** The list shows some answers in columns; the history shows all of them. */
function refreshWhatShowsAnswers(cache: QueryClient): void {
  refresh(cache, ['getItemsForInstallationInspection', 'getAuditLogsForInstallationInspectionAndItem']);
}

/** Key of the owner of answers. */
export function ownerKey(owner: AnswerOwner): string {
  return owner.kind === 'item' ? owner.itemId : `${owner.installationInspectionId}:${owner.itemId}`;
}

/** The subject of saves of one answer. */
export function answerSubject(owner: AnswerOwner, fieldId: string, parentFieldOptionId: string | null): string {
  return `answer:${ownerKey(owner)}:${fieldId}:${parentFieldOptionId ?? ''}`;
}

/** Returns the answer that a save stores; undefined when it stores none. */
export function answerOf(save: Save): Answer | undefined {
  if (save.operation !== 'saveItemField' && save.operation !== 'saveInstallationInspectionItemField') return undefined;
  const { value, displayValue } = save.input;
  return { value, displayValue };
}

/** Version of an answer that does not exist yet: an answer that another user gave meanwhile is a conflict. */
const NEVER = '0.0.none';

/**
 * The save that stores an answer.
 * @param clock version of the answer that it replaces; null: there was none
 * @param question text of the question, for the list of unsaved changes
 */
export function saveOfAnswer(
  owner: AnswerOwner,
  {
    fieldId,
    parentFieldOptionId,
    value,
    displayValue,
  }: Answer & { fieldId: string; parentFieldOptionId: string | null },
  { clock, question }: { clock: string | null; question: string },
): NewSave {
  const answer = { itemId: owner.itemId, fieldId, value, displayValue, parentFieldOptionId };
  const subject = answerSubject(owner, fieldId, parentFieldOptionId);
  const rest = { subject, about: question, words: displayValue, row: subject, ifMatch: clock ?? NEVER };
  return owner.kind === 'item'
    ? { operation: 'saveItemField', input: answer, ...rest }
    : {
        operation: 'saveInstallationInspectionItemField',
        input: { installationInspectionId: owner.installationInspectionId, ...answer },
        ...rest,
      };
}

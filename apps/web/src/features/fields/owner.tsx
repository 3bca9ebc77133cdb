import type { FieldAnswer, FieldResponse } from '@holdfast/contract';
import { createContext, useCallback, useContext, useState } from 'react';
import { usePersistedState } from '../../lib/drafts/persistedState.ts';
import { type Conflict, type SaveState, stateOf, useOutbox, useSaves } from '../../lib/outbox/index.ts';
import { type Answer, answerTo, askedText, responseTo } from './answers.ts';
import { answerOf, type AnswerOwner, answerSubject, saveOfAnswer } from './mutations.ts';

/** One answer: its value with unsent changes applied, the state of its save, and a function to change it. */
export interface LiveAnswer {
  answer: Answer;
  /** The text of the question when it was answered; '' when it is unknown or there is no answer. */
  asked: string;
  /** Version of the template with which it was answered; null: it has no saved answer. */
  version: number | null;
  state: SaveState;
  reason: string | undefined;
  /** Value that another user saved instead, while the conflict is undecided. */
  conflict: Conflict | undefined;
  /** @param question text of the question */
  give(answer: Answer, question: string): void;
  retry(): void;
  discard(): void;
  /** The values to which the functions are bound: those of another answer with the same values do the same. */
  bound: readonly unknown[];
}

/** Returns true when two answers look the same and their functions do the same. */
export function isSameAnswer(a: LiveAnswer, b: LiveAnswer): boolean {
  return (
    a.answer.value === b.answer.value &&
    a.answer.displayValue === b.answer.displayValue &&
    a.asked === b.asked &&
    a.version === b.version &&
    a.state === b.state &&
    a.reason === b.reason &&
    a.conflict === b.conflict &&
    a.bound.length === b.bound.length &&
    a.bound.every((value, at) => Object.is(value, b.bound[at]))
  );
}

/** Returns the answer to a question, outside of options (`null`) or under an option. */
export type FindLiveAnswer = (fieldId: string, parentFieldOptionId: string | null) => LiveAnswer;

/** Context shared by the questions of a form. */
export interface Answering {
  liveAnswer: FindLiveAnswer;
  /** True for a viewer, or for answers shown in history. */
  readOnly: boolean;
  /** IANA time zone in which moments are entered and shown (data decision 21). */
  timeZone: string;
  /** Pause after the last keystroke before a text is saved. */
  delayMs: number;
  /** Key of the record that the answers belong to; questions stay on screen while it changes. */
  about?: string;
  /** The item that the answers belong to; absent: they belong to another kind of record. */
  itemId?: string;
  /** Answers of the previous inspection, shown beside the current ones. */
  lastTime?: readonly FieldResponse[];
  /**
   * Name of the item's condition, which rules of templates read; empty or absent: not checked, or the answers do not belong to an item.
   */
  condition?: string;
  /** The inspection with the item's photos and notes; absent: the answers belong to no inspection. */
  installationInspectionId?: string;
}

/** Provided around the questions of a form. */
export const AnsweringContext = createContext<Answering | null>(null);

/** Returns the context of the form around a question. */
export function useAnswering(): Answering {
  const answering = useContext(AnsweringContext);
  if (answering === null) throw new Error('There is no form around this question.');
  return answering;
}

/** Answers that are saved one by one when they are given. */
export function useSavedAnswers(owner: AnswerOwner, responses: readonly FieldResponse[]): FindLiveAnswer {
  const outbox = useOutbox();
  const saves = useSaves();
  return useCallback(
    (fieldId, parentFieldOptionId) => {
      const subject = answerSubject(owner, fieldId, parentFieldOptionId);
      const save = saves.findLast((known) => known.subject === subject);
      const asked = save === undefined ? askedText(responses, fieldId, parentFieldOptionId) : '';
      const answer =
        save === undefined
          ? answerTo(responses, fieldId, parentFieldOptionId)
          : (answerOf(save) ?? answerTo(responses, fieldId, parentFieldOptionId));
      const response = responseTo(responses, fieldId, parentFieldOptionId);
      const clock = response?.clock ?? null;
      return {
        answer,
        asked,
        version: response?.templateVersion ?? null,
        bound: [outbox, subject, clock, answer.value, save?.key],
        state: save === undefined ? (outbox.wasSaved(subject) ? 'saved' : 'idle') : stateOf(save, saves),
        reason: save?.refusal?.reason,
        conflict: save?.refusal?.conflict,
        give(next, question) {
          if (next.value === answer.value) return;
          outbox.add(saveOfAnswer(owner, { fieldId, parentFieldOptionId, ...next }, { clock, question }));
        },
        retry: () => outbox.retry(save?.key),
        discard: () => {
          if (save !== undefined) outbox.discard(save.key);
        },
      };
    },
    [owner, responses, outbox, saves],
  );
}

/** Answers that are collected on the screen and not saved. */
export function useGatheredAnswers(responses: readonly FieldResponse[]): FindLiveAnswer {
  const [given, setGiven] = useState(NONE_GIVEN);
  return useAnswersOver(responses, given, setGiven);
}

/**
 * Answers that are collected in a dialog and saved with it. The browser keeps them until they are saved or dropped.
 * @param key key of the record that they belong to
 */
export function useKeptAnswers(
  responses: readonly FieldResponse[],
  key: string,
): { liveAnswer: FindLiveAnswer; given: FieldAnswer[]; isChanged(): boolean; drop(): void } {
  const { value: given, isChanged, change, drop } = usePersistedState(`answers:${key}`, NONE_GIVEN);
  return { liveAnswer: useAnswersOver(responses, given, change), given, isChanged, drop };
}

const NONE_GIVEN: FieldAnswer[] = [];

function useAnswersOver(
  responses: readonly FieldResponse[],
  given: FieldAnswer[],
  change: (next: (all: FieldAnswer[]) => FieldAnswer[]) => void,
): FindLiveAnswer {
  return useCallback(
    (fieldId, parentFieldOptionId) => {
      const isIt = (other: FieldAnswer): boolean =>
        other.fieldId === fieldId && other.parentFieldOptionId === parentFieldOptionId;
      const found = given.find(isIt);
      return {
        answer: found ?? answerTo(responses, fieldId, parentFieldOptionId),
        asked: found === undefined ? askedText(responses, fieldId, parentFieldOptionId) : '',
        version: responseTo(responses, fieldId, parentFieldOptionId)?.templateVersion ?? null,
        state: 'idle',
        reason: undefined,
        conflict: undefined,
        give: (next) =>
          change((all) => [...all.filter((other) => !isIt(other)), { fieldId, parentFieldOptionId, ...next }]),
        retry: () => undefined,
        discard: () => undefined,
        bound: [change, fieldId, parentFieldOptionId],
      };
    },
    [given, change, responses],
  );
}

import { createContext, useContext } from 'react';
import type { FieldResponse } from '@holdfast/contract';
import { type SaveState, useOutbox, useSaveState } from '../../lib/outbox/index.ts';
import { type Answer, answerTo } from './answers.ts';
import { answerSubject, type AnswerOwner, saveOfAnswer } from './mutations.ts';

/** What every question of a form knows. */
export interface Answering {
  owner: AnswerOwner;
  responses: readonly FieldResponse[];
  /** Somebody who may only read, or an answer that is only history. */
  readOnly: boolean;
  /** IANA zone in which moments are asked and shown (data.md 21). */
  timeZone: string;
  /** Pause before typed words are saved. */
  delayMs: number;
}

/** Provided around the questions of one owner. */
export const AnsweringContext = createContext<Answering | null>(null);

/** What the form around a question knows. */
export function useAnswering(): Answering {
  const answering = useContext(AnsweringContext);
  if (answering === null) throw new Error('There is no form around this question.');
  return answering;
}

/** One answer: as it stands with what is on its way, how it stands with the server, and how to give another. */
export interface LiveAnswer {
  answer: Answer;
  state: SaveState;
  reason: string | undefined;
  give(answer: Answer): void;
  retry(): void;
  discard(): void;
}

/** The answer to a question, at the top (`null`) or under an option. */
export function useAnswer(fieldId: string, parentFieldOptionId: string | null): LiveAnswer {
  const { owner, responses } = useAnswering();
  const outbox = useOutbox();
  const { state, save } = useSaveState(answerSubject(owner, fieldId, parentFieldOptionId));
  const stored = answerTo(responses, fieldId, parentFieldOptionId);
  const answer =
    save === undefined
      ? stored
      : { value: String(save.input['value']), displayValue: String(save.input['displayValue']) };
  return {
    answer,
    state,
    reason: save?.refusal?.reason,
    give(next) {
      if (next.value === answer.value) return;
      const given = { fieldId, parentFieldOptionId, ...next };
      if (owner.kind === 'form') owner.keep(given);
      else outbox.add(saveOfAnswer(owner, given));
    },
    retry: () => outbox.retry(save?.key),
    discard: () => {
      if (save !== undefined) outbox.discard(save.key);
    },
  };
}

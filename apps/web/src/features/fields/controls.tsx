/** One control per kind of question. Each shows an answer and gives another. */
import type { Field } from '@holdfast/contract';
import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { useAutosave } from '../../lib/autosave.ts';
import { t } from '../../lib/texts/index.ts';
import { YesNo } from '../../ui/YesNo.tsx';
import {
  type Answer,
  choiceAnswer,
  choicesAnswer,
  chosenIds,
  isNumberSoFar,
  numberAnswer,
  yesNoAnswer,
} from './answers.ts';

/** What a control needs. Its label stands outside; `labelId` names it. */
export interface ControlProps {
  field: Field;
  answer: Answer;
  labelId: string;
  describedBy: string;
  invalid: boolean;
  readOnly: boolean;
  delayMs: number;
  timeZone: string;
  onGive(answer: Answer): void;
}

/** Height of an open list of choices, px (product.txt §9). */
const MENU_MAX_PX = 300;

/** Text over one line or many. */
export function TextControl({ answer, labelId, describedBy, invalid, readOnly, delayMs, onGive }: ControlProps) {
  const draft = useAutosave(answer.value, (value) => onGive({ value, displayValue: value }), delayMs);
  return (
    <Textarea
      size="md"
      autosize
      minRows={1}
      maxRows={12}
      maxLength={20_000}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      error={invalid}
      readOnly={readOnly}
      value={draft.value}
      onChange={(event) => draft.change(event.currentTarget.value)}
      onBlur={draft.flush}
    />
  );
}

/** A number as it is written; characters that do not belong in one cannot be entered. */
export function NumberControl({ answer, labelId, describedBy, invalid, readOnly, delayMs, onGive }: ControlProps) {
  const draft = useAutosave(answer.value, (value) => onGive(numberAnswer(value)), delayMs);
  return (
    <TextInput
      size="md"
      inputMode="decimal"
      maxLength={100}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      error={invalid}
      readOnly={readOnly}
      value={draft.value}
      onChange={(event) => {
        if (isNumberSoFar(event.currentTarget.value)) draft.change(event.currentTarget.value);
      }}
      onBlur={draft.flush}
    />
  );
}

/** One of a list. A choice that is no longer offered keeps its name (decisions 19). */
export function SelectControl({ field, answer, labelId, describedBy, invalid, readOnly, onGive }: ControlProps) {
  const offered = field.options.map(({ id, name }) => ({ value: id, label: name }));
  const isGone = answer.value !== '' && !field.options.some(({ id }) => id === answer.value);
  return (
    <Select
      size="md"
      clearable={!readOnly}
      searchable={field.options.length > 10}
      maxDropdownHeight={MENU_MAX_PX}
      nothingFoundMessage={t('dropdown.noOptions')}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      error={invalid}
      readOnly={readOnly}
      placeholder={t('fields.choose')}
      data={isGone ? [...offered, { value: answer.value, label: answer.displayValue, disabled: true }] : offered}
      value={answer.value === '' ? null : answer.value}
      onChange={(id) => onGive(choiceAnswer(field.options, id))}
    />
  );
}

/** Several of a list. */
export function MultiSelectControl({ field, answer, labelId, describedBy, invalid, readOnly, onGive }: ControlProps) {
  const chosen = chosenIds(answer.value);
  return (
    <MultiSelect
      size="md"
      clearable={!readOnly}
      searchable={field.options.length > 10}
      hidePickedOptions={false}
      maxDropdownHeight={MENU_MAX_PX}
      nothingFoundMessage={t('dropdown.noOptions')}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      error={invalid}
      readOnly={readOnly}
      placeholder={chosen.length === 0 ? t('fields.chooseSeveral') : ''}
      data={field.options.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen.filter((id) => field.options.some((option) => option.id === id))}
      onChange={(ids) => {
        const gone = chosen.filter((id) => !field.options.some((option) => option.id === id));
        onGive(choicesAnswer(field.options, [...ids, ...gone]));
      }}
    />
  );
}

/** Yes or no. */
export function YesNoControl({ answer, labelId, readOnly, onGive }: ControlProps) {
  return (
    <YesNo
      labelledBy={labelId}
      value={answer.value === 'true'}
      disabled={readOnly}
      onChoose={(yes) => onGive(yesNoAnswer(yes))}
    />
  );
}

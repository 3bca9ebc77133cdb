/** One control per kind of question. Each shows an answer and gives another. */
import type { Field } from '@holdfast/contract';
import { MultiSelect, Pill, Select } from '@mantine/core';
import { useRef, useState } from 'react';
import { useAutosave } from '../../lib/autosave.ts';
import { numberIn } from '../../lib/numbers.ts';
import { useStateOf } from '../../lib/stateOf.ts';
import { t } from '../../lib/texts/index.ts';
import { GrowingText } from '../../ui/inputs/GrowingText.tsx';
import { NumberField } from '../../ui/inputs/NumberField.tsx';
import { useLateList } from '../../ui/hooks/useLateList.ts';
import { YesNo } from '../../ui/inputs/YesNo.tsx';
import { PhrasePicker, withPhrase } from '../phrases/index.ts';
import { type Answer, choiceAnswer, choicesAnswer, chosenIds, numberAnswer, yesNoAnswer } from './answers.ts';
import { useAnswering } from './owner.tsx';
import classes from './controls.module.css';

/** Duration in ms of closing the place of a removed choice (CNST-11). */
const COLLAPSE_MS = 260;

/** Properties of a control. Its label is outside; `labelId` names it. */
export interface ControlProps {
  field: Field;
  /** Key of what the answer belongs to. */
  about: string;
  answer: Answer;
  labelId: string;
  describedBy: string;
  invalid: boolean;
  readOnly: boolean;
  delayMs: number;
  timeZone: string;
  onGive(answer: Answer): void;
}

/** Text over one line or many. */
export function TextControl({
  field,
  about,
  answer,
  labelId,
  describedBy,
  invalid,
  readOnly,
  delayMs,
  onGive,
}: ControlProps) {
  const { itemId } = useAnswering();
  const draft = useAutosave(answer.value, (value) => onGive({ value, displayValue: value }), delayMs, about);
  const [showsPhrases, setShowsPhrases] = useStateOf(about, false);
  const phrases =
    readOnly || itemId === undefined ? null : (
      <PhrasePicker
        itemId={itemId}
        fieldId={field.id}
        beside={{ opened: showsPhrases, onChange: setShowsPhrases }}
        onPick={(phrase) => {
          draft.change(withPhrase(draft.value, phrase));
          draft.flush();
        }}
      />
    );
  return (
    <GrowingText
      {...(phrases === null ? {} : { rightSection: phrases, rightSectionWidth: 50 })}
      maxRows={12}
      maxLength={20_000}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      error={invalid}
      readOnly={readOnly}
      value={draft.value}
      onChange={(event) => draft.change(event.currentTarget.value)}
      onBlur={draft.flush}
      {...(phrases !== null && {
        'aria-keyshortcuts': 'Alt+ArrowDown',
        onKeyDown: (event: React.KeyboardEvent) => {
          if (!event.altKey || event.key !== 'ArrowDown') return;
          event.preventDefault();
          setShowsPhrases(true);
        },
      })}
    />
  );
}

/** A number input. An invalid number is not saved, and a message states that. */
export function NumberControl({
  field,
  about,
  answer,
  labelId,
  describedBy,
  invalid,
  readOnly,
  delayMs,
  onGive,
}: ControlProps) {
  const [refused, setRefused] = useStateOf(about, '');
  // The number that was saved last as it was typed: "12,5" stays "12,5" although "12.5" is stored.
  const [written, setWritten] = useStateOf(about, '');
  const lacking = useRef<string | null>(null);
  const draft = useAutosave(
    numberIn(written) === answer.value ? written : answer.value,
    (text) => {
      if (lacking.current === about || (text !== '' && numberIn(text) === null)) return false;
      setWritten(text);
      onGive(numberAnswer(text));
      return true;
    },
    delayMs,
    about,
  );
  return (
    <NumberField
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      error={invalid}
      readOnly={readOnly}
      unit={field.rules?.unit ?? ''}
      typing={{ text: draft.value, refused }}
      onTyping={(typing) => {
        setRefused(typing.refused);
        lacking.current = typing.refused === '' ? null : about;
        if (typing.text !== draft.value) draft.change(typing.text);
      }}
      onBlur={draft.flush}
    />
  );
}

/** One of a list. A choice that is no longer offered keeps its name (product decision 19). */
export function SelectControl({ field, answer, labelId, describedBy, invalid, readOnly, onGive }: ControlProps) {
  const offered = field.options.map(({ id, name }) => ({ value: id, label: name }));
  const isGone = answer.value !== '' && !field.options.some(({ id }) => id === answer.value);
  return (
    <Select
      {...useLateList()}
      size="md"
      clearable={!readOnly}
      searchable={field.options.length > 10}
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

/** Several of a list. A choice that is taken out leaves at once and closes its gap slowly. */
export function MultiSelectControl({ field, answer, labelId, describedBy, invalid, readOnly, onGive }: ControlProps) {
  const chosen = chosenIds(answer.value);
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const shown = field.options.map(({ id }) => id).filter((id) => chosen.includes(id) || leaving.includes(id));
  const choose = (ids: readonly string[]): void => {
    const left = shown.filter((id) => chosen.includes(id) && !ids.includes(id));
    if (left.length > 0) {
      setLeaving((all) => [...all, ...left]);
      setTimeout(() => setLeaving((all) => all.filter((id) => !left.includes(id))), COLLAPSE_MS);
    }
    const gone = chosen.filter((id) => !field.options.some((option) => option.id === id));
    const stay = ids.filter((id) => chosen.includes(id) || !leaving.includes(id));
    onGive(choicesAnswer(field.options, [...stay, ...gone]));
  };
  return (
    <MultiSelect
      {...useLateList()}
      size="md"
      clearable={!readOnly}
      searchable={field.options.length > 10}
      hidePickedOptions={false}
      nothingFoundMessage={t('dropdown.noOptions')}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      error={invalid}
      readOnly={readOnly}
      placeholder={shown.length === 0 ? t('fields.chooseSeveral') : ''}
      data={field.options.map(({ id, name }) => ({ value: id, label: name }))}
      value={shown}
      onChange={choose}
      renderPill={({ option, onRemove }) => (
        <Pill
          withRemoveButton={!readOnly}
          onRemove={onRemove}
          className={classes['pill'] ?? ''}
          style={{ transitionDuration: `${COLLAPSE_MS}ms` }}
          data-leaving={(option !== undefined && !chosen.includes(String(option.value))) || undefined}
        >
          {option?.label}
        </Pill>
      )}
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

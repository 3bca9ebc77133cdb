/**
 * One control per field type. Each shows an answer and reports a new one. A control stays mounted from item to item; the library's
 * component inside it is memoised, and rendered again only when the answer differs.
 */
import type { Field } from '@holdfast/contract';
import { MultiSelect, Pill, Select } from '@mantine/core';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { useAutosave } from '../../lib/drafts/autosave.ts';
import { numberIn, type NumberTyping } from '../../lib/display/numbers.ts';
import { useStateOf } from '../../lib/drafts/stateOf.ts';
import { t } from '../../lib/texts/index.ts';
import { GrowingText } from '../../ui/inputs/GrowingText.tsx';
import { NumberField } from '../../ui/inputs/NumberField.tsx';
import { useLateList } from '../../ui/hooks/useLateList.ts';
import { useStableHandlers } from '../../ui/hooks/useStableHandlers.ts';
import { YesNo } from '../../ui/inputs/YesNo.tsx';
import { PhrasePicker, withPhrase } from '../phrases/index.ts';
import { type Answer, choiceAnswer, choicesAnswer, chosenIds, numberAnswer, yesNoAnswer } from './answers.ts';
import classes from './controls.module.css';

/** Duration in ms of closing the gap of a removed choice (CNST-11). */
const COLLAPSE_MS = 260;

/** Properties of a control. Its label is a separate element with the id `labelId`. */
export interface ControlProps {
  field: Field;
  /** Key of the record that the answer belongs to. */
  about: string;
  /** The item that the answer belongs to; undefined: it belongs to another kind of record. */
  itemId: string | undefined;
  answer: Answer;
  labelId: string;
  describedBy: string;
  invalid: boolean;
  readOnly: boolean;
  delayMs: number;
  timeZone: string;
  onGive(answer: Answer): void;
}

/** Properties of the memoised part of a control. */
type Shown = Pick<ControlProps, 'labelId' | 'describedBy' | 'invalid' | 'readOnly'>;

/** Text with one or more lines. */
export function TextControl({
  field,
  about,
  itemId,
  answer,
  labelId,
  describedBy,
  invalid,
  readOnly,
  delayMs,
  onGive,
}: ControlProps) {
  const draft = useAutosave(answer.value, (value) => onGive({ value, displayValue: value }), delayMs, about);
  const [showsPhrases, onShowPhrases] = useStateOf(about, false);
  const handlers = useStableHandlers({
    onChange: draft.change,
    onBlur: draft.flush,
    onShowPhrases,
    onPick(phrase: string) {
      draft.change(withPhrase(draft.value, phrase));
      draft.flush();
    },
  });
  return (
    <TextField
      fieldId={field.id}
      hasPhrases={!readOnly && itemId !== undefined}
      // The item matters only while phrases are shown.
      phrasesOf={showsPhrases && itemId !== undefined ? itemId : null}
      value={draft.value}
      labelId={labelId}
      describedBy={describedBy}
      invalid={invalid}
      readOnly={readOnly}
      {...handlers}
    />
  );
}

const TextField = memo(function TextField({
  fieldId,
  hasPhrases,
  phrasesOf,
  value,
  labelId,
  describedBy,
  invalid,
  readOnly,
  onChange,
  onBlur,
  onShowPhrases,
  onPick,
}: Shown & {
  fieldId: string;
  hasPhrases: boolean;
  /** The item whose phrases are shown; null: no phrases are shown. */
  phrasesOf: string | null;
  value: string;
  onChange(value: string): void;
  onBlur(): void;
  onShowPhrases(shows: boolean): void;
  onPick(phrase: string): void;
}) {
  return (
    <GrowingText
      {...(hasPhrases && {
        rightSection: (
          <PhrasePicker
            itemId={phrasesOf ?? ''}
            fieldId={fieldId}
            beside={{ opened: phrasesOf !== null, onChange: onShowPhrases }}
            onPick={onPick}
          />
        ),
        rightSectionWidth: 50,
        'aria-keyshortcuts': 'Alt+ArrowDown',
        onKeyDown: (event: KeyboardEvent) => {
          if (!event.altKey || event.key !== 'ArrowDown') return;
          event.preventDefault();
          onShowPhrases(true);
        },
      })}
      maxRows={12}
      maxLength={20_000}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      error={invalid}
      readOnly={readOnly}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
});

/** A number input. An invalid number is not saved, and a message states the reason. */
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
  // The last saved number as it was typed: "12,5" stays "12,5" although "12.5" is stored.
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
  const handlers = useStableHandlers({
    onTyping(typing: NumberTyping) {
      setRefused(typing.refused);
      lacking.current = typing.refused === '' ? null : about;
      if (typing.text !== draft.value) draft.change(typing.text);
    },
    onBlur: draft.flush,
  });
  return (
    <NumberInput
      text={draft.value}
      refused={refused}
      unit={field.rules?.unit ?? ''}
      labelId={labelId}
      describedBy={describedBy}
      invalid={invalid}
      readOnly={readOnly}
      {...handlers}
    />
  );
}

const NumberInput = memo(function NumberInput({
  text,
  refused,
  unit,
  labelId,
  describedBy,
  invalid,
  readOnly,
  onTyping,
  onBlur,
}: Shown & NumberTyping & { unit: string; onTyping(typing: NumberTyping): void; onBlur(): void }) {
  return (
    <NumberField
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      error={invalid}
      readOnly={readOnly}
      unit={unit}
      typing={{ text, refused }}
      onTyping={onTyping}
      onBlur={onBlur}
    />
  );
});

/** One option of a list. An option that is no longer offered keeps its name (product decision 19). */
export function SelectControl({ field, answer, labelId, describedBy, invalid, readOnly, onGive }: ControlProps) {
  const { options } = field;
  const handlers = useStableHandlers({ onChoose: (id: string | null) => onGive(choiceAnswer(options, id)) });
  return (
    <SelectField
      options={options}
      value={answer.value}
      words={answer.displayValue}
      labelId={labelId}
      describedBy={describedBy}
      invalid={invalid}
      readOnly={readOnly}
      {...handlers}
    />
  );
}

const SelectField = memo(function SelectField({
  options,
  value,
  words,
  labelId,
  describedBy,
  invalid,
  readOnly,
  onChoose,
}: Shown & {
  options: Field['options'];
  value: string;
  words: string;
  onChoose(id: string | null): void;
}) {
  const offered = options.map(({ id, name }) => ({ value: id, label: name }));
  const isGone = value !== '' && !options.some(({ id }) => id === value);
  return (
    <Select
      {...useLateList()}
      size="md"
      clearable={!readOnly}
      searchable={options.length > 10}
      nothingFoundMessage={t('dropdown.noOptions')}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      error={invalid}
      readOnly={readOnly}
      placeholder={t('fields.choose')}
      data={isGone ? [...offered, { value, label: words, disabled: true }] : offered}
      value={value === '' ? null : value}
      onChange={onChoose}
    />
  );
});

/** Several options of a list. A removed option disappears at once, and its gap closes slowly. */
export function MultiSelectControl({ field, answer, labelId, describedBy, invalid, readOnly, onGive }: ControlProps) {
  const { options } = field;
  const handlers = useStableHandlers({ onChoose: (ids: readonly string[]) => onGive(choicesAnswer(options, ids)) });
  return (
    <MultiSelectField
      options={options}
      value={answer.value}
      labelId={labelId}
      describedBy={describedBy}
      invalid={invalid}
      readOnly={readOnly}
      {...handlers}
    />
  );
}

const MultiSelectField = memo(function MultiSelectField({
  options,
  value,
  labelId,
  describedBy,
  invalid,
  readOnly,
  onChoose,
}: Shown & {
  options: Field['options'];
  value: string;
  onChoose(ids: readonly string[]): void;
}) {
  const chosen = chosenIds(value);
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const shown = options.map(({ id }) => id).filter((id) => chosen.includes(id) || leaving.includes(id));
  const choose = (ids: readonly string[]): void => {
    const left = shown.filter((id) => chosen.includes(id) && !ids.includes(id));
    if (left.length > 0) {
      setLeaving((all) => [...all, ...left]);
      setTimeout(() => setLeaving((all) => all.filter((id) => !left.includes(id))), COLLAPSE_MS);
    }
    const gone = chosen.filter((id) => !options.some((option) => option.id === id));
    const stay = ids.filter((id) => chosen.includes(id) || !leaving.includes(id));
    onChoose([...stay, ...gone]);
  };
  return (
    <MultiSelect
      {...useLateList()}
      size="md"
      clearable={!readOnly}
      searchable={options.length > 10}
      hidePickedOptions={false}
      nothingFoundMessage={t('dropdown.noOptions')}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      error={invalid}
      readOnly={readOnly}
      placeholder={shown.length === 0 ? t('fields.chooseSeveral') : ''}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
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
});

/** Yes or no. */
export function YesNoControl({ answer, labelId, readOnly, onGive }: ControlProps) {
  const handlers = useStableHandlers({ onChoose: (yes: boolean) => onGive(yesNoAnswer(yes)) });
  return (
    <YesNo
      labelledBy={labelId}
      value={answer.value === 'true'}
      isAnswered={answer.value !== ''}
      disabled={readOnly}
      {...handlers}
    />
  );
}

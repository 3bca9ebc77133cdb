/** Dates and moments; loaded only where a form asks for one. */
import '@mantine/dates/styles.css';
import { DateInput, DateTimePicker } from '@mantine/dates';
import { useId } from 'react';
import { useAutosave } from '../../lib/autosave.ts';
import { t } from '../../lib/texts/index.ts';
import type { ControlProps } from './controls.tsx';
import {
  DAY_FORMAT,
  dayAnswer,
  MOMENT_FORMAT,
  momentAnswer,
  pickedDay,
  pickedMoment,
  typedDay,
} from '../../lib/dates.ts';

/** A day. */
export function DateControl({ answer, labelId, describedBy, invalid, readOnly, delayMs, onGive }: ControlProps) {
  const draft = useAutosave(
    pickedDay(answer.value) ?? '',
    (picked) => onGive(dayAnswer(picked === '' ? null : picked)),
    delayMs,
  );
  return (
    <DateInput
      size="md"
      clearable={!readOnly}
      valueFormat={DAY_FORMAT}
      dateParser={typedDay}
      placeholder={t('fields.selectDate')}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      error={invalid}
      readOnly={readOnly}
      value={draft.value === '' ? null : draft.value}
      onChange={(picked) => draft.change(picked ?? '')}
      onBlur={draft.flush}
    />
  );
}

/** A moment, in the zone of the installation. */
export function DatetimeControl({
  answer,
  labelId,
  describedBy,
  invalid,
  readOnly,
  delayMs,
  timeZone,
  onGive,
}: ControlProps) {
  const id = useId();
  const draft = useAutosave(
    pickedMoment(answer.value, timeZone) ?? '',
    (picked) => onGive(momentAnswer(picked === '' ? null : picked, timeZone)),
    delayMs,
  );
  return (
    <DateTimePicker
      size="md"
      clearable={!readOnly}
      valueFormat={MOMENT_FORMAT}
      placeholder={t('fields.selectMoment')}
      id={id}
      // A button shows its value as its words: both name it.
      aria-labelledby={`${labelId} ${id}`}
      aria-describedby={describedBy}
      error={invalid}
      readOnly={readOnly}
      value={draft.value === '' ? null : draft.value}
      onChange={(picked) => draft.change(picked ?? '')}
      onBlur={draft.flush}
    />
  );
}

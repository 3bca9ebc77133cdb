/** Dates and moments; loaded only where a form asks for one. */
import '@mantine/dates/styles.css';
import { Button } from '@mantine/core';
import { DateInput, DateTimePicker } from '@mantine/dates';
import { type KeyboardEvent, useId } from 'react';
import { useAutosave } from '../../lib/autosave.ts';
import { calendar } from '../../lib/calendar.ts';
import { t } from '../../lib/texts/index.ts';
import { isSingleKey } from '../../ui/shortcuts/singleKeys.ts';
import type { ControlProps } from './controls.tsx';
import classes from './controls.module.css';
import {
  DAY_FORMAT,
  dayAnswer,
  dayNow,
  MOMENT_FORMAT,
  momentAnswer,
  momentNow,
  pickedDay,
  pickedMoment,
  typedDay,
} from '../../lib/dates.ts';

/** A day. */
export function DateControl({
  about,
  answer,
  labelId,
  describedBy,
  invalid,
  readOnly,
  delayMs,
  timeZone,
  onGive,
}: ControlProps) {
  const draft = useAutosave(
    pickedDay(answer.value) ?? '',
    (picked) => onGive(dayAnswer(picked === '' ? null : picked)),
    delayMs,
    about,
  );
  return (
    <div className={classes['dated']}>
      <DateInput
        size="md"
        flex={1}
        clearable={!readOnly}
        valueFormat={DAY_FORMAT}
        dateParser={typedDay}
        highlightToday
        hideOutsideDates
        ariaLabels={calendar}
        placeholder={t('fields.selectDate')}
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        error={invalid}
        readOnly={readOnly}
        value={draft.value === '' ? null : draft.value}
        onChange={(picked) => draft.change(picked ?? '')}
        onBlur={draft.flush}
      />
      {!readOnly && (
        <NowButton text={t('fields.today')} labelId={labelId} draft={draft} valueOf={() => dayNow(timeZone)} />
      )}
    </div>
  );
}

/** A moment, in the zone of the installation. A day that is picked first takes the time it is now, in sight, and not midnight. */
export function DatetimeControl({
  about,
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
    about,
  );
  return (
    <div className={classes['dated']}>
      <DateTimePicker
        size="md"
        flex={1}
        clearable={!readOnly}
        valueFormat={MOMENT_FORMAT}
        highlightToday
        hideOutsideDates
        ariaLabels={calendar}
        defaultTimeValue={momentNow(timeZone).slice(11)}
        timePickerProps={{
          // Two digits of 24 hours: in 12 hours a typed 13 would become 3.
          hoursInputLabel: t('calendar.hours'),
          minutesInputLabel: t('calendar.minutes'),
        }}
        submitButtonProps={{ 'aria-label': t('calendar.done') }}
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
        {...(!readOnly && {
          'aria-keyshortcuts': 'n',
          onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
            if (!isSingleKey(event, 'n')) return;
            // Elsewhere on the screen this key adds a note.
            event.preventDefault();
            enter(draft, momentNow(timeZone));
          },
        })}
      />
      {!readOnly && (
        <NowButton text={t('fields.now')} labelId={labelId} draft={draft} valueOf={() => momentNow(timeZone)} />
      )}
    </div>
  );
}

type Draft = Pick<ReturnType<typeof useAutosave>, 'change' | 'flush'>;

/** Enters a value and saves it at once. */
function enter(draft: Draft, value: string): void {
  draft.change(value);
  draft.flush();
}

/** Button that enters the present day or moment. */
function NowButton({
  text,
  labelId,
  draft,
  valueOf,
}: {
  text: string;
  /** Id of the question, which names the button together with its text. */
  labelId: string;
  draft: Draft;
  valueOf(): string;
}) {
  const id = useId();
  return (
    <Button
      variant="default"
      h={48}
      id={id}
      aria-labelledby={`${id} ${labelId}`}
      onClick={() => enter(draft, valueOf())}
    >
      {text}
    </Button>
  );
}

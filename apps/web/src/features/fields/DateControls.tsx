/** Controls for dates and moments; loaded only when a form contains one. */
import '@mantine/dates/styles.css';
import { Button } from '@mantine/core';
import { DateInput, DateTimePicker } from '@mantine/dates';
import { type KeyboardEvent, memo, useId, useState } from 'react';
import { useAutosave } from '../../lib/drafts/autosave.ts';
import { calendar, calendarDialog, calendarPopover } from '../../lib/display/calendar.ts';
import { t } from '../../lib/texts/index.ts';
import { useStableHandlers } from '../../ui/hooks/useStableHandlers.ts';
import { isSingleKey } from '../../ui/shortcuts/singleKeys.ts';
import type { ControlProps } from './controls.tsx';
import classes from './controls.module.css';
import {
  DAY_FORMAT,
  dayAnswer,
  MOMENT_FORMAT,
  momentAnswer,
  pickedDay,
  pickedMoment,
  typedDay,
} from '../../lib/display/dates.ts';
import { dayNow, momentNow } from '../../lib/display/zonedNow.ts';

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
  const handlers = useStableHandlers(handlersOf(draft));
  return (
    <DayField
      value={draft.value}
      labelId={labelId}
      describedBy={describedBy}
      invalid={invalid}
      readOnly={readOnly}
      timeZone={timeZone}
      {...handlers}
    />
  );
}

/** A moment, in the time zone of the installation. When a day is picked first, the visible current time is used, not midnight. */
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
  const draft = useAutosave(
    pickedMoment(answer, timeZone) ?? '',
    (picked) => onGive(momentAnswer(picked === '' ? null : picked, timeZone)),
    delayMs,
    about,
  );
  const handlers = useStableHandlers(handlersOf(draft));
  return (
    <MomentField
      value={draft.value}
      labelId={labelId}
      describedBy={describedBy}
      invalid={invalid}
      readOnly={readOnly}
      timeZone={timeZone}
      {...handlers}
    />
  );
}

interface Handlers {
  onChange(picked: string): void;
  onBlur(): void;
  /** Enters a value and saves it at once. */
  onEnter(value: string): void;
}

function handlersOf({ change, flush }: ReturnType<typeof useAutosave>): Handlers {
  return {
    onChange: change,
    onBlur: flush,
    onEnter(value) {
      change(value);
      flush();
    },
  };
}

type Shown = Pick<ControlProps, 'labelId' | 'describedBy' | 'invalid' | 'readOnly' | 'timeZone'> & {
  value: string;
} & Handlers;

const DayField = memo(function DayField({
  value,
  labelId,
  describedBy,
  invalid,
  readOnly,
  timeZone,
  onChange,
  onBlur,
  onEnter,
}: Shown) {
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
        popoverProps={calendarPopover}
        placeholder={t('fields.selectDate')}
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        error={invalid}
        readOnly={readOnly}
        value={value === '' ? null : value}
        onChange={(picked) => onChange(picked ?? '')}
        onBlur={onBlur}
      />
      {!readOnly && <NowButton text={t('fields.today')} labelId={labelId} onPress={() => onEnter(dayNow(timeZone))} />}
    </div>
  );
});

const MomentField = memo(function MomentField({
  value,
  labelId,
  describedBy,
  invalid,
  readOnly,
  timeZone,
  onChange,
  onBlur,
  onEnter,
}: Shown) {
  const id = useId();
  const [time, setTime] = useState('');
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
        popoverProps={calendarDialog}
        // The current time at which the calendar opens.
        defaultTimeValue={time}
        onClick={() => setTime(momentNow(timeZone).slice(11))}
        timePickerProps={{
          // Two digits in 24-hour format: in 12-hour format a typed 13 would become 3.
          hoursInputLabel: t('calendar.hours'),
          minutesInputLabel: t('calendar.minutes'),
        }}
        submitButtonProps={{ 'aria-label': t('calendar.done') }}
        placeholder={t('fields.selectMoment')}
        id={id}
        // The text of the button is its value: label and value together name it.
        aria-labelledby={`${labelId} ${id}`}
        aria-describedby={describedBy}
        error={invalid}
        readOnly={readOnly}
        value={value === '' ? null : value}
        onChange={(picked) => onChange(picked ?? '')}
        onBlur={onBlur}
        {...(!readOnly && {
          'aria-keyshortcuts': 'n',
          onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
            if (!isSingleKey(event, 'n')) return;
            // Elsewhere on the screen this key adds a note.
            event.preventDefault();
            onEnter(momentNow(timeZone));
          },
        })}
      />
      {!readOnly && <NowButton text={t('fields.now')} labelId={labelId} onPress={() => onEnter(momentNow(timeZone))} />}
    </div>
  );
});

/** Button that enters the current day or moment. */
function NowButton({
  text,
  labelId,
  onPress,
}: {
  text: string;
  /** Id of the question's label, which names the button together with its text. */
  labelId: string;
  onPress(): void;
}) {
  const id = useId();
  return (
    <Button variant="default" h={48} id={id} aria-labelledby={`${id} ${labelId}`} onClick={onPress}>
      {text}
    </Button>
  );
}

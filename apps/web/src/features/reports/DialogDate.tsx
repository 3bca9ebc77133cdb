/** A date or moment in the dialog of a report; loaded only when a dialog contains one. */
import '@mantine/dates/styles.css';
import type { ReportDialog } from '@holdfast/contract';
import { DateInput, DateTimePicker } from '@mantine/dates';
import { calendar, calendarDialog, calendarPopover } from '../../lib/display/calendar.ts';
import { DAY_FORMAT, MOMENT_FORMAT, typedDay } from '../../lib/display/dates.ts';
import { t } from '../../lib/texts/reports.ts';

/** The control of a date; of an optional one it can be emptied. */
export default function DialogDate({
  field,
  value,
  onChange,
}: {
  field: Extract<ReportDialog['parts'][number], { kind: 'date' }>;
  /** Local time, yyyy-MM-ddTHH:mm:ss. */
  value: string | null;
  onChange(value: string | null): void;
}) {
  const shared = {
    size: 'md',
    label: field.label,
    error: field.error,
    disabled: !field.isEnabled,
    clearable: field.isOptional,
    highlightToday: true,
    hideOutsideDates: true,
    ariaLabels: calendar,
  } as const;
  if (field.hasTime)
    return (
      <DateTimePicker
        {...shared}
        popoverProps={calendarDialog}
        valueFormat={MOMENT_FORMAT}
        placeholder={t('fields.selectMoment')}
        timePickerProps={{ hoursInputLabel: t('calendar.hours'), minutesInputLabel: t('calendar.minutes') }}
        submitButtonProps={{ 'aria-label': t('calendar.done') }}
        value={value === null ? null : value.replace('T', ' ')}
        onChange={(picked) => onChange(picked === null ? null : picked.replace(' ', 'T'))}
      />
    );
  return (
    <DateInput
      {...shared}
      popoverProps={calendarPopover}
      valueFormat={DAY_FORMAT}
      dateParser={typedDay}
      placeholder={t('fields.selectDate')}
      value={value === null ? null : value.slice(0, 10)}
      onChange={(picked) => onChange(picked === null ? null : `${picked.slice(0, 10)}T00:00:00`)}
    />
  );
}

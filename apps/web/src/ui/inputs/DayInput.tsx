import '@mantine/dates/styles.css';
import { DateInput } from '@mantine/dates';
import { calendar, calendarPopover } from '../../lib/display/calendar.ts';
import { DAY_FORMAT, typedDay } from '../../lib/display/dates.ts';
import { t } from '../../lib/texts/index.ts';

/** A day as seconds of midnight UTC, typed or picked as DD/MM/YYYY (product decision 7). */
export function DayInput({
  label,
  value,
  readOnly = false,
  isOptional = false,
  inPopover = false,
  onChange,
}: {
  label: string;
  value: number | null;
  readOnly?: boolean;
  isOptional?: boolean;
  /** Renders the calendar within the surrounding popover, which a press outside of it would close. */
  inPopover?: boolean;
  onChange(value: number | null): void;
}) {
  return (
    <DateInput
      size="md"
      label={label}
      placeholder={t('fields.selectDate')}
      valueFormat={DAY_FORMAT}
      dateParser={typedDay}
      clearable={!readOnly}
      highlightToday
      hideOutsideDates
      popoverProps={{ ...calendarPopover, withinPortal: !inPopover }}
      ariaLabels={calendar}
      readOnly={readOnly}
      required={!isOptional}
      value={value === null ? null : new Date(value * 1000).toISOString().slice(0, 10)}
      onChange={(picked) => onChange(picked === null ? null : Date.parse(`${picked}T00:00:00Z`) / 1000)}
    />
  );
}

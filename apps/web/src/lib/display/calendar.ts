import { t } from '../texts/index.ts';

const name = { 'aria-label': t('calendar.title') };

/** Names the calendar of a day for screen readers: properties of its popover, which the library gives no role. */
export const calendarPopover = { attributes: { dropdown: { ...name, role: 'region' } } };

/** Names the calendar of a day and time, which is a dialog. */
export const calendarDialog = { attributes: { dropdown: name } };

/** Labels of the arrows of a calendar for screen readers; its heading, the month or year on show, is its own name. */
export const calendar = {
  nextMonth: t('calendar.nextMonth'),
  previousMonth: t('calendar.previousMonth'),
  nextYear: t('calendar.nextYear'),
  previousYear: t('calendar.previousYear'),
  nextDecade: t('calendar.nextDecade'),
  previousDecade: t('calendar.previousDecade'),
};

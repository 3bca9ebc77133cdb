import { t } from '../texts/index.ts';

/** Labels of the arrows and headings of a calendar for screen readers. */
export const calendar = {
  monthLevelControl: t('calendar.chooseMonth'),
  yearLevelControl: t('calendar.chooseYear'),
  nextMonth: t('calendar.nextMonth'),
  previousMonth: t('calendar.previousMonth'),
  nextYear: t('calendar.nextYear'),
  previousYear: t('calendar.previousYear'),
  nextDecade: t('calendar.nextDecade'),
  previousDecade: t('calendar.previousDecade'),
};

/** What a device is called by, as lists and dialogs say it. */
import type { Device } from '@holdfast/contract';
import { t } from '../../../lib/texts/index.ts';

/** Who has signed in on it. */
export function peopleOf({ users }: Device): string {
  return users.map(({ name }) => name).join(', ');
}

/** The companies of those who have, each once. */
export function companiesOf({ users }: Device): string {
  return [...new Set(users.map(({ companyName }) => companyName ?? t('frame.staff')))].join(', ');
}

/** Whether it may be used. */
export function accessText({ access }: Device): string {
  return t(`adminDevices.access.${access}`);
}

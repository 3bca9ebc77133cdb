/** Texts about a device in lists and dialogs. */
import type { Device } from '@holdfast/contract';
import { t } from '../../../lib/texts/index.ts';

/** Returns the names of the users who have signed in on it. */
export function peopleOf({ users }: Device): string {
  return users.map(({ name }) => name).join(', ');
}

/** The companies of those who have, each once. */
export function companiesOf({ users }: Device): string {
  return [...new Set(users.map(({ companyName }) => companyName ?? t('frame.staff')))].join(', ');
}

/** Returns the text of its access. */
export function accessText({ access }: Device): string {
  return t(`adminDevices.access.${access}`);
}

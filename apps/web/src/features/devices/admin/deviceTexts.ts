/** Texts about a device in lists and dialogs. */
import type { Device } from '@holdfast/contract';
import { formatMoment } from '../../../lib/display/formats.ts';
import { t } from '../../../lib/texts/administration.ts';

/** Returns the names of the users who have signed in on a device. */
export function peopleOf({ users }: Device): string {
  return users.map(({ name }) => name).join(', ');
}

/** Returns the companies of these users, each once. */
export function companiesOf({ users }: Device): string {
  return [...new Set(users.map(({ companyName }) => companyName ?? t('frame.staff')))].join(', ');
}

/** Returns the text about a device's access. */
export function accessText({ access }: Device): string {
  return t(`adminDevices.access.${access}`);
}

/** Returns the text about a device's encryption, as last reported by the device. */
export function encryptedText({ encrypted }: Device): string {
  if (encrypted === null) return t('adminDevices.encryptedUnknown');
  return t(encrypted ? 'admin.yes' : 'admin.no');
}

/** Returns the text about a device's unsent changes, with the time of the oldest. */
export function waitingText({ waiting, oldestWaitingAt }: Device): string {
  const count = t('adminDevices.waitingCount', { count: waiting });
  if (waiting === 0 || oldestWaitingAt === null) return count;
  return `${count}, ${t('adminDevices.oldest', { at: formatMoment(oldestWaitingAt) })}`;
}

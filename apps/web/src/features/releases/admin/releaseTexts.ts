/** Texts about a release in lists and dialogs. */
import type { Device, Release } from '@holdfast/contract';
import { t } from '../../../lib/texts/administration.ts';

/** Returns the text about the state of a release. */
export function stateText({ withdrawn, percent, deviceIds }: Release): string {
  if (withdrawn) return t('release.stateWithdrawn');
  return t(percent > 0 || deviceIds.length > 0 ? 'release.stateOffered' : 'release.stateReady');
}

/** Returns the text about the devices to which a release is offered. */
export function offerText({ withdrawn, percent, deviceIds }: Release): string {
  if (withdrawn || (percent === 0 && deviceIds.length === 0)) return t('release.no');
  if (deviceIds.length === 0) return t('release.share', { percent });
  return t('release.shareAndDevices', { percent, count: deviceIds.length });
}

/** Returns the number of devices in use that run a release. */
export function runningOn({ version }: Release, devices: readonly Device[]): number {
  return devices.filter(({ appVersion, access }) => appVersion === version && access !== 'wiped').length;
}

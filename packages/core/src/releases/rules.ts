import { sha256Hex } from '@holdfast/sync';
import type { StoredRelease } from './stored.ts';

/**
 * Returns true when a release is offered to a device. A share selects the same devices at each call and others for each version, and a
 * larger share includes the smaller one.
 */
export function isOfferedTo({ version, percent, deviceIds, withdrawn }: StoredRelease, deviceId: string): boolean {
  if (withdrawn) return false;
  const place = Number.parseInt(sha256Hex(`${version} ${deviceId}`).slice(0, 8), 16) % 100;
  return deviceIds.includes(deviceId) || place < percent;
}

/** Texts about the desktop's runs. */
import { type Database, isDamaged, isDiskFull } from '@holdfast/core';
import type { Refusal } from '@holdfast/sync';
import { KeyUnavailable } from './platform.ts';
import type { Waiting } from './runs.ts';

/** A run begins. */
export function startText(full: boolean): string {
  return full ? 'Starting Full Sync...' : 'Starting Sync...';
}

/** A run could not go on, for a reason of this device. */
export function troubleText(error: unknown): string {
  if (isDamaged(error))
    return 'The database of this device is damaged. Restart Holdfast: it repairs the database and keeps your unsent work.';
  if (error instanceof KeyUnavailable) return error.message;
  return isDiskFull(error) ? 'The disk of this device is full.' : 'Something on this device failed.';
}

/** Returns the text on photos and files that a run left behind; empty when there are none. */
export function leftText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? 'One photo or file is still on its way.' : `${count} photos and files are still on their way.`;
}

/** Returns the text on photos and files that wait for a connection that is not metered; empty when there are none. */
export function meteredText(count: number): string {
  if (count === 0) return '';
  const what = count === 1 ? 'One photo or file waits' : `${count} photos and files wait`;
  return `${what}: this connection is metered. Choose Sync Now to transfer them.`;
}

/** Returns the text on the progress of photos and files. */
export function filesText(done: number, total: number): string {
  return `Photos and files: ${done} of ${total}`;
}

/**
 * Returns the text on this device's state while no run is under way: the first that applies.
 * @param lost number of the changes among those set aside that a restored server lacks
 */
export function standingText(
  run: Database['syncRun'] | undefined,
  { waiting, waitingBlobs, setAside }: Waiting,
  lost: number,
): string {
  if (run === undefined) return 'Not synchronised yet.';
  if (run.status === 'Fail' && run.message !== '') return run.message;
  if (lost > 0) return [restoredText(lost), refusedText(setAside - lost)].filter((text) => text !== '').join(' ');
  if (setAside > 0) return refusedText(setAside);
  if (run.message !== '') return run.message;
  if (run.status !== 'Success') return 'The last run was interrupted.';
  if (waiting > 0)
    return waiting === 1 ? 'One change is waiting to be sent.' : `${waiting} changes are waiting to be sent.`;
  return leftText(waitingBlobs) || 'Up to date.';
}

function restoredText(count: number): string {
  return count === 1
    ? 'The server was restored from a backup that lacks a change made in a browser. It is kept on this device.'
    : `The server was restored from a backup that lacks ${count} changes made in a browser. They are kept on this device.`;
}

function refusedText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? 'One change was not accepted by the server. It is kept on this device.'
    : `${count} changes were not accepted by the server. They are kept on this device.`;
}

/** Texts for the reasons why the server refused a run, with the remedy. */
export function refusalText(refusal: Refusal): string {
  if (refusal.code === 'device_revoked') return REVOKED[refusal.mode];
  if (refusal.code === 'unknown_device')
    return 'The server does not know this device any more. Sign in again while it is connected.';
  if (refusal.code === 'upgrade_required')
    return 'The server is newer than Holdfast on this device. Your work is kept here. Update Holdfast to send it.';
  if (refusal.code === 'server_behind')
    return 'The server is older than Holdfast on this device. Your work is kept here and is sent once the server is updated.';
  return 'The server could not read what this device sent. Your work is kept here. Update Holdfast on this device.';
}

const REVOKED = {
  signOut: 'This device was signed out by an administrator. Sign in again while it is connected.',
  lock: 'This device was locked by an administrator. Your work is kept on it.',
  wipe: 'This device was wiped by an administrator.',
} as const;

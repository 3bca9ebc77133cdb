/** Texts about the desktop's runs. */
import type { RevokeMode } from '@holdfast/contract';
import { type Database, isDamaged, isDiskFull } from '@holdfast/core';
import type { Refusal } from '@holdfast/sync';
import { KeyUnavailable } from '../platform.ts';
import type { Waiting } from './runs.ts';

/** Returns the text for the start of a run. */
export function startText(full: boolean): string {
  return full ? 'Starting Full Sync...' : 'Starting Sync...';
}

/** Returns the text for a run that failed because of this device. */
export function failureText(error: unknown): string {
  if (isDamaged(error))
    return 'The database of this device is damaged. Restart Holdfast: it repairs the database and keeps your unsent work.';
  if (error instanceof KeyUnavailable) return error.message;
  return isDiskFull(error) ? 'The disk of this device is full.' : 'Something on this device failed.';
}

/** Returns the text on photos and files that a run did not transfer; empty when there are none. */
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
 * Returns the text on this device's state while no run is in progress: the first that applies.
 * @param among of the changes set aside, the numbers of those that the server lost and of damaged photos and files
 * @param at whether the server can be reached, and how an administrator revoked this device
 */
export function idleText(
  run: Database['syncRun'] | undefined,
  { waiting, waitingBlobs, setAside }: Waiting,
  among: { lost: number; damaged: number },
  { isConnected, revoked }: { isConnected: boolean; revoked: RevokeMode | null },
): string {
  if (revoked !== null) return REVOKED[revoked];
  if (run === undefined) return 'Not synchronised yet.';
  if (run.status === 'Fail' && run.message !== '') return run.message;
  if (setAside > 0) return setAsideText(setAside, among);
  if (run.message !== '') return run.message;
  if (run.status !== 'Success') return 'The last run was interrupted.';
  if (waiting > 0)
    return waiting === 1 ? 'One change is waiting to be sent.' : `${waiting} changes are waiting to be sent.`;
  // Without the server it is unknown what others changed since.
  return leftText(waitingBlobs) || (isConnected ? 'Up to date.' : 'Nothing is waiting to be sent.');
}

function setAsideText(count: number, { lost, damaged }: { lost: number; damaged: number }): string {
  const texts = [lostChangesText(lost), damagedText(damaged), refusedText(count - lost - damaged)];
  return texts.filter((text) => text !== '').join(' ');
}

function damagedText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? 'A photo or file was damaged on this device before it was sent. It is kept on this device.'
    : `${count} photos and files were damaged on this device before they were sent. They are kept on this device.`;
}

function lostChangesText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? 'The server lost a change made in a browser. It is kept on this device.'
    : `The server lost ${count} changes made in a browser. They are kept on this device.`;
}

function refusedText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? 'One change was not accepted by the server. It is kept on this device.'
    : `${count} changes were not accepted by the server. They are kept on this device.`;
}

/** Returns the text for the reason for which the server refused a run, with the remedy. */
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

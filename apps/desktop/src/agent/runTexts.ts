/** What the desktop says of its runs. */
import { type Database, isDiskFull } from '@holdfast/core';

/** A run begins. */
export function startText(full: boolean): string {
  return full ? 'Starting Full Sync...' : 'Starting Sync...';
}

/** A run could not go on, for a reason of this device. */
export function troubleText(error: unknown): string {
  return isDiskFull(error) ? 'There is no room left on this device.' : 'Something on this device failed.';
}

/** How many photos and files a run left behind; empty when there are none. */
export function leftText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? 'One photo or file is still on its way.' : `${count} photos and files are still on their way.`;
}

/** How far photos and files have come. */
export function filesText(done: number, total: number): string {
  return `Photos and files: ${done} of ${total}`;
}

/** How the last run ended, when none is under way. */
export function lastMessage(run: Database['syncRun'] | undefined): string {
  if (run === undefined) return 'Not synchronised yet.';
  if (run.message !== '') return run.message;
  return run.status === 'Success' ? 'Up to date.' : 'The last run was interrupted.';
}

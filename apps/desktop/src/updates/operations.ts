import * as contract from '@holdfast/contract';
import { type Handler, handler } from '@holdfast/core';
import type { DesktopUpdates } from './desktopUpdates.ts';

/** Delay in ms before the agent ends, so that the answer reaches the window. */
const ANSWER_MS = 200;

/** The handlers of the operations on versions. */
export function updateOperations(updates: () => DesktopUpdates): Handler[] {
  return [
    handler(contract.getVersions, { reach: 'library', commit: async () => updates().state() }),
    handler(contract.startUpdate, { reach: 'library', commit: async () => updates().begin() }),
    handler(contract.restartDesktop, {
      reach: 'library',
      async commit() {
        setTimeout(() => updates().restart(), ANSWER_MS);
        return null;
      },
    }),
  ];
}

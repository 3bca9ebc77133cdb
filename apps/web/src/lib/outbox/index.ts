/** Saves that the server has not acknowledged yet. */
export { type Conflict, openJournal, type Save, savesOf } from './journal.ts';
export { createOutbox, type NewSave, type Outbox } from './outbox.ts';
export type { ContentSave, SendOptions } from './sender.ts';
export {
  OutboxContext,
  type SaveState,
  stateOf,
  useOutbox,
  useProgress,
  useSave,
  useSaves,
  useSavesOf,
  useSaveState,
} from './useOutbox.ts';

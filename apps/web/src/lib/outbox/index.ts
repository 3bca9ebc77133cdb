/** Saves that the server has not acknowledged yet. */
export { type Conflict, openJournal, type Save, savesOf } from './journal.ts';
export { type ContentSave, createOutbox, type NewSave, type Outbox, type SendOptions } from './outbox.ts';
export {
  OutboxContext,
  type SaveState,
  stateOf,
  useOutbox,
  useProgress,
  useSave,
  useSaves,
  useSaveState,
} from './useOutbox.ts';

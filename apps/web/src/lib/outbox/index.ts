/** Saves that the server has not acknowledged yet. */
export { type Conflict, openJournal, type Refusal, type Save } from './journal.ts';
export { createOutbox, type NewSave, type Outbox } from './outbox.ts';
export { OutboxContext, type SaveState, useOutbox, useSave, useSaves, useSaveState } from './useOutbox.ts';

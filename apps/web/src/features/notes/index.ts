export { noteSaves, saveOfNotePlace } from './mutations.ts';
export { NoteDialog } from './NoteDialog.tsx';
export { NotesPanel } from './NotesPanel.tsx';

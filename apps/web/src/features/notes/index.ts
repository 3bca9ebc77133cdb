export { noteSaves } from './mutations.ts';
export { NotesPanel } from './NotesPanel.tsx';

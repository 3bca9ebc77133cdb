import { z } from 'zod';
import { Note } from './entities.ts';
import { idOf } from './base/id.ts';
import { operation } from './base/operation.ts';
import { text } from './base/values.ts';

/** Text of a note: not blank. */
export const NoteContent = text().regex(/\S/, 'must not be empty').describe('As written.');

export const getNotesForInstallationInspectionItem = operation({
  name: 'getNotesForInstallationInspectionItem',
  method: 'POST',
  path: '/api/get-notes-for-installation-inspection-item',
  summary: 'The notes on an item within one inspection, newest first.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemId: idOf('item'),
  }),
  output: z.array(Note),
  problems: ['notFound'],
});

export const addNoteToInstallationInspectionItem = operation({
  name: 'addNoteToInstallationInspectionItem',
  method: 'POST',
  path: '/api/add-note-to-installation-inspection-item',
  summary: 'Writes a note on an item within one inspection.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemId: idOf('item'),
    content: NoteContent,
    id: idOf('note').optional().describe('Id for the new note, made by the caller.'),
  }),
  output: Note,
  problems: ['notFound', 'alreadyExists'],
});

export const removeNoteFromInstallationInspectionItem = operation({
  name: 'removeNoteFromInstallationInspectionItem',
  method: 'DELETE',
  path: '/api/remove-note-from-installation-inspection-item',
  summary: 'Removes a note from an item within one inspection.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionItemId: idOf('installationInspectionItem'),
    noteId: idOf('note'),
  }),
  output: z.null(),
  problems: ['notFound'],
});

export const restoreNoteToInstallationInspectionItem = operation({
  name: 'restoreNoteToInstallationInspectionItem',
  method: 'POST',
  path: '/ext/notes/restore',
  summary: 'Restores a note that was removed from an item within one inspection. Does nothing when it is there.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionItemId: idOf('installationInspectionItem'),
    noteId: idOf('note'),
  }),
  output: Note,
  problems: ['notFound'],
});

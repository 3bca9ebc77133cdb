import type { Note } from '@holdfast/contract';
import { type QueryClient } from '@tanstack/react-query';
import { newId } from '../../lib/ids.ts';
import { type NewSave, type Save, savesOf } from '../../lib/outbox/index.ts';
import { amend, amendEvery, refresh } from '../../lib/calls/queries.ts';
import type { SaveKinds } from '../../lib/outbox/saveKinds.ts';
import { t } from '../../lib/texts/index.ts';

/** An item within one inspection. */
export interface NotedItem {
  installationInspectionId: string;
  itemId: string;
}

/** Effects of saved notes on the page. */
export const noteSaves = {
  addNoteToInstallationInspectionItem: {
    refused: 'keep',
    saved(cache, { installationInspectionId, itemId }, note) {
      amend(cache, 'getNotesForInstallationInspectionItem', { installationInspectionId, itemId }, (notes) => [
        note,
        ...notes.filter(({ id }) => id !== note.id),
      ]);
      refreshWhatShowsNotes(cache);
    },
  },
  removeNoteFromInstallationInspectionItem: {
    refused: 'putBack',
    saved(cache, { noteId }) {
      amendEvery(cache, 'getNotesForInstallationInspectionItem', (notes) => notes.filter(({ id }) => id !== noteId));
      refreshWhatShowsNotes(cache);
    },
  },
  restoreNoteToInstallationInspectionItem: {
    refused: 'putBack',
    saved(cache) {
      refresh(cache, ['getNotesForInstallationInspectionItem']);
      refreshWhatShowsNotes(cache);
    },
  },
} satisfies SaveKinds;

function refreshWhatShowsNotes(cache: QueryClient): void {
  refresh(cache, [
    'getItemsForInstallationInspection',
    'getAuditLogsForInstallationInspectionAndItem',
    'getRecentlyDeleted',
  ]);
}

/** The operations whose saves `withSaves` applies. */
export const NOTE_SAVES = ['addNoteToInstallationInspectionItem', 'removeNoteFromInstallationInspectionItem'] as const;

/** The save that writes a note. */
export function saveOfNote({ installationInspectionId, itemId }: NotedItem, content: string): NewSave {
  const id = newId();
  return {
    operation: 'addNoteToInstallationInspectionItem',
    input: { installationInspectionId, itemId, content, id },
    subject: `note:${id}`,
    about: t('notes.content'),
    words: content,
    row: id,
    ifMatch: null,
  };
}

/** The save that removes a note, or restores it. */
export function saveOfNotePlace(
  operation: 'removeNoteFromInstallationInspectionItem' | 'restoreNoteToInstallationInspectionItem',
  installationInspectionItemId: string,
  noteId: string,
): NewSave {
  const isRemoval = operation === 'removeNoteFromInstallationInspectionItem';
  return {
    operation,
    input: { installationInspectionItemId, noteId },
    subject: `notePlace:${noteId}`,
    about: t(isRemoval ? 'notes.aboutRemoval' : 'notes.aboutRestoring'),
    row: noteId,
    ifMatch: null,
  };
}

/** The notes of an item with unsent changes applied: new ones first, removed ones omitted. */
export function withSaves(
  notes: readonly Note[],
  saves: readonly Save[],
  { installationInspectionId, itemId }: NotedItem,
): (Note & { save?: Save })[] {
  const removed = new Set(savesOf(saves, 'removeNoteFromInstallationInspectionItem').map(({ input }) => input.noteId));
  const added = savesOf(saves, 'addNoteToInstallationInspectionItem').flatMap((save) => {
    const { id, content, ...item } = save.input;
    const isHere = item.installationInspectionId === installationInspectionId && item.itemId === itemId;
    if (!isHere || id === undefined || notes.some((note) => note.id === id)) return [];
    return [{ id, content, createdAt: new Date(save.at).toISOString(), save }];
  });
  return [...added.toReversed(), ...notes.filter(({ id }) => !removed.has(id))];
}

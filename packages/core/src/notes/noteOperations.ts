/** Notes on items within one inspection: reading, writing, deleting and restoring them. */
import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { memberOf, memberToWrite } from '../inspections/index.ts';
import { idForNew } from '../calls/newRow.ts';
import { mustExist } from '../calls/mustExist.ts';
import { notesOf, presentNote } from './queries.ts';

/** The notes on an item within one inspection. */
export const getNotesForInstallationInspectionItem = handler(
  contract.getNotesForInstallationInspectionItem,
  async ({ db }, { installationInspectionId, itemId }) =>
    notesOf(db, (await memberOf(db, installationInspectionId, itemId)).id),
);

/** Writes a note on an item within one inspection. */
export const addNoteToInstallationInspectionItem = handler(
  contract.addNoteToInstallationInspectionItem,
  async (ctx, { installationInspectionId, itemId, content, id }) => {
    const member = await memberToWrite(ctx, installationInspectionId, itemId);
    const row = await ctx.mutate('note', {
      op: 'ins',
      id: await idForNew(ctx, 'note', id),
      set: { installationInspectionItemId: member.id, content },
    });
    return presentNote(row);
  },
);

/** Deletes a note on an item within one inspection. */
export const removeNoteFromInstallationInspectionItem = handler(
  contract.removeNoteFromInstallationInspectionItem,
  async (ctx, { installationInspectionItemId, noteId }) => {
    const note = await ctx.db.row('note', noteId);
    if (note?.installationInspectionItemId !== installationInspectionItemId) throw new contract.Problem('notFound');
    await ctx.mutate('note', { op: 'del', id: noteId });
    return null;
  },
);

/** Restores a note that was removed from an item within one inspection. */
export const restoreNoteToInstallationInspectionItem = handler(
  contract.restoreNoteToInstallationInspectionItem,
  async (ctx, { installationInspectionItemId, noteId }) => {
    await mustExist(ctx.db, 'installationInspectionItem', installationInspectionItemId);
    const note = await ctx.lookup.row('note', noteId);
    if (note?.installationInspectionItemId !== installationInspectionItemId) throw new contract.Problem('notFound');
    return presentNote(await ctx.mutate('note', { op: 'restore', id: noteId }));
  },
);

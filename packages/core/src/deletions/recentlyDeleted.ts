/** Records of an inspection that inspectors deleted and can restore. */
import * as contract from '@holdfast/contract';
import type { RecentlyDeleted } from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { installationInspectionById } from '../inspections/index.ts';
import { isoTime } from '../present.ts';
import { itemDeletions } from './itemDeletions.ts';
import { deletedFiles, deletedImages, deletedNotes, deletedSweeps, goneItems, goneMembers } from './recentRows.ts';

/** Maximum length of the text of a note in the list. */
const TEXT_SHOWN = 300;

/** Lists deleted items, photos, notes, files and sweeps of an inspection, the last deleted first. */
export const getRecentlyDeleted = handler(
  contract.getRecentlyDeleted,
  async ({ db }, { installationInspectionId, limit }) => {
    const inspection = await installationInspectionById(db, installationInspectionId);
    const { installationId } = inspection;
    const [members, items, images, notes, files, sweeps, people] = await Promise.all([
      goneMembers(db, installationId),
      goneItems(db, installationId),
      deletedImages(db, installationInspectionId, limit),
      deletedNotes(db, installationInspectionId, limit),
      deletedFiles(db, inspection, limit),
      deletedSweeps(db, installationInspectionId, limit),
      db.rows('person', {}),
    ]);
    const names = new Map(people.map(({ userId, name }) => [userId, name]));
    const listed: { at: number; record: RecentlyDeleted }[] = [];
    const deletion = ({ deletedAt, updatedByUserId }: { deletedAt: number | null; updatedByUserId: string }) => ({
      deletedAt: isoTime(Number(deletedAt)),
      userName: names.get(updatedByUserId) ?? '',
    });
    const add = (row: { deletedAt: number | null }, record: RecentlyDeleted): void => {
      listed.push({ at: Number(row.deletedAt), record });
    };
    for (const { id, name, others, ...row } of itemDeletions(members, items, installationInspectionId))
      add(row, { kind: 'item', id, name, others, ...deletion(row) });
    for (const { id, itemId, itemName, installationInspectionItemId, filename, caption, ...row } of images)
      add(row, {
        kind: 'image',
        id,
        itemId,
        itemName,
        installationInspectionItemId,
        name: caption === '' ? filename : caption,
        filename,
        ...deletion(row),
      });
    for (const { id, itemId, itemName, installationInspectionItemId, content, ...row } of notes)
      add(row, {
        kind: 'note',
        id,
        itemId,
        itemName,
        installationInspectionItemId,
        name: content.slice(0, TEXT_SHOWN),
        ...deletion(row),
      });
    for (const { id, itemId, itemName, filename, ...row } of files)
      add(row, { kind: 'file', id, itemId, itemName, name: filename, ...deletion(row) });
    for (const { id, locationName, startedAt, ...row } of sweeps)
      add(row, { kind: 'sweep', id, name: locationName, startedAt: isoTime(startedAt), ...deletion(row) });
    return listed
      .toSorted((a, b) => b.at - a.at || (a.record.id < b.record.id ? -1 : 1))
      .slice(0, limit)
      .map(({ record }) => record);
  },
);

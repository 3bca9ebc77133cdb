/** Restoring of deleted records, and its undo, as saves. */
import type { RecentlyDeleted } from '@holdfast/contract';
import { formatMoment } from '../../lib/display/formats.ts';
import type { NewSave } from '../../lib/outbox/index.ts';
import { t } from '../../lib/texts/recentlyDeleted.ts';
import { shortName } from '../media/fileNames.ts';
import { saveOfFilePlace, saveOfPhotoPlace } from '../media/mutations.ts';
import { saveOfNotePlace } from '../notes/index.ts';
import { preview } from '../notes/preview.ts';

/** Returns the name of a deleted record as the list shows it. */
export function nameOf(record: RecentlyDeleted): string {
  switch (record.kind) {
    case 'item':
      return record.name;
    case 'note':
      return preview(record.name);
    case 'sweep': {
      const at = formatMoment(record.startedAt);
      return record.name === '' ? t('deleted.sweepAll', { at }) : t('deleted.sweepAt', { location: record.name, at });
    }
    default:
      return shortName(record.name);
  }
}

/** Returns the kind of a deleted record and the item that it belongs to. */
export function kindOf(record: RecentlyDeleted): string {
  switch (record.kind) {
    case 'item':
      return record.others === 0 ? t('deleted.item') : t('deleted.others', { count: record.others });
    case 'image':
      return t('deleted.photoOf', { item: record.itemName });
    case 'note':
      return t('deleted.noteOf', { item: record.itemName });
    case 'file':
      return t('deleted.fileOf', { item: record.itemName });
    default:
      return t('deleted.sweep');
  }
}

/** Returns the save that restores a record. */
export function saveOfRestoring(record: RecentlyDeleted, installationInspectionId: string): NewSave {
  return saveOf(record, installationInspectionId, true);
}

/** Returns the save that deletes a restored record again. */
export function saveOfDeletion(record: RecentlyDeleted, installationInspectionId: string): NewSave {
  return saveOf(record, installationInspectionId, false);
}

function saveOf(record: RecentlyDeleted, installationInspectionId: string, restores: boolean): NewSave {
  const { id } = record;
  const name = nameOf(record);
  const rest = {
    about: t(restores ? 'deleted.aboutRestoring' : 'deleted.aboutDeletion', { name }),
    row: id,
    ifMatch: null,
  };
  switch (record.kind) {
    case 'image': {
      const { installationInspectionItemId } = record;
      return restores
        ? saveOfPhotoPlace('restoreImageToInstallationInspectionItem', installationInspectionItemId, id)
        : saveOfPhotoPlace('removeImageFromInstallationInspectionItem', installationInspectionItemId, id);
    }
    case 'note': {
      const { installationInspectionItemId } = record;
      return restores
        ? saveOfNotePlace('restoreNoteToInstallationInspectionItem', installationInspectionItemId, id)
        : saveOfNotePlace('removeNoteFromInstallationInspectionItem', installationInspectionItemId, id);
    }
    case 'file':
      return saveOfFilePlace(restores ? 'restoreFileToItem' : 'removeFileFromItem', record.itemId, id);
    case 'item': {
      const input = { installationInspectionId, itemId: id };
      const subject = `itemPlace:${installationInspectionId}:${id}`;
      return restores
        ? { operation: 'restoreItem', input, subject, ...rest }
        : { operation: 'deleteItem', input, subject, ...rest };
    }
    default: {
      const input = { sweepId: id };
      const subject = `sweepPlace:${id}`;
      return restores
        ? { operation: 'restoreSweep', input, subject, ...rest }
        : { operation: 'deleteSweep', input, subject, ...rest };
    }
  }
}

/** Texts of the list of recently deleted records, with those of all screens. They are outside the first load. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

const deletedTexts = {
  'deleted.aboutDeletion': 'Deletion of {name}',
  'deleted.aboutRestoring': 'Restoration of {name}',
  'deleted.by': 'Deleted by {user}',
  'deleted.byUnknown': 'Deleted',
  'deleted.failed': 'The deleted records could not be loaded',
  'deleted.fileOf': 'File of {item}',
  'deleted.item': 'Item',
  'deleted.kept': 'Deleted records are kept for 24 months.',
  'deleted.keptDesktop':
    'Deleted records are kept for 24 months. Records that were deleted before this device was set up are listed in the browser only.',
  'deleted.noPicture': 'The picture is not available here',
  'deleted.none': 'Nothing was deleted in this inspection',
  'deleted.noneHint': 'Items, photos, notes, files and sweeps that are deleted here can be restored from this list.',
  'deleted.noneOfItem': 'Nothing was deleted from this item',
  'deleted.noneOfItemHint': 'Photos, notes and files that are removed from it can be restored from this list.',
  'deleted.noteOf': 'Note on {item}',
  'deleted.others': { one: 'Item, with {count} other item', other: 'Item, with {count} other items' },
  'deleted.photoOf': 'Photo of {item}',
  'deleted.readOnly': 'Inspectors can restore them.',
  'deleted.restore': 'Restore',
  'deleted.restoreNamed': 'Restore {name}',
  'deleted.restored': '{name} was restored',
  'deleted.sweep': 'RFID sweep',
  'deleted.sweepAll': 'Whole inspection, {at}',
  'deleted.sweepAt': '{location}, {at}',
  'deleted.whole': 'Show the whole inspection',
} as const;

const all = { ...texts, ...deletedTexts };

/** Returns a text of the catalogue. */
export const t = translator<keyof typeof all>(all);

import type { RecentlyDeleted } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { cached } from '../../lib/testing/cached.ts';
import { deletionSaves } from './mutations.ts';
import { kindOf, nameOf, saveOfDeletion, saveOfRestoring } from './restoring.ts';

const deletion = { deletedAt: '2026-01-15T12:00:00.000Z', userName: 'Maren Thorskild' };
const ofMember = { ...deletion, itemId: 'padeye', itemName: 'Padeye, port', installationInspectionItemId: 'member' };

const item: RecentlyDeleted = { kind: 'item', id: 'padeye', name: 'Padeye, port', others: 0, ...deletion };
const photo: RecentlyDeleted = { kind: 'image', id: 'photo', name: 'Weld', filename: 'a.png', ...ofMember };
const note: RecentlyDeleted = { kind: 'note', id: 'note', name: 'Split pin missing on the port side', ...ofMember };
const { installationInspectionItemId: _member, ...ofItem } = ofMember;
const file: RecentlyDeleted = { kind: 'file', id: 'file', name: 'plan.pdf', ...ofItem };
const sweep: RecentlyDeleted = { kind: 'sweep', id: 'sweep', name: '', startedAt: deletion.deletedAt, ...deletion };

describe('a deleted record', () => {
  it('is named by what users know it by, and by the item it belongs to', () => {
    expect([item, photo, note, file].map((record) => [nameOf(record), kindOf(record)])).toEqual([
      ['Padeye, port', 'Item'],
      ['Weld', 'Photo of Padeye, port'],
      ['Split pin missing on…', 'Note on Padeye, port'],
      ['plan.pdf', 'File of Padeye, port'],
    ]);
    expect(nameOf(sweep)).toMatch(/^Whole inspection, .*2026/);
    expect(nameOf({ ...sweep, name: 'Derrick' })).toMatch(/^Derrick, .*2026/);
  });

  it('that is an item counts those deleted with it', () => {
    expect([1, 2].map((others) => kindOf({ ...item, others }))).toEqual([
      'Item, with 1 other item',
      'Item, with 2 other items',
    ]);
  });

  it('is restored, and deleted again, by saves of one subject, so that a later one replaces an unsent one', () => {
    const records = [item, photo, note, file, sweep];
    const saves = records.map((record) => [saveOfRestoring(record, 'drops'), saveOfDeletion(record, 'drops')] as const);
    expect(saves.map(([restoring, again]) => [restoring.operation, again.operation])).toEqual([
      ['restoreItem', 'deleteItem'],
      ['restoreImageToInstallationInspectionItem', 'removeImageFromInstallationInspectionItem'],
      ['restoreNoteToInstallationInspectionItem', 'removeNoteFromInstallationInspectionItem'],
      ['restoreFileToItem', 'removeFileFromItem'],
      ['restoreSweep', 'deleteSweep'],
    ]);
    for (const [restoring, again] of saves) {
      expect(again.subject).toBe(restoring.subject);
      expect(again.input).toEqual(restoring.input);
    }
    expect(saves[0]![0].input).toEqual({ installationInspectionId: 'drops', itemId: 'padeye' });
    expect(saves[2]![0].input).toEqual({ installationInspectionItemId: 'member', noteId: 'note' });
  });
});

describe('a restored record', () => {
  const reads = { installationInspectionId: 'drops' };

  it('of an item makes the lists of items and of deleted records be read again', () => {
    const { cache, put, stale } = cached();
    put('getItemsForInstallationInspection', reads, []);
    put('getRecentlyDeleted', reads, []);
    put('getSweeps', reads, []);
    deletionSaves.restoreItem.saved(cache);
    expect(stale()).toEqual(['getItemsForInstallationInspection', 'getRecentlyDeleted']);
  });

  it('of a sweep makes the lists of sweeps and of deleted records be read again', () => {
    const { cache, put, stale } = cached();
    put('getItemsForInstallationInspection', reads, []);
    put('getRecentlyDeleted', reads, []);
    put('getSweeps', reads, []);
    deletionSaves.restoreSweep.saved(cache);
    expect(stale()).toEqual(['getRecentlyDeleted', 'getSweeps']);
  });
});

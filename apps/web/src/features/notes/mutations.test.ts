import { expect, it } from 'vitest';
import type { Save } from '../../lib/outbox/index.ts';
import { cached } from '../../lib/testing/cached.ts';
import { t } from '../../lib/texts/index.ts';
import { noteSaves, saveOfNote, saveOfNotePlace, withSaves } from './mutations.ts';

const item = { installationInspectionId: 'drops', itemId: 'rail' };
const note = (id: string) => ({ id, content: id, createdAt: '2026-01-15T12:00:00.000Z' });
const ADD = 'addNoteToInstallationInspectionItem';
const REMOVE = 'removeNoteFromInstallationInspectionItem';
const save = (operation: string, input: object): Save => ({ operation, input, at: 0 }) as unknown as Save;

it('A saved note is the first of its item, and a removed one is left out of every list', () => {
  const known = cached();
  const list = () => known.get('getNotesForInstallationInspectionItem', item)?.map(({ id }) => id);
  known.put('getNotesForInstallationInspectionItem', item, [note('a'), note('b')]);
  known.put('getItemsForInstallationInspection', { installationInspectionId: 'drops' }, []);
  const add = { ...item, content: 'c', id: 'c' };
  noteSaves[ADD].saved(known.cache, add, note('c'));
  noteSaves[ADD].saved(known.cache, add, note('b'));
  expect(list()).toEqual(['b', 'c', 'a']);
  expect(known.stale()).toEqual(['getItemsForInstallationInspection']);
  known.put('getItemsForInstallationInspection', { installationInspectionId: 'drops' }, []);
  noteSaves[REMOVE].saved(known.cache, { installationInspectionItemId: 'm', noteId: 'c' });
  expect(list()).toEqual(['b', 'a']);
  expect(known.stale()).toEqual(['getItemsForInstallationInspection']);
});

it('The save of a note contains its words, and that of a removal its id', () => {
  const written = saveOfNote(item, 'rusty');
  expect(written).toMatchObject({ subject: `note:${written.row}`, words: 'rusty', about: t('notes.content') });
  expect(written.input).toEqual({ ...item, content: 'rusty', id: written.row });
  expect(saveOfNotePlace('removeNoteFromInstallationInspectionItem', 'm', 'a')).toMatchObject({
    subject: 'notePlace:a',
    row: 'a',
    about: t('notes.aboutRemoval'),
  });
});

it('Notes with unsent changes begin with the newest one of the item, and leave out removed ones', () => {
  const saves = [
    save(ADD, { ...item, id: 'old', content: 'old' }),
    save(ADD, { ...item, id: 'new', content: 'new' }),
    save(ADD, { ...item, itemId: 'hook', id: 'hook', content: '' }),
    save(ADD, { ...item, installationInspectionId: 'lifts', id: 'lifts', content: '' }),
    save(ADD, { ...item, id: undefined, content: '' }),
    save(ADD, { ...item, id: 'a', content: 'known already' }),
    save(REMOVE, { noteId: 'b' }),
  ];
  const shown = withSaves([note('a'), note('b')], saves, item);
  expect(shown.map(({ id }) => id)).toEqual(['new', 'old', 'a']);
  expect(shown[0]).toEqual({ id: 'new', content: 'new', createdAt: '1970-01-01T00:00:00.000Z', save: saves[1] });
});

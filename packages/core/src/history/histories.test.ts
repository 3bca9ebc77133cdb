import { CONDITIONS, type PhotoEdit } from '@holdfast/contract';
import type { Columns, HistoryEntry, StoredRow } from '@holdfast/sync';
import { describe, expect, it } from 'vitest';
import { registry } from '../db/registry.ts';

const row = (id: string, columns: Columns, deletedAt: number | null = null): StoredRow => ({
  id,
  scopeId: 'northmere',
  createdAt: 1,
  createdByUserId: 'maren',
  updatedAt: 1,
  updatedByUserId: 'maren',
  deletedAt,
  _clk: '{}',
  _seq: 1,
  ...columns,
});

const ROWS: Record<string, StoredRow> = {
  'installationInspectionItem seen': row('seen', { itemId: 'hook', installationInspectionId: 'drops' }),
  'item rig': row('rig', { name: 'Rig floor', parentItemId: null }),
  'item crane': row('crane', { name: 'Crane', parentItemId: 'rig' }),
  'item hook': row('hook', { name: 'Hook', parentItemId: 'crane' }),
  'installationInspection drops': row('drops', {}),
  'installation tarn': row('tarn', {}),
  'field swl': row('swl', { name: 'Safe working load' }),
};
const PLACE = { itemId: 'hook', installationInspectionId: 'drops' };

/** The history of a row that had some columns and has others now; null stands for a row that did not exist, `gone` for a deleted one. */
async function history(table: string, before: Columns | null, after: Columns | 'gone'): Promise<HistoryEntry | null> {
  const isGone = after === 'gone';
  const now = row('row', { ...before, ...(isGone ? {} : after) }, isGone ? 5 : null);
  const lookup = { row: async (from: string, id: string) => ROWS[`${from} ${id}`], find: async () => [] };
  const was = before === null ? null : row('row', before);
  const op = was === null ? 'ins' : isGone ? 'del' : 'upd';
  return (await registry.get(table)!.history!({ table, op, before: was, after: now, lookup })) ?? null;
}

const line = (field: string, from: string, to: string) => ({ field, from, to });

describe('the history of an item', () => {
  const hook = { name: 'Hook', parentItemId: 'crane', tag: null, tagKind: null };

  it('has its name when it is added and when it is deleted', async () => {
    expect(await history('item', null, hook)).toEqual({
      what: 'Item',
      itemId: 'row',
      lines: [line('Name', '', 'Hook')],
    });
    expect((await history('item', hook, 'gone'))!.lines).toEqual([line('Name', 'Hook', '')]);
  });

  it('has a line for its name, its whole location and its tag, as far as they changed', async () => {
    const changed = { name: 'Crane hook', parentItemId: null, tag: 'E200', tagKind: 'epc' };
    expect((await history('item', hook, changed))!.lines).toEqual([
      line('Name', 'Hook', 'Crane hook'),
      line('Location', 'Rig floor / Crane', ''),
      line('Tag', '', 'E200'),
    ]);
    expect((await history('item', { ...hook, tag: 'E200' }, { tag: null }))!.lines).toEqual([line('Tag', 'E200', '')]);
    expect((await history('item', hook, { parentItemId: 'gone' }))!.lines).toEqual([
      line('Location', 'Rig floor / Crane', ''),
    ]);
    expect(await history('item', hook, { itemTypeId: 'hooks' })).toBeNull();
  });
});

describe('the history of an item in an inspection', () => {
  const member = { ...PLACE, conditionId: null };

  it('says that it was added or removed', async () => {
    for (const entry of [
      await history('installationInspectionItem', null, member),
      await history('installationInspectionItem', member, 'gone'),
    ])
      expect(entry).toEqual({ what: 'Item in inspection', lines: [line('', '', '')], ...PLACE });
  });

  it('has its condition by name, and nothing for its place in the list', async () => {
    const { defective, needsAttention } = CONDITIONS;
    expect(await history('installationInspectionItem', member, { conditionId: defective.id })).toEqual({
      what: 'Condition',
      lines: [line('Condition', 'Not Checked', 'Defective')],
      ...PLACE,
    });
    const seen = { ...member, conditionId: defective.id };
    expect((await history('installationInspectionItem', seen, { conditionId: needsAttention.id }))!.lines).toEqual([
      line('Condition', 'Defective', 'Needs attention'),
    ]);
    expect(await history('installationInspectionItem', member, { order: 4 })).toBeNull();
  });
});

describe('the history of an inspection', () => {
  // 15 January 2026, 31 January and 15 February.
  const [start, end, later] = [1_768_435_200, 1_769_817_600, 1_771_113_600];
  const drops = { startDate: start, expectedEndDate: end };

  it('has both days when it is created, and those that changed', async () => {
    expect(await history('installationInspection', null, drops)).toEqual({
      what: 'Inspection',
      lines: [line('Start date', '', '15/01/2026'), line('Expected end date', '', '31/01/2026')],
      installationInspectionId: 'row',
    });
    expect((await history('installationInspection', drops, { expectedEndDate: later }))!.lines).toEqual([
      line('Expected end date', '31/01/2026', '15/02/2026'),
    ]);
  });
});

describe('the history of notes and files', () => {
  it('has a note with its inspection, and a file without one', async () => {
    const note = { installationInspectionItemId: 'seen', content: 'Corroded' };
    expect(await history('note', null, note)).toEqual({ what: 'Note', lines: [line('', '', 'Corroded')], ...PLACE });
    expect((await history('note', note, 'gone'))!.lines).toEqual([line('', 'Corroded', '')]);
    const file = { itemId: 'hook', filename: 'certificate.pdf' };
    expect(await history('file', null, file)).toEqual({
      what: 'File',
      lines: [line('', '', 'certificate.pdf')],
      itemId: 'hook',
    });
    expect((await history('file', file, 'gone'))!.lines).toEqual([line('', 'certificate.pdf', '')]);
  });
});

describe('the history of a photo', () => {
  const photo = { installationInspectionItemId: 'seen', filename: 'hook.jpg', caption: '', edit: '' };
  const edited = (edit: Partial<PhotoEdit>): string => JSON.stringify({ turn: 0, crop: null, marks: [], ...edit });
  const arrow = { kind: 'arrow', from: { x: 0.1, y: 0.1 }, to: { x: 0.5, y: 0.5 } } as const;
  const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };

  it('has its file name when it is added and when it is removed', async () => {
    expect(await history('image', null, photo)).toEqual({ what: 'Image', lines: [line('', '', 'hook.jpg')], ...PLACE });
    expect((await history('image', photo, 'gone'))!.lines).toEqual([line('', 'hook.jpg', '')]);
  });

  it('has its caption and what was done to it, and nothing for its position', async () => {
    expect((await history('image', photo, { caption: 'Latch' }))!.lines).toEqual([line('Caption', '', 'Latch')]);
    const markUp = async (edit: string, before = ''): Promise<unknown> =>
      (await history('image', { ...photo, edit: before }, { edit }))!.lines;
    expect(await markUp(edited({ turn: 90 }))).toEqual([line('Mark-up', '', 'Rotated')]);
    expect(await markUp(edited({ crop, marks: [arrow] }))).toEqual([line('Mark-up', '', 'Cropped, 1 mark')]);
    expect(await markUp('', edited({ turn: 180, crop, marks: [arrow, arrow] }))).toEqual([
      line('Mark-up', 'Rotated, cropped, 2 marks', ''),
    ]);
    expect(await history('image', photo, { order: 3 })).toBeNull();
  });
});

describe('the history of an answer', () => {
  const answer = (ownerTable: string, ownerId: string) => ({
    ownerTable,
    ownerId,
    fieldId: 'swl',
    displayValue: '8.5 t',
  });
  const of = async (ownerTable: string, ownerId: string) => {
    const { what, lines, ...place } = (await history('fieldResponse', null, answer(ownerTable, ownerId)))!;
    expect([what, lines]).toEqual(['Answer', [line('Safe working load', '', '8.5 t')]]);
    return place;
  };

  it('stands under the item or the inspection it belongs to', async () => {
    expect(await of('item', 'hook')).toEqual({ itemId: 'hook' });
    expect(await of('installationInspectionItem', 'seen')).toEqual(PLACE);
    expect(await of('installationInspection', 'drops')).toEqual({ installationInspectionId: 'drops' });
    expect(await of('installation', 'tarn')).toEqual({});
    expect(await of('item', 'unknown')).toEqual({});
  });

  it('has both answers as they were shown', async () => {
    const before = answer('item', 'hook');
    const lines = async (after: Columns | 'gone') => (await history('fieldResponse', before, after))!.lines;
    expect(await lines({ displayValue: '10 t' })).toEqual([line('Safe working load', '8.5 t', '10 t')]);
    expect(await lines('gone')).toEqual([line('Safe working load', '8.5 t', '')]);
  });
});

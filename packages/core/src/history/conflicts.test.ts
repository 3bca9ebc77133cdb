import { expect, it, vi } from 'vitest';
import type { Database } from '../db/schema.ts';
import { onEachDatabase, TEST_NOW } from '../testing/index.ts';
import { conflictsOf } from './conflicts.ts';

/** A scope without other changes. */
const SCOPE = 'conflicts';

/** A change of an item in the log. */
function logged(seq: number, more: Partial<Database['change']>): Database['change'] {
  return {
    scopeId: SCOPE,
    seq,
    groupId: `g${seq}`,
    deviceId: 'd1',
    n: seq,
    userId: 'maren',
    tableName: 'item',
    rowId: 'item',
    op: 'upd',
    setJson: '{"name":"Padeye"}',
    oldJson: '{}',
    lostJson: null,
    overrodeJson: null,
    historyJson: '{"what":"Item","lines":[]}',
    itemId: 'item',
    installationInspectionId: null,
    editedAt: TEST_NOW,
    storedAt: TEST_NOW,
    ...more,
  };
}

onEachDatabase('Conflicts', (fixture) => {
  const listed = async (changes: readonly Database['change'][]) => {
    for (let at = 0; at < changes.length; at += 500)
      await fixture.database.db
        .insertInto('change')
        .values(changes.slice(at, at + 500))
        .execute();
    return conflictsOf(fixture.application.read, [SCOPE]);
  };

  it('name the last change before them that set the same column, and are open until the next one', async () => {
    const conflicts = await listed([
      logged(1, { op: 'ins', setJson: '{"name":"Padeye","tag":null}' }),
      logged(2, { setJson: '{"tag":"E200"}' }),
      logged(3, { setJson: '{"tag":"E201"}', lostJson: '{"tag":"E201"}' }),
      logged(4, { setJson: '{"name":"Hook"}', overrodeJson: '{"name":"Padeye"}' }),
      logged(5, { setJson: '{"name":"Crane hook"}' }),
    ]);
    expect(conflicts.map(({ change, other, isLost, isOpen }) => [change.seq, other?.seq, isLost, isOpen])).toEqual([
      [4, 1, false, false],
      [3, 2, true, true],
    ]);
    const deleted = await listed([logged(6, { op: 'del', setJson: '{}', deviceId: 'd2' })]);
    expect(deleted.map(({ change, isOpen }) => [change.seq, isOpen])).toEqual([
      [4, false],
      [3, false],
    ]);
  });

  it('of edits on a deleted item are open until it returns', async () => {
    const edited = [
      logged(1, { op: 'ins', setJson: '{}' }),
      logged(2, { op: 'del', setJson: '{}', deviceId: 'd2' }),
      logged(3, {}),
    ];
    const open = await listed(edited);
    expect(open.map(({ kind, change, other, isOpen }) => [kind, change.seq, other?.seq, isOpen])).toEqual([
      ['deleted', 3, 2, true],
    ]);
    const returned = await listed([logged(4, { op: 'restore', setJson: '{}' }), logged(5, {})]);
    expect(returned.map(({ change, isOpen }) => [change.seq, isOpen])).toEqual([[3, false]]);
  });

  it('of an edit that brings the deleted item back are decided', async () => {
    const edited = [
      logged(1, { op: 'ins', setJson: '{}' }),
      logged(2, { op: 'del', setJson: '{}', deviceId: 'd2' }),
      logged(3, { op: 'ins', setJson: '{}' }),
    ];
    expect((await listed(edited)).map(({ change, other, isOpen }) => [change.seq, other?.seq, isOpen])).toEqual([
      [3, 2, false],
    ]);
  });

  it('are not reported for edits by the device that deleted the item', async () => {
    const edited = [
      logged(1, { op: 'ins', setJson: '{}' }),
      logged(2, { op: 'del', setJson: '{}' }),
      logged(3, {}),
      logged(4, { deviceId: 'd2' }),
    ];
    expect((await listed(edited)).map(({ change }) => change.seq)).toEqual([4]);
  });

  it('are found in one pass over the changes of a row, however many a device has made', async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => {
      const json = `{"column${at}":1}`;
      return logged(at + 1, at < 2_000 ? {} : { setJson: json, lostJson: json });
    });
    const parse = vi.spyOn(JSON, 'parse');
    try {
      expect(await listed(many)).toHaveLength(1_000);
      expect(parse.mock.calls.length).toBeLessThan(10_000);
    } finally {
      parse.mockRestore();
    }
  });
});

import { expect, it } from 'vitest';
import type { Database } from '../db/schema.ts';
import { COMPANIES, onEachDatabase, TEST_NOW, type TestFixture } from '../testing/index.ts';

const scopeId = COMPANIES.northmere;
/** Number of a logged change, after those of the fixture. */
const SEQ = 1_000;

/** Logs an edit of an item by a desktop. */
async function logged(fixture: TestFixture, itemId: string, more: Partial<Database['change']>): Promise<void> {
  const change: Database['change'] = {
    scopeId,
    seq: SEQ,
    groupId: 'group',
    deviceId: 'd1',
    n: 1,
    userId: fixture.actor('idris').userId,
    tableName: 'item',
    rowId: itemId,
    op: 'upd',
    setJson: '{"name":"Hook"}',
    oldJson: '{"name":"Padeye"}',
    lostJson: null,
    overrodeJson: null,
    historyJson: '{"what":"Item","lines":[]}',
    itemId,
    installationInspectionId: null,
    editedAt: TEST_NOW,
    storedAt: TEST_NOW,
    ...more,
  };
  await fixture.database.db.insertInto('change').values(change).execute();
}

onEachDatabase('The other side of a conflict', (fixture) => {
  const choose = () => fixture.as('maren').chooseOtherValue({ id: `${scopeId}.${SEQ}` });
  const nameOf = async (itemId: string): Promise<string> => (await fixture.as('maren').getItem({ itemId })).name;

  it('is the value that was lost, which is chosen once and can be undone', async () => {
    const { id } = await fixture.build.item({ name: 'Padeye' });
    await logged(fixture, id, { lostJson: '{"name":"Hook"}' });
    const { undo } = await choose();
    expect(await nameOf(id)).toBe('Hook');
    expect(await choose()).toEqual({ undo: null });
    expect(undo).not.toBeNull();
  });

  it('is the value that was overwritten where the change won', async () => {
    const { id } = await fixture.build.item({ name: 'Hook' });
    await logged(fixture, id, { overrodeJson: '{"name":"Padeye"}' });
    expect((await choose()).undo).not.toBeNull();
    expect(await nameOf(id)).toBe('Padeye');
  });

  it('is not there for another company, an unknown change and a deleted item', async () => {
    const maren = fixture.as('maren');
    const { id } = await fixture.build.item({ name: 'Padeye' });
    await expect(choose()).rejects.toBeProblem('notFound');
    await expect(maren.chooseOtherValue({ id: `${COMPANIES.skerrow}.${SEQ}` })).rejects.toBeProblem('notFound');
    await logged(fixture, id, { lostJson: '{"name":"Hook"}' });
    await fixture.write([{ table: 'item', op: 'del', id, scopeId }]);
    await expect(choose()).rejects.toBeProblem('notFound');
  });
});

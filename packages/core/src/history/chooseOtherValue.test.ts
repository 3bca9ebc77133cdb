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

onEachDatabase('The list of overridden changes', (fixture) => {
  const lines = (...fields: string[]): string =>
    JSON.stringify({
      what: 'Item',
      lines: fields.map((field) => ({ field, from: `old ${field}`, to: `new ${field}` })),
    });

  it('has a line for each value, up to the limit, of changes of the caller and those against them alone', async () => {
    const { id } = await fixture.build.item({ name: 'Padeye' });
    // A user who saves something in a company becomes known there by name.
    for (const who of ['maren', 'idris'] as const)
      await fixture.as(who).setTag({ itemId: id, tag: { maren: 'E2000001', idris: 'E2000002' }[who] });
    const [maren, idris] = [fixture.actor('maren').userId, fixture.actor('idris').userId];
    const three = lines('Name', 'Tag', 'Type');
    await logged(fixture, id, { userId: maren, setJson: '{"name":"Hook","tag":null}' });
    await logged(fixture, id, { seq: SEQ + 1, n: 2, lostJson: '{"name":"Hook"}', historyJson: three });
    const own = { userId: maren, overrodeJson: '{"name":"Eye"}', historyJson: lines('Name') };
    await logged(fixture, id, { seq: SEQ + 2, n: 3, ...own });
    const list = (who: 'maren' | 'idris' | 'anouk', limit = 100) => fixture.as(who).getOverriddenChanges({ limit });
    const all = await list('maren');
    expect(all.map(({ field }) => field)).toEqual(['Name', 'Name', 'Tag', 'Type']);
    expect(all.map((line) => line.id)).toEqual([
      `${scopeId}.${SEQ + 2}.0`,
      ...[0, 1, 2].map((i) => `${scopeId}.${SEQ + 1}.${i}`),
    ]);
    for (const limit of [1, 2, 3, 4]) expect(await list('maren', limit)).toEqual(all.slice(0, limit));
    // Her own change won over a value of Idris, and his change lost against a value of hers.
    const [won, lost] = all;
    expect(won).toMatchObject({
      kept: { value: 'new Name', userName: 'Maren Thorskild' },
      place: 'Padeye',
      isOwn: false,
    });
    expect(won!.overridden).toMatchObject({ value: 'old Name', userName: 'Idris Fallowby' });
    expect(lost).toMatchObject({ kept: { value: 'old Name', userName: 'Maren Thorskild' }, isOwn: false });
    expect(lost!.overridden).toMatchObject({ value: 'new Name', userName: 'Idris Fallowby' });
    expect((await list('idris')).map(({ isOwn }) => isOwn)).toEqual([true, true, true, true]);
    expect(await list('anouk')).toEqual([]);
    // A change of Idris that was against no value of hers does not concern her.
    await logged(fixture, id, { seq: SEQ + 3, n: 4, userId: idris, lostJson: '{"order":1}', historyJson: three });
    expect((await list('maren')).map((line) => line.id)).toEqual(all.map((line) => line.id));
  });
});

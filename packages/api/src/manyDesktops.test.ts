import { LIBRARY_SCOPE } from '@holdfast/contract';
import { registry } from '@holdfast/core';
import { COMPANIES, onEachDatabase, type TestFixture } from '@holdfast/core/testing';
import type { Change } from '@holdfast/sync';
import { beforeEach, expect, it } from 'vitest';
import type { Desktop } from './testing/desktop.ts';
import { withDesktops } from './testing/enrolled.ts';

const DESKTOPS = 8;
const ROUNDS = 5;
const { northmere } = COMPANIES;

onEachDatabase('Eight desktops that synchronise at once', (test: TestFixture) => {
  const desks = withDesktops(test);
  let desktops: Desktop[];
  let answers: { url: string; status: number }[];

  beforeEach(async () => {
    answers = [];
    desks.app.server.on('request', ({ url = '' }, answer) =>
      answer.once('finish', () => answers.push({ url, status: answer.statusCode })),
    );
    desktops = [desks.desktop];
    while (desktops.length < DESKTOPS) desktops.push(await desks.enrolled('maren'));
  });

  /** All rows of the company and the library, by table and id, with their numbers. */
  async function numbersIn({ setting }: Pick<Desktop, 'setting'>): Promise<Map<string, number>> {
    const numbers = new Map<string, number>();
    await setting.database.transaction(async (store) => {
      for (const scopeId of [northmere, LIBRARY_SCOPE])
        for (const table of registry.keys())
          for (const { id, _seq } of await store.find(table, { scopeId })) numbers.set(`${table} ${id}`, _seq);
    });
    return numbers;
  }

  it('skips no change, refuses none, and never fails with an internal error', async () => {
    const installation = await test.build.installation({ name: 'Tarn' });
    const itemType = await test.build.itemType();
    const shared = await test.build.item({ installationId: installation.id, itemTypeId: itemType.id });
    await Promise.all(desktops.map((desktop) => desktop.sync()));

    for (let round = 1; round <= ROUNDS; round++) {
      await Promise.all(
        desktops.map(async (desktop, i) => {
          const name = `Round ${round}, desktop ${i}`;
          const item = { installationId: installation.id, itemTypeId: itemType.id, parentItemId: shared.id, name };
          const rest = { isLocation: 0, tagKind: null, tag: null, defaultItemId: null };
          const added: Change = {
            table: 'item',
            op: 'ins',
            id: desktop.newId(),
            scopeId: northmere,
            set: { ...item, ...rest },
          };
          const renamed: Change = { table: 'item', op: 'upd', id: shared.id, set: { name } };
          await desktop.edit(test.actor('maren').userId, added, renamed);
          expect(await desktop.sync()).toMatchObject({ status: 'Success', recordsOut: 2 });
        }),
      );
    }
    await Promise.all(desktops.map((desktop) => desktop.sync()));

    const items = await test.database.db.selectFrom('item').select(['id', '_seq', 'name']).execute();
    expect(items).toHaveLength(1 + DESKTOPS * ROUNDS);
    const [first, ...others] = await Promise.all(desktops.map(numbersIn));
    for (const { id, _seq } of items) expect(first!.get(`item ${id}`)).toBe(_seq);
    for (const other of others) expect(other).toEqual(first);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    // A repair would mean that a proof failed because a change was skipped.
    expect(answers.filter(({ url }) => url.includes('repair'))).toEqual([]);
  });
});

import { LIBRARY_SCOPE } from '@holdfast/contract';
import { issueToken, registry } from '@holdfast/core';
import { COMPANIES, onEachDatabase, TEST_NOW, type TestHouse } from '@holdfast/core/testing';
import type { Change } from '@holdfast/sync';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildServer } from './server.ts';
import { type Desktop, openDesktop } from './testing/desktop.ts';

const DESKTOPS = 8;
const ROUNDS = 5;
const { northmere } = COMPANIES;

onEachDatabase('Eight desktops that synchronise at once', (test: TestHouse) => {
  let app: FastifyInstance;
  let answers: { url: string; status: number }[];
  const opened: Desktop[] = [];

  beforeEach(async () => {
    app = buildServer({
      house: test.house,
      version: '0.0.0',
      web: null,
      logger: false,
      ready: () => Promise.resolve(true),
    });
    answers = [];
    app.server.on('request', ({ url = '' }, answer) =>
      answer.once('finish', () => answers.push({ url, status: answer.statusCode })),
    );
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    for (let i = 0; i < DESKTOPS; i++) {
      const { userId } = test.actor('maren');
      const id = test.house.ports.ids.next(TEST_NOW);
      const token = await issueToken(test.database.db, test.house.ports, { id, userId, device: 'test', now: TEST_NOW });
      const desktop = await openDesktop(address, () => test.house.ports.clock.now());
      opened.push(desktop);
      expect((await desktop.enrol(token)).status).toBe(200);
    }
  });
  afterEach(async () => {
    await app.close();
    for (const one of opened.splice(0)) await one.close();
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

  it('skips no change, refuses none, and never answers that something went wrong', async () => {
    const installation = await test.build.installation({ name: 'Tarn' });
    const itemType = await test.build.itemType();
    const shared = await test.build.item({ installationId: installation.id, itemTypeId: itemType.id });
    await Promise.all(opened.map((desktop) => desktop.sync()));

    for (let round = 1; round <= ROUNDS; round++) {
      await Promise.all(
        opened.map(async (desktop, i) => {
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
    await Promise.all(opened.map((desktop) => desktop.sync()));

    const items = await test.database.db.selectFrom('item').select(['id', '_seq', 'name']).execute();
    expect(items).toHaveLength(1 + DESKTOPS * ROUNDS);
    const [first, ...others] = await Promise.all(opened.map(numbersIn));
    for (const { id, _seq } of items) expect(first!.get(`item ${id}`)).toBe(_seq);
    for (const other of others) expect(other).toEqual(first);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    // A repair would mean that a proof had failed, and so that a change had been skipped on the way.
    expect(answers.filter(({ url }) => url.includes('repair'))).toEqual([]);
  });
});

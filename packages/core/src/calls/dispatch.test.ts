import { Problem } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { dispatch } from './dispatch.ts';
import type { Replica } from '../index.ts';
import { onEachDatabase, openTestFixture } from '../testing/index.ts';
import { openEmptyDatabase } from '../testing/databases.ts';

onEachDatabase('A read with a replica', (fixture) => {
  it('is answered by the replica while that is current, and by the primary otherwise', async ({ onTestFinished }) => {
    const other = await openTestFixture(fixture.application.engine);
    onTestFinished(() => other.close());
    await other.as('wren').createCompany({ name: 'Known to the replica alone' });
    const named = async (isCurrent: boolean): Promise<unknown> =>
      call({ read: other.database.db, isCurrent: () => Promise.resolve(isCurrent) }, 'getCompanies');
    expect(await named(true)).toContainEqual(expect.objectContaining({ name: 'Known to the replica alone' }));
    expect(await named(false)).not.toContainEqual(expect.objectContaining({ name: 'Known to the replica alone' }));
  });

  it('is answered by the primary when the replica fails', async ({ onTestFinished }) => {
    const broken = await openEmptyDatabase(fixture.application.engine);
    onTestFinished(() => broken.close());
    const answer = await call({ read: broken.db, isCurrent: () => Promise.resolve(true) }, 'getCompanies');
    expect(answer).toEqual(await fixture.as('wren').getCompanies({}));
  });

  it('is refused once, and asked for no write, no stream and no call without an account', async ({
    onTestFinished,
  }) => {
    const other = await openTestFixture(fixture.application.engine);
    onTestFinished(() => other.close());
    let asked = 0;
    const replica: Replica = {
      read: other.database.db,
      isCurrent: () => {
        asked += 1;
        return Promise.resolve(true);
      },
    };
    const { item } = await fixture.build.itemInInspection();
    // For an item that the replica lacks, the refusal of the replica is returned although the database has the item.
    await expect(call(replica, 'getItem', { itemId: item.id })).rejects.toBeInstanceOf(Problem);
    expect(asked).toBe(1);
    await call(replica, 'createCompany', { name: 'Written' });
    await dispatch({ ...fixture.application, replica }, { operation: 'getInstance', input: {}, actor: null });
    // A stream of events lasts longer than the replica may be current.
    await call(replica, 'watchChanges');
    expect(asked).toBe(1);
  });

  function call(replica: Replica, operation: string, input: Record<string, unknown> = {}): Promise<unknown> {
    return dispatch({ ...fixture.application, replica }, { operation, input, actor: fixture.actor('wren') });
  }
});

onEachDatabase('A call that loses its connection to the database', (fixture) => {
  /** Returns a function that throws an error of a database the first times. */
  function losing(code: string, times: number): () => void {
    let left = times;
    return () => {
      left -= 1;
      if (left >= 0) throw Object.assign(new Error('The connection was lost.'), { code });
    };
  }

  it('is tried three times when it reads, whatever became of its transaction', async () => {
    const read = (code: string, times: number): Promise<unknown> => {
      const lose = losing(code, times);
      const lossy = fixture.database.db.withPlugin({
        transformQuery({ node }) {
          lose();
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      const application = { ...fixture.application, read: lossy };
      return dispatch(application, { operation: 'getCompanies', input: {}, actor: fixture.actor('wren') });
    };
    const companies = await fixture.as('wren').getCompanies({});
    expect(await read('57P01', 2)).toEqual(companies);
    expect(await read('08007', 2)).toEqual(companies);
    await expect(read('57P01', 3)).rejects.toBeProblem('unavailable');
    await expect(read('42601', 1)).rejects.toMatchObject({ code: '42601' });
  });

  it('is tried again when it writes, unless it may have been committed and has no key', async () => {
    const write = (code: string, name: string, idempotencyKey?: string): Promise<unknown> => {
      const lose = losing(code, 1);
      const { ports } = fixture.application;
      const next = (now: number): string => {
        lose();
        return ports.ids.next(now);
      };
      const application = { ...fixture.application, ports: { ...ports, ids: { next } } };
      const request = { operation: 'createCompany', input: { name }, actor: fixture.actor('wren'), idempotencyKey };
      return dispatch(application, request);
    };
    expect(await write('57P01', 'Tried twice')).toMatchObject({ name: 'Tried twice' });
    await expect(write('08007', 'Perhaps written')).rejects.toBeProblem('unavailable');
    expect(await write('08007', 'Named by a key', 'a-key-of-the-call')).toMatchObject({ name: 'Named by a key' });
  });
});

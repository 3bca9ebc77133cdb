import { PROTOCOL, type PullLine, readPull, type RepairLine, type RepairRequest } from '@holdfast/contract/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyRepair, repairRequest } from '../device/repair.ts';
import { freshState, type DeviceSetting, writeState } from '../device/state.ts';
import { type Effect, type Reply, type RunResult, sync } from '../device/sync.ts';
import { openWriter } from '../mutate.ts';
import type { Change } from '../change.ts';
import { type OpenStore, stores, testPostgres } from '../testing/databases.ts';
import { toyRegistry } from '../testing/toy.ts';
import { OLDEST_VERSION, versionOf } from '../versions.ts';
import { HISTORY_MS, pull } from './pull.ts';
import { purgeDeleted } from './purge.ts';
import { repair } from './repair.ts';
import type { ServerSetting } from './setting.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const PLACE = { parentId: null, labelId: null, x: 0, y: 0, kind: 'area' };
const DEVICE = {
  id: 'd1',
  lastN: 0,
  chain: '',
  lastSeenAt: null,
  schema: versionOf(toyRegistry),
  waiting: 0,
  revokedAt: null,
  revokeMode: null,
};

for (const [name, open] of Object.entries(stores)) {
  describe.skipIf(name === 'PostgreSQL' && testPostgres === undefined)(
    `a stream under which deleted rows are forgotten, from ${name}`,
    () => {
      let opened: OpenStore;
      let server: ServerSetting;
      let device: DeviceSetting;
      beforeEach(async () => {
        opened = await open();
        server = {
          database: opened.database,
          registry: toyRegistry,
          epoch: () => Promise.resolve('epoch'),
          now: () => NOW,
          serverId: 'server',
          memberships: () => Promise.resolve([{ userId: 'maren', scopeId: 'A', grantId: 'g1', rights: ['inspect'] }]),
          report: (error) => {
            throw error;
          },
          chunk: 2,
          accessCheckMs: 0,
        };
        const { database } = await stores.memory();
        const setting = { registry: toyRegistry };
        device = { ...setting, database, now: () => NOW, random: () => 0 };
        await database.transaction((store) => writeState(store, freshState(DEVICE.id, DEVICE.schema)));
        await server.database.transaction((store) => store.put('device', DEVICE));
        for (const place of ['rig', 'deck', 'hoist'])
          await change({ table: 'place', op: 'ins', id: place, scopeId: 'A', set: { ...PLACE, name: place } });
      });
      afterEach(() => opened.close());

      const change = (one: Change, now = NOW): Promise<void> =>
        server.database.transaction(async (store) => {
          const author = { userId: 'web', deviceId: 'server', now, groupId: one.id ?? one.table };
          const writer = openWriter(store, toyRegistry, [await store.lockHead('A')], author);
          await writer.mutate(one);
          await writer.finish();
        });
      const forget = async (): Promise<void> => {
        expect(await purgeDeleted(server.database, toyRegistry, 'A', NOW + 1)).toBe(1);
      };
      /** Lets the device synchronise. @param meanwhile happens once, when the stream has sent as many lines */
      const run = async (
        id: string,
        meanwhile?: { after: number; happens(): Promise<void> },
      ): Promise<{ result: RunResult; asked: Effect['kind'][]; from: number[] }> => {
        const asked: Effect['kind'][] = [];
        const from: number[] = [];
        const answers = sync(device, { runId: id, trigger: 'user' });
        let step = await answers.next();
        while (step.done !== true) {
          const effect = step.value;
          asked.push(effect.kind);
          const reply: Reply = effect.kind === 'pull' ? { lines: lines(effect.request) } : undefined;
          step = await answers.next(reply);
        }
        return { result: step.value, asked, from };

        async function* lines(request: unknown): AsyncGenerator<readonly string[]> {
          let sent = 0;
          for await (const batch of pull(server, DEVICE.id, readPull(request), NOW)) {
            for (const line of batch) if ('kind' in line && line.kind === 'header') from.push(line.scopes[0]!.from);
            yield batch.map((line) => JSON.stringify(line));
            sent += batch.length;
            if (meanwhile !== undefined && sent >= meanwhile.after) {
              await meanwhile.happens();
              meanwhile = undefined;
            }
          }
        }
      };
      const places = (): Promise<string[]> =>
        device.database.transaction(async (store) =>
          (await store.find('place', { scopeId: 'A' })).map(({ id }) => id).toSorted(),
        );

      it('ends before a deletion it can no longer send, and the next one starts again and is verified at once', async () => {
        expect((await run('first')).result.status).toBe('Success');
        await change({ table: 'place', op: 'del', id: 'hoist' });
        const cut = await run('under', { after: 1, happens: forget });
        expect(cut.result).toMatchObject({ status: 'Fail', message: 'The stream was cut.' });
        expect(await places()).toEqual(['deck', 'hoist', 'rig']);
        const again = await run('after');
        expect(again.result.status).toBe('Success');
        expect(again.asked).not.toContain('repair');
        expect(await places()).toEqual(['deck', 'rig']);
      });

      it('ends as well if it sent the row itself before it was deleted', async () => {
        const happens = async (): Promise<void> => {
          await change({ table: 'place', op: 'del', id: 'rig' });
          await forget();
        };
        expect((await run('under', { after: 3, happens })).result.message).toBe('The stream was cut.');
        const again = await run('after');
        expect(again.result.status).toBe('Success');
        expect(again.asked).not.toContain('repair');
        expect(await places()).toEqual(['deck', 'hoist']);
      });

      it('continues for a device that receives everything for the first time when the forgotten rows were deleted before', async () => {
        await change({ table: 'place', op: 'del', id: 'hoist' });
        const { result, asked } = await run('first', { after: 3, happens: forget });
        expect(result.status).toBe('Success');
        expect(asked).not.toContain('repair');
        expect(await places()).toEqual(['deck', 'rig']);
      });

      const cut = (): Promise<never> => Promise.reject(new Error('connection reset'));

      it('continues after an interrupted first one when all forgotten rows were deleted before that started', async () => {
        await change({ table: 'place', op: 'del', id: 'rig' });
        await forget();
        const first = await run('first', { after: 4, happens: cut });
        expect(first.result).toMatchObject({ status: 'Fail', message: 'The stream was cut.' });
        const second = await run('second');
        expect(second.result.status).toBe('Success');
        expect(second.from).toEqual([2]);
        expect(second.asked).not.toContain('repair');
        expect(await places()).toEqual(['deck', 'hoist']);
      });

      it('starts again after a first one interrupted twice when a row sent before was deleted in between, and purged', async () => {
        for (const place of ['crane', 'winch', 'davit'])
          await change({ table: 'place', op: 'ins', id: place, scopeId: 'A', set: { ...PLACE, name: place } });
        expect((await run('first', { after: 4, happens: cut })).result.message).toBe('The stream was cut.');
        await change({ table: 'place', op: 'del', id: 'rig' });
        const second = await run('second', { after: 4, happens: cut });
        expect(second.result.message).toBe('The stream was cut.');
        expect(second.from).toEqual([2]);
        await forget();
        const third = await run('third');
        expect(third.result.status).toBe('Success');
        expect(third.from).toEqual([0]);
        expect(third.asked).not.toContain('repair');
        expect(await places()).toEqual(['crane', 'davit', 'deck', 'hoist', 'winch']);
      });

      it('starts again after an interrupted first one when a row it sent was deleted and purged since', async () => {
        expect((await run('first', { after: 4, happens: cut })).result.message).toBe('The stream was cut.');
        await change({ table: 'place', op: 'del', id: 'rig' });
        await forget();
        const second = await run('second');
        expect(second.result.status).toBe('Success');
        expect(second.from).toEqual([0]);
        expect(second.asked).not.toContain('repair');
        expect(await places()).toEqual(['deck', 'hoist']);
      });

      /** All lines of a stream from the beginning. @param onBatch is called after each batch of lines that the stream sent */
      const linesAt = async (now: number, onBatch?: (sent: readonly unknown[]) => void): Promise<unknown[]> => {
        const current = versionOf(toyRegistry);
        const asked = { protocol: PROTOCOL, schema: current, upgradedFrom: null, epoch: null, scopes: {} };
        const lines: unknown[] = [];
        for await (const batch of pull(server, DEVICE.id, readPull(asked), now)) {
          lines.push(...batch);
          onBatch?.(batch);
        }
        return lines;
      };

      it.each([
        [
          'it is revoked',
          () =>
            server.database.transaction((store) =>
              store.put('device', { ...DEVICE, revokedAt: NOW, revokeMode: 'wipe' as const }),
            ),
        ],
        ['none of its users reads the scope', async () => void (server.memberships = () => Promise.resolve([]))],
      ])('ends for a device that reads slowly as soon as %s', async (_when, happens) => {
        const first = await run('first', { after: 3, happens });
        expect(first.result).toMatchObject({ status: 'Fail', message: 'The stream was cut.' });
        expect(first.from).toEqual([0]);
        const sent = await linesAt(NOW);
        expect(sent.filter((line) => Array.isArray(line))).toEqual([]);
      });

      const kindsOf = (lines: readonly unknown[]): (string | undefined)[] =>
        lines.map((line) => (Array.isArray(line) ? undefined : (line as { kind: string }).kind));

      it('ends without a proof when the database is restored to an earlier time meanwhile', async () => {
        const lines = await linesAt(NOW, () => (server.epoch = () => Promise.resolve('after the restoration')));
        expect(kindsOf(lines).filter((kind) => kind !== undefined)).toEqual(['header']);
      });

      it('ends before a further scope that no user of the device reads any more', async () => {
        const grant = { userId: 'maren', grantId: 'g1', rights: ['inspect' as const] };
        const both = [
          { ...grant, scopeId: 'A' },
          { ...grant, scopeId: 'library' },
        ];
        server.memberships = () => Promise.resolve(both);
        const lines = await linesAt(NOW, (sent) => {
          if (kindsOf(sent).includes('proof')) server.memberships = () => Promise.resolve(both.slice(0, 1));
        });
        expect(kindsOf(lines).filter((kind) => kind === 'proof')).toHaveLength(1);
      });

      it('reads the users of a device once for a stream that is shorter than the interval of checks', async () => {
        server.accessCheckMs = 600_000;
        let reads = 0;
        const { memberships } = server;
        server.memberships = (deviceId) => {
          reads += 1;
          return memberships(deviceId);
        };
        expect((await linesAt(NOW)).at(-1)).toEqual({ kind: 'end' });
        expect(reads).toBe(1);
      });

      it('sends a new device the deleted rows of tables that others refer to, and no others', async () => {
        await change({ table: 'mark', op: 'ins', scopeId: 'A', set: { placeId: 'rig', kind: 'paint', value: 'red' } });
        const [mark] = await server.database.transaction((store) => store.find('mark', { scopeId: 'A' }));
        await change({ table: 'mark', op: 'del', id: mark!.id });
        await change({ table: 'place', op: 'del', id: 'hoist' });
        const rows = (await linesAt(NOW + 2 * HISTORY_MS)).map((line) => JSON.stringify(line));
        expect(rows.filter((line) => line.includes('"hoist"'))).toHaveLength(1);
        expect(rows.filter((line) => line.includes(mark!.id))).toEqual([]);
      });

      it('sends a device that starts again the deleted rows, as the server has them now', async () => {
        await change({ table: 'mark', op: 'ins', scopeId: 'A', set: { placeId: 'rig', kind: 'paint', value: 'red' } });
        expect((await run('first')).result.status).toBe('Success');
        const [mark] = await device.database.transaction((store) => store.find('mark', { scopeId: 'A' }));
        await change({ table: 'mark', op: 'del', id: mark!.id });
        expect((await run('deleted')).result.status).toBe('Success');
        // The server was restored to before the deletion, which was made again at another time.
        server.epoch = () => Promise.resolve('restored');
        await change({ table: 'mark', op: 'restore', id: mark!.id });
        await change({ table: 'mark', op: 'del', id: mark!.id }, NOW + 5);
        expect((await run('restored')).result.status).toBe('Success');
        const copies = [server, device].map(({ database }) =>
          database.transaction((store) => store.row('mark', mark!.id)),
        );
        const [theirs, mine] = await Promise.all(copies);
        expect(mine).toEqual(theirs);
        expect(mine!.deletedAt).toBe(NOW + 5);
      });

      it('sends every entry of the log once, never beyond the mark after it', async () => {
        for (let x = 1; x <= 20; x++) await change({ table: 'place', op: 'upd', id: 'rig', set: { x } });
        for (const place of ['bay', 'bow', 'keel', 'stern'])
          await change({ table: 'place', op: 'ins', id: place, scopeId: 'A', set: { ...PLACE, name: place } });
        const later = NOW + 2 * HISTORY_MS;
        for (let x = 1; x <= 9; x++) await change({ table: 'place', op: 'upd', id: 'deck', set: { x } }, later);
        for (const place of ['crane', 'winch', 'davit', 'boom', 'mast'])
          await change({ table: 'place', op: 'ins', id: place, scopeId: 'A', set: { ...PLACE, name: place } }, later);
        const sent: number[] = [];
        for (const line of (await linesAt(later)) as PullLine[]) {
          if (line.kind === 'change') sent.push(line.change.seq);
          else if (line.kind === 'mark') expect(Math.max(0, ...sent)).toBeLessThanOrEqual(line.cursor);
        }
        expect(sent).toEqual(Array.from({ length: 14 }, (_, i) => 28 + i));
      });

      it('sends every entry of a log that has more of them than a chunk holds', async () => {
        for (let x = 1; x <= 30; x++) await change({ table: 'place', op: 'upd', id: 'rig', set: { x } });
        const later = NOW + 2 * HISTORY_MS;
        for (let x = 1; x <= 9; x++) await change({ table: 'place', op: 'upd', id: 'rig', set: { x } }, later);
        const lines = (await linesAt(later)) as PullLine[];
        const sent = lines.flatMap((line) => (line.kind === 'change' ? [line.change.seq] : []));
        expect(sent).toEqual(Array.from({ length: 9 }, (_, i) => 34 + i));
      });

      it('sends the rows of all tables by their numbers', async () => {
        server.chunk = 100;
        await change({ table: 'mark', op: 'ins', scopeId: 'A', set: { placeId: 'rig', kind: 'paint', value: 'red' } });
        await change({ table: 'place', op: 'ins', id: 'bay', scopeId: 'A', set: { ...PLACE, name: 'bay' } });
        await change({ table: 'place', op: 'upd', id: 'rig', set: { x: 1 } });
        const lines = await linesAt(NOW);
        const columns = new Map<unknown, string[]>();
        const numbers: unknown[] = [];
        for (const line of lines) {
          if (Array.isArray(line)) {
            const [table, ...values] = line as unknown[];
            numbers.push(values[columns.get(table)!.indexOf('_seq')]);
          } else if ((line as PullLine).kind === 'columns') {
            const described = line as PullLine & { kind: 'columns' };
            columns.set(described.table, described.columns);
          }
        }
        expect(numbers).toEqual([2, 3, 4, 5, 6]);
      });

      it('is refused to a program that the server cannot serve, with the versions that matter', async () => {
        const current = versionOf(toyRegistry);
        const asked = { protocol: PROTOCOL, schema: current, upgradedFrom: null, epoch: null, scopes: {} };
        const answer = async (device: string, request: object | null): Promise<unknown[]> => {
          const lines: unknown[] = [];
          for await (const batch of pull(server, device, request === null ? null : readPull(request), NOW))
            lines.push(...batch);
          return lines;
        };
        const refused = (refusal: object) => [{ kind: 'refused', refusal: { kind: 'refused', ...refusal } }];
        const tooOld = refused({ code: 'upgrade_required', minimum: OLDEST_VERSION });
        expect(await answer(DEVICE.id, { ...asked, protocol: PROTOCOL - 1 })).toEqual(tooOld);
        expect(await answer(DEVICE.id, { ...asked, schema: OLDEST_VERSION - 1 })).toEqual(tooOld);
        const newer = { ...asked, schema: current + 1 };
        expect(await answer(DEVICE.id, newer)).toEqual(refused({ code: 'server_behind', current }));
        expect(await answer('unknown', asked)).toEqual(refused({ code: 'unknown_device' }));
        expect(await answer(DEVICE.id, null)).toEqual(refused({ code: 'malformed' }));
        const oldest = await answer(DEVICE.id, { ...asked, schema: OLDEST_VERSION });
        expect(oldest.at(-1)).toEqual({ kind: 'end' });
      });

      const repairLines = async (request: Partial<RepairRequest>): Promise<RepairLine[]> => {
        const asked = await device.database.transaction((store) => repairRequest(store, device, 'A'));
        const lines: RepairLine[] = [];
        for await (const batch of repair(server, DEVICE.id, { ...asked!, ...request })) lines.push(...batch);
        return lines;
      };

      it('is repaired only for the scope whose grant the device states', async () => {
        expect((await run('first')).result.status).toBe('Success');
        expect((await repairLines({})).map(({ kind }) => kind)).toEqual(['buckets', 'proof']);
        const refused = [{ kind: 'refused', refusal: { kind: 'refused', code: 'malformed' } }];
        expect(await repairLines({ scopeId: 'B' })).toEqual(refused);
        expect(await repairLines({ grantId: 'g0' })).toEqual(refused);
      });

      it('contains no rows of another scope in a repair', async () => {
        expect((await run('first')).result.status).toBe('Success');
        const lines = await repairLines({ buckets: [] });
        const row = lines.find((line) => line.kind === 'row')!;
        const foreign = { ...row, row: { ...row.row, id: 'foreign', scopeId: 'B' } };
        const proven = await device.database.transaction((store) =>
          applyRepair(store, device, [lines[0]!, foreign, ...lines.slice(1)]),
        );
        expect(proven).toBe(true);
        expect(await device.database.transaction((store) => store.find('place', { id: 'foreign' }))).toEqual([]);
        expect(await places()).toEqual(['deck', 'hoist', 'rig']);
      });
    },
  );
}

import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONDITIONS } from '@holdfast/contract';
import { type Actor, buildApplication, dispatch, handlers, issueToken } from '@holdfast/core';
import { openTestFixture, TEST_NOW, testPorts } from '@holdfast/core/testing';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabases } from './databases.ts';
import { sqliteFile } from './sqliteFile.ts';
import { serverProgram } from './testing/programs.ts';

const CHOICES = Object.values(CONDITIONS).map((condition) => condition.id);
/** Number of kills; HOLDFAST_RUNS sets another. */
const ROUNDS = Number(process.env['HOLDFAST_RUNS'] ?? 10);
const ITEMS = 6;
/** Time limit of a test: a disk that others write to is slow. */
const PATIENT = { timeout: 60_000 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-durability-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Creates a data folder with one inspection of some items and a signed-in user. */
async function prepare(): Promise<{ token: string; actor: Actor; inspectionId: string; itemIds: string[] }> {
  const test = await openTestFixture('sqlite');
  const installation = await test.build.installation();
  const drops = await test.build.installationInspection({ installationId: installation.id });
  const itemIds: string[] = [];
  for (let i = 0; i < ITEMS; i++) {
    const item = await test.build.item({ installationId: installation.id, name: `Shackle ${i}` });
    await test.build.member({ installationInspectionId: drops.id, itemId: item.id });
    itemIds.push(item.id);
  }
  const actor = test.actor('maren');
  const id = test.application.ports.ids.next(TEST_NOW);
  const token = await issueToken(test.database.db, test.application.ports, {
    id,
    userId: actor.userId,
    device: 'test',
    now: Date.now(),
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(sqliteFile(folder), test.database.serialize!());
  await test.close();
  return { token, actor, inspectionId: drops.id, itemIds };
}

/** Starts a server of its own process on the folder. */
async function startProcess(): Promise<{ address: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [serverProgram('main')], {
    env: {
      ...process.env,
      PORT: '0',
      HOLDFAST_DATA: folder,
      HOLDFAST_DEMO: '0',
      HOLDFAST_LOG: 'silent',
      DATABASE_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /ready: (\S+)/.exec(said);
      if (found !== null) resolve(found[1]!);
    });
    child.on('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return { address, process: child };
}

/** Saves of one item as sent by the client: every value, and whether the last one was answered. */
interface Ledger {
  itemId: string;
  sent: string[];
  pending: { conditionId: string; key: string } | null;
}

/** Stops a server by a signal. @returns its exit code */
async function end({ process: server }: { process: ChildProcess }): Promise<unknown> {
  const ended = new Promise((resolve) => server.on('exit', resolve));
  server.kill('SIGTERM');
  return ended;
}

describe('a server that is killed', () => {
  it(
    'keeps every acknowledged save over kills during a burst, and accepts the others exactly once',
    { timeout: ROUNDS * 60_000 },
    async () => {
      const { token, inspectionId, itemIds } = await prepare();
      const ledgers: Ledger[] = itemIds.map((itemId) => ({ itemId, sent: [], pending: null }));
      let acknowledged = 0;
      // Node stores its compile cache at a regular end; the killed processes start with that cache.
      expect(await end(await startProcess())).toBe(0);
      for (let round = 0; round < ROUNDS; round++) {
        const server = await startProcess();
        let alive = true;
        const save = async (ledger: Ledger): Promise<void> => {
          for (;;) {
            if (!alive) return;
            ledger.pending ??= {
              conditionId: CHOICES[ledger.sent.length % CHOICES.length]!,
              key: `save-${ledger.itemId}-${ledger.sent.length}`,
            };
            const { conditionId, key } = ledger.pending;
            const answer = await fetch(`${server.address}/api/set-condition`, {
              method: 'POST',
              headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
              body: JSON.stringify({ installationInspectionId: inspectionId, itemId: ledger.itemId, conditionId }),
            }).catch(() => null);
            if (answer === null) return;
            expect(answer.status).toBe(200);
            ledger.sent.push(conditionId);
            ledger.pending = null;
            acknowledged += 1;
          }
        };
        const burst = Promise.all(ledgers.map(save));
        // At some time during the burst, which begins late on a busy machine.
        const before = acknowledged;
        await vi.waitUntil(() => acknowledged > before, { timeout: 60_000, interval: 1 });
        await new Promise((resolve) => setTimeout(resolve, (round * 37) % 120));
        const ended = new Promise((resolve) => server.process.on('exit', resolve));
        server.process.kill('SIGKILL');
        await ended;
        alive = false;
        await burst;
        proveKept(ledgers);
      }
      expect(acknowledged).toBeGreaterThanOrEqual(ROUNDS);

      const server = await startProcess();
      for (const { itemId, pending, sent } of ledgers) {
        if (pending === null) continue;
        const retried = await fetch(`${server.address}/api/set-condition`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token}`,
            'idempotency-key': pending.key,
          },
          body: JSON.stringify({ installationInspectionId: inspectionId, itemId, conditionId: pending.conditionId }),
        });
        expect(retried.status).toBe(200);
        sent.push(pending.conditionId);
      }
      expect(await end(server)).toBe(0);
      const db = new Sqlite(sqliteFile(folder), { readonly: true });
      for (const { itemId, sent } of ledgers) {
        const changes = db
          .prepare(`select "setJson" from "change" where "itemId" = ? and "op" = 'upd' order by "seq"`)
          .pluck()
          .all(itemId) as string[];
        expect(changes.map((json) => (JSON.parse(json) as { conditionId: string }).conditionId)).toEqual(sent);
      }
      db.close();
    },
  );

  /** Opens the data folder of the killed server and compares it with the acknowledged saves. */
  function proveKept(ledgers: readonly Ledger[]): void {
    const db = new Sqlite(sqliteFile(folder));
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    for (const { itemId, sent, pending } of ledgers) {
      const stored = db
        .prepare(`select "conditionId" from "installationInspectionItem" where "itemId" = ?`)
        .pluck()
        .get(itemId) as string | null;
      expect([sent.at(-1) ?? null, pending?.conditionId]).toContain(stored);
    }
    db.close();
  }

  it('recovers from a write-ahead log truncated anywhere the last complete save', PATIENT, async () => {
    const { actor, inspectionId, itemIds } = await prepare();
    const databases = await openDatabases({ dataFolder: folder, databaseUrl: null });
    const application = buildApplication({
      ...databases,
      ports: testPorts(() => TEST_NOW),
      handlers,
      deviceId: 'server',
    });
    const file = sqliteFile(folder);
    const changesIn = (db: Sqlite.Database): number =>
      db.prepare(`select count(*) from "change"`).pluck().get() as number;
    const states: { bytes: number; changes: number }[] = [];
    const note = (): void => {
      const db = new Sqlite(file, { readonly: true });
      states.push({ bytes: statSync(`${file}-wal`).size, changes: changesIn(db) });
      db.close();
    };
    note();
    for (let i = 0; i < 40; i++) {
      const input = {
        installationInspectionId: inspectionId,
        itemId: itemIds[i % ITEMS]!,
        conditionId: CHOICES[(i >> 2) % CHOICES.length],
      };
      await dispatch(application, { operation: 'setCondition', input, actor });
      note();
    }
    const whole = states.at(-1)!;
    let seed = 20_260_115;
    for (let cut = 0; cut < 60; cut++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      const bytes = states[0]!.bytes + (seed % (whole.bytes - states[0]!.bytes));
      const torn = join(folder, `torn-${cut}.db`);
      copyFileSync(file, torn);
      copyFileSync(`${file}-wal`, `${torn}-wal`);
      truncateSync(`${torn}-wal`, bytes);
      const db = new Sqlite(torn);
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(changesIn(db)).toBe(states.findLast((state) => state.bytes <= bytes)!.changes);
      db.close();
    }
    await databases.close();
  });
});

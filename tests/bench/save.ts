/** Compares one save through core with a bare transaction that writes the same rows. */
import { mkdirSync } from 'node:fs';
import { CONDITIONS } from '@holdfast/contract';
import { type Actor, buildApplication, dispatch, handlers, SQLITE_PRAGMAS } from '@holdfast/core';
import { testPorts } from '@holdfast/core/testing';
import { openDatabases, sqliteFile } from '@holdfast/server';
import Sqlite from 'better-sqlite3';
import { type Figure, inTurns, spread } from './turns.ts';
import { makeWorld } from './world.ts';

const ROUNDS = 9;
const SAVES = 400;

/**
 * Returns the time of one save in process, `setCondition` through dispatch, relative to that of a bare transaction with the same writes and
 * durability.
 */
export async function saveAgainstBareTransaction(folder: string): Promise<Figure> {
  mkdirSync(folder, { recursive: true });
  const world = await makeWorld(folder);
  const databases = await openDatabases({ dataFolder: folder, databaseUrl: null });
  const application = buildApplication({
    ...databases,
    ports: testPorts(() => Date.now()),
    handlers,
    deviceId: 'server',
  });
  const account = await databases.read
    .selectFrom('user')
    .selectAll()
    .where('companyId', 'is not', null)
    .where('role', '=', 'inspector')
    .executeTakeFirstOrThrow();
  const actor: Actor = {
    userId: account.id,
    name: account.name,
    role: account.role,
    companyId: account.companyId,
    tokenId: '',
  };
  const bare = bareSave(sqliteFile(folder), account.companyId!, account.id, world);
  const choices = Object.values(CONDITIONS).map((condition) => condition.id);
  let n = 0;
  const choice = (): { itemId: string; conditionId: string } => {
    n += 1;
    return {
      itemId: world.itemIds[n % world.itemIds.length]!,
      conditionId: choices[Math.floor(n / world.itemIds.length + n) % choices.length]!,
    };
  };
  const through = async (): Promise<number> => {
    const began = performance.now();
    for (let i = 0; i < SAVES; i++) {
      await dispatch(application, {
        operation: 'setCondition',
        input: { installationInspectionId: world.installationInspectionId, ...choice() },
        actor,
      });
    }
    return (performance.now() - began) / SAVES;
  };
  const direct = (): number => {
    const began = performance.now();
    for (let i = 0; i < SAVES; i++) bare.save(choice());
    return (performance.now() - began) / SAVES;
  };
  const turns = await inTurns(ROUNDS, 1, through, direct);
  bare.close();
  await databases.close();
  return {
    value: turns.ratio.toFixed(2),
    detail: `${turns.ours.toFixed(3)} ms against ${turns.theirs.toFixed(3)} ms, ${spread(turns)}`,
    goal: { text: '≤ 1.6', isMet: turns.ratio <= 1.6 },
  };
}

function bareSave(
  file: string,
  scopeId: string,
  userId: string,
  { installationInspectionId }: { installationInspectionId: string },
) {
  const db = new Sqlite(file);
  for (const pragma of SQLITE_PRAGMAS) db.pragma(pragma);
  const head = db.prepare(`select "seq" from "scopeHead" where "scopeId" = ?`).pluck();
  const saveHead = db.prepare(`update "scopeHead" set "seq" = ? where "scopeId" = ?`);
  const member = db.prepare(
    `select * from "installationInspectionItem" where "installationInspectionId" = ? and "itemId" = ?`,
  );
  const update = db.prepare(
    `update "installationInspectionItem" set "_seq" = ?, "_clk" = ?, "updatedAt" = ?, "updatedByUserId" = ?, "conditionId" = ? where "id" = ?`,
  );
  const change = db.prepare(
    `insert into "change" ("scopeId", "seq", "groupId", "deviceId", "n", "userId", "tableName", "rowId", "op", "setJson", "oldJson", "lostJson",
     "historyJson", "itemId", "installationInspectionId", "editedAt", "storedAt") values (?, ?, ?, 'server', null, ?, 'installationInspectionItem', ?, 'upd', ?, ?, null, ?, ?, ?, ?, ?)`,
  );
  const transaction = db.transaction(({ itemId, conditionId }: { itemId: string; conditionId: string }) => {
    const seq = (head.get(scopeId) as number) + 1;
    const row = member.get(installationInspectionId, itemId) as {
      id: string;
      _clk: string;
      conditionId: string | null;
    };
    const now = Date.now();
    const clocks = JSON.stringify({ ...(JSON.parse(row._clk) as object), conditionId: [now, 0, 'server'] });
    update.run(seq, clocks, now, userId, conditionId, row.id);
    const set = JSON.stringify({ conditionId });
    const old = JSON.stringify({ conditionId: row.conditionId });
    change.run(
      scopeId,
      seq,
      'group',
      userId,
      row.id,
      set,
      old,
      JSON.stringify({ what: 'Condition', lines: [] }),
      itemId,
      installationInspectionId,
      now,
      now,
    );
    saveHead.run(seq, scopeId);
  });
  return {
    save: (choice: { itemId: string; conditionId: string }) => transaction.immediate(choice),
    close: () => db.close(),
  };
}

/** A company of any size in a server's database: items of one installation, written in bulk in the form of the product's writer. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { issueToken } from '@holdfast/core';
import { COMPANIES, openTestFixture, TEST_NOW } from '@holdfast/core/testing';
import { sqliteFile } from '@holdfast/server';
import { addToDigest, EMPTY_DIGEST, rowDigest, uuidV7 } from '@holdfast/sync';
import Sqlite from 'better-sqlite3';

const WORDS = ['Floodlight', 'Padeye', 'Shackle', 'Sheave', 'Winch', 'Hook', 'Derrick', 'Crown', 'Ladder', 'Railing'];

/** Age of the records in ms: the log of old ones is not sent, and is left out. */
const AGE_MS = { withLog: 10 * 86_400_000, withoutLog: 200 * 86_400_000 };

/** A seeded database. */
export interface Seeded {
  /** A person of the company, signed in. */
  token: string;
  userId: string;
  /** Ids of the items, in order. */
  ids: string[];
}

/**
 * Writes a server's data folder with a company of so many items, and so many of another company.
 * @param hasLog the items are of the last 90 days, each with the entry of the log that made it
 */
export async function seed(
  folder: string,
  items: number,
  { foreign = 0, hasLog = false }: { foreign?: number; hasLog?: boolean } = {},
): Promise<Seeded> {
  const test = await openTestFixture('sqlite');
  const installation = await test.build.installation({ name: 'Tarn' });
  const other = await test.build.installation({ name: 'Fell' }, { company: 'skerrow' });
  const itemType = await test.build.itemType();
  const first = await test.build.item({ installationId: installation.id, itemTypeId: itemType.id });
  const id = test.application.ports.ids.next(TEST_NOW);
  const { userId } = test.actor('maren');
  const token = await issueToken(test.database.db, test.application.ports, {
    id,
    userId,
    device: 'bench',
    now: Date.now(),
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(sqliteFile(folder), test.database.serialize!());
  await test.close();

  const db = new Sqlite(sqliteFile(folder));
  db.pragma('journal_mode = WAL');
  const sample = db.prepare('select * from item where id = ?').get(first.id) as Record<string, unknown>;
  const columns = Object.keys(sample);
  const insert = db.prepare(
    `insert into item (${columns.map((one) => `"${one}"`).join()}) values (${columns.map((one) => `@${one}`).join()})`,
  );
  const entry = db.prepare('select * from change where rowId = ?').get(first.id) as Record<string, unknown>;
  const entryColumns = Object.keys(entry);
  const log = db.prepare(
    `insert into change (${entryColumns.map((one) => `"${one}"`).join()}) values (${entryColumns.map((one) => `@${one}`).join()})`,
  );
  const at = Date.now() - (hasLog ? AGE_MS.withLog : AGE_MS.withoutLog);
  const write = (scopeId: string, installationId: string, count: number): string[] => {
    const head = db.prepare('select * from scopeHead where scopeId = ?').get(scopeId) as {
      seq: number;
      rows: number;
      digest: string;
    };
    let { seq, digest } = head ?? { seq: 0, digest: EMPTY_DIGEST };
    const ids: string[] = [];
    for (let i = 0; i < count; i++) {
      const itemId = uuidV7(at + i, bytes(i, (scopeId === COMPANIES.northmere ? 36 : 37) + i));
      const w = (k: number): string => WORDS[(i * k + (i >> 3)) % WORDS.length]!;
      seq += 1;
      const name = `${w(1)} ${w(3)} ${i}`;
      insert.run({
        ...sample,
        id: itemId,
        scopeId,
        installationId,
        name,
        _seq: seq,
        _clk: JSON.stringify({ '*': [at + i, 0, 'server'] }),
        createdAt: at + i,
        updatedAt: at + i,
      });
      if (hasLog)
        log.run({
          ...entry,
          scopeId,
          seq,
          groupId: uuidV7(at + i, bytes(i, 11)),
          rowId: itemId,
          itemId,
          setJson: JSON.stringify({ ...(JSON.parse(entry['setJson'] as string) as object), installationId, name }),
          editedAt: at + i,
          storedAt: at + i,
        });
      digest = addToDigest(digest, rowDigest('item', itemId, seq));
      ids.push(itemId);
    }
    db.prepare('update scopeHead set seq = ?, rows = rows + ?, digest = ? where scopeId = ?').run(
      seq,
      count,
      digest,
      scopeId,
    );
    return ids;
  };
  const ids = db.transaction(() => {
    write(COMPANIES.skerrow, other.id, foreign);
    return write(COMPANIES.northmere, installation.id, items);
  })();
  db.pragma('wal_checkpoint(truncate)');
  db.close();
  return { token, userId, ids };
}

/** Returns ten bytes that differ from item to item, like random ones. */
function bytes(i: number, salt: number): Uint8Array {
  let state = (i * 2_654_435_761 + salt * 40_503) >>> 0;
  return Uint8Array.from({ length: 10 }, () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return state >>> 24;
  });
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '@holdfast/core/testing';
import { readFact, writeFact } from '@holdfast/device';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Encryption, openEncryption } from './encryption.ts';
import { readEncryptionState } from './encryptionState.ts';

const ADDRESS = { server: 'https://holdfast.example', hostId: 'a1', port: 4700 };

let dataFolder: string;
let encryption: Encryption;
const open = async (): Promise<void> => {
  encryption = await openEncryption({ dataFolder, keychain: null, now: () => 0 });
};
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'holdfast-address-'));
  await open();
  encryption.begin(ADDRESS);
  await encryption.switchOn();
  await encryption.stop();
});
afterEach(async () => {
  await encryption.stop();
  await rm(dataFolder, { recursive: true });
});

describe('the address of an encrypted desktop, for the case that its database is lost', () => {
  it.each([{ server: 'https://moved.example' }, { hostId: 'b2' }, { port: 4701 }])(
    'is stored again when it has changed: %j',
    async (changed) => {
      expect(readEncryptionState(dataFolder)).toMatchObject(ADDRESS);
      await open();
      encryption.begin({ ...ADDRESS, ...changed });
      expect(readEncryptionState(dataFolder)).toMatchObject({ ...ADDRESS, ...changed });
    },
  );

  it('is written to a new database, except for the parts that it has', async () => {
    const { db, close } = await openTestDatabase('sqlite', 'device');
    await writeFact(db, 'port', 5000);
    await encryption.restoreAddress(db);
    const facts = [await readFact(db, 'server'), await readFact(db, 'hostId'), await readFact(db, 'port')];
    expect(facts).toEqual([ADDRESS.server, ADDRESS.hostId, 5000]);
    await close();
  });
});

describe('the encryption of a desktop', () => {
  it('is complete once its photos and files are encrypted, and its database, too', async () => {
    await open();
    encryption.begin(ADDRESS);
    await expect.poll(() => readEncryptionState(dataFolder)?.isComplete).toBe(true);
    await writeFile(join(dataFolder, 'device.db'), 'SQLite format 3\0 with rows');
    expect(encryption.isComplete()).toBe(false);
    await writeFile(join(dataFolder, 'device.db'), 'bytes that only the key can read');
    expect(encryption.isComplete()).toBe(true);
  });
});

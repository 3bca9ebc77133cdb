import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Keychain } from '../agent/keychain.ts';
import { memoryKeychain } from '../agent/testing/memoryKeychain.ts';
import { KEY_FILE, makeKey, moveKey, readKey } from './dataKey.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A keychain that accepts keys without storing them. */
const forgetful: Keychain = { read: () => Promise.resolve(null), write: () => Promise.resolve() };

describe('the key of the data of a desktop', () => {
  it('is in a file for its user alone when the keychain does not return it', async () => {
    const { key, ...place } = await makeKey(folder, forgetful, 'host');
    expect(place.place).toBe('file');
    expect(statSync(join(folder, KEY_FILE)).mode & 0o777).toBe(0o600);
    expect((await readKey(folder, forgetful, place))?.equals(key)).toBe(true);
    await moveKey(folder, forgetful, place, key, () => expect.unreachable());
    expect(existsSync(join(folder, KEY_FILE))).toBe(true);
  });

  it('is removed from its file only after it is recorded that the keychain has it', async () => {
    const { key, ...place } = await makeKey(folder, null, 'host');
    const keychain = memoryKeychain();
    let isFileThere = false;
    await moveKey(folder, keychain, place, key, () => (isFileThere = existsSync(join(folder, KEY_FILE))));
    expect(isFileThere).toBe(true);
    expect(existsSync(join(folder, KEY_FILE))).toBe(false);
    expect((await readKey(folder, keychain, { ...place, place: 'keychain' }))?.equals(key)).toBe(true);
  });

  it('is treated as lost when the keychain has another one under its name', async () => {
    const keychain = memoryKeychain();
    const place = await makeKey(folder, keychain, 'host');
    const other = await makeKey(folder, null, 'host');
    await keychain.write(place.account, other.key.toString('base64'));
    expect(await readKey(folder, keychain, place)).toBeNull();
  });
});

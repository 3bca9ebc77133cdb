import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { knownKeys, openVault, VaultKeysError, vaultKeys } from './vault.ts';

describe('a vault', () => {
  const key = randomBytes(32);
  const vault = openVault([key]);

  it('decrypts what it encrypted, for the same record only', () => {
    const sealed = vault.seal('JBSWY3DPEHPK3PXP', 'secondFactor 1');
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
    expect(vault.seal('JBSWY3DPEHPK3PXP', 'secondFactor 1')).not.toBe(sealed);
    expect(vault.open(sealed, 'secondFactor 1')).toBe('JBSWY3DPEHPK3PXP');
    expect(vault.open(sealed, 'secondFactor 2')).toBeNull();
  });

  it('refuses texts that were changed, truncated or encrypted with an unknown key', () => {
    const sealed = vault.seal('a secret', 'a record');
    const bytes = Buffer.from(sealed.split('.')[2]!, 'base64url');
    for (const at of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(
        vault.open([...sealed.split('.').slice(0, 2), changed.toString('base64url')].join('.'), 'a record'),
      ).toBeNull();
    }
    expect(vault.open(sealed.slice(0, -20), 'a record')).toBeNull();
    expect(vault.open(sealed.slice(0, 30), 'a record')).toBeNull();
    expect(openVault([randomBytes(32)]).open(sealed, 'a record')).toBeNull();
    // A sealed empty text has no bytes beyond nonce and tag.
    expect(vault.open(vault.seal('', 'a record'), 'a record')).toBe('');
  });

  it('encrypts with its first key and decrypts with all, so that keys can be replaced', () => {
    const old = vault.seal('a secret', 'a record');
    const rotated = openVault([randomBytes(32), key]);
    expect(rotated.open(old, 'a record')).toBe('a secret');
    expect(rotated.isCurrent(old)).toBe(false);
    expect(rotated.isCurrent(rotated.seal('a secret', 'a record'))).toBe(true);
  });

  it('returns a text that was stored before there were keys', () => {
    expect(vault.open('JBSWY3DPEHPK3PXP', 'a record')).toBe('JBSWY3DPEHPK3PXP');
    expect(vault.isCurrent('JBSWY3DPEHPK3PXP')).toBe(false);
  });
});

describe('the keys of a data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-vault-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are created once, in a file that only its owner may read', async () => {
    const keys = vaultKeys(folder, null);
    expect(keys.map(({ length }) => length)).toEqual([32]);
    expect(vaultKeys(folder, null)).toEqual(keys);
    expect((await stat(join(folder, 'secret-keys'))).mode & 0o777).toBe(0o600);
  });

  it('are read line by line, or from the configuration', async () => {
    const [first, second] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));
    await writeFile(join(folder, 'secret-keys'), `${first}\n\n ${second} \n`);
    expect(vaultKeys(folder, null).map((key) => key.toString('base64'))).toEqual([first, second]);
    expect(vaultKeys(folder, `${second}, ${first}`).map((key) => key.toString('base64'))).toEqual([second, first]);
    expect(await readFile(join(folder, 'secret-keys'), 'utf8')).toContain(first);
  });

  it('are null while there are none, and are not created by looking for them', async () => {
    expect(knownKeys(folder, null)).toBeNull();
    expect(await readdir(folder)).toEqual([]);
    expect(knownKeys(folder, null)).toBeNull();
    expect(vaultKeys(folder, null)).toEqual(knownKeys(folder, null));
  });

  it.runIf(process.platform === 'linux')('cannot be created where the folder accepts no files', () => {
    expect(() => vaultKeys('/proc/self/fdinfo', null)).toThrow(/EACCES|ENOENT|EPERM/);
  });

  it('are refused together when one of several is invalid, and when there are none in the configuration', () => {
    expect(() => vaultKeys(folder, `${randomBytes(32).toString('base64')},c2hvcnQ=`)).toThrow(
      'HOLDFAST_SECRET_KEYS must hold keys of 32 bytes in base64.',
    );
    expect(() => vaultKeys(folder, ' , ')).toThrow(VaultKeysError);
    expect(() => openVault([])).toThrow(VaultKeysError);
  });

  it('are refused when they are too short or invalid', async () => {
    expect(() => vaultKeys(folder, 'c2hvcnQ=')).toThrow(VaultKeysError);
    await writeFile(join(folder, 'secret-keys'), '\n');
    expect(() => vaultKeys(folder, null)).toThrow(VaultKeysError);
  });
});

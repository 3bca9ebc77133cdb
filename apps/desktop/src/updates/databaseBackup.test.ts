import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUpDatabase, settleBackups } from './databaseBackup.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'holdfast-backup-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const write = (name: string, text: string): void => writeFileSync(join(data, name), text);
/** Returns the text of a file; null when there is none. */
const read = (name: string): string | null =>
  existsSync(join(data, name)) ? readFileSync(join(data, name), 'utf8') : null;
const copies = (): string[] => (existsSync(join(data, 'backups')) ? readdirSync(join(data, 'backups')) : []);

describe('the copy of a database before a version is tried', () => {
  it('has the database with its open transactions, for its user alone', () => {
    write('device.db', 'rows');
    write('device.db-wal', 'open');
    write('device.db-shm', 'index');
    backUpDatabase(data, '0.2.0');
    expect(copies()).toEqual(['before-0.2.0']);
    expect(readdirSync(join(data, 'backups/before-0.2.0')).toSorted()).toEqual(['device.db', 'device.db-wal']);
    expect([read('backups/before-0.2.0/device.db'), read('backups/before-0.2.0/device.db-wal')]).toEqual([
      'rows',
      'open',
    ]);
    expect(statSync(join(data, 'backups/before-0.2.0')).mode & 0o777).toBe(0o700);
  });

  it('is not made without a database', () => {
    backUpDatabase(data, '0.2.0');
    expect(copies()).toEqual([]);
  });

  it('is not replaced by a second start of the same version, which may have changed the database', () => {
    write('device.db', 'rows');
    backUpDatabase(data, '0.2.0');
    write('device.db', 'a newer shape');
    backUpDatabase(data, '0.2.0');
    expect(read('backups/before-0.2.0/device.db')).toBe('rows');
  });

  it('replaces those of earlier versions, and what an interrupted copy left', () => {
    write('device.db', 'old');
    backUpDatabase(data, '0.2.0');
    mkdirSync(join(data, 'backups/before-0.3.0.new'));
    write('backups/before-0.3.0.new/device.db-wal', 'half');
    write('device.db', 'rows');
    backUpDatabase(data, '0.3.0');
    expect(copies()).toEqual(['before-0.3.0']);
    expect(readdirSync(join(data, 'backups/before-0.3.0'))).toEqual(['device.db']);
  });
});

describe('a copy at the next start', () => {
  beforeEach(() => {
    write('device.db', 'rows');
    write('device.db-wal', 'open');
    backUpDatabase(data, '0.2.0');
    write('device.db', 'a newer shape');
    write('device.db-wal', 'newer');
    write('device.db-shm', 'newer');
  });

  it('is put back when its version is refused, instead of all files of the database', () => {
    expect(settleBackups(data, { current: null, refused: ['0.1.9', '0.2.0'] })).toBe('0.2.0');
    expect([read('device.db'), read('device.db-wal'), read('device.db-shm')]).toEqual(['rows', 'open', null]);
    expect(copies()).toEqual([]);
    expect(settleBackups(data, { current: null, refused: ['0.2.0'] })).toBeNull();
  });

  it('without open transactions leaves none of the replaced database', () => {
    rmSync(join(data, 'backups/before-0.2.0/device.db-wal'));
    settleBackups(data, { current: null, refused: ['0.2.0'] });
    expect([read('device.db'), read('device.db-wal'), read('device.db-shm')]).toEqual(['rows', null, null]);
  });

  it('is removed once its version runs', () => {
    expect(settleBackups(data, { current: '0.2.0', refused: [] })).toBeNull();
    expect(copies()).toEqual([]);
    expect(read('device.db')).toBe('a newer shape');
  });

  it('is kept while its version is on trial', () => {
    expect(settleBackups(data, { current: '0.1.0', refused: ['0.3.0'] })).toBeNull();
    expect(copies()).toEqual(['before-0.2.0']);
    expect(read('device.db')).toBe('a newer shape');
  });

  it('is the only file of its folder that counts', () => {
    write('backups/notes', '');
    expect(settleBackups(data, { current: '0.2.0', refused: [] })).toBeNull();
    expect(copies()).toEqual(['notes']);
  });
});

import { existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, makePrivate } from './folder.ts';
import { openSqlite } from './sqlite.ts';

describe('a folder', () => {
  it('is created with its parents, and not changed when it exists', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'holdfast-folder-')), 'a', 'b');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it.skipIf(!existsSync('/proc/self'))('is refused at once where the file system does not allow it', () => {
    expect(() => makeFolder('/proc/holdfast/data')).toThrow('/proc/holdfast');
  });

  it.skipIf(process.platform === 'win32')(
    'and the database in it are accessible to their owner alone, also existing ones',
    async () => {
      const folder = join(mkdtempSync(join(tmpdir(), 'holdfast-folder-')), 'data');
      makeFolder(folder);
      writeFileSync(join(folder, 'device.db'), '', { mode: 0o644 });
      const { close } = openSqlite(join(folder, 'device.db'), 'device');
      const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map(
        (path) => statSync(path).mode & 0o077,
      );
      expect(modes.length).toBeGreaterThan(2);
      expect(new Set(modes)).toEqual(new Set([0]));
      await close();
      makePrivate(join(folder, 'is-not-there'), 0o600);
    },
  );
});

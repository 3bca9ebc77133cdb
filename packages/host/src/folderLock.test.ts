import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FolderInUse, lockFolder } from './folderLock.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'holdfast-lock-'));

describe('a data folder', () => {
  it('is locked by one process at a time, and by the next once it is released', () => {
    const folder = newFolder();
    const giveFree = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    giveFree();
    lockFolder(folder)();
  });

  it('is created when it does not exist', () => {
    lockFolder(join(newFolder(), 'new', 'place'))();
  });

  it('is unlocked when the process that held it was killed', async () => {
    const folder = newFolder();
    const program = `
      const { lockFolder } = await import(${JSON.stringify(import.meta.resolve('./folderLock.ts'))});
      lockFolder(${JSON.stringify(folder)});
      console.log('locked');
      setInterval(() => undefined, 1000);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(other.stdout, 'data');
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    other.kill('SIGKILL');
    await once(other, 'exit');
    lockFolder(folder)();
  });
});

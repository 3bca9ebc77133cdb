import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FolderInUse, lockFolder } from './folderLock.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'holdfast-lock-'));

describe('a data folder', () => {
  it('belongs to one at a time, and to the next once it is given free', () => {
    const folder = newFolder();
    const giveFree = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUse);
    giveFree();
    lockFolder(folder)();
  });

  it('is made when it is not there', () => {
    lockFolder(join(newFolder(), 'new', 'place'))();
  });

  it('is free again when the process that had it was killed', async () => {
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

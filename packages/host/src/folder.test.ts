import { existsSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from './folder.ts';

describe('a folder', () => {
  it('is made with all above it, and left alone when it is there', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'holdfast-folder-')), 'a', 'b');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it.skipIf(!existsSync('/proc/self'))('is refused at once where the file system takes none', () => {
    expect(() => makeFolder('/proc/holdfast/data')).toThrow('/proc/holdfast');
  });
});

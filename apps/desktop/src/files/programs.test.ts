import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemPrograms } from './programs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-programs-'));
  // Only the programs of a test are found.
  vi.stubEnv('PATH', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Puts a program in place that records its arguments, one a line. */
function program(name: string, output = '', code = 0): void {
  const lines = ['#!/bin/sh', `for each in "$@"; do echo "$each" >> '${join(folder, `${name}.args`)}'; done`];
  const path = join(folder, name);
  writeFileSync(path, [...lines, `printf '${output}'`, `exit ${code}`, ''].join('\n'));
  chmodSync(path, 0o755);
}

const argsOf = (name: string): string[] =>
  readFileSync(join(folder, `${name}.args`), 'utf8')
    .trimEnd()
    .split('\n');

describe.skipIf(process.platform === 'win32')('a file', () => {
  it.each([
    ['linux', 'xdg-open', ['/tmp/a b.pdf']],
    ['darwin', 'open', ['--', '/tmp/a b.pdf']],
    ['win32', 'explorer.exe', ['/tmp/a b.pdf']],
  ] as const)('is opened on %s by %s', async (platform, name, args) => {
    program(name);
    await systemPrograms(platform).open('/tmp/a b.pdf');
    expect(argsOf(name)).toEqual(args);
  });

  it('is not opened without a program, or when that fails', async () => {
    await expect(systemPrograms('linux').open('/tmp/a.pdf')).rejects.toMatchObject({ code: 'noProgram' });
    program('xdg-open', '', 4);
    await expect(systemPrograms('linux').open('/tmp/a.pdf')).rejects.toMatchObject({ code: 'noProgram' });
  });
});

describe.skipIf(process.platform === 'win32')('files', () => {
  it.each([
    ['linux', 'zenity', /^--title=Choose photos$/m, /^--file-filter=Photos \| \*\.jpg .*\*\.bmp$/m],
    ['linux', 'kdialog', /^Choose photos$/m, /^\*\.jpg .*\*\.bmp\|Photos$/m],
    ['darwin', 'osascript', /with prompt "Choose photos"/, / of type \{"public\.image"\}/],
    ['win32', 'powershell.exe', /\$dialog\.Title = 'Choose photos'/, /'Photos\|\*\.jpg;.*;\*\.bmp'/],
  ] as const)('are chosen on %s by %s, photos alone or any', async (platform, name, title, onlyPhotos) => {
    program(name, '/tmp/one.jpg\\r\\n/tmp/two three.jpg\\n\\n');
    const { choose } = systemPrograms(platform);
    expect(await choose('image')).toEqual(['/tmp/one.jpg', '/tmp/two three.jpg']);
    const asked = argsOf(name).join('\n');
    expect(asked).toMatch(title);
    expect(asked).toMatch(onlyPhotos);
    rmSync(join(folder, `${name}.args`));
    await choose('file');
    const any = argsOf(name).join('\n');
    expect(any).toContain('Choose files');
    expect(any).not.toMatch(onlyPhotos);
  });

  it('are none when the person cancels, and no other dialog follows', async () => {
    program('zenity', '/tmp/ignored.jpg', 1);
    program('kdialog', '/tmp/other.jpg');
    expect(await systemPrograms('linux').choose('file')).toEqual([]);
    expect(() => argsOf('kdialog')).toThrow('ENOENT');
  });

  it('cannot be chosen without a program', async () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      await expect(systemPrograms(platform).choose('file')).rejects.toMatchObject({ code: 'noProgram' });
  });
});

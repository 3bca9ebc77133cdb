import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { webFolder } from './webFolder.ts';

it('The web application is found beside the built host, before that of the repository, and only when it is built', () => {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-web-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const host = pathToFileURL(join(root, 'apps/server/main.ts')).href;
  const found = (): string | null => webFolder(host, '../..');
  const place = (folder: string): string => {
    mkdirSync(join(root, folder), { recursive: true });
    return join(root, folder);
  };
  expect(found()).toBeNull();
  const built = place('dist/web');
  expect(found()).toBeNull();
  writeFileSync(join(built, 'index.html'), '');
  expect(found()).toBe(built);
  const beside = place('apps/web');
  expect(found()).toBe(built);
  writeFileSync(join(beside, 'index.html'), '');
  expect(found()).toBe(beside);
});

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const OXLINT = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');

/** A module of so many lines. */
const lines = (count: number): string => `${'export {};\n'.repeat(count - 1)}export const last = 1;\n`;

/** A module with a function of so many lines, its blank and comment lines not counted. */
const functionOf = (count: number): string =>
  `export function sum(): number {\n  let total = 0;\n${'  total += 1;\n'.repeat(count - 4)}  // Why.\n\n  return total;\n}\n`;

describe('the rules of oxlint', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-lint-'));
    copyFileSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function lint(file: string, text: string): string {
    writeFileSync(join(folder, file), text);
    const { stdout } = spawnSync(process.execPath, [OXLINT, '--format', 'unix', file], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stdout;
  }

  it.each([
    ['a file of 501 lines', 'long.ts', lines(501), 'max-lines'],
    ['a test of 801 lines', 'long.test.ts', lines(801), 'max-lines'],
    ['a function of 151 lines', 'deep.ts', functionOf(151), 'max-lines-per-function'],
    ['an any', 'loose.ts', 'export const loose = (value: any): unknown => value;\n', 'no-explicit-any'],
    ['a console.log', 'talking.ts', "console.log('here');\n", 'no-console'],
  ])('refuse %s', (_, file, text, rule) => {
    expect(lint(file, text)).toContain(rule);
  });

  it.each([
    ['a file of 500 lines', 'full.ts', lines(500)],
    ['a test of 800 lines', 'full.test.ts', lines(800)],
    ['a function of 150 lines', 'whole.ts', functionOf(150)],
    ['a function of 151 lines in a test', 'deep.test.ts', functionOf(151)],
  ])('allow %s', (_, file, text) => {
    expect(lint(file, text)).not.toContain('max-lines');
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPurity, impuritiesOf } from '../scripts/checks/purity.mjs';

describe('the check that clock and ids come from outside', () => {
  it.each([
    ['Date.now();', 'Date.now'],
    ['const clock = Date.now;', 'Date.now'],
    ["globalThis['Date']['now']();", 'Date.now'],
    ['const day = new Date();', 'new Date()'],
    ['const day = Date();', 'Date()'],
    ['const roll = Math.random();', 'Math.random'],
    ['const { random: roll } = Math;', 'Math.random'],
    ['const { random } = Math;', 'Math.random'],
    ['const id = crypto.randomUUID();', 'crypto.randomUUID'],
    ['globalThis.crypto.getRandomValues(new Uint8Array(8));', 'crypto.getRandomValues'],
    ['performance.now();', 'performance.now'],
  ])('finds %s', (source, what) => {
    expect(impuritiesOf(`const ä: string = 'é';\n${source}\n`)).toEqual([{ line: 2, what }]);
  });

  it.each([
    'const day = new Date(instant);',
    'const when = ctx.clock.now();',
    "const words = 'Date.now()'; // Math.random()",
    'const date = Date.UTC(2026, 0, 1);',
    'interface Clock { now(): number }',
  ])('accepts %s', (source) => {
    expect(impuritiesOf(source)).toEqual([]);
  });

  it('covers the workspaces that follow it, without their tests', () => {
    const tree = mkdtempSync(join(tmpdir(), 'holdfast-purity-'));
    try {
      for (const workspace of ['contract', 'sync', 'core', 'demo', 'frx']) {
        mkdirSync(join(tree, 'packages', workspace, 'src', 'testing'), { recursive: true });
        for (const file of ['planted.ts', 'planted.test.ts', 'testing/planted.ts']) {
          writeFileSync(join(tree, 'packages', workspace, 'src', file), 'export const now = Date.now();\n');
        }
      }
      expect(checkPurity(tree)).toEqual(
        ['contract', 'sync', 'core', 'demo'].map((workspace) => ({
          file: join('packages', workspace, 'src', 'planted.ts'),
          line: 1,
          what: 'Date.now',
        })),
      );
    } finally {
      rmSync(tree, { recursive: true, force: true });
    }
  });
});

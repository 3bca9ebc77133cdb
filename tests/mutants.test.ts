import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawn, nearness } from '../scripts/mutants/draw.mjs';
import { type Fault, pointOfFault } from '../scripts/mutants/planted.mjs';
import { pointsOf } from '../scripts/mutants/points.mjs';
import { reportOf } from '../scripts/mutants/report.mjs';
import { withSwitches } from '../scripts/mutants/switches.mjs';

const ROOT = join(import.meta.dirname, '..');
const FEE = 'tests/mutants/fee.ts';
const TOTAL = 'tests/mutants/total.ts';

const changesOf = (source: string): string[] =>
  pointsOf('a.ts', source).map(({ before, after }) => `${before} → ${after}`);

describe('npm run mutants', () => {
  it('lists the faults that no test finds, and none that one does', { timeout: 300_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-'));
    try {
      const report = join(folder, 'report.txt');
      const program = join(ROOT, 'scripts', 'mutants', 'main.mjs');
      const args = [program, FEE, '--tests', 'tests/mutants/', '--report', report];
      // No test of the example asks for a database.
      const env = { ...process.env, HOLDFAST_TEST_PG: process.env['HOLDFAST_TEST_PG'] ?? 'none' };
      const run = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
      expect(run.status, run.stderr).toBe(0);
      expect(run.stdout, 'each outcome is printed at once').toMatch(/ 6 of 6: survived .*fee\.ts:3$/m);
      expect(readFileSync(report, 'utf8').trim().split('\n')).toEqual([
        '4 of 6 mutants found (67 %), 0 of them by the time limit; 0 equivalent ones left out',
        '  tests/mutants: 4 of 6 (67 %)',
        expect.stringMatching(/^survived: .*fee\.ts:3 {2}/),
        expect.stringMatching(/^survived: .*fee\.ts:3 {2}/),
      ]);
      expect(readFileSync(report, 'utf8')).toContain('amount >= 100 → (amount) > (100)');
      expect(readFileSync(report, 'utf8')).toContain('100 → (100 + 1)');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('ends when sources are changed meanwhile, and names them', { timeout: 300_000 }, async () => {
    const { atime, mtime } = statSync(join(ROOT, TOTAL));
    const program = join(ROOT, 'scripts', 'mutants', 'main.mjs');
    const run = spawn(process.execPath, [program, FEE, '--tests', 'tests/mutants/', '--sqlite'], { cwd: ROOT });
    try {
      const ended = once(run, 'exit');
      let errors = '';
      run.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      // Its first line, before the tests run.
      await once(run.stdout, 'data');
      utimesSync(join(ROOT, TOTAL), atime, new Date(mtime.getTime() + 1000));
      expect(await ended).toEqual([1, null]);
      expect(errors).toContain(`changed during the run, so that it has to be started again: ${join(TOTAL)}`);
    } finally {
      run.kill();
      utimesSync(join(ROOT, TOTAL), atime, mtime);
    }
  });

  it('fails when no sources are named, or a line without a mutant', () => {
    const program = join(ROOT, 'scripts', 'mutants', 'main.mjs');
    const run = spawnSync(process.execPath, [program, 'tests/mutants/fee.test.ts'], { cwd: ROOT, encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('name files, folders or packages');
    const line = spawnSync(process.execPath, [program, '--only', `${FEE}:999`], { cwd: ROOT, encoding: 'utf8' });
    expect(line.status).toBe(1);
    expect(line.stderr).toContain(`No mutant begins on ${FEE}:999`);
  });
});

describe('the places of mutants', () => {
  it('are expressions and calls within functions, never types, keys, or what runs once when it is loaded', () => {
    const source = 'const a = 1 < 2; type B = 3; const f = (c: 4): 5 => ({ [c]: !c, 6: c });';
    expect(changesOf(source)).toEqual(['!c → c']);
  });

  it('are operators, conditions, numbers, methods and calls for their effect', () => {
    expect(changesOf('function f(a) { if (a.b) g(a); return a.list.filter(h) }')).toEqual([
      'a.b → true',
      'a.b → false',
      'g(a); → ',
      'a.list.filter(h) → a.list',
    ]);
    expect(changesOf('const f = (a) => a > 1')).toEqual(['a > 1 → (a) >= (1)', '1 → (1 + 1)']);
    expect(changesOf('const f = (a, b) => a && b')).toEqual(['a && b → (a) || (b)', 'a && b → a', 'a && b → b']);
  });

  it('leave the behaviour unchanged while their switch is off, also when nested', () => {
    const source = 'globalThis.tried = (a, b) => { let n = 0; if (a < 1) n += b > 2 ? 3 : 4; return n }';
    const mutants = pointsOf('a.ts', source).map((point, id) => ({ ...point, id, file: 'a.ts' }));
    const run = (text: string, on: number): number[] => {
      const scope: { tried?(a: number, b: number): number; holdfastMutant(id: number): boolean } = {
        holdfastMutant: (id) => id === on,
      };
      // oxlint-disable-next-line typescript/no-implied-eval -- the text is what is tested
      new Function('globalThis', text)(scope);
      return [0, 1, 2].flatMap((a) => [1, 2, 3].map((b) => scope.tried!(a, b)));
    };
    const compiled = withSwitches(source, mutants);
    const plain = run(source, -1);
    expect(run(compiled, -1)).toEqual(plain);
    for (const { id, before, after } of mutants) expect(run(compiled, id), `${before} → ${after}`).not.toEqual(plain);
  });
});

describe('a fault that is written down', () => {
  const source =
    'function f(a, b) { if (a > 1) { g(a); h(b); } const c = [1, a].filter(Boolean).length; return `${a} ${b}`; }';
  const fault = (before: string, after: string) => pointOfFault({ name: 'one', file: 'a.ts', before, after }, source);

  it('replaces the smallest expression or statement around its text', () => {
    expect(fault('a > 1', 'a > 2')).toMatchObject({ before: 'a > 1', after: 'a > 2', isStatement: false });
    expect(fault('.filter(Boolean)', '')).toMatchObject({ before: '[1, a].filter(Boolean)', after: '[1, a]' });
    expect(fault(' ${b}', '')).toMatchObject({ before: '`${a} ${b}`', after: '`${a}`' });
    expect(fault('g(a);', '')).toMatchObject({ before: 'g(a);', after: '', isStatement: true });
    expect(fault('g(a); h(b);', 'h(b);')).toMatchObject({ before: '{ g(a); h(b); }', isStatement: true });
  });

  it('of the kept list is in the sources as they are', () => {
    const kept = JSON.parse(readFileSync(join(ROOT, 'tests/mutants/planted.json'), 'utf8')) as Fault[];
    expect(kept).toHaveLength(40);
    for (const fault of kept)
      expect(() => pointOfFault(fault, readFileSync(join(ROOT, fault.file), 'utf8')), fault.name).not.toThrow();
  });

  it('is refused when its text is not there, or more than once', () => {
    expect(() => fault('a > 3', '')).toThrow('is not once in a.ts');
    expect(() => fault('a', 'b')).toThrow('is not once in a.ts');
  });

  it('is planted in the run that tries it, and named when no test finds it', { timeout: 300_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-'));
    try {
      const planted = join(folder, 'planted.json');
      const faults = [
        { name: 'never free', file: FEE, before: 'amount >= 100', after: 'false' },
        // Another test runs for it; the one that failed before does not count again.
        { name: 'below zero', file: TOTAL, before: 'Math.max(0, amount + fee)', after: 'amount + fee' },
        { name: 'from more than 100 on', file: FEE, before: 'amount >= 100', after: 'amount > 100' },
      ];
      writeFileSync(planted, JSON.stringify(faults));
      const report = join(folder, 'report.txt');
      const args = [
        join(ROOT, 'scripts', 'mutants', 'main.mjs'),
        '--planted',
        planted,
        '--tests',
        'tests/mutants/',
        '--report',
        report,
      ];
      const env = { ...process.env, HOLDFAST_TEST_PG: process.env['HOLDFAST_TEST_PG'] ?? 'none' };
      const run = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
      expect(run.status, run.stderr).toBe(0);
      expect(readFileSync(report, 'utf8')).toContain('1 of 3 mutants found (33 %)');
      expect(readFileSync(report, 'utf8')).toContain('fee.ts:3  from more than 100 on');
      expect(readFileSync(report, 'utf8')).toContain('total.ts:3  below zero');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the draw', () => {
  it('is the same for the same seed, differs for another seed, and contains none twice', () => {
    const all = Array.from({ length: 100 }, (_, i) => i);
    expect(drawn(all, 20, 7)).toEqual(drawn(all, 20, 7));
    expect(drawn(all, 20, 7)).not.toEqual(drawn(all, 20, 8));
    expect(drawn(all, 200, 7).toSorted((a, b) => a - b)).toEqual(all);
  });

  it('runs the tests beside a source first', () => {
    const source = 'packages/core/src/items/tags.ts';
    const tests = [
      'packages/core/src/items/tags.test.ts',
      'packages/core/src/items/a.test.ts',
      'packages/api/src/a.test.ts',
    ];
    expect(tests.map((test) => nearness(test, source))).toEqual([5, 4, 1]);
  });
});

describe('the report', () => {
  const mutant = { id: 1, file: FEE, line: 3, start: 0, end: 1, before: '100', after: '(100 + 1)' };
  const known = [{ file: FEE, line: 'return 100;', before: '100', after: '(100 + 1)', reason: 'No one pays it.' }];
  const report = (line: string) =>
    reportOf({
      found: [],
      survivors: [mutant],
      late: 0,
      known,
      files: [FEE],
      lineOf: () => line,
      isReached: () => true,
    });

  it('leaves equivalent mutants out while their line exists, and names the entry once it does not', () => {
    expect(report('return 100;')).toBe(
      '0 of 0 mutants found, 0 of them by the time limit; 1 equivalent ones left out\n',
    );
    expect(report('return 101;')).toContain('survived: tests/mutants/fee.ts:3  100 → (100 + 1)');
    expect(report('return 101;')).toContain('no longer there: tests/mutants/fee.ts "return 100;"');
  });
});

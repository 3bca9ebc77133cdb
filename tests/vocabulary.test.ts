import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkVocabulary, replacedNamesOf } from '../scripts/vocabulary.mjs';

const ROOT = resolve(import.meta.dirname, '..');

describe('The check of names', () => {
  it('finds a replaced name in a source with its line and the term to use', () => {
    expect(replacedNamesOf('packages/core/src/a.ts', 'const a = 1;\nconst made = buildHouse(a);\n')).toEqual([
      { file: 'packages/core/src/a.ts', line: 2, word: 'buildHouse', use: 'buildApplication' },
    ]);
  });

  it('finds a replaced name of a file', () => {
    expect(replacedNamesOf('packages/core/src/tidy.ts', '')).toMatchObject([{ line: 0, word: 'tidy' }]);
  });

  it('lets longer names and allowed places pass', () => {
    expect(replacedNamesOf('packages/core/src/a.ts', 'untidy(Grounds, rebuildHouse);')).toEqual([]);
    expect(replacedNamesOf('packages/device/src/live.ts', 'openLive();')).toEqual([]);
  });

  it('finds none in the repository', () => {
    expect(checkVocabulary()).toEqual([]);
  });
});

describe('The page on architecture', () => {
  const page = readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8');
  const files = [...page.matchAll(/^\d+\. `([^`]+)`/gm)].map((match) => match[1] ?? '');

  it('names only files that exist', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});

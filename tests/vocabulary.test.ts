import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkedFiles, checkVocabulary, refusedWordsOf, WORDS } from '../scripts/checks/vocabulary.mjs';

const ROOT = resolve(import.meta.dirname, '..');

describe('The check of the vocabulary', () => {
  const wordsIn = (source: string): string[] =>
    refusedWordsOf('packages/core/src/a.ts', source).map(({ word }) => word);

  it('finds a planted word in a comment with its line and the terms to use', () => {
    expect(refusedWordsOf('packages/core/src/a.ts', 'const a = 1;\n// The page is told.\n')).toEqual([
      { file: 'packages/core/src/a.ts', line: 2, word: 'told', use: WORDS['told'] },
    ]);
  });

  it.each(Object.keys(WORDS))('finds "%s" in a comment, in a text and within an identifier', (word) => {
    const capital = `${word[0]?.toUpperCase()}${word.slice(1)}`;
    expect(wordsIn(`// ${capital} is refused.`)).toEqual([word]);
    expect(wordsIn(`it('refuses ${word} here', run);`)).toEqual([word]);
    expect(wordsIn(`build${capital}Again(${word}Count);`)).toEqual([word]);
  });

  it('finds a replaced name in a source and as the name of a file', () => {
    expect(wordsIn('const bus = openLive();')).toEqual(['openLive']);
    expect(refusedWordsOf('packages/host/src/everyNowAndThen.ts', '')).toMatchObject([
      { line: 0, word: 'everyNowAndThen' },
    ]);
    expect(refusedWordsOf('packages/core/src/tidyRows.ts', '')).toMatchObject([{ line: 0, word: 'tidy' }]);
  });

  it.each(['What', 'Which', 'How', 'Whether', 'Where', 'When', 'Why', 'Who', 'Whom', 'Whose'])(
    'finds a docstring that begins with %s',
    (word) => {
      expect(wordsIn(`/** ${word} it is. */`)).toEqual([word]);
      expect(wordsIn(`const a = 1;\n/**\n * ${word} it is.\n */`)).toEqual([word]);
      expect(wordsIn(`// ${word} is asked in an ordinary comment.`)).toEqual([]);
    },
  );

  it.each([
    'It ends without a word.',
    'A second event is no news.',
    "What is not the server's word counts as none.",
    'const turnAway = 1;',
    'Writes how it fared.',
    'A full sync heals it.',
    'Core does not know Node.',
    'It wins, whatever the clocks say.',
  ])('finds a figure of speech: %s', (text) => {
    expect(wordsIn(`const a = 1;\n// ${text}`)).toHaveLength(1);
  });

  it('finds a docstring of Rust that begins with a question word', () => {
    expect(wordsIn('/// Which of them it is.')).toEqual(['Which']);
    expect(wordsIn('//! How it works.')).toEqual(['How']);
  });

  it.each([
    '.dependency-cruiser.mjs',
    'knip.jsonc',
    'SECURITY.md',
    'README.md',
    'Dockerfile',
    'deploy/containers/compose.yaml',
    'apps/shell/src/agent.rs',
    'apps/web/index.html',
  ])('reads %s', (file) => {
    expect(checkedFiles()).toContain(file);
  });

  it('accepts longer words, terms of the domain and allowed places', () => {
    expect(wordsIn('background(toldo, household, indoors, classroom);')).toEqual([]);
    expect(wordsIn("['Skerrow control room', 'V-door side', 'Weld ground flush'];")).toEqual([]);
    expect(refusedWordsOf('packages/device/src/live.ts', 'openLive();')).toEqual([]);
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

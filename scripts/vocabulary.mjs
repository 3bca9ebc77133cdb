/** Check of names: identifiers, file names and folders use the terms of docs/glossary.md, not the replaced ones listed here. */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { ROOT } from './bootstrap/run.mjs';

/** Replaced names with the term to use. They match whole identifiers. */
export const REPLACED = /** @type {Record<string, string>} */ ({
  House: 'Application',
  buildHouse: 'buildApplication',
  TestHouse: 'TestFixture',
  openTestHouse: 'openTestFixture',
  Ground: 'Services',
  openLive: 'openEventBus',
  lentFile: 'readOnceFile',
  everyNowAndThen: 'repeat',
  NearSight: 'RenderWhenNear',
  TurnLimits: 'QueueLimits',
  tidy: 'removeExpired',
  tidyAttempts: 'removeExpiredAttempts',
  tellFailure: 'showFailure',
  obeyRevocation: 'applyRevocation',
});

/** Places where a replaced name is right, each with its reason. */
const ALLOWED = /** @type {Record<string, string[]>} */ ({
  // The desktop agent's connection to the live events of the server is named after the operation it calls.
  'packages/device/src/live.ts': ['openLive'],
  'packages/device/src/device.ts': ['openLive'],
});

/** Files that hold the list itself and its planted violations. */
const OWN = ['scripts/vocabulary.mjs', 'tests/vocabulary.test.ts'];

/**
 * @param {string} file path from the root of the repository
 * @param {string} source
 * @returns {{ file: string, line: number, word: string, use: string }[]} line 0 stands for the name of the file
 */
export function replacedNamesOf(file, source) {
  const allowed = ALLOWED[file] ?? [];
  const found = [];
  const stem = basename(file).replace(/\..*$/, '');
  for (const [word, use] of Object.entries(REPLACED)) {
    if (allowed.includes(word)) continue;
    if (stem === word) found.push({ file, line: 0, word, use });
    const name = new RegExp(`(?<![\\w$])${word}(?![\\w$])`);
    for (const [index, text] of source.split('\n').entries()) {
      if (name.test(text)) found.push({ file, line: index + 1, word, use });
    }
  }
  return found;
}

/** @returns {ReturnType<typeof replacedNamesOf>} replaced names in all sources of the repository */
export function checkVocabulary() {
  return ['packages', 'apps', 'tests', 'scripts']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/(^|\/)(node_modules|dist|\.cache)\//.test(file) && !OWN.includes(file))
    .flatMap((file) => replacedNamesOf(file, readFileSync(join(ROOT, file), 'utf8')));
}

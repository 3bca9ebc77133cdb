/**
 * Check of the vocabulary: code, tests, scripts and documents use the terms of docs/glossary.md and plain professional English. Words are
 * found in comments, texts and identifiers alike (`tellAgent` contains `tell`).
 */
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { ROOT } from '../bootstrap/run.mjs';

/** Refused words with the terms to use. Inflected forms are listed on their own. */
export const WORDS = /** @type {Record<string, string>} */ ({
  ...forms('tell tells told telling teller', 'report, show, notify, return, distinguish'),
  ...forms('hear hears heard hearing', 'receive'),
  ...forms('heed heeds heeded heeding obey obeys obeyed obeying', 'apply'),
  ...forms('introduce introduces introduced introducing introduction', 'add'),
  ...forms('somebody nobody', 'a user, another user, no one'),
  ...forms('everybody anybody', 'all users, every machine, any caller'),
  ...forms('whoever whichever wherever', 'the user, the caller, any, everywhere'),
  ...forms('anew', 'again'),
  ...forms('mend mends mended mending', 'correct, repair'),
  ...forms('lend lends lent lending borrow borrows borrowed borrowing', 'pass, share, take from'),
  ...forms('tidy tidies tidied tidying', 'remove, clean up'),
  ...forms('house houses', 'application'),
  ...forms('room rooms', 'space, package, width'),
  ...forms('door doors', 'entry point, index module'),
  ...forms('ground grounds', 'services, background'),
});

/** Refused phrases with the terms to use: figures of speech whose words are right elsewhere. */
const PHRASES = /** @type {readonly (readonly [RegExp, string])[]} */ ([
  [/\bwithout a word\b/g, 'without a warning, without an error'],
  [/\bis no news\b/g, 'is ignored'],
  [/\b(?:own|'s) word\b/g, 'message, event, header'],
  [/\bturns? away\b|\bturnAway\b/gi, 'refuse, end'],
  [/\bfared?\b/g, 'outcome'],
  [/\bheal(?:s|ed|ing)?\b/gi, 'correct, repair'],
  [/\bknows? (?:no|neither) Node\b|\bdoes not know Node\b/g, 'does not use Node'],
  [/\bwhatever the clocks\b/g, 'regardless of the clocks'],
]);

/** Replaced names with the term to use. They match whole identifiers and file names. */
const REPLACED = /** @type {Record<string, string>} */ ({
  openLive: 'openEventBus',
  everyNowAndThen: 'repeat',
  NearSight: 'RenderWhenNear',
  TurnLimits: 'QueueLimits',
});

/** Terms of the domain that contain refused words, and names of operating systems. They are allowed everywhere. */
const TERMS = /V-door|control room|[Jj]ack houses?|[Ww]eld ground flush|ground floor|"nobody"|'nobody'/g;

/** Places where a replaced name is right, each with its reason. */
const ALLOWED = /** @type {Record<string, string[]>} */ ({
  // A device's connection to the live events of the server is named after the operation it calls.
  'packages/device/src/live.ts': ['openLive'],
  'packages/device/src/device.ts': ['openLive'],
  'packages/device/src/live.test.ts': ['openLive'],
});

/** Files that are not held to the list, each with its reason. */
const EXEMPT = [
  // The list itself and its planted violations.
  'scripts/checks/vocabulary.mjs',
  'tests/vocabulary.test.ts',
  // Statements quoted from the specification.
  'docs/acceptance.md',
];

const FOLDERS = ['packages', 'apps', 'tests', 'scripts', 'docs', 'deploy'];

/** Kinds of files that people write: sources, documents and configuration. */
const WRITTEN =
  /(?:\.(?:ts|tsx|mjs|cjs|js|rs|css|html|md|jsonc|ya?ml|toml|sh|conf|service|timer|env|ps1)|^(?:Docker|Caddy)file)$/;
/** Folders of what is installed, built or generated. */
const MADE = /(?:^|\/)(?:node_modules|dist|target|gen|\.cache|test-results)\//;

/** Beginning of a docstring that describes a question instead of the thing. */
const QUESTION = /\/(?:\*\*[\s*]*|\/[/!]\s*)(?:What|Which|How|Whether|Where|When|Why|Who|Whom|Whose)\b/g;

/**
 * @param {string} file path from the root of the repository
 * @param {string} source
 * @returns {{ file: string, line: number, word: string, use: string }[]} line 0 means the name of the file
 */
export function refusedWordsOf(file, source) {
  const allowed = ALLOWED[file] ?? [];
  const found = wordsOf(basename(file))
    .filter((word) => Object.hasOwn(WORDS, word))
    .map((word) => ({ file, line: 0, word, use: WORDS[word] ?? '' }));
  const stem = basename(file).replace(/\..*$/, '');
  for (const [word, use] of Object.entries(REPLACED)) {
    if (stem === word) found.push({ file, line: 0, word, use });
  }
  for (const [index, text] of source.split('\n').entries()) {
    for (const word of new Set(wordsOf(text.replaceAll(TERMS, '')))) {
      if (Object.hasOwn(WORDS, word)) found.push({ file, line: index + 1, word, use: WORDS[word] ?? '' });
    }
    for (const [word, use] of Object.entries(REPLACED)) {
      const isUsed = text.includes(word) && new RegExp(`(?<![\\w$])${word}(?![\\w$])`).test(text);
      if (isUsed && !allowed.includes(word)) found.push({ file, line: index + 1, word, use });
    }
  }
  for (const [phrase, use] of PHRASES)
    for (const { 0: word, index } of source.matchAll(phrase))
      found.push({ file, line: source.slice(0, index).split('\n').length, word, use });
  for (const match of source.matchAll(QUESTION)) {
    const line = source.slice(0, match.index).split('\n').length;
    found.push({
      file,
      line,
      word: match[0].replace(/^[/*!\s]+/, ''),
      use: 'a docstring that begins with a verb or a noun',
    });
  }
  return found;
}

/** @returns {ReturnType<typeof refusedWordsOf>} refused words in all sources and documents of the repository */
export function checkVocabulary() {
  return checkedFiles().flatMap((file) => refusedWordsOf(file, readFileSync(join(ROOT, file), 'utf8')));
}

/** @returns {string[]} sources, documents and configuration, as paths from the root of the repository */
export function checkedFiles() {
  return FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .concat(readdirSync(ROOT, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && WRITTEN.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !MADE.test(file))
    .filter((file) => !EXEMPT.includes(file));
}

/**
 * @param {string} text
 * @returns {string[]} its words in lower case; identifiers are split at capital letters
 */
function wordsOf(text) {
  return (
    text
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  );
}

/**
 * @param {string} words
 * @param {string} use
 */
function forms(words, use) {
  return Object.fromEntries(words.split(' ').map((word) => [word, use]));
}

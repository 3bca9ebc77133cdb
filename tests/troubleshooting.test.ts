import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const page = readFileSync(join(ROOT, 'docs', 'troubleshooting.md'), 'utf8');
/** Messages in the first column of the page's tables. */
const messages = [...page.matchAll(/^\| "([^|]+)" +\|/gm)].map((match) => match[1] ?? '');

/** Returns the sources that can hold messages as one text. */
function sources(): string {
  const files = ['packages', 'apps', 'scripts'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !/\.test\.|node_modules|dist/.test(file))
      .map((file) => join(ROOT, folder, file)),
  );
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

it('The page on troubleshooting quotes messages as the program has them', () => {
  const text = sources();
  const isQuoted = (message: string): boolean => message.split('…').every((part) => text.includes(part.trim()));
  expect(messages.length).toBeGreaterThan(40);
  expect(messages.filter((message) => !isQuoted(message))).toEqual([]);
});

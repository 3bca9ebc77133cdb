/** References in code and documents resolve: decisions by number, sections of documents, statements of the acceptance list. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Sources and documents, without what is installed or made. */
const files = ['packages', 'apps', 'tests', 'scripts', 'docs']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs|css|md)$/.test(entry.name))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .filter(
    (file) => !/node_modules|^docs\/acceptance\.md$|^tests\/(?:references|acceptance|results)\.test\.ts$/.test(file),
  )
  .concat('README.md', 'CONTRIBUTING.md', 'SECURITY.md');

const pages = new Map<string, string>();
function page(path: string): string {
  const text = pages.get(path) ?? read(path);
  pages.set(path, text);
  return text;
}

const headings = (path: string): string[] => [...page(path).matchAll(/^#{1,6} (.+)$/gm)].map((match) => match[1]!);
const numbered = (path: string): number => [...page(path).matchAll(/^\d+\. /gm)].length;

/** A section by its number. */
const NUMBERED_SECTION = /(?:§+ ?|\b[Ss]ections? )\d[\d.]*/g;
/** Characters before the number of a section among which its standard is named. */
const BEFORE_SECTION = 40;
/** Standards of others, whose sections have numbers. Documents of the repository are cited by the title of a section. */
const STANDARD = /\b(?:RFC|HTML|ISO|IEC|LLRP|ECMA(?:-\d+)?|PDF|Unicode|UAX|ITU)\b/;

/** Reason why a reference does not resolve; undefined when it does. */
function trouble(text: string): string[] {
  const statements = new Set(
    [...page('docs/acceptance.md').matchAll(/^- \*\*([A-Z]{4}-\d{2})\*\*/gm)].map((match) => match[1]),
  );
  const areas = headings('docs/acceptance.md').map((heading) => heading.slice(0, 4));
  const found: string[] = [];
  for (const [whole, kind, number] of text.matchAll(/\b(product|data) decision (\d+)/g)) {
    const path = kind === 'product' ? 'docs/product-decisions.md' : 'docs/decisions/data.md';
    if (Number(number) < 1 || Number(number) > numbered(path)) found.push(whole);
  }
  for (const [whole, path, section] of text.matchAll(/\b(docs\/[\w/-]+\.md), "([^"]+)"/g))
    if (!headings(path!).includes(section!)) found.push(whole);
  for (const [whole, area] of text.matchAll(/\bdocs\/acceptance\.md, ([A-Z]{4})\b/g))
    if (!areas.includes(area!)) found.push(whole);
  for (const [id] of text.matchAll(/\b[A-Z]{4}-\d{2}\b/g))
    if (areas.includes(id.slice(0, 4)) && !statements.has(id)) found.push(id);
  for (const { 0: whole, index } of text.matchAll(NUMBERED_SECTION))
    if (!STANDARD.test(text.slice(Math.max(0, index - BEFORE_SECTION), index))) found.push(whole);
  // Pages that are no part of the repository, and decisions without a page.
  for (const [whole] of text.matchAll(
    /\bproduct\.txt\b|(?<!\/)\b(?:data|sync|application|look|ui|rfid)\.md §?\d[\d.]*|(?<![a-z] )\bdecisions \d+/g,
  ))
    found.push(whole);
  return found;
}

describe('references', () => {
  it('of code and documents resolve', () => {
    const broken = files.flatMap((file) => trouble(read(file)).map((what) => `${file}: ${what}`));
    expect(files.length).toBeGreaterThan(1000);
    expect(broken).toEqual([]);
  });

  it.each([
    ['a product decision that does not exist', 'as decided (product decision 999)'],
    ['a data decision that does not exist', 'as decided (data decision 0)'],
    ['a section that does not exist', 'see docs/sync.md, "What is forgotten"'],
    ['an area of the acceptance list that does not exist', 'see docs/acceptance.md, ABCD'],
    ['a statement that does not exist', `shown at once (${['COND', '99'].join('-')})`],
    ['a page outside of the repository', ['as product', 'txt says'].join('.')],
    ['a section by its number', `as said (${['sync', 'md'].join('.')} 2.4)`],
    ['a section of notes that are not in the repository', `as measured (${['frx-format', '§14'].join(' ')})`],
    ['several sections of such notes', `as measured (${['format notes', 'sections 15 and 25.9'].join(', ')})`],
    ['a decision without its page', `as said (${['decisions', '7'].join(' ')})`],
  ])('to %s are found', (_what, text) => {
    expect(trouble(text)).toHaveLength(1);
  });

  it.each(['RFC 9110 §14', 'HTML Standard §9.2', 'LLRP 1.0.1, section 16', 'RFC 6761, section 6.3'])(
    'to a section of a standard are accepted: %s',
    (text) => {
      expect(trouble(text)).toEqual([]);
    },
  );
});

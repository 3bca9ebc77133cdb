import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !/\btesting\b/.test(file))
  .map((file) => ({ file, text: readFileSync(join(SOURCE, file), 'utf8') }));
const using = (pattern: RegExp): string[] => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe('navigation', () => {
  it('is the router library’s, with its states and its blockers, and no other code navigates [ROUT-25]', () => {
    expect(using(/createBrowserRouter\(/)).toEqual([join('app', 'main.tsx')]);
    expect(
      using(/\buseBlocker\b[^;]*from 'react-router'|import \{[^}]*\buseBlocker\b[^}]*\} from 'react-router'/),
    ).not.toEqual([]);
    // An identity provider is another site, a download does not leave the page, and the token of a desktop's window is removed from the
    // address before the router exists. A page of another version than the server is loaded again at its destination. Dialogs have history entries of their own above that of their page, which the router does not see.
    expect(
      using(/\b(?:pushState|replaceState)\(|location\.(?:assign|replace)\(|location\.href\s*=/).toSorted(),
    ).toEqual([
      join('features', 'users', 'SingleSignOnButton.tsx'),
      join('lib', 'calls', 'downloads.ts'),
      join('lib', 'host.ts'),
      join('lib', 'navigation', 'layers.ts'),
      join('lib', 'parts.ts'),
    ]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(join(SOURCE, file), 'utf8') }));
const using = (pattern: RegExp): string[] => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe('navigation', () => {
  it('is the router library’s, with its states and its blockers, and nothing moves through history beside it [ROUT-25]', () => {
    expect(using(/createBrowserRouter\(/)).toEqual([join('app', 'main.tsx')]);
    expect(
      using(/\buseBlocker\b[^;]*from 'react-router'|import \{[^}]*\buseBlocker\b[^}]*\} from 'react-router'/),
    ).not.toEqual([]);
    // An identity provider is another site, a download leaves the page where it is, and the token of a desktop's window leaves the address before
    // there is a router.
    expect(
      using(/\b(?:pushState|replaceState)\(|location\.(?:assign|replace)\(|location\.href\s*=/).toSorted(),
    ).toEqual([
      join('features', 'users', 'SingleSignOnButton.tsx'),
      join('lib', 'downloads.ts'),
      join('lib', 'host.ts'),
    ]);
  });
});

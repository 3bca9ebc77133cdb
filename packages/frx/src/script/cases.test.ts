import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toText } from '../expression/formats/toText.ts';
import { loadScript } from './index.ts';
import type { Script } from './index.ts';
import { host, runtime } from './testing/testScript.ts';

/**
 * Programs with what .NET Core 3.1 makes of them. The files are features; the titles in them are clauses of ECMA-334 (7th edition), or the
 * part of the library.
 */

interface Case {
  /** Members of the script's class, with the method `F` that gives the result. */
  readonly members: string;
  /** Expected result of `F`, as text in the culture en-US. */
  readonly result?: string;
  /** Expected exception of `F`: name of the class and message. */
  readonly exception?: string;
  /** Number of the compiler's error; "" where the check gives another number than the compiler. */
  readonly error?: string;
}

const USING =
  'System System.Collections System.Collections.Generic System.ComponentModel System.Linq System.Text System.Text.RegularExpressions System.Drawing System.Data System.Globalization'
    .split(' ')
    .map((each) => `using ${each};`)
    .join(' ');
const folder = new URL('cases/', import.meta.url);
const features = readdirSync(folder).map(
  (file) =>
    [
      file.replace('.json', ''),
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, Case[]>,
    ] as const,
);

function scriptOf(members: string): Script {
  return loadScript(`${USING} namespace FastReport { public class ReportScript { ${members} } }`, host());
}

/** Messages of everything that reading, the check, or else the first call refuses. */
function refusals(members: string): string {
  try {
    const script = scriptOf(members);
    const errors = script.check();
    if (errors.length === 0) script.call('F', []);
    return errors.map(({ message }) => message).join('\n');
  } catch (error) {
    return (error as Error).message;
  }
}

describe.each(features)('%s', (_feature, clauses) => {
  describe.each(Object.entries(clauses))('%s', (_clause, cases) => {
    it.each(cases)('$members', ({ members, result, exception, error }) => {
      if (error !== undefined) {
        expect(refusals(members)).toMatch(error === '' ? /CS\d{4}/u : new RegExp(error, 'u'));
        return;
      }
      const script = scriptOf(members);

      expect(script.check()).toEqual([]);
      if (exception === undefined) expect(toText(script.call('F', []), runtime.culture)).toBe(result);
      else {
        const [typeName = '', message] = exception.split(/: (.*)/su);
        expect(() => script.call('F', [])).toThrow(expect.objectContaining({ typeName, message }));
      }
    });
  });
});

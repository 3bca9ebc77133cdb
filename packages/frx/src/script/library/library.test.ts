import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toText } from '../../expression/formats/toText.ts';
import { loadScript } from '../index.ts';
import { host, runtime } from '../testing/testScript.ts';

/** Programs over the library with the results that .NET Core 3.1 gives, by subject. */

interface Case {
  readonly members: string;
  readonly result: string;
}

const USING =
  'System System.Collections System.Collections.Generic System.ComponentModel System.Linq System.Text System.Text.RegularExpressions System.Drawing System.Data System.Globalization System.Xml System.IO'
    .split(' ')
    .map((each) => `using ${each};`)
    .join(' ');
const subjects = JSON.parse(readFileSync(new URL('libraryCases.json', import.meta.url), 'utf8')) as Record<
  string,
  Case[]
>;

describe.each(Object.entries(subjects))('%s', (_subject, cases) => {
  it.each(cases)('$members', ({ members, result }) => {
    const script = loadScript(`${USING} namespace FastReport { public class ReportScript { ${members} } }`, host());

    expect(script.check()).toEqual([]);
    expect(toText(script.call('F', []), runtime.culture)).toBe(result);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toText } from '../../expression/formats/toText.ts';
import { loadScript } from '../index.ts';
import { host, runtime } from '../testing/testScript.ts';

/** Members of the library at the boundaries of their arguments: results and messages of .NET Core 3.1, one a line. */
const subjects = JSON.parse(readFileSync(new URL('boundaryCases.json', import.meta.url), 'utf8')) as Record<
  string,
  { readonly members: string; readonly result: string }[]
>;
const USING = ['', '.Collections', '.Collections.Generic', '.Linq', '.Text', '.Globalization']
  .map((name) => `using System${name};`)
  .join(' ');

describe.each(Object.entries(subjects))('%s', (_subject, programs) => {
  it.each(programs.map((program, at) => ({ ...program, number: at + 1 })))(
    'have the results of .NET (program $number)',
    ({ members, result }) => {
      const script = loadScript(`${USING} namespace FastReport { public class ReportScript { ${members} } }`, host());

      expect(script.check()).toEqual([]);
      expect(toText(script.call('F', []), runtime.culture)?.split('\n')).toEqual(result.split('\n'));
    },
  );
});

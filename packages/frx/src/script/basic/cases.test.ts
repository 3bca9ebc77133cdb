import { describe, expect, it } from 'vitest';
import { toText } from '../../expression/formats/toText.ts';
import { loadScript } from '../index.ts';
import { host, runtime } from '../testing/testScript.ts';
import cases from './cases.json' with { type: 'json' };

/** The result of `F` of a class with these members, in Visual Basic. */
function resultOf(members: string): string {
  const imports = [
    'System',
    'System.Collections.Generic',
    'System.Linq',
    'System.Text',
    'System.Data',
    'Microsoft.VisualBasic',
  ].map((name) => `Imports ${name}\n`);
  const source = `${imports.join('')}Namespace FastReport\nPublic Class Program\n${members}\nEnd Class\nEnd Namespace`;
  const script = loadScript(source, { ...host(), language: 'Vb' });
  expect(script.check()).toEqual([]);
  return toText(script.call('F', []), runtime.culture);
}

describe('Visual Basic has the results of .NET Core 3.1 with Option Strict Off', () => {
  it.each(Object.entries(cases.expressions))('for %s', (expression, expected) => {
    expect(resultOf(`Public Function F() As Object\nReturn ${expression}\nEnd Function`)).toBe(expected);
  });

  it.each(cases.programs)('for the program %#', ({ members, result }) => {
    expect(resultOf(members)).toBe(result);
  });
});

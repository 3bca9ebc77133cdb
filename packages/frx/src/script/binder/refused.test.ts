import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ExpressionError } from '../../expression/errors.ts';
import { loadScript } from '../index.ts';
import { host } from '../testing/testScript.ts';

/** Programs that the C# 8 compiler refuses, with the number of its error. */

interface Refused {
  readonly members: string;
  readonly error: string;
}

const subjects = JSON.parse(readFileSync(new URL('refused.json', import.meta.url), 'utf8')) as Record<
  string,
  Refused[]
>;

function messages(members: string): string[] {
  const source = `using System; using System.Collections.Generic; using System.Linq; namespace FastReport { public class ReportScript { ${members} } }`;
  try {
    return loadScript(source, host())
      .check()
      .map(({ message }) => message);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [error.message];
  }
}

describe.each(Object.entries(subjects))('%s', (_subject, programs) => {
  it.each(programs)('$error: $members', ({ members, error }) => {
    expect(messages(members).map((message) => message.split(':')[0])).toContain(error);
  });
});

describe('errors', () => {
  it('of an unknown type are listed once, and not again where its variable is used', () => {
    expect(
      messages('object F() { var d = new Missing(); d.Load(); foreach (var x in d.Items) d[0] += x; return d + 1; }'),
    ).toEqual(["CS0246: The type or namespace name 'Missing' could not be found"]);
  });

  it('of unavailable types state that, also with their namespaces', () => {
    expect(messages('void F() { System.Diagnostics.Process.Start("x"); System.Xml.XmlWriter w = null; }')).toEqual([
      "CS0234: 'Process' is not available: scripts of reports do not reach the machine and its processes",
      "CS0246: 'XmlWriter' is not available: scripts of reports do not reach this part of XML; XmlDocument and XDocument are there",
    ]);
  });

  it('of members that depend on the machine state that', () => {
    expect(
      messages('void F() { var a = Environment.MachineName; var b = Environment.TickCount; var c = Guid.NewGuid(); }'),
    ).toEqual([
      expect.stringMatching(
        /^CS0117: 'Environment.MachineName' is not available: scripts of reports do not reach the machine/u,
      ),
      expect.stringMatching(/^CS0117: 'Environment.TickCount' is not available/u),
      expect.stringMatching(/^CS0117: 'Guid.NewGuid' is not available/u),
    ]);
  });

  it('of an initial value do not change the type of the variable', () => {
    expect(messages('string F() { int x = "a"; return x; }')).toEqual([
      "CS0029: Cannot implicitly convert type 'string' to 'int'",
      "CS0029: Cannot implicitly convert type 'int' to 'string'",
    ]);
  });

  it('of several members are all listed', () => {
    expect(
      messages('int A() { int x; return x; } int B(out int y) { return 1; } void C() { Foo(); }').map((each) =>
        each.slice(0, 6),
      ),
    ).toEqual(['CS0165', 'CS0177', 'CS0103']);
  });

  it('of syntax are all listed, and the rest of the script is checked', () => {
    expect(
      messages(
        'int A() { int a = 1 int b = 2; if (a > ) { b = 3; } Foo(a); return a; } int B() { return x; } void C() { for (int i = 0 i < 3; i++) { } }',
      ),
    ).toEqual([
      "CS1002: ';' expected",
      expect.stringMatching(/^CS1525: /u),
      "CS0103: The name 'Foo' does not exist in the current context",
      expect.stringMatching(/^CS0103: The name 'x'/u),
      "CS1002: ';' expected",
    ]);
  });

  it('in one member do not affect the others', () => {
    const script = loadScript('class ReportScript { int Bad() { int x; return x; } int Good() { return 4; } }', host());

    expect(script.call('Good', [])).toBe(4);
    expect(() => script.call('Bad', [])).toThrow("CS0165: Use of unassigned local variable 'x'");
  });
});

/** Scripts for tests. */
import { createBudget } from '../../expression/budget.ts';
import { testScope } from '../../expression/testing/testScope.ts';
import { toText } from '../../expression/formats/toText.ts';
import type { Value } from '../../expression/values/values.ts';
import { defaultLimits } from '../../limits.ts';
import type { Limits } from '../../limits.ts';
import { loadScript } from '../index.ts';
import type { Script, ScriptHost } from '../index.ts';

/** Culture, clock and budget of the tests. */
export const { runtime } = testScope();

/** A host that knows these objects; its clock goes on by one each time it is asked. */
export function host(objects: Readonly<Record<string, Value>> = {}, limits: Partial<Limits> = {}): ScriptHost {
  let now = 0;
  const budget = createBudget({ ...defaultLimits, ...limits }, () => now++);
  const byName = new Map(Object.entries(objects));
  return {
    runtime: { ...runtime, budget },
    resolveObject: (name) => (byName.has(name) ? () => byName.get(name) ?? null : undefined),
  };
}

/** The script of a class with these members. */
export function script(members: string, scriptHost: ScriptHost = host()): Script {
  return loadScript(
    `using System;\r\nnamespace FastReport\r\n{\r\n public class ReportScript\r\n {\r\n${members}\r\n }\r\n}`,
    scriptHost,
  );
}

/** Runs `object Run()` with this body and returns its result as text. */
export function run(body: string, scriptHost: ScriptHost = host()): string {
  return toText(
    script(
      `class Box { string t = ""; public Box() { t = new string('x', 9000); } } object Run() { ${body} }`,
      scriptHost,
    ).call('Run', []),
    runtime.culture,
  );
}

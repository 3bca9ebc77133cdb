import { describe, expect, it } from 'vitest';
import { createBudget } from '../expression/budget.ts';
import { NetException } from '../expression/errors.ts';
import { toText } from '../expression/formats/toText.ts';
import { defaultLimits, LimitError } from '../limits.ts';
import { program } from '../testing/fuzz/programs.ts';
import { loadScript } from './index.ts';
import { host, runtime } from './testing/testScript.ts';

/** Number of programs to try; HOLDFAST_RUNS sets another, HOLDFAST_SEED the first of them. */
const RUNS = Number(process.env['HOLDFAST_RUNS'] ?? 40);
const FIRST = Number(process.env['HOLDFAST_SEED'] ?? 1);

const limits = { ...defaultLimits, steps: 200_000, textLength: 100_000, keptBytes: 6_400_000 };

function load(members: string): ReturnType<typeof loadScript> {
  const source = `using System; using System.Collections.Generic; using System.Linq; namespace FastReport { public class ReportScript { ${members} } }`;
  return loadScript(source, { ...host(), runtime: { ...runtime, budget: createBudget(limits, () => 0) } });
}

/** Outcome of a program: its result, the exception of the language, or the limit it reached. Any other error is one of the engine. */
function outcome(members: string): string {
  try {
    return toText(load(members).call('F', []), runtime.culture);
  } catch (error) {
    if (error instanceof NetException) return `${error.typeName}: ${error.message}`;
    if (error instanceof LimitError) return `limit ${error.limit}`;
    throw error;
  }
}

describe('random programs', () => {
  it('are accepted, and have the same result in every run', () => {
    for (let seed = FIRST; seed < FIRST + RUNS; seed++) {
      const members = program(seed);

      expect(
        load(members)
          .check()
          .map(({ message }) => message),
        `seed ${String(seed)}`,
      ).toEqual([]);
      expect(outcome(members), `seed ${String(seed)}`).toBe(outcome(members));
    }
  });

  it('that are endless reach a limit', () => {
    const endings = Array.from({ length: 5 }, (_each, index) =>
      outcome(
        program(FIRST + index).replace(
          'object F() {',
          'object F() { bool on = true; while (on) trace += "x"; return G(); } object G() {',
        ),
      ),
    );

    expect(endings.every((each) => each.startsWith('limit '))).toBe(true);
  });
});

describe('access from a script to the host', () => {
  it.each([
    ['"".constructor'],
    ['new object().__proto__'],
    ['new List<int>().constructor.constructor("return 1")()'],
    ['globalThis'],
    ['process.env'],
    ['require("fs")'],
    ['eval("1")'],
    ['this.constructor'],
    ['typeof(string).Assembly'],
    ['typeof(string).GetMethods()'],
    ['"a".GetType().GetProperty("Length")'],
    ['Activator.CreateInstance(typeof(object))'],
    ['Type.GetType("System.IO.File")'],
    ['System.IO.File.ReadAllText("/etc/passwd")'],
    ['System.Diagnostics.Process.Start("sh")'],
    ['new System.Net.WebClient()'],
    ['Environment.GetEnvironmentVariable("PATH")'],
    ['((dynamic)"a").constructor'],
    ['((dynamic)new List<int>()).__proto__'],
    ['((dynamic)new { A = 1 }).hasOwnProperty("A")'],
    ['new Func<int>(() => 1).call(null)'],
  ])('%s is refused', (expression) => {
    const refused = (): unknown => {
      const script = load(`object F() { return ${expression}; }`);
      const [first] = script.check();
      if (first) throw first;
      return script.call('F', []);
    };

    expect(refused).toThrow(/CS\d{4}|does not contain a definition/u);
  });
});

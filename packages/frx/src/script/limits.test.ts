import { describe, expect, it } from 'vitest';
import { createBudget } from '../expression/budget.ts';
import { defaultLimits } from '../limits.ts';
import { host, run, script, runtime } from './testing/testScript.ts';

describe('limits', () => {
  it.each([
    ['endless loops', 'while (true) { } return 0;', { steps: 10_000 }, 'steps'],
    ['long runs', 'int i = 0; while (true) { i++; } return i;', { milliseconds: 10 }, 'milliseconds'],
    ['texts that double', 'string s = "x"; while (true) s += s; return 0;', { textLength: 100_000 }, 'textLength'],
    ['padding', 'return "x".PadLeft(2000000000);', {}, 'textLength'],
    ['a range taken whole', 'return Enumerable.Range(0, 2000000000).Reverse().First();', {}, 'textLength'],
    [
      'the end of a query',
      'return Enumerable.Range(0, 2000000000).Where(i => true).TakeLast(1).First();',
      {},
      'textLength',
    ],
    [
      'texts of exceptions that double',
      'Exception e = new Exception("a"); for (int i = 0; i < 40; i++) e = new AggregateException(new[] { e, e }); return e.Message;',
      {},
      'textLength',
    ],
    [
      'exceptions that double in ToString',
      'Exception e = new Exception("a"); for (int i = 0; i < 18; i++) e = new AggregateException(new[] { e, e }); return e.ToString();',
      {},
      'textLength',
    ],
    ['large arrays', 'var a = new int[2000000000]; return 0;', {}, 'textLength'],
    [
      'growing lists',
      'var l = new List<string>(); while (true) l.Add("0123456789"); return 0;',
      { keptBytes: 640_000 },
      'keptBytes',
    ],
    [
      'growing dictionaries',
      'var d = new Hashtable(); int i = 0; while (true) { d[i] = i; i++; } return 0;',
      { keptBytes: 640_000 },
      'keptBytes',
    ],
    [
      'long texts in an array',
      "var a = new string[1000]; for (int i = 0; i < 1000; i++) a[i] = new string('x', 9000); return 0;",
      { keptBytes: 640_000 },
      'keptBytes',
    ],
    [
      'long texts in objects',
      'object[] a = new object[1000]; for (int i = 0; i < 1000; i++) a[i] = new Box(); return 0;',
      { keptBytes: 640_000 },
      'keptBytes',
    ],
    [
      'delegates that double',
      'Action a = () => { }; for (int i = 0; i < 60; i++) a += a; return 0;',
      { keptBytes: 6_400_000 },
      'keptBytes',
    ],
    [
      'arrays of a size given as a number',
      'return Array.CreateInstance(typeof(int), 1000000000).Length;',
      {},
      'textLength',
    ],
    [
      'long work in few steps',
      'string s = new string(\'a\', 1000000); for (int i = 0; i < 1000; i++) s.Replace("a", "b"); return 0;',
      { milliseconds: 10 },
      'milliseconds',
    ],
    ['arrays on the stack', 'Span<int> s = stackalloc int[1000000000]; return s.Length;', {}, 'textLength'],
    [
      'long spans in few steps',
      'ReadOnlySpan<char> a = new char[1000000]; for (int i = 0; i < 30; i++) int.TryParse(a, out _); return 0;',
      { milliseconds: 10 },
      'milliseconds',
    ],
    [
      'elements of XML',
      'var e = new System.Xml.Linq.XElement("a"); while (true) e.Add(new System.Xml.Linq.XElement("b", 1)); return 0;',
      { keptBytes: 1_000_000 },
      'keptBytes',
    ],
    [
      'immutable lists',
      'var l = System.Collections.Immutable.ImmutableList.Create(1); while (true) l = l.AddRange(l); return 0;',
      {},
      'textLength',
    ],
    [
      'a StringBuilder',
      'var b = new StringBuilder(); while (true) b.Append("0123456789"); return 0;',
      { textLength: 10_000 },
      'textLength',
    ],
  ] as const)('stop %s', (_title, body, limits, limit) => {
    expect(() => run(body, host({}, limits))).toThrow(expect.objectContaining({ limit }));
  });

  it('stop endless recursion', () => {
    const made = script('int F(int n) { return F(n + 1) + 1; }');

    expect(() => made.call('F', [0])).toThrow(expect.objectContaining({ limit: 'calls' }));
  });

  it('allow recursion hundreds of calls deep', () => {
    const made = script('int Sum(int n) => n == 0 ? 0 : n + Sum(n - 1);');

    expect(made.call('Sum', [900])).toBe(405_450);
  });

  it('stop deep calls that the budget would allow but the machine does not', () => {
    const made = script('int F(int n) { return F(n + 1) + 1; }', host({}, { calls: 10_000_000 }));

    expect(() => made.call('F', [0])).toThrow(expect.objectContaining({ limit: 'calls' }));
  });

  it('end a cancelled run', () => {
    const reason = new Error('cancelled by the user');
    const cancelled = {
      ...host(),
      runtime: {
        ...runtime,
        budget: createBudget(
          defaultLimits,
          () => 0,
          () => reason,
        ),
      },
    };

    expect(() => run('while (true) { } return 0;', cancelled)).toThrow(reason);
  });
});

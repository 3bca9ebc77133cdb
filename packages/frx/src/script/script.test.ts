import { describe, expect, it } from 'vitest';
import { ExpressionError, NetException } from '../expression/errors.ts';
import { floatProperty, HostObject, hostClass, textProperty } from '../expression/hostClass.ts';
import { testScope } from '../expression/testing/testScope.ts';
import { toText } from '../expression/formats/toText.ts';
import type { Value } from '../expression/values/values.ts';
import { LimitError } from '../limits.ts';
import { loadScript } from './index.ts';
import { host, run, runtime, script } from './testing/testScript.ts';

interface Text {
  text: string;
  left: number;
}

const textClass = hostClass<Text>('TextObject', {
  baseTypes: ['ReportComponentBase'],
  properties: {
    Text: textProperty(
      (object) => object.text,
      (object, value) => {
        object.text = value;
      },
    ),
    Left: floatProperty(
      (object) => object.left,
      (object, value) => {
        object.left = value;
      },
    ),
  },
});

describe('statements', () => {
  it('keep fields between calls', () => {
    const counter = script('private int n = 0; int Next() { n++; return n; }');
    counter.call('Next', []);

    expect(counter.call('Next', [])).toBe(2);
  });

  it.each([
    ['for', 'int s = 0; for (int i = 1; i <= 4; i++) s += i; return s;', '10'],
    ['for with two counters', 'int s = 0; for (int i = 0, j = 9; i < j; i++, j--) s++; return s;', '5'],
    ['foreach over an array', 'string s = ""; foreach (int i in new int[] { 3, 1 }) s += i; return s;', '31'],
    ['foreach over a text', 'string s = ""; foreach (char c in "ab") s = c + s; return s;', 'ba'],
    ['while with break', 'int i = 0; while (true) { if (i == 7) break; i++; } return i;', '7'],
    ['do', 'int i = 9; do { i++; } while (i < 5); return i;', '10'],
    ['continue', 'int s = 0; for (int i = 0; i < 5; i++) { if (i % 2 == 0) continue; s += i; } return s;', '4'],
    ['if and else', 'if (1 > 2) return "a"; else if (2 > 1) return "b"; else return "c";', 'b'],
    ['switch on a text', 'switch ("b") { case "a": return 1; case "b": case "c": return 2; default: return 3; }', '2'],
    ['switch with break', 'int x = 0; switch (5) { case 1: x = 1; break; default: x = 9; break; } return x;', '9'],
    [
      'nested blocks with names of their own',
      'int s = 0; { int a = 1; s += a; } { int a = 2; s += a; } return s;',
      '3',
    ],
    [
      'a conditional within a text',
      'int w = 12; return "is " + (w > 100 ? "heavy" : w > 10 ? "medium" : "light");',
      'is medium',
    ],
    ['interpolation', 'double h = 2.5; return $"{h:0.00} m, {{{"x",3}}}";', '2.50 m, {  x}'],
    ['a verbatim text', 'return @"a\\b""c";', 'a\\b"c'],
    ['a lambda', 'var l = new List<int> { 3, 1, 2 }; return l.Where(x => x > 1).Sum(x => x * 10);', '50'],
    ['a lambda with a block', 'Func<int, int> f = x => { return x + 1; }; return f(4);', '5'],
    ['a local function', 'int Twice(int x) { return x * 2; } return Twice(21);', '42'],
    ['out variables', 'int n; if (int.TryParse("12", out n)) return n + 1; return -1;', '13'],
    ['out variables declared in the call', 'return int.TryParse("x", out int n) ? n : n - 1;', '-1'],
    [
      'switch with patterns',
      'object o = 7; switch (o) { case string s: return s; case int n when n > 9: return "big"; case int _: return "some"; default: return "none"; }',
      'some',
    ],
    [
      'switch expressions',
      'string F(object o) { return o switch { null => "null", string s when s.Length > 2 => s, "b" => "ab", int m when m > 5 && m < 9 => "6..8", int n => "n" + n, _ => "?" }; } return F(null) + F("xyz") + F("b") + F(7) + F(3) + F(2.5) + F("zz");',
      'nullxyzab6..8n3??',
    ],
    [
      'is with a pattern',
      'object n = 7; return (n is int m && m > 5) + "" + (n is 8) + (n is null) + (n is int) + (DayOfWeek.Monday is DayOfWeek.Monday);',
      'TrueFalseFalseTrueTrue',
    ],
    [
      'constants in case labels',
      'const int Limit = 3; switch (3) { case Limit: return "limit"; default: return "other"; }',
      'limit',
    ],
    ['is with a variable', 'object o = "abc"; if (o is string s) return s.Length; return 0;', '3'],
    ['as', 'object o = 5; string s = o as string; return s == null;', 'True'],
    ['null propagation', 'string s = null; return s?.Length.ToString() ?? "none";', 'none'],
    [
      'string.Join over a list',
      'var l = new List<string>(); l.Add("a"); l.Add("b"); return string.Join("+", l);',
      'a+b',
    ],
    [
      'a StringBuilder',
      "var b = new StringBuilder(); b.Append(1).Append('x').AppendLine(); return b.ToString().Length;",
      '3',
    ],
    ['a Hashtable', 'var h = new Hashtable(); h["a"] = 1; return h["b"] == null && h.ContainsKey("a");', 'True'],
    [
      'a sorted dictionary',
      'var d = new SortedDictionary<string, int>(); d["b"] = 1; d["a"] = 2; string s = ""; foreach (var p in d) s += p.Key; return s;',
      'ab',
    ],
    [
      'compound assignment to an indexer',
      'var d = new Dictionary<string, int>(); d["a"] = 1; d["a"]++; d["a"] += 5; return d["a"];',
      '7',
    ],
    [
      'integer types of variables',
      'double d = 10 / 4; float f = 3; long l = int.MaxValue; return d + " " + f / 2 + " " + (l + 1);',
      '2 1.5 2147483648',
    ],
    [
      'numbers too large for an int',
      'double d = 1e20, n = double.NaN, m = -1.5; return (int)d + "," + (int)n + "," + (short)3e9.ToString().Length + "," + (byte)m;',
      '-2147483648,-2147483648,10,255',
    ],
    [
      'a tuple of unknown types',
      'object o = (1, 2); switch (o) { case (int a, int b): return a + b; default: return 0; }',
      '3',
    ],
    ['an array of a size', 'int[] a = new int[3]; a[1] = 7; return a.Length + a[1] + a[2];', '10'],
    [
      'generic types within each other',
      'var d = new Dictionary<string, List<int>>(); d["a"] = new List<int>(); d["a"].Add(4); return d["a"][0];',
      '4',
    ],
  ])('%s', (_title, body, expected) => {
    expect(run(body)).toBe(expected);
  });

  it('call methods with default, ref and params arguments', () => {
    const made = script(`
      int Sum(params int[] all) { int s = 0; foreach (int x in all) s += x; return s; }
      void Add(ref int x, int by = 5) { x += by; }
      object Run() { int n = 1; Add(ref n); Add(ref n, 10); return Sum(1, 2, 3) + Sum() + n; }`);

    expect(made.call('Run', [])).toBe(22);
  });

  it('choose between methods of one name by the number of arguments', () => {
    const made = script(
      'int F(int a) { return 1; } int F(int a, int b) { return 2; } int Run() { return F(0) * 10 + F(0, 0); }',
    );

    expect(made.call('Run', [])).toBe(12);
  });

  it('have properties, automatic ones, constants and enums', () => {
    const made = script(`
      const int Base = 40;
      enum Level { Low, High = 2 }
      int Count { get; set; } = 1;
      int Total { get { return Base + Count; } set { Count = value; } }
      string Name => "n" + Level.High;
      object Run() { Total = 2; Count++; return Total + Name + (Level.Low == Level.High); }`);

    expect(made.call('Run', [])).toBe('43nHighFalse');
  });

  it('use classes of their own, with constructors and bases', () => {
    const made = script(`
      class Shape { public string Name; public Shape() { Name = "shape"; } public virtual int Area() { return 0; } public string Show() { return Name + Area(); } }
      class Square : Shape { private int a; public Square(int side) { a = side; Name = "square"; } public override int Area() { return a * a; } }
      object Run() { Shape s = new Square(3); return s.Show() + (s is Shape); }`);

    expect(made.call('Run', [])).toBe('square9True');
  });
});

describe('exceptions', () => {
  it('are handled by the first matching catch, and finally runs', () => {
    const body = `string s = ""; int zero = 0;
      try { s += 1 / zero; } catch (FormatException) { s = "format"; } catch (ArithmeticException ex) { s += ex.Message.Length > 0; } finally { s += "!"; }
      return s;`;

    expect(run(body)).toBe('True!');
  });

  it('are passed to the caller with their class', () => {
    expect(() => run('throw new InvalidOperationException("no rows");')).toThrow(
      expect.objectContaining({ typeName: 'InvalidOperationException', message: 'no rows' }),
    );
  });

  it('do not hide that a limit was reached', () => {
    const body = 'try { while (true) { } } catch (Exception) { } return 0;';

    expect(() => run(body, host({}, { steps: 1000 }))).toThrow(LimitError);
  });

  it('have their position in the script', () => {
    const error = (() => {
      try {
        run('int a = 1; string s = null; return s.Length;');
        return undefined;
      } catch (caught) {
        return caught;
      }
    })();

    expect(error).toBeInstanceOf(NetException);
    expect((error as NetException).source?.slice((error as NetException).position)).toMatch(/^return s\.Length/u);
  });
});

describe('dynamic code', () => {
  it.each([
    [
      'is bound for the types of each round',
      'string s = ""; foreach (dynamic v in new object[] { 1, 2.5, "a", 3m, 2, null, "b" }) s += (v == null ? "-" : v + v) + "|"; return s;',
      '2|5|aa|6|4|-|bb|',
    ],
    [
      'chooses the overload by the types of each round',
      'string s = ""; foreach (dynamic v in new object[] { 1, "a", 2.5 }) s += Pick(v) + v.ToString().Length; return s;',
      'int1string1double3',
    ],
    ['may call itself', 'return Down(4);', '4321'],
    [
      'adds to any list',
      'string s = ""; foreach (dynamic l in new object[] { new List<int>(), new List<string>() }) { if (l is List<int>) l.Add(1); else l.Add("x"); s += l.Count + l.GetType().Name; } return s;',
      '1List`11List`1',
    ],
    [
      'says what does not fit in one round and goes on in the next',
      'int bad = 0; foreach (dynamic v in new object[] { 1, true, 2 }) try { int n = v * 2; } catch (RuntimeBinderException) { bad++; } return bad;',
      '1',
    ],
  ])('%s', (_title, body, expected) => {
    const made = script(
      `string Pick(int x) => "int"; string Pick(string x) => "string"; string Pick(double x) => "double"; string Down(dynamic n) => n == 0 ? "" : n.ToString() + Down(n - 1); object Run() { ${body} }`,
    );
    expect(toText(made.call('Run', []), runtime.culture)).toBe(expected);
  });
});

describe('objects of the report', () => {
  it('are read and changed through their declared members', () => {
    const text: Text = { text: 'a', left: 1.5 };
    const made = script(
      'void Event(object sender, EventArgs e) { TextObject t = sender as TextObject; t.Text += "b"; t.Left += 30; Text1.Text += "c"; }',
      host({ Text1: new HostObject(textClass, text) }),
    );
    made.call('Event', [new HostObject(textClass, text), null]);

    expect(text).toEqual({ text: 'abc', left: 31.5 });
  });

  it('refuse a double for a float property, as C# does', () => {
    const body = 'Text1.Left = 1.5; return 0;';

    expect(() => run(body, host({ Text1: new HostObject(textClass, { text: '', left: 0 }) }))).toThrow(
      "Cannot implicitly convert type 'double' to 'float'",
    );
  });

  it.each(['constructor', '__proto__', 'prototype', 'live', 'definition', 'toString', 'hasOwnProperty', 'get'])(
    'have no member %s',
    (name) => {
      const object = new HostObject(textClass, { text: '', left: 0 });

      expect(() => run(`return Text1.${name};`, host({ Text1: object }))).toThrow(ExpressionError);
      expect(() => run(`return Text1.${name}();`, host({ Text1: object }))).toThrow(ExpressionError);
      expect(() => run(`return "".${name};`)).toThrow(ExpressionError);
      expect(() => run(`return new List<int>().${name};`)).toThrow(ExpressionError);
      expect(() => run(`return Math.${name};`)).toThrow(ExpressionError);
      expect(() => run(`return ${name};`)).toThrow(ExpressionError);
      expect(() => run(`var d = new Dictionary<string, int>(); return d["${name}"];`)).toThrow(NetException);
    },
  );

  it('accept handlers of the script', () => {
    let handler: Value = null;
    const table = hostClass<undefined>('TableResult', {
      properties: { AfterCalcBounds: { get: () => null, set: (_live, value) => void (handler = value) } },
    });
    const made = script(
      'int calls = 0; void Bind() { Table1.AfterCalcBounds += new EventHandler(After); } void After(object s, EventArgs e) { calls++; }',
      host({ Table1: new HostObject(table, undefined) }),
    );
    made.call('Bind', []);
    expect(handler).toMatchObject({ kind: 'delegate' });
    (handler as unknown as { invoke: (args: readonly Value[]) => Value }).invoke([null, null]);

    expect(made.compile('calls', testScope()).evaluate()).toBe(1);
  });
});

describe('fields and methods in expressions of the template', () => {
  it('are found by name', () => {
    const made = script('int x = 4; string Describe(double h, decimal w) { return h.ToString("0.0") + "/" + w; }');
    const scope = testScope({ 'Result.Height': 3, 'Result.Weight': 2 });

    expect(made.compile('Describe([Result.Height], [Result.Weight]) + x * 2', scope).evaluate()).toBe('3.0/28');
  });
});

describe('a script with errors', () => {
  const members =
    'static readonly HttpClient client = new HttpClient(); int good = 7; int Good() { return good; } async Task<string> Post() { return await client.GetAsync("x"); }';

  it('runs methods without errors', () => {
    expect(script(members).call('Good', [])).toBe(7);
    expect(() => script(members).call('Post', [])).toThrow(ExpressionError);
  });

  it('reports all its errors when it is checked', () => {
    const wrong = script('int A() { return nothing; } int B() { return 1; } int C() { Missing(); return 2; }').check();

    expect(wrong.map(({ message }) => message)).toEqual([
      "CS0103: The name 'nothing' does not exist in the current context",
      "CS0103: The name 'Missing' does not exist in the current context",
    ]);
  });

  it.each(['class A { void F() { int x = ; } }', 'class A { void F() { if } }'])(
    'lists syntax errors, and fails when their method is called: %s',
    (source) => {
      const loaded = loadScript(source, host());

      expect(loaded.check()).toEqual([
        expect.objectContaining({ name: 'ExpressionError', position: expect.any(Number) as number }),
      ]);
      expect(() => loaded.call('F', [])).toThrow(ExpressionError);
    },
  );

  it.each(['class A {', 'class A { void F() { int x = 1; }', 'int x;', '"'])(
    'reports the position of a syntax error: %s',
    (source) => {
      expect(() => loadScript(source, host())).toThrow(
        expect.objectContaining({ name: 'ExpressionError', position: expect.any(Number) as number }),
      );
    },
  );
});

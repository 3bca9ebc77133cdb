import { describe, expect, it } from 'vitest';
import { testScope } from '../expression/testing/testScope.ts';
import { toText } from '../expression/formats/toText.ts';
import { loadScript } from './index.ts';

const { runtime } = testScope();

/** Runs a method with this body and returns its result as text. */
function run(body: string): string {
  const script = loadScript(`class ReportScript { object Run() { ${body} } }`, {
    runtime,
    resolveObject: () => undefined,
  });
  return toText(script.call('Run', []), runtime.culture);
}

const list = 'var l = new List<int> { 5, 3, 9, 3 };';
const join = 'return string.Join(",", l);';

describe('expressions', () => {
  it.each([
    ['the least number of 64 bits is a long', 'return (-9223372036854775808).GetType().Name;', 'Int64'],
    ['the same number keeps the type of its literal', 'return (-9223372036854775808m).GetType().Name;', 'Decimal'],
    ['and as a double', 'return (-9223372036854775808d).GetType().Name;', 'Double'],
    ['a text and a switch of numbers', 'int x = 2; return "a" + (x switch { 1 => 1, _ => 2.5 });', 'a2.5'],
    ['a text and a tuple', 'return "a" + (1, "b");', 'a(1, b)'],
    [
      'types that a lambda states are inferred',
      'string N<T>(Func<T, string> f) => typeof(T).Name; return N((int x) => "") + N((string x) => x);',
      'Int32String',
    ],
  ])('%s', (_title, body, expected) => {
    expect(run(body)).toBe(expected);
  });

  it('refuse a power that would be too large before they calculate it', () => {
    expect(() => run('return System.Numerics.BigInteger.Pow(2, 2000000000);')).toThrow(
      expect.objectContaining({ typeName: 'OverflowException' }),
    );
    expect(run('return System.Numerics.BigInteger.Pow(-1, 2000000000);')).toBe('1');
  });
});

describe('lists', () => {
  it.each([
    ['Insert and RemoveAt', `${list} l.Insert(1, 7); l.RemoveAt(0); ${join}`, '7,3,9,3'],
    ['Remove takes the first', `${list} l.Remove(3); ${join}`, '5,9,3'],
    ['RemoveAll', `${list} return l.RemoveAll(x => x == 3) + ":" + string.Join(",", l);`, '2:5,9'],
    ['Sort and Reverse', `${list} l.Sort(); l.Reverse(); ${join}`, '9,5,3,3'],
    ['Sort with a comparison', `${list} l.Sort((a, b) => b.CompareTo(a)); ${join}`, '9,5,3,3'],
    ['AddRange of itself', `${list} l.AddRange(l); return l.Count;`, '8'],
    ['IndexOf and LastIndexOf', `${list} return l.IndexOf(3) * 10 + l.LastIndexOf(3);`, '13'],
    ['GetRange', `${list} l = l.GetRange(1, 2); ${join}`, '3,9'],
    [
      'Find, Exists, FindIndex',
      `${list} return l.Find(x => x > 5) + "/" + l.Exists(x => x > 9) + "/" + l.FindIndex(x => x == 9);`,
      '9/False/2',
    ],
    ['ForEach', `${list} int s = 0; l.ForEach(x => { s += x; }); return s;`, '20'],
    ['assignment by index', `${list} l[0]++; l[1] *= 2; ${join}`, '6,6,9,3'],
    ['of decimals take ints', 'var l = new List<decimal>(); l.Add(1); l.Add(2.50m); return l[0] + l[1];', '3.50'],
    [
      'of objects hold anything',
      'var l = new ArrayList(); l.Add(1); l.Add("a"); l.Add(null); return l.Count + "" + l[2];',
      '3',
    ],
    ['from an array', 'var l = new List<string>("b a".Split(\' \')); l.Sort(); return string.Concat(l);', 'ab'],
  ])('%s', (_title, body, expected) => {
    expect(run(body)).toBe(expected);
  });

  it('end a foreach when they are changed during it', () => {
    expect(() => run(`${list} foreach (int x in l) l.Add(x); return l.Count;`)).toThrow(
      expect.objectContaining({ typeName: 'InvalidOperationException' }),
    );
  });

  it('refuse an index outside, and items of another type', () => {
    expect(() => run(`${list} return l[4];`)).toThrow(
      expect.objectContaining({ typeName: 'ArgumentOutOfRangeException' }),
    );
    expect(() => run(`${list} l.Add("x"); return 0;`)).toThrow();
    expect(() => run(`${list} l.Add(2.5); return 0;`)).toThrow("Cannot implicitly convert type 'double' to 'int'");
  });
});

const map = 'var d = new Dictionary<string, int>(); d["b"] = 2; d["a"] = 1;';

describe('dictionaries', () => {
  it.each([
    [
      'keep the order of insertion',
      `${map} string s = ""; foreach (var p in d) s += p.Key + p.Value; return s;`,
      'b2a1',
    ],
    ['Keys and Values', `${map} return string.Join(",", d.Keys) + string.Join(",", d.Values);`, 'b,a2,1'],
    ['Remove and Count', `${map} bool r = d.Remove("b"); return r + "" + d.Count + d.Remove("z");`, 'True1False'],
    [
      'TryGetValue',
      `${map} int n; bool f = d.TryGetValue("a", out n); bool g = d.TryGetValue("z", out int m); return f + "" + n + g + m;`,
      'True1False0',
    ],
    ['ContainsValue', `${map} return d.ContainsValue(2) && !d.ContainsValue(7);`, 'True'],
    ['keys that are equal numbers', 'var d = new Dictionary<decimal, string>(); d[1.50m] = "x"; return d[1.5m];', 'x'],
    [
      'keys that are dates',
      'var d = new Dictionary<DateTime, int>(); d[new DateTime(2024, 1, 1)] = 3; return d[new DateTime(2024, 1, 1)];',
      '3',
    ],
    [
      'Hashtable distinguishes int and string keys',
      'var h = new Hashtable(); h[1] = "i"; h["1"] = "s"; return (string)h[1] + h["1"] + h.Count;',
      'is2',
    ],
    ['Hashtable gives null for a missing key', 'var h = new Hashtable(); return h["x"] == null;', 'True'],
    [
      'SortedList goes by its keys',
      'var d = new SortedList<int, string>(); d.Add(2, "b"); d.Add(1, "a"); string s = ""; foreach (var p in d) s += p.Value; return s;',
      'ab',
    ],
    ['initializers', 'var d = new Dictionary<string, int> { { "a", 1 }, { "b", 2 } }; return d["a"] + d["b"];', '3'],
    ['LINQ over pairs', `${map} return d.OrderBy(p => p.Key).Select(p => p.Value).First();`, '1'],
  ])('%s', (_title, body, expected) => {
    expect(run(body)).toBe(expected);
  });

  it('refuse a missing key and a key given twice', () => {
    expect(() => run(`${map} return d["z"];`)).toThrow(expect.objectContaining({ typeName: 'KeyNotFoundException' }));
    expect(() => run(`${map} d.Add("a", 1); return 0;`)).toThrow(
      expect.objectContaining({ typeName: 'ArgumentException' }),
    );
    expect(() => run(`${map} return d[null];`)).toThrow(expect.objectContaining({ typeName: 'ArgumentNullException' }));
  });
});

describe('other collections', () => {
  it.each([
    [
      'Queue',
      'var q = new Queue<int>(); q.Enqueue(1); q.Enqueue(2); return q.Dequeue() + "" + q.Peek() + q.Count;',
      '121',
    ],
    ['Stack', 'var s = new Stack<string>(); s.Push("a"); s.Push("b"); return s.Pop() + s.Peek();', 'ba'],
    [
      'HashSet',
      'var s = new HashSet<int>(); return s.Add(1) + "" + s.Add(1) + s.Contains(1) + s.Count;',
      'TrueFalseTrue1',
    ],
    [
      'arrays',
      'int[] a = { 3, 1, 2 }; Array.Sort(a); Array.Reverse(a); return string.Join(",", a) + Array.IndexOf(a, 1);',
      '3,2,12',
    ],
    ['arrays of arrays', 'var a = new int[2][]; a[0] = new int[] { 1, 2 }; return a[0][1];', '2'],
  ])('%s', (_title, body, expected) => {
    expect(run(body)).toBe(expected);
  });
});

describe('LINQ', () => {
  it.each([
    ['Average of ints is a double', `${list} return l.Average();`, '5'],
    ['Average of decimals is a decimal', 'return new decimal[] { 1.5m, 2 }.Average();', '1.75'],
    ['Min, Max, Sum, Count', `${list} return l.Min() + "" + l.Max() + l.Sum() + l.Count(x => x == 3);`, '39202'],
    ['Where and Select', `${list} return string.Join(",", l.Where(x => x > 3).Select(x => "n" + x));`, 'n5,n9'],
    [
      'OrderByDescending, Take, Skip',
      `${list} return string.Join(",", l.OrderByDescending(x => x).Skip(1).Take(2));`,
      '5,3',
    ],
    [
      'Distinct and Any and All',
      `${list} return l.Distinct().Count() + "" + l.Any(x => x > 8) + l.All(x => x > 3);`,
      '3TrueFalse',
    ],
    ['FirstOrDefault of nothing', `${list} return l.FirstOrDefault(x => x > 100);`, '0'],
    ['Aggregate', `${list} return l.Aggregate((a, b) => a * 10 + b);`, '5393'],
    ['ToArray and Last', `${list} return l.ToArray().Length + l.Last();`, '7'],
  ])('%s', (_title, body, expected) => {
    expect(run(body)).toBe(expected);
  });
});

describe('texts and numbers', () => {
  it.each([
    [
      'StringBuilder',
      'var b = new StringBuilder("a"); b.Insert(0, "x").Replace("a", "bc").AppendFormat("{0:00}", 7).Remove(0, 1); b.Length = 3; return b.ToString() + b[0];',
      'bc0b',
    ],
    [
      'Split with options',
      'return " a, b,,c".Split(new char[] { \',\' }, StringSplitOptions.RemoveEmptyEntries).Length;',
      '3',
    ],
    [
      'Trim of characters',
      'return "--a-b--".Trim(\'-\') + "|" + "00120".TrimStart(\'0\') + "|" + "a..".TrimEnd(\'.\');',
      'a-b|120|a',
    ],
    [
      'comparison without case',
      'return "ABC".Equals("abc", StringComparison.OrdinalIgnoreCase) && "xABC".EndsWith("abc", StringComparison.CurrentCultureIgnoreCase);',
      'True',
    ],
    ['string.Compare', 'return string.Compare("apple", "Banana") < 0 && string.Compare("a", "A", true) == 0;', 'True'],
    [
      'characters',
      "return char.IsDigit('7') && char.IsUpper('Å') && !char.IsLetter('-') && char.ToUpper('ø') == 'Ø';",
      'True',
    ],
    ['Insert, Remove, PadLeft', 'return "ad".Insert(1, "bc").Remove(0, 1).PadLeft(5, \'*\');', '**bcd'],
    [
      'IndexOf with a start',
      'return "banana".IndexOf("an", 2) + "" + "banana".LastIndexOf(\'a\') + "banana".IndexOf("x");',
      '35-1',
    ],
    ['new string of a char', "return new string('=', 3);", '==='],
    [
      'parsing',
      'return int.Parse(" -12 ") + double.Parse("1,234.5") + decimal.Parse("2.50").ToString();',
      '1222.52.50',
    ],
    ['TryParse of what is no number', 'decimal d; return decimal.TryParse("x", out d) + "" + d;', 'False0'],
    [
      'decimal statics',
      'return decimal.Round(2.345m, 2) + "/" + decimal.Truncate(-2.9m) + "/" + Math.Round(2.5m, MidpointRounding.AwayFromZero);',
      '2.34/-2/3',
    ],
    [
      'nullables',
      'int? n = null; bool none = n == null; n = 5; return none + "" + n.HasValue + n.Value + (n ?? 7);',
      'TrueTrue55',
    ],
    [
      'HasFlag',
      'var s = FontStyle.Bold | FontStyle.Italic; return s.HasFlag(FontStyle.Bold) + "" + s.HasFlag(FontStyle.Underline);',
      'TrueFalse',
    ],
    [
      'GetType',
      'return 5.GetType().Name + "/" + "x".GetType() + "/" + 2m.GetType();',
      'Int32/System.String/System.Decimal',
    ],
    [
      'TimeSpan',
      'var t = new DateTime(2024, 3, 1, 12, 0, 0) - new DateTime(2024, 2, 28); return t.Days + " " + t.Hours + " " + t.TotalHours + " " + TimeSpan.Parse("1.02:00:00").Add(t);',
      '2 12 60 3.14:00:00',
    ],
    [
      'dates',
      'var d = new DateTime(2024, 2, 29); return d.AddMonths(12).ToShortDateString() + " " + d.DayOfYear + " " + DateTime.IsLeapYear(2024) + " " + d.DayOfWeek;',
      '2/28/2025 60 True Thursday',
    ],
    [
      'colours',
      'var c = Color.FromArgb(128, Color.Red); return c.A + "," + c.R + "," + (Color.Red == Color.FromArgb(255, 0, 0)) + "," + Color.Navy.Name;',
      '128,255,False,Navy',
    ],
    [
      'GUIDs without a format',
      'string none = null; return Guid.Empty.ToString(none) + "/" + (Guid.Empty.ToString("") == Guid.Empty.ToString()) + "/" + Guid.Empty.ToString(none, null).Length;',
      '00000000-0000-0000-0000-000000000000/True/36',
    ],
    [
      'IsValueType',
      'return typeof(int[]).IsValueType + "/" + typeof(int).IsValueType + "/" + typeof(string).IsValueType;',
      'False/True/False',
    ],
    [
      'fonts',
      'var f = new Font("Arial", 9, FontStyle.Bold); return f.Name + f.Size + f.Bold + new Font(f, FontStyle.Italic).Style;',
      'Arial9TrueItalic',
    ],
  ])('%s', (_title, body, expected) => {
    expect(run(body)).toBe(expected);
  });
});

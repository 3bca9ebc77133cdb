/** Random expressions and statements. */
import fc from 'fast-check';
import '../../script/library/index.ts';
import { libraryType } from '../../script/library/registry.ts';

const words =
  '1 2.5 3m 4f 0x 7L "a" \'c\' null true false [A.B] [N] [D] [X.Y] [T] [Z] [None] x this new int string decimal double DateTime List<int> Math Round Max Convert String Format IIf Switch IsNull Substring Length ToString AddDays is as out typeof default ( ) ( ) [ ] { } , . ; : ? ?. ?? + - * / % == != < > <= >= && || ! ~ & | ^ << >> = += => ++ -- $"{1}" @"v" // /* */ \\ # @ " \''.split(
    ' ',
  );

/** Expressions of random tokens. */
export const soup = fc.array(fc.constantFrom(...words), { maxLength: 24 }).map((tokens) => tokens.join(' '));

/** Any characters. */
export const characters = fc
  .array(fc.oneof(fc.integer({ min: 32, max: 126 }), fc.integer({ min: 0, max: 0xffff })), { maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes));

const leaf = fc.constantFrom(
  '1',
  '0',
  '2.5',
  '3m',
  '"ab"',
  "'c'",
  'null',
  'true',
  '[A.B]',
  '[N]',
  '[D]',
  '[X.Y]',
  '[T]',
  '[Z]',
  'DateTime.Now',
  '2147483647',
);
const methods = fc.constantFrom(
  'ToString()',
  'Length',
  'Substring(1)',
  'AddDays(1e9)',
  'PadLeft(9999999)',
  "Split('b')",
  'ToString("N99")',
  'Trim()',
  'Year',
  'Days',
  '[0]',
  'Replace("a", "aaaa")',
);
const operators = fc.constantFrom(
  '+',
  '-',
  '*',
  '/',
  '%',
  '==',
  '!=',
  '<',
  '>=',
  '&&',
  '||',
  '&',
  '|',
  '^',
  '<<',
  '??',
);
const functions = fc.constantFrom(
  'IIf',
  'Round',
  'Format',
  'Maximum',
  'Substring',
  'ToWords',
  'ToRoman',
  'AddMonths',
  'Math.Pow',
  'Math.Round',
  'Convert.ToInt32',
  'string.Format',
  'string.Join',
  'FormatNumber',
  'DateSerial',
  'Switch',
  'Choose',
  'IsNull',
  'PadRight',
  'Chr',
  'int.Parse',
  'DateTime.Parse',
);
const types = fc.constantFrom('int', 'byte', 'long', 'double', 'decimal', 'string', 'char', 'bool', 'DateTime', 'int?');

/** Expressions that are well formed. */
export const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    leaf,
    fc.tuple(tie('tree'), operators, tie('tree')).map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    fc.tuple(types, tie('tree')).map(([type, a]) => `(${type})(${a})`),
    fc
      .tuple(tie('tree'), methods)
      .map(([a, method]) => (method.startsWith('[') ? `(${a})${method}` : `(${a}).${method}`)),
    fc.tuple(functions, fc.array(tie('tree'), { maxLength: 4 })).map(([name, args]) => `${name}(${args.join(', ')})`),
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.tuple(fc.constantFrom('-', '!', '~', '+'), tie('tree')).map(([operator, a]) => `${operator}${a}`),
  ),
}));

const names = [
  ...['String', 'Math', 'DateTime', 'TimeSpan', 'Convert', 'Char'].flatMap(
    (type) => libraryType(type)?.memberNames() ?? [],
  ),
  ...'Add Insert RemoveAt GetRange Sort IndexOf ContainsKey TryGetValue Append AppendFormat Enqueue Pop Sum Where Select OrderBy Aggregate Take ToArray Length Count Keys Ticks Name R Style'.split(
    ' ',
  ),
];
const value = fc.constantFrom(
  ...'1|-1|2.5|3m|"ab"|"0.00"|\'c\'|null|true|DateTime.Now|new TimeSpan(1,2,3)|DayOfWeek.Friday|new int[] {1,2}|new List<int> {1,2}|new Dictionary<string,int>()|new Hashtable()|new StringBuilder("x")|new Queue<string>()|Color.Red|new Font("Arial", 9)|new SolidFill(Color.Red)|(byte)3|5000000000L|2f|double.NaN|2147483647|1e300|typeof(int)|x => x|out v|CultureInfo.InvariantCulture|"__proto__"'.split(
    '|',
  ),
);
const type = fc.constantFrom(
  'Math',
  'Convert',
  'string',
  'int',
  'decimal',
  'char',
  'DateTime',
  'TimeSpan',
  'Array',
  'Color',
  'object',
);
const args = fc.array(value, { maxLength: 3 }).map((list) => list.join(', '));
const name = fc.constantFrom(...names);
/** Member accesses on any value with any arguments. */
export const memberUse = fc.oneof(
  fc.tuple(type, name, args).map(([of, member, list]) => `${of}.${member}(${list})`),
  fc.tuple(value, name, args).map(([of, member, list]) => `(${of}).${member}(${list})`),
  fc.tuple(value, name).map(([of, member]) => `(${of}).${member}`),
  fc.tuple(value, value).map(([of, index]) => `(${of})[${index}]`),
);

const statement = fc.constantFrom(
  'int i = 0;',
  'i++;',
  'x += i;',
  'while (i < 9) { i++; }',
  'while (true) { }',
  'for (;;) break;',
  'foreach (var a in l) x += a;',
  'if (x == "") return 1;',
  'try { throw new Exception("e"); } catch { }',
  'l.Add(x);',
  'x = x + x;',
  'F();',
  'return l.Count;',
  'switch (i) { case 1: break; }',
  'var d = new Dictionary<string, int>(); d[x]++;',
  'Text1.Left = 5;',
  '}',
  '{',
  'int',
  ';',
);

/** Statements of a method, with braces that may be unbalanced. */
export const statements = fc.array(statement, { maxLength: 10 }).map((list) => list.join(' '));

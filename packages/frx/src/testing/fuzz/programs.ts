/** Random C# programs that a compiler accepts: types, classes, closures, loops and queries over a few variables. */

type Kind = 'int' | 'long' | 'double' | 'decimal' | 'bool' | 'string' | 'char' | 'int?' | 'List<int>' | 'P' | 'C';

interface Variable {
  readonly name: string;
  readonly kind: Kind;
  readonly canAssign: boolean;
}

const NUMBERS: readonly Kind[] = ['int', 'long', 'double', 'decimal'];
const KINDS: readonly Kind[] = [...NUMBERS, 'bool', 'string', 'char', 'int?', 'List<int>', 'P', 'C'];

/** Classes and functions of every program. */
const MEMBERS = `
struct P { public int X; public decimal Y; public P(int x, decimal y) { X = x; Y = y; } public P Add(int d) { X += d; return this; }
  public static P operator +(P a, P b) => new P(a.X + b.X, a.Y + b.Y); public override string ToString() => "<" + X + ";" + Y + ">"; }
class C { public int N; public virtual string Name => "C" + N; public C Next; public int Bump(int by = 1) { N += by; return N; } }
class D : C { public override string Name => "D(" + base.Name + ")"; public new int Bump(int by = 2) { N -= by; return N; } }
string trace = "";
int Note(int x) { trace += x + ","; return x; }
static int Sum(params int[] all) { int s = 0; foreach (var each in all) s += each; return s; }
static T Pick<T>(bool first, T a, T b) => first ? a : b;
static IEnumerable<int> Count(int to) { for (int i = 0; i < to; i++) yield return i * i; }
`;

/** Generates the program of a seed: the same seed gives the same program. Its method `F` returns the values of all variables as text. */
export function program(seed: number): string {
  return new Writer(seed).write();
}

class Writer {
  #state: number;
  #names = 0;
  #variables: Variable[] = [];

  constructor(seed: number) {
    this.#state = (seed * 2654435761 + 1) >>> 0;
  }

  #below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  }

  #one<T>(from: readonly T[]): T {
    const found = from[this.#below(from.length)];
    if (found === undefined) throw new Error('Nothing to choose from');
    return found;
  }

  write(): string {
    const lines: string[] = [];
    for (const kind of KINDS) lines.push(this.#declare(kind, this.#literal(kind)));
    const count = 4 + this.#below(8);
    for (let index = 0; index < count; index++) lines.push(this.#statement(2));
    const shown = this.#variables.map(({ name, kind }) => (kind === 'C' ? `${name}.Name` : kind === 'List<int>' ? `string.Join(",", ${name})` : name)); // prettier-ignore
    return `${MEMBERS}object F() {\n${lines.join('\n')}\nreturn ${shown.join(' + "|" + ')} + "|" + trace; }`;
  }

  #declare(kind: Kind, value: string): string {
    const name = `v${String(this.#names++)}`;
    this.#variables.push({ name, kind, canAssign: true });
    return `${kind} ${name} = ${value};`;
  }

  #literal(kind: Kind): string {
    const number = this.#below(10);
    switch (kind) {
      case 'int':
        return this.#one([String(number), String(number * 1000), 'int.MaxValue', 'int.MinValue', `-${String(number)}`]);
      case 'long':
        return this.#one([`${String(number)}L`, '4000000000L', 'long.MaxValue', `-${String(number)}L`]);
      case 'double':
        return this.#one([
          `${String(number)}.5`,
          `0.${String(number)}`,
          `${String(number)}e3`,
          `-${String(number)}.25`,
        ]);
      case 'decimal':
        return this.#one([
          `${String(number)}m`,
          `${String(number)}.50m`,
          `0.0${String(number)}m`,
          `-${String(number)}.1m`,
        ]);
      case 'bool':
        return this.#one(['true', 'false']);
      case 'string':
        return this.#one(['"a"', '"Report"', '""', '"x y z"', '"12"']);
      case 'char':
        return this.#one(["'a'", "'Z'", "'5'", "' '"]);
      case 'int?':
        return this.#one(['null', String(number)]);
      case 'List<int>':
        return `new List<int> { ${String(number)}, 3, ${String(this.#below(20))}, 1 }`;
      case 'P':
        return `new P(${String(number)}, ${String(this.#below(9))}.5m)`;
      default:
        return this.#one([`new C { N = ${String(number)} }`, `new D { N = ${String(number)} }`]);
    }
  }

  #variable(kind: Kind, assigned = false): string {
    const found = this.#variables.filter((each) => each.kind === kind && (each.canAssign || !assigned));
    return this.#one(found).name;
  }

  /** A divisor that is not the constant zero, which the compiler would refuse. */
  #divisor(kind: Kind): string {
    return this.#below(4) === 0 ? this.#variable(kind) : kind === 'int' ? '3' : this.#one(['3', '7']) + (kind === 'decimal' ? 'm' : ''); // prettier-ignore
  }

  #value(kind: Kind, depth: number): string {
    if (depth <= 0) return this.#variable(kind);
    const next = (of: Kind = kind): string => this.#value(of, depth - 1);
    const number = (): string => next(this.#one(NUMBERS));
    const common = [
      (): string => this.#variable(kind),
      (): string => `(${next('bool')} ? ${next()} : ${next()})`,
      (): string => `Pick(${next('bool')}, ${next()}, ${next()})`,
    ];
    const own: (() => string)[] = [];
    const add = (...made: (() => string)[]): void => void own.push(...made);
    switch (kind) {
      case 'int':
        add(
          () => `(${next()} ${this.#one(['+', '-', '*', '&', '|', '^'])} ${next()})`,
          () => `(${next()} ${this.#one(['/', '%'])} ${this.#divisor('int')})`,
          () => `(${next()} ${this.#one(['<<', '>>'])} ${next()})`,
          () => `${next('string')}.Length`,
          () => `${next('List<int>')}.Count`,
          () => `unchecked((int)${next('long')})`,
          () => `((int)${next('char')})`,
          () => `((byte)${this.#variable('int')})`,
          () => `((short)${this.#variable('int')})`,
          () => `(${next('int?')} ?? ${next()})`,
          () => `((int?)${next('int?')}).GetValueOrDefault(${next()})`,
          () => `Note(${next()})`,
          () => `Sum(${next()}, ${next()})`,
          () => `${this.#variable('P')}.X`,
          () => `${this.#variable('C')}.Bump(${next()})`,
          () => `${this.#variable('C')}.N`,
          () => `${this.#variable('int', true)}${this.#one(['++', '--'])}`,
          () =>
            `${this.#variable('List<int>')}.${this.#one(['Sum(x => (int)(x % 7))', 'Max()', 'First()', 'Count(x => x > 2)', 'Last()', 'Min()'])}`,
          () => `new Func<int, int>(x => x ${this.#one(['+', '-', '^'])} ${next()})(${next()})`,
          () => `${next()}.CompareTo(${next()})`,
          () =>
            `(${next('string')} switch { "a" => ${next()}, "12" => 12, var s when s.Length > 3 => s.Length, _ => ${next()} })`,
          () => `Count(5).Where(x => x > ${this.#variable('int')}).Count()`,
          () => `(-${this.#variable('int')})`,
          () => `(~${next()})`,
        );
        break;
      case 'long':
        add(
          () => `(${next()} ${this.#one(['+', '-', '*', '&', '|', '^'])} ${next(this.#one(['int', 'long']))})`,
          () => `(${next()} ${this.#one(['/', '%'])} ${this.#divisor('long')})`,
          () => `(${next()} ${this.#one(['<<', '>>'])} ${next('int')})`,
          () => `((long)${next('int')})`,
          () => `((uint)${this.#variable('int')})`,
        );
        break;
      case 'double':
        add(
          () => `(${next()} ${this.#one(['+', '-', '*', '/', '%'])} ${next(this.#one(['int', 'double', 'long']))})`,
          () => `Math.${this.#one(['Round', 'Floor', 'Ceiling', 'Abs', 'Truncate'])}(${next()})`,
          () => `Math.Round(${next()}, ${String(this.#below(4))})`,
          () => `((double)${next('decimal')})`,
          () => `((float)${next()})`,
          () => `Math.Max(${next()}, ${next('int')})`,
        );
        break;
      case 'decimal':
        add(
          () => `(${next()} ${this.#one(['+', '-', '*'])} ${next(this.#one(['int', 'decimal']))})`,
          () => `(${next()} ${this.#one(['/', '%'])} ${this.#divisor('decimal')})`,
          () => `Math.Round(${next()}, ${String(this.#below(4))}${this.#one(['', ', MidpointRounding.AwayFromZero'])})`,
          () => `((decimal)${next('int')})`,
          () => `${this.#variable('P')}.Y`,
          () => `(-${next()})`,
          () => `decimal.${this.#one(['Floor', 'Truncate'])}(${next()})`,
        );
        break;
      case 'bool':
        add(
          () => `(${number()} ${this.#one(['<', '>', '<=', '>='])} ${next('int')})`,
          () => `(${next('int')} ${this.#one(['==', '!='])} ${next('int')})`,
          () => `(${next('decimal')} ${this.#one(['==', '<'])} ${next('decimal')})`,
          () => `(${next('string')} ${this.#one(['==', '!='])} ${next('string')})`,
          () => `(${next('int?')} ${this.#one(['==', '!=', '<', '>'])} ${next('int?')})`,
          () => `(${next()} ${this.#one(['&&', '||', '&', '|', '^', '=='])} ${next()})`,
          () => `(!${next()})`,
          () => `${next('string')}.${this.#one(['Contains("a")', 'StartsWith("R")', 'Equals("a")'])}`,
          () => `(${this.#variable('C')} is D)`,
          () => `${this.#variable('List<int>')}.${this.#one(['Any(x => x > 5)', 'All(x => x < 50)', 'Contains(3)'])}`,
          () => `char.${this.#one(['IsDigit', 'IsLetter', 'IsUpper'])}(${next('char')})`,
          () => `((int?)${next('int?')}).HasValue`,
        );
        break;
      case 'string':
        add(
          () =>
            `(${next()} + ${next(this.#one(['int', 'decimal', 'bool', 'char', 'string', 'int?', 'P', 'long', 'double']))})`,
          () => `$"{${next('int')},6}:{${this.#variable('decimal')}:0.00}"`,
          () => `${next()}.${this.#one(['ToUpper()', 'Trim()', "PadLeft(4, '0')", 'Replace("a", "b")', 'ToLower()'])}`,
          () => `${next('int')}.ToString("${this.#one(['D4', 'X', 'N0', '000', '#,##0'])}")`,
          () => `${next('decimal')}.ToString("${this.#one(['N2', 'F1', '0.##', 'C', 'P1'])}")`,
          () => `${this.#variable('double')}.ToString("${this.#one(['N2', 'F1', '0.##', 'E2', 'G4', 'R'])}")`,
          () => `${this.#variable('C')}.Name`,
          () =>
            `string.Join("-", ${this.#variable('List<int>')}.${this.#one(['OrderBy(x => x)', 'Where(x => x % 2 == 1)', 'Select(x => x / 2)', 'Distinct()', 'Skip(1).Take(2)', 'GroupBy(x => x % 3).Select(g => g.Key + ":" + g.Count())', 'Reverse<int>()', 'Select((x, i) => x * i)', 'OrderByDescending(x => x % 4).ThenBy(x => x)'])})`,
          () => `(${next('int')}, ${next('string')}).ToString()`,
          () => `new { A = ${next('int')}, B = ${next('decimal')} }.ToString()`,
          () => `${next('bool')}.ToString()`,
          () => `string.Format("{0:00}/{1}", ${next('int')}, ${next('char')})`,
          () => `(${next('int')} > 5 ? "big" : ${next()})`,
          () => `Convert.ToString(${next('int')}, ${this.#one(['2', '16', '10'])})`,
          () =>
            `((object)${next(this.#one(['int', 'decimal', 'string', 'char']))} is int n${String(this.#names)} ? "i" + n${String(this.#names++)} : "o")`,
        );
        break;
      case 'char':
        add(
          () => `((char)('a' + (${next('int')} & 15)))`,
          () => `char.ToUpper(${next()})`,
          () => `(${next('string')} + "q")[0]`,
        );
        break;
      case 'int?':
        add(
          () => `(${next()} ${this.#one(['+', '-', '*'])} ${next(this.#one(['int', 'int?']))})`,
          () => `((int?)${next('int')})`,
          () => `(${next('bool')} ? (int?)null : ${next('int')})`,
          () => `(${next('string')}?.Length)`,
        );
        break;
      case 'List<int>':
        add(
          () =>
            `${this.#variable('List<int>')}.${this.#one(['Where(x => x > 1)', 'Select(x => x + 1)', 'Concat(new[] { 4, 4 })', 'Take(3)', 'OrderBy(x => x % 3)'])}.ToList()`,
          () => `Count(${String(this.#below(6))}).ToList()`,
          () => `new List<int> { ${next('int')}, ${next('int')} }`,
          () =>
            `(from x in ${this.#variable('List<int>')} where x != ${next('int')} orderby x descending select x ^ 1).ToList()`,
        );
        break;
      case 'P':
        add(
          () => `(${next()} + ${next()})`,
          () => `new P(${next('int')}, ${next('decimal')})`,
          () => `${this.#variable('P')}.Add(${next('int')})`,
        );
        break;
      case 'C':
        add(() => `new ${this.#one(['C', 'D'])} { N = ${next('int')} }`);
        break;
    }
    return this.#one(this.#below(4) === 0 ? common : own)();
  }

  #block(depth: number): string {
    const before = this.#variables;
    this.#variables = [...before];
    const lines = Array.from({ length: 1 + this.#below(3) }, () => this.#statement(depth));
    this.#variables = before;
    return `{ ${lines.join(' ')} }`;
  }

  #with(kind: Kind, name: string, depth: number): string {
    const before = this.#variables;
    this.#variables = [...before, { name, kind, canAssign: false }];
    const text = this.#block(depth);
    this.#variables = before;
    return text;
  }

  #statement(depth: number): string {
    const kind = this.#one(KINDS);
    const assign = (): string => `${this.#variable(kind, true)} = ${this.#value(kind, 2)};`;
    const name = `n${String(this.#names++)}`;
    const simple: (() => string)[] = [
      assign,
      assign,
      () => `${this.#variable('int', true)} ${this.#one(['+=', '-=', '*=', '^=', '|='])} ${this.#value('int', 2)};`,
      () => `${this.#variable('decimal', true)} ${this.#one(['+=', '-='])} ${this.#value('decimal', 1)};`,
      () => `${this.#variable('string', true)} += ${this.#value(this.#one(['int', 'char', 'string', 'decimal']), 1)};`,
      () => `${this.#variable('List<int>', true)}.${this.#one(['Add', 'Remove'])}(${this.#value('int', 1)});`,
      () => `${this.#variable('P', true)}.${this.#one(['X', 'X'])} += ${this.#value('int', 1)};`,
      () => `${this.#variable('C', true)}.N = ${this.#value('int', 1)};`,
      () =>
        `(${this.#variable('int', true)}, ${this.#variable('string', true)}) = (${this.#value('int', 1)}, ${this.#value('string', 1)});`,
      () => `Note(${this.#value('int', 2)});`,
    ];
    const nested: (() => string)[] = [
      () => `if (${this.#value('bool', 2)}) ${this.#block(depth - 1)} else ${this.#block(depth - 1)}`,
      () =>
        `for (int ${name} = 0; ${name} < ${String(1 + this.#below(4))}; ${name}++) ${this.#with('int', name, depth - 1)}`,
      () =>
        `foreach (var ${name} in ${this.#variable('List<int>')}.Take(4).ToArray()) ${this.#with('int', name, depth - 1)}`,
      () =>
        `switch (${this.#value('int', 1)} & 3) { case 0: ${this.#block(depth - 1)} break; case 1: case 2: ${this.#block(depth - 1)} break; default: ${this.#block(depth - 1)} break; }`,
      () =>
        `try ${this.#block(depth - 1)} catch (DivideByZeroException) ${this.#block(depth - 1)} finally { trace += "f"; }`,
      () =>
        `try { checked ${this.#block(depth - 1)} } catch (OverflowException ${name}) { trace += ${name}.GetType().Name; }`,
      () =>
        `{ int ${name} = ${this.#value('int', 1)}; Action ${name}a = () => { ${name}++; ${this.#variable('int', true)} += ${name}; }; ${name}a(); ${name}a(); }`,
      () =>
        `{ var ${name} = new List<Func<int>>(); for (int ${name}i = 0; ${name}i < 3; ${name}i++) { int ${name}c = ${name}i; ${name}.Add(() => ${name}c++ + ${this.#variable('int')}); } foreach (var ${name}f in ${name}) trace += (${name}f() ^ ${name}f()) + ";"; }`,
    ];
    return this.#one(depth > 0 && this.#below(3) === 0 ? nested : simple)();
  }
}

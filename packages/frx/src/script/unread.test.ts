import { describe, expect, it } from 'vitest';
import { toText } from '../expression/formats/toText.ts';
import { runtime, script } from './testing/testScript.ts';

/** Numbers of the errors that a check gives. */
const numbers = (members: string): string[] =>
  script(members)
    .check()
    .map(({ message }) => message.slice(0, 6));

describe('members with syntax errors', () => {
  const broken = 'int total = ; void Add(int x { total += x; } string Good() { return "good"; } int twice => ) 2;';

  it('do not affect the others', () => {
    expect(toText(script(broken).call('Good', []), runtime.culture)).toBe('good');
  });

  it('are all listed with their positions', () => {
    const errors = script(broken).check();

    expect(errors.map(({ message }) => message.slice(0, 6))).toEqual(['CS1525', 'CS1026', 'CS1525']);
    expect(errors.map(({ source, position }) => source?.slice(position ?? 0).split(' ')[0])).toEqual([';', '{', ')']);
  });

  it('report their error where they are used, and no further one', () => {
    const members =
      'int Sum(int a int b) { return a + b; } string F() { return "s" + Sum(1, 2); } string G() { return "g"; }';

    expect(numbers(members)).toEqual(['CS1026']);
    expect(() => script(members).call('F', [])).toThrow(/CS1026/u);
    expect(script(members).has('Sum')).toBe(true);
    expect(() => script(members).call('Sum', [])).toThrow(/CS1026/u);
    expect(script(members).call('G', [])).toBe('g');
  });

  it('are listed with the errors inside methods', () => {
    expect(numbers('int x = 1 2; void A() { int y = "t"; } void B() { Nothing(); }')).toEqual([
      'CS1002',
      'CS0029',
      'CS0103',
    ]);
  });

  it.each([
    ['a constructor', 'class A { public int N; public A(int n { N = n; } } object F() { return new A().N; }'],
    ['an override', 'class A { public override string ToString( { return "x"; } } object F() { return new A(); }'],
    ['an operator', 'class A { public static int operator +(A a, { return 1; } } object F() { return new A() + 1; }'],
    ['an interface', 'interface I { void M( ; } object F() { I i = null; return i; }'],
  ])('make their class unusable: %s', (_what, members) => {
    expect(numbers(members).length).toBeGreaterThan(0);
    expect(() => script(members).call('F', [])).toThrow(/CS\d{4}/u);
  });

  it.each([
    ['the last brace', 'object F() { return 1; '],
    ['the constructor of the script', 'public ReportScript( { } object F() { return 1; }'],
  ])('refuse the whole script: %s', (_what, members) => {
    expect(() => script(members)).toThrow(/CS\d{4}/u);
  });
});

import { describe, expect, it } from 'vitest';
import type { ExpressionError } from '../expression/errors.ts';
import { loadScript } from './index.ts';
import { host } from './testing/testScript.ts';

/** Errors with their places, which are those of the C# compiler: `¦` stands where each begins, in the order of the numbers. */

const BEFORE = 'using System; using System.Collections.Generic; using System.Linq; class ReportScript { ';

function errorsOf(source: string): readonly ExpressionError[] {
  try {
    return loadScript(source, host()).check();
  } catch (error) {
    return [error as ExpressionError];
  }
}

describe("an error starts at the position of the compiler's error", () => {
  it.each([
    ['CS1579', 'void F() { foreach (var x in ¦5) { } }'],
    ['CS1674', 'void F() { using (¦var x = 5) { } }'],
    ['CS0159', 'void F() { goto ¦nowhere; }'],
    ['CS1524', 'void F() { try {¦} }'],
    ['CS0152', 'void F() { switch (1) { case 1: break; ¦case 1: break; } }'],
    ['CS0163', 'void F() { switch (1) { ¦case 1: int q = 2; case 2: break; } }'],
    ['CS0534', 'abstract class A { public abstract void M(); } class ¦B : A { }'],
    ['CS0535', 'interface I { void M(); } class B : ¦I { }'],
    ['CS0509', 'sealed class S { } class T : ¦S { }'],
    ['CS0508', 'class A { public virtual void M() { } } class B : A { public override int ¦M() => 1; }'],
    ['CS0161', 'int ¦F() { }'],
    ['CS7036', 'class A { public A(int x) { } } class ¦B : A { }'],
    ['CS7036', 'class A { public A(int x) { } } void F() { new ¦A(); }'],
    ['CS0023', 'void F() { string s = "a"; ¦s++; }'],
    ['CS0029', 'string F() { return ¦from x in new[] { 1 } select x; }'],
    ['CS0266', 'enum E { A } void F() { int i = ¦E.A; }'],
    ['CS0029', 'bool F() { return ¦"a".ToString(); }'],
    ['CS1503', 'void G(int x) { } void F() { G(¦"a".Trim()); }'],
    ['CS1503', 'void G(int x) { } void F() { G(¦true); }'],
    ['CS0150', 'void F() { object o = 1; int a = 1; bool b = o is ¦a; }'],
    ['CS0150', 'void F() { object o = 1; int a = 1; switch (o) { case ¦a: return; } }'],
    ['CS0200', 'int P { get; } void F() { ¦P++; }'],
    ['CS0155', 'void F() { try { } catch (¦string e) { } }'],
    ['CS1002', 'void F() { int y = 3 ¦return; }'],
    ['CS1002', 'void F() { int y = 3¦\nreturn; }'],
    ['CS1026', 'void F( ¦{ }'],
    ['CS0847', 'void F() { var a = new string[2] ¦{ "a" }; }'],
    ['CS0452', 'class C<T> where T : class { } void F() { new C<¦int>(); }'],
    ['CS0453', 'class C<T> where T : struct { } void F() { new C<¦string>(); }'],
    ['CS0310', 'class N { public N(int x) { } } class C<T> where T : new() { } void F() { new C<¦N>(); }'],
    ['CS0311', 'class N { } class C<T> where T : IComparable<T> { } void F() { new C<¦N>(); }'],
    ['CS0315', 'struct N { } class C<T> where T : IComparable<T> { } void F() { new C<¦N>(); }'],
    ['CS1739', 'void G(int x) { } void F() { G(z: ¦1); }'],
    ['CS0029', 'void F() { var l = new[] { 1 }.Where(x => ¦x).ToList(); }'],
  ])('%s %s', (code, marked) => {
    const at = BEFORE.length + marked.indexOf('¦');
    const errors = errorsOf(`${BEFORE}${marked.replace('¦', '')} }`);

    expect(errors.map(({ message, position }) => `${message.slice(0, 6)} ${String(position)}`)).toEqual([
      `${code} ${String(at)}`,
    ]);
  });
});

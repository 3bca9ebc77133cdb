import { Decimal } from '../../expression/values/decimal.ts';
import { Double, Integer, Single } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import type { Expr } from './syntax.ts';
import type { Token } from './tokens.ts';

/** Greatest length of a number in characters. */
const MAX_NUMBER = 400;

/** Returns the literal of a number. */
export function number({ text, position }: Token, fail: (message: string) => never): Expr {
  if (text.length > MAX_NUMBER) fail('CS1021: The number is too long');
  const literal = numberLiteral(text);
  if (literal) return { k: 'literal', ...literal, position };
  const real = realType(text);
  return fail(
    real
      ? `CS0594: Floating-point constant is outside the range of type '${real}'`
      : 'CS1021: Integral constant is too large',
  );
}

/** Returns the type of a literal with a fraction, an exponent or a suffix; undefined for a whole number. */
function realType(text: string): string | undefined {
  if (/^0[xb]/iu.test(text)) return undefined;
  if (/m$/iu.test(text)) return 'decimal';
  if (/f$/iu.test(text)) return 'float';
  return /[.ed]/iu.test(text) ? 'double' : undefined;
}

/**
 * Returns type and value of a number (C# specification, Integer literals and Real literals); undefined if it is too large for the types
 * that its suffix allows.
 */
function numberLiteral(written: string): { readonly type: string; readonly value: Value } | undefined {
  const text = written.replaceAll('_', '').toLowerCase();
  const hasRadix = /^0[xb]/u.test(text);
  const suffix = /(?<![ul])[ul]+$/u.exec(text)?.[0] ?? (hasRadix ? '' : (/[mdf]$/u.exec(text)?.[0] ?? ''));
  const digits = text.slice(0, text.length - suffix.length);
  if (suffix === 'm') {
    const value = Decimal.parse(digits);
    return value && { type: 'decimal', value };
  }
  if (suffix === 'f') {
    const value = Math.fround(Number(digits));
    return Number.isFinite(value) ? { type: 'float', value: new Single(value) } : undefined;
  }
  if (suffix === 'd' || (!hasRadix && /[.e]/u.test(digits))) {
    const value = Number(digits);
    return Number.isFinite(value) ? { type: 'double', value: new Double(value) } : undefined;
  }
  const whole = BigInt(digits);
  const [unsigned, long] = [suffix.includes('u'), suffix.includes('l')];
  if (!long && !unsigned && whole <= 0x7fff_ffffn) return { type: 'int', value: Number(whole) };
  if (!long && whole <= 0xffff_ffffn) return { type: 'uint', value: new Integer('uint', whole) };
  if (!unsigned && whole <= 0x7fff_ffff_ffff_ffffn) return { type: 'long', value: whole };
  return whole <= 0xffff_ffff_ffff_ffffn ? { type: 'ulong', value: new Integer('ulong', whole) } : undefined;
}

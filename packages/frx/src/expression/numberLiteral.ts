import { Decimal } from './decimal.ts';
import { Double, Integer, Single } from './values.ts';
import type { Value } from './values.ts';

/**
 * Type and value of a number as C# writes it (C# specification, Integer literals and Real literals); undefined when it is too large for the
 * types that its suffix allows.
 */
export function numberLiteral(written: string): { readonly type: string; readonly value: Value } | undefined {
  const text = written.replaceAll('_', '').toLowerCase();
  const hasRadix = /^0[xb]/u.test(text);
  const suffix = /[ul]+$/u.exec(text)?.[0] ?? (hasRadix ? '' : (/[mdf]$/u.exec(text)?.[0] ?? ''));
  const digits = text.slice(0, text.length - suffix.length);
  if (suffix === 'm') {
    const value = Decimal.parse(digits);
    return value && { type: 'decimal', value };
  }
  if (suffix === 'f') return { type: 'float', value: new Single(Number(digits)) };
  if (suffix === 'd' || (!hasRadix && /[.e]/u.test(digits)))
    return { type: 'double', value: new Double(Number(digits)) };
  const whole = BigInt(digits);
  const [unsigned, long] = [suffix.includes('u'), suffix.includes('l')];
  if (!long && !unsigned && whole <= 0x7fff_ffffn) return { type: 'int', value: Number(whole) };
  if (!long && whole <= 0xffff_ffffn) return { type: 'uint', value: new Integer('uint', whole) };
  if (!unsigned && whole <= 0x7fff_ffff_ffff_ffffn) return { type: 'long', value: whole };
  return whole <= 0xffff_ffff_ffff_ffffn ? { type: 'ulong', value: new Integer('ulong', whole) } : undefined;
}

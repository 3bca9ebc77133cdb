import { Double, Integer, Single } from '../../expression/values.ts';
import { Decimal } from '../../expression/decimal.ts';
import type { Value } from '../../expression/values.ts';
import type { Expr } from './syntax.ts';
import type { Token } from './tokens.ts';

/** Numbers as they are written (C# specification, Integer literals and Real literals). */

/** Type and value of a number as written (C# specification, Integer literals and Real literals). */
export function number(token: Token, fail: (message: string) => never): Expr {
  const { text, position } = token;
  const made = (type: string, value: Value): Expr => ({ k: 'literal', type, value, position });
  const hexadecimal = /^0[xXbB]/u.test(text);
  const suffix = (hexadecimal ? /[uUlL]*$/u : /[uUlLfFdDmM]*$/u).exec(text)?.[0].toLowerCase() ?? '';
  const digits = text.slice(0, text.length - suffix.length);
  if (suffix === 'm') {
    const value = Decimal.parse(digits);
    return value ? made('decimal', value) : fail('CS1021: The number cannot be read');
  }
  if (suffix === 'f') return made('float', new Single(Number(digits)));
  if (suffix === 'd' || (!hexadecimal && /[.eE]/u.test(digits))) return made('double', new Double(Number(digits)));
  const whole = BigInt(digits);
  if (whole > 0xffff_ffff_ffff_ffffn) return fail('CS1021: Integral constant is too large');
  const unsigned = suffix.includes('u');
  const long = suffix.includes('l');
  if (!long && !unsigned && whole <= 0x7fff_ffffn) return made('int', Number(whole));
  if (!long && whole <= 0xffff_ffffn) return made('uint', new Integer('uint', whole));
  if (!unsigned && whole <= 0x7fff_ffff_ffff_ffffn) return made('long', whole);
  return made('ulong', new Integer('ulong', whole));
}

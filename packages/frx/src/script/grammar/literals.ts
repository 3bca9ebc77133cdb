import { numberLiteral } from '../../expression/numberLiteral.ts';
import type { Expr } from './syntax.ts';
import type { Token } from './tokens.ts';

/** Type and value of a number as it is written. */
export function number({ text, position }: Token, fail: (message: string) => never): Expr {
  const literal = numberLiteral(text);
  if (literal) return { k: 'literal', ...literal, position };
  return fail(
    /m$/iu.test(text)
      ? "CS0594: Floating-point constant is outside the range of type 'decimal'"
      : 'CS1021: Integral constant is too large',
  );
}

import type { Expr } from '../../grammar/syntax.ts';
import type { Bound } from '../bound.ts';

/** Adds the start to a bound expression whose position is that of a member or an operator. */
export function withStart(bound: Bound, syntax: Expr): Bound {
  const start = startOf(syntax);
  return start === bound.position ? bound : { ...bound, start };
}

/** Returns the position of the first character of an expression. */
function startOf(syntax: Expr): number {
  let first = syntax;
  for (;;)
    switch (first.k) {
      case 'member':
      case 'call':
      case 'index':
      case 'access':
      case 'assign':
        first = first.target;
        break;
      case 'binary':
        first = first.left;
        break;
      case 'conditional':
        first = first.test;
        break;
      case 'is':
      case 'as':
      case 'switch':
        first = first.operand;
        break;
      default:
        return first.position;
    }
}

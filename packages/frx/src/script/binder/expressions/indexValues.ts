import { bindValue } from '../entry.ts';
import { IndexObj } from '../../library/indexes.ts';
import { need } from '../../library/registry.ts';
import type { Expr } from '../../grammar/syntax.ts';
import type { Bound } from '../bound.ts';
import type { Context } from '../context.ts';
import { require } from '../types/convert.ts';
import { special } from '../types/specials.ts';

/** Binds `^1` as a value of Index (C# specification, Index from the end). */
export function bindIndexValue(context: Context, operand: Expr, position: number): Bound {
  const number = require(context, bindValue(context, operand), special('int'));
  return {
    type: need('Index').open,
    position,
    emit: () => {
      const value = number.emit();
      return (frame) => new IndexObj(value(frame) as number, true);
    },
  };
}

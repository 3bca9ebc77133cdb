import type { Expr } from '../../grammar/syntax.ts';
import type { Ref } from '../../runtime/objects.ts';
import { bindValue } from '../entry.ts';
import type { Bound, Eval, Frame } from '../bound.ts';
import { fail } from '../context.ts';
import type { Context } from '../context.ts';
import { display, same } from '../types/types.ts';
import type { Type } from '../types/types.ts';

/** References to variables (C# specification, Reference variables and returns). */

/**
 * Binds the variable after `ref` and returns its reference. @throws ExpressionError for other expressions, and for a variable of another
 * type
 */
export function bindReference(context: Context, syntax: Expr, type: Type | undefined): () => (frame: Frame) => Ref {
  const { position } = syntax;
  if (syntax.k !== 'ref') fail(context, 'CS8172: Cannot initialize a by-reference variable with a value', position);
  const { place, type: found } = bindValue(context, syntax.operand);
  if (!place?.isVariable)
    return fail(
      context,
      place
        ? 'CS0206: A property or indexer may not be passed as an out or ref parameter'
        : 'CS1510: A ref or out value must be an assignable variable',
      syntax.operand.position,
    );
  if (type && !same(found, type))
    fail(
      context,
      `CS8173: The expression must be of type '${display(type)}' because it is being assigned by reference`,
      syntax.operand.position,
    );
  return () => place.ref();
}

/** Binds the variable of `return ref`, which must outlive the method. */
export function bindReturned(context: Context, syntax: Expr, type: Type | undefined): () => (frame: Frame) => Ref {
  if (syntax.k !== 'ref')
    return fail(context, 'CS8150: By-value returns may only be used in methods that return by value', syntax.position);
  const { operand } = syntax;
  const variable = operand.k === 'id' ? context.scope.find(operand.id) : undefined;
  if (variable?.kind === 'variable' && !variable.isRef)
    fail(
      context,
      `CS8168: Cannot return local '${variable.name}' by reference because it is not a ref local`,
      operand.position,
    );
  return bindReference(context, syntax, type);
}

/** Returns the variable to which the result of a call refers; the call runs at each use. */
export function throughReference(call: Bound): Bound {
  const find = (): ((frame: Frame) => Ref) => {
    const invoke = call.emit();
    return (frame) => invoke(frame) as Ref;
  };
  return {
    type: call.type,
    position: call.position,
    place: {
      isSimple: false,
      isVariable: true,
      assign: (value: Eval) => {
        const ref = find();
        return (frame) => {
          const held = ref(frame);
          const given = value(frame);
          held.write(given);
          return given;
        };
      },
      ref: find,
    },
    emit: () => {
      const ref = find();
      return (frame) => ref(frame).read();
    },
  };
}

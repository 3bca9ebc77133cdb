import { ExpressionError, NetException } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Expr, LocalSyntax } from '../../grammar/syntax.ts';
import { isValueType } from '../../runtime/values.ts';
import type { Bound, Frame } from '../bound.ts';
import { declareVariable, fail } from '../context.ts';
import type { Context } from '../context.ts';
import { close } from '../types/conversions.ts';
import { constantValue, emitValue, require } from '../types/convert.ts';
import { lambdaType } from '../expressions/lambdas.ts';
import { bindReference } from '../expressions/references.ts';
import { filledArray } from '../expressions/creation.ts';
import { bindValue, bindVariable } from '../expressions/expressions.ts';
import { NEXT, writeVariable } from '../declarations/functions.ts';
import type { BoundStatement } from '../declarations/functions.ts';
import { isSpecial, special, underlying } from '../types/specials.ts';
import { resolveType } from '../types/typeNames.ts';
import { ArrayType } from '../types/types.ts';
import type { Type } from '../types/types.ts';
import { defaultOf } from '../../runtime/defaults.ts';

/** Declarations of local variables. */

export function bindLocal(context: Context, statement: LocalSyntax): BoundStatement {
  const isVar =
    statement.type.k === 'name' &&
    statement.type.parts.length === 1 &&
    statement.type.parts[0]?.id === 'var' &&
    statement.type.parts[0].args.length === 0;
  const steps = statement.variables.map(({ name, value, position }) => {
    if (statement.isRef) {
      if (!value)
        return fail(context, 'CS8174: A declaration of a by-reference variable must have an initializer', position);
      const stated = isVar ? undefined : resolveType(context, statement.type);
      const ref = bindReference(context, value, stated);
      const type = stated ?? (value.k === 'ref' ? bindValue(context, value.operand).type : special('error'));
      const variable = declareVariable(context, name, type, position, { isRef: true });
      return () => {
        const find = ref();
        const write = writeVariable(context, variable);
        return (frame: Frame): void => {
          write(frame, find(frame));
        };
      };
    }
    if (!value) {
      if (isVar || statement.isConst)
        fail(
          context,
          isVar
            ? 'CS0818: Implicitly-typed variables must be initialized'
            : 'CS0145: A const field requires a value to be provided',
          position,
        );
      const type = resolveType(context, statement.type);
      const variable = declareVariable(context, name, type, position);
      // A variable without initializer is reset at each execution.
      return () => {
        if (!isValueType(type) || underlying(type)) return undefined;
        const write = writeVariable(context, variable);
        return (frame: Frame): void => {
          write(frame, blankOf(close(type, frame)));
        };
      };
    }
    const declared = isVar ? undefined : resolveType(context, statement.type);
    let given: Bound;
    try {
      given = initialValue(context, value, declared, position);
    } catch (error) {
      if (!declared || !(error instanceof ExpressionError) || error instanceof NetException) throw error;
      // The variable keeps its type, so that the code that follows is checked.
      context.fn.errors.push(error);
      declareVariable(context, name, declared, position);
      return () => undefined;
    }
    const type = declared ?? given.type;
    if (isVar && isSpecial(type, 'null'))
      fail(context, 'CS0815: Cannot assign <null> to an implicitly-typed variable', position);
    if (isSpecial(type, 'void')) fail(context, 'CS0815: Cannot assign void to an implicitly-typed variable', position);
    if (statement.isConst) {
      const constant = constantValue(given);
      if (!constant) fail(context, `CS0133: The expression being assigned to '${name}' must be constant`, position);
      declareVariable(context, name, type, position, { constant, isReadOnly: true });
      return () => undefined;
    }
    const variable = declareVariable(context, name, type, position);
    if (value.k === 'default' && value.isBlank === true)
      return () => {
        const write = writeVariable(context, variable);
        const isKept = !variable.captured;
        return (frame: Frame): void => {
          if (!isKept || (frame.v[variable.slot] ?? null) === null) write(frame, blankOf(close(type, frame)));
        };
      };
    const { place } = bindVariable(context, variable, position);
    return () => place?.assign(emitValue(given));
  });
  const { position } = statement;
  return {
    exec: () => {
      const list = steps.map((step) => step()).filter((step) => step !== undefined);
      const [only] = list;
      if (!only) return () => NEXT;
      return (frame) => {
        frame.position = position;
        for (const step of list) step(frame);
        return NEXT;
      };
    },
  };
}

function blankOf(type: Type): Value {
  return defaultOf(type);
}

/** Binds the initializer of `T x = …`, where braces are an array of the type. */
export function initialValue(context: Context, value: Expr, declared: Type | undefined, position: number): Bound {
  if (value.k === 'items') {
    if (!(declared instanceof ArrayType))
      return fail(
        context,
        'CS0622: Can only use array initializer expressions to assign to array types. Try using a new expression instead.',
        position,
      );
    return filledArray(context, declared, value.items.items, position);
  }
  const given = bindValue(context, value, true);
  if (declared) return require(context, given, declared);
  if (context.world.isBasic && given.form === 'lambda') return require(context, given, lambdaType(context, given));
  if (given.form === 'lambda' || given.form === 'group')
    fail(
      context,
      `CS0815: Cannot assign ${given.form === 'lambda' ? 'lambda expression' : 'method group'} to an implicitly-typed variable`,
      position,
    );
  if (given.form === 'default') fail(context, 'CS8716: There is no target type for the default literal.', position);
  if (given.form === 'arms' || given.form === 'tuple')
    return isSpecial(given.type, 'error') ? (given.emit(), given) : require(context, given, given.type);
  return given;
}

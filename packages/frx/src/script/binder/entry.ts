import type { ExpressionError } from '../../expression/errors.ts';
import type { BinaryOperator, Expr, MethodSyntax, Statement } from '../grammar/syntax.ts';
import type { Bound, Argument } from './bound.ts';
import type { Context, Variable } from './context.ts';
import type { BoundStatement, Exec } from './declarations/functions.ts';

import type { Type } from './types/types.ts';

/**
 * Functions with circular dependencies between the parts of the binder: an expression contains lambdas, a lambda statements, a statement
 * expressions. The parts are layered by their imports; calls to a higher layer go through here and are installed once all parts are loaded.
 */
export interface Entry {
  bindExpression(context: Context, syntax: Expr): Bound;
  bindValue(context: Context, syntax: Expr, untyped?: boolean | 'event'): Bound;
  bindVariable(context: Context, variable: Variable, position: number): Bound;
  assignment(context: Context, target: Bound, value: Bound, syntax: Expr, position: number): Bound;
  cannotAssign(context: Context, target: Bound, syntax: Expr, position: number): never;
  bindCallee(context: Context, syntax: Expr): Bound;
  unknownName(context: Context, id: string, position: number): never;
  convertLambda(context: Context, bound: Bound, to: Type): Bound | undefined;
  convertGroup(context: Context, bound: Bound, to: Type): Bound | undefined;
  lambdaReturn(context: Context, bound: Bound, types: readonly Type[]): Type | undefined;
  groupReturn(context: Context, bound: Bound, types: readonly Type[]): Type | undefined;
  lambdaErrors(bound: Bound): readonly ExpressionError[];
  bindDynamicCall(context: Context, callee: Bound, args: readonly Argument[], position: number): Bound;
  bindDynamicMember(
    context: Context,
    target: Bound,
    id: string,
    args: readonly Type[],
    position: number,
    isCall: boolean,
  ): Bound;
  bindDynamicBinary(context: Context, op: BinaryOperator, a: Bound, b: Bound, position: number): Bound;
  bindDynamicUnary(context: Context, op: '+' | '-' | '!' | '~', operand: Bound, position: number): Bound;
  bindBlock(context: Context, statements: readonly Statement[]): () => Exec;
  blockOf(context: Context, statements: readonly Statement[]): BoundStatement;
  attempt(context: Context, statement: Statement): BoundStatement;
  bindInner(context: Context, statement: Statement): BoundStatement;
  bindLocalFunction(context: Context, syntax: MethodSyntax): { finish: () => { start: () => Exec } };
}

let parts: Entry | undefined;

export function installEntry(entry: Entry): void {
  parts = entry;
}

function entry(): Entry {
  if (!parts) throw new Error('The binder is not loaded');
  return parts;
}

export const bindExpression: Entry['bindExpression'] = (...args) => entry().bindExpression(...args);
export const bindValue: Entry['bindValue'] = (...args) => entry().bindValue(...args);
export const bindVariable: Entry['bindVariable'] = (...args) => entry().bindVariable(...args);
export const assignment: Entry['assignment'] = (...args) => entry().assignment(...args);
export const convertLambda: Entry['convertLambda'] = (...args) => entry().convertLambda(...args);
export const convertGroup: Entry['convertGroup'] = (...args) => entry().convertGroup(...args);
export const lambdaReturn: Entry['lambdaReturn'] = (...args) => entry().lambdaReturn(...args);
export const groupReturn: Entry['groupReturn'] = (...args) => entry().groupReturn(...args);
export const lambdaErrors: Entry['lambdaErrors'] = (...args) => entry().lambdaErrors(...args);
export const bindCallee: Entry['bindCallee'] = (...args) => entry().bindCallee(...args);
export const bindDynamicCall: Entry['bindDynamicCall'] = (...args) => entry().bindDynamicCall(...args);
export const bindDynamicMember: Entry['bindDynamicMember'] = (...args) => entry().bindDynamicMember(...args);
export const bindDynamicBinary: Entry['bindDynamicBinary'] = (...args) => entry().bindDynamicBinary(...args);
export const bindDynamicUnary: Entry['bindDynamicUnary'] = (...args) => entry().bindDynamicUnary(...args);
export const bindBlock: Entry['bindBlock'] = (...args) => entry().bindBlock(...args);
export const attempt: Entry['attempt'] = (...args) => entry().attempt(...args);
export const bindInner: Entry['bindInner'] = (...args) => entry().bindInner(...args);
export const bindLocalFunction: Entry['bindLocalFunction'] = (...args) => entry().bindLocalFunction(...args);

export function unknownName(context: Context, id: string, position: number): never {
  return entry().unknownName(context, id, position);
}

export function cannotAssign(context: Context, target: Bound, syntax: Expr, position: number): never {
  return entry().cannotAssign(context, target, syntax, position);
}

import type { Value } from '../../../expression/values/values.ts';
import type { Body, ParameterSyntax, TypeParameterSyntax } from '../../grammar/syntax.ts';
import { IteratorSequence } from '../../runtime/sequences.ts';
import type { Eval, Frame } from '../bound.ts';
import { declareVariable, Scope, fail } from '../context.ts';
import type { Context } from '../context.ts';
import { close } from '../types/conversions.ts';
import { emitValue, require } from '../types/convert.ts';
import { bindValue, bindExpression } from '../expressions/expressions.ts';
import { bindReturned } from '../expressions/references.ts';
import { analyseFlow } from '../statements/flow.ts';
import { compileFunction, located, RETURN } from './functions.ts';
import type { Code, Exec } from './functions.ts';
import { asTask, canEnd } from '../expressions/lambdas.ts';
import { blockOf, isStatementExpression as isStatementLike } from '../statements/statements.ts';
import { isSpecial, special } from '../types/specials.ts';
import { resolveType } from '../types/typeNames.ts';
import { TypeParameter } from '../types/types.ts';
import type { NamedType, Parameter, Type } from '../types/types.ts';

/** Bodies of methods, accessors, constructors and local functions. */

/** Declares type parameters by name, then reads their constraints. */
export function declareTypeParameters(
  context: Context,
  syntaxes: readonly TypeParameterSyntax[],
  into: Map<string, TypeParameter>,
): readonly TypeParameter[] {
  const made = syntaxes.map(({ name }) => new TypeParameter(name));
  for (const parameter of made) into.set(parameter.name, parameter);
  for (const [index, { constraints }] of syntaxes.entries()) {
    const parameter = made[index];
    if (parameter) constrain(context, parameter, constraints);
  }
  return made;
}

/** Reads the constraints of type parameters. */
export function constrain(
  context: Context,
  parameter: TypeParameter,
  constraints: TypeParameterSyntax['constraints'],
): void {
  const types: Type[] = [];
  for (const constraint of constraints) {
    if (constraint === 'class') parameter.isClass = true;
    else if (constraint === 'struct') parameter.isStruct = true;
    else if (constraint === 'new') parameter.hasNew = true;
    else if (
      constraint.k === 'name' &&
      constraint.parts.length === 1 &&
      ['notnull', 'unmanaged'].includes(constraint.parts[0]?.id ?? '')
    )
      continue;
    else types.push(resolveType(context, constraint));
  }
  parameter.constraints = types;
}

/** Reads the parameters of a method. */
export function parametersOf(context: Context, syntaxes: readonly ParameterSyntax[]): readonly Parameter[] {
  return syntaxes.map(({ name, type: typeSyntax, mode, initial, caller, position }, index) => {
    if (syntaxes.findIndex((each) => each.name === name) < index)
      fail(context, `CS0100: The parameter name '${name}' is a duplicate`, position);
    const type = resolveType(context, typeSyntax);
    let value: { value: Value } | undefined;
    return {
      name,
      type,
      mode: mode === 'params' ? 'value' : mode,
      isParams: mode === 'params',
      caller,
      initial:
        initial &&
        (() => {
          if (!value) {
            const bound = require(context, bindValue(context, initial, true), type);
            value = bound.constant ?? {
              value: bound.emit()({
                self: null,
                v: [],
                k: [],
                c: [],
                env: undefined,
                result: null,
                position: 0,
                label: '',
              }),
            };
          }
          return value.value;
        }),
    };
  });
}

/** Binds a body, whose result is converted to `returns`. The returned function compiles it. */
export function bindCode(
  context: Context,
  syntaxes: readonly ParameterSyntax[],
  parameters: readonly Parameter[],
  body: Body,
  returns: Type,
  position: number,
): () => Code {
  const { fn } = context;
  const result = fn.isAsync ? taskResult(returns) : returns;
  const names = syntaxes.map(({ name }) => name);
  const isLate = fn.isAsync && context.world.asyncEffects?.isLate(body, names) === true;
  const inner: Context = { ...context, scope: new Scope(context.scope) };
  fn.returns = result;
  const item = iteratorItem(returns);
  if (item && !fn.isAsync) fn.yields = item;
  const variables = parameters.map((parameter, index) =>
    declareVariable(inner, parameter.name, parameter.type, syntaxes[index]?.position ?? position, {
      isRef: parameter.mode === 'ref' || parameter.mode === 'out',
    }),
  );
  if (body.k !== 'block' && fn.returnsRef) {
    const ref = bindReturned(inner, body, result);
    return () => compileFunction(inner, fn, variables, { expression: ref() });
  }
  if (body.k !== 'block') {
    const value = bindExpression(inner, body);
    const isVoid = isSpecial(result, 'void');
    if (isVoid && !isStatementLike(body))
      fail(
        context,
        'CS0201: Only assignment, call, increment, decrement, await, and new object expressions can be used as a statement',
        body.position,
      );
    const given = isVoid ? value : require(inner, value, result);
    return () => {
      const evaluate = isVoid ? value.emit() : emitValue(given);
      const run: Eval = (frame) => {
        frame.position = body.position;
        const made = evaluate(frame);
        return isVoid ? null : made;
      };
      const code = compileFunction(inner, fn, variables, { expression: run });
      return fn.isAsync ? asTask(code, returns, isLate) : code;
    };
  }
  const block = blockOf({ ...inner, scope: new Scope(inner.scope) }, body.statements);
  const flow = analyseFlow(context.world.source, syntaxes, body);
  fn.errors.push(...flow.errors);
  if (
    !fn.isIterator &&
    !isSpecial(result, 'void') &&
    !isSpecial(result, 'error') &&
    (flow.endIsReachable ?? canEnd(body.statements))
  )
    fail(context, 'CS0161: not all code paths return a value', position);
  if (fn.isIterator && block.steps) {
    const { steps } = block;
    const { source } = context.world;
    return () => {
      const run = steps();
      const exec: Exec = (frame) => {
        const type = close(returns, frame) as NamedType;
        frame.result = new IteratorSequence(
          type,
          function* items() {
            // Each enumeration runs the body again with the arguments of the call.
            const again: Frame = {
              ...frame,
              v: [...frame.v],
              k: frame.k.map((cell) => (cell ? { value: cell.value } : cell)),
            };
            try {
              yield* run(again);
            } catch (error) {
              throw located(error, source, again.position);
            }
          },
          type.definition.name.startsWith('IEnumerator'),
        );
        return RETURN;
      };
      return compileFunction(inner, fn, variables, { exec });
    };
  }
  return () => {
    const code = compileFunction(inner, fn, variables, { exec: block.exec() });
    return fn.isAsync ? asTask(code, returns, isLate) : code;
  };
}

function taskResult(type: Type): Type {
  return type.kind === 'named' && (type.definition.name === 'Task' || type.definition.name === 'ValueTask')
    ? (type.args[0] ?? special('void'))
    : special('void');
}

/** Returns the type of the values of an iterator with a return type. */
function iteratorItem(type: Type): Type | undefined {
  if (type.kind !== 'named' || type.definition.isScript) return undefined;
  const { name } = type.definition;
  if (name !== 'IEnumerable' && name !== 'IEnumerator') return undefined;
  return type.args[0] ?? special('object');
}

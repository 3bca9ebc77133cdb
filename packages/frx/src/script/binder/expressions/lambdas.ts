import { ExpressionError } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { LambdaSyntax, Pattern, Statement } from '../../grammar/syntax.ts';
import { libraryType, need } from '../../library/registry.ts';
import { completed } from '../../library/tasks.ts';
import { copyOf, Func } from '../../runtime/objects.ts';
import { nullReference } from '../../runtime/values.ts';
import type { Bound, Frame, Argument } from '../bound.ts';
import { emitMethodCall, localCall } from './invoking.ts';
import { declareVariable, fail, FunctionContext, Scope } from '../context.ts';
import type { Context } from '../context.ts';
import { close, implicitConversion } from '../types/conversions.ts';
import { convert, convertLoosely, noConversion, emitValue, mayBeMutable } from '../types/convert.ts';
import { bindExpression, bindBlock } from '../entry.ts';
import { captureCells, compileFunction } from '../declarations/functions.ts';
import type { Code } from '../declarations/functions.ts';
import { bestCommonType, signatureOf } from '../types/inference.ts';
import { tryResolve } from '../types/overloads.ts';
import type { Resolution } from '../types/overloads.ts';
import { generic, isDelegate, isDynamic, isSpecial, special } from '../types/specials.ts';
import { resolveType } from '../types/typeNames.ts';
import { isClosed, same, substitute } from '../types/types.ts';
import type { NamedType, Parameter, Type } from '../types/types.ts';

/** Lambdas, anonymous methods and method groups as values (C# specification, Anonymous function conversions and Method group conversions). */

interface BoundLambda {
  readonly code: () => Code;
  readonly fn: FunctionContext;
  /** Type of the result without a target type; undefined if it has none. */
  readonly returned: Type | undefined;
}

interface LambdaBound extends Bound {
  readonly lambda: LambdaSyntax;
  readonly context: Context;
  readonly parameterTypes: readonly (Type | undefined)[];
  readonly cache: Map<string, BoundLambda>;
  errors: readonly ExpressionError[];
}

export function bindLambda(context: Context, syntax: LambdaSyntax): Bound {
  const bound: LambdaBound = {
    type: special('error'),
    form: 'lambda',
    position: syntax.position,
    lambda: syntax,
    syntax,
    context,
    parameterTypes: distinct(context, syntax).map(({ type }) => type && resolveType(context, type)),
    cache: new Map(),
    errors: [],
    emit: () => {
      throw new ExpressionError(
        'CS8917: The delegate type could not be inferred.',
        context.world.source,
        syntax.position,
      );
    },
  };
  return bound;
}

/** Returns the errors of the body at the last attempt to bind it. */
export function lambdaErrors(bound: Bound): readonly ExpressionError[] {
  return (bound as LambdaBound).errors;
}

/** Returns the parameters of a lambda; refuses duplicates. */
function distinct(
  context: Context,
  { parameters = [], position }: LambdaSyntax,
): NonNullable<LambdaSyntax['parameters']> {
  for (const [index, { name }] of parameters.entries())
    if (parameters.findIndex((each) => each.name === name) < index)
      fail(context, `CS0100: The parameter name '${name}' is a duplicate`, position);
  return parameters;
}

/** Binds the body for parameter types; `returns` is undefined while the result is inferred. */
function bindBody(bound: LambdaBound, types: readonly Type[], returns: Type | undefined): BoundLambda | undefined {
  const key = `${types.map(({ id }) => id).join(',')}>${returns ? String(returns.id) : ''}`;
  const known = bound.cache.get(key);
  if (known) {
    bound.errors = known.fn.errors;
    return known.fn.errors.length > 0 ? undefined : known;
  }
  const { lambda, context: outer } = bound;
  const inner = returns && lambda.isAsync ? taskResult(returns) : returns;
  const fn = new FunctionContext(outer.fn, inner, lambda.isAsync);
  const scope = new Scope(outer.scope, true);
  const context: Context = { ...outer, fn, scope, depth: outer.depth + 1 };
  const given =
    lambda.parameters ??
    types.map((_type, index) => ({ name: `<${String(index)}>`, type: undefined, mode: 'value' as const }));
  let code: (() => Code) | undefined;
  let returned: Type | undefined;
  try {
    const parameters = given.map((parameter, index) =>
      declareVariable(
        context,
        parameter.name === '_' && given.filter(({ name }) => name === '_').length > 1
          ? `_${String(index)}`
          : parameter.name,
        types[index] ?? special('object'),
        lambda.position,
        { isRef: parameter.mode === 'ref' || parameter.mode === 'out' },
      ),
    );
    bindAliases(context, lambda);
    if (lambda.body.k === 'block') {
      const body = bindBlock({ ...context, scope: new Scope(scope) }, lambda.body.statements);
      const givesValue = inner && !isSpecial(inner, 'void') && fn.results.length > 0 && !context.world.isBasic;
      if (givesValue && canEnd(lambda.body.statements))
        throw new ExpressionError(
          'CS1643: Not all code paths return a value in lambda expression',
          context.world.source,
          lambda.position,
        );
      returned = fn.results.length > 0 ? bestCommonType(context, fn.results) : special('void');
      code = () => compileFunction(context, fn, parameters, { exec: body() });
    } else {
      const value = bindExpression(context, lambda.body);
      returned =
        value.form === undefined ||
        (value.form === 'tuple' && !isSpecial(value.type, 'error')) ||
        (value.form === 'arms' && !isSpecial(value.type, 'error'))
          ? value.type
          : value.form === 'lambda' && context.world.isBasic
            ? lambdaType(context, value)
            : undefined;
      if (!inner || isSpecial(inner, 'void')) {
        code = () => compileFunction(context, fn, parameters, { expression: value.emit() });
        if (inner && (value.form === 'group' || value.form === 'lambda'))
          throw new ExpressionError(
            'CS0201: Only assignment, call, increment, decrement, await, and new object expressions can be used as a statement',
            context.world.source,
            value.position,
          );
      } else {
        // A condition of Visual Basic may be a nullable.
        const isCondition = context.world.isBasic && isSpecial(inner, 'bool');
        const converted = (isCondition ? convertLoosely : convert)(context, value, inner);
        if (!converted && value.form === undefined) noConversion(context, value, inner);
        if (!converted)
          throw new ExpressionError(
            `CS1662: Cannot convert lambda expression to intended delegate type because some of the return types in the block are not implicitly convertible to the delegate return type`,
            context.world.source,
            value.position,
          );
        code = () => compileFunction(context, fn, parameters, { expression: emitValue(converted) });
      }
    }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    fn.errors.push(error);
  }
  if (returned && lambda.isAsync)
    returned = isSpecial(returned, 'void') ? (libraryType('Task')?.open ?? returned) : generic('Task', returned);
  const made: BoundLambda = {
    fn,
    returned,
    code: () => {
      if (!code) throw fn.errors[0] ?? new ExpressionError('The lambda cannot be compiled');
      if (!lambda.isAsync) return code();
      const names = given.map(({ name }) => name);
      return asTask(code(), returns ?? special('void'), outer.world.asyncEffects?.isLate(lambda.body, names) === true);
    },
  };
  bound.cache.set(key, made);
  bound.errors = fn.errors;
  return fn.errors.length > 0 ? undefined : made;
}

function taskResult(type: Type): Type {
  return type.kind === 'named' && type.definition.name === 'Task' ? (type.args[0] ?? special('void')) : special('void');
}

/**
 * Returns the code of an async function, which runs synchronously and returns a completed task.
 * @param isLate whether others see the effects that it has behind its first `await`
 */
export function asTask(code: Code, type: Type, isLate: boolean): Code {
  return (self, args, cells, env) => completed(() => code(self, args, cells, env), substitute(type, env), isLate);
}

/** Declares range variables of a query as members of the parameter. */
function bindAliases(outer: Context, lambda: LambdaSyntax): void {
  for (const { name, path } of lambda.aliases ?? []) {
    const [first = '', ...members] = path;
    outer.scope.names.set(name, {
      kind: 'alias',
      name,
      bind: (position, context) => {
        let expression: Parameters<typeof bindExpression>[1] = { k: 'id', id: first, args: [], position };
        for (const id of members) expression = { k: 'member', target: expression, id, args: [], position };
        return bindExpression(context, expression);
      },
    });
  }
}

/** Returns the result type of a lambda for parameter types; undefined if it has none or does not fit. */
export function lambdaReturn(_context: Context, bound: Bound, types: readonly Type[]): Type | undefined {
  const lambda = bound as LambdaBound;
  const given = parameterTypes(lambda, types);
  return given && bindBody(lambda, given, undefined)?.returned;
}

/** Returns the natural delegate type of a lambda of Visual Basic: from its parameter types, Object by default, and its result. */
export function lambdaType(context: Context, bound: Bound): Type {
  const types = (bound as LambdaBound).parameterTypes.map((type) => type ?? special('dynamic'));
  const returns = lambdaReturn(context, bound, types);
  if (returns && !isSpecial(returns, 'void')) return need('Func', types.length + 1).of([...types, returns]);
  return types.length === 0 ? need('Action').open : need('Action', types.length).of(types);
}

function parameterTypes(bound: LambdaBound, types: readonly Type[]): readonly Type[] | undefined {
  const { parameters } = bound.lambda;
  if (!parameters) return types;
  if (parameters.length !== types.length) return undefined;
  for (const [index, type] of types.entries()) {
    const stated = bound.parameterTypes[index];
    if (stated && !same(stated, type)) return undefined;
  }
  // Names of tuple elements are those of the explicit parameter types.
  return types.map((type, index) => bound.parameterTypes[index] ?? type);
}

export function convertLambda(_context: Context, bound: Bound, to: Type): Bound | undefined {
  const signature = signatureOf(to);
  if (!signature || !isDelegate(to)) return undefined;
  const lambda = bound as LambdaBound;
  const types = parameterTypes(lambda, signature.parameters);
  const made = types && bindBody(lambda, types, signature.returns);
  if (!made) return undefined;
  if (lambda.lambda.body.k === 'block' && !lambda.lambda.isAsync) {
    const isVoid = isSpecial(signature.returns, 'void');
    if (isVoid && made.fn.results.length > 0) return undefined;
    if (!isVoid && (made.fn.returnsNothing || (made.fn.results.length === 0 && canEnd(lambda.lambda.body.statements))))
      return undefined;
  }
  if (isSpecial(signature.returns, 'void') && lambda.lambda.body.k !== 'block' && !isStatement(lambda.lambda.body.k))
    return undefined;
  const { context } = lambda;
  return {
    type: to,
    position: bound.position,
    emit: () => {
      const code = made.code();
      const cells = captureCells(context.fn, made.fn);
      const closed = isClosed(to) ? to : undefined;
      // The library passes the structs of its collections without a copy.
      const copies = types.some(mayBeMutable);
      return (frame) => {
        const { self, env } = frame;
        const kept = cells(frame);
        return new Func(
          closed ?? (close(to, frame) as NamedType),
          'lambda',
          copies ? (args) => code(self, args.map(copyOf), kept, env) : (args) => code(self, args, kept, env),
          null,
          undefined,
        );
      };
    },
  };
}

/** Returns true when the end of a block can be reached; false after endless loops and jumps. */
export function canEnd(statements: readonly Statement[]): boolean {
  const run = statements.filter(({ k }) => k !== 'function' && k !== 'empty');
  // Code after a jump is not reached, unless it has a label.
  if (run.length > 1 && !run.some(({ k }) => k === 'label')) return run.every((each) => canEnd([each]));
  const last = run.at(-1);
  if (!last) return true;
  switch (last.k) {
    case 'return':
    case 'throw':
    case 'broken':
    case 'goto':
    case 'break':
    case 'continue':
      return false;
    case 'while':
      return !(last.test.k === 'literal' && last.test.value === true);
    case 'for':
      return last.test !== undefined;
    case 'block':
      return canEnd(last.statements);
    case 'if':
      return !last.no || canEnd([last.yes]) || canEnd([last.no]);
    case 'try':
      return (
        (canEnd(last.body.statements) || last.catches.some(({ body }) => canEnd(body.statements))) &&
        !(last.finally && !canEnd(last.finally.statements))
      );
    case 'switch':
      return (
        last.sections.some(({ statements: inner }) => inner.at(-1)?.k === 'break' || canEnd(inner)) ||
        !isExhaustive(last.sections.flatMap(({ labels }) => labels.map(({ pattern }) => pattern)))
      );
    case 'using':
    case 'lock':
    case 'checked':
    case 'label':
      return canEnd([last.body]);
    default:
      return true;
  }
}

/** Returns true if the labels cover every value: `default`, or both values of bool. */
function isExhaustive(patterns: readonly (Pattern | undefined)[]): boolean {
  const has = (value: boolean): boolean =>
    patterns.some((each) => each?.k === 'constant' && each.value.k === 'literal' && each.value.value === value);
  return patterns.includes(undefined) || (has(true) && has(false));
}

function isStatement(kind: string): boolean {
  return ['call', 'assign', 'step', 'new', 'await', 'access', 'throw', 'paren'].includes(kind);
}

/** Resolves the method of a group for parameter types. */
function resolveGroup(
  context: Context,
  bound: Bound,
  types: readonly Type[],
  modes: readonly Parameter['mode'][] = [],
): Resolution | undefined {
  const { group } = bound;
  if (!group) return undefined;
  const args: Argument[] = types.map((type, index) => ({
    name: undefined,
    mode: modes[index] ?? 'value',
    bound: { type, position: bound.position, emit: () => () => null },
  }));
  const found = tryResolve(context, group.candidates, args, group.typeArguments);
  return found && found !== 'ambiguous' && !found.expanded ? found : undefined;
}

export function groupReturn(context: Context, bound: Bound, types: readonly Type[]): Type | undefined {
  return resolveGroup(context, bound, types)?.returns;
}

export function convertGroup(context: Context, bound: Bound, to: Type): Bound | undefined {
  const signature = signatureOf(to);
  const { group } = bound;
  if (!signature || !group || !isDelegate(to)) return undefined;
  const found = resolveGroup(context, bound, signature.parameters, signature.modes);
  if (!found || found.map.includes(-1)) return undefined;
  const { method } = found.candidate;
  if (
    !isSpecial(signature.returns, 'void') &&
    !same(found.returns, signature.returns) &&
    implicitConversion(found.returns, signature.returns, context, false)?.apply !== undefined &&
    !isDynamic(found.returns)
  )
    return undefined;
  if (!isSpecial(signature.returns, 'void') && !implicitConversion(found.returns, signature.returns, context, false))
    return undefined;
  const { receiver } = group;
  return {
    type: to,
    position: bound.position,
    emit: () => {
      const target = method.isStatic && !method.isExtension ? undefined : receiver && emitValue(receiver);
      const invoke = emitMethodCall(context, found, group.isBase);
      const closed = isClosed(to) ? to : undefined;
      const local = localCall(context, method);
      return (frame) => {
        const self = target ? target(frame) : method.isStatic ? null : frame.self;
        if (receiver && target && self === null && !method.isStatic) throw nullReference();
        const { env } = frame;
        const inner: Frame = { ...frame, env };
        const call = (args: readonly Value[]): Value =>
          method.isExtension && target
            ? invoke(inner, null, [self, ...args.map(copyOf)])
            : invoke(inner, self, method.isScript ? args.map(copyOf) : args);
        const identity = local ? [...local.identity(frame), ...found.typeArguments] : method;
        return new Func(closed ?? (close(to, frame) as NamedType), method.name, call, self, identity);
      };
    },
  };
}

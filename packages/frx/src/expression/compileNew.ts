import { PLACE } from './budget.ts';
import { compileArguments } from './compileCall.ts';
import { made } from './compiled.ts';
import type { CompileContext, CompiledNode } from './compiled.ts';
import { assignTo, defaultOf, isDelegateType } from './convert.ts';
import { ExpressionError } from './errors.ts';
import { callMember, construct, setIndex, setMember } from './members/index.ts';
import type { Runtime } from './scope.ts';
import type { Initializer, NewArrayExpression, NewExpression } from './syntax.ts';
import { typeNameOf } from './toText.ts';
import { NetArray } from './values.ts';
import type { Value } from './values.ts';

/** `new T(…) { … }`. A delegate type around a method is that method. */
export function compileNew<Env>(node: NewExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const { type } = node;
  const { runtime } = context.scope;
  if (isDelegateType(type) && node.args.length === 1 && node.args[0]) return context.compile(node.args[0]);
  const args = compileArguments(node.args, context);
  const own = context.scope.resolveClass?.(type);
  const fill = node.initializer.map((each) => compileInitializer(each, context, runtime));
  const { source } = context;
  const { position } = node;
  return made(type, (env) => {
    const value = own ? own(env, args(env)) : construct(type, args(env), runtime);
    if (value === undefined) {
      throw new ExpressionError(`There is no class '${type}' that can be created here`, source, position);
    }
    for (const each of fill) each(value, env);
    return value;
  });
}

type Fill<Env> = (target: Value, env: Env) => void;

function compileInitializer<Env>(initializer: Initializer, context: CompileContext<Env>, runtime: Runtime): Fill<Env> {
  if (initializer.kind === 'item') {
    const values = compileArguments(initializer.values, context);
    return (target, env) => callMember(target, 'Add', values(env), runtime);
  }
  const value = context.compile(initializer.value).evaluate;
  if (initializer.kind === 'member') return (target, env) => setMember(target, initializer.name, value(env));
  const index = compileArguments(initializer.index, context);
  return (target, env) => setIndex(target, index(env), value(env));
}

/** `new T[size]`, `new T[] { … }`, `new[] { … }`. */
export function compileNewArray<Env>(node: NewArrayExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const { budget } = context.scope.runtime;
  const { elementType } = node;
  if (node.items) {
    const items = compileArguments(node.items, context);
    const type = elementType ?? commonType(node, context);
    const convert = assignTo(type);
    return made(`${type}[]`, (env) => {
      const values = items(env).map(convert);
      budget.collect(values.length * PLACE);
      return new NetArray(type, values);
    });
  }
  const type = elementType ?? 'object';
  const size = node.size ? context.compile(node.size).evaluate : () => 0;
  return made(`${type}[]`, (env) => {
    const count = size(env);
    if (typeof count !== 'number' || count < 0) {
      throw new ExpressionError(`An array cannot have the size '${typeNameOf(count)}'`);
    }
    budget.hold(count);
    budget.collect(count * PLACE);
    return new NetArray(
      type,
      Array.from({ length: count }, () => defaultOf(type)),
    );
  });
}

/** The element type of `new[] { … }`: that of its items when they agree. */
function commonType<Env>(node: NewArrayExpression, context: CompileContext<Env>): string {
  const types = new Set((node.items ?? []).map((item) => context.compile(item).type));
  const [only] = types;
  return types.size === 1 && only !== undefined ? only : 'object';
}

import { nearest } from './similar.ts';
import { made } from './compiled.ts';
import type { CompileContext, CompiledNode } from './compiled.ts';
import { nullTest } from './data.ts';
import { ExpressionError } from './errors.ts';
import { builtInFunction, builtInNames } from './functions/index.ts';
import { callMember, staticMethod } from './members/index.ts';
import type { Argument, Binding, Evaluate } from './scope.ts';
import { propagatesNull, staticTypeOf } from './staticNames.ts';
import type { CallExpression, Expression, OutExpression } from './syntax.ts';
import { typeNameOf } from './toText.ts';
import type { NetObject, TypeName, Value } from './values.ts';

/** Compiles arguments to what gives their values. */
export function compileArguments<Env>(
  nodes: readonly Expression[],
  context: CompileContext<Env>,
): (env: Env) => Value[] {
  return argumentValues(nodes.map((node) => compileArgument(node, context).evaluate));
}

function argumentValues<Env>(all: readonly Evaluate<Env>[]): (env: Env) => Value[] {
  const [first, second, third] = all;
  if (!first) return () => [];
  if (!second) return (env) => [first(env)];
  if (!third) return (env) => [first(env), second(env)];
  return (env) => all.map((each) => each(env));
}

function compileArgument<Env>(node: Expression, context: CompileContext<Env>): CompiledNode<Env> {
  return node.kind === 'out' ? compileOut(node, context) : context.compile(node);
}

/** The variable behind `out` and `ref`: the called method reads and sets its `value`. */
class Reference<Env> implements NetObject {
  readonly binding: Binding<Env>;
  readonly env: Env;

  constructor(binding: Binding<Env>, env: Env) {
    this.binding = binding;
    this.env = env;
  }

  get kind(): 'object' {
    return 'object';
  }

  get typeName(): TypeName {
    return 'ref';
  }

  get(): Value {
    return this.binding.read(this.env);
  }

  set(_name: string, value: Value): void {
    this.binding.write?.(this.env, value);
  }

  call(name: string): Value {
    throw new ExpressionError(`A reference has no method '${name}'`);
  }

  hasMethod(): boolean {
    return false;
  }
}

function compileOut<Env>(node: OutExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const { target } = node;
  if (target.kind !== 'name') {
    throw new ExpressionError('Only a variable can be handed over with out or ref', context.source, node.position);
  }
  const binding =
    node.declares === undefined
      ? context.scope.resolveObject(target.name)
      : context.scope.declareVariable?.(target.name, node.declares === 'var' ? 'object' : node.declares);
  if (!binding?.write) {
    throw new ExpressionError(`'${target.name}' is no variable`, context.source, target.position);
  }
  return made('object', (env) => new Reference(binding, env));
}

/** Compiles a call: a function of the report, a built-in one, a static method, a method of a value or a delegate. */
export function compileCall<Env>(node: CallExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const { target } = node;
  if (target.kind === 'name') return compileFunction(node, target.name, context);
  const args = compileArguments(node.args, context);
  const { runtime } = context.scope;
  if (target.kind !== 'member') {
    const callee = context.compile(target).evaluate;
    return made('object', (env) => invoke(callee(env), args(env)));
  }
  const { name } = target;
  const type = staticTypeOf(target.target, context);
  if (type !== undefined) {
    const method = staticMethod(type, name);
    if (!method) {
      throw new ExpressionError(`'${type}' has no method '${name}'`, context.source, target.position);
    }
    return made(staticResults.get(`${type}.${name}`) ?? 'object', (env) => method(args(env), runtime));
  }
  const object = context.compile(target.target);
  const { evaluate } = object;
  const result = methodResults.get(name) ?? (object.type === 'string' ? (textResults.get(name) ?? 'object') : 'object');
  if (propagatesNull(node)) {
    return made(result, (env) => {
      const value = evaluate(env);
      return value === null ? null : callMember(value, name, args(env), runtime);
    });
  }
  return made(result, (env) => callMember(evaluate(env), name, args(env), runtime));
}

const methodResults: ReadonlyMap<string, TypeName> = new Map([
  ['ToString', 'string'],
  ['Equals', 'bool'],
  ['CompareTo', 'int'],
]);

const textResults: ReadonlyMap<string, TypeName> = new Map(
  'Substring Replace ToUpper ToLower Trim TrimStart TrimEnd PadLeft PadRight Insert Remove'
    .split(' ')
    .map((name): [string, TypeName] => [name, 'string']),
);

const staticResults: ReadonlyMap<string, TypeName> = new Map([
  ['string.Format', 'string'],
  ['string.Join', 'string'],
  ['string.Concat', 'string'],
  ['Convert.ToString', 'string'],
  ['Convert.ToInt32', 'int'],
  ['Convert.ToDouble', 'double'],
  ['Convert.ToDecimal', 'decimal'],
  ['Convert.ToDateTime', 'DateTime'],
  ['int.Parse', 'int'],
  ['double.Parse', 'double'],
  ['decimal.Parse', 'decimal'],
  ['DateTime.Parse', 'DateTime'],
]);

/** Calls a delegate. Throws ExpressionError when the value is none. */
export function invoke(callee: Value, args: readonly Value[]): Value {
  if (typeof callee === 'object' && callee !== null && 'kind' in callee && callee.kind === 'delegate') {
    return callee.invoke(args);
  }
  throw new ExpressionError(`A value of type '${typeNameOf(callee)}' cannot be called`);
}

function compileFunction<Env>(node: CallExpression, name: string, context: CompileContext<Env>): CompiledNode<Env> {
  const { scope } = context;
  const compiled = node.args.map((argument, index): Argument<Env> => {
    const { type, evaluate } = compileArgument(argument, context);
    const [from, to] = node.spans[index] ?? [0, 0];
    return { type, evaluate, source: context.source.slice(from, to).trim() };
  });
  const bound = scope.resolveFunction(name, compiled);
  if (bound) return made(bound.type, bound.evaluate, bound.variant ?? false);
  const values = argumentValues(compiled.map(({ evaluate }) => evaluate));
  if (name === 'IsNull') {
    const test = nullTest(scope);
    return made('bool', (env) => {
      const [value] = values(env);
      if (typeof value !== 'string') throw new ExpressionError('IsNull takes the name of a column as a text');
      return test(value, env);
    });
  }
  const { runtime } = scope;
  const builtIn = builtInFunction(name);
  if (builtIn) {
    const { call } = builtIn;
    return made(builtIn.type, (env) => call(values(env), runtime));
  }
  const variable = scope.resolveObject(name);
  if (variable) {
    const { read } = variable;
    return made('object', (env) => invoke(read(env), values(env)));
  }
  const similar = nearest(name, builtInNames());
  throw new ExpressionError(
    `The name '${name}' does not exist in the current context${similar === undefined ? '' : `; did you mean '${similar}'?`}`,
    context.source,
    node.target.position,
  );
}

import { combine, kinds, LONG_TEXT, numericType, truth } from './combine.ts';
import { compileAssign, compileIncrement } from './compileAssign.ts';
import { compileArguments, compileCall } from './compileCall.ts';
import { fromBinding, made } from './compiled.ts';
import type { CompileContext, CompiledNode } from './compiled.ts';
import { compileNew, compileNewArray } from './compileNew.ts';
import { compileIs, compileSwitch } from './compilePattern.ts';
import { castTo, defaultOf, isOfType } from './convert.ts';
import { resolveData } from './data.ts';
import { ExpressionError } from './errors.ts';
import { getIndex, getMember, staticMember, typeObject } from './members/index.ts';
import { complement, negate, plus } from './operators.ts';
import { parseExpression } from './parser.ts';
import type { Evaluate, Scope } from './scope.ts';
import { propagatesNull, staticTypeOf } from './staticNames.ts';
import type {
  BinaryExpression,
  ConditionalExpression,
  DataExpression,
  Expression,
  IndexExpression,
  InterpolatedExpression,
  MemberExpression,
  TypeTestExpression,
  UnaryExpression,
} from './syntax.ts';
import { formatted, toText, typeNameOf } from './toText.ts';
import type { TypeName } from './values.ts';

/** How deep brackets around calculations may nest. */
const MAX_DEPTH = 20;

/** Compiles a syntax tree to closures. Throws ExpressionError for names that mean nothing; `source` is for its messages. */
export function compileTree<Env>(node: Expression, scope: Scope<Env>, source: string, depth = 0): CompiledNode<Env> {
  return compileNode(node, treeContext(scope, source, depth));
}

/** What parts of a tree are compiled with. */
export function treeContext<Env>(scope: Scope<Env>, source: string, depth = 0): CompileContext<Env> {
  const context: CompileContext<Env> = { scope, source, depth, compile: (part) => compileNode(part, context) };
  return context;
}

function compileNode<Env>(node: Expression, context: CompileContext<Env>): CompiledNode<Env> {
  switch (node.kind) {
    case 'literal': {
      const { value } = node;
      return made(value === null ? 'object' : typeNameOf(value), () => value);
    }
    case 'data':
      return compileData(node, context);
    case 'name': {
      const binding = context.scope.resolveObject(node.name);
      if (!binding) throw unknownName(node.name, node.position, context);
      return fromBinding(binding);
    }
    case 'member':
      return compileMember(node, context);
    case 'index':
      return compileIndex(node, context);
    case 'call':
      return compileCall(node, context);
    case 'unary':
      return compileUnary(node, context);
    case 'binary':
      return compileBinary(node, context);
    case 'conditional':
      return compileConditional(node, context);
    case 'cast': {
      const operand = compileNode(node.operand, context).evaluate;
      const cast = castTo(node.type);
      return made(node.type, (env) => cast(operand(env)));
    }
    case 'is':
      return compileIs(node, context);
    case 'switch':
      return compileSwitch(node, context);
    case 'as':
      return compileAs(node, context);
    case 'new':
      return compileNew(node, context);
    case 'newArray':
      return compileNewArray(node, context);
    case 'assign':
      return compileAssign(node, context);
    case 'increment':
      return compileIncrement(node, context);
    case 'interpolated':
      return compileInterpolated(node, context);
    case 'lambda': {
      const lambda = context.scope.compileLambda?.(node);
      if (!lambda) throw new ExpressionError('Lambdas can be used in scripts only', context.source, node.position);
      return made('object', lambda);
    }
    case 'typeof': {
      const type = typeObject(node.type);
      return made('Type', () => type);
    }
    case 'default': {
      const value = defaultOf(node.type);
      return made(node.type, () => value);
    }
    case 'await':
      throw new ExpressionError('await cannot be carried out in a report', context.source, node.position);
    default:
      throw new ExpressionError('out and ref can only stand before an argument', context.source, node.position);
  }
}

function unknownName<Env>(name: string, position: number, context: CompileContext<Env>): ExpressionError {
  return new ExpressionError(`The name '${name}' does not exist in the current context`, context.source, position);
}

function compileData<Env>(node: DataExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const binding = resolveData(context.scope, node.name, false);
  if (binding) return fromBinding(binding);
  // Brackets around a calculation with names of its own.
  if (node.name.includes('[')) {
    if (context.depth >= MAX_DEPTH) throw new ExpressionError('Nested too deep', context.source, node.position);
    return compileTree(parseExpression(node.name), context.scope, context.source, context.depth + 1);
  }
  throw new ExpressionError(
    `There is no column, parameter, variable or total '${node.name}'`,
    context.source,
    node.position,
  );
}

const memberTypes: ReadonlyMap<string, TypeName> = new Map([
  ['string.Length', 'int'],
  ['DateTime.Year', 'int'],
  ['DateTime.Month', 'int'],
  ['DateTime.Day', 'int'],
  ['DateTime.Date', 'DateTime'],
  ['TimeSpan.TotalDays', 'double'],
  ['TimeSpan.Days', 'int'],
]);

function compileMember<Env>(node: MemberExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const { name } = node;
  const type = staticTypeOf(node.target, context);
  if (type !== undefined) {
    const read = staticMember(type, name);
    if (!read) {
      throw new ExpressionError(`'${type}' does not contain a definition for '${name}'`, context.source, node.position);
    }
    const { runtime } = context.scope;
    return made(typeNameOf(read(runtime)), () => read(runtime));
  }
  const target = compileNode(node.target, context);
  const { evaluate } = target;
  const known = memberTypes.get(`${target.type}.${name}`) ?? 'object';
  if (!propagatesNull(node)) return made(known, (env) => getMember(evaluate(env), name));
  return made(known, (env) => {
    const value = evaluate(env);
    return value === null ? null : getMember(value, name);
  });
}

function compileIndex<Env>(node: IndexExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const target = compileNode(node.target, context);
  const { evaluate } = target;
  const args = compileArguments(node.args, context);
  const type = target.type.endsWith('[]') ? target.type.slice(0, -2) : target.type === 'string' ? 'char' : 'object';
  const conditional = propagatesNull(node);
  return made(type, (env) => {
    const value = evaluate(env);
    return value === null && conditional ? null : getIndex(value, args(env));
  });
}

function compileUnary<Env>(node: UnaryExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const operand = compileNode(node.operand, context);
  const { evaluate } = operand;
  switch (node.operator) {
    case '!':
      return made('bool', (env) => !truth(evaluate(env), '!'));
    case '-': {
      if (node.operand.kind === 'literal') {
        const value = negate(node.operand.value);
        return made(typeNameOf(value), () => value);
      }
      return made(operand.type, (env) => negate(evaluate(env)), operand.variant);
    }
    case '+':
      return made(operand.type, (env) => plus(evaluate(env)), operand.variant);
    default:
      return made(operand.type, (env) => complement(evaluate(env)), operand.variant);
  }
}

function compileBinary<Env>(node: BinaryExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const left = compileNode(node.left, context);
  const right = compileNode(node.right, context);
  return combine(node.operator, left, right, context);
}

function compileConditional<Env>(node: ConditionalExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const condition = compileNode(node.condition, context).evaluate;
  const whenTrue = compileNode(node.whenTrue, context);
  const whenFalse = compileNode(node.whenFalse, context);
  const a = whenTrue.evaluate;
  const b = whenFalse.evaluate;
  const variant = whenTrue.variant || whenFalse.variant;
  if (whenTrue.type === whenFalse.type) {
    return made(whenTrue.type, (env) => (truth(condition(env), '?:') ? a(env) : b(env)), variant);
  }
  // Branches of two number types give the wider one.
  const common = numericType(whenTrue.type, whenFalse.type);
  if (!kinds.has(common)) {
    return made('object', (env) => (truth(condition(env), '?:') ? a(env) : b(env)), variant);
  }
  const cast = castTo(common);
  return made(common, (env) => cast(truth(condition(env), '?:') ? a(env) : b(env)), variant);
}

function compileAs<Env>(node: TypeTestExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const operand = compileNode(node.operand, context).evaluate;
  const { type } = node;
  return made(type, (env) => {
    const value = operand(env);
    return isOfType(value, type) ? value : null;
  });
}

function compileInterpolated<Env>(node: InterpolatedExpression, context: CompileContext<Env>): CompiledNode<Env> {
  const { culture, budget } = context.scope.runtime;
  const pieces = node.parts.map((part): Evaluate<Env> => {
    if (typeof part === 'string') return () => part;
    const { evaluate } = compileNode(part.value, context);
    const { width, format } = part;
    budget.hold(Math.abs(width));
    return (env) => {
      const value = evaluate(env);
      const text = format === undefined ? toText(value, culture) : formatted(value, format, culture);
      return width < 0 ? text.padEnd(-width) : text.padStart(width);
    };
  });
  return made('string', (env) => {
    let text = '';
    for (const piece of pieces) text += piece(env) as string;
    if (text.length > LONG_TEXT) budget.hold(text.length);
    return text;
  });
}

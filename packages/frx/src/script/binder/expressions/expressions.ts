import { bindSwitch, bindText, bindConditional } from './choices.ts';
import { bindStep, bindCompound } from './assignments.ts';
import { bindTuple, deconstruct } from './tuples.ts';
import { bindRange, bindIndex } from './indexing.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Expr } from '../../grammar/syntax.ts';
import { Ref } from '../../runtime/objects.ts';
import { isValueType } from '../../runtime/values.ts';
import { raised } from '../../runtime/hooks.ts';
import { awaited } from '../../library/tasks.ts';
import { bindReference } from './references.ts';
import { BOUND_ONCE, boundOnce } from './boundOnce.ts';
import { withStart } from './start.ts';
import type { Bound, Eval, Frame, Place } from '../bound.ts';
import { basicOperation, bindBasicOperation } from './basicOperations.ts';
import { bindCall, called } from './calls.ts';
import { kept } from './invoking.ts';
import type { Context, Variable } from '../context.ts';
import { declareVariable, fail, Scope } from '../context.ts';
import { castValue } from '../types/conversions.ts';
import { apply, cast, emitValue, require } from '../types/convert.ts';
import { bindAnonymous, bindArray, bindNew } from './creation.ts';
import { readVariable, writeVariable } from '../declarations/functions.ts';
import { lookup } from '../types/lookup.ts';
import { bindLambda } from './lambdas.ts';
import { bindMember, bindName, thisBound } from './names.ts';
import { bindBinary, bindUnary } from './operators.ts';
import { bindPattern } from './patterns.ts';
import { bindQuery } from './queries.ts';
import { isSpecial, nullableOf, special, underlying } from '../types/specials.ts';
import { resolveType } from '../types/typeNames.ts';
import { display } from '../types/types.ts';
import { bindSizeof, bindTypeof, bindDefault, bindAs } from './typeOperators.ts';
import { literal } from './literals.ts';

/** Binding of expressions (C# specification, Expressions). Errors are thrown as ExpressionError with the compiler's message. */

export function bindExpression(context: Context, syntax: Expr): Bound {
  return context.world.isBasic && BOUND_ONCE.has(syntax.k)
    ? boundOnce(context, syntax, () => bindAny(context, syntax))
    : bindAny(context, syntax);
}

function bindAny(context: Context, syntax: Expr): Bound {
  switch (syntax.k) {
    case 'literal':
      return literal(syntax.type, syntax.value, syntax.position);
    case 'id':
      return bindName(context, syntax);
    case 'type':
      return {
        type: resolveType(context, syntax.type),
        position: syntax.position,
        form: 'type',
        emit: () => () => null,
      };
    case 'data': {
      const bound = context.world.outside.data?.(context, syntax.path, syntax.position);
      return bound ?? fail(context, `CS1525: Invalid expression term '['`, syntax.position);
    }
    case 'this':
      return thisBound(context, syntax.position);
    case 'base':
      return fail(context, "CS0175: Use of keyword 'base' is not valid in this context", syntax.position);
    case 'receiver':
      return receiverOf(context, syntax.position);
    case 'member':
      return bindMember(context, syntax);
    case 'call': {
      const operation = basicOperation(syntax);
      return operation === undefined ? bindCall(context, syntax) : bindBasicOperation(context, syntax, operation);
    }
    case 'index':
      return bindIndex(context, syntax);
    case 'access':
      return bindAccess(context, syntax);
    case 'unary':
      return bindUnary(context, syntax);
    case 'step':
      return bindStep(context, syntax);
    case 'binary':
      return bindBinary(context, syntax);
    case 'assign':
      return bindAssign(context, syntax);
    case 'conditional':
      return bindConditional(context, syntax);
    case 'cast':
      return cast(context, bindValue(context, syntax.operand, true), resolveType(context, syntax.type));
    case 'as':
      return bindAs(context, syntax);
    case 'is': {
      const operand = bindValue(context, syntax.operand);
      const test = bindPattern(context, syntax.pattern, operand.type);
      return {
        type: special('bool'),
        position: syntax.position,
        emit: () => {
          const value = operand.emit();
          const matches = test();
          return (frame) => matches(frame, value(frame));
        },
      };
    }
    case 'switch':
      return bindSwitch(context, syntax);
    case 'new':
      return bindNew(context, syntax);
    case 'anonymous':
      return bindAnonymous(context, syntax);
    case 'array':
      return bindArray(context, syntax);
    case 'items':
      return fail(
        context,
        'CS0622: Can only use array initializer expressions to assign to array types. Try using a new expression instead.',
        syntax.position,
      );
    case 'typeof':
      return bindTypeof(context, syntax.type, syntax.position);
    case 'sizeof':
      return bindSizeof(context, syntax.type, syntax.position);
    case 'default':
      return bindDefault(context, syntax);
    case 'nameof': {
      const name = nameOf(syntax.operand);
      return literal('string', name, syntax.position);
    }
    case 'checked':
      return {
        ...bindExpression({ ...context, checked: syntax.on, unchecked: !syntax.on }, syntax.operand),
        place: undefined,
      };
    case 'lambda':
      return bindLambda(context, syntax);
    case 'query':
      return bindQuery(context, syntax);
    case 'throw': {
      const value = require(context, bindValue(context, syntax.operand), special('Exception'));
      return { type: special('error'), form: 'throw', position: syntax.position, emit: () => throwing(value) };
    }
    case 'tuple':
      return bindTuple(context, syntax);
    case 'text':
      return bindText(context, syntax);
    case 'range':
      return bindRange(context, syntax);
    case 'declare': {
      if (syntax.designation.k !== 'single')
        return fail(context, 'CS8185: A declaration is not allowed in this context.', syntax.position);
      return bindVariable(
        context,
        declareVariable(context, syntax.designation.name, resolveType(context, syntax.type), syntax.position),
        syntax.position,
      );
    }
    case 'ref':
      return fail(context, `CS1525: Invalid expression term 'ref'`, syntax.position);
    case 'await':
      return bindAwait(context, syntax.operand, syntax.position);
    case 'paren': {
      const inner = bindExpression(context, syntax.operand);
      if (inner.form === 'type') return inner;
      if (syntax.isValue !== true) return { ...inner, position: syntax.position };
      return { ...called(context, inner), position: syntax.position, place: undefined };
    }
    default:
      return never(syntax);
  }
}

function never(syntax: never): never {
  throw new Error(`An expression of an unknown kind: ${JSON.stringify(syntax)}`);
}

/** Binds an expression that must be a value, not a type. */
export function bindValue(context: Context, syntax: Expr, untyped: boolean | 'event' = false): Bound {
  const bound =
    syntax.k === 'paren' ? bindExpression(context, syntax) : called(context, bindExpression(context, syntax));
  if (bound.form === 'type')
    fail(
      context,
      `CS0119: '${display(bound.type)}' is a type, which is not valid in the given context`,
      syntax.position,
    );
  if (bound.form === 'event' && untyped !== 'event') fail(context, bound.refusal ?? '', syntax.position);
  if (bound.form === 'namespace')
    fail(context, `CS0118: '${bound.name ?? ''}' is a namespace but is used like a variable`, syntax.position);
  if (untyped !== true && (bound.form === 'lambda' || bound.form === 'group'))
    fail(
      context,
      bound.form === 'lambda'
        ? 'CS8917: The delegate type could not be inferred.'
        : `CS0428: Cannot convert method group '${bound.group?.name ?? ''}' to a value. Did you intend to invoke the method?`,
      syntax.position,
    );
  return withStart(bound, syntax);
}

function throwing(value: Bound): Eval {
  const exception = value.emit();
  return (frame) => {
    throw raised(exception(frame));
  };
}

export function bindVariable(context: Context, variable: Variable, position: number): Bound {
  const { type, isRef, constant } = variable;
  if (constant) return { type, position, constant, emit: () => () => constant.value };
  if (isRef) {
    const ref = (): ((frame: Frame) => Ref) => {
      const read = readVariable(context, variable);
      return (frame) => read(frame) as Ref;
    };
    if (variable.owner !== context.fn) context.fn.capture(variable);
    return {
      type,
      position,
      place: {
        isSimple: true,
        isVariable: true,
        assign: (value) => {
          const target = ref();
          return (frame) => {
            const given = value(frame);
            target(frame).write(given);
            return given;
          };
        },
        ref,
      },
      emit: () => {
        const target = ref();
        return (frame) => target(frame).read();
      },
    };
  }
  if (variable.owner !== context.fn) context.fn.capture(variable);
  const place: Place = {
    isSimple: true,
    isVariable: true,
    assign: (value) => {
      const write = writeVariable(context, variable);
      return (frame) => {
        const given = value(frame);
        if (typeof given === 'string') kept(context, given);
        write(frame, given);
        return given;
      };
    },
    ref: () => {
      const read = readVariable(context, variable);
      const write = writeVariable(context, variable);
      return (frame) => new VariableRef(frame, read, write);
    },
  };
  return {
    type,
    position,
    place: variable.isReadOnly ? undefined : place,
    emit: () => readVariable(context, variable),
  };
}

const refType = special;

class VariableRef extends Ref {
  readonly #frame: Frame;
  readonly #read: Eval;
  readonly #write: (frame: Frame, value: Value) => void;
  constructor(frame: Frame, read: Eval, write: (frame: Frame, value: Value) => void) {
    super(refType('object'));
    this.#frame = frame;
    this.#read = read;
    this.#write = write;
  }
  read(): Value {
    return this.#read(this.#frame);
  }
  write(value: Value): void {
    this.#write(this.#frame, value);
  }
}

function nameOf(syntax: Expr): string {
  if (syntax.k === 'id' || syntax.k === 'member') return syntax.id;
  if (syntax.k === 'type' && syntax.type.k === 'name') return syntax.type.parts.at(-1)?.id ?? '';
  return '';
}

function bindAwait(context: Context, operandSyntax: Expr, position: number): Bound {
  const operand = bindValue(context, operandSyntax);
  const { type } = operand;
  const name = type.kind === 'named' ? type.definition.name : '';
  if (name !== 'Task' && name !== 'ValueTask' && name !== 'YieldAwaitable')
    fail(context, `CS1061: '${display(type)}' does not contain a definition for 'GetAwaiter'`, position);
  const result = type.kind === 'named' ? (type.args[0] ?? special('void')) : special('void');
  return {
    type: result,
    position: position,
    emit: () => {
      const task = operand.emit();
      return (frame) => awaited(task(frame));
    },
  };
}

/** Receivers of `?.` chains, by context. */
const receivers = new WeakMap<Context, Bound>();

function receiverOf(context: Context, position: number): Bound {
  const found = receivers.get(context);
  return found ?? fail(context, 'CS1525: Invalid expression term', position);
}

function bindAccess(context: Context, syntax: Expr & { k: 'access' }): Bound {
  const target = bindValue(context, syntax.target);
  if (isValueType(target.type) && !underlying(target.type))
    fail(
      context,
      `CS0023: Operator '?' cannot be applied to operand of type '${display(target.type)}'`,
      syntax.position,
    );
  const type = underlying(target.type) ?? target.type;
  const slot = context.fn.slots++;
  const inner: Context = { ...context };
  receivers.set(inner, { type, position: syntax.position, emit: () => (frame) => frame.v[slot] ?? null });
  const value = bindExpression(inner, syntax.access);
  if (value.form === 'group')
    fail(
      context,
      `CS0428: Cannot convert method group '${value.group?.name ?? ''}' to a value. Did you intend to invoke the method?`,
      syntax.position,
    );
  const isVoid = isSpecial(value.type, 'void');
  const result = isValueType(value.type) && !isVoid ? nullableOf(value.type) : value.type;
  return {
    type: result,
    position: syntax.position,
    emit: () => {
      const given = target.emit();
      const rest = emitValue(value);
      return (frame) => {
        const object = given(frame);
        if (object === null) return null;
        frame.v[slot] = object;
        return rest(frame);
      };
    },
  };
}

function bindAssign(context: Context, syntax: Expr & { k: 'assign' }): Bound {
  const { target: targetSyntax, op, position } = syntax;
  if (op !== '=') return bindCompound(context, syntax);
  if (targetSyntax.k === 'tuple' || (targetSyntax.k === 'declare' && targetSyntax.designation.k === 'list'))
    return deconstruct(context, targetSyntax, bindValue(context, syntax.value, true), position);
  if (targetSyntax.k === 'id' && targetSyntax.id === '_' && !context.scope.find('_')) {
    const value = bindValue(context, syntax.value);
    return { ...value, place: undefined };
  }
  const target = bindValue(context, targetSyntax);
  if (syntax.value.k === 'ref' && targetSyntax.k === 'id') {
    const variable = context.scope.find(targetSyntax.id);
    if (variable?.kind !== 'variable' || !variable.isRef)
      fail(context, 'CS8373: The left-hand side of a ref assignment must be a ref local or parameter.', position);
    const ref = bindReference(context, syntax.value, variable.type);
    return { ...target, emit: () => setReference(context, variable, ref()) };
  }
  const value = bindValue(context, syntax.value, true);
  return assignment(context, target, value, targetSyntax, position);
}

/** Makes a reference variable refer to another variable; returns the value of that variable. */
function setReference(context: Context, variable: Variable, ref: (frame: Frame) => Ref): Eval {
  const write = writeVariable(context, variable);
  return (frame) => {
    const found = ref(frame);
    write(frame, found);
    return found.read();
  };
}

/** Binds `target = value`. */
export function assignment(context: Context, target: Bound, value: Bound, syntax: Expr, position: number): Bound {
  const { place } = target;
  if (!place) return cannotAssign(context, target, syntax, position);
  if (syntax.k === 'member') checkReceiver(context, syntax);
  const given = require(context, value, target.type);
  return { type: target.type, position, fresh: false, emit: () => place.assign(emitValue(given)) };
}

/** Refuses setting a member of a struct that is not a variable (C# specification, Simple assignment). */
function checkReceiver(context: Context, syntax: Expr & { k: 'member' }): void {
  const owner = syntax.target;
  if (owner.k === 'this' || owner.k === 'base' || owner.k === 'receiver') return;
  const scope = new Scope(context.scope);
  const bound =
    owner.k === 'id' || owner.k === 'member' || owner.k === 'index' || owner.k === 'call'
      ? bindExpression({ ...context, scope }, owner)
      : undefined;
  if (
    !bound ||
    bound.form ||
    !(bound.type.kind === 'named') ||
    bound.type.definition.kind !== 'struct' ||
    bound.place?.isVariable
  )
    return;
  fail(
    context,
    `CS1612: Cannot modify the return value of '${owner.k === 'id' || owner.k === 'member' ? owner.id : 'the expression'}' because it is not a variable`,
    syntax.position,
  );
}

export function cannotAssign(context: Context, target: Bound, syntax: Expr, position: number): never {
  const name = syntax.k === 'id' || syntax.k === 'member' ? syntax.id : '';
  if (target.constant)
    fail(context, 'CS0131: The left-hand side of an assignment must be a variable, property or indexer', position);
  const field = name === '' || !context.type ? undefined : lookup(context.type, name, context)[0]?.member;
  if (syntax.k === 'id' && !context.scope.find(name) && field?.k === 'field' && field.isReadOnly)
    fail(
      context,
      'CS0191: A readonly field cannot be assigned to (except in a constructor or a variable initializer)',
      position,
    );
  if (syntax.k === 'id' && context.scope.find(name))
    fail(context, `CS1656: Cannot assign to '${name}' because it is a read-only variable`, position);
  if (target.refusal !== undefined) fail(context, target.refusal, position);
  if (name !== '')
    fail(context, `CS0200: Property or indexer '${name}' cannot be assigned to -- it is read only`, position);
  fail(context, 'CS0131: The left-hand side of an assignment must be a variable, property or indexer', position);
}

export { apply, castValue };

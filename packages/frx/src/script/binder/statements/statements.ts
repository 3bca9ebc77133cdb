import { deconstruct } from '../expressions/tuples.ts';
import { bindSwitchStatement, caseLabel, DEFAULT } from './switches.ts';
import { bindReturned } from '../expressions/references.ts';
import { bindLocal } from './locals.ts';
import { rethrow, bindTry, bindUsing, bindUsingBlock } from './tries.ts';
import { ExpressionError, NetException } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values.ts';
import type { Expr, Statement } from '../../grammar/syntax.ts';
import { exceptionType } from '../../library/exceptions.ts';
import { copyOf } from '../../runtime/objects.ts';
import { equals, isValueType, nullReference } from '../../runtime/values.ts';
import { iterate } from '../../runtime/sequences.ts';
import { condition } from '../declarations/userOperators.ts';
import type { Bound, Eval, Frame } from '../bound.ts';
import { declareVariable, fail, Scope } from '../context.ts';
import type { Context } from '../context.ts';
import { cast, emitValue, explicitConversion, implicitConversion, require } from '../types/conversions.ts';
import { raised } from '../../runtime/hooks.ts';
import { bindExpression, bindValue } from '../expressions/expressions.ts';
import { BREAK, CONTINUE, GOTO, NEXT, RETURN, withCells, writeVariable } from '../declarations/functions.ts';
import type { BoundStatement, Exec, Signal } from '../declarations/functions.ts';
import { isLateBound } from '../../library/host.ts';
import { bindLocalFunction } from '../entry.ts';
import { elementOf, isDynamic, isSpecial, special } from '../types/specials.ts';
import { resolveType } from '../types/typeNames.ts';
import { display } from '../types/types.ts';
import type { Type } from '../types/types.ts';
import { decide } from './handlers.ts';
import { compileYield, hasYield } from '../declarations/iterators.ts';

/** Statements (C# specification, Statements). Binding collects the errors of all of them; compiling comes once everything is bound. */

export function bindBlock(context: Context, statements: readonly Statement[]): () => Exec {
  return blockOf(context, statements).exec;
}

/** Binds statements that share the scope of the context. */
export function blockOf(context: Context, statements: readonly Statement[]): BoundStatement {
  const bound: BoundStatement[] = [];
  const labels = new Map<string, number>();
  const functions: { readonly start: () => Exec }[] = [];
  // Local functions are known in the whole block.
  const locals = statements.flatMap((statement) =>
    statement.k === 'function' ? [bindLocalFunction(context, statement.method)] : [],
  );
  for (const [index, statement] of statements.entries()) {
    if (statement.k === 'function') continue;
    let each: Statement = statement;
    while (each.k === 'label') {
      labels.set(each.name, bound.length);
      each = each.body;
    }
    if (each.k === 'local' && each.isUsing) {
      bound.push(bindUsing(context, each, statements.slice(index + 1)));
      break;
    }
    bound.push(attempt(context, each));
  }
  for (const local of locals) functions.push(local.finish());
  const list = {
    compile: (): Exec => {
      const start = functions.map((each) => each.start());
      return sequence([...start, ...bound.map(({ exec }) => exec())], labels, start.length);
    },
  };
  const yields = bound.some(({ steps }) => steps !== undefined);
  return {
    exec: () => withCells(context.scope, list.compile()),
    steps: yields
      ? () => {
          const start = functions.map((each) => each.start());
          return compileYield.block(context, bound, labels, start);
        }
      : undefined,
  };
}

/** Runs statements one after the other; a `goto` to one of their labels goes on there. */
function sequence(list: readonly Exec[], labels: ReadonlyMap<string, number>, offset: number): Exec {
  if (labels.size === 0) {
    const [a, b] = list;
    if (!a) return () => NEXT;
    if (!b) return a;
    if (list.length === 2) return (frame) => a(frame) || b(frame);
    return (frame) => {
      for (const exec of list) {
        const signal = exec(frame);
        if (signal !== NEXT) return signal;
      }
      return NEXT;
    };
  }
  return (frame) => {
    for (let at = 0; at < list.length; at++) {
      const signal = list[at]?.(frame) ?? NEXT;
      if (signal === NEXT) continue;
      const target = signal === GOTO ? labels.get(frame.label) : undefined;
      if (target === undefined) return signal;
      at = target + offset - 1;
    }
    return NEXT;
  };
}

/** Binds a statement; its error is noted and the others are bound all the same. */
function attempt(context: Context, statement: Statement): BoundStatement {
  try {
    return bindStatement(context, statement);
  } catch (error) {
    if (!(error instanceof ExpressionError) || error instanceof NetException) throw error;
    error.locate(context.world.source, statement.position);
    context.fn.errors.push(error);
    declareAnyway(context, statement);
    return { exec: () => () => NEXT };
  }
}

/** The names of a declaration that is wrong exist all the same, so that they give no further errors. */
function declareAnyway(context: Context, statement: Statement): void {
  if (statement.k === 'broken')
    for (const name of statement.names)
      if (!context.scope.names.has(name)) declareVariable(context, name, special('error'), statement.position);
  if (statement.k !== 'local') return;
  for (const { name, position } of statement.variables)
    if (!context.scope.names.has(name)) declareVariable(context, name, special('error'), position);
}

/** A statement in a scope of its own. */
export function bindInner(context: Context, statement: Statement): BoundStatement {
  const scope = new Scope(context.scope);
  const inner = { ...context, scope };
  if (statement.k === 'block') return blockOf(inner, statement.statements);
  const bound = blockOf(inner, [statement]);
  return bound;
}

function at(position: number, exec: Exec): Exec {
  return (frame) => {
    frame.position = position;
    return exec(frame);
  };
}

function bindStatement(context: Context, statement: Statement): BoundStatement {
  const { position } = statement;
  switch (statement.k) {
    case 'block':
      return blockOf({ ...context, scope: new Scope(context.scope) }, statement.statements);
    case 'empty':
      return { exec: () => () => NEXT };
    case 'local':
      return bindLocal(context, statement);
    case 'expression': {
      const value = bindExpression(context, statement.value);
      if (!isStatementExpression(statement.value))
        fail(
          context,
          'CS0201: Only assignment, call, increment, decrement, await, and new object expressions can be used as a statement',
          position,
        );
      return {
        exec: () => {
          const run = value.emit();
          return (frame) => {
            frame.position = position;
            run(frame);
            return NEXT;
          };
        },
      };
    }
    case 'if':
      return bindIf(context, statement);
    case 'while':
    case 'do':
      return bindWhile(context, statement);
    case 'for':
      return bindFor(context, statement);
    case 'foreach':
      return bindForeach(context, statement);
    case 'switch':
      return bindSwitchStatement(context, statement, blockOf);
    case 'break':
      return { exec: () => () => BREAK };
    case 'continue':
      return { exec: () => () => CONTINUE };
    case 'return':
      return bindReturn(context, statement);
    case 'throw': {
      if (!statement.value) return { exec: () => at(position, rethrow) };
      const value = require(context, bindValue(context, statement.value), special('Exception'));
      return {
        exec: () => {
          const exception = value.emit();
          return (frame) => {
            frame.position = position;
            throw raised(exception(frame));
          };
        },
      };
    }
    case 'try':
      return bindTry(context, statement);
    case 'using':
      return bindUsingBlock(context, statement);
    case 'lock': {
      const locked = bindValue(context, statement.value);
      if (isValueType(locked.type))
        fail(
          context,
          `CS0185: '${display(locked.type)}' is not a reference type as required by the lock statement`,
          position,
        );
      return bindInner(context, statement.body);
    }
    case 'checked':
      return bindInner({ ...context, checked: statement.on, unchecked: !statement.on }, statement.body);
    case 'goto': {
      const value = statement.value && bindValue(context, statement.value);
      if (statement.value && !value?.constant) fail(context, 'CS0150: A constant value is expected', position);
      const label =
        statement.to === 'label'
          ? statement.label
          : statement.to === 'default'
            ? DEFAULT
            : caseLabel(value?.constant?.value ?? null);
      return {
        exec: () => (frame) => {
          frame.label = label;
          context.world.outside.rt.budget.step();
          return GOTO;
        },
      };
    }
    case 'label':
      return bindStatement(context, statement.body);
    case 'yield': {
      const { fn } = context;
      if (!fn.yields)
        return fail(
          context,
          'CS1624: The body cannot be an iterator block because its return type is not an iterator interface type',
          position,
        );
      fn.isIterator = true;
      const value = require(context, bindValue(context, statement.value, true), fn.yields);
      return { exec: () => () => NEXT, steps: () => compileYield.value(context, value, position) };
    }
    case 'yield break':
      context.fn.isIterator = true;
      return { exec: () => () => RETURN, steps: () => compileYield.end() };
    case 'function':
      return { exec: () => () => NEXT };
    case 'broken':
      throw statement.error;
    default:
      return statement;
  }
}

/** Returns true for an expression that may stand as a statement. */
export function isStatementExpression(syntax: Expr): boolean {
  switch (syntax.k) {
    case 'call':
    case 'assign':
    case 'step':
    case 'new':
    case 'await':
    case 'throw':
    case 'declare':
      return true;
    case 'access':
      return isStatementExpression(syntax.access);
    default:
      return false;
  }
}

function bindIf(context: Context, statement: Statement & { k: 'if' }): BoundStatement {
  const test = condition(context, statement.test);
  const yes = bindInner(context, statement.yes);
  const no = statement.no && bindInner(context, statement.no);
  const { position } = statement;
  return {
    exec: () => {
      const when = test.emit();
      const whenTrue = yes.exec();
      const whenFalse = no?.exec();
      return (frame) => {
        frame.position = position;
        if (when(frame) === true) return whenTrue(frame);
        return whenFalse ? whenFalse(frame) : NEXT;
      };
    },
    steps: yes.steps || no?.steps ? () => compileYield.choice(test.emit(), yes, no) : undefined,
  };
}

function bindWhile(context: Context, statement: Statement & { k: 'while' | 'do' }): BoundStatement {
  const scope = new Scope(context.scope);
  const inner = { ...context, scope };
  const isDo = statement.k === 'do';
  const body = isDo ? bindInner(inner, statement.body) : undefined;
  const test = condition(inner, statement.test);
  const loop = body ?? bindInner(inner, statement.body);
  const { budget } = context.world.outside.rt;
  return {
    exec: () => {
      const when = test.emit();
      const run = loop.exec();
      const shared = scope.owned.filter((variable) => variable.captured);
      return (frame) => {
        for (let first = isDo; ; first = false) {
          budget.step();
          for (const { slot } of shared) frame.k[slot] = { value: null };
          if (!first && when(frame) !== true) return NEXT;
          const signal = run(frame);
          if (signal === BREAK) return NEXT;
          if (signal === RETURN || signal === GOTO) return signal;
        }
      };
    },
    steps: loop.steps ? () => compileYield.loop(context, test.emit(), loop, isDo, undefined) : undefined,
  };
}

function bindFor(context: Context, statement: Statement & { k: 'for' }): BoundStatement {
  const scope = new Scope(context.scope);
  const inner = { ...context, scope };
  const start = statement.start.map((each) => attempt(inner, each));
  const test = statement.test && condition(inner, statement.test);
  const next = statement.next.map((each) => bindExpression(inner, each));
  const body = bindInner(inner, statement.body);
  const { budget } = context.world.outside.rt;
  return {
    exec: () => {
      const begin = start.map(({ exec }) => exec());
      const when = test?.emit();
      const step = next.map((each) => each.emit());
      const run = body.exec();
      return withCells(scope, (frame) => {
        for (const each of begin) each(frame);
        for (;;) {
          budget.step();
          if (when && when(frame) !== true) return NEXT;
          const signal = run(frame);
          if (signal === BREAK) return NEXT;
          if (signal === RETURN || signal === GOTO) return signal;
          for (const each of step) each(frame);
        }
      });
    },
    steps: body.steps ? () => compileYield.forLoop(context, scope, start, test, next, body) : undefined,
  };
}

function bindForeach(context: Context, statement: Statement & { k: 'foreach' }): BoundStatement {
  const source = bindValue(context, statement.source);
  const { position } = statement;
  const element = itemType(context, source, source.position);
  const scope = new Scope(context.scope);
  const inner = { ...context, scope };
  const slot = context.fn.slots++;
  const through = source.type.kind === 'named' ? source.type.definition.foreachValue : undefined;
  const read = (frame: Frame): Value => frame.v[slot] ?? null;
  const item: Bound = {
    type: element,
    position,
    emit: () => (through ? (frame) => through(read(frame)) : read),
  };
  let begin: () => Eval;
  const { designation, tuple } = statement;
  if (tuple || designation.k === 'list') {
    const target: Expr = tuple ?? { k: 'declare', type: statement.type, designation, position };
    const apart = deconstruct(inner, target, item, position);
    begin = () => apart.emit();
  } else {
    const isVar =
      statement.type.k === 'name' && statement.type.parts[0]?.id === 'var' && statement.type.parts.length === 1;
    const type = isVar ? element : resolveType(context, statement.type);
    if (!implicitConversion(element, type, context) && !explicitConversion(element, type, context))
      fail(context, `CS0030: Cannot convert type '${display(element)}' to '${display(type)}'`, position);
    const converted = cast(inner, item, type);
    const variable = declareVariable(inner, designation.k === 'single' ? designation.name : '_', type, position, {
      isReadOnly: true,
    });
    begin = () => {
      const value = emitValue(converted);
      const write = writeVariable(inner, variable);
      return (frame) => {
        write(frame, value(frame));
        return null;
      };
    };
  }
  const body = bindInner(inner, statement.body);
  const { rt } = context.world.outside;
  return {
    exec: () => {
      const items = source.emit();
      const shared = scope.owned.filter((variable) => variable.captured);
      const set = begin();
      const run = body.exec();
      return (frame) => {
        frame.position = position;
        const object = items(frame);
        if (object === null) throw nullReference();
        for (const each of iterate(object, rt)) {
          rt.budget.step();
          for (const { slot: place } of shared) frame.k[place] = { value: null };
          frame.v[slot] = each;
          set(frame);
          let signal: Signal;
          try {
            signal = run(frame);
          } catch (thrown) {
            // The enumerator is disposed of after that.
            decide(thrown);
            throw thrown;
          }
          if (signal === BREAK) return NEXT;
          if (signal === RETURN || signal === GOTO) return signal;
        }
        return NEXT;
      };
    },
    steps: body.steps ? () => compileYield.each(context, scope, source.emit(), slot, begin(), body) : undefined,
  };
}

/** Type of the items of a collection. */
function itemType(context: Context, source: Bound, position: number): Type {
  if (isDynamic(source.type)) return special('dynamic');
  if (isSpecial(source.type, 'error') && !source.form) return source.type;
  const element = elementOf(source.type);
  if (element) return element;
  const { type } = source;
  if (type.kind === 'named') {
    if (isLateBound(type.definition)) return special('dynamic');
    const item = type.definition.foreachItem?.();
    if (item) return item;
    for (const base of type.bases) {
      if (base.definition.name === 'IEnumerable') return special('object');
      const getEnumerator = base.definition.members('GetEnumerator')[0];
      if (getEnumerator?.k === 'method' && getEnumerator.returns.kind === 'named') {
        const current = getEnumerator.returns.definition.members('Current')[0];
        if (current && 'type' in current) return current.type;
      }
    }
  }
  return fail(
    context,
    `CS1579: foreach statement cannot operate on variables of type '${display(type)}' because '${display(type)}' does not contain a public instance definition for 'GetEnumerator'`,
    position,
  );
}

/** `return ref variable;`. */
function returnRef(context: Context, value: Expr, position: number): BoundStatement {
  const ref = bindReturned(context, value, context.fn.returns);
  return {
    exec: () => {
      const find = ref();
      return (frame) => {
        frame.position = position;
        frame.result = find(frame);
        return RETURN;
      };
    },
  };
}

function bindReturn(context: Context, statement: Statement & { k: 'return' }): BoundStatement {
  const { fn } = context;
  const { position } = statement;
  if (fn.yields && fn.isIterator)
    fail(
      context,
      'CS1622: Cannot return a value from an iterator. Use the yield return statement to return a value, or yield break to end the iteration.',
      position,
    );
  if (!statement.value) {
    fn.returnsNothing = true;
    if (fn.returns && !isSpecial(fn.returns, 'void'))
      fail(context, `CS0126: An object of a type convertible to '${display(fn.returns)}' is required`, position);
    return { exec: () => () => RETURN };
  }
  if (fn.returnsRef) return returnRef(context, statement.value, position);
  const value = bindValue(context, statement.value, true);
  fn.results.push(value);
  if (fn.returns && isSpecial(fn.returns, 'void'))
    fail(
      context,
      'CS0127: Since the function returns void, a return keyword must not be followed by an object expression',
      position,
    );
  const converted = fn.returns ? require(context, value, fn.returns) : value;
  return {
    exec: () => {
      const result = emitValue(converted);
      return (frame) => {
        frame.position = position;
        frame.result = result(frame);
        return RETURN;
      };
    },
  };
}

export { copyOf, equals, exceptionType, hasYield };

import { bindSwitchStatement, caseLabel, DEFAULT } from './switches.ts';
import { bindReturned } from '../expressions/references.ts';
import { bindLocal } from './locals.ts';
import { rethrow, bindTry, bindUsing, bindUsingBlock } from './tries.ts';
import { ExpressionError, NetException } from '../../../expression/errors.ts';
import type { Expr, Statement } from '../../grammar/syntax.ts';
import { waiting } from '../../library/tasks.ts';
import { exceptionType } from '../../library/exceptions.ts';
import { copyOf } from '../../runtime/objects.ts';
import { equals, isValueType } from '../../runtime/values.ts';
import { condition } from '../declarations/userOperators.ts';
import { declareVariable, fail, Scope } from '../context.ts';
import type { Context } from '../context.ts';
import { emitValue, require } from '../types/convert.ts';
import { raised } from '../../runtime/hooks.ts';
import { bindExpression, bindValue } from '../expressions/expressions.ts';
import { BREAK, CONTINUE, GOTO, NEXT, RETURN, withCells } from '../declarations/functions.ts';
import type { BoundStatement, Exec } from '../declarations/functions.ts';
import { bindLocalFunction } from '../entry.ts';
import { isSpecial, special } from '../types/specials.ts';
import { display } from '../types/types.ts';
import { compileYield, hasYield } from '../declarations/iterators.ts';
import { bindWhile, bindFor, bindForeach } from './loops.ts';

/**
 * Binding of statements (C# specification, Statements). It collects the errors of all statements; compilation follows once everything is
 * bound.
 */

export function bindBlock(context: Context, statements: readonly Statement[]): () => Exec {
  return blockOf(context, statements).exec;
}

/** Binds statements that share the scope of the context. */
export function blockOf(context: Context, statements: readonly Statement[]): BoundStatement {
  const bound: BoundStatement[] = [];
  const labels = new Map<string, number>();
  const functions: { readonly start: () => Exec }[] = [];
  // Local functions are in scope in the whole block.
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

/** Compiles a sequence of statements; a `goto` to one of their labels continues there. */
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

/** Binds a statement. Its error is recorded, so that the others are bound as well. */
export function attempt(context: Context, statement: Statement): BoundStatement {
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

/** Declares the names of a faulty declaration, so that their uses report no further errors. */
function declareAnyway(context: Context, statement: Statement): void {
  if (statement.k === 'broken')
    for (const name of statement.names)
      if (!context.scope.names.has(name)) declareVariable(context, name, special('error'), statement.position);
  if (statement.k !== 'local') return;
  for (const { name, position } of statement.variables)
    if (!context.scope.names.has(name)) declareVariable(context, name, special('error'), position);
}

/** Binds a statement in a scope of its own. */
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

/** Returns a statement that waits for the async functions which it calls. */
function withWaits(context: Context, bound: BoundStatement): BoundStatement {
  return context.world.asyncEffects ? { ...bound, exec: () => waiting(bound.exec()) } : bound;
}

function bindStatement(context: Context, statement: Statement): BoundStatement {
  const { position } = statement;
  switch (statement.k) {
    case 'block':
      return blockOf({ ...context, scope: new Scope(context.scope) }, statement.statements);
    case 'empty':
      return { exec: () => () => NEXT };
    case 'local':
      return withWaits(context, bindLocal(context, statement));
    case 'expression': {
      const value = bindExpression(context, statement.value);
      if (!isStatementExpression(statement.value))
        fail(
          context,
          'CS0201: Only assignment, call, increment, decrement, await, and new object expressions can be used as a statement',
          position,
        );
      return withWaits(context, {
        exec: () => {
          const run = value.emit();
          return (frame) => {
            frame.position = position;
            run(frame);
            return NEXT;
          };
        },
      });
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

/** Returns true for an expression that is allowed as a statement. */
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

/** Binds `return ref variable;`. */
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

import { bindInner } from '../entry.ts';
import { bindLocal } from './locals.ts';
import { ExpressionError, NetException } from '../../../expression/errors.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Block, LocalSyntax, Statement } from '../../grammar/syntax.ts';
import { caughtObject } from '../../library/exceptions.ts';
import { isInstance, nullReference } from '../../runtime/values.ts';
import { disposeOf } from '../../runtime/sequences.ts';
import type { Eval, Frame } from '../bound.ts';
import { apart, clauseFor, decide, enter, leave } from './handlers.ts';
import { declareVariable, fail, Scope } from '../context.ts';
import type { Context, Variable } from '../context.ts';
import { close, implicitConversion } from '../types/conversions.ts';
import { require } from '../types/convert.ts';
import { bindValue, bindVariable } from '../expressions/expressions.ts';
import { NEXT, located, withCells, writeVariable } from '../declarations/functions.ts';
import type { BoundStatement, Exec, Signal } from '../declarations/functions.ts';
import { isDynamic, isSpecial, special } from '../types/specials.ts';
import { resolveType } from '../types/typeNames.ts';
import { display, isClosed } from '../types/types.ts';
import type { Type } from '../types/types.ts';
import { compileYield } from '../declarations/iterators.ts';

/** Exceptions and using statements (C# specification, The try statement and The using statement). */

const caught: NetException[] = [];

/** Throws the exception of the current catch block again. */
export function rethrow(): Signal {
  const error = caught.at(-1);
  throw error ?? nullReference();
}

/** Binds a try statement. */
export function bindTry(context: Context, statement: Statement & { k: 'try' }): BoundStatement {
  const body = bindInner(context, statement.body);
  const { source } = context.world;
  const before: Type[] = [];
  const catches = statement.catches.map((clause) => {
    const scope = new Scope(context.scope);
    const inner = { ...context, scope };
    const type = clause.type ? resolveType(context, clause.type) : special('Exception');
    if (!implicitConversion(type, special('Exception'), context))
      fail(
        context,
        'CS0155: The type caught or thrown must be derived from System.Exception',
        clause.type?.position ?? clause.position,
      );
    const caught = before.find((each) => implicitConversion(type, each, context));
    if (caught)
      fail(
        context,
        `CS0160: A previous catch clause already catches all exceptions of this or of a super type ('${display(caught)}')`,
        clause.position,
      );
    if (!clause.when) before.push(type);
    const variable: Variable | undefined =
      clause.name === undefined ? undefined : declareVariable(inner, clause.name, type, clause.position);
    const when = clause.when && require(inner, bindValue(inner, clause.when), special('bool'));
    return { type, variable, when, inner, body: bindInner(inner, clause.body) };
  });
  const end = statement.finally && bindInner(context, statement.finally);
  if (catches.length > 0 && body.steps)
    fail(context, 'CS1626: Cannot yield a value in the body of a try block with a catch clause', statement.position);
  if (catches.some((each) => each.body.steps))
    fail(context, 'CS1631: Cannot yield a value in the body of a catch clause', statement.position);
  if (end?.steps) fail(context, 'CS1625: Cannot yield in the body of a finally clause', statement.position);
  /** Compiles the function that chooses a clause for an exception, in the order of the clauses. */
  const choosing = (): ((frame: Frame, error: NetException) => number | undefined) => {
    const compiled = catches.map(({ type, variable, when, inner }) => ({
      type: isClosed(type) ? type : undefined,
      open: type,
      write: variable && writeVariable(inner, variable),
      shared: inner.scope.owned.filter((each) => each.captured),
      when: when?.emit(),
    }));
    return (frame, error) => {
      const object = caughtObject(error);
      for (const [index, { type, open, write, when, shared }] of compiled.entries()) {
        if (!isInstance(object, type ?? close(open, frame))) continue;
        for (const { slot } of shared) frame.k[slot] = { value: null };
        write?.(frame, object);
        if (when && !holds(when, frame)) continue;
        return index;
      }
      return undefined;
    };
  };
  return {
    exec: () => {
      const run = body.exec();
      const choose = choosing();
      const bodies = catches.map((each) => each.body.exec());
      const last = end?.exec();
      const guarded: Exec = catches.length === 0 ? run : (frame) => {
        const handler = { choose: (error: NetException) => choose(frame, error) };
        const depth = enter(handler);
        let signal: Signal;
        try {
          signal = run(frame);
        } catch (thrown) {
          leave(depth);
          const error = located(thrown, source, frame.position);
          const clause = error instanceof NetException ? clauseFor(handler, error) : undefined;
          if (!(error instanceof NetException) || clause === undefined) throw error;
          caught.push(error);
          try {
            return bodies[clause]?.(frame) ?? NEXT;
          } finally {
            caught.pop();
          }
        }
        leave(depth);
        return signal;
      }; // prettier-ignore
      if (!last) return guarded;
      return (frame) => {
        let signal: Signal = NEXT;
        let result: Value = null;
        let label = '';
        try {
          signal = guarded(frame);
          ({ result, label } = frame);
        } catch (thrown) {
          const error = located(thrown, source, frame.position);
          // An error that ends the whole run skips finally blocks.
          if (!(error instanceof ExpressionError)) throw error;
          decide(error);
          last(frame);
          throw error;
        }
        const after = last(frame);
        if (after !== NEXT) return after;
        frame.result = result;
        frame.label = label;
        return signal;
      };
    },
    steps: body.steps ? () => compileYield.guarded(body, end) : undefined,
  };
}

/** Returns the result of a filter; false if it throws. */
function holds(when: Eval, frame: Frame): boolean {
  try {
    return apart(() => when(frame)) === true;
  } catch (inner) {
    if (!(inner instanceof NetException)) throw inner;
    return false;
  }
}

/** Binds `using var x = …;` with the statements after it up to the end of the block. */
export function bindUsing(context: Context, statement: LocalSyntax, rest: readonly Statement[]): BoundStatement {
  const block: Block = { k: 'block', statements: rest, position: statement.position, end: statement.position };
  return bindUsingBlock(context, {
    k: 'using',
    resource: { ...statement, isUsing: false },
    body: block,
    position: statement.position,
  });
}

/** Binds a using statement with a block. */
export function bindUsingBlock(context: Context, statement: Statement & { k: 'using' }): BoundStatement {
  const { resource, position } = statement;
  if (resource.k === 'local' && resource.variables.length > 1) {
    // Each further variable is a using statement inside the previous one (C# specification, The using statement).
    const [first, ...others] = resource.variables;
    const body: Statement = { ...statement, resource: { ...resource, variables: others } };
    if (first) return bindUsingBlock(context, { ...statement, resource: { ...resource, variables: [first] }, body });
  }
  const scope = new Scope(context.scope);
  const inner = { ...context, scope };
  const { rt } = context.world.outside;
  let start: () => Exec;
  const slots: { read: () => Eval }[] = [];
  if (resource.k === 'local' && 'variables' in resource) {
    const declared = bindLocal(inner, resource);
    start = declared.exec;
    for (const { name } of resource.variables) {
      const variable = scope.names.get(name);
      if (variable?.kind === 'variable') {
        disposable(context, variable.type, resource.position);
        slots.push({ read: () => bindVariable(inner, variable, position).emit() });
      }
    }
  } else {
    const value = bindValue(inner, resource);
    disposable(context, value.type, value.position);
    const slot = context.fn.slots++;
    start = () => {
      const made = value.emit();
      return (frame) => {
        frame.v[slot] = made(frame);
        return NEXT;
      };
    };
    slots.push({ read: () => (frame) => frame.v[slot] ?? null });
  }
  const body = bindInner(inner, statement.body);
  const dispose = (): ((frame: Frame) => void) => {
    const reads = slots.map(({ read }) => read()).toReversed();
    return (frame) => {
      for (const read of reads) disposeOf(read(frame), rt);
    };
  };
  return {
    exec: () => {
      const begin = start();
      const run = body.exec();
      const end = dispose();
      return withCells(scope, (frame) => {
        begin(frame);
        let signal: Signal = NEXT;
        try {
          signal = run(frame);
        } catch (thrown) {
          if (located(thrown, context.world.source, frame.position) instanceof ExpressionError) {
            decide(thrown);
            end(frame);
          }
          throw thrown;
        }
        end(frame);
        return signal;
      });
    },
    steps: body.steps ? () => compileYield.using(withCells(scope, start()), body, dispose()) : undefined,
  };
}

function disposable(context: Context, type: Type, position: number): void {
  if (isDynamic(type) || isSpecial(type, 'null') || isSpecial(type, 'error')) return;
  const found = type.kind === 'named' ? type.bases.some(({ definition }) => definition.name === 'IDisposable') : false;
  if (!found)
    fail(
      context,
      `CS1674: '${display(type)}': type used in a using statement must be implicitly convertible to 'System.IDisposable'`,
      position,
    );
}

import { deconstruct } from '../expressions/tuples.ts';
import type { Runtime } from '../../../expression/scope.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Expr, Statement } from '../../grammar/syntax.ts';
import { nullReference } from '../../runtime/values.ts';
import { iterate, itemsBy, itemsOfLibrary, itemsThrough } from '../../runtime/sequences.ts';
import { condition } from '../declarations/userOperators.ts';
import type { Bound, Eval, Frame } from '../bound.ts';
import { declareVariable, fail, Scope } from '../context.ts';
import type { Context } from '../context.ts';
import { explicitConversion, implicitConversion } from '../types/conversions.ts';
import { cast, emitValue } from '../types/convert.ts';
import { bindExpression, bindValue } from '../expressions/expressions.ts';
import { BREAK, GOTO, NEXT, RETURN, withCells, writeVariable } from '../declarations/functions.ts';
import type { BoundStatement, Signal } from '../declarations/functions.ts';
import { isLateBound } from '../../library/host.ts';
import { elementOf, isDynamic, isSpecial, special } from '../types/specials.ts';
import { resolveType } from '../types/typeNames.ts';
import { display, isCollectionInterface, substitute } from '../types/types.ts';
import type { MethodMember, NamedType, Type } from '../types/types.ts';
import { decide } from './handlers.ts';
import { compileYield } from '../declarations/iterators.ts';
import { attempt, bindInner } from '../entry.ts';

/** Loops (C# specification, Iteration statements). */

export function bindWhile(context: Context, statement: Statement & { k: 'while' | 'do' }): BoundStatement {
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

/** Binds `for`, whose variables are shared by the closures of all iterations. */
export function bindFor(context: Context, statement: Statement & { k: 'for' }): BoundStatement {
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

/** Binds `foreach`, which creates a new variable in each iteration. */
export function bindForeach(context: Context, statement: Statement & { k: 'foreach' }): BoundStatement {
  const source = bindValue(context, statement.source);
  const { position } = statement;
  const own = ownEnumerator(source.type);
  const element = own?.item ?? itemType(context, source, source.position);
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
  const { rt } = context.world.outside;
  const enumerated = enumeration(source.type, own?.method, rt);
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
        for (const each of enumerated(object)) {
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
    steps: body.steps
      ? () => compileYield.each(context, scope, source.emit(), slot, begin(), body, enumerated)
      : undefined,
  };
}

/** Returns the function that gives the items of a collection with a static type. */
function enumeration(type: Type, own: MethodMember | undefined, rt: Runtime): (value: Value) => Iterable<Value> {
  if (own) return (value) => itemsBy(value, own, rt);
  if (isDynamic(type)) return (value) => itemsThrough(value, rt);
  if (type.kind !== 'named') return (value) => iterate(value, rt);
  const { definition } = type;
  // The method GetEnumerator of a class of the library is not virtual.
  if (definition.kind === 'class' && !definition.isScript) return (value) => itemsOfLibrary(value, rt);
  const interfaces = type.bases.filter(isCollectionInterface);
  const through = interfaces.find(({ args }) => args.length > 0) ?? interfaces[0];
  return through ? (value) => itemsThrough(value, rt, through) : (value) => iterate(value, rt);
}

/**
 * Returns the public GetEnumerator of a type of the script, which comes before those of its interfaces (ECMA-334, 13.9.5.2), and the type of
 * its items.
 */
function ownEnumerator(type: Type): { readonly method: MethodMember; readonly item: Type } | undefined {
  if (type.kind !== 'named' || !type.definition.isScript || type.definition.kind === 'interface') return undefined;
  for (const base of type.bases) {
    if (!base.definition.isScript || base.definition.kind === 'interface') continue;
    for (const method of base.definition.members('GetEnumerator')) {
      if (method.k !== 'method' || method.isStatic || method.explicit || method.access !== 'public') continue;
      if (method.parameters.length > 0 || method.typeParameters.length > 0) continue;
      const enumerator = substitute(method.returns, base.environment);
      if (enumerator.kind !== 'named') return undefined;
      for (const each of enumerator.bases) {
        const current = each.definition.members('Current')[0];
        if (current?.k === 'property' && !current.explicit)
          return { method, item: substitute(current.type, each.environment) };
      }
      return undefined;
    }
  }
  return undefined;
}

/** Returns the type of the items of a collection. */
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
        const enumerator = substitute(getEnumerator.returns, base.environment) as NamedType;
        const current = enumerator.definition.members('Current')[0];
        if (current && 'type' in current) return substitute(current.type, enumerator.environment);
      }
    }
  }
  return fail(
    context,
    `CS1579: foreach statement cannot operate on variables of type '${display(type)}' because '${display(type)}' does not contain a public instance definition for 'GetEnumerator'`,
    position,
  );
}

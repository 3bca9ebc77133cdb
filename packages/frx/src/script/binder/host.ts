import { ExpressionError, NetException } from '../../expression/errors.ts';
import type { Value } from '../../expression/values/values.ts';
import { ENTRY } from '../../expression/budget.ts';
import { hostType, isHostType } from '../library/host.ts';
import { asHost, hostConstruct, hostStatic } from '../library/hostValues.ts';
import { need } from '../library/registry.ts';
import { refTo } from '../runtime/objects.ts';
import { error, nullReference } from '../runtime/values.ts';
import type { Bound, Candidate, Frame, Argument } from './bound.ts';
import { emitArguments, kept } from './expressions/invoking.ts';
import { fail } from './context.ts';
import type { Context } from './context.ts';
import { convert, emitValue } from './types/convert.ts';
import type { HostCall } from './expressions/hostCall.ts';
import { resolveOverload } from './types/overloads.ts';
import { special } from './types/specials.ts';

import type { NamedType } from './types/types.ts';

/** Access to the objects of a report, whose members are resolved by the engine's tables at run time. */

function object(value: Value): ReturnType<typeof asHost> {
  if (value === null) throw nullReference();
  return asHost(value);
}

/** Adds the position in the script to errors of the engine's tables. */
function at<T>(context: Context, position: number, run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof ExpressionError && !(thrown instanceof NetException))
      thrown.locate(context.world.source, position);
    throw thrown;
  }
}

function argumentsOf(context: Context, args: readonly Argument[]): (frame: Frame) => Value[] {
  const evals = args.map(({ bound }) => emitValue(settled(context, bound)));
  return (frame) => evals.map((each) => each(frame));
}

/** Converts a lambda or method group to an event handler; returns other expressions unchanged. */
function settled(context: Context, bound: Bound): Bound {
  if (bound.form === 'lambda' || bound.form === 'group')
    return (
      convert(context, bound, need('EventHandler').open) ??
      fail(context, 'CS1503: The argument does not fit', bound.position)
    );
  if (bound.form && bound.form !== 'null') return convert(context, bound, bound.type) ?? bound;
  return bound;
}

/** Binds a member that is not declared; its name is resolved at run time. */
export function bindHostMember(context: Context, target: Bound, id: string, position: number, isCall: boolean): Bound {
  const dynamic = special('dynamic');
  if (isCall) {
    const made: HostCall = {
      type: dynamic,
      position,
      emit: () => fail(context, `CS0428: Cannot convert method group '${id}' to a value`, position),
      hostCall: (args) => ({
        type: dynamic,
        position,
        emit: () => {
          const self = target.emit();
          const given = argumentsOf(context, args);
          return (frame) => {
            const owner = object(self(frame));
            const values = given(frame);
            return at(context, position, () => owner.call(id, values));
          };
        },
      }),
    };
    return made;
  }
  return {
    type: dynamic,
    position,
    place: hostPlace(
      context,
      target,
      position,
      (owner) => owner.get(id),
      (owner, value) => owner.set(id, value),
    ),
    isHostEvent: true,
    emit: () => {
      const self = target.emit();
      return (frame) => {
        const owner = object(self(frame));
        return at(context, position, () => owner.get(id));
      };
    },
  };
}

type Owner = ReturnType<typeof asHost>;

function hostPlace(
  context: Context,
  target: Bound,
  position: number,
  get: (owner: Owner, frame: Frame) => Value,
  set: (owner: Owner, value: Value, frame: Frame) => void,
): NonNullable<Bound['place']> {
  return {
    isSimple: false,
    isVariable: false,
    assign: (value) => {
      const self = target.emit();
      return (frame) => {
        const owner = object(self(frame));
        const given = value(frame);
        at(context, position, () => {
          set(owner, kept(context, given), frame);
        });
        return given;
      };
    },
    ref: () => {
      const self = target.emit();
      return (frame) => {
        const owner = object(self(frame));
        return refTo(
          () => at(context, position, () => get(owner, frame)),
          (value) => {
            at(context, position, () => {
              set(owner, kept(context, value), frame);
            });
          },
        );
      };
    },
  };
}

export function bindHostIndex(context: Context, target: Bound, args: readonly Argument[], position: number): Bound {
  const index = (): ((frame: Frame) => Value[]) => argumentsOf(context, args);
  return {
    type: special('dynamic'),
    position,
    place: hostPlace(
      context,
      target,
      position,
      (owner, frame) => owner.getIndex?.(index()(frame)) ?? null,
      (owner, value, frame) => {
        if (!owner.setIndex) throw error('NotSupportedException', 'The indexer cannot be assigned to.');
        owner.setIndex(index()(frame), value);
      },
    ),
    emit: () => {
      const self = target.emit();
      const given = index();
      return (frame) => {
        const owner = object(self(frame));
        const values = given(frame);
        if (!owner.getIndex)
          throw new ExpressionError(
            `Cannot apply indexing with [] to '${owner.typeName}'`,
            context.world.source,
            position,
          );
        return at(context, position, () => owner.getIndex?.(values) ?? null);
      };
    },
  };
}

/** Binds a static member of a class of the report, such as `Color.Red`. */
export function bindHostStatic(type: NamedType, id: string, position: number): Bound | undefined {
  const { name } = type.definition;
  if (!isHostType(type.definition) || type.definition.members(id).length > 0) return undefined;
  const value = hostStatic(name, id);
  if (value === undefined) return undefined;
  const of = name === 'SystemColors' ? hostType('Color') : name === 'Color' ? type : special('dynamic');
  return { type: of ?? type, position, emit: () => () => value };
}

/** Binds `new Font(…)`, `new Sort(…)` and similar: the constructor is chosen by its signature, and the report creates the object. */
export function bindHostNew(context: Context, type: NamedType, args: readonly Argument[], position: number): Bound {
  const { rt, create } = context.world.outside;
  const { name } = type.definition;
  const found = constructors(type);
  if (found.length === 0)
    fail(context, `CS0143: Objects of the class '${name}' cannot be created by a script`, position);
  const resolution = resolveOverload(context, '.ctor', found, args, [], position);
  return {
    type,
    position,
    emit: () => {
      const given = emitArguments(context, resolution, args);
      return (frame) =>
        at(context, position, () => {
          const values = given(frame);
          rt.budget.collect(ENTRY);
          const made = create?.(name, values) ?? hostConstruct(name, values);
          if (made === undefined)
            throw new ExpressionError(
              `CS0143: Objects of the class '${name}' cannot be created here`,
              context.world.source,
              position,
            );
          return made;
        });
    },
  };
}

function constructors({ definition }: NamedType): Candidate[] {
  return definition
    .members('.ctor')
    .flatMap((member) => (member.k === 'method' ? [{ method: member, type: definition.open }] : []));
}

import { ExpressionError, NetException } from '../../expression/errors.ts';
import type { Value } from '../../expression/values.ts';
import { asHost, hostConstruct, hostStatic, hostStaticMethod } from '../library/host.ts';
import { need } from '../library/registry.ts';
import { Func, refTo } from '../runtime/objects.ts';
import { error, nullReference } from '../runtime/values.ts';
import type { Bound, Eval, Frame } from './bound.ts';
import { kept } from './calls.ts';
import { fail, similar } from './context.ts';
import type { Context, ReportMembers } from './context.ts';
import { convert, emitValue } from './conversions.ts';
import type { HostCall } from './hostCall.ts';
import { isDelegate, special } from './specials.ts';
import type { Argument } from './bound.ts';

import type { NamedType } from './types.ts';

/** Members of the objects of a report, which the engine's tables answer for when the code runs. */

function object(value: Value): ReturnType<typeof asHost> {
  if (value === null) throw nullReference();
  return asHost(value);
}

/** An error of the engine's tables at the place in the script. */
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

/** A handler takes the type of an event handler; everything else goes as it is. */
function settled(context: Context, bound: Bound): Bound {
  if (bound.form === 'lambda' || bound.form === 'group')
    return (
      convert(context, bound, need('EventHandler').open) ??
      fail(context, 'CS1503: The argument does not fit', bound.position)
    );
  if (bound.form && bound.form !== 'null') return convert(context, bound, bound.type) ?? bound;
  return bound;
}

/** Members of the class of `target`, if they are known before the code runs. Throws CS1061 when `id` is none of them. */
function knownMembers(
  context: Context,
  target: Bound,
  id: string,
  position: number,
  isCall: boolean,
): ReportMembers | undefined {
  const { type } = target;
  const name = type.kind === 'named' ? type.definition.name : '';
  const members = context.world.outside.members?.(name);
  const names = isCall ? members?.methods : members?.properties;
  if (names && !names.has(id))
    fail(
      context,
      `CS1061: '${name}' does not contain a definition for '${id}'${similar(context, id, () => names.keys())}`,
      position,
    );
  return members;
}

export function bindHostMember(context: Context, target: Bound, id: string, position: number, isCall: boolean): Bound {
  const dynamic = special('dynamic');
  const property = knownMembers(context, target, id, position, isCall)?.properties.get(id);
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
    place:
      property && !property.set
        ? undefined
        : hostPlace(
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

/** `Color.Red`, `Color.FromArgb(…)`. */
export function bindHostStatic(
  context: Context,
  type: NamedType,
  id: string,
  position: number,
  isCall: boolean,
): Bound | undefined {
  const { rt } = context.world.outside;
  const { name } = type.definition;
  const result = name === 'Color' ? type : special('dynamic');
  if (isCall) {
    const method = hostStaticMethod(name, id, rt);
    if (!method) return undefined;
    const made: HostCall = {
      type: result,
      position,
      emit: () => fail(context, `CS0428: Cannot convert method group '${id}' to a value`, position),
      hostCall: (args) => ({
        type: result,
        position,
        emit: () => {
          const given = argumentsOf(context, args);
          return (frame) => at(context, position, () => method(given(frame)));
        },
      }),
    };
    return made;
  }
  const read = hostStatic(name, id, rt);
  return read && { type: result, position, emit: () => () => read() };
}

/** `new Font(…)`, `new Sort(…)`. */
export function bindHostNew(context: Context, type: NamedType, args: readonly Argument[], position: number): Bound {
  const { rt } = context.world.outside;
  const { name } = type.definition;
  return {
    type,
    position,
    emit: () => {
      const given = argumentsOf(context, args);
      return (frame) =>
        at(context, position, () => {
          const values = given(frame);
          const made = context.world.outside.create?.(name, values) ?? hostConstruct(name, values, rt);
          if (made === undefined)
            throw new ExpressionError(
              `CS0143: Objects of the class '${name}' cannot be created by a script`,
              context.world.source,
              position,
            );
          return made;
        });
    },
  };
}

export type { Eval };
export { Func, isDelegate };

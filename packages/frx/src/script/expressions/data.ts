import { ExpressionError } from '../../expression/errors.ts';
import type { Binding, Scope } from '../../expression/scope.ts';
import { toText, typeNameOf } from '../../expression/formats/toText.ts';
import { Char, DateTime, Decimal, Double, Integer, Single, TimeSpan } from '../../expression/index.ts';
import type { Value } from '../../expression/values/values.ts';
import type { Bound, Eval, Place } from '../binder/bound.ts';
import type { Context } from '../binder/context.ts';
import { special, variant } from '../binder/types/specials.ts';
import { arrayOf } from '../binder/types/types.ts';
import type { Type } from '../binder/types/types.ts';
import { need } from '../library/registry.ts';
import { refTo } from '../runtime/objects.ts';
import { error, nullReference } from '../runtime/values.ts';
import { defaultOf } from '../runtime/defaults.ts';

/** Columns, parameters, system variables and totals as symbols of the binder with their declared types. */

/** Resolves a name of data as a column, a parameter, a system variable and a total, in this order. */
export function resolveData(scope: Scope, name: string, direct: boolean): Binding | undefined {
  return (
    scope.resolveColumn(name, direct) ??
    scope.resolveParameter(name, direct) ??
    scope.resolveSystemVariable(name) ??
    scope.resolveTotal(name)
  );
}

/** Implements `IsNull(name)`, which tests the stored value. Each name is resolved once. */
export function nullTest(scope: Scope): (name: string) => boolean {
  const known = new Map<string, Binding>();
  return (name) => {
    let binding = known.get(name);
    if (!binding) {
      binding = resolveData(scope, name, true);
      if (!binding) throw new ExpressionError(`There is no column, parameter or total '${name}'`);
      known.set(name, binding);
    }
    return binding.isNull ? binding.isNull() : binding.read() === null;
  };
}

/** Tests for values of a type, by its C# name; other types are known at run time only. */
const CHECKS: ReadonlyMap<string, (value: Value) => boolean> = new Map<string, (value: Value) => boolean>([
  ['int', (value) => typeof value === 'number'],
  ['long', (value) => typeof value === 'bigint'],
  ['bool', (value) => typeof value === 'boolean'],
  ['double', (value) => value instanceof Double],
  ['float', (value) => value instanceof Single],
  ['decimal', (value) => value instanceof Decimal],
  ['char', (value) => value instanceof Char],
  ['DateTime', (value) => value instanceof DateTime],
  ['TimeSpan', (value) => value instanceof TimeSpan],
  ...['byte', 'sbyte', 'short', 'ushort', 'uint', 'ulong'].map((name): [string, (value: Value) => boolean] => [
    name,
    (value) => value instanceof Integer && value.type === name,
  ]),
]);

/** Returns the static type of a value of data. Values of unknown type are bound at run time. */
export function bindingType({ type, variant: isVariant }: Pick<Binding, 'type' | 'variant'>): Type {
  if (isVariant) return variant();
  if (type === 'DateTime' || type === 'TimeSpan') return need(type).open;
  if (type === 'byte[]') return arrayOf(special('byte'));
  return type === 'string' || CHECKS.has(type) ? special(type as 'int') : special('dynamic');
}

/** Returns a value of data as an expression. */
export function dataBound(context: Context, binding: Binding, position: number): Bound {
  const type = bindingType(binding);
  return { type, position, place: placeOf(binding), emit: () => reading(context, binding, type) };
}

/** Reads a value and ensures that it is of its declared type, on which the code around it relies. */
function reading(context: Context, binding: Binding, type: Type): Eval {
  const { read, type: name } = binding;
  if (binding.variant) return read;
  const { world } = context;
  const { culture } = world.outside.rt;
  if (name === 'string')
    return () => {
      const value = read();
      return typeof value === 'string' || value === null ? value : toText(value, culture);
    };
  const isOfType = CHECKS.get(name);
  if (!isOfType) return read;
  return () => {
    const value = read();
    if (isOfType(value)) return value;
    if (value !== null)
      throw error('InvalidCastException', `Unable to cast object of type '${typeNameOf(value)}' to type '${name}'.`);
    if (world.isBasic) return defaultOf(type);
    throw nullReference();
  };
}

function placeOf({ read, write }: Binding): Place | undefined {
  return (
    write && {
      isSimple: true,
      isVariable: false,
      assign: (value) => (frame) => {
        const given = value(frame);
        write(given);
        return given;
      },
      ref: () => () => refTo(read, write),
    }
  );
}

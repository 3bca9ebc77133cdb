import { ExpressionError } from '../../expression/errors.ts';
import { HostObject } from '../../expression/hostClass.ts';
import { enumByName } from '../../expression/values/enums.ts';
import { drawingMethods, newDrawingObject } from '../../expression/members/drawing.ts';
import { colorByName, systemColorByName } from '../../expression/members/colors.ts';
import { EnumValue, Single } from '../../expression/values/values.ts';
import type { NetObject, Value } from '../../expression/values/values.ts';
import { knownColors } from '../../template/colors.ts';
import type { Call } from '../binder/types/types.ts';

/** Objects of the report as values, whose members are resolved by name in the engine's tables. */

/** Returns the object of the report of a value. @throws ExpressionError for other values */
export function asHost(value: Value): NetObject {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array || value.kind !== 'object')
    throw new ExpressionError('The value has no members');
  return value;
}

/** Returns a property of an object of the report. */
export function hostProperty(value: Value, name: string, { rt }: Call): Value {
  const object = asHost(value);
  return object instanceof HostObject ? object.get(name, rt) : object.get(name);
}

/** Calls a method of an object of the report. */
export function hostCall(value: Value, name: string, args: readonly Value[], { rt }: Call): Value {
  const object = asHost(value);
  return object instanceof HostObject ? object.call(name, args, rt) : object.call(name, args);
}

/** Units of length in scripts of reports, in px. */
const UNITS: ReadonlyMap<string, Value> = new Map([
  ['Millimeters', new Single(3.78)],
  ['Centimeters', new Single(37.8)],
  ['Inches', new Single(96)],
  ['HundrethsOfInch', new Single(0.96)],
]);

/** Returns `Type.name` of a class of the report: a value of an enum, a colour by name, a unit of length. */
export function hostStatic(type: string, name: string): Value | undefined {
  if (type === 'Units') return UNITS.get(name);
  if (type === 'Color') return colorByName(name);
  if (type === 'SystemColors') return systemColorByName(name);
  const enumeration = enumByName(type);
  const number = enumeration?.members.get(name);
  return enumeration && number !== undefined ? new EnumValue(enumeration, number) : undefined;
}

/** Returns the names that `hostStatic` knows of a class; more than those of a class of colours. */
export function hostStaticNames(type: string): Iterable<string> {
  if (type === 'Units') return UNITS.keys();
  if (type === 'Color' || type === 'SystemColors') return knownColors;
  return enumByName(type)?.members.keys() ?? [];
}

/** Returns the static method `Type.name(…)` of a class of the report. */
export function hostStaticMethod(
  type: string,
  name: string,
  call: Call['rt'],
): ((args: readonly Value[]) => Value) | undefined {
  const method = drawingMethods.get(`${type}.${name}`);
  return method && ((args) => method(args, call));
}

/** Implements `new Type(…)` for colours, fonts, fills and similar; returns undefined for other classes. */
export function hostConstruct(type: string, args: readonly Value[]): Value | undefined {
  return newDrawingObject(type, args);
}

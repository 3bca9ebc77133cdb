import {
  colorName,
  colorOf as colorIn,
  toText,
  type Culture,
  colorValue,
  enumByName,
  EnumValue,
  fontValue,
  Single,
  Double,
  Integer,
  type Value,
} from '../../expression/index.ts';
import { paddingOf as paddingIn, paddingValue } from '../../expression/members/drawing.ts';
import { collection } from './collections.ts';
import { numberOfValue } from '../../data/convert.ts';
import { propertyType } from '../../script/index.ts';
import { colorParts } from '../../template/colors.ts';
import type { TemplateObject } from '../../template/model.ts';
import {
  colorOf,
  flagNamesOf,
  flagOf,
  fontOf,
  numberOf,
  paddingOf,
  propertiesOf,
  textOf,
} from '../../template/properties.ts';

/** Reads and writes the properties that a template stores, in their C# types. */

const KINDS: Readonly<Record<string, (node: TemplateObject, name: string) => Value>> = {
  bool: flagOf,
  int: (node, name) => Math.trunc(numberOf(node, name)),
  short: (node, name) => new Integer('short', BigInt(Math.trunc(numberOf(node, name)))),
  float: (node, name) => new Single(numberOf(node, name)),
  double: (node, name) => new Double(numberOf(node, name)),
  string: (node, name) => textOf(node, name),
  Color: (node, name) => colorValue(colorOf(node, name)),
  Font: (node, name) => fontValue(fontOf(node, name)),
  Padding: (node, name) => paddingValue(paddingOf(node, name)),
  FloatCollection: (node, name) => {
    const numbers = textOf(node, name, '')
      .split(',')
      .filter((each) => each.trim() !== '');
    return collection('FloatCollection', { items: () => numbers.map((each) => new Single(Number(each) || 0)) });
  },
};

/** Properties that the engine changes during a run, so that their stored values are not the current ones. */
const CHANGING = new Set(['Left', 'Top', 'ZOrder', 'RowNo', 'AbsRowNo', 'Value']);

/** Returns true if a property of a class always has the value stored in the template. */
export function isStored(type: string, name: string): boolean {
  const declared = propertyType(type, name);
  if (declared === undefined || CHANGING.has(name) || propertiesOf(type)?.has(name) !== true) return false;
  return KINDS[declared] !== undefined || enumByName(declared) !== undefined;
}

/** Returns the stored value of a property; undefined if the class stores none of that name. */
export function storedValue(node: TemplateObject, name: string): Value | undefined {
  if (!isStored(node.type, name)) return undefined;
  const declared = propertyType(node.type, name) ?? '';
  const read = KINDS[declared];
  if (read) return read(node, name);
  const type = enumByName(declared);
  if (!type) return undefined;
  let number = 0;
  for (const each of flagNamesOf(node, name)) number |= type.members.get(each) ?? 0;
  return new EnumValue(type, number);
}

/** Returns a value as it is stored in a template. */
export function storedText(type: string, name: string, value: Value, culture: Culture): string {
  switch (propertyType(type, name)) {
    case 'bool':
      return String(value === true);
    case 'Color': {
      const name = colorName(value);
      if (name !== undefined) return name;
      const { alpha, red, green, blue } = colorParts(colorIn(value));
      return [alpha, red, green, blue].join(', ');
    }
    case 'Padding': {
      const { left, top, right, bottom } = paddingIn(value);
      return [left, top, right, bottom].join(', ');
    }
    case 'int':
    case 'float':
    case 'double':
      return String(numberOfValue(value) ?? 0);
    default:
      return toText(value, culture);
  }
}

import { wholeAs } from '../../expression/values/convert.ts';
import { asNumber } from '../../expression/values/promotion.ts';
import { Single } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import { toText } from '../../expression/formats/toText.ts';
import type { Call } from '../binder/types/types.ts';
import { StructObj } from '../runtime/objects.ts';
import { equals } from '../runtime/values.ts';
import { registerDefault } from '../runtime/defaults.ts';
import { hashOf } from '../runtime/hashCodes.ts';
import { declare, need } from './registry.ts';
import type { Declarations } from './registry.ts';

/** Points, sizes and rectangles of System.Drawing, in whole numbers and in single precision. */

/** A value of one of the structs; `fields` holds its numbers in the order of its constructor. */
class ShapeObj extends StructObj {
  override copy(): ShapeObj {
    return shape(this.type.definition.name, this.fields);
  }
  override nativeText(rt: Call['rt']): string {
    const { name } = this.type.definition;
    const separator = SPACED.has(name) ? ', ' : ',';
    const values = this.fields.map((field) => toText(field, rt.culture));
    return `{${partNames(name).map((part, index) => `${part}=${values[index] ?? ''}`).join(separator)}}`; // prettier-ignore
  }
}

/** Structs whose text has a space after its commas. */
const SPACED = new Set(['PointF', 'Size', 'SizeF']);

function partNames(name: string): readonly string[] {
  if (name.startsWith('Point')) return ['X', 'Y'];
  return name.startsWith('Size') ? ['Width', 'Height'] : ['X', 'Y', 'Width', 'Height'];
}

function shape(name: string, fields: readonly Value[]): ShapeObj {
  const made = new ShapeObj(need(name).open);
  made.fields = [...fields];
  return made;
}

/** Returns a RectangleF in px. */
export function rectangleF(left: number, top: number, width: number, height: number): Value {
  return shape(
    'RectangleF',
    [left, top, width, height].map((value) => new Single(value)),
  );
}

/** Returns a SizeF in px. */
export function sizeF(width: number, height: number): Value {
  return shape('SizeF', [new Single(width), new Single(height)]);
}

/** Returns width and height of a SizeF; undefined for other values. */
export function sizeSides(value: Value): readonly [number, number] | undefined {
  if (!(value instanceof ShapeObj) || value.type.definition.name !== 'SizeF') return undefined;
  const [width, height] = numbers(value);
  return [width, height];
}

/** Returns left, top, width and height of a RectangleF; undefined for other values. */
export function rectangleSides(value: Value): readonly [number, number, number, number] | undefined {
  return value instanceof ShapeObj && value.type.definition.name === 'RectangleF' ? numbers(value) : undefined;
}

const numbers = (self: ShapeObj): [number, number, number, number] => {
  const [a = 0, b = 0, c = 0, d = 0] = self.fields.map(asNumber);
  return [a, b, c, d];
};

/** Kind of shapes: of integers or of singles. */
interface Kind {
  readonly suffix: '' | 'F';
  readonly number: 'int' | 'float';
  readonly make: (name: string, ...values: number[]) => ShapeObj;
}

const wrap = (value: number): Value => value | 0;
const kinds: readonly Kind[] = [
  { suffix: '', number: 'int', make: (name, ...values) => shape(name, values.map(wrap)) },
  { suffix: 'F', number: 'float', make: (name, ...values) => shape(`${name}F`, values.map((value) => new Single(value))) }, // prettier-ignore
];

function properties(name: string, kind: Kind): Declarations {
  return Object.fromEntries(
    partNames(name).map((part, index) => [
      `${kind.number} ${part} { get; set; }`,
      {
        get: (_c: Call, self: ShapeObj) => self.fields[index] ?? null,
        set: (_c: Call, self: ShapeObj, value: Value) => void (self.fields[index] = value),
      },
    ]),
  );
}

function common(name: string): Declarations {
  return {
    'string ToString()': (c: Call, self: ShapeObj) => self.nativeText(c.rt),
    [`bool Equals(${name} other)`]: (c: Call, self: Value, other: Value) => equals(self, other, c.rt),
    'bool Equals(object obj)': (c: Call, self: Value, other: Value) => equals(self, other, c.rt),
    'int GetHashCode()': (c: Call, self: Value) => hashOf(self, c.rt),
    [`static bool operator ==(${name} left, ${name} right)`]: (c: Call, a: Value, b: Value) => equals(a, b, c.rt),
    [`static bool operator !=(${name} left, ${name} right)`]: (c: Call, a: Value, b: Value) => !equals(a, b, c.rt),
  };
}

/** Returns the sums or differences of the two numbers of shapes. */
const sum = (a: ShapeObj, b: ShapeObj, sign: 1 | -1): [number, number] => {
  const [ax, ay] = numbers(a);
  const [bx, by] = numbers(b);
  return [ax + sign * bx, ay + sign * by];
};

for (const kind of kinds) {
  const { suffix, number, make } = kind;
  const [point, size, rectangle] = [`Point${suffix}`, `Size${suffix}`, `Rectangle${suffix}`];
  for (const name of [point, size, rectangle]) {
    const blank = name === rectangle ? [0, 0, 0, 0] : [0, 0];
    registerDefault(name, () => make(name.replace(/F$/u, ''), ...blank));
  }

  declare('System.Drawing', `struct ${point} : IEquatable<${point}>`, {
    [`new(${number} x, ${number} y)`]: (_c: Call, x: Value, y: Value) => shape(point, [x, y]),
    ...properties(point, kind),
    [`static readonly ${point} Empty`]: { value: () => make('Point', 0, 0) },
    'bool IsEmpty { get; }': (_c, self: ShapeObj) => numbers(self).every((value) => value === 0),
    ...common(point),
    ...Object.fromEntries(
      (suffix === 'F' ? ['Size', 'SizeF'] : ['Size']).flatMap((other) => [
        [`static ${point} operator +(${point} pt, ${other} sz)`, (_c: Call, a: ShapeObj, b: ShapeObj) => make('Point', ...sum(a, b, 1))],
        [`static ${point} operator -(${point} pt, ${other} sz)`, (_c: Call, a: ShapeObj, b: ShapeObj) => make('Point', ...sum(a, b, -1))],
        [`static ${point} Add(${point} pt, ${other} sz)`, (_c: Call, a: ShapeObj, b: ShapeObj) => make('Point', ...sum(a, b, 1))],
        [`static ${point} Subtract(${point} pt, ${other} sz)`, (_c: Call, a: ShapeObj, b: ShapeObj) => make('Point', ...sum(a, b, -1))],
      ]), // prettier-ignore
    ),
    ...(suffix === ''
      ? {
          'new(Size sz)': (_c: Call, from: ShapeObj) => shape('Point', from.fields),
          'void Offset(int dx, int dy)': (_c: Call, self: ShapeObj, dx: number, dy: number) => move(self, kind, dx, dy),
          'void Offset(Point p)': (_c: Call, self: ShapeObj, by: ShapeObj) => move(self, kind, ...pair(by)),
          'static Point Round(PointF value)': rounded('Point', even),
          'static Point Ceiling(PointF value)': rounded('Point', Math.ceil),
          'static Point Truncate(PointF value)': rounded('Point', Math.trunc),
          'static implicit operator PointF(Point p)': (_c: Call, from: ShapeObj) =>
            shape('PointF', from.fields.map((field) => new Single(asNumber(field)))), // prettier-ignore
          'static explicit operator Size(Point p)': (_c: Call, from: ShapeObj) => shape('Size', from.fields),
        }
      : {}),
  });

  declare('System.Drawing', `struct ${size} : IEquatable<${size}>`, {
    [`new(${number} width, ${number} height)`]: (_c: Call, width: Value, height: Value) => shape(size, [width, height]),
    [`new(${point} pt)`]: (_c: Call, from: ShapeObj) => shape(size, from.fields),
    ...properties(size, kind),
    [`static readonly ${size} Empty`]: { value: () => make('Size', 0, 0) },
    'bool IsEmpty { get; }': (_c, self: ShapeObj) => numbers(self).every((value) => value === 0),
    ...common(size),
    [`static ${size} operator +(${size} sz1, ${size} sz2)`]: (_c: Call, a: ShapeObj, b: ShapeObj) => make('Size', ...sum(a, b, 1)),
    [`static ${size} operator -(${size} sz1, ${size} sz2)`]: (_c: Call, a: ShapeObj, b: ShapeObj) => make('Size', ...sum(a, b, -1)),
    [`static ${size} Add(${size} sz1, ${size} sz2)`]: (_c: Call, a: ShapeObj, b: ShapeObj) => make('Size', ...sum(a, b, 1)),
    [`static ${size} Subtract(${size} sz1, ${size} sz2)`]: (_c: Call, a: ShapeObj, b: ShapeObj) => make('Size', ...sum(a, b, -1)),
    [`static ${size} operator *(${size} left, ${number} right)`]: (_c: Call, a: ShapeObj, by: Value) => scaled(a, by),
    [`static ${size} operator *(${number} left, ${size} right)`]: (_c: Call, by: Value, a: ShapeObj) => scaled(a, by),
    [`static explicit operator ${point}(${size} size)`]: (_c: Call, from: ShapeObj) => shape(point, from.fields),
    ...(suffix === ''
      ? {
          'static Size Round(SizeF value)': rounded('Size', even),
          'static Size Ceiling(SizeF value)': rounded('Size', Math.ceil),
          'static Size Truncate(SizeF value)': rounded('Size', Math.trunc),
          'static implicit operator SizeF(Size p)': (_c: Call, from: ShapeObj) =>
            shape('SizeF', from.fields.map((field) => new Single(asNumber(field)))), // prettier-ignore
        }
      : {
          'Size ToSize()': (_c: Call, self: ShapeObj) => rounded('Size', Math.trunc)(_c, self),
          'PointF ToPointF()': (_c: Call, self: ShapeObj) => shape('PointF', self.fields),
        }),
  }); // prettier-ignore

  declare('System.Drawing', `struct ${rectangle} : IEquatable<${rectangle}>`, {
    [`new(${number} x, ${number} y, ${number} width, ${number} height)`]: (_c: Call, ...parts: Value[]) =>
      shape(rectangle, parts),
    [`new(${point} location, ${size} size)`]: (_c: Call, at: ShapeObj, extent: ShapeObj) =>
      shape(rectangle, [...at.fields, ...extent.fields]),
    ...properties(rectangle, kind),
    [`static readonly ${rectangle} Empty`]: { value: () => make('Rectangle', 0, 0, 0, 0) },
    ...common(rectangle),
    [`static ${rectangle} FromLTRB(${number} left, ${number} top, ${number} right, ${number} bottom)`]: (
      _c: Call,
      ...sides: Value[]
    ) => {
      const [left = 0, top = 0, right = 0, bottom = 0] = sides.map(asNumber);
      return make('Rectangle', left, top, right - left, bottom - top);
    },
    [`${point} Location { get; set; }`]: {
      get: (_c: Call, self: ShapeObj) => shape(point, self.fields.slice(0, 2)),
      set: (_c: Call, self: ShapeObj, at: ShapeObj) => void self.fields.splice(0, 2, ...at.fields),
    },
    [`${size} Size { get; set; }`]: {
      get: (_c: Call, self: ShapeObj) => shape(size, self.fields.slice(2)),
      set: (_c: Call, self: ShapeObj, extent: ShapeObj) => void self.fields.splice(2, 2, ...extent.fields),
    },
    [`${number} Left { get; }`]: (_c: Call, self: ShapeObj) => self.fields[0] ?? null,
    [`${number} Top { get; }`]: (_c: Call, self: ShapeObj) => self.fields[1] ?? null,
    [`${number} Right { get; }`]: (_c: Call, self: ShapeObj) => {
      const [x, , width] = numbers(self);
      return make('Point', x + width, 0).fields[0] ?? null;
    },
    [`${number} Bottom { get; }`]: (_c: Call, self: ShapeObj) => {
      const [, y, , height] = numbers(self);
      return make('Point', y + height, 0).fields[0] ?? null;
    },
    'bool IsEmpty { get; }': (_c, self: ShapeObj) => {
      const [x, y, width, height] = numbers(self);
      return suffix === 'F' ? width <= 0 || height <= 0 : x === 0 && y === 0 && width === 0 && height === 0;
    },
    [`bool Contains(${number} x, ${number} y)`]: (_c: Call, self: ShapeObj, x: Value, y: Value) =>
      contains(self, asNumber(x), asNumber(y)),
    [`bool Contains(${point} pt)`]: (_c: Call, self: ShapeObj, at: ShapeObj) => contains(self, ...pair(at)),
    [`bool Contains(${rectangle} rect)`]: (_c: Call, self: ShapeObj, other: ShapeObj) => {
      const [x, y, width, height] = numbers(self);
      const [ox, oy, ow, oh] = numbers(other);
      return x <= ox && ox + ow <= x + width && y <= oy && oy + oh <= y + height;
    },
    [`bool IntersectsWith(${rectangle} rect)`]: (_c: Call, self: ShapeObj, other: ShapeObj) => meets(self, other),
    [`void Intersect(${rectangle} rect)`]: (_c: Call, self: ShapeObj, other: ShapeObj) =>
      void (self.fields = intersection(kind, self, other).fields),
    [`static ${rectangle} Intersect(${rectangle} a, ${rectangle} b)`]: (_c: Call, a: ShapeObj, b: ShapeObj) =>
      intersection(kind, a, b),
    [`static ${rectangle} Union(${rectangle} a, ${rectangle} b)`]: (_c: Call, a: ShapeObj, b: ShapeObj) => {
      const [ax, ay, aw, ah] = numbers(a);
      const [bx, by, bw, bh] = numbers(b);
      const [left, top] = [Math.min(ax, bx), Math.min(ay, by)];
      return make('Rectangle', left, top, Math.max(ax + aw, bx + bw) - left, Math.max(ay + ah, by + bh) - top);
    },
    [`void Inflate(${number} x, ${number} y)`]: (_c: Call, self: ShapeObj, x: Value, y: Value) =>
      void (self.fields = inflated(kind, self, asNumber(x), asNumber(y)).fields),
    [`void Inflate(${size} size)`]: (_c: Call, self: ShapeObj, by: ShapeObj) =>
      void (self.fields = inflated(kind, self, ...pair(by)).fields),
    [`static ${rectangle} Inflate(${rectangle} rect, ${number} x, ${number} y)`]: (
      _c: Call,
      from: ShapeObj,
      x: Value,
      y: Value,
    ) => inflated(kind, from, asNumber(x), asNumber(y)),
    [`void Offset(${number} x, ${number} y)`]: (_c: Call, self: ShapeObj, x: Value, y: Value) =>
      move(self, kind, asNumber(x), asNumber(y)),
    [`void Offset(${point} pos)`]: (_c: Call, self: ShapeObj, by: ShapeObj) => move(self, kind, ...pair(by)),
    ...(suffix === ''
      ? {
          'static Rectangle Round(RectangleF value)': rounded('Rectangle', even),
          'static Rectangle Ceiling(RectangleF value)': rounded('Rectangle', Math.ceil),
          'static Rectangle Truncate(RectangleF value)': rounded('Rectangle', Math.trunc),
          'static implicit operator RectangleF(Rectangle r)': (_c: Call, from: ShapeObj) =>
            shape('RectangleF', from.fields.map((field) => new Single(asNumber(field)))), // prettier-ignore
        }
      : {}),
  });
}

function pair(self: ShapeObj): [number, number] {
  const [a, b] = numbers(self);
  return [a, b];
}

/** Moves a point or rectangle. */
function move(self: ShapeObj, kind: Kind, dx: number, dy: number): void {
  const [x, y] = pair(self);
  self.fields.splice(0, 2, ...kind.make('Point', x + dx, y + dy).fields);
}

function scaled(self: ShapeObj, by: Value): ShapeObj {
  const values = self.fields.map((field): Value =>
    by instanceof Single
      ? new Single(asNumber(field) * by.value)
      : wholeAs('int', BigInt(Math.imul(asNumber(field), asNumber(by)))),
  );
  return shape(self.type.definition.name, values);
}

/** Rounds half to even, as Math.Round does. */
function even(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
}

function rounded(name: string, by: (value: number) => number): (c: Call, from: ShapeObj) => ShapeObj {
  return (_c, from) => shape(name, from.fields.map((field) => by(asNumber(field)) | 0)); // prettier-ignore
}

function contains(self: ShapeObj, px: number, py: number): boolean {
  const [x, y, width, height] = numbers(self);
  return x <= px && px < x + width && y <= py && py < y + height;
}

function meets(self: ShapeObj, other: ShapeObj): boolean {
  const [x, y, width, height] = numbers(self);
  const [ox, oy, ow, oh] = numbers(other);
  return ox < x + width && x < ox + ow && oy < y + height && y < oy + oh;
}

function intersection({ make }: Kind, a: ShapeObj, b: ShapeObj): ShapeObj {
  const [ax, ay, aw, ah] = numbers(a);
  const [bx, by, bw, bh] = numbers(b);
  const [left, top] = [Math.max(ax, bx), Math.max(ay, by)];
  const [right, bottom] = [Math.min(ax + aw, bx + bw), Math.min(ay + ah, by + bh)];
  return right >= left && bottom >= top
    ? make('Rectangle', left, top, right - left, bottom - top)
    : make('Rectangle', 0, 0, 0, 0);
}

function inflated({ make }: Kind, from: ShapeObj, x: number, y: number): ShapeObj {
  const [left, top, width, height] = numbers(from);
  return make('Rectangle', left - x, top - y, width + 2 * x, height + 2 * y);
}

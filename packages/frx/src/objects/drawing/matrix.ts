import type { PathCommand, Primitive } from '../../page.ts';

/** An affine map: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** The identity map. */
export const identity: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/** Composes two maps: `inner` is applied first. */
export function compose(outer: Affine, inner: Affine): Affine {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  };
}

/** Returns the translation by `x` and `y`. */
export function translation(x: number, y: number): Affine {
  return { ...identity, e: x, f: y };
}

/** Returns the scaling about the origin; with one factor, in both directions. */
export function scaling(x: number, y: number = x): Affine {
  return { ...identity, a: x, d: y };
}

/** Returns the rotation about (x, y), clockwise on a page whose y axis points down; degrees. */
export function rotation(degrees: number, x = 0, y = 0): Affine {
  const radians = (degrees * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  return { a: cos, b: sin, c: -sin, d: cos, e: x - cos * x + sin * y, f: y - sin * x - cos * y };
}

/** Applies a map to the point (x, y). */
export function applyTo(map: Affine, x: number, y: number): readonly [number, number] {
  return [map.a * x + map.c * y + map.e, map.b * x + map.d * y + map.f];
}

/** Returns the average scale of lengths, for pen widths and font sizes. */
export function scaleOf(map: Affine): number {
  return Math.sqrt(Math.abs(map.a * map.d - map.b * map.c));
}

/** Returns the rotation of the x axis; degrees clockwise. */
export function angleOf(map: Affine): number {
  return (Math.atan2(map.b, map.a) * 180) / Math.PI;
}

/** Applies a map to all points of an outline, including control points. */
export function transformCommands(commands: readonly PathCommand[], map: Affine): readonly PathCommand[] {
  return commands.map((command): PathCommand => {
    switch (command[0]) {
      case 'Z':
        return command;
      case 'C': {
        const [x1, y1] = applyTo(map, command[1], command[2]);
        const [x2, y2] = applyTo(map, command[3], command[4]);
        return ['C', x1, y1, x2, y2, ...applyTo(map, command[5], command[6])];
      }
      default:
        return [command[0], ...applyTo(map, command[1], command[2])];
    }
  });
}

/** Transforms a primitive. Boxes of text and pictures are only moved and scaled along the axes and rotated about their centre. */
export function transformPrimitive(primitive: Primitive, map: Affine): Primitive {
  const scale = scaleOf(map);
  switch (primitive.kind) {
    case 'path': {
      const { stroke } = primitive;
      const scaled =
        stroke === undefined
          ? {}
          : {
              stroke: {
                ...stroke,
                width: stroke.width * scale,
                ...(stroke.dash ? { dash: stroke.dash.map((length) => length * scale) } : {}),
              },
            };
      return { ...primitive, commands: transformCommands(primitive.commands, map), ...scaled };
    }
    case 'text': {
      const [x, y] = applyTo(map, primitive.x, primitive.y);
      const angle = (primitive.angle ?? 0) + angleOf(map);
      return {
        ...primitive,
        x,
        y,
        font: { ...primitive.font, size: primitive.font.size * scale },
        ...(primitive.width === undefined ? {} : { width: primitive.width * scale }),
        ...(Math.abs(angle) < 1e-9 ? {} : { angle }),
      };
    }
    default: {
      const width = primitive.width * Math.hypot(map.a, map.b);
      const height = primitive.height * Math.hypot(map.c, map.d);
      const [x, y] = applyTo(map, primitive.x + primitive.width / 2, primitive.y + primitive.height / 2);
      const box = { x: x - width / 2, y: y - height / 2, width, height };
      if (primitive.kind === 'textBox') return { ...primitive, ...box };
      const angle = (primitive.angle ?? 0) + angleOf(map);
      return { ...primitive, ...box, ...(Math.abs(angle) < 1e-9 ? {} : { angle }) };
    }
  }
}

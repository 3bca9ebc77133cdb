import type { PathCommand } from '../../page.ts';
import { compose, rotation, scaling, transformCommands, translation } from '../drawing/matrix.ts';
import { ellipse, polygon, rectangle, roundRectangle } from '../drawing/path.ts';
import type { ModuleShape } from './types.ts';

/** Share of the module that a thin shape fills. */
const THIN = 0.75;

/** The outline of one dark module of this size, with its top left corner at the origin. */
export function moduleOutline(shape: ModuleShape, width: number, height: number): readonly PathCommand[] {
  const size = shape.thin ? THIN : 1;
  const map = compose(
    scaling(width, height),
    compose(translation(0.5, 0.5), compose(rotation(shape.angle), compose(scaling(size), translation(-0.5, -0.5)))),
  );
  return transformCommands(unitOutline(shape.name), map);
}

/** The shape in a square of side 1. */
function unitOutline(name: string): readonly PathCommand[] {
  switch (name) {
    case 'Circle':
      return ellipse(0.5, 0.5, 0.5);
    case 'Diamond':
      return polygon([
        [0.5, 0],
        [1, 0.5],
        [0.5, 1],
        [0, 0.5],
      ]);
    case 'RoundedSquare':
      return roundRectangle(0, 0, 1, 1, 0.25);
    case 'PillHorizontal':
      return roundRectangle(0, 0.1, 1, 0.8, 0.4);
    case 'PillVertical':
      return roundRectangle(0.1, 0, 0.8, 1, 0.4);
    case 'Plus':
      return [...rectangle(0, 0.3, 1, 0.4), ...rectangle(0.3, 0, 0.4, 1)];
    case 'Hexagon':
      return polygon(around(6, () => 0.5));
    case 'Star':
      return polygon(around(10, (index) => (index % 2 === 0 ? 0.5 : 0.25)));
    case 'Snowflake':
      return [0, 60, 120].flatMap((angle) => transformCommands(rectangle(0, 0.4, 1, 0.2), rotation(angle, 0.5, 0.5)));
    default:
      return rectangle(0, 0, 1, 1);
  }
}

function around(count: number, radius: (index: number) => number): readonly (readonly [number, number])[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
    return [0.5 + radius(index) * Math.cos(angle), 0.5 + radius(index) * Math.sin(angle)];
  });
}

import type { Primitive } from '../../page.ts';
import { flagOf } from '../../template/properties.ts';
import { line, polygon } from '../drawing/path.ts';
import type { DrawTools, Drawn, ObjectNow } from '../object.ts';
import { CM, label, MAJOR_STEPS, MINOR_STEPS, readGauge, tickText } from './gauge.ts';

/** Draws a scale with a pointer beside it; vertical when the object is higher than wide. */
export function drawLinearGauge(object: ObjectNow, tools: DrawTools): Drawn {
  const gauge = readGauge(object, tools);
  const { source, width, height } = object;
  const upright = width < height;
  const inverted = flagOf(source, 'Inverted');
  const drawing: Primitive[] = [];
  const length = (upright ? height : width) - CM;
  const side = upright ? 0.7 * CM : 0.6 * CM;
  const depth = (upright ? width : height) - 2 * side;
  /** A point on the scale, from its beginning, across from its near edge. */
  const at = (share: number, across: number): readonly [number, number] =>
    upright ? [side + across, 0.5 * CM + length * (1 - share)] : [0.5 * CM + length * share, side + across];
  for (let step = 0; step <= MAJOR_STEPS * MINOR_STEPS; step++) {
    const major = step % MINOR_STEPS === 0;
    const share = step / (MAJOR_STEPS * MINOR_STEPS);
    const inset = major ? 0 : depth * 0.2;
    drawing.push(line(...at(share, inset), ...at(share, depth - inset), major ? gauge.major : gauge.minor));
    if (!major) continue;
    const text = tickText(gauge, step / MINOR_STEPS, MAJOR_STEPS);
    const gap = upright ? 0.04 * CM : 0;
    const [x, y] = at(share, inverted ? depth + gap : -gap);
    const align = upright ? (inverted ? 'left' : 'right') : 'center';
    drawing.push(
      label(text, x, y, gauge.font, gauge.textColor, tools, align, upright ? 'middle' : inverted ? 'top' : 'bottom'),
    );
  }
  // The pointer is a pentagon whose tip touches the middle of the scale.
  const across = depth / 2;
  const reach = (inverted ? -1 : 1) * (upright ? width : height) * 0.4;
  const half = (upright ? height : width) * 0.018;
  const [tipX, tipY] = at(gauge.share, across);
  const corner = (away: number, aside: number): readonly [number, number] =>
    upright ? [tipX + away, tipY + aside] : [tipX + aside, tipY + away];
  const commands = polygon([
    [tipX, tipY],
    corner(reach * 0.3, half),
    corner(reach, half),
    corner(reach, -half),
    corner(reach * 0.3, -half),
  ]);
  drawing.push({ kind: 'path', commands, fill: gauge.pointerFill, stroke: gauge.pointerPen });
  return { drawing };
}

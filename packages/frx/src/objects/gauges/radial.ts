import type { PathCommand, Primitive } from '../../page.ts';
import { enumOf, flagNamesOf, numberOf } from '../../template/properties.ts';
import { arc, ellipse, line, polygon } from '../drawing/path.ts';
import type { DrawTools, Drawn, ObjectNow } from '../object.ts';
import { label, readGauge } from './gauge.ts';

interface Dial {
  readonly centerX: number;
  readonly centerY: number;
  readonly radius: number;
  /** Position of the minimum and sweep of the scale; degrees clockwise from three o'clock. */
  readonly start: number;
  readonly sweep: number;
  readonly outline: readonly PathCommand[];
}

/** A dial of a full, half or quarter circle; Position selects the half or quarter. */
function dialOf({ source, width, height, border }: ObjectNow): Dial {
  const inset = border.left.width / 2;
  const w = width - 2 * inset;
  const h = height - 2 * inset;
  const type = enumOf(source, 'Type', ['Circle', 'Semicircle', 'Quadrant']);
  const position = flagNamesOf(source, 'Position', 'None');
  const right = position.has('Right');
  const bottom = position.has('Bottom');
  const centerX = width / 2;
  const centerY = height / 2;
  const radius = Math.max(0, Math.min(w, h) / 2);
  const sector = (start: number, sweep: number): readonly PathCommand[] => [
    ...arc(centerX, centerY, w / 2, h / 2, start, sweep),
    ['L', centerX, centerY],
    ['Z'],
  ];
  if (type === 'Semicircle') {
    const start = bottom ? 0 : position.has('Left') ? 90 : right ? 270 : 180;
    // Values increase from left to right, and from bottom to top.
    const backwards = bottom || right;
    return {
      centerX,
      centerY,
      radius,
      start: backwards ? start + 180 : start,
      sweep: backwards ? -180 : 180,
      outline: sector(start, 180),
    };
  }
  if (type === 'Quadrant') {
    const start = bottom ? (right ? 0 : 90) : right ? 270 : 180;
    const backwards = right;
    return {
      centerX,
      centerY,
      radius,
      start: backwards ? start + 90 : start,
      sweep: backwards ? -90 : 90,
      outline: sector(start, 90),
    };
  }
  return { centerX, centerY, radius, start: 135, sweep: 270, outline: ellipse(centerX, centerY, w / 2, h / 2) };
}

const MINOR_STEPS = 5;

/** Draws a dial with a pointer on an axle. */
export function drawRadialGauge(object: ObjectNow, tools: DrawTools): Drawn {
  const gauge = readGauge(object, tools);
  const dial = dialOf(object);
  const { fill, border } = object;
  const pen = { color: border.left.color, width: border.left.width };
  const drawing: Primitive[] = [{ kind: 'path', commands: dial.outline, fill, stroke: pen }];
  const count = Math.round(numberOf(object.source, 'Scale.MajorTicks.Count', 11));
  const steps = Math.min(100, Math.max(1, count - 1));
  const em = (gauge.font.size * 96) / 72;
  const tickLength = dial.radius / 6;
  const outer = Math.max(tickLength, dial.radius - em * 1.8);
  const at = (share: number, distance: number): readonly [number, number] => {
    const angle = ((dial.start + dial.sweep * share) * Math.PI) / 180;
    return [dial.centerX + Math.cos(angle) * distance, dial.centerY + Math.sin(angle) * distance];
  };
  for (let step = 0; step <= steps * MINOR_STEPS; step++) {
    const major = step % MINOR_STEPS === 0;
    const share = step / (steps * MINOR_STEPS);
    drawing.push(
      line(
        ...at(share, outer),
        ...at(share, outer - tickLength * (major ? 1 : 0.5)),
        major ? gauge.major : gauge.minor,
      ),
    );
    if (!major) continue;
    const text = String(Math.round(gauge.minimum + (gauge.maximum - gauge.minimum) * share));
    drawing.push(label(text, ...at(share, outer + em * 0.85), gauge.font, gauge.textColor, tools));
  }
  if (gauge.label.text !== '') {
    drawing.push(
      label(
        gauge.label.text,
        dial.centerX,
        dial.centerY + dial.radius * 0.45,
        gauge.label.font,
        gauge.label.color,
        tools,
      ),
    );
  }
  const axle = dial.radius / 8;
  const half = axle / 4;
  const tip = outer - tickLength;
  const angle = ((dial.start + dial.sweep * gauge.share) * Math.PI) / 180;
  const beside = (distance: number, aside: number): readonly [number, number] => [
    dial.centerX + Math.cos(angle) * distance - Math.sin(angle) * aside,
    dial.centerY + Math.sin(angle) * distance + Math.cos(angle) * aside,
  ];
  const needle = polygon([beside(0, half), beside(tip, half / 3), beside(tip, -half / 3), beside(0, -half)]);
  drawing.push({ kind: 'path', commands: needle, fill: gauge.pointerFill, stroke: gauge.pointerPen });
  drawing.push({
    kind: 'path',
    commands: ellipse(dial.centerX, dial.centerY, axle / 2),
    fill: gauge.pointerFill,
    stroke: gauge.pointerPen,
  });
  return { drawing };
}

import type { Primitive } from '../../page.ts';
import { enumOf, flagOf, numberOf } from '../../template/properties.ts';
import { line, rectangle } from '../drawing/path.ts';
import type { DrawTools, Drawn, ObjectNow } from '../object.ts';
import { CM, label, MAJOR_STEPS, MINOR_STEPS, readGauge, tickText, type Gauge } from './gauge.ts';

/** Thickness of the bar of a simple gauge, as a share of the object's depth. */
const BAR = 0.08;
/** The same for a progress bar. */
const PROGRESS_BAR = 1;

/** The rectangle of a bar along the object, from `from` to `to` px of its length, in the middle of its depth. */
function bar(gauge: Gauge, upright: boolean, object: ObjectNow, from: number, to: number, share: number): Primitive {
  const depth = (upright ? object.width : object.height) * share;
  const across = ((upright ? object.width : object.height) - depth) / 2;
  const commands = upright
    ? rectangle(across, object.height - to, depth, to - from)
    : rectangle(from, across, to - from, depth);
  return { kind: 'path', commands, fill: gauge.pointerFill, stroke: gauge.pointerPen };
}

/** Draws a bar between two scales. */
export function drawSimpleGauge(object: ObjectNow, tools: DrawTools): Drawn {
  const gauge = readGauge(object, tools);
  const { source, width, height } = object;
  const upright = width < height;
  const drawing: Primitive[] = [];
  const length = (upright ? height : width) - CM;
  const side = upright ? 0.7 * CM : 0.6 * CM;
  const depth = (upright ? width : height) - 2 * side;
  const middle = depth / 2;
  const gap = ((upright ? width : height) * BAR) / 2 + gauge.pointerPen.width * 2;
  const at = (share: number, across: number): readonly [number, number] =>
    upright ? [side + across, 0.5 * CM + length * (1 - share)] : [0.5 * CM + length * share, side + across];
  for (const [scale, outer, inner, outwards] of [
    ['FirstSubScale', 0, middle - gap, -1],
    ['SecondSubScale', depth, middle + gap, 1],
  ] as const) {
    if (!flagOf(source, `Scale.${scale}.Enabled`, true)) continue;
    const captions = flagOf(source, `Scale.${scale}.ShowCaption`, true);
    for (let step = 0; step <= MAJOR_STEPS * MINOR_STEPS; step++) {
      const major = step % MINOR_STEPS === 0;
      const share = step / (MAJOR_STEPS * MINOR_STEPS);
      const end = outer - (major ? 0 : outwards * depth * 0.15);
      drawing.push(line(...at(share, end), ...at(share, inner), major ? gauge.major : gauge.minor));
      if (!major || !captions) continue;
      const [x, y] = at(share, outer + outwards * (upright ? 0.04 : 0.02) * CM);
      const text = tickText(gauge, step / MINOR_STEPS, MAJOR_STEPS);
      const align = upright ? (outwards < 0 ? 'right' : 'left') : 'center';
      drawing.push(
        label(
          text,
          x,
          y,
          gauge.font,
          gauge.textColor,
          tools,
          align,
          upright ? 'middle' : outwards < 0 ? 'bottom' : 'top',
        ),
      );
    }
  }
  drawing.push(bar(gauge, upright, object, 0.5 * CM, 0.5 * CM + length * gauge.share, BAR));
  return { drawing };
}

/** Draws a bar that grows with the value, or a small one that moves, with the percentage on it. */
export function drawProgressGauge(object: ObjectNow, tools: DrawTools): Drawn {
  const gauge = readGauge(object, tools);
  const { source, width, height } = object;
  const upright = width < height;
  const length = upright ? height : width;
  let from = 0;
  let to = length * gauge.share;
  if (enumOf(source, 'Pointer.Type', ['Full', 'Small']) === 'Small') {
    const size = length * Math.min(1, Math.max(0, numberOf(source, 'Pointer.SmallPointerWidthRatio', 0.1)));
    from = Math.min(length - size, Math.max(0, to - size / 2));
    to = from + size;
  }
  const decimals = Math.min(15, Math.max(0, numberOf(source, 'Label.Decimals', 0)));
  const percent = Number((gauge.share * 100).toFixed(decimals));
  return {
    drawing: [
      bar(gauge, upright, object, from, to, PROGRESS_BAR),
      label(`${String(percent)}%`, width / 2, height / 2, gauge.label.font, gauge.label.color, tools),
    ],
  };
}

/** Common parts of all gauges: range, value, scale, ticks. Defaults are those of the reference. */
import type { Color, Fill, Font, Primitive, Stroke } from '../../page.ts';
import { asNumber, numericKind } from '../../expression/values/promotion.ts';
import { colorOf, fillOf, fontOf, numberOf, textOf } from '../../template/properties.ts';

import type { DrawTools, ObjectNow } from '../object.ts';

/** px of a centimetre. */
export const CM = 37.8;

/** Range, value and style of a gauge. */
export interface Gauge {
  readonly minimum: number;
  readonly maximum: number;
  readonly value: number;
  /** Position of the value: 0 at the minimum, 1 at the maximum; never outside. */
  readonly share: number;
  readonly font: Font;
  readonly textColor: Color;
  readonly major: Stroke;
  readonly minor: Stroke;
  readonly pointerFill: Fill;
  readonly pointerPen: Stroke;
  readonly label: { readonly text: string; readonly font: Font; readonly color: Color };
}

/** Reads the range, value and style of a gauge from its template. */
export function readGauge({ source, value }: ObjectNow, tools: DrawTools): Gauge {
  const minimum = numberOf(source, 'Minimum', 0);
  const maximum = numberOf(source, 'Maximum', 100);
  const now = numericKind(value) === undefined ? numberOf(source, 'Value') : asNumber(value);
  const share = maximum > minimum ? (now - minimum) / (maximum - minimum) : 0;
  const ticks = (kind: 'Major' | 'Minor', width: number): Stroke => ({
    color: colorOf(source, `Scale.${kind}Ticks.Color`, '#000000'),
    width: Math.max(0.1, numberOf(source, `Scale.${kind}Ticks.Width`, width)),
  });
  return {
    minimum,
    maximum,
    value: now,
    share: Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)),
    font: fontOf(source, 'Scale.Font', 'Arial, 10pt'),
    textColor: colorOf(source, 'Scale.TextFill.Color', '#000000'),
    major: ticks('Major', source.type === 'RadialGauge' ? 2 : 1),
    minor: ticks('Minor', 1),
    pointerFill: fillOf(source, 'Pointer.Fill', tools.image, '#ffa500'),
    pointerPen: {
      color: colorOf(source, 'Pointer.BorderColor', source.type === 'SimpleProgressGauge' ? '#00000000' : '#000000'),
      width: Math.max(0, numberOf(source, 'Pointer.BorderWidth', 1)),
    },
    label: {
      text: textOf(source, 'Label.Text', ''),
      font: fontOf(source, 'Label.Font', 'Arial, 10pt'),
      color: colorOf(source, 'Label.Color', '#000000'),
    },
  };
}

/** Number of intervals between major ticks of a straight scale. */
export const MAJOR_STEPS = 5;
/** Number of minor intervals in a major one. */
export const MINOR_STEPS = 4;

/** The number at a major tick; the reference uses integer steps. */
export function tickText({ minimum, maximum }: Gauge, tick: number, steps: number): string {
  return String(Math.trunc((maximum - minimum) / steps) * tick + minimum);
}

/** One line of text centred on, or beginning or ending at, a point; `vertical` is the middle of the line by default. */
export function label(
  text: string,
  x: number,
  y: number,
  font: Font,
  color: Color,
  tools: DrawTools,
  align: 'left' | 'center' | 'right' = 'center',
  vertical: 'top' | 'middle' | 'bottom' = 'middle',
): Primitive {
  const em = (font.size * 96) / 72;
  const face = tools.fonts.face(font);
  const height = face.lineSpacing * em;
  const top = vertical === 'top' ? y : vertical === 'bottom' ? y - height : y - height / 2;
  return { kind: 'text', text, x, y: top + face.ascent * em, font, color, align };
}

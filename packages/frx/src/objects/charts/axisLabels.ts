/** The labels below an axis: on one line, on several, or turned, so that all can be read. */
import type { Font, Primitive } from '../../page.ts';
import type { DrawTools } from '../object.ts';
import type { Mark } from './positions.ts';
import { lineHeight, shortened, textAt, textWidth, wrapped as wrap } from './text.ts';

/** Distance of two labels, px. */
const GAP = 4;
const MAX_LINES = 3;
/** Rotation of labels that do not fit beside each other, degrees. */
const SLANTED = -45;

/** Labels with their places. */
export interface LabelLayout {
  /** px */
  readonly height: number;
  /** Degrees clockwise. */
  readonly angle: number;
  /** Labels to be drawn, with their lines. */
  readonly labels: readonly { readonly share: number; readonly lines: readonly string[] }[];
}

/**
 * Arranges labels below an axis.
 * @param width of the axis, px
 * @param limit height that they may have, px; longer ones are cut
 * @param angle degrees clockwise; undefined: as needed
 */
export function arrangeLabels(
  marks: readonly Mark[],
  font: Font,
  angle: number | undefined,
  width: number,
  limit: number,
  tools: DrawTools,
): LabelLayout {
  const row = lineHeight(font, tools);
  const shares = marks.map(({ share }) => share).toSorted((a, b) => a - b);
  const distance = shares
    .slice(1)
    .reduce((least, share, index) => Math.min(least, share - shares[index]!), shares.length > 1 ? 1 : 2);
  const space = distance * width - GAP;
  const measure = (text: string): number => textWidth(text, font, tools);
  const widest = marks.reduce((most, { text }) => Math.max(most, measure(text)), 0);
  if (angle === undefined || angle === 0) {
    if (widest <= space)
      return { height: row, angle: 0, labels: marks.map(({ share, text }) => ({ share, lines: [text] })) };
    const rows = Math.min(MAX_LINES, Math.floor(limit / row));
    const wrapped = space < row ? [] : marks.map(({ share, text }) => ({ share, lines: wrap(text, space, measure) }));
    const fits = wrapped.every(({ lines }) => lines.length <= rows && lines.every((text) => measure(text) <= space));
    if (wrapped.length > 0 && fits) {
      const most = wrapped.reduce((count, { lines }) => Math.max(count, lines.length), 1);
      return { height: most * row, angle: 0, labels: wrapped };
    }
  }
  const turned = angle === undefined ? SLANTED : Math.max(-90, Math.min(90, angle));
  const [sine, cosine] = [Math.abs(Math.sin((turned * Math.PI) / 180)), Math.cos((turned * Math.PI) / 180)];
  // Turned texts need their line height between them, level ones their width.
  const needed = turned === 0 ? widest : row / Math.max(sine, 0.2);
  const every = Math.max(1, Math.min(marks.length, Math.ceil(needed / (distance * width))));
  const longest = turned === 0 ? Infinity : Math.max(row, (limit - cosine * row) / sine);
  const labels = marks
    .filter((_, index) => index % every === 0)
    .map(({ share, text }) => ({ share, lines: [shortened(text, longest, measure)] }));
  const length = labels.reduce((most, { lines }) => Math.max(most, measure(lines[0]!)), 0);
  return { height: turned === 0 ? row : sine * length + cosine * row, angle: turned, labels };
}

/** Draws the labels of an axis whose line is from `left` over `width` at `top`, px. */
export function drawLabels(
  { angle, labels }: LabelLayout,
  font: Font,
  left: number,
  width: number,
  top: number,
  tools: DrawTools,
): readonly Primitive[] {
  const row = lineHeight(font, tools);
  return labels.flatMap(({ share, lines }) => {
    const x = left + share * width;
    if (angle === 0)
      return lines.map((text, index) => textAt(text, x, top + row * (index + 0.5), font, '#000000', 'center', tools));
    const radians = (angle * Math.PI) / 180;
    const level = textAt(lines[0]!, 0, 0, font, '#000000', angle < 0 ? 'right' : 'left', tools);
    const middle = top + (Math.cos(radians) * row) / 2;
    return [{ ...level, x: x - Math.sin(radians) * level.y, y: middle + Math.cos(radians) * level.y, angle }];
  });
}

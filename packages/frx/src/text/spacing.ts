import type { Font, TextStyle } from '../page.ts';
import { emOf } from './plain.ts';
import type { FontFace } from './types.ts';

/** Width of a space by the plain rule. */
export function spaceWidth(face: FontFace, font: Font): number {
  return ((1.03 * face.units(' ', 0, 1)) / face.unitsPerEm) * emOf(font);
}

/** Returns the position after a tab at `position`. */
export function tabStop(style: TextStyle, position: number): number {
  const first = Math.max(0, style.firstTabOffset);
  if (position < first) return first;
  const size = Math.max(0, style.tabPositions[0] ?? style.tabWidth);
  return size === 0 ? position : (Math.trunc((position - first) / size) + 1) * size + first;
}

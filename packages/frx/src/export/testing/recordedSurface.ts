/** A surface that records what is painted. */
import type { PathCommand } from '../../page.ts';
import type { Paint, Surface } from '../surface.ts';

/** A surface, and what was painted on it, a line each. */
export interface RecordedSurface {
  readonly surface: Surface;
  readonly painted: readonly string[];
}

/** Creates a surface without content. Numbers are rounded to a tenth. */
export function recordedSurface(): RecordedSurface {
  const painted: string[] = [];
  const number = (value: number): string => String(Math.round(value * 10) / 10 + 0);
  const path = (commands: readonly PathCommand[]): string =>
    commands.map(([name, ...places]) => `${name}${places.map((place) => number(place)).join(',')}`).join(' ');
  const paintOf = (paint: Paint): string =>
    paint.kind === 'color'
      ? paint.color
      : [paint.kind, ...paint.stops.map(({ at, color }) => `${number(at)}:${color}`)].join(' ');
  const add = (...words: readonly string[]): void => void painted.push(words.join(' '));
  const surface: Surface = {
    save: () => undefined,
    restore: () => undefined,
    rotate: (angle, x, y) => add('rotate', number(angle), number(x), number(y)),
    move: () => undefined,
    clip: (commands) => add('clip', path(commands)),
    fill: (commands, paint) => add('fill', paintOf(paint), path(commands)),
    stroke: (commands, { color, width, dash }) =>
      add('stroke', color, number(width), ...(dash === undefined ? [] : [`[${dash.join(' ')}]`]), path(commands)),
    glyphs: ({ text, color, x, baseline }) => add('text', color, number(x), number(baseline), text),
    inside: (glyphs, draw) => {
      add('inside', glyphs.text);
      draw(surface);
    },
    image: (_, x, y, width, height, { opacity }) => add('image', ...[x, y, width, height, opacity].map(number)),
  };
  return { surface, painted };
}

import type { PathCommand } from '../page.ts';

/** Maximum number of dashes on one path; with more it is drawn as a solid line, as each dash becomes a shape. */
const MAX_DASHES = 20_000;

/** The dashes of a stroke as drawn along a path; none where there would be too many to distinguish. */
export function drawnDashes(commands: readonly PathCommand[], dash: readonly number[] | undefined): number[] {
  if (dash === undefined || dash.length === 0) return [];
  const period = dash.reduce((sum, length) => sum + length, 0) * (dash.length % 2 === 0 ? 1 : 2);
  const dashes = (lengthOf(commands) / period) * dash.length;
  return Number.isFinite(dashes) && dashes <= MAX_DASHES ? [...dash] : [];
}

/** The length of the polygon through a path's control points, an upper bound of the path's length. */
function lengthOf(commands: readonly PathCommand[]): number {
  let length = 0;
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  const to = (nextX: number, nextY: number): void => {
    length += Math.hypot(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  };
  for (const command of commands) {
    if (command[0] === 'M') [x, y, startX, startY] = [command[1], command[2], command[1], command[2]];
    else if (command[0] === 'L') to(command[1], command[2]);
    else if (command[0] === 'C') {
      to(command[1], command[2]);
      to(command[3], command[4]);
      to(command[5], command[6]);
    } else to(startX, startY);
  }
  return length;
}

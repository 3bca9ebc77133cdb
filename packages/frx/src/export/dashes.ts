import type { PathCommand } from '../page.ts';

/** More dashes on one path than this are drawn as a line: each becomes a shape of its own. */
const MOST_DASHES = 20_000;

/** The dashes of a stroke as they are drawn along a path; none where there would be too many to distinguish. */
export function drawnDashes(commands: readonly PathCommand[], dash: readonly number[] | undefined): number[] {
  if (dash === undefined || dash.length === 0) return [];
  const period = dash.reduce((sum, length) => sum + length, 0) * (dash.length % 2 === 0 ? 1 : 2);
  const dashes = (lengthOf(commands) / period) * dash.length;
  return Number.isFinite(dashes) && dashes <= MOST_DASHES ? [...dash] : [];
}

/** The length of a path's control points in a row, which no path is longer than. */
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

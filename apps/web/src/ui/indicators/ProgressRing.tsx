import type { BarPart } from './StackedBar.tsx';
import classes from './ProgressRing.module.css';

const SIDE = 44;
const RADIUS = 18;
/** Gap between two arcs, in degrees. */
const GAP = 5;

/** Progress as a ring like the logo: an arc for each part, the percentage in the middle. Its label contains the numbers. */
export function ProgressRing({ parts, total, label }: { parts: readonly BarPart[]; total: number; label: string }) {
  const shown = parts.filter(({ count }) => count > 0);
  const done = shown.reduce((sum, { count }) => sum + count, 0);
  const arcs = shown.map(({ label: name, color, count }, index) => {
    const before = shown.slice(0, index).reduce((sum, part) => sum + part.count, 0);
    const degrees = (count / Math.max(total, 1)) * 360;
    return {
      name,
      color,
      path: arcFrom((before / Math.max(total, 1)) * 360, Math.max(2, degrees - (shown.length > 1 ? GAP : 0))),
    };
  });
  return (
    <svg className={classes['ring']} viewBox={`0 0 ${SIDE} ${SIDE}`} role="img" aria-label={label}>
      <circle className={classes['track']} cx={SIDE / 2} cy={SIDE / 2} r={RADIUS} />
      <circle className={classes['hollow']} cx={SIDE / 2} cy={SIDE / 2} r={RADIUS} />
      {arcs.map(({ name, color, path }) => (
        <path key={name} className={classes['arc']} stroke={color} d={path} />
      ))}
      <text className={classes['share']} x="50%" y="50%" aria-hidden>
        {total === 0 ? 0 : Math.floor((done / total) * 100)}
      </text>
    </svg>
  );
}

/** Returns an arc, clockwise from the top, in degrees. */
function arcFrom(start: number, degrees: number): string {
  const to = start + Math.min(degrees, 359.9);
  const at = (angle: number): string => {
    const turned = ((angle - 90) * Math.PI) / 180;
    return `${(SIDE / 2 + RADIUS * Math.cos(turned)).toFixed(2)} ${(SIDE / 2 + RADIUS * Math.sin(turned)).toFixed(2)}`;
  };
  return `M${at(start)}A${RADIUS} ${RADIUS} 0 ${to - start > 180 ? 1 : 0} 1 ${at(to)}`;
}

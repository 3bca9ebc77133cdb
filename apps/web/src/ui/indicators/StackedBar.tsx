import classes from './StackedBar.module.css';

/** One part of a whole. */
export interface BarPart {
  label: string;
  color: string;
  count: number;
}

/** Shares of a total side by side; the rest stays empty. Its label contains the numbers. */
export function StackedBar({
  parts,
  total,
  label,
  height = 10,
}: {
  parts: readonly BarPart[];
  total: number;
  label: string;
  height?: number;
}) {
  return (
    <div className={classes['bar']} role="img" aria-label={label} style={{ height }}>
      {parts
        .filter(({ count }) => count > 0)
        .map(({ label: name, color, count }) => (
          <span key={name} style={{ width: `${(count / Math.max(total, 1)) * 100}%`, backgroundColor: color }} />
        ))}
    </div>
  );
}

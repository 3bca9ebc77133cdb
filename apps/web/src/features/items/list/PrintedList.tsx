import { t } from '../../../lib/texts/index.ts';
import type { StatusAppearance } from '../../../ui/indicators/StatusDot.tsx';
import classes from './ItemTree.module.css';
import type { ListedRow } from './listing.ts';

/** Indent of one level in print, px. */
const INDENT_PX = 12;

/** The list in print: every row under the current filter, conditions as text. */
export function PrintedList({
  rows,
  columns,
  appearanceOf,
}: {
  rows: readonly ListedRow[];
  columns: readonly string[];
  appearanceOf(conditionId: string | null): StatusAppearance;
}) {
  return (
    <table className={classes['printed']}>
      <thead>
        <tr>
          <th>{t('items.name')}</th>
          <th>{t('conditions.title')}</th>
          {columns.map((column) => (
            <th key={column}>{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, depth }) => (
          <tr key={row.itemId}>
            <td style={{ paddingLeft: depth * INDENT_PX }}>{row.name}</td>
            <td>{row.context ? '' : appearanceOf(row.conditionId).label}</td>
            {columns.map((column) => (
              <td key={column}>{row.values[column] ?? ''}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

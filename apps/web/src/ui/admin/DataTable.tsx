import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import classes from './DataTable.module.css';
import frame from './VirtualTable.module.css';

/** One column of a table. */
export interface Column<R> {
  id: string;
  title: string;
  cell(row: R): ReactNode;
  /** What the column is sorted by; without it, it is not. */
  sort?(row: R): string | number;
  /** Its CSS grid track. */
  track?: string;
  /** Numbers stand at the end. */
  numeric?: boolean;
  /** Left out where there is no room. */
  wideOnly?: boolean;
}

const ROW_PX = 52;
const collator = new Intl.Collator('en-GB', { numeric: true });

/** A table of any length, of which only the rows on screen are drawn. A row leads somewhere as a whole. */
export function DataTable<R>({
  label,
  rows,
  columns,
  keyOf,
  linkOf,
  onOpen,
}: {
  label: string;
  rows: readonly R[];
  /** The first one names the row. */
  columns: readonly Column<R>[];
  keyOf(row: R): string;
  /** Where a row leads. */
  linkOf?(row: R): string;
  /** What a row opens, where it leads to no address. */
  onOpen?(row: R): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const [order, setOrder] = useState<{ id: string; isDown: boolean } | null>(null);
  const shown = columns.filter(({ wideOnly }) => isWide || wideOnly !== true);
  const by = columns.find(({ id }) => id === order?.id)?.sort;
  const isDown = order?.isDown ?? false;
  // Comparing words is slow: not for every step of scrolling.
  const sorted = useMemo(() => sortRows(rows, by, isDown), [rows, by, isDown]);
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => keyOf(sorted[index]!),
    overscan: 8,
  });
  const tracks = { gridTemplateColumns: shown.map(({ track }) => track ?? 'minmax(0, 1fr)').join(' ') };
  return (
    <div ref={scroller} className={frame['scroller']} style={{ flex: 1 }}>
      <div role="table" aria-label={label} aria-rowcount={sorted.length + 1} className={classes['table']}>
        <div role="rowgroup" className={frame['head']}>
          <div role="row" aria-rowindex={1} className={frame['headRow']} style={tracks}>
            {shown.map(({ id, title, sort, numeric }) => (
              <span
                key={id}
                role="columnheader"
                aria-sort={order?.id !== id ? undefined : order.isDown ? 'descending' : 'ascending'}
                className={frame['cell']}
                data-numeric={numeric || undefined}
              >
                {sort === undefined ? (
                  title
                ) : (
                  <UnstyledButton
                    className={classes['sort']}
                    onClick={() => setOrder({ id, isDown: order?.id === id && !order.isDown })}
                  >
                    {title}
                    {order?.id === id &&
                      (order.isDown ? <IconArrowDown size={15} aria-hidden /> : <IconArrowUp size={15} aria-hidden />)}
                  </UnstyledButton>
                )}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={frame['body']} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const row = sorted[index]!;
            return (
              <div
                key={key}
                role="row"
                aria-rowindex={index + 2}
                className={frame['row']}
                data-opens
                style={{ ...tracks, transform: `translateY(${start}px)`, height: ROW_PX }}
              >
                {shown.map(({ id, cell, numeric }, place) => (
                  <span key={id} role="cell" className={frame['cell']} data-numeric={numeric || undefined}>
                    {place === 0 ? (
                      <Lead to={linkOf?.(row)} onOpen={() => onOpen?.(row)}>
                        {cell(row)}
                      </Lead>
                    ) : (
                      <Words>{cell(row)}</Words>
                    )}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The content of a cell: words take two lines where they must. */
function Words({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? <span className={classes['words']}>{children}</span> : children;
}

/** What the row is called, and where the whole of it leads. */
function Lead({ to, onOpen, children }: { to: string | undefined; onOpen(): void; children: ReactNode }) {
  return to === undefined ? (
    <UnstyledButton className={classes['lead']} onClick={onOpen}>
      {children}
    </UnstyledButton>
  ) : (
    <Link className={classes['lead']} to={to}>
      {children}
    </Link>
  );
}

function sortRows<R>(rows: readonly R[], by: Column<R>['sort'], isDown: boolean): readonly R[] {
  if (by === undefined) return rows;
  const up = rows.toSorted((a, b) => compare(by(a), by(b)));
  return isDown ? up.toReversed() : up;
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
}

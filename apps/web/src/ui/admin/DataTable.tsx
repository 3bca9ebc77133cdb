import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { Link } from 'react-router';
import { useAddressState } from '../../lib/navigation/addressState.ts';
import { formatMoment } from '../../lib/display/formats.ts';
import { useMedia } from '../hooks/useMedia.ts';
import classes from './DataTable.module.css';
import frame from './VirtualTable.module.css';

/** One column of a table. */
export interface Column<R> {
  id: string;
  title: string;
  cell(row: R): ReactNode;
  /** Sort key of the column; without it, the column cannot be sorted. */
  sort?(row: R): string | number;
  /** Its CSS grid track. */
  track?: string;
  /** Numbers are aligned at the end of the cell. */
  numeric?: boolean;
  /** Left out on narrow windows. */
  wideOnly?: boolean;
}

/** Grid track of a column of moments: on one line, or on two when there is less space. */
export const MOMENT_TRACK = 'minmax(92px, 180px)';

/** Grid track of a column of moments that leaves space to the names beside it first. */
export const NARROW_MOMENT_TRACK = 'minmax(92px, 3.5fr)';

/** A moment (ISO) in the form of a cell: when it needs two lines, it is broken before the time; null: empty. */
export function momentCell(iso: string | null): string {
  return iso === null ? '' : formatMoment(iso).replace(/ (?=[ap]m$)/, '\u00a0');
}

const ROW_PX = 52;
/** Number of rows that are rendered beyond the edges. */
const OVERSCAN = 4;
const collator = new Intl.Collator('en-GB', { numeric: true });

/** The key of a record with an id. */
export function idOf({ id }: { id: string }): string {
  return id;
}

/** A table of any length, of which only the visible rows are rendered. A click anywhere on a row opens it. */
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
  /** The first column names the row. */
  columns: readonly Column<R>[];
  /** Returns the key of a row. Must be the same function in every render. */
  keyOf(row: R): string;
  /** Returns the address that a row links to. */
  linkOf?(row: R): string;
  /** Opens a row that has no address. */
  onOpen?(row: R): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const isWide = useMedia('(min-width: 48em)');
  // The name of a column, preceded by a minus for descending order.
  const [sortText, setSortText] = useAddressState('sort');
  const order = useMemo(() => orderOf(sortText), [sortText]);
  const shown = useMemo(() => columns.filter(({ wideOnly }) => isWide || wideOnly !== true), [columns, isWide]);
  // Comparing thousands of texts is slow: the arrow changes at once, the rows afterwards.
  const followed = useDeferredValue(order);
  const by = columns.find(({ id }) => id === followed?.id)?.sort;
  const isDown = followed?.isDown ?? false;
  const sorted = useMemo(() => sortRows(rows, by, isDown), [rows, by, isDown]);
  // Stable while the rows are the same: a new function would cause every row to be measured again.
  const getItemKey = useCallback((index: number) => keyOf(sorted[index]!), [keyOf, sorted]);
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey,
    overscan: OVERSCAN,
  });
  const tracks = useMemo(
    () => ({ gridTemplateColumns: shown.map(({ track }) => track ?? 'minmax(0, 1fr)').join(' ') }),
    [shown],
  );
  const latestOpen = useRef(onOpen);
  useLayoutEffect(() => {
    latestOpen.current = onOpen;
  });
  const open = useCallback((row: R) => latestOpen.current?.(row), []);
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
                    onClick={() => setSortText(order?.id === id && !order.isDown ? `-${id}` : id)}
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
          {virtualizer.getVirtualItems().map(({ index, key, start }) => (
            <Row
              key={key}
              row={sorted[index]!}
              index={index}
              columns={shown}
              tracks={tracks}
              top={start}
              to={linkOf?.(sorted[index]!)}
              onOpen={open}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Properties of a row. */
interface RowProps<R> {
  row: R;
  index: number;
  columns: readonly Column<R>[];
  tracks: CSSProperties;
  top: number;
  /** Address it links to, if any. */
  to: string | undefined;
  onOpen(row: R): void;
}

/** One row. While the table scrolls, only rows that become visible are rendered. */
const Row = memo(function Row<R>({ row, index, columns, tracks, top, to, onOpen }: RowProps<R>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={frame['row']}
      data-opens
      style={{ ...tracks, transform: `translateY(${top}px)`, height: ROW_PX }}
    >
      {columns.map(({ id, cell, numeric }, place) => (
        <span key={id} role="cell" className={frame['cell']} data-numeric={numeric || undefined}>
          {place === 0 ? (
            <Lead to={to} onOpen={() => onOpen(row)}>
              {cell(row)}
            </Lead>
          ) : (
            <Words>{cell(row)}</Words>
          )}
        </span>
      ))}
    </div>
  );
}) as <R>(props: RowProps<R>) => ReactNode;

/** The content of a cell: text wraps to two lines if necessary. */
function Words({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? <span className={classes['words']}>{children}</span> : children;
}

/** Name of the row, as a link that covers the complete row. */
function Lead({ to, onOpen, children }: { to: string | undefined; onOpen(): void; children: ReactNode }) {
  return to === undefined ? (
    // A plain button: dozens are mounted at a time during scrolling.
    <button type="button" className={`${classes['button']} ${classes['lead']}`} onClick={onOpen}>
      {children}
    </button>
  ) : (
    <Link className={classes['lead']} to={to}>
      {children}
    </Link>
  );
}

function orderOf(text: string): { id: string; isDown: boolean } | null {
  if (text === '') return null;
  return text.startsWith('-') ? { id: text.slice(1), isDown: true } : { id: text, isDown: false };
}

function sortRows<R>(rows: readonly R[], by: Column<R>['sort'], isDown: boolean): readonly R[] {
  if (by === undefined) return rows;
  const up = rows.toSorted((a, b) => compare(by(a), by(b)));
  return isDown ? up.toReversed() : up;
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
}

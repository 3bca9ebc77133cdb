import { ActionIcon, Text, VisuallyHidden } from '@mantine/core';
import { IconCamera, IconChevronDown, IconChevronRight, IconFilter, IconNote } from '@tabler/icons-react';
import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/texts/index.ts';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { useConditionLook } from '../conditions/index.ts';
import classes from './ItemTree.module.css';
import type { ListedRow } from './listing.ts';

/** Indent of one level, px (product.txt §9). */
const INDENT_PX = 20;
/** Height of a row in columns, and of one in two lines. */
const ROW_PX = 48;
const TALL_ROW_PX = 64;

/** The working list: a tree of thousands of rows, of which only those on screen are drawn. */
export function ItemTree({
  rows,
  columns,
  startAt,
  onOpen,
  onToggle,
  onLocation,
}: {
  rows: readonly ListedRow[];
  /** Names of the values that have a column of their own. */
  columns: readonly string[];
  /** The item whose row is shown at first. */
  startAt: string | null;
  onOpen(itemId: string): void;
  onToggle(itemId: string): void;
  onLocation(itemId: string): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      rows.findIndex(({ row }) => row.itemId === startAt),
    ),
  );
  const current = Math.min(active, rows.length - 1);
  const rowHeight = isWide ? ROW_PX : TALL_ROW_PX;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]!.row.itemId,
    overscan: 8,
    initialOffset: () => Math.max(0, (active - 4) * rowHeight),
    // The row with the focus stays in the page, wherever the list is scrolled to.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), current])].toSorted((a, b) => a - b),
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const focusRow = useCallback(
    (index: number) => {
      const to = Math.max(0, Math.min(rows.length - 1, index));
      setActive(to);
      virtualizer.scrollToIndex(to);
      requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus());
    },
    [rows.length, virtualizer],
  );

  const pressed = (event: KeyboardEvent): void => {
    const listed = rows[current];
    if (listed === undefined || (event.target as Element).getAttribute('role') !== 'row') return;
    const perPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const { row, hasChildren, isOpen, depth } = listed;
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusRow(current + 1),
      ArrowUp: () => focusRow(current - 1),
      PageDown: () => focusRow(current + perPage),
      PageUp: () => focusRow(current - perPage),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      Enter: () => onOpen(row.itemId),
      ArrowRight: () => (hasChildren && !isOpen ? onToggle(row.itemId) : focusRow(current + 1)),
      ArrowLeft: () =>
        hasChildren && isOpen
          ? onToggle(row.itemId)
          : focusRow(rows.findLastIndex((other, index) => index < current && other.depth < depth)),
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };

  return (
    <div ref={scroller} className={classes['scroller']}>
      <div
        role="treegrid"
        aria-label={t('items.list')}
        aria-rowcount={rows.length + (isWide ? 1 : 0)}
        onKeyDown={pressed}
        style={{ '--template': template(columns) } as CSSProperties}
      >
        {isWide && <Header columns={columns} />}
        <div role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => (
            <Row
              key={key}
              index={index}
              listed={rows[index]!}
              isWide={isWide}
              columns={columns}
              isActive={index === current}
              isLast={rows[index]!.row.itemId === startAt}
              top={start}
              height={rowHeight}
              heading={rows[index]!.row.isQuestion && rows[index - 1]?.row.isQuestion !== true}
              onFocus={() => setActive(index)}
              onOpen={onOpen}
              onToggle={onToggle}
              onLocation={onLocation}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Widths of the columns: name, location, the values, marks. */
function template(columns: readonly string[]): string {
  return ['minmax(280px, 5fr)', 'minmax(180px, 3fr)', ...columns.map(() => 'minmax(90px, 1.2fr)'), '132px'].join(' ');
}

function Header({ columns }: { columns: readonly string[] }) {
  return (
    <div role="row" aria-rowindex={1} className={classes['header']}>
      <span role="columnheader">{t('items.name')}</span>
      <span role="columnheader">{t('items.location')}</span>
      {columns.map((column) => (
        <span role="columnheader" key={column} className={classes['cell']} title={column}>
          {column}
        </span>
      ))}
      <span role="columnheader" className={classes['marks']}>
        <VisuallyHidden>{t('items.marks')}</VisuallyHidden>
      </span>
    </div>
  );
}

interface RowProps {
  index: number;
  listed: ListedRow;
  isWide: boolean;
  columns: readonly string[];
  isActive: boolean;
  isLast: boolean;
  top: number;
  height: number;
  heading: boolean;
  onFocus(): void;
  onOpen(itemId: string): void;
  onToggle(itemId: string): void;
  onLocation(itemId: string): void;
}

function Row({
  index,
  listed,
  isWide,
  columns,
  isActive,
  isLast,
  top,
  height,
  heading,
  onFocus,
  onOpen,
  onToggle,
  onLocation,
}: RowProps) {
  const { row, depth, path, dimmed, hasChildren, isOpen } = listed;
  const look = useConditionLook()(row.conditionId);
  const place = row.isQuestion ? t('items.questions') : path.join(' / ');
  const values = columns.map((column) => row.values[column] ?? '').filter((value) => value !== '');
  const secondLine = [place, ...values].filter((text) => text !== '').join(' · ');
  return (
    <div
      role="row"
      data-index={index}
      data-dimmed={dimmed || undefined}
      data-context={row.context || undefined}
      data-last={isLast || undefined}
      data-question={heading || undefined}
      className={classes['row']}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={index + (isWide ? 2 : 1)}
      aria-level={depth + 1}
      aria-expanded={hasChildren ? isOpen : undefined}
      style={{ transform: `translateY(${top}px)`, height }}
      onFocus={(event) => {
        if (event.target === event.currentTarget) onFocus();
      }}
      onClick={() => onOpen(row.itemId)}
    >
      <span role="gridcell" className={classes['name']} style={{ paddingLeft: depth * INDENT_PX }}>
        <span className={classes['chevron']}>
          {hasChildren && (
            <ActionIcon
              size={36}
              tabIndex={-1}
              aria-label={t(isOpen ? 'items.collapse' : 'items.expand', { item: row.name })}
              onClick={(event) => {
                event.stopPropagation();
                onToggle(row.itemId);
              }}
            >
              {isOpen ? <IconChevronDown size={18} /> : <IconChevronRight size={18} />}
            </ActionIcon>
          )}
        </span>
        {!row.context && <StatusDot look={look} size={22} />}
        <span className={classes['words']}>
          <span className={classes['title']} title={row.name}>
            {row.name}
          </span>
          {!isWide && secondLine !== '' && (
            <Text component="span" size="sm" c="dimmed" truncate>
              {secondLine}
            </Text>
          )}
        </span>
      </span>
      {isWide && (
        <span role="gridcell" className={classes['cell']} title={place}>
          {place}
        </span>
      )}
      {isWide &&
        columns.map((column) => (
          <span role="gridcell" key={column} className={classes['cell']} title={row.values[column]}>
            {row.values[column] ?? ''}
          </span>
        ))}
      <span role="gridcell" className={classes['marks']}>
        {row.images > 0 && (
          <span className={classes['mark']} role="img" aria-label={t('items.photos', { count: row.images })}>
            <IconCamera size={17} aria-hidden />
            {row.images}
          </span>
        )}
        {row.notes > 0 && (
          <span className={classes['mark']} role="img" aria-label={t('items.notes', { count: row.notes })}>
            <IconNote size={17} aria-hidden />
            {row.notes}
          </span>
        )}
        {row.isLocation && (
          <ActionIcon
            size={40}
            tabIndex={isActive ? 0 : -1}
            aria-label={t('items.onlyHere', { item: row.name })}
            title={t('items.onlyHere', { item: row.name })}
            onClick={(event) => {
              event.stopPropagation();
              onLocation(row.itemId);
            }}
          >
            <IconFilter size={19} />
          </ActionIcon>
        )}
      </span>
    </div>
  );
}

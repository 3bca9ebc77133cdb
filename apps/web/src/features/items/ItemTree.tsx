import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isDesktop } from '../../lib/host.ts';
import { t } from '../../lib/texts/index.ts';
import { useWaitingItems } from '../../lib/waitingItems.ts';
import { useConditionLook } from '../conditions/index.ts';
import { ItemRow, type PressKeys } from './ItemRow.tsx';
import classes from './ItemTree.module.css';
import type { ListedRow } from './listing.ts';
import type { Selection } from './selection/useSelection.ts';

/** Height of a row in columns, and of one in two lines. */
const ROW_PX = 48;
const TALL_ROW_PX = 64;
/** About as high as what stands above the list. */
const BAR_PX = 220;
/** Rows that are drawn beyond the edges. */
const OVERSCAN = 8;

/** The working list: a tree of thousands of rows, of which only those on screen are drawn. */
export const ItemTree = memo(function ItemTree({
  rows,
  columns,
  startAt,
  selection,
  onOpen,
  onToggle,
  onLocation,
}: {
  rows: readonly ListedRow[];
  /** Names of the values that have a column of their own. */
  columns: readonly string[];
  /** The item whose row is shown at first. */
  startAt: string | null;
  /** null: nothing can be chosen. */
  selection: Selection | null;
  onOpen(itemId: string): void;
  onToggle(itemId: string): void;
  onLocation(itemId: string): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const waiting = useWaitingItems();
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      rows.findIndex(({ row }) => row.itemId === startAt),
    ),
  );
  const current = Math.min(active, rows.length - 1);
  const rowHeight = isWide ? ROW_PX : TALL_ROW_PX;
  const look = useConditionLook();
  // What is on screen comes first, what scrolling will bring on screen after it.
  const [overscan, setOverscan] = useState(0);
  useEffect(() => startTransition(() => setOverscan(OVERSCAN)), []);
  // One for as long as the rows are the same: with another one every row would be measured anew.
  const getItemKey = useCallback((index: number) => rows[index]!.row.itemId, [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan,
    // What lies below the bar, more or less: the first rows are drawn before anything is measured.
    initialRect: { width: 0, height: Math.max(ROW_PX, window.innerHeight - BAR_PX) },
    initialOffset: () => Math.max(0, (active - 4) * rowHeight),
    // The row with the focus stays in the page, wherever the list is scrolled to.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), current])].toSorted((a, b) => a - b),
  });
  const measured = useRef(rowHeight);
  useEffect(() => {
    if (measured.current === rowHeight) return;
    measured.current = rowHeight;
    virtualizer.measure();
  }, [virtualizer, rowHeight]);

  const focusRow = useCallback(
    (index: number) => {
      const to = Math.max(0, Math.min(rows.length - 1, index));
      setActive(to);
      virtualizer.scrollToIndex(to);
      requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus());
    },
    [rows.length, virtualizer],
  );

  const pressedRow = (index: number, { shiftKey, ctrlKey, metaKey }: PressKeys): void => {
    const { itemId } = rows[index]!.row;
    setActive(index);
    if (selection === null) onOpen(itemId);
    else if (shiftKey) selection.extendTo(itemId);
    else if (ctrlKey || metaKey) selection.toggleOne(itemId);
    else if (selection.isOn) selection.toggle(itemId);
    else onOpen(itemId);
  };

  // The same for every row and every drawing: a row that did not change is not drawn again.
  const latest = useRef({ pressedRow, selection, onToggle, onLocation });
  useLayoutEffect(() => {
    latest.current = { pressedRow, selection, onToggle, onLocation };
  });
  const handlers = useMemo(
    () => ({
      onFocus: (index: number) => setActive(index),
      onPress: (index: number, keys: PressKeys) => latest.current.pressedRow(index, keys),
      onHold: (itemId: string) => latest.current.selection?.toggle(itemId),
      onToggle: (itemId: string) => latest.current.onToggle(itemId),
      onLocation: (itemId: string) => latest.current.onLocation(itemId),
    }),
    [],
  );

  const pressed = (event: KeyboardEvent): void => {
    const listed = rows[current];
    if (listed === undefined || (event.target as Element).getAttribute('role') !== 'row') return;
    const perPage = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const { row, hasChildren, isOpen, depth } = listed;
    const walk = (by: 1 | -1): void => {
      const to = rows[current + by]?.row.itemId;
      if (event.shiftKey && selection !== null && to !== undefined) {
        if (selection.chosen(row.itemId) === 'none' || !selection.isOn) selection.toggleOne(row.itemId);
        selection.extendTo(to);
      }
      focusRow(current + by);
    };
    if (selection !== null && event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selection.all();
      return;
    }
    const moves: Record<string, () => void> = {
      ArrowDown: () => walk(1),
      ArrowUp: () => walk(-1),
      ' ': () => selection?.toggle(row.itemId),
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
        aria-multiselectable={selection?.isOn === true || undefined}
        aria-label={t('items.list')}
        aria-rowcount={rows.length + (isWide ? 1 : 0)}
        onKeyDown={pressed}
        style={{ '--template': template(columns) } as CSSProperties}
      >
        {isWide && <Header columns={columns} />}
        <div role="rowgroup" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => (
            <ItemRow
              key={key}
              index={index}
              listed={rows[index]!}
              look={look(rows[index]!.row.conditionId)}
              isWide={isWide}
              columns={columns}
              isActive={index === current}
              isLast={rows[index]!.row.itemId === startAt}
              isWaiting={waiting.has(rows[index]!.row.itemId)}
              top={start}
              height={rowHeight}
              heading={rows[index]!.row.isQuestion && rows[index - 1]?.row.isQuestion !== true}
              onFocus={handlers.onFocus}
              chosen={selection?.isOn === true ? selection.chosen(rows[index]!.row.itemId) : null}
              onPress={handlers.onPress}
              onHold={handlers.onHold}
              onToggle={handlers.onToggle}
              onLocation={handlers.onLocation}
            />
          ))}
        </div>
      </div>
    </div>
  );
});

/** Widths of the columns: name, location, the values, marks, of which a desktop has one more. */
function template(columns: readonly string[]): string {
  const values = columns.map(() => 'minmax(104px, 1.6fr)');
  return ['minmax(260px, 5fr)', 'minmax(150px, 3fr)', ...values, isDesktop ? '160px' : '132px'].join(' ');
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

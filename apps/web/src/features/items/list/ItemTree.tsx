import { VisuallyHidden } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer, type Virtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { isDesktop } from '../../../lib/host.ts';
import { t } from '../../../lib/texts/index.ts';
import { useWaitingItems } from './waitingItems.ts';
import { useHold } from '../../../ui/hooks/useHold.ts';
import { useMedia } from '../../../ui/hooks/useMedia.ts';
import { useConditionAppearance } from '../../conditions/index.ts';
import { ItemRow, type RowAct } from './ItemRow.tsx';
import classes from './ItemTree.module.css';
import type { ListedRow, ListFilter } from './listing.ts';
import { BY_PLACE, columnWidths, isGroupRow, type ListOrder, numberColumns } from './ordering.ts';
import type { Selection } from '../selection/useSelection.ts';
import { PrintedList } from './PrintedList.tsx';
import { slotsOf } from './slots.ts';
import { usePrinting } from '../../../ui/hooks/usePrinting.ts';

/** Height in px of a row with columns and of a location, and of an item with two lines. */
const ROW_PX = 48;
const TALL_ROW_PX = 64;
/** Approximate height in px of the elements above the list. */
const BAR_PX = 220;
/** Number of rows that are rendered beyond the edges. */
const OVERSCAN = 8;

/** Properties of the working list. */
interface ItemTreeProps {
  rows: readonly ListedRow[];
  /** Names of the values that have a column. */
  columns: readonly string[];
  order: ListOrder;
  onArrange(order: ListOrder): void;
  /** The item whose row is shown first; beside an item, the open item. */
  startAt: string | null;
  /** Filters of the rows: when they change, the list scrolls to its top. */
  filter?: ListFilter;
  /** True when the list is beside the open item: rows of two lines, scrolled to that item. */
  isBeside?: boolean;
  /** Height in px that a bar covers at the beginning of the list. */
  under?: number;
  /** null: rows cannot be selected. */
  selection: Selection | null;
  onOpen(itemId: string): void;
  onToggle(itemId: string): void;
  onLocation(itemId: string): void;
}

/** Values from other modules that rendering the list needs. */
interface Surroundings {
  isWide: boolean;
  numeric: ReadonlySet<string>;
  widths: ReturnType<typeof columnWidths>;
  waiting: ReadonlySet<string>;
  appearanceOf: ReturnType<typeof useConditionAppearance>;
}

/** The working list: a tree of thousands of rows, of which only the visible ones are rendered. */
export const ItemTree = memo(function ItemTree(props: ItemTreeProps) {
  // Computed here, not in every frame while the list scrolls.
  const { numeric, widths } = useColumnLayout(props.rows, props.columns);
  const isFitting = useMedia(`(min-width: ${leastEm(widths)}em)`);
  const isWide = isFitting && props.isBeside !== true;
  const waiting = useWaitingItems();
  const appearanceOf = useConditionAppearance();
  return <Tree {...props} {...{ isWide, numeric, widths, waiting, appearanceOf }} />;
});

function Tree({
  rows,
  columns,
  order,
  onArrange,
  startAt,
  filter,
  isBeside = false,
  under = 0,
  selection,
  onOpen,
  onToggle,
  onLocation,
  isWide,
  numeric,
  widths,
  waiting,
  appearanceOf,
}: ItemTreeProps & Surroundings) {
  const scroller = useRef<HTMLDivElement>(null);
  // null: the first row that matches itself at any time.
  const [active, setActive] = useState<number | null>(() =>
    Math.max(
      0,
      rows.findIndex(({ row }) => row.itemId === startAt),
    ),
  );
  const first = Math.max(
    0,
    rows.findIndex(({ dimmed }) => !dimmed),
  );
  const current = Math.min(active ?? first, rows.length - 1);
  const rowHeight = isWide ? ROW_PX : TALL_ROW_PX;
  const heightOf = useCallback(
    (index: number) => (rows[index]?.row.context === true ? ROW_PX : rowHeight),
    [rows, rowHeight],
  );
  // Renders the visible rows first, then the rows beyond the edges.
  const [overscan, setOverscan] = useState(0);
  useEffect(() => startTransition(() => setOverscan(OVERSCAN)), []);
  // Stable while the rows are the same: a new function would cause every row to be measured again.
  const getItemKey = useCallback((index: number) => rows[index]!.row.itemId, [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    getItemKey,
    overscan,
    paddingStart: under,
    scrollPaddingStart: under,
    // An estimate of the area below the bar: the first rows are rendered before anything is measured.
    initialRect: { width: 0, height: Math.max(ROW_PX, window.innerHeight - BAR_PX) },
    initialOffset: () => startOf(current - 4, heightOf),
    // The focused row stays in the document at every scroll position.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), current])].toSorted((a, b) => a - b),
  });
  const isPrinting = usePrinting();
  const drawn = virtualizer.getVirtualItems();
  const known = useRef<ReadonlyMap<VirtualItem['key'], number>>(new Map());
  const slots = slotsOf(
    known.current,
    drawn.map(({ key }) => key),
  );
  useLayoutEffect(() => {
    known.current = slots;
  });
  const listId = useId();
  const idOf = ({ key }: VirtualItem): string => `${listId}-${slots.get(key)}`;
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

  useFollowedRow({ rows, startAt, isBeside, heightOf, virtualizer, setActive });
  useTopOfChoice(filter, virtualizer, setActive);
  useReturnedFocus(scroller, startAt, isBeside);
  const targets = { rows, selection, onOpen, onToggle };
  const hold = useHold((held) => {
    const listed = rows[placeOf(held)];
    if (listed !== undefined) selection?.toggle(listed.row.itemId);
  });

  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      data-narrow={!isWide || undefined}
      data-beside={isBeside || undefined}
    >
      <div
        role="treegrid"
        aria-multiselectable={selection?.isOn === true || undefined}
        aria-label={t('items.list')}
        aria-rowcount={rows.length + (isWide ? 1 : 0)}
        onKeyDown={(event) => moveByKey(event, { ...targets, current, rowHeight, onFocus: focusRow })}
        onClick={(event) => clickRow(event, { ...targets, onLocation, onActive: setActive })}
        onFocus={({ target }) => {
          if (target.role === 'row') setActive(placeOf(target));
        }}
        {...hold}
        style={{ '--template': template(widths) } as CSSProperties}
      >
        {isWide && <Header columns={columns} numeric={numeric} order={order} onArrange={onArrange} />}
        {/* The elements are in the order of their creation; `aria-owns` gives screen readers the order of the list. */}
        <div
          role="rowgroup"
          className={classes['rows']}
          style={{ height: virtualizer.getTotalSize() }}
          aria-owns={virtualizer.isScrolling ? undefined : drawn.map(idOf).join(' ')}
        >
          {drawn
            .toSorted((a, b) => slots.get(a.key)! - slots.get(b.key)!)
            .map((item) => {
              const listed = rows[item.index]!;
              const { itemId, conditionId, isQuestion } = listed.row;
              return (
                <ItemRow
                  key={slots.get(item.key)}
                  id={idOf(item)}
                  index={item.index}
                  listed={listed}
                  appearance={appearanceOf(conditionId)}
                  isWide={isWide}
                  columns={columns}
                  numeric={numeric}
                  isActive={item.index === current}
                  isLast={itemId === startAt}
                  isWaiting={waiting.has(itemId)}
                  top={item.start}
                  heading={isQuestion && rows[item.index - 1]?.row.isQuestion !== true}
                  chosen={selection?.isOn === true ? selection.chosen(itemId) : null}
                />
              );
            })}
        </div>
      </div>
      {isPrinting && <PrintedList rows={rows} columns={columns} appearanceOf={appearanceOf} />}
    </div>
  );
}

/** Returns the distance in px from the beginning of the rows to the start of a row. */
function startOf(index: number, heightOf: (index: number) => number): number {
  let start = 0;
  for (let before = 0; before < index; before++) start += heightOf(before);
  return start;
}

/** Returns the index of the row in which an event happened, -1 for none; rows have no handlers of their own. */
function placeOf(target: EventTarget): number {
  return Number((target as Element).closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
}

/** Parts of the list on which mouse and keyboard act. */
type RowTargets = Pick<ItemTreeProps, 'rows' | 'selection' | 'onOpen' | 'onToggle'>;

/** Opens, selects or toggles the clicked row. */
function clickRow(
  event: MouseEvent,
  {
    rows,
    selection,
    onOpen,
    onToggle,
    onLocation,
    onActive,
  }: RowTargets & Pick<ItemTreeProps, 'onLocation'> & { onActive(index: number): void },
): void {
  const index = placeOf(event.target);
  const listed = rows[index];
  if (listed === undefined) return;
  const { itemId } = listed.row;
  const act = (event.target as Element).closest<HTMLElement>('[data-act]')?.dataset['act'] as RowAct | undefined;
  if (act === 'toggle') return onToggle(itemId);
  if (act === 'location') return onLocation(itemId);
  onActive(index);
  if (isGroupRow(itemId)) return selection?.isOn === true ? selection.toggle(itemId) : onToggle(itemId);
  if (selection === null) onOpen(itemId);
  else if (event.shiftKey) selection.extendTo(itemId);
  else if (event.ctrlKey || event.metaKey) selection.toggleOne(itemId);
  else if (selection.isOn) selection.toggle(itemId);
  else onOpen(itemId);
}

/** Moves the current row by a key, or acts on it. */
function moveByKey(
  event: KeyboardEvent<HTMLElement>,
  {
    rows,
    selection,
    onOpen,
    onToggle,
    current,
    rowHeight,
    onFocus,
  }: RowTargets & { current: number; rowHeight: number; onFocus(index: number): void },
): void {
  const listed = rows[current];
  if (listed === undefined || (event.target as Element).getAttribute('role') !== 'row') return;
  const perPage = Math.max(1, Math.floor((event.currentTarget.parentElement?.clientHeight ?? 0) / rowHeight) - 1);
  const { row, hasChildren, isOpen, depth } = listed;
  const walk = (by: 1 | -1): void => {
    const to = rows[current + by]?.row.itemId;
    if (event.shiftKey && selection !== null && to !== undefined) {
      if (selection.chosen(row.itemId) === 'none' || !selection.isOn) selection.toggleOne(row.itemId);
      selection.extendTo(to);
    }
    onFocus(current + by);
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
    PageDown: () => onFocus(current + perPage),
    PageUp: () => onFocus(current - perPage),
    Home: () => onFocus(0),
    End: () => onFocus(rows.length - 1),
    Enter: () => (isGroupRow(row.itemId) ? onToggle(row.itemId) : onOpen(row.itemId)),
    ArrowRight: () => (hasChildren && !isOpen ? onToggle(row.itemId) : onFocus(current + 1)),
    ArrowLeft: () =>
      hasChildren && isOpen
        ? onToggle(row.itemId)
        : onFocus(rows.findLastIndex((other, index) => index < current && other.depth < depth)),
  };
  const move = moves[event.key];
  if (move === undefined) return;
  event.preventDefault();
  move();
}

/** Scrolls the list beside an item to that item; does not scroll when the row is visible. */
function useFollowedRow({
  rows,
  startAt,
  isBeside,
  heightOf,
  virtualizer,
  setActive,
}: Pick<ItemTreeProps, 'rows' | 'startAt'> & {
  isBeside: boolean;
  heightOf(index: number): number;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  setActive(index: number): void;
}): void {
  const openAt = isBeside ? rows.findIndex(({ row }) => row.itemId === startAt) : -1;
  const [followed, setFollowed] = useState(startAt);
  if (isBeside && followed !== startAt) {
    setFollowed(startAt);
    if (openAt !== -1) setActive(openAt);
  }
  useEffect(() => {
    if (openAt === -1) return;
    const from = virtualizer.scrollOffset ?? 0;
    const height = virtualizer.scrollRect?.height ?? 0;
    const start = startOf(openAt, heightOf);
    const isInSight = start >= from && start + heightOf(openAt) <= from + height;
    // Not called when the row is visible: the call alone makes the browser compute the layout again.
    if (!isInSight) virtualizer.scrollToIndex(openAt, { align: 'auto' });
  }, [openAt, heightOf, virtualizer]);
}

/** Scrolls to the first row when the filters change. */
function useTopOfChoice(
  filter: ListFilter | undefined,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  setActive: (index: null) => void,
): void {
  const [chosen, setChosen] = useState(filter);
  if (chosen !== filter) {
    setChosen(filter);
    setActive(null);
  }
  const scrolledFor = useRef(filter);
  useLayoutEffect(() => {
    if (scrolledFor.current === filter) return;
    scrolledFor.current = filter;
    virtualizer.scrollToOffset(0);
  }, [filter, virtualizer]);
}

/** Returns the focus to the last row when the user comes back from an item, also when a title has received it first. */
function useReturnedFocus(scroller: RefObject<HTMLElement | null>, startAt: string | null, isBeside: boolean): void {
  const cameFrom = useRef(startAt);
  useEffect(() => {
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.tagName === 'H1';
    if (cameFrom.current === null || !isFree || isBeside) return;
    scroller.current?.querySelector<HTMLElement>('[data-last]')?.focus({ preventScroll: true });
  }, [scroller, isBeside]);
}

/** Returns which columns contain numbers only, and the widths of all. */
function useColumnLayout(rows: readonly ListedRow[], columns: readonly string[]) {
  return useMemo(() => {
    const values = rows.map(({ row }) => row);
    const numeric = numberColumns(values, columns);
    return { numeric, widths: columnWidths(values, columns, numeric) };
  }, [rows, columns]);
}

/** Least widths of name and location, and the width of the marks, of which a desktop has one more, px. */
const COLUMN_PX = { name: 260, location: 150, marks: isDesktop ? 160 : 132 };
/** Widths of the gap between two columns and of the space at both ends of a row (ItemTree.module.css), px. */
const SPACE_PX = { gap: 16, ends: 28 };
const REM_PX = 16;
/** Least width of a window whose list has columns, em. */
const WIDE_EM = 62;

/** Widths of the columns: name, location, values, and marks. */
function template(values: Surroundings['widths']): string {
  const { name, location, marks } = COLUMN_PX;
  const widths = values.map(({ least, share }) => `minmax(${least.toFixed(1)}rem, ${share.toFixed(1)}fr)`);
  return [`minmax(${name}px, 7fr)`, `minmax(${location}px, 3fr)`, ...widths, `${marks}px`].join(' ');
}

/** Returns the least width of a window in which all columns are visible, em: in a narrower one each row shows its values below its name. */
function leastEm(values: Surroundings['widths']): number {
  const { name, location, marks } = COLUMN_PX;
  const px = name + location + marks + SPACE_PX.gap * (values.length + 2) + SPACE_PX.ends;
  return Math.max(WIDE_EM, Math.ceil(px / REM_PX + values.reduce((sum, { least }) => sum + least, 0)));
}

function Header({
  columns,
  numeric,
  order,
  onArrange,
}: {
  columns: readonly string[];
  numeric: ReadonlySet<string>;
  order: ListOrder;
  onArrange(order: ListOrder): void;
}) {
  const heads: { by: ListOrder['by']; label: string; isNumber: boolean }[] = [
    { by: 'name', label: t('items.name'), isNumber: false },
    { by: 'place', label: t('items.location'), isNumber: false },
    ...columns.map((column) => ({ by: `value:${column}` as const, label: column, isNumber: numeric.has(column) })),
  ];
  return (
    <div role="row" aria-rowindex={1} className={classes['header']}>
      {heads.map(({ by, label, isNumber }) => {
        const isOn = order.by === by && by !== 'place';
        return (
          <span
            role="columnheader"
            key={by}
            className={classes['heading']}
            data-number={isNumber || undefined}
            aria-sort={isOn ? (order.down ? 'descending' : 'ascending') : undefined}
          >
            <button
              type="button"
              className={classes['sort']}
              title={label}
              onClick={() => onArrange(nextOrder(order, by))}
            >
              {label}
              {isOn && (order.down ? <IconArrowDown size={16} aria-hidden /> : <IconArrowUp size={16} aria-hidden />)}
            </button>
          </span>
        );
      })}
      <span role="columnheader" className={classes['marks']}>
        <VisuallyHidden>{t('items.marks')}</VisuallyHidden>
      </span>
    </div>
  );
}

/** Returns the order after a press on a column header: ascending, descending, by location again. */
function nextOrder(order: ListOrder, by: ListOrder['by']): ListOrder {
  if (order.by !== by) return { by, down: false };
  return order.down ? BY_PLACE : { by, down: by !== 'place' };
}

import { VisuallyHidden } from '@mantine/core';
import { shallowEqual } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  isValidElement,
  memo,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { t } from '../../lib/texts/administration.ts';
import classes from './SortableList.module.css';

/** Distance in px from the edge of the window within which a drag scrolls, and the step of scrolling. */
const EDGE_PX = 60;
const SCROLL_PX = 14;

/** Number of entries of a long list rendered at first, and number added in each frame that follows. */
const FIRST_ENTRIES = 12;
const MORE_ENTRIES = 30;

const HANDLE = '[data-control="handle"]';
const UP = '[data-control="up"]';
const DOWN = '[data-control="down"]';

/**
 * A list that the user can sort. The order is changed by dragging the handle, by the arrow keys while the handle has the focus, and by the
 * two arrows of a row.
 */
export function SortableList<E extends { id: string; name: string }>({
  label,
  entries,
  onMove,
  renderHead,
  renderBody,
}: {
  label: string;
  entries: readonly E[];
  /** Moves the entry at one index to another index. */
  onMove(from: number, to: number): void;
  /** Renders the part between the handle and the arrows. An entry is rendered again when a property of this element has changed. */
  renderHead(entry: E, index: number): ReactNode;
  /** Renders the part below the row. */
  renderBody?(entry: E, index: number): ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [announced, announce] = useState('');
  const shown = useGrowing(entries);
  // A drag only moves a marker; heads and the parts below them are not rendered again.
  const heads = useMemo(() => shown.map(renderHead), [shown, renderHead]);
  const bodies = useMemo(() => renderBody && shown.map(renderBody), [shown, renderBody]);

  const move = (from: number, to: number): void => {
    const entry = entries[from];
    if (entry === undefined || to < 0 || to >= entries.length || to === from) return;
    onMove(from, to);
    startTransition(() => announce(t('admin.moved', { name: entry.name, place: to + 1, count: entries.length })));
  };

  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])];
    const below = rows.findIndex((element) => {
      const { top, height } = element.getBoundingClientRect();
      return y < top + height / 2;
    });
    return below === -1 ? rows.length : below;
  };

  /** Returns the index of the entry of this list whose control was used. A list may be nested in an entry of another list. */
  const indexOf = (target: EventTarget, control: string): number => {
    const entry = target instanceof Element && target.closest(control)?.closest('li');
    return entry instanceof HTMLElement && entry.parentElement === list.current ? Number(entry.dataset['index']) : -1;
  };
  const grabbed = (event: PointerEvent): void => {
    const index = indexOf(event.target, HANDLE);
    if (event.button !== 0 || index === -1) return;
    (event.target as Element).closest(HANDLE)!.setPointerCapture(event.pointerId);
    setDrag({ from: index, to: index });
  };
  const dragged = (event: PointerEvent): void => {
    if (drag === null) return;
    scrollAtEdge(list.current, event.clientY);
    const to = placeAt(event.clientY);
    if (to !== drag.to) setDrag({ from: drag.from, to });
  };
  const dropped = (): void => {
    if (drag === null) return;
    // When the entry is taken out, the following entries move up by one.
    move(drag.from, drag.to > drag.from ? drag.to - 1 : drag.to);
    setDrag(null);
  };
  const pressed = (event: KeyboardEvent): void => {
    const index = indexOf(event.target, HANDLE);
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: entries.length - 1 }[event.key];
    if (index === -1 || to === undefined) return;
    event.preventDefault();
    move(index, to);
  };
  const clicked = (event: MouseEvent): void => {
    for (const [control, step] of [
      [UP, -1],
      [DOWN, 1],
    ] as const) {
      const index = indexOf(event.target, control);
      if (index !== -1) move(index, index + step);
    }
  };

  return (
    <>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      {/* The controls are buttons inside the entries. The list handles their events, so that an entry is rendered only when it
          changes. */}
      <ul
        ref={list}
        aria-label={label}
        className={classes['list']}
        onPointerDown={grabbed}
        onPointerMove={dragged}
        onPointerUp={dropped}
        onPointerCancel={() => setDrag(null)}
        onKeyDown={pressed}
        onClick={clicked}
      >
        {shown.map((entry, index) => (
          <Entry
            key={entry.id}
            name={entry.name}
            index={index}
            isLast={index === entries.length - 1}
            isDragged={drag?.from === index}
            marked={markOf(drag?.to, index, entries.length)}
            head={heads[index]}
            body={bodies?.[index]}
          />
        ))}
      </ul>
    </>
  );
}

/** Returns the beginning of a list, which grows from frame to frame up to the whole list: hundreds of entries in one would block the page. */
function useGrowing<E>(entries: readonly E[]): readonly E[] {
  const [count, setCount] = useState(FIRST_ENTRIES);
  const isWhole = count >= entries.length;
  useEffect(() => {
    if (isWhole) return undefined;
    const timer = setTimeout(() => startTransition(() => setCount(count + MORE_ENTRIES)));
    return () => clearTimeout(timer);
  }, [count, isWhole]);
  return useMemo(() => (isWhole ? entries : entries.slice(0, count)), [entries, count, isWhole]);
}

/** Returns the side of an entry at which a dragged one will be placed; undefined for none. */
function markOf(to: number | undefined, index: number, count: number): 'before' | 'after' | undefined {
  if (to === index) return 'before';
  return to === count && index === count - 1 ? 'after' : undefined;
}

interface EntryProps {
  name: string;
  index: number;
  isLast: boolean;
  isDragged: boolean;
  marked: 'before' | 'after' | undefined;
  head: ReactNode;
  body: ReactNode;
}

const Entry = memo(function Entry({ name, index, isLast, isDragged, marked, head, body }: EntryProps) {
  return (
    <li
      data-index={index}
      className={classes['entry']}
      data-dragged={isDragged || undefined}
      data-before={marked === 'before' || undefined}
      data-after={marked === 'after' || undefined}
    >
      <Row name={name} isFirst={index === 0} isLast={isLast} head={head} />
      {body}
    </li>
  );
}, isSameEntry);

interface RowProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  head: ReactNode;
}

const Row = memo(function Row({ name, isFirst, isLast, head }: RowProps) {
  return (
    <div className={classes['row']}>
      <Handle name={name} />
      <div className={classes['head']}>{head}</div>
      <Arrows name={name} isFirst={isFirst} isLast={isLast} />
    </div>
  );
}, isSameEntry);

/** Returns true when an entry does not have to be rendered again: its head may be a new element with the same properties. */
function isSameEntry<P extends { head: ReactNode }>({ head: headBefore, ...before }: P, { head, ...now }: P): boolean {
  const isSameHead =
    headBefore === head ||
    (isValidElement(headBefore) &&
      isValidElement(head) &&
      headBefore.type === head.type &&
      shallowEqual(headBefore.props, head.props));
  return isSameHead && shallowEqual(before, now);
}

const Handle = memo(function Handle({ name }: { name: string }) {
  return (
    <Control kind="handle" label={t('admin.moveNamed', { name })}>
      <IconGripVertical size={18} />
    </Control>
  );
});

const Arrows = memo(function Arrows({ name, isFirst, isLast }: { name: string; isFirst: boolean; isLast: boolean }) {
  return (
    <>
      <Control kind="up" label={t('admin.moveUp', { name })} disabled={isFirst}>
        <IconArrowUp size={18} />
      </Control>
      <Control kind="down" label={t('admin.moveDown', { name })} disabled={isLast}>
        <IconArrowDown size={18} />
      </Control>
    </>
  );
});

function Control({
  kind,
  label,
  disabled,
  children,
}: {
  kind: 'handle' | 'up' | 'down';
  label: string;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <button type="button" className={classes['control']} aria-label={label} data-control={kind} disabled={disabled}>
      {children}
    </button>
  );
}

/** Returns a list in which one entry is moved to another index. */
export function moved<E>(entries: readonly E[], from: number, to: number): E[] {
  const rest = entries.toSpliced(from, 1);
  return rest.toSpliced(to, 0, entries[from]!);
}

function scrollAtEdge(element: HTMLElement | null, y: number): void {
  let box = element?.parentElement ?? null;
  while (box !== null && !(box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY !== 'visible')) {
    box = box.parentElement;
  }
  const { top, bottom } = box?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight };
  if (y < top + EDGE_PX) box?.scrollBy(0, -SCROLL_PX);
  else if (y > bottom - EDGE_PX) box?.scrollBy(0, SCROLL_PX);
}

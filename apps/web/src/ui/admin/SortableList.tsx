import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { t } from '../../lib/texts/index.ts';
import classes from './SortableList.module.css';

/** How close to the edge of the window a drag scrolls, and by how much at a time, px. */
const EDGE_PX = 60;
const SCROLL_PX = 14;

/**
 * A list in an order of one's own. The order is changed by dragging the handle, by the arrow keys while the handle has the focus, and by the
 * two arrows of a row.
 */
export function SortableList<E extends { id: string; name: string }>({
  label,
  entries,
  onMove,
  row,
}: {
  label: string;
  entries: readonly E[];
  /** Moves the entry at one place to another place. */
  onMove(from: number, to: number): void;
  /** What stands between the handle and the arrows, and what below the row. */
  row(entry: E, index: number): { head: ReactNode; body?: ReactNode };
}) {
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [told, tell] = useState('');

  const move = (from: number, to: number): void => {
    const entry = entries[from];
    if (entry === undefined || to < 0 || to >= entries.length || to === from) return;
    onMove(from, to);
    tell(t('admin.moved', { name: entry.name, place: to + 1, count: entries.length }));
  };

  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])];
    const below = rows.findIndex((element) => {
      const { top, height } = element.getBoundingClientRect();
      return y < top + height / 2;
    });
    return below === -1 ? rows.length : below;
  };

  const dragged = (event: PointerEvent): void => {
    if (drag === null) return;
    scrollAtEdge(list.current, event.clientY);
    setDrag({ from: drag.from, to: placeAt(event.clientY) });
  };

  const dropped = (): void => {
    if (drag === null) return;
    // What stood below the entry moves up by one when it is taken out.
    move(drag.from, drag.to > drag.from ? drag.to - 1 : drag.to);
    setDrag(null);
  };

  const pressed = (event: KeyboardEvent, index: number): void => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: entries.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(index, to);
  };

  return (
    <>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      <ul ref={list} aria-label={label} className={classes['list']}>
        {entries.map((entry, index) => {
          const { head, body } = row(entry, index);
          return (
            <li
              key={entry.id}
              className={classes['entry']}
              data-dragged={drag?.from === index || undefined}
              data-before={drag?.to === index || undefined}
              data-after={(drag?.to === entries.length && index === entries.length - 1) || undefined}
            >
              <div className={classes['row']}>
                <ActionIcon
                  size={40}
                  className={classes['handle'] ?? ''}
                  aria-label={t('admin.moveNamed', { name: entry.name })}
                  onPointerDown={(event) => {
                    if (event.button !== 0) return;
                    event.currentTarget.setPointerCapture(event.pointerId);
                    setDrag({ from: index, to: index });
                  }}
                  onPointerMove={dragged}
                  onPointerUp={dropped}
                  onPointerCancel={() => setDrag(null)}
                  onKeyDown={(event) => pressed(event, index)}
                >
                  <IconGripVertical size={18} />
                </ActionIcon>
                <div className={classes['head']}>{head}</div>
                <ActionIcon
                  size={40}
                  aria-label={t('admin.moveUp', { name: entry.name })}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={18} />
                </ActionIcon>
                <ActionIcon
                  size={40}
                  aria-label={t('admin.moveDown', { name: entry.name })}
                  disabled={index === entries.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={18} />
                </ActionIcon>
              </div>
              {body}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A list with one entry at another place. */
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

import { ActionIcon, Checkbox, Text } from '@mantine/core';
import { IconCamera, IconChevronDown, IconChevronRight, IconCloudUp, IconFilter, IconNote } from '@tabler/icons-react';
import { memo } from 'react';
import { t } from '../../lib/texts/index.ts';
import { StatusDot, type StatusLook } from '../../ui/StatusDot.tsx';
import { useHold } from '../../ui/useHold.ts';
import classes from './ItemTree.module.css';
import type { ListedRow } from './listing.ts';
import type { Chosen } from './selection/selecting.ts';

/** Indent of one level, px (product.txt §9). */
const INDENT_PX = 20;

/** The keys held while a row is pressed. */
export interface PressKeys {
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** What a row needs. */
interface ItemRowProps {
  index: number;
  listed: ListedRow;
  /** How its condition looks. */
  look: StatusLook;
  isWide: boolean;
  columns: readonly string[];
  isActive: boolean;
  isLast: boolean;
  /** Something done here is not on the server yet. */
  isWaiting: boolean;
  top: number;
  height: number;
  heading: boolean;
  /** null: rows are opened, not chosen. */
  chosen: Chosen | null;
  onFocus(index: number): void;
  /** A press on the row, with the keys held. */
  onPress(index: number, keys: PressKeys): void;
  /** A finger stayed on the row. */
  onHold(itemId: string): void;
  onToggle(itemId: string): void;
  onLocation(itemId: string): void;
}

/** One row of the working list. While the list scrolls, only rows that come in are drawn. */
export const ItemRow = memo(function ItemRow({
  index,
  listed,
  look,
  isWide,
  columns,
  isActive,
  isLast,
  isWaiting,
  top,
  height,
  heading,
  chosen,
  onFocus,
  onPress,
  onHold,
  onToggle,
  onLocation,
}: ItemRowProps) {
  const { row, depth, path, dimmed, hasChildren, isOpen } = listed;
  const hold = useHold(() => onHold(row.itemId));
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
        if (event.target === event.currentTarget) onFocus(index);
      }}
      aria-selected={chosen === null ? undefined : chosen === 'all'}
      onClick={(event) => onPress(index, event)}
      {...hold}
    >
      <span role="gridcell" className={classes['name']} style={{ paddingLeft: depth * INDENT_PX }}>
        {chosen !== null && (
          <Checkbox
            size="md"
            tabIndex={-1}
            readOnly
            aria-label={t('bulk.choose', { item: row.name })}
            checked={chosen === 'all'}
            indeterminate={chosen === 'some'}
            className={classes['check'] ?? ''}
          />
        )}
        <span className={classes['chevron']}>
          {hasChildren && (
            <ActionIcon
              size={44}
              className={classes['toggle'] ?? ''}
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
            <Text component="span" size="sm" c="dimmed" lh="inherit" truncate>
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
        {isWaiting && (
          <span className={classes['mark']} role="img" aria-label={t('desktop.waitingMark')}>
            <IconCloudUp size={17} aria-hidden />
          </span>
        )}
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
            size={44}
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
});

import { Checkbox } from '@mantine/core';
import { IconCamera, IconChevronDown, IconChevronRight, IconCloudUp, IconFilter, IconNote } from '@tabler/icons-react';
import { type CSSProperties, memo } from 'react';
import { t } from '../../../lib/texts/index.ts';
import { StatusDot, type StatusAppearance } from '../../../ui/indicators/StatusDot.tsx';
import classes from './ItemTree.module.css';
import type { ListedRow } from './listing.ts';
import type { Chosen } from '../selection/selecting.ts';

/** Indent of one level, px (CNST-05). */
const INDENT_PX = 20;

/** Action of a button in a row; the list handles the events of all of them. */
export type RowAct = 'toggle' | 'location';

/** Properties of a row. */
interface ItemRowProps {
  id: string;
  index: number;
  listed: ListedRow;
  /** Appearance of its condition. */
  appearance: StatusAppearance;
  isWide: boolean;
  columns: readonly string[];
  /** Names of columns that contain numbers only. */
  numeric: ReadonlySet<string>;
  isActive: boolean;
  isLast: boolean;
  /** True when a change made here is not on the server yet. */
  isWaiting: boolean;
  top: number;
  heading: boolean;
  /** null: a press opens the row instead of selecting it. */
  chosen: Chosen | null;
}

/**
 * A row of the working list. While the list scrolls, only rows that become visible are rendered, several per frame: they are plain
 * elements without handlers or effects of their own.
 */
export const ItemRow = memo(function ItemRow({
  id,
  index,
  listed,
  appearance,
  isWide,
  columns,
  numeric,
  isActive,
  isLast,
  isWaiting,
  top,
  heading,
  chosen,
}: ItemRowProps) {
  const { row, depth, path, dimmed, hasChildren, isOpen, isFlat } = listed;
  const place = row.isQuestion ? t('items.questions') : path.join(' / ');
  // Without an arrow, the first element is placed where the arrow would end.
  const first = hasChildren ? undefined : classes['leaf'];
  return (
    <div
      id={id}
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
      aria-selected={chosen === null ? undefined : chosen === 'all'}
      style={{ transform: `translateY(${top}px)` }}
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
        {hasChildren && (
          <button
            type="button"
            className={`${classes['button']} ${classes['toggle']}`}
            tabIndex={-1}
            data-act="toggle"
            aria-label={t(isOpen ? 'items.collapse' : 'items.expand', { item: row.name })}
          >
            {isOpen ? <IconChevronDown size={18} /> : <IconChevronRight size={18} />}
          </button>
        )}
        {!row.context && <StatusDot appearance={appearance} size={22} className={first} />}
        <span className={row.context && first !== undefined ? `${classes['words']} ${first}` : classes['words']}>
          <span className={classes['title']} title={row.name}>
            {row.name}
          </span>
          {!isWide && (
            <SecondLine
              place={isFlat || row.isQuestion ? place : ''}
              columns={columns}
              numeric={numeric}
              values={row.values}
            />
          )}
        </span>
      </span>
      {isWide && (
        <span role="gridcell" className={`${classes['cell']} ${classes['place']}`} title={place}>
          <bdi>{place}</bdi>
        </span>
      )}
      {isWide &&
        columns.map((column) => (
          <span
            role="gridcell"
            key={column}
            className={classes['cell']}
            data-number={numeric.has(column) || undefined}
            title={row.values[column]}
          >
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
          <button
            type="button"
            className={classes['button']}
            tabIndex={isActive ? 0 : -1}
            data-act="location"
            aria-label={t('items.onlyHere', { item: row.name })}
            title={t('items.onlyHere', { item: row.name })}
          >
            <IconFilter size={19} />
          </button>
        )}
      </span>
    </div>
  );
});

/** Width of the space and the dot between two values, in letters. */
const SEPARATOR_LETTERS = 2;

/** Number of letters of a location that remain visible beside the values. */
const PLACE_LETTERS = 16;

/**
 * Location and values of a row with their names, in layouts without columns; in a tree the location is omitted. Names are shown only where
 * all of them fit beside the values; screen readers always get them.
 */
function SecondLine({
  place,
  columns,
  numeric,
  values,
}: {
  place: string;
  columns: readonly string[];
  numeric: ReadonlySet<string>;
  values: Readonly<Record<string, string>>;
}) {
  const named = columns.map((column) => [column, values[column] ?? ''] as const).filter(([, value]) => value !== '');
  if (place === '' && named.length === 0) return null;
  const texts = named.map(([column, value]) => {
    const { name, unit } = numeric.has(column) ? withUnit(column) : { name: column, unit: '' };
    return { column, name, value: `${value} ${unit}`.trimEnd() };
  });
  const letters = texts.reduce(
    (sum, { name, value }) => sum + value.length + name.length + SEPARATOR_LETTERS,
    Math.min(place.length, PLACE_LETTERS),
  );
  return (
    <span className={classes['second']} style={{ '--letters': letters } as CSSProperties}>
      {place !== '' && (
        <span className={classes['place']}>
          <bdi>{place}</bdi>
        </span>
      )}
      {texts.map(({ column, name, value }) => (
        <span key={column} className={classes['value']}>
          <b>{value}</b> <span>{name}</span>
        </span>
      ))}
    </span>
  );
}

/** Splits the unit in brackets off the end of a column's name: it is shown after the number. */
function withUnit(column: string): { name: string; unit: string } {
  const [, name = column, unit = ''] = /^(.*\S)\s*\(([^()]{1,8})\)$/.exec(column) ?? [];
  return { name, unit };
}

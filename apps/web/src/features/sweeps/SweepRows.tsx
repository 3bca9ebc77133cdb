import { Chip, Group } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconTagOff } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { t } from '../../lib/texts/sweeps.ts';
import { Empty } from '../../ui/states.tsx';
import { tagInWords } from '../rfid/index.ts';
import type { SweepProgress, SweepRow } from './progress.ts';
import classes from './Sweeps.module.css';

/** Groups of rows in the displayed order. */
const OUTCOMES = ['missing', 'unexpected', 'found', 'untagged'] as const;
/** A group of rows. */
export type Outcome = (typeof OUTCOMES)[number];

const ICONS = {
  missing: { Icon: IconCircleDashed, color: 'var(--mantine-color-error)' },
  unexpected: { Icon: IconAlertTriangle, color: 'var(--mantine-color-dimmed)' },
  found: { Icon: IconCircleCheck, color: 'var(--mantine-primary-color-filled)' },
  untagged: { Icon: IconTagOff, color: 'var(--mantine-color-dimmed)' },
};

const ROW_PX = 62;

/** Chooses which group of rows is shown. */
export function OutcomeChoice({
  counts,
  shown,
  onShow,
}: {
  counts: Readonly<Partial<Record<Outcome, number>>>;
  shown: Outcome;
  onShow(outcome: Outcome): void;
}) {
  return (
    <Group gap={8} className={classes['choices'] ?? ''} role="radiogroup" aria-label={t('sweep.show')}>
      {OUTCOMES.map((outcome) => {
        const count = counts[outcome];
        return count === undefined ? null : (
          <Chip
            key={outcome}
            type="radio"
            name="outcome"
            variant="outline"
            size="md"
            checked={shown === outcome}
            onChange={() => onShow(outcome)}
            classNames={{ label: classes['chip'] ?? '' }}
          >
            {t('sweep.counted', { outcome: t(`sweep.${outcome}`), count })}
          </Chip>
        );
      })}
    </Group>
  );
}

/** Number of rows in each group. */
export function countsOf(progress: SweepProgress): Record<Outcome, number> {
  const { missing, unexpected, found, untagged } = progress;
  return {
    missing: missing.length,
    unexpected: unexpected.length,
    found: found.length,
    untagged: untagged.length,
  };
}

/** Rows of a sweep. Only the visible ones are rendered. */
export function SweepRows({ outcome, rows }: { outcome: Outcome; rows: readonly SweepRow[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]!.key,
    overscan: 6,
  });
  const { Icon, color } = ICONS[outcome];
  if (rows.length === 0) return <Empty title={t(`sweep.empty.${outcome}`)} />;
  return (
    <div ref={scroller} className={classes['list']} role="list" aria-label={t(`sweep.${outcome}`)} tabIndex={0}>
      <div className={classes['rows']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const { key, place, tag, ...row } = rows[index]!;
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes['row']}
              role="listitem"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Icon size={22} color={color} aria-hidden />
              <span>
                <span className={classes['name']}>{nameOf(row)}</span>
                <br />
                <span className={classes['place']}>{place}</span>
              </span>
              <span className={classes['tag']}>{tag === null ? '' : tagInWords(tag)}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Name of the item of a row, or a text that the tag belongs to no item. */
export function nameOf({ itemId, name }: Pick<SweepRow, 'itemId' | 'name'>): string {
  return itemId === null ? t('sweep.unknownTag') : name;
}

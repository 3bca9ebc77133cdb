import { Chip, Group } from '@mantine/core';
import { memo } from 'react';
import { t } from '../../lib/texts/index.ts';
import { StatusDot, type StatusAppearance } from '../../ui/indicators/StatusDot.tsx';
import { useConditionAppearance, useConditions } from '../conditions/index.ts';
import { type ListMemory, NOT_CHECKED } from '../items/index.ts';
import classes from './ConditionFilter.module.css';

/** Filters the list by one condition; each chip shows the number of matching items. */
export const ConditionFilter = memo(function ConditionFilter({
  value,
  counts,
  narrow,
}: {
  value: string | null;
  /** undefined while the items are being loaded. */
  counts: ReadonlyMap<string | null, number> | undefined;
  narrow: ListMemory['narrow'];
}) {
  const conditions = useConditions();
  const appearanceOf = useConditionAppearance();
  const choices: { value: string | null; label: string; appearance: StatusAppearance | null }[] = [
    { value: null, label: t('conditions.all'), appearance: null },
    { value: NOT_CHECKED, label: t('conditions.notChecked'), appearance: appearanceOf(null) },
    ...conditions.map(({ id, name }) => ({ value: id, label: name, appearance: appearanceOf(id) })),
  ];
  return (
    <div role="radiogroup" aria-label={t('conditions.filter')} className={classes['filter']}>
      <Group gap={6} className={classes['chips'] ?? ''}>
        {choices.map((choice) => (
          <Chip
            key={choice.value ?? ''}
            type="radio"
            name="condition-filter"
            variant="outline"
            icon={null}
            checked={choice.value === value}
            onChange={() => narrow({ condition: choice.value })}
            classNames={{ label: classes['chip'] ?? '', iconWrapper: classes['noIcon'] ?? '' }}
          >
            <span className={classes['content']}>
              {choice.appearance !== null && <StatusDot appearance={choice.appearance} size={18} hidden />}
              <span>{choice.label}</span>
              <span className={classes['count']}>
                {counts === undefined ? '' : (counts.get(choice.value) ?? 0).toLocaleString('en-GB')}
              </span>
            </span>
          </Chip>
        ))}
      </Group>
    </div>
  );
});

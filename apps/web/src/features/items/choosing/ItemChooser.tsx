import type { ItemSummary } from '@holdfast/contract';
import { Checkbox, Group, MultiSelect, Text, Tooltip } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { t } from '../../../lib/texts/filling.ts';
import { t as reasonText } from '../../../lib/texts/reasons.ts';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import classes from '../../../ui/inputs/PickList.module.css';
import { FEW_PICKS } from '../../../ui/inputs/PickList.tsx';
import { SearchInput } from '../../../ui/inputs/SearchInput.tsx';
import { choiceRows, ticked } from './choices.ts';

const ROW_PX = 48;
/** Indent of one level, px (CNST-05). */
const INDENT_PX = 20;

/** The items of an installation as a tree with checkboxes: for locations with their contents, types, search results and single items. */
export function ItemChooser({
  items,
  types,
  present,
  chosen,
  onChoose,
}: {
  /** In tree order. */
  items: readonly ItemSummary[];
  /** Item types by which the tree can be filtered. */
  types: readonly { id: string; name: string }[];
  /** Ids of items that are in the inspection already. */
  present: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  onChoose(chosen: ReadonlySet<string>): void;
}) {
  const [search, setSearch] = useState('');
  const [itemTypeIds, setItemTypeIds] = useState<string[]>([]);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () => choiceRows(items, present, { search, itemTypeIds }),
    [items, present, search, itemTypeIds],
  );
  const shown = useMemo(() => [...new Set(rows.flatMap(({ ids }) => ids))], [rows]);
  const counts = useMemo(() => {
    const byType = new Map<string, number>();
    for (const { id, itemTypeId, isLocation } of items)
      if (!isLocation && !present.has(id)) byType.set(itemTypeId, (byType.get(itemTypeId) ?? 0) + 1);
    return byType;
  }, [items, present]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
  });
  if (items.length === 0) return <Text c="dimmed">{t('fill.noItems')}</Text>;
  const isAll = shown.length > 0 && shown.every((id) => chosen.has(id));
  return (
    <div>
      <Group gap="xs" mb="xs" align="flex-start">
        <SearchInput flex="1 1 200px" label={t('pick.search')} value={search} onChange={setSearch} />
        <MultiSelect
          flex="1 1 200px"
          size="md"
          clearable
          searchable={types.length > 10}
          aria-label={t('fill.types')}
          placeholder={itemTypeIds.length === 0 ? t('fill.everyType') : ''}
          nothingFoundMessage={t('dropdown.noOptions')}
          data={types
            .filter(({ id }) => counts.has(id))
            .map(({ id, name }) => ({ value: id, label: t('fill.type', { type: name, count: counts.get(id)! }) }))}
          value={itemTypeIds}
          onChange={setItemTypeIds}
        />
      </Group>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text size="sm" fw={600} role="status">
          {t('fill.chosen', { count: chosen.size })}
        </Text>
        <ReasonedButton
          isInToolbar
          variant="light"
          reason={shown.length === 0 ? reasonText('reason.noMatches') : null}
          onClick={() => onChoose(ticked(chosen, shown))}
        >
          {isAll ? t('fill.none') : t('fill.all', { count: shown.length })}
        </ReasonedButton>
      </Group>
      <div
        ref={scroller}
        className={classes['list']}
        data-few={items.length <= FEW_PICKS || undefined}
        role="group"
        aria-label={t('items.fromInstallation')}
      >
        <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const { id, name, depth, isTaken, ids } = rows[index]!;
            const count = ids.filter((each) => chosen.has(each)).length;
            return (
              <Tooltip
                key={id}
                label={t('items.present')}
                disabled={!isTaken}
                openDelay={100}
                events={{ hover: true, focus: false, touch: true }}
              >
                <div
                  // Long names wrap to a second or third line.
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={classes['row']}
                  data-taken={isTaken || undefined}
                  style={{
                    transform: `translateY(${start}px)`,
                    minHeight: ROW_PX,
                    paddingLeft: 8 + depth * INDENT_PX,
                  }}
                >
                  <Checkbox
                    label={name}
                    description={ids.length > 1 ? t('fill.count', { count, total: ids.length }) : undefined}
                    size="md"
                    disabled={ids.length === 0}
                    checked={ids.length > 0 && count === ids.length}
                    indeterminate={count > 0 && count < ids.length}
                    onChange={() => onChoose(ticked(chosen, ids))}
                    classNames={{ body: classes['body'] ?? '', labelWrapper: classes['label'] ?? '' }}
                  />
                </div>
              </Tooltip>
            );
          })}
        </div>
        {rows.length === 0 && <p className={classes['none']}>{t('dropdown.noOptions')}</p>}
      </div>
    </div>
  );
}

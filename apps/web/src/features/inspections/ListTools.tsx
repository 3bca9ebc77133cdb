import { ActionIcon, Button, CloseButton, Group, Pill } from '@mantine/core';
import { IconListCheck, IconRestore } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { t } from '../../lib/texts/index.ts';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import type { ListMemory } from '../items/index.ts';
import { SortMenu } from './SortMenu.tsx';
import { ConditionFilter } from './ConditionFilter.tsx';
import classes from './InspectionScreen.module.css';
import { ViewsMenu } from './ViewsMenu.tsx';

/** Filters of the working list: search, condition, and filters that are set elsewhere. */
export function ListTools({
  barRef,
  memory,
  counts,
  columns,
  locationName,
  searchRef,
  choosing,
  onLeaveSearch,
  onRecentlyDeleted,
}: {
  barRef: RefObject<HTMLDivElement | null>;
  memory: ListMemory;
  /** Number of items for each condition; undefined while they are not loaded. */
  counts: ReadonlyMap<string | null, number> | undefined;
  columns: readonly string[];
  /** Name of the location by which the list is filtered. */
  locationName: string | undefined;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Starts selecting several items; null: not available here or now. */
  choosing: { begin(): void; isReady: boolean } | null;
  /** Called on Arrow down or Enter, to move the focus to the list. */
  onLeaveSearch(): void;
  onRecentlyDeleted(): void;
}) {
  const { filter, narrow, order, arrange } = memory;
  const { search, condition, only } = filter;
  return (
    <div ref={barRef} className={classes['tools']}>
      <SearchInput
        ref={searchRef}
        className={classes['search'] ?? ''}
        label={t('items.search')}
        rightSection={
          search === '' ? null : (
            <CloseButton aria-label={t('items.clearSearch')} onClick={() => narrow({ search: '' })} />
          )
        }
        value={search}
        onChange={(to) => narrow({ search: to })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          event.preventDefault();
          onLeaveSearch();
        }}
      />
      {choosing !== null && (
        <Button
          variant="subtle"
          className={classes['choose'] ?? ''}
          aria-label={t('bulk.begin')}
          leftSection={<IconListCheck size={20} aria-hidden />}
          disabled={!choosing.isReady}
          onClick={choosing.begin}
        >
          {t('bulk.begin')}
        </Button>
      )}
      <Group gap={0} wrap="nowrap">
        <SortMenu order={order} columns={columns} onArrange={arrange} />
        <ViewsMenu memory={memory} />
        <ActionIcon
          variant="subtle"
          aria-label={t('deleted.title')}
          title={t('deleted.title')}
          onClick={onRecentlyDeleted}
        >
          <IconRestore size={22} />
        </ActionIcon>
      </Group>
      <ConditionFilter value={condition} counts={counts} narrow={narrow} />
      {locationName !== undefined && (
        <Narrowed
          label={t('items.in', { location: locationName })}
          all={t('items.everywhere')}
          onRemove={() => narrow({ locationId: null })}
        />
      )}
      {only !== null && (
        <Narrowed label={t(`items.only.${only.what}`)} all={t('items.every')} onRemove={() => narrow({ only: null })} />
      )}
    </div>
  );
}

/** Shows the active filters of the list; a click on them clears them. */
function Narrowed({ label, all, onRemove }: { label: string; all: string; onRemove(): void }) {
  return (
    <Pill
      size="xl"
      className={classes['location'] ?? ''}
      withRemoveButton
      removeButtonProps={{ 'aria-label': all, tabIndex: 0, 'aria-hidden': false }}
      onRemove={onRemove}
      onClick={onRemove}
    >
      {label}
    </Pill>
  );
}

import type { InspectionRow } from '@holdfast/contract';
import { ActionIcon, Group, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconBolt,
  IconChevronLeft,
  IconChevronRight,
  IconCloudUp,
  IconCopy,
  IconDots,
  IconRestore,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { memo } from 'react';
import { isDesktop } from '../../lib/host.ts';
import { t } from '../../lib/texts/index.ts';
import { HeadTitle } from '../../ui/HeadTitle.tsx';
import { useStableHandlers } from '../../ui/hooks/useStableHandlers.ts';
import { needsNoFinding, useConditions } from '../conditions/index.ts';
import { useReaders } from '../rfid/index.ts';
import classes from './ItemHeader.module.css';
import type { Walk } from './walk.ts';

/** Actions in the head of an item. */
interface Handlers {
  onGoOn(goesOn: boolean): void;
  onFast(isFast: boolean): void;
  onPrevious(): void;
  onNext(): void;
  onUndo(): void;
  onDuplicate(): void;
  onDelete(): void;
  onTag(): void;
  onRecentlyDeleted(): void;
}

/** State of the buttons in the head of an item. */
interface Buttons {
  /** Text of the button that undoes the condition chosen last; null: there is none. */
  undo: string | null;
  /** True when the next item is opened automatically after a condition that needs no finding. */
  goesOn: boolean;
  /** True in speed mode: the item as one screen of large buttons. */
  isFast: boolean;
  canEdit: boolean;
}

/** Head of an item: its name, its location, and buttons for the previous and next item. */
export function ItemHeader({
  name,
  path,
  walk,
  undo,
  goesOn,
  isFast,
  isWaiting,
  canEdit,
  onUp,
  onLocation,
  ...handlers
}: {
  name: string;
  path: readonly InspectionRow[];
  walk: Walk;
  /** True when a change made here is not on the server yet. */
  isWaiting: boolean;
  onUp(): void;
  /** Opens the list, limited to a location. */
  onLocation(itemId: string): void;
} & Buttons &
  Handlers) {
  return (
    <div className={classes['header']}>
      <ActionIcon aria-label={t('actions.backToInspection')} onClick={onUp} variant="default">
        <IconArrowLeft size={24} />
      </ActionIcon>
      <HeadTitle title={name}>
        <div className={classes['line']}>
          <span className={classes['position']} aria-live="polite">
            {walk.position === null
              ? t('items.ofTotal', { total: walk.total })
              : t('items.position', { position: walk.position, total: walk.total })}
          </span>
          {path.length > 0 && (
            <nav aria-label={t('items.path')} className={classes['place']}>
              <ol className={classes['path']}>
                {path.map(({ itemId, name: place }) => (
                  <li key={itemId}>
                    <button
                      type="button"
                      className={classes['location']}
                      aria-label={t('items.onlyHere', { item: place })}
                      onClick={() => onLocation(itemId)}
                    >
                      {place}
                    </button>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          {isWaiting && (
            <span className={classes['waiting']}>
              <IconCloudUp size={17} aria-hidden />
              {t('desktop.waitingMark')}
            </span>
          )}
        </div>
      </HeadTitle>
      <Actions
        hasPrevious={walk.previous !== null}
        hasNext={walk.next !== null}
        undo={undo}
        goesOn={goesOn}
        isFast={isFast}
        canEdit={canEdit}
        handlers={useStableHandlers(handlers)}
      />
    </div>
  );
}

/** The buttons; memoised, so that moving from item to item does not render them again. */
const Actions = memo(function Actions({
  hasPrevious,
  hasNext,
  undo,
  goesOn,
  isFast,
  canEdit,
  handlers,
}: Buttons & { hasPrevious: boolean; hasNext: boolean; handlers: Handlers }) {
  const hasReader = useReaders().devices.length > 0 || isDesktop;
  const fit = useConditions().find(({ id }) => needsNoFinding(id))?.name ?? '';
  return (
    <Group gap={4} wrap="nowrap" className={classes['walk'] ?? ''}>
      <ActionIcon
        variant="default"
        aria-label={t('items.previous')}
        title={t('items.previous')}
        aria-disabled={!hasPrevious}
        data-disabled={!hasPrevious || undefined}
        onClick={handlers.onPrevious}
      >
        <IconChevronLeft size={24} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t('items.next')}
        title={t('items.next')}
        aria-disabled={!hasNext}
        data-disabled={!hasNext || undefined}
        onClick={handlers.onNext}
      >
        <IconChevronRight size={24} />
      </ActionIcon>
      {canEdit && (
        <ActionIcon
          variant={isFast ? 'light' : 'subtle'}
          className={classes['speed'] ?? ''}
          aria-label={t('speed.begin')}
          title={t(isFast ? 'speed.end' : 'speed.begin')}
          aria-pressed={isFast}
          onClick={() => handlers.onFast(!isFast)}
        >
          <IconBolt size={24} />
        </ActionIcon>
      )}
      {canEdit && hasReader && (
        <ActionIcon aria-label={t('tag.title')} title={t('tag.title')} onClick={handlers.onTag}>
          <IconTag size={24} />
        </ActionIcon>
      )}
      {canEdit && (
        <Menu position="bottom-end" shadow="md" width={300}>
          <Menu.Target>
            <ActionIcon aria-label={t('items.more')}>
              <IconDots size={24} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {undo !== null && (
              <Menu.Item mih={48} leftSection={<IconArrowBackUp size={20} aria-hidden />} onClick={handlers.onUndo}>
                {undo}
              </Menu.Item>
            )}
            <Menu.CheckboxItem mih={48} closeMenuOnClick checked={isFast} onChange={handlers.onFast}>
              {t('speed.begin')}
            </Menu.CheckboxItem>
            <Menu.CheckboxItem mih={48} closeMenuOnClick checked={goesOn} onChange={handlers.onGoOn}>
              {t('items.goOn', { condition: fit })}
            </Menu.CheckboxItem>
            <Menu.Item h={48} leftSection={<IconCopy size={20} aria-hidden />} onClick={handlers.onDuplicate}>
              {t('items.duplicate')}
            </Menu.Item>
            <Menu.Item h={48} leftSection={<IconRestore size={20} aria-hidden />} onClick={handlers.onRecentlyDeleted}>
              {t('deleted.title')}
            </Menu.Item>
            <Menu.Item
              h={48}
              color="var(--mantine-color-error)"
              leftSection={<IconTrash size={20} aria-hidden />}
              onClick={handlers.onDelete}
            >
              {t('items.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
});

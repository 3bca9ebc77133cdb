import type { InspectionRow } from '@holdfast/contract';
import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconBolt,
  IconChevronLeft,
  IconChevronRight,
  IconCloudUp,
  IconCopy,
  IconDots,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { isDesktop } from '../../lib/host.ts';
import { t } from '../../lib/texts/index.ts';
import { ScreenTitle } from '../../ui/states.tsx';
import { needsNoFinding, useConditions } from '../conditions/index.ts';
import { useReaders } from '../rfid/index.ts';
import classes from './ItemHeader.module.css';
import type { Walk } from './walk.ts';

/** Head of an item: its name, its place, and links to the previous and next item. */
export function ItemHeader({
  name,
  path,
  walk,
  undo,
  goesOn,
  onGoOn,
  isFast,
  onFast,
  isWaiting,
  canEdit,
  onUp,
  onWalk,
  onDuplicate,
  onDelete,
  onTag,
}: {
  name: string;
  path: readonly InspectionRow[];
  walk: Walk;
  /** Takes back the condition chosen last; null: there is none. */
  undo: { words: string; undo(): void } | null;
  /** The next item follows by itself after a condition that asks for no finding. */
  goesOn: boolean;
  onGoOn(goesOn: boolean): void;
  /** Speed mode: the item as one screen of large buttons. */
  isFast: boolean;
  onFast(isFast: boolean): void;
  /** Something done here is not on the server yet. */
  isWaiting: boolean;
  canEdit: boolean;
  onUp(): void;
  onWalk(itemId: string | null): void;
  onDuplicate(): void;
  onDelete(): void;
  onTag(): void;
}) {
  const hasReader = useReaders().devices.length > 0 || isDesktop;
  const fit = useConditions().find(({ id }) => needsNoFinding(id))?.name ?? '';
  return (
    <div className={classes['header']}>
      <ActionIcon aria-label={t('actions.backToInspection')} onClick={onUp} variant="default">
        <IconArrowLeft size={24} />
      </ActionIcon>
      <div className={classes['title']}>
        <ScreenTitle>{name}</ScreenTitle>
        <div className={classes['line']}>
          <span className={classes['position']} aria-live="polite">
            {walk.position === null
              ? t('items.ofTotal', { total: walk.total })
              : t('items.position', { position: walk.position, total: walk.total })}
          </span>
          {path.length > 0 && (
            <nav
              aria-label={t('items.path')}
              className={classes['place']}
              title={path.map(({ name: at }) => at).join(' / ')}
            >
              <ol className={classes['path']}>
                {path.map(({ itemId, name: place }) => (
                  <li key={itemId}>{place}</li>
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
      </div>
      <Group gap={4} wrap="nowrap" className={classes['walk'] ?? ''}>
        <Tooltip label={t('items.previous')}>
          <ActionIcon
            variant="default"
            aria-label={t('items.previous')}
            aria-disabled={walk.previous === null}
            data-disabled={walk.previous === null || undefined}
            onClick={() => onWalk(walk.previous)}
          >
            <IconChevronLeft size={24} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('items.next')}>
          <ActionIcon
            variant="default"
            aria-label={t('items.next')}
            aria-disabled={walk.next === null}
            data-disabled={walk.next === null || undefined}
            onClick={() => onWalk(walk.next)}
          >
            <IconChevronRight size={24} />
          </ActionIcon>
        </Tooltip>
        {canEdit && (
          <Tooltip label={t(isFast ? 'speed.end' : 'speed.begin')}>
            <ActionIcon
              variant={isFast ? 'light' : 'subtle'}
              className={classes['speed'] ?? ''}
              aria-label={t('speed.begin')}
              aria-pressed={isFast}
              onClick={() => onFast(!isFast)}
            >
              <IconBolt size={24} />
            </ActionIcon>
          </Tooltip>
        )}
        {canEdit && hasReader && (
          <Tooltip label={t('tag.title')}>
            <ActionIcon aria-label={t('tag.title')} onClick={onTag}>
              <IconTag size={24} />
            </ActionIcon>
          </Tooltip>
        )}
        {canEdit && (
          <Menu position="bottom-end" shadow="md" width={270}>
            <Menu.Target>
              <ActionIcon aria-label={t('items.more')}>
                <IconDots size={24} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {undo !== null && (
                <Menu.Item mih={48} leftSection={<IconArrowBackUp size={20} aria-hidden />} onClick={undo.undo}>
                  {undo.words}
                </Menu.Item>
              )}
              <Menu.CheckboxItem mih={48} closeMenuOnClick checked={isFast} onChange={onFast}>
                {t('speed.begin')}
              </Menu.CheckboxItem>
              <Menu.CheckboxItem mih={48} closeMenuOnClick checked={goesOn} onChange={onGoOn}>
                {t('items.goOn', { condition: fit })}
              </Menu.CheckboxItem>
              <Menu.Item h={48} leftSection={<IconCopy size={20} aria-hidden />} onClick={onDuplicate}>
                {t('items.duplicate')}
              </Menu.Item>
              <Menu.Item
                h={48}
                color="var(--mantine-color-error)"
                leftSection={<IconTrash size={20} aria-hidden />}
                onClick={onDelete}
              >
                {t('items.delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </div>
  );
}

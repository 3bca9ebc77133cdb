import { ActionIcon, Popover, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { usePersistedState } from '../../lib/drafts/persistedState.ts';
import { t } from '../../lib/texts/index.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import type { ListMemory, ListOrder } from '../items/index.ts';
import classes from './ViewsMenu.module.css';

/** Named filters and order of a list. Locations are not included, because each inspection has its own. */
interface SavedView {
  name: string;
  search: string;
  condition: ListMemory['filter']['condition'];
  order: ListOrder;
}

const NONE: SavedView[] = [];
const MOST = 20;

/** Saves the filters and the order of the list under a name, and applies them again. A user has the same views in every inspection. */
export function ViewsMenu({ memory: { filter, order, narrow, arrange } }: { memory: ListMemory }) {
  const { value: views, change } = usePersistedState<SavedView[]>('list-views', NONE);
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const { search, condition } = filter;
  const now = JSON.stringify([search, condition, order]);
  const isShown = (view: SavedView): boolean => JSON.stringify([view.search, view.condition, view.order]) === now;
  const present = views.find(isShown);
  const save = (): void => {
    const trimmed = name.trim();
    if (trimmed === '') return;
    const view = { name: trimmed, search, condition, order };
    change((all) => [view, ...all.filter((other) => other.name !== trimmed)].slice(0, MOST));
    setName('');
    setOpened(false);
  };
  return (
    <Popover position="bottom-end" shadow="md" width={300} opened={opened} onChange={setOpened} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant={present === undefined ? 'subtle' : 'light'}
          aria-label={t('views.title')}
          title={present === undefined ? t('views.title') : present.name}
          onClick={() => setOpened(!opened)}
        >
          {present === undefined ? <IconBookmark size={22} /> : <IconBookmarkFilled size={22} />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        {views.length === 0 && (
          <Text size="sm" c="dimmed" p={8}>
            {t('views.none')}
          </Text>
        )}
        <ul className={classes['views']}>
          {views.map((view) => (
            <li key={view.name} className={classes['view']}>
              <UnstyledButton
                className={classes['name'] ?? ''}
                aria-pressed={isShown(view)}
                onClick={() => {
                  narrow({ search: view.search, condition: view.condition, only: null });
                  arrange(view.order);
                  setOpened(false);
                }}
              >
                {view.name}
              </UnstyledButton>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('views.remove', { view: view.name })}
                onClick={() => change((all) => all.filter((other) => other.name !== view.name))}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <form
          className={classes['save']}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextInput
            size="md"
            flex={1}
            maxLength={60}
            aria-label={t('views.name')}
            placeholder={t('views.name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ReasonedButton isInToolbar type="submit" reason={name.trim() === '' ? reasonText('reason.viewName') : null}>
            {t('actions.save')}
          </ReasonedButton>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

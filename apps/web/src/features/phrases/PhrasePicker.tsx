import { ActionIcon, Popover, ScrollArea, Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue, useUncontrolled } from '@mantine/hooks';
import { IconMessage2Plus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { SearchInput } from '../../ui/inputs/SearchInput.tsx';
import { Failed } from '../../ui/states.tsx';
import classes from './PhrasePicker.module.css';

const PAUSE_MS = 200;

/** Offers texts that were used before for the same question, or as notes, with the name of the current item inserted. */
export function PhrasePicker({
  itemId,
  fieldId,
  beside,
  onPick,
}: {
  itemId: string;
  /** null: notes. */
  fieldId: string | null;
  /**
   * State of the picker when it belongs to a text field that opens it by a key. Tab then skips its button and goes to the next question.
   */
  beside?: { opened: boolean; onChange(opened: boolean): void };
  onPick(text: string): void;
}) {
  const [opened, setOpened] = useUncontrolled({
    value: beside?.opened,
    defaultValue: false,
    onChange: beside?.onChange,
  });
  const label = t(beside === undefined ? 'phrases.open' : 'phrases.openByKey');
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, PAUSE_MS);
  const { data, error, refetch } = useQuery({
    ...queryOf('getPhrases', { itemId, fieldId, search: asked }),
    enabled: opened,
    placeholderData: (before) => before,
  });
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={340}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          aria-label={t('phrases.open')}
          title={label}
          {...(beside !== undefined && { tabIndex: -1 })}
          onClick={() => setOpened(!opened)}
        >
          <IconMessage2Plus size={22} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <SearchInput data-autofocus label={t('phrases.search')} value={search} onChange={setSearch} />
        {error !== null && data === undefined ? (
          <Failed what={t('phrases.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
        ) : data?.length === 0 ? (
          <Text size="sm" c="dimmed" p="sm">
            {t(asked === '' ? 'phrases.none' : 'phrases.noneFound')}
          </Text>
        ) : (
          <ScrollArea.Autosize mah={280} mt={8} type="auto">
            <ul className={classes['list']}>
              {data?.map(({ text, uses }) => (
                <li key={text}>
                  <UnstyledButton
                    className={classes['phrase'] ?? ''}
                    onClick={() => {
                      onPick(text);
                      setOpened(false);
                      setSearch('');
                    }}
                  >
                    <span className={classes['text']}>{text}</span>
                    <span className={classes['uses']} title={t('phrases.uses', { count: uses })}>
                      {uses}
                    </span>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          </ScrollArea.Autosize>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Appends a phrase to a text. */
export function withPhrase(text: string, phrase: string): string {
  const before = text.trimEnd();
  if (before === '') return phrase;
  return /[.!?;:\n]$/.test(before) ? `${before} ${phrase}` : `${before}. ${phrase}`;
}

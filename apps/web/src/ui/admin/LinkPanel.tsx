import { ActionIcon, Anchor, Group, Paper, Text, Title } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/texts/administration.ts';
import { type Read, Unread } from './ListPage.tsx';
import classes from './LinkPanel.module.css';
import { PickerSelect } from './PickerSelect.tsx';
import { ReasonedButton } from '../ReasonedButton.tsx';

/** A linked record. */
export interface Linked {
  id: string;
  name: string;
  /** Address at which it is edited. */
  to?: string;
  note?: string;
  /** Further controls of its row. */
  controls?: ReactNode;
}

/** A record that can be linked. */
export interface Choice {
  value: string;
  label: string;
}

/** The linked records of a longer list: each can be removed, others can be added. */
export function LinkPanel({
  title,
  hint,
  linked,
  none,
  choices,
  addLabel,
  isBusy,
  onAdd,
  onCreate,
  onRemove,
}: {
  title: string;
  hint: string;
  linked: readonly Linked[];
  /** Text shown when nothing is linked. */
  none: string;
  choices: Read<readonly Choice[]>;
  /** Label of the control that links another record. */
  addLabel: string;
  isBusy: boolean;
  /** Resolves to undefined on failure. */
  onAdd(id: string): Promise<unknown>;
  /** Creates a record with a name and returns its id; it is linked at once. Resolves to undefined on failure. */
  onCreate?(name: string): Promise<string | undefined>;
  onRemove(id: string): void;
}) {
  const [chosen, choose] = useState<string | null>(null);
  const free = choices.data?.filter(({ value }) => !linked.some(({ id }) => id === value));
  // The control is free for the next record at once. A refused choice returns unless another was made meanwhile.
  const add = async (id: string | null): Promise<void> => {
    if (id === null) return;
    choose(null);
    if ((await onAdd(id)) === undefined) choose((now) => now ?? id);
  };
  const create = async (name: string): Promise<void> => {
    choose(null);
    await add((await onCreate?.(name)) ?? null);
  };
  return (
    <Paper component="section" aria-label={title} p="lg">
      <Title order={2}>{title}</Title>
      <Text c="dimmed" size="sm" mb="sm">
        {hint}
      </Text>
      {linked.length === 0 ? (
        <Text className={classes['none'] ?? ''}>{none}</Text>
      ) : (
        <ul className={classes['list']}>
          {linked.map(({ id, name, to, note, controls }) => (
            <li key={id} className={classes['entry']}>
              <span className={classes['words']}>
                {to === undefined ? (
                  <span className={classes['name']}>{name}</span>
                ) : (
                  <Anchor component={Link} to={to} className={classes['name'] ?? ''}>
                    {name}
                  </Anchor>
                )}
                {note !== undefined && (
                  <Text component="span" size="sm" c="dimmed">
                    {note}
                  </Text>
                )}
              </span>
              <span className={classes['controls']}>
                {controls}
                <ActionIcon
                  size={44}
                  aria-label={t('admin.removeNamed', { name })}
                  disabled={isBusy}
                  onClick={() => onRemove(id)}
                >
                  <IconX size={18} />
                </ActionIcon>
              </span>
            </li>
          ))}
        </ul>
      )}
      {free === undefined ? (
        <Unread read={choices} rows={1} />
      ) : (
        <Group gap="sm" mt="sm">
          <PickerSelect
            maw={460}
            // On a phone the button is on the next line, so that the placeholder is not cut off.
            flex="1 1 250px"

            aria-label={addLabel}
            {...(onCreate === undefined
              ? { placeholder: t('fields.choose') }
              : { onCreate: (name: string) => void create(name) })}
            nothingFoundMessage={t(onCreate === undefined ? 'dropdown.noOptions' : 'admin.typeToCreate')}
            data={free}
            known={choices.data ?? free}
            value={chosen}
            onChoose={choose}
          />
          <ReasonedButton
            isInToolbar
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            reason={chosen === null ? t('admin.chooseFirst') : null}
            loading={isBusy}
            onClick={() => void add(chosen)}
          >
            {t('admin.add')}
          </ReasonedButton>
        </Group>
      )}
    </Paper>
  );
}

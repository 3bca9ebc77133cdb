import { ActionIcon, type ComboboxItem, Group, type SelectProps } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/texts/administration.ts';
import { LateSelect } from '../inputs/LateSelect.tsx';
import { useLongList } from './LongSelect.tsx';
import classes from './PickerSelect.module.css';

/** Value of the option that creates a record with the typed name; no id is empty. */
const CREATE = '';

/**
 * A select of one record among many. Creates a record with the typed name when there is none of this name, and opens the selected record.
 */
export function PickerSelect({
  data,
  known = data,
  onChoose,
  onCreate,
  addressOf,
  ...rest
}: Omit<SelectProps, 'data' | 'onChange' | 'value' | keyof ReturnType<typeof useLongList>> & {
  data: readonly { value: string; label: string }[];
  /** All records whose names are in use, including those that are not offered. */
  known?: readonly { label: string }[];
  value: string | null;
  onChoose(id: string | null): void;
  /** Creates a record with a name and selects it. Absent: nothing can be created. */
  onCreate?: ((name: string) => void) | undefined;
  /** Returns the address at which a record is edited. */
  addressOf?(id: string): string;
}) {
  const long = useLongList();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const isKnown = known.some(({ label }) => label.toLocaleLowerCase('en-GB') === name.toLocaleLowerCase('en-GB'));
  const offered: ComboboxItem[] = [...data];
  if (onCreate !== undefined && name !== '' && !isKnown)
    offered.push({ value: CREATE, label: t('admin.createNamed', { name }) });
  const chosen = data.find(({ value }) => value === rest.value);
  const select = (
    <LateSelect
      flex={1}
      {...rest}
      {...long}
      {...(onCreate === undefined ? {} : { placeholder: rest.placeholder ?? t('admin.pick') })}
      data={offered}
      searchValue={typed}
      // The option that creates a record is last, regardless of the number of matches.
      filter={({ options, search, limit }) => [
        ...options.filter((one) => !isCreation(one) && 'label' in one && isIn(one.label, search)).slice(0, limit),
        ...options.filter(isCreation),
      ]}
      onSearchChange={(search) => {
        long.onSearchChange();
        setTyped(search);
      }}
      onChange={(id) => {
        if (id !== CREATE) onChoose(id);
        else {
          onCreate?.(name);
          // The typed name now belongs to a record, and is shown as the selection.
          setTyped('');
        }
      }}
    />
  );
  if (addressOf === undefined) return select;
  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      {select}
      {chosen === undefined ? (
        <span className={classes['space']} />
      ) : (
        <ActionIcon
          component={Link}
          to={addressOf(chosen.value)}
          size={44}
          aria-label={t('admin.open', { name: chosen.label })}
        >
          <IconArrowUpRight size={20} />
        </ActionIcon>
      )}
    </Group>
  );
}

function isIn(label: string, search: string): boolean {
  return label.toLocaleLowerCase('en-GB').includes(search.trim().toLocaleLowerCase('en-GB'));
}

function isCreation(option: object): boolean {
  return 'value' in option && option.value === CREATE;
}

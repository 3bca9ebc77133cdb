import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from '../Dialog.tsx';
import type { Command } from './commands.tsx';
import { Keys } from './HelpSheet.tsx';

/** Everything that can be done here, found by typing. */
export default function Palette({ commands, onClose }: { commands: readonly Command[]; onClose(): void }) {
  const [search, setSearch] = useState('');
  const combobox = useCombobox({ opened: true });
  const found = commands.filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()));
  const run = (id: string): void => {
    onClose();
    commands.find((command) => command.id === id)?.run();
  };
  return (
    <Dialog opened onClose={onClose} closeOnBlur title={t('palette.title')}>
      <Combobox store={combobox} onOptionSubmit={run} withinPortal={false}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            size="md"
            leftSection={<IconSearch size={20} aria-hidden />}
            placeholder={t('palette.placeholder')}
            aria-label={t('palette.placeholder')}
            value={search}
            // The list takes Escape for itself; here it closes the whole palette.
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose();
            }}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              combobox.selectFirstOption();
            }}
          />
        </Combobox.EventsTarget>
        <Combobox.Options aria-label={t('palette.title')} tabIndex={0} mah={360} mt="sm" style={{ overflowY: 'auto' }}>
          {found.map(({ id, label, keys }) => (
            <Combobox.Option key={id} value={id} py="sm">
              <Group justify="space-between" wrap="nowrap">
                <Text>{label}</Text>
                {keys !== undefined && <Keys keys={keys} />}
              </Group>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('palette.nothing')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox>
    </Dialog>
  );
}

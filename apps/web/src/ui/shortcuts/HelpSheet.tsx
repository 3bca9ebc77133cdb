import { Group, Kbd, Stack, Switch, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import type { Command } from './commands.tsx';
import { setSingleKeys, readSingleKeys } from './singleKeys.ts';

/** The keyboard shortcuts of the current screen. */
export default function HelpSheet({ commands, onClose }: { commands: readonly Command[]; onClose(): void }) {
  const [isOn, setIsOn] = useState(readSingleKeys);
  const groups = Map.groupBy(
    commands.filter(({ keys }) => keys !== undefined),
    ({ group }) => group,
  );
  return (
    <Dialog opened onClose={onClose} closeOnBlur title={t('shortcuts.title')}>
      <Stack gap="lg">
        <Switch
          size="md"
          label={t('shortcuts.singleKeys')}
          description={t('shortcuts.singleKeysHint')}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setSingleKeys(checked);
            setIsOn(checked);
          }}
        />
        {[...groups].map(([group, members]) => (
          <section key={group}>
            <Title order={3} mb="xs">
              {group}
            </Title>
            <Stack gap={6}>
              {members.map(({ id, label, keys }) => (
                <Group key={id} justify="space-between" wrap="nowrap">
                  <Text>{label}</Text>
                  <Keys keys={keys ?? ''} />
                </Group>
              ))}
            </Stack>
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}

const PRINTED: Readonly<Record<string, string>> = { mod: 'Ctrl', escape: 'Esc' };

/** Keys as they are labelled on the keyboard. */
export function Keys({ keys }: { keys: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      {keys.split('+').map((key) => (
        <Kbd key={key} size="md">
          {PRINTED[key] ?? key.toUpperCase()}
        </Kbd>
      ))}
    </Group>
  );
}

import { Stack, Text } from '@mantine/core';
import { type Save, stateOf, useOutbox } from '../../lib/outbox/index.ts';
import { SaveMark } from './SaveMark.tsx';
import classes from './SaveList.module.css';

/** Lists changes that the server has not stored yet, each with its reason and remedies. */
export function SaveList({ saves }: { saves: readonly Save[] }) {
  const outbox = useOutbox();
  return (
    <Stack component="ul" gap={0} className={classes['list'] ?? ''}>
      {saves.map((save) => {
        const { item } = save;
        return (
          <li key={save.key}>
            {save.about !== undefined && <Text fw={600}>{save.about}</Text>}
            {item !== undefined && save.about?.includes(item) !== true && <Text size="sm">{item}</Text>}
            {save.words !== undefined && save.refusal?.conflict === undefined && (
              <Text size="sm" c="dimmed" lineClamp={3}>
                {save.words}
              </Text>
            )}
            <SaveMark
              state={stateOf(save, saves)}
              {...(save.refusal === null ? {} : { reason: save.refusal.reason, conflict: save.refusal.conflict })}
              yours={save.words ?? ''}
              onRetry={() => outbox.retry(save.key)}
              onDiscard={() => outbox.discard(save.key)}
            />
          </li>
        );
      })}
    </Stack>
  );
}

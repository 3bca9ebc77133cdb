import { Text } from '@mantine/core';
import { stateOf, useOutbox, useSaves } from '../../lib/outbox/index.ts';
import { SaveMark } from '../../ui/indicators/SaveMark.tsx';
import type { Sending } from './mutations.ts';
import { shortName } from './fileNames.ts';

/** Problem with a photo or file that is being sent, with its actions; empty while there is no problem. */
export function SendingMark({ sending: { filename, save } }: { sending: Sending }) {
  const outbox = useOutbox();
  const state = stateOf(save, useSaves());
  if (state === 'saving') return null;
  return (
    <div>
      <Text size="sm" fw={550} mt="sm" style={{ overflowWrap: 'anywhere' }}>
        {shortName(filename)}
      </Text>
      <SaveMark
        state={state}
        {...(save.refusal === null ? {} : { reason: save.refusal.reason })}
        yours={filename}
        onRetry={() => outbox.retry(save.key)}
        onDiscard={() => outbox.discard(save.key)}
      />
    </div>
  );
}

import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAutosave } from '../../lib/drafts/autosave.ts';
import { useOutbox, useSaveState } from '../../lib/outbox/index.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { SaveMark } from '../../ui/indicators/SaveMark.tsx';
import { itemNameSubject, useSetItemName } from './mutations.ts';

/** Pause in ms before a typed name is saved (CNST-02). */
const DELAY_MS = 1_500;

/** The name of an item. It is required: a blank name is marked as an error and not saved. */
export function ItemName({ itemId, name, readOnly }: { itemId: string; name: string; readOnly: boolean }) {
  const setName = useSetItemName();
  const clock = useQuery(queryOf('getFieldsForItem', { itemId })).data?.clock ?? null;
  const outbox = useOutbox();
  const { state, save } = useSaveState(itemNameSubject(itemId));
  const draft = useAutosave(
    name,
    (typed) => {
      const next = typed.trim();
      if (next === '') return false;
      if (next !== name) setName({ itemId, name, clock }, next);
      return true;
    },
    DELAY_MS,
  );
  const isBlank = draft.value.trim() === '';
  // Leaving a blank name shows a message with its consequence.
  const left = useRef({ isBlank, name });
  useEffect(() => {
    left.current = { isBlank, name };
  });
  useEffect(
    () => () => {
      if (left.current.isBlank) notifications.show({ message: t('items.nameKept', { item: left.current.name }) });
    },
    [],
  );
  return (
    <div>
      <TextInput
        size="md"
        label={t('items.nameField')}
        required
        maxLength={300}
        readOnly={readOnly}
        error={isBlank ? t('items.nameNeeded', { item: name }) : undefined}
        value={draft.value}
        onChange={(event) => draft.change(event.currentTarget.value)}
        onBlur={draft.flush}
      />
      <SaveMark
        state={state}
        {...(save?.refusal ? { reason: save.refusal.reason, conflict: save.refusal.conflict } : {})}
        yours={name}
        onRetry={() => outbox.retry(save?.key)}
        onDiscard={() => save !== undefined && outbox.discard(save.key)}
      />
    </div>
  );
}

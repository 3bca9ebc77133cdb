import { useOutbox, useSaveState } from '../../lib/outbox/index.ts';
import { ConflictMark } from '../../ui/ConflictMark.tsx';
import { conditionSubject } from './mutations.ts';
import type { InspectedItem } from './queries.ts';

/** Shows a conflict about the condition that two users set differently, until it is decided. */
export function ConditionConflict({ installationInspectionId, itemId }: InspectedItem) {
  const outbox = useOutbox();
  const { save } = useSaveState(conditionSubject({ installationInspectionId, itemId }));
  const conflict = save?.refusal?.conflict;
  if (save === undefined || conflict === undefined) return null;
  return (
    <ConflictMark
      conflict={conflict}
      yours={save.words ?? ''}
      onKeep={() => outbox.retry(save.key)}
      onTakeTheirs={() => outbox.discard(save.key)}
    />
  );
}

import { useOutbox, useSaveState } from '../../lib/outbox/index.ts';
import { ConflictMark } from '../../ui/ConflictMark.tsx';
import { conditionSubject } from './mutations.ts';
import type { InspectedItem } from './queries.ts';

/** The condition two people set differently, where that is undecided; otherwise nothing. */
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

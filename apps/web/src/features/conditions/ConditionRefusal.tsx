import { useOutbox, useSaveState } from '../../lib/outbox/index.ts';
import { SaveMark } from '../../ui/indicators/SaveMark.tsx';
import { conditionSubject } from './mutations.ts';
import type { InspectedItem } from './queries.ts';

/** Shows why a condition is not saved, and a conflict with another user's condition, until the user decides. */
export function ConditionRefusal({ installationInspectionId, itemId }: InspectedItem) {
  const outbox = useOutbox();
  const { save } = useSaveState(conditionSubject({ installationInspectionId, itemId }));
  if (save === undefined || save.refusal === null) return null;
  return (
    <SaveMark
      state="refused"
      reason={save.refusal.reason}
      conflict={save.refusal.conflict}
      yours={save.words ?? ''}
      onRetry={() => outbox.retry(save.key)}
      onDiscard={() => outbox.discard(save.key)}
    />
  );
}

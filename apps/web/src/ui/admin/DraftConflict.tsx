import type { RecordDraft } from '../../lib/drafts/recordDraft.ts';
import { ConflictNotice } from './ConflictNotice.tsx';
import { differencesOf } from './differences.ts';

/** The conflict notice of a draft whose save was based on an outdated version; empty otherwise. */
export function DraftConflict<V extends object>({
  draft: { values, conflict, isSaving, saveOnTop, discard },
  who,
  shown,
}: {
  draft: RecordDraft<V>;
  /** Name of the user who saved in the meantime; null while unknown. */
  who: string | null;
  shown: Parameters<typeof differencesOf<V>>[2];
}) {
  if (conflict === null) return null;
  return (
    <ConflictNotice
      who={who}
      at={conflict.at}
      differences={differencesOf(values, conflict.theirs, shown)}
      isSaving={isSaving}
      onSaveOnTop={() => void saveOnTop()}
      onTakeTheirs={discard}
    />
  );
}

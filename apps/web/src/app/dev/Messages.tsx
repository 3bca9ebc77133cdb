import { Skeleton } from '@mantine/core';
import { ConflictMark } from '../../ui/indicators/ConflictMark.tsx';
import { FactList } from '../../ui/FactList.tsx';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { NothingFound } from '../../ui/illustrations.tsx';
import type { Save } from '../../lib/outbox/index.ts';
import { SaveList } from '../../ui/indicators/SaveList.tsx';
import { SaveMark } from '../../ui/indicators/SaveMark.tsx';
import { Empty, Failed, Loading, Offline } from '../../ui/states.tsx';
import { ignore, Shown, State } from './Shown.tsx';

const CONFLICT = { theirs: 'Defective', by: 'Idris Fallowby', at: '2026-11-13T14:50:00.000Z', clock: null };
const STATES = ['idle', 'saving', 'saved', 'queued', 'waiting', 'refused'] as const;

const SAVE = {
  operation: 'setCondition',
  input: { installationInspectionId: '', itemId: '', conditionId: null },
  userId: '',
  host: '',
  subject: 'condition',
  about: 'Condition of Padeye, port',
  words: 'Defective',
  row: '',
  ifMatch: null,
  at: 0,
  attempts: 0,
  refusal: null,
  content: null,
} satisfies Omit<Save, 'key'>;
const SAVES: readonly Save[] = [
  { ...SAVE, key: 'sending' },
  { ...SAVE, key: 'refused', item: 'Davit, aft', refusal: { code: null, reason: 'The item was deleted.' } },
];

/** Loading, empty, failed, offline, saved and not saved. */
export function Messages() {
  return (
    <>
      <Shown name="SaveMark">
        {STATES.map((state) => (
          <State key={state} name={state}>
            <SaveMark state={state} reason="The item was deleted." onRetry={ignore} onDiscard={ignore} />
          </State>
        ))}
        <State name="conflict">
          <SaveMark state="refused" conflict={CONFLICT} yours="Needs attention" onRetry={ignore} onDiscard={ignore} />
        </State>
      </Shown>
      <Shown name="SaveList">
        <SaveList saves={SAVES} />
      </Shown>
      <Shown name="ConflictMark">
        <State name="of an unknown user, who emptied it">
          <ConflictMark
            conflict={{ theirs: '', by: null, at: null, clock: null }}
            yours="Weld cracked at the upper lug"
            onKeep={ignore}
            onTakeTheirs={ignore}
          />
        </State>
      </Shown>
      <Shown name="Empty, Failed, Loading, Offline">
        <State name="Empty">
          <Empty icon={<NothingFound />} title="No Items Found. Check your filters." hint="Clear the search." />
        </State>
        <State name="Failed">
          <Failed what="The items could not be loaded" reason="The server did not answer." onRetry={ignore} />
        </State>
        <State name="Loading">
          <Loading>
            <Skeleton height={48} mb="xs" />
            <Skeleton height={48} />
          </Loading>
        </State>
        <State name="Offline">
          <Offline />
        </State>
        <State name="FormFailure">
          <FormFailure>The email address or the password is wrong.</FormFailure>
        </State>
      </Shown>
      <Shown name="FactList">
        <State name="facts">
          <FactList
            facts={[
              ['Version', '0.1.0'],
              ['Server', 'holdfast.northmere.example'],
            ]}
          />
        </State>
      </Shown>
    </>
  );
}

import type { DraftEffects, TemplateDraft } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery, isNotFound, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { reasonOf } from '../../../lib/calls/failures.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Unread } from '../../../ui/admin/ListPage.tsx';
import { FormFailure } from '../../../ui/dialogs/FormFailure.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { TemplateDifferences } from './TemplateDifferences.tsx';
import { reportsText, usageText } from './usageText.ts';

/** Shows what publishing a draft changes and affects, and publishes it. */
export function PublishDialog({
  id,
  draft,
  onClose,
  onPublished,
}: {
  id: string;
  draft: TemplateDraft;
  onClose(): void;
  onPublished(): void;
}) {
  const effects = useQuery({
    ...adminQuery('load the effects', 'getFieldsTemplateDraftEffects', { id }),
    staleTime: 0,
    gcTime: 0,
  });
  const cache = useQueryClient();
  const { isBusy, write } = useAdminWrites();
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const publish = async (): Promise<void> => {
    try {
      await write('publish the draft', 'publishFieldsTemplateDraft', { id, note, savedAt: draft.savedAt });
      onPublished();
    } catch (error) {
      const isLate = error instanceof CallError && error.is('changedMeanwhile');
      if (!isLate && !isNotFound(error)) return setFailure(error);
      await cache.invalidateQueries();
      const query = adminQuery('load the draft', 'getFieldsTemplateDraft', { id });
      const now = await cache.fetchQuery({ ...query, staleTime: 0 }).catch(() => draft);
      if (now !== null) return setFailure(isLate ? new Error(t('adminVersions.savedMeanwhile')) : error);
      notifications.show({ title: t('adminVersions.endedTitle'), message: t('adminVersions.endedUnpublished') });
      onPublished();
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('adminVersions.publishTitle')} size="lg">
      <Stack gap="md">
        {failure !== null && <FormFailure>{reasonOf(failure)}</FormFailure>}
        {effects.data === undefined ? (
          <Unread read={effects} rows={4} />
        ) : (
          <Effects
            effects={effects.data}
            nameOf={(fieldId) => draft.content.fields.find(({ id: known }) => known === fieldId)?.name ?? ''}
          />
        )}
        <TextInput
          size="md"
          label={t('adminVersions.note')}
          description={t('adminVersions.noteHint')}
          maxLength={300}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <ReasonedButton
            loading={isBusy}
            reason={effects.data === undefined ? t('adminVersions.comparing') : hindranceIn(effects.data)}
            onClick={() => void publish()}
          >
            {t('adminVersions.publish')}
          </ReasonedButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** Returns the reason for which a draft cannot be published; null for none. */
function hindranceIn({ differences, faults }: DraftEffects): string | null {
  if (faults.length > 0) return t('adminVersions.correctFirst');
  return differences.length === 0 ? t('adminVersions.sameAsInUse') : null;
}

function Effects({
  effects: { differences, usage, reports, devices, faults, isOutdated },
  nameOf,
}: {
  effects: DraftEffects;
  /** Returns the text of a question of the draft. */
  nameOf(fieldId: string): string;
}) {
  const retyped = differences
    .filter(({ changes }) => changes.some(({ property }) => property === 'fieldType'))
    .map(({ name }) => `“${name}”`);
  return (
    <>
      {faults.length > 0 && (
        <Alert color="red" role="alert" title={t('adminRules.faults', { count: faults.length })}>
          {faults.map(({ fieldId, rule, place, message }) => (
            <Text key={`${fieldId} ${rule} ${place} ${message}`} size="sm">
              {fieldId === null
                ? t('adminRules.evidenceRule', { place: place + 1 })
                : `${nameOf(fieldId)}, ${t(`adminRules.rule.${rule}`)}`}
              {`: ${message}`}
            </Text>
          ))}
        </Alert>
      )}
      {isOutdated && <Alert color="yellow">{t('adminVersions.outdated')}</Alert>}
      <TemplateDifferences differences={differences} />
      <div>
        <Text>{usage.answers === 0 ? t('adminVersions.touchesNone') : usageText(usage)}</Text>
        {usage.answers > 0 && retyped.length > 0 && (
          <Text>{t('adminVersions.retyped', { count: retyped.length, questions: retyped.join(', ') })}</Text>
        )}
        {reportsText(reports).map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
        ))}
        {devices > 0 && <Text>{t('adminVersions.devices', { count: devices })}</Text>}
      </div>
    </>
  );
}

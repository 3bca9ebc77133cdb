import type { Field, FieldAnswer, FieldResponse } from '@holdfast/contract';
import { Button, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { reasonOf } from '../../../lib/calls/failures.ts';
import { queryOf } from '../../../lib/calls/queries.ts';
import { t } from '../../../lib/texts/index.ts';
import { t as reasonText } from '../../../lib/texts/reasons.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { AnsweringContext, Question, useGatheredAnswers } from '../../fields/index.ts';

const NO_RESPONSES: readonly FieldResponse[] = [];

/** Sets one answer to a result question on all selected items; the offered questions are those of the first item. */
export default function AnswerDialog({
  installationInspectionId,
  itemIds,
  onGive,
  onClose,
}: {
  installationInspectionId: string;
  itemIds: readonly string[];
  onGive(answer: Pick<FieldAnswer, 'fieldId' | 'value' | 'displayValue'>): void;
  onClose(): void;
}) {
  const {
    data: form,
    error,
    refetch,
  } = useQuery(queryOf('getFieldsForInstallationInspection', { installationInspectionId, itemId: itemIds[0] ?? '' }));
  const fields = useMemo(
    (): Field[] =>
      (form?.fieldsTemplates ?? [])
        .flatMap((template) => template.fields)
        .filter(({ fieldType }) => fieldType.name !== 'Select with subfields'),
    [form],
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const field = fields.find(({ id }) => id === chosen);
  const liveAnswer = useGatheredAnswers(NO_RESPONSES);
  const answering = useMemo(() => ({ liveAnswer, readOnly: false, timeZone: 'UTC', delayMs: 0 }), [liveAnswer]);
  const answer = field === undefined ? undefined : liveAnswer(field.id, null).answer;
  const missing =
    field === undefined ? 'reason.field' : answer === undefined || answer.value === '' ? 'reason.fieldEmpty' : null;
  return (
    <Dialog opened onClose={onClose} size="lg" title={t('bulk.answerOf', { count: itemIds.length })}>
      <Stack gap="md">
        {form === undefined ? (
          error === null ? (
            <Loading>
              <Skeleton height={120} />
            </Loading>
          ) : (
            <Failed what={t('fields.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
          )
        ) : fields.length === 0 ? (
          <Text c="dimmed">{t('bulk.answerNone')}</Text>
        ) : (
          <>
            <Select
              size="md"
              data-autofocus
              autoFocus
              openOnFocus={false}
              searchable
              label={t('bulk.question')}
              placeholder={t('fields.choose')}
              nothingFoundMessage={t('dropdown.noOptions')}
              data={fields.map(({ id, name }) => ({ value: id, label: name }))}
              value={chosen}
              onChange={setChosen}
            />
            {field !== undefined && (
              <AnsweringContext value={answering}>
                <Question key={field.id} field={field} />
              </AnsweringContext>
            )}
            <Text size="sm" c="dimmed">
              {t('bulk.answerHint')}
            </Text>
          </>
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          {fields.length > 0 && (
            <ReasonedButton
              reason={missing === null ? null : reasonText(missing)}
              onClick={() => {
                if (field !== undefined && answer !== undefined) onGive({ fieldId: field.id, ...answer });
              }}
            >
              {t('bulk.answer')}
            </ReasonedButton>
          )}
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

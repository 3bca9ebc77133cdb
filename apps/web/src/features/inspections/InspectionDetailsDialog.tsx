import type { Inspection, InstallationInspection } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { newId } from '../../lib/ids.ts';
import { usePersistedState } from '../../lib/drafts/persistedState.ts';
import { queryOf, refresh } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { Loading } from '../../ui/states.tsx';
import { useDiscarding } from '../../ui/hooks/useDiscarding.ts';
import { useKeptAnswers } from '../fields/index.ts';
import { type Dates, DetailsForm } from './DetailsForm.tsx';
import { RecordedTemplates } from './RecordedTemplates.tsx';

/** Dates and detail questions of a running inspection. */
export default function InspectionDetailsDialog({
  inspection,
  readOnly,
  onClose,
}: {
  inspection: InstallationInspection;
  readOnly: boolean;
  onClose(): void;
}) {
  const { data: type } = useQuery(queryOf('getInspection', { inspectionId: inspection.inspectionId }));
  return (
    <>
      {type === undefined ? (
        <Dialog opened onClose={onClose} title={t('inspections.details')} size="lg">
          <Loading>
            <Skeleton height={240} />
          </Loading>
        </Dialog>
      ) : (
        <Form inspection={inspection} type={type} readOnly={readOnly} onClose={onClose} />
      )}
    </>
  );
}

function Form({
  inspection,
  type,
  readOnly,
  onClose,
}: {
  inspection: InstallationInspection;
  type: Inspection;
  readOnly: boolean;
  onClose(): void;
}) {
  const cache = useQueryClient();
  const { installationId } = inspection;
  const timeZone = useQuery(queryOf('getInstallation', { installationId })).data?.timeZone ?? 'UTC';
  const { id, startDate, expectedEndDate } = inspection;
  const stored = useMemo<Dates>(() => ({ start: startDate, end: expectedEndDate }), [startDate, expectedEndDate]);
  const kept = usePersistedState(`dates:${id}`, stored);
  const dates = kept.value;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The version with which the form was opened: a later change by another user is not overwritten unnoticed.
  const [clock, setClock] = useState<string | null>(inspection.clock);
  const answers = useKeptAnswers(inspection.fieldResponses, id);
  const end = (): void => {
    answers.drop();
    kept.drop();
    onClose();
  };
  const close = useDiscarding(() => answers.isChanged() || kept.isChanged(), end);

  const save = async (): Promise<void> => {
    if (dates.start === null || dates.end === null) return;
    setBusy(true);
    setFailure(null);
    try {
      await call(
        'updateInstallationInspection',
        { id, startDate: dates.start, endDate: dates.end, fields: answers.given },
        { idempotencyKey: newId(), ...(clock === null ? {} : { ifMatch: clock }) },
      );
      refresh(cache, [
        'getInstallationInspection',
        'getInstallation',
        'getInstallations',
        'getInstallationInspections',
      ]);
      end();
    } catch (error) {
      setBusy(false);
      setFailure(reasonOf(error));
      // The conflict is shown once; saving again overwrites.
      if (error instanceof CallError && error.is('changedMeanwhile')) setClock(null);
    }
  };

  return (
    <Dialog opened onClose={close} title={t('inspections.details')} size="lg">
      <Stack gap="md">
        {failure !== null && <FormFailure>{failure}</FormFailure>}
        <DetailsForm
          dates={dates}
          templates={type.inspectionFieldsTemplates}
          answers={answers}
          timeZone={timeZone}
          readOnly={readOnly}
          onDates={(to) => kept.change(() => to)}
        />
        <RecordedTemplates installationInspectionId={id} timeZone={timeZone} />
        {!readOnly && (
          <DialogActions>
            <Button variant="default" onClick={close}>
              {t('actions.cancel')}
            </Button>
            <ReasonedButton
              reason={dates.start === null || dates.end === null ? reasonText('reason.dates') : null}
              loading={busy}
              onClick={() => void save()}
            >
              {t('inspections.update')}
            </ReasonedButton>
          </DialogActions>
        )}
      </Stack>
    </Dialog>
  );
}

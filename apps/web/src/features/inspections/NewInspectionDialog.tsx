import type { Installation } from '@holdfast/contract';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/failures.ts';
import { newId } from '../../lib/ids.ts';
import { queryOf, refresh } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useGatheredAnswers } from '../fields/index.ts';
import { type Dates, DetailsForm, NO_RESPONSES } from './DetailsForm.tsx';

/** Starts an inspection of an installation. */
export default function NewInspectionDialog({
  installation,
  isStaff,
  onClose,
}: {
  installation: Installation;
  isStaff: boolean;
  onClose(): void;
}) {
  const { data: types, isPending } = useQuery(
    queryOf('getInspections', isStaff ? { companyId: installation.companyId } : {}),
  );
  const cache = useQueryClient();
  const [inspectionId, setInspectionId] = useState<string | null>(null);
  const [dates, setDates] = useState<Dates>({ start: null, end: null });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [id] = useState(newId);
  const answers = useGatheredAnswers(NO_RESPONSES);
  const type = types?.find((known) => known.id === inspectionId);
  const isReady = type !== undefined && dates.start !== null && dates.end !== null;

  const create = async (): Promise<void> => {
    if (inspectionId === null || dates.start === null || dates.end === null) return;
    setBusy(true);
    setFailure(null);
    try {
      await call(
        'createInstallationInspection',
        {
          installationId: installation.id,
          inspectionId,
          startDate: dates.start,
          endDate: dates.end,
          fields: answers.given,
          id,
        },
        { idempotencyKey: id },
      );
      refresh(cache, ['getInstallation', 'getInstallations', 'getInstallationInspections']);
      onClose();
    } catch (error) {
      setFailure(reasonOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t('inspections.new')} size="lg">
      <Stack gap="md">
        {failure !== null && <FormFailure>{failure}</FormFailure>}
        <Select
          size="md"
          label={t('inspections.type')}
          placeholder={t('fields.choose')}
          required
          allowDeselect={false}
          data={(types ?? []).map((known) => ({ value: known.id, label: known.name }))}
          nothingFoundMessage={t(isPending ? 'dropdown.loading' : 'dropdown.noOptions')}
          value={inspectionId}
          onChange={setInspectionId}
        />
        <DetailsForm
          dates={dates}
          templates={type?.inspectionFieldsTemplates ?? []}
          answers={answers}
          timeZone={installation.timeZone}
          readOnly={false}
          onDates={setDates}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button disabled={!isReady} loading={busy} onClick={() => void create()}>
            {t('inspections.create')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

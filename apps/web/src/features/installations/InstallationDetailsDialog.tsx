import type { Installation } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/failures.ts';
import { newId } from '../../lib/ids.ts';
import { queryOf, refresh } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { AnsweringContext, isNumberSoFar, Questions, useGatheredAnswers } from '../fields/index.ts';

/** Pause before words typed in this form are handed over, ms (product.txt §9). */
const DELAY_MS = 1_250;

/** Where an installation lies, and what its company asks of it. */
export default function InstallationDetailsDialog({
  installation,
  isStaff,
  readOnly,
  onClose,
}: {
  installation: Installation;
  isStaff: boolean;
  readOnly: boolean;
  onClose(): void;
}) {
  const { id, companyId, timeZone, fieldResponses } = installation;
  const { data: template } = useQuery(queryOf('getInstallationFieldsTemplate', isStaff ? { companyId } : {}));
  const cache = useQueryClient();
  const [latitude, setLatitude] = useState(installation.latitude?.toString() ?? '');
  const [longitude, setLongitude] = useState(installation.longitude?.toString() ?? '');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // What the form was opened on: a later change of somebody else is not overwritten unseen.
  const [clock, setClock] = useState<string | null>(installation.clock);
  const { look, given } = useGatheredAnswers(fieldResponses);
  const answering = useMemo(() => ({ look, readOnly, timeZone, delayMs: DELAY_MS }), [look, readOnly, timeZone]);
  const coordinates = [
    { label: t('installations.latitude'), value: latitude, set: setLatitude, limit: 90 },
    { label: t('installations.longitude'), value: longitude, set: setLongitude, limit: 180 },
  ].map((each) => ({ ...each, problem: problemOf(each.value, each.limit) }));

  const save = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await call(
        'updateInstallation',
        { id, updatedInstallation: { latitude: Number(latitude), longitude: Number(longitude) }, fields: given },
        { idempotencyKey: newId(), ...(clock === null ? {} : { ifMatch: clock }) },
      );
      refresh(cache, ['getInstallation', 'getInstallations']);
      onClose();
    } catch (error) {
      setBusy(false);
      setFailure(reasonOf(error));
      // Said once; saving again is the user's word.
      if (error instanceof CallError && error.is('changedMeanwhile')) setClock(null);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t('installations.details')} size="lg">
      <Stack gap="md">
        {failure !== null && <FormFailure>{failure}</FormFailure>}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {coordinates.map(({ label, value, set, problem }) => (
            <TextInput
              key={label}
              size="md"
              inputMode="decimal"
              label={label}
              required
              readOnly={readOnly}
              error={problem}
              value={value}
              onChange={(event) => {
                if (isNumberSoFar(event.currentTarget.value)) set(event.currentTarget.value);
              }}
            />
          ))}
        </SimpleGrid>
        {template != null && (
          <AnsweringContext value={answering}>
            <Questions template={template} />
          </AnsweringContext>
        )}
        {!readOnly && (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button
              disabled={coordinates.some(({ problem }) => problem !== undefined)}
              loading={busy}
              onClick={() => void save()}
            >
              {t('actions.save')}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}

/** What is wrong with a coordinate; undefined when nothing is. */
function problemOf(text: string, limit: number): string | undefined {
  if (!/\d/.test(text)) return t('installations.coordinateNeeded');
  return Math.abs(Number(text)) > limit ? t('installations.coordinateRange', { limit }) : undefined;
}

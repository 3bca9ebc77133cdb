import type { Installation } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { newId } from '../../lib/ids.ts';
import { usePersistedState } from '../../lib/drafts/persistedState.ts';
import { queryOf, refresh } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { CoordinateField, coordinateIn, typedPlace } from '../../ui/inputs/CoordinateField.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { useDiscarding } from '../../ui/hooks/useDiscarding.ts';
import { AnsweringContext, Questions, useKeptAnswers } from '../fields/index.ts';

/** Pause after the last keystroke before a text in this form is saved, ms (CNST-01). */
const DELAY_MS = 1_250;

/** Location of an installation, and the answers to its company's questions about it. */
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
  const stored = useMemo(
    () => typedPlace({ latitude: installation.latitude, longitude: installation.longitude }),
    [installation.latitude, installation.longitude],
  );
  const place = usePersistedState(`place:${id}`, stored);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The version with which the form was opened: a later change by another user is not overwritten unnoticed.
  const [clock, setClock] = useState<string | null>(installation.clock);
  const { liveAnswer, given, isChanged, drop } = useKeptAnswers(fieldResponses, id);
  const answering = useMemo(
    () => ({ liveAnswer, readOnly, timeZone, delayMs: DELAY_MS }),
    [liveAnswer, readOnly, timeZone],
  );
  const latitude = coordinateIn(place.value, 'latitude');
  const longitude = coordinateIn(place.value, 'longitude');
  const isPlace = typeof latitude === 'number' && typeof longitude === 'number';
  const end = (): void => {
    drop();
    place.drop();
    onClose();
  };
  const close = useDiscarding(() => isChanged() || place.isChanged(), end);

  const save = async (): Promise<void> => {
    if (!isPlace) return;
    setBusy(true);
    setFailure(null);
    try {
      await call(
        'updateInstallation',
        { id, updatedInstallation: { latitude, longitude }, fields: given },
        { idempotencyKey: newId(), ...(clock === null ? {} : { ifMatch: clock }) },
      );
      refresh(cache, ['getInstallation', 'getInstallations']);
      end();
    } catch (error) {
      setBusy(false);
      setFailure(reasonOf(error));
      // The conflict is shown once; saving again overwrites.
      if (error instanceof CallError && error.is('changedMeanwhile')) setClock(null);
    }
  };

  return (
    <Dialog opened onClose={close} title={t('installations.details')} size="lg">
      <Stack gap="md">
        {failure !== null && <FormFailure>{failure}</FormFailure>}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {(['latitude', 'longitude'] as const).map((axis) => (
            <CoordinateField
              key={axis}
              label={t(`installations.${axis}`)}
              axis={axis}
              required
              readOnly={readOnly}
              place={place.value}
              onTyping={(typed) => place.change(() => typed)}
            />
          ))}
        </SimpleGrid>
        {template != null && (
          <AnsweringContext value={answering}>
            <Questions template={template} />
          </AnsweringContext>
        )}
        {!readOnly && (
          <DialogActions>
            <Button variant="default" onClick={close}>
              {t('actions.cancel')}
            </Button>
            <ReasonedButton
              reason={isPlace ? null : reasonText('reason.place')}
              loading={busy}
              onClick={() => void save()}
            >
              {t('actions.save')}
            </ReasonedButton>
          </DialogActions>
        )}
      </Stack>
    </Dialog>
  );
}

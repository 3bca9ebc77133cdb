import type { AdministeredInstallation } from '@holdfast/contract';
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery, useAdminWrites, wordsOf } from '../../../lib/calls/adminCalls.ts';
import { useConflictAuthor } from '../../users/people.ts';
import { usePersistedState } from '../../../lib/drafts/persistedState.ts';
import { useRecordDraft } from '../../../lib/drafts/recordDraft.ts';
import { LIMITS } from '../../../lib/display/coordinates.ts';
import { t } from '../../../lib/texts/administration.ts';
import { DraftConflict } from '../../../ui/admin/DraftConflict.tsx';
import { RestoredNotice } from '../../../ui/admin/RestoredNotice.tsx';
import { DeletedNotice } from '../../deletions/admin/DeletedNotice.tsx';
import { FormFailure } from '../../../ui/dialogs/FormFailure.tsx';
import { useDiscarding } from '../../../ui/hooks/useDiscarding.ts';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { CoordinateField, coordinateIn, type PlaceTyping, typedPlace } from '../../../ui/inputs/CoordinateField.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';

const COORDINATES = ['latitude', 'longitude'] as const;

/** Creates an installation of a company. */
export function InstallationDialog({ companyId, onClose }: { companyId: string; onClose(): void }) {
  const { isBusy, write, attempt } = useAdminWrites();
  const kept = usePersistedState(`newInstallation:${companyId}`, {
    name: '',
    place: typedPlace({ latitude: null, longitude: null }),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const { name, place, timeZone } = kept.value;
  const [isRestored] = useState(kept.isChanged);
  const latitude = coordinateIn(place, 'latitude');
  const longitude = coordinateIn(place, 'longitude');
  const create = async (): Promise<void> => {
    if (latitude === undefined || longitude === undefined) return;
    const input = { companyId, name, latitude, longitude, timeZone };
    const made = await attempt(() => write('create the installation', 'createInstallation', input));
    if (made !== undefined) discard();
  };
  const discard = (): void => {
    kept.drop();
    onClose();
  };
  const close = useDiscarding(kept.isChanged, discard);
  return (
    <Dialog opened onClose={close} title={t('adminCompanies.newInstallation')}>
      <Stack gap="md">
        {isRestored && <RestoredNotice />}
        <TextInput
          data-autofocus
          size="md"
          label={t('admin.name')}
          required
          maxLength={300}
          value={name}
          onChange={({ currentTarget: { value } }) => kept.change((before) => ({ ...before, name: value }))}
        />
        <Coordinates place={place} onTyping={(typed) => kept.change((before) => ({ ...before, place: typed }))} />
        <LongSelect
          label={t('adminCompanies.timeZone')}
          allowDeselect={false}
          nothingFoundMessage={t('dropdown.noOptions')}
          data={timeZones(timeZone)}
          value={timeZone}
          onChange={(to) => kept.change((before) => ({ ...before, timeZone: to ?? 'UTC' }))}
        />
        <DialogActions>
          <Button variant="default" onClick={close}>
            {t('actions.cancel')}
          </Button>
          <ReasonedButton
            reason={hindranceIn(name, latitude !== undefined && longitude !== undefined)}
            loading={isBusy}
            onClick={() => void create()}
          >
            {t('admin.create')}
          </ReasonedButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** Hints are below the fields: they take different numbers of lines, and the fields are on one line. */
const BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

function Coordinates(fields: { place: PlaceTyping; onTyping(place: PlaceTyping): void }) {
  return (
    <Group grow align="flex-start">
      {COORDINATES.map((axis) => (
        <CoordinateField
          key={axis}
          label={t(`adminCompanies.${axis}`)}
          description={t('adminCompanies.degrees', { most: LIMITS[axis] })}
          inputWrapperOrder={BELOW}
          axis={axis}
          {...fields}
        />
      ))}
    </Group>
  );
}

/** Returns the reason for which an installation cannot be saved; null for none. */
function hindranceIn(name: string, isPlaced: boolean): string | null {
  if (name.trim() === '') return t('admin.needs', { what: t('admin.name') });
  return isPlaced ? null : t('adminCompanies.wrongPlace');
}

function timeZones(chosen: string): string[] {
  return [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])];
}

const valuesOf = ({ name, latitude, longitude, timeZone }: AdministeredInstallation) => ({
  name,
  latitude,
  longitude,
  timeZone,
});

/** Changes the name, the coordinates and the time zone of an installation. */
export function EditInstallationDialog({
  installation,
  onClose,
}: {
  installation: AdministeredInstallation;
  onClose(): void;
}) {
  const { write } = useAdminWrites();
  const { id, companyId } = installation;
  const read = useQuery(adminQuery('load the installations', 'getAdminInstallations', { companyId }));
  const stored = read.data?.find((one) => one.id === id) ?? installation;
  const draft = useRecordDraft({
    record: stored,
    keptAs: `installation:${id}`,
    valuesOf,
    clockOf: ({ clock }) => clock,
    save: (values, ifMatch) => write('save the installation', 'editInstallation', { id, ...values }, { ifMatch }),
    async reload() {
      const { data } = await read.refetch();
      return data?.find((one) => one.id === id) ?? installation;
    },
  });
  const who = useConflictAuthor(draft.conflict?.by ?? null);
  const { name, timeZone } = draft.values;
  const [place, setPlace] = useState(() => typedPlace(draft.values));
  const isPlaced = COORDINATES.every((axis) => coordinateIn(place, axis) !== undefined);
  const isGone = read.data?.some((one) => one.id === id) === false;
  const finish = async (saving: Promise<boolean>): Promise<boolean> => {
    const isSaved = await saving;
    if (isSaved) onClose();
    return isSaved;
  };
  const discard = (): void => {
    draft.discard();
    onClose();
  };
  const close = useDiscarding(() => draft.isChanged || !isPlaced, discard);
  return (
    <Dialog opened onClose={close} title={t('adminCompanies.editNamed', { name: installation.name })}>
      <Stack gap="md">
        {draft.isRestored && draft.isChanged && <RestoredNotice />}
        {isGone && <DeletedNotice kind="installation" id={id} onRestored={draft.forgetFailure} />}
        {draft.failure !== null && !isGone && <FormFailure>{wordsOf(draft.failure).reason}</FormFailure>}
        <DraftConflict
          draft={{ ...draft, saveOnTop: () => finish(draft.saveOnTop()), discard }}
          who={who}
          shown={{
            name: { name: t('admin.name') },
            latitude: { name: t('adminCompanies.latitude'), text: (degrees) => String(degrees ?? '') },
            longitude: { name: t('adminCompanies.longitude'), text: (degrees) => String(degrees ?? '') },
            timeZone: { name: t('adminCompanies.timeZone') },
          }}
        />
        <TextInput
          data-autofocus
          size="md"
          label={t('admin.name')}
          required
          maxLength={300}
          value={name}
          onChange={(event) => draft.change({ name: event.currentTarget.value })}
        />
        <Coordinates
          place={place}
          onTyping={(typed) => {
            setPlace(typed);
            for (const axis of COORDINATES) {
              const degrees = coordinateIn(typed, axis);
              if (degrees !== undefined && degrees !== draft.values[axis]) draft.change({ [axis]: degrees });
            }
          }}
        />
        <LongSelect
          label={t('adminCompanies.timeZone')}
          description={t('adminCompanies.timeZoneHint')}
          allowDeselect={false}
          nothingFoundMessage={t('dropdown.noOptions')}
          data={timeZones(timeZone)}
          value={timeZone}
          onChange={(to) => draft.change({ timeZone: to ?? timeZone })}
        />
        <div role="status">
          {timeZone !== stored.timeZone && (
            <Alert>{t('adminCompanies.timeZoneChanges', { from: stored.timeZone, to: timeZone })}</Alert>
          )}
        </div>
        <DialogActions>
          <Button variant="default" onClick={close}>
            {t('actions.cancel')}
          </Button>
          <ReasonedButton
            reason={hindranceIn(name, isPlaced) ?? (draft.isChanged ? null : t('admin.unchanged'))}
            loading={draft.isSaving}
            onClick={() => void finish(draft.save())}
          >
            {t('admin.save')}
          </ReasonedButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

import type { InspectionRow, InstallationInspection, SweepResult } from '@holdfast/contract';
import { ActionIcon, Button, Group, Select, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatDayRange, formatMoment } from '../../lib/display/formats.ts';
import { queryOf, refresh } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/sweeps.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { offerRetry, offerUndo } from '../../ui/offers.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { RunningSweep } from './RunningSweep.tsx';
import { SavedSweep } from './SavedSweep.tsx';
import classes from './Sweeps.module.css';
import { useKeptSweep } from './useSweep.ts';

/** Value of the complete inspection among the locations. */
const ALL = 'all';

/** Sweeps of an inspection: starts one, follows it, and shows saved ones. */
export default function SweepDialog({
  inspection,
  rows,
  locationId,
  readOnly,
  onClose,
}: {
  inspection: InstallationInspection;
  rows: readonly InspectionRow[];
  /** Location by which the list is filtered; proposed as the location of the sweep. */
  locationId: string | null;
  readOnly: boolean;
  onClose(): void;
}) {
  const { id, installationName, inspectionName, startDate, expectedEndDate } = inspection;
  const [result, setResult] = useState<SweepResult | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const kept = useKeptSweep(id);
  const back = (): void => {
    setResult(null);
    setOpened(null);
  };
  return (
    <Dialog opened fullscreen onClose={onClose} title={t('sweep.title')}>
      <div data-print-alone>
        <Text c="dimmed" mb="sm">
          {installationName} · {inspectionName} · {formatDayRange(startDate, expectedEndDate)}
        </Text>
        {result !== null ? (
          <SavedSweep installationId={inspection.installationId} sweep={result} readOnly={readOnly} onBack={back} />
        ) : opened !== null ? (
          <OpenedSweep installationId={inspection.installationId} sweepId={opened} readOnly={readOnly} onBack={back} />
        ) : kept.value !== null ? (
          <Follow id={id} kept={kept} onSaved={setResult} />
        ) : (
          <Stack gap="lg">
            {!readOnly && (
              <Begin
                rows={rows}
                locationId={locationId}
                onBegin={(chosen) => kept.change(() => ({ locationId: chosen, startedAt: Date.now(), reads: [] }))}
              />
            )}
            <Saved inspection={inspection} readOnly={readOnly} onOpen={setOpened} />
          </Stack>
        )}
      </div>
    </Dialog>
  );
}

/** Chooses the location and starts the sweep. */
function Begin({
  rows,
  locationId,
  onBegin,
}: {
  rows: readonly InspectionRow[];
  locationId: string | null;
  onBegin(locationId: string | null): void;
}) {
  const [chosen, choose] = useState(locationId ?? ALL);
  return (
    <Stack gap="sm" maw={560}>
      <Text>{t('sweep.hint')}</Text>
      <Select
        size="md"
        label={t('sweep.location')}
        searchable
        allowDeselect={false}
        limit={200}
        nothingFoundMessage={t('dropdown.noOptions')}
        data={[{ value: ALL, label: t('sweep.all') }, ...locationsOf(rows)]}
        value={chosen}
        onChange={(value) => choose(value ?? ALL)}
      />
      <Group>
        <Button onClick={() => onBegin(chosen === ALL ? null : chosen)}>{t('sweep.start')}</Button>
      </Group>
    </Stack>
  );
}

/** Locations of the list with their paths. */
function locationsOf(rows: readonly InspectionRow[]): { value: string; label: string }[] {
  const paths = new Map<string, string>();
  // Every row comes after its parent.
  for (const { itemId, name, parentItemId } of rows) {
    const above = parentItemId === null ? undefined : paths.get(parentItemId);
    paths.set(itemId, above === undefined ? name : `${above} / ${name}`);
  }
  return rows
    .filter(({ isLocation }) => isLocation)
    .map(({ itemId, name }) => ({ value: itemId, label: paths.get(itemId) ?? name }));
}

function Follow({
  id,
  kept,
  onSaved,
}: {
  id: string;
  kept: ReturnType<typeof useKeptSweep>;
  onSaved(result: SweepResult): void;
}) {
  const locationId = kept.value?.locationId ?? null;
  const asked = { installationInspectionId: id, locationId };
  const { data, error, refetch } = useQuery(queryOf('getSweepTargets', asked));
  if (data !== undefined)
    return (
      <>
        {data.targets.length === 0 && <Text mb="sm">{t('sweep.nothingToFind')}</Text>}
        <RunningSweep installationInspectionId={id} kept={kept} targets={data} onSaved={onSaved} />
      </>
    );
  if (error === null) return <Waiting />;
  return (
    <Stack>
      <Failed what={t('sweep.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
      <Group>
        <Button variant="default" onClick={kept.drop}>
          {t('sweep.discard')}
        </Button>
      </Group>
    </Stack>
  );
}

function OpenedSweep({
  sweepId,
  ...rest
}: {
  sweepId: string;
  installationId: string;
  readOnly: boolean;
  onBack(): void;
}) {
  const { data, error, refetch } = useQuery(queryOf('getSweep', { sweepId }));
  if (data !== undefined) return <SavedSweep sweep={data} {...rest} />;
  if (error === null) return <Waiting />;
  return <Failed what={t('sweep.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />;
}

/** Saved sweeps, newest first. */
function Saved({
  inspection: { id, installationId },
  readOnly,
  onOpen,
}: {
  inspection: InstallationInspection;
  readOnly: boolean;
  onOpen(sweepId: string): void;
}) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(queryOf('getSweeps', { installationInspectionId: id }));
  const remove = async (sweepId: string): Promise<void> => {
    try {
      const { undo } = await call('deleteSweep', { sweepId });
      refresh(cache, ['getSweeps']);
      if (undo === null) return;
      offerUndo(t('sweep.deleted'), () => {
        call('undoChanges', { installationId, undo }).then(
          () => refresh(cache, ['getSweeps']),
          (reason: unknown) => offerRetry(t('bulk.undoFailed'), reasonOf(reason), () => void refetch()),
        );
      });
    } catch (reason) {
      offerRetry(t('sweep.deleteFailed'), reasonOf(reason), () => void remove(sweepId));
    }
  };
  if (data === undefined)
    return error === null ? (
      <Waiting />
    ) : (
      <Failed what={t('sweep.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
    );
  if (data.length === 0) return <Empty title={t('sweep.none')} hint={t('sweep.noneHint')} />;
  return (
    <section aria-label={t('sweep.saved')}>
      <Text fw={650} mb="xs">
        {t('sweep.saved')}
      </Text>
      <ul className={classes['saved']}>
        {data.map((sweep) => (
          <li key={sweep.id}>
            <UnstyledButton className={classes['open'] ?? ''} onClick={() => onOpen(sweep.id)}>
              <Text fw={550}>
                {`${formatMoment(sweep.startedAt)} · ${sweep.locationName === '' ? t('sweep.all') : sweep.locationName}`}
              </Text>
              <Text size="sm" c="dimmed">
                {`${t('sweep.summary', { found: sweep.found, missing: sweep.missing, unexpected: sweep.unexpected })} · ${sweep.userName}`}
              </Text>
            </UnstyledButton>
            {!readOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('sweep.delete')}
                onClick={() => void remove(sweep.id)}
              >
                <IconTrash size={20} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Waiting() {
  return (
    <Loading>
      <Skeleton height={280} />
    </Loading>
  );
}

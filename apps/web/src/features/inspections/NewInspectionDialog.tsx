import type { InspectionRow, Installation } from '@holdfast/contract';
import { Button, Radio, Select, Stack } from '@mantine/core';
import { IconCalendarWeek } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatDayRange, todayIn } from '../../lib/display/formats.ts';
import { newId } from '../../lib/ids.ts';
import { queryOf, refresh } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/filling.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { offerRetry } from '../../ui/offers.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { useDiscarding } from '../../ui/hooks/useDiscarding.ts';
import { useKeptAnswers } from '../fields/index.ts';
import { InstallationChooser } from '../items/choosing/InstallationChooser.tsx';
import { type Dates, DetailsForm, NO_RESPONSES } from './DetailsForm.tsx';

/** Starts an inspection of an installation. */
export default function NewInspectionDialog({
  installation,
  isStaff,
  onCreated,
  onClose,
}: {
  installation: Installation;
  isStaff: boolean;
  /** Called when the inspection was created and can be opened. */
  onCreated(installationInspectionId: string): void;
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
  const answers = useKeptAnswers(NO_RESPONSES, `new:${installation.id}`);
  const type = types?.find((known) => known.id === inspectionId);
  const missing = [
    ...(type === undefined ? [t('inspections.type')] : []),
    ...(dates.start === null ? [t('inspections.start')] : []),
    ...(dates.end === null ? [t('inspections.end')] : []),
  ];

  const earlier = installation.installationInspections
    .filter((known) => known.inspectionId === inspectionId)
    .toSorted((a, b) => b.startDate - a.startDate)[0];
  const { data: rows } = useQuery({
    ...queryOf('getItemsForInstallationInspection', { installationInspectionId: earlier?.id ?? '' }),
    enabled: earlier !== undefined,
  });
  const [wanted, setWanted] = useState<Filling | null>(null);
  const proposed = type !== undefined && type.defaultItems > 0 ? 'defaults' : 'choose';
  const filling = wanted ?? (earlier === undefined ? proposed : 'lastTime');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isChanged = (): boolean => answers.isChanged() || chosen.size > 0;
  const close = useDiscarding(isChanged, () => {
    answers.drop();
    onClose();
  });

  const addChosen = async (key = newId()): Promise<void> => {
    try {
      const itemIds = [...chosen];
      await call('addItemsFromInstallation', { installationInspectionId: id, itemIds }, { idempotencyKey: key });
      refresh(cache, ['getItemsForInstallationInspection', 'getInstallationInspection', 'getInstallation']);
    } catch (error) {
      offerRetry(t('fill.failed'), reasonOf(error), () => void addChosen(key));
    }
  };
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
          ...(filling === 'lastTime' && earlier !== undefined ? { fromInstallationInspectionId: earlier.id } : {}),
        },
        { idempotencyKey: id },
      );
      if (filling === 'choose' && chosen.size > 0) await addChosen();
      answers.drop();
      refresh(cache, ['getInstallation', 'getInstallations', 'getInstallationInspections']);
      onCreated(id);
    } catch (error) {
      setFailure(reasonOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog opened onClose={close} title={t('inspections.new')} size="lg">
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
        {type !== undefined && (
          <Radio.Group label={t('fill.title')} value={filling} onChange={(to) => setWanted(to)}>
            <Stack gap="xs" mt="xs">
              {earlier !== undefined && <Radio size="md" value="lastTime" label={lastTimeText(earlier, rows)} />}
              <Radio
                size="md"
                value="choose"
                label={t('fill.choose')}
                // The server adds them to every new inspection of the type.
                description={type.defaultItems > 0 ? t('fill.chooseHint', { count: type.defaultItems }) : undefined}
              />
              <Radio size="md" value="defaults" label={t(proposed === 'defaults' ? 'fill.defaults' : 'fill.empty')} />
            </Stack>
          </Radio.Group>
        )}
        {type !== undefined && filling === 'choose' && (
          <InstallationChooser
            installationId={installation.id}
            inspectionId={type.id}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
        <Button
          variant="light"
          leftSection={<IconCalendarWeek size={20} aria-hidden />}
          onClick={() => setDates(weekFrom(todayIn(installation.timeZone, new Date())))}
        >
          {t('fill.dates')}
        </Button>
        <DetailsForm
          dates={dates}
          templates={type?.inspectionFieldsTemplates ?? []}
          answers={answers}
          timeZone={installation.timeZone}
          readOnly={false}
          onDates={setDates}
        />
        <DialogActions>
          <Button variant="default" onClick={close}>
            {t('actions.cancel')}
          </Button>
          <ReasonedButton
            reason={missing.length === 0 ? null : t('inspections.createNeeds', { missing: missing.join(', ') })}
            loading={busy}
            onClick={() => void create()}
          >
            {t('inspections.create')}
          </ReasonedButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** Items that a new inspection starts with, in addition to the default items of its type. */
type Filling = 'lastTime' | 'choose' | 'defaults';

/** Returns a day and the day one week later. */
function weekFrom(day: number): Dates {
  return { start: day, end: day + 7 * 86_400 };
}

/** Returns a text with the number of items that the last inspection would add, once it is known. */
function lastTimeText(
  { startDate, expectedEndDate }: { startDate: number; expectedEndDate: number },
  rows: readonly InspectionRow[] | undefined,
): string {
  const dates = formatDayRange(startDate, expectedEndDate);
  if (rows === undefined) return t('fill.lastTimeLoading', { dates });
  const count = rows.filter(({ context, isQuestion }) => !context && !isQuestion).length;
  const questions = rows.filter(({ isQuestion }) => isQuestion).length;
  const items = t('fill.items', { count });
  return t('fill.lastTime', {
    contents: questions === 0 ? items : t('fill.questions', { items, count: questions }),
    dates,
  });
}

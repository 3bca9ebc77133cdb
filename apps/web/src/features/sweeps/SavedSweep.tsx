import type { SweepResult } from '@holdfast/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconChevronDown, IconNote, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMoment } from '../../lib/display/formats.ts';
import { t } from '../../lib/texts/sweeps.ts';
import { ConditionMenu } from '../conditions/index.ts';
import { useBulk, useInspectionRows } from '../items/index.ts';
import { NoteDialog } from '../notes/index.ts';
import { tagInWords } from '../rfid/index.ts';
import type { SweepProgress, SweepRow } from './progress.ts';
import { nameOf, type Outcome, OutcomeChoice, SweepRows } from './SweepRows.tsx';
import classes from './Sweeps.module.css';

/** A saved sweep: its lines, on screen and in print; and actions that set a condition or add a note to the shown items. */
export function SavedSweep({
  installationId,
  sweep,
  readOnly,
  onBack,
}: {
  installationId: string;
  sweep: SweepResult;
  readOnly: boolean;
  onBack(): void;
}) {
  const { installationInspectionId, startedAt, endedAt, userName, locationName } = sweep;
  const rows = rowsOf(sweep);
  const [shown, show] = useState<Outcome>(
    (['missing', 'unexpected', 'found'] as const).find((outcome) => rows[outcome].length > 0) ?? 'found',
  );
  const place = locationName === '' ? t('sweep.all') : locationName;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <div>
          <Text fw={650}>{t('sweep.where', { place, user: userName })}</Text>
          <Text c="dimmed" size="sm">
            {`${formatMoment(startedAt)} – ${formatMoment(endedAt)} · ${t('sweep.summary', countsOfSaved(sweep))}`}
          </Text>
        </div>
        <Group gap={8} data-screen-only>
          <Button variant="default" leftSection={<IconArrowLeft size={20} aria-hidden />} onClick={onBack}>
            {t('sweep.back')}
          </Button>
          <Button variant="default" leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
            {t('sweep.print')}
          </Button>
        </Group>
      </Group>
      <div className={classes['tools']} data-screen-only>
        <OutcomeChoice counts={countsOfSaved(sweep)} shown={shown} onShow={show} />
        {!readOnly && (
          <BulkWork
            key={shown}
            installationId={installationId}
            installationInspectionId={installationInspectionId}
            rows={rows[shown]}
          />
        )}
      </div>
      <div data-screen-only>
        <SweepRows key={shown} outcome={shown} rows={rows[shown]} />
      </div>
      <PrintedSweep sweep={sweep} />
    </Stack>
  );
}

const countsOfSaved = ({ found, missing, unexpected }: SweepResult) => ({ missing, unexpected, found });

/** Groups the lines of a saved sweep by outcome. */
function rowsOf({ lines }: SweepResult): SweepProgress {
  const of = (outcome: Outcome): SweepRow[] =>
    lines
      .filter((line) => line.outcome === outcome)
      .map(({ itemId, name, place, tag, tagKind }) => ({
        key: `${tagKind} ${tag}`,
        outcome,
        itemId,
        name,
        place,
        tag,
      }));
  return { missing: of('missing'), unexpected: of('unexpected'), found: of('found'), untagged: [] };
}

/** Sets one condition, or adds one note, on the shown items that are in the inspection. */
function BulkWork({
  installationId,
  installationInspectionId,
  rows,
}: {
  installationId: string;
  installationInspectionId: string;
  rows: readonly SweepRow[];
}) {
  const members = useInspectionRows(installationInspectionId).rows;
  const [isWriting, setWriting] = useState(false);
  const bulk = useBulk({ installationId, installationInspectionId }, () => undefined);
  const inInspection = new Set(members?.map(({ itemId }) => itemId));
  const itemIds = rows.flatMap(({ itemId }) => (itemId !== null && inInspection.has(itemId) ? [itemId] : []));
  if (itemIds.length === 0) return null;
  return (
    <Group gap={8}>
      <Text size="sm" c="dimmed">
        {t('sweep.mark', { count: itemIds.length })}
      </Text>
      <ConditionMenu
        position="bottom-end"
        target={
          <Button loading={bulk.isBusy} rightSection={<IconChevronDown size={18} aria-hidden />}>
            {t('bulk.condition')}
          </Button>
        }
        onChoose={(id) => bulk.setCondition(itemIds, id)}
      />
      <Button
        variant="default"
        disabled={bulk.isBusy}
        leftSection={<IconNote size={20} aria-hidden />}
        onClick={() => setWriting(true)}
      >
        {t('notes.add')}
      </Button>
      <NoteDialog
        about={`sweep:${installationInspectionId}`}
        itemId={null}
        opened={isWriting}
        onClose={() => setWriting(false)}
        onAdd={(content) => {
          setWriting(false);
          bulk.addNote(itemIds, content);
        }}
      />
    </Group>
  );
}

/** All lines in print. */
function PrintedSweep({ sweep: { lines } }: { sweep: SweepResult }) {
  return (
    <table className={classes['printed']}>
      <thead>
        <tr>
          <th>{t('sweep.result')}</th>
          <th>{t('items.name')}</th>
          <th>{t('items.location')}</th>
          <th>{t('sweep.tag')}</th>
          <th>{t('sweep.seenAt')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.tagKind} ${line.tag}`}>
            <td>{t(`sweep.${line.outcome}`)}</td>
            <td>{nameOf(line)}</td>
            <td>{line.place}</td>
            <td>{tagInWords(line.tag)}</td>
            <td>{line.seenAt === null ? '' : formatMoment(line.seenAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

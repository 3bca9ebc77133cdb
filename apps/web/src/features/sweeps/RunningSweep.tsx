import type { SweepResult, SweepTargets } from '@holdfast/contract';
import { canonicalTag } from '@holdfast/rfid';
import { Button, Group, Progress, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { newId } from '../../lib/ids.ts';
import type { PersistedState } from '../../lib/drafts/persistedState.ts';
import { refresh } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/sweeps.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { useBulkScanning, useReaders } from '../rfid/index.ts';
import { countsOf, nameOf, type Outcome, OutcomeChoice, SweepRows } from './SweepRows.tsx';
import classes from './Sweeps.module.css';
import { type KeptSweep, useSweep } from './useSweep.ts';

const SOUND_KEY = 'holdfast:sweepSound';

/** A running sweep: the lists of found, missing and unexpected items change with every tag that is read. */
export function RunningSweep({
  installationInspectionId,
  kept,
  targets,
  onSaved,
}: {
  installationInspectionId: string;
  kept: PersistedState<KeptSweep | null>;
  targets: SweepTargets;
  onSaved(result: SweepResult): void;
}) {
  const cache = useQueryClient();
  const confirm = useConfirm();
  const [isLoud, setLoud] = useState(() => localStorage.getItem(SOUND_KEY) !== 'off');
  const [shown, show] = useState<Outcome>('missing');
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setSaving] = useState(false);
  // The same for every try, so that a sweep is not saved twice when an answer is lost.
  const [id] = useState(newId);
  const { progress, reads, add } = useSweep(installationInspectionId, kept, targets, isLoud);
  const expected = targets.targets.length;
  const last = progress.found[0] ?? progress.unexpected[0];
  const count = progress.found.length + progress.unexpected.length;

  const save = async (): Promise<void> => {
    if (kept.value === null) return;
    const { locationId, startedAt } = kept.value;
    const input = { installationInspectionId, locationId, startedAt, endedAt: Date.now(), reads: reads() };
    setSaving(true);
    setFailure(null);
    try {
      const saved = await call('saveSweep', { ...input, id }, { idempotencyKey: id });
      refresh(cache, ['getSweeps']);
      kept.drop();
      onSaved(saved);
    } catch (error) {
      setFailure(error);
      setSaving(false);
    }
  };
  const discard = async (): Promise<void> => {
    const question = {
      title: t('sweep.discard'),
      text: t('sweep.discardQuestion', { count }),
      confirm: t('sweep.discard'),
      danger: true,
    };
    if (count === 0 || (await confirm(question))) kept.drop();
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text className={classes['counts'] ?? ''} role="status">
          {t('sweep.foundOf', { found: progress.found.length, expected })}
        </Text>
        <Switch
          size="md"
          label={t('sweep.sound')}
          checked={isLoud}
          onChange={({ currentTarget: { checked } }) => {
            localStorage.setItem(SOUND_KEY, checked ? 'on' : 'off');
            setLoud(checked);
          }}
        />
      </Group>
      <Progress
        size="lg"
        value={expected === 0 ? 0 : (progress.found.length / expected) * 100}
        aria-label={t('sweep.found')}
      />
      <Reader />
      <Text c="dimmed">
        {expected > 0 && progress.missing.length === 0
          ? t('sweep.complete')
          : last === undefined
            ? ''
            : t('sweep.last', { name: nameOf(last) })}
      </Text>
      <div className={classes['tools']}>
        <OutcomeChoice counts={countsOf(progress)} shown={shown} onShow={show} />
        <TypedTag onAdd={(tag) => add({ tag, tagKind: 'epc' })} />
      </div>
      <SweepRows key={shown} outcome={shown} rows={progress[shown]} />
      {failure !== null && <FormFailure>{`${t('sweep.saveFailed')} ${reasonOf(failure)}`}</FormFailure>}
      <Group justify="flex-end">
        <Button variant="default" disabled={isSaving} onClick={() => void discard()}>
          {t('sweep.discard')}
        </Button>
        <Button loading={isSaving} onClick={() => void save()}>
          {t('sweep.finish')}
        </Button>
      </Group>
    </Stack>
  );
}

/** State of the selected reader, and a button to scan without its trigger. */
function Reader() {
  const { devices, selected } = useReaders();
  const scanning = useBulkScanning();
  const reader = devices.find(({ id, state }) => id === selected && (state === 'ready' || state === 'scanning'));
  if (reader === undefined) return <Text c="dimmed">{t('sweep.noReader')}</Text>;
  const { displayName, state } = reader;
  return (
    <Group gap="sm">
      <Text>{t(state === 'scanning' ? 'sweep.scanning' : 'sweep.ready', { reader: displayName })}</Text>
      <Button variant="default" onClick={state === 'scanning' ? scanning.stop : scanning.start}>
        {t(state === 'scanning' ? 'sweep.stop' : 'sweep.scan')}
      </Button>
    </Group>
  );
}

/** Adds a tag number by keyboard: for tags that are printed and cannot be read. */
function TypedTag({ onAdd }: { onAdd(tag: string): void }) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') return;
        const tag = canonicalTag(typed);
        setWrong(tag === null);
        if (tag === null) return;
        onAdd(tag);
        setTyped('');
      }}
    >
      <Group gap={8} align="flex-start" wrap="nowrap">
        <TextInput
          size="md"
          maxLength={400}
          aria-label={t('sweep.tagTyped')}
          placeholder={t('sweep.tagTyped')}
          value={typed}
          error={isWrong ? t('sweep.tagInvalid') : undefined}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <Button type="submit" variant="default">
          {t('sweep.tagAdd')}
        </Button>
      </Group>
    </form>
  );
}

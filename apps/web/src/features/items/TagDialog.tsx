import type { ProblemDetails } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { Button, Code, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { faultsOf, reasonOf } from '../../lib/calls/failures.ts';
import { queryOf, refresh } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { nearestTag, tagInWords, useReaders, useScanning, useTags } from '../rfid/index.ts';

/** Puts an RFID tag on an item, replacing its tag after a confirmation, or removes it (docs/acceptance.md, RFID). */
export default function TagDialog({
  itemId,
  name,
  tag: proposed = '',
  onClose,
}: {
  itemId: string;
  name: string;
  /** A tag to attach, which the user confirms. */
  tag?: string;
  onClose(): void;
}) {
  const cache = useQueryClient();
  const confirm = useConfirm();
  const { data: item, error, refetch } = useQuery(queryOf('getItem', { itemId }));
  const [typed, setTyped] = useState(proposed);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const fault = faultsOf(failure)['tag'];

  const set = async (tag: string | null, move = false): Promise<void> => {
    await call('setTag', { itemId, tag, move });
    refresh(cache, ['getItem', 'getAuditLogsForInstallationInspectionAndItem']);
    setTyped('');
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    await work().catch(setFailure);
    setBusy(false);
  };
  const attach = async (current: string | null, tag: string): Promise<void> => {
    const title = t('tag.attach');
    const overwrites = {
      title,
      text: t('tag.overwriteQuestion', { item: name, tag: tagInWords(current ?? '') }),
      confirm: t('tag.overwrite'),
      danger: true,
    };
    if (current !== null && !(await confirm(overwrites))) return;
    await attempt(async () => {
      try {
        await set(tag);
      } catch (reason) {
        if (!(reason instanceof CallError && reason.is('tagTaken'))) throw reason;
        const { itemName } = reason.problem!.details as ProblemDetails<'tagTaken'>;
        const text = t('tag.moveQuestion', { item: itemName });
        if (await confirm({ title, text, confirm: t('tag.move'), danger: true })) await set(tag, true);
      }
    });
  };

  const hasReader = useReaders().devices.some(({ state }) => state === 'ready' || state === 'scanning');
  useScanning();
  useTags((tags) => {
    const found = nearestTag(tags);
    if (found === undefined || item === undefined || busy) return;
    setTyped(found.tag);
    // When several tags are in range, the user chooses one.
    if (tags.length === 1 && found.tag !== item.tag) void attach(item.tag, found.tag);
  });

  return (
    <Dialog opened onClose={onClose} title={t('tag.title')}>
      {item === undefined ? (
        error === null ? (
          <Loading>
            <Skeleton height={140} />
          </Loading>
        ) : (
          <Failed what={t('tag.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
        )
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() !== '') void attach(item.tag, typed);
          }}
        >
          <Stack>
            {item.tag === null ? (
              <Text c="dimmed">{t('tag.none')}</Text>
            ) : (
              <Group justify="space-between">
                <Code fz="md">{tagInWords(item.tag)}</Code>
                <Button variant="light" color="red" loading={busy} onClick={() => void attempt(() => set(null))}>
                  {t('tag.remove')}
                </Button>
              </Group>
            )}
            <TextInput
              data-autofocus
              size="md"
              label={t('tag.number')}
              description={t(hasReader ? 'tag.holdReader' : 'tag.noReader')}
              maxLength={400}
              value={typed}
              error={fault}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {failure !== null && fault === undefined && <FormFailure>{reasonOf(failure)}</FormFailure>}
            <DialogActions>
              <Button variant="default" onClick={onClose}>
                {t('actions.close')}
              </Button>
              <ReasonedButton
                type="submit"
                reason={typed.trim() === '' ? reasonText('reason.tag') : null}
                loading={busy}
              >
                {t('tag.attach')}
              </ReasonedButton>
            </DialogActions>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

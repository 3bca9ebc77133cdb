import type { WaitingChange } from '@holdfast/contract';
import { Button, FileButton, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { base64Of } from '../../lib/calls/base64.ts';
import { linesText } from '../../lib/display/changeLines.ts';
import { callAndSave, saveFile } from '../../lib/calls/downloads.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatMoment } from '../../lib/display/formats.ts';
import { queryOf, refresh } from '../../lib/calls/queries.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { t } from '../../lib/texts/synchronisation.ts';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { offerUndo } from '../../ui/offers.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { Failed } from '../../ui/states.tsx';
import { CorrectDialog } from './CorrectDialog.tsx';
import classes from './DesktopFrame.module.css';

/** Number of changes shown before the rest is requested. */
const PAGE = 50;
/** Number of changes sent again in one call. */
const SENT_AT_ONCE = 1_000;

/**
 * Lists lost and refused changes with their actions, and changes that wait to be sent. @param contents number of photos and files that
 * wait
 */
export function WaitingChanges({ contents }: { contents: number }) {
  const changes = useQuery(queryOf('getWaitingChanges', {}));
  if (changes.isError)
    return (
      <Failed what={t('desktop.failed')} reason={reasonOf(changes.error)} onRetry={() => void changes.refetch()} />
    );
  const all = changes.data ?? [];
  const lost = all.filter(({ kind }) => kind === 'lost');
  const refused = all.filter(({ kind }) => kind === 'refused');
  const damaged = all.filter(({ kind }) => kind === 'damaged');
  const waiting = all.filter(({ kind }) => kind === 'waiting');
  return (
    <>
      {lost.length > 0 && <SetAside changes={lost} title={t('desktop.lostTitle')} hint={t('desktop.lostHint')} />}
      {refused.length > 0 && (
        <SetAside changes={refused} title={t('desktop.refusedTitle')} hint={t('desktop.refusedHint')} />
      )}
      {damaged.length > 0 && (
        <SetAside changes={damaged} title={t('desktop.damagedTitle')} hint={t('desktop.damagedHint')} />
      )}
      <section>
        <Title order={2} fz="lg" mb="sm">
          {t('desktop.waitingTitle')}
        </Title>
        {contents > 0 && <Text mb="sm">{t('desktop.contentsWaiting', { count: contents })}</Text>}
        {waiting.length === 0 && contents === 0 && <Text c="dimmed">{t('desktop.waitingEmpty')}</Text>}
        <List changes={waiting} />
      </section>
    </>
  );
}

/** A section of changes that need a decision of the user. */
function SetAside({ changes, title, hint }: { changes: readonly WaitingChange[]; title: string; hint: string }) {
  const cache = useQueryClient();
  const reread = (): void => refresh(cache, ['getWaitingChanges', 'getWaitingItems']);
  const resend = useMutation({
    mutationFn: resendAll,
    onSettled: reread,
  });
  const [corrected, setCorrected] = useState<WaitingChange | null>(null);
  const replace = useMutation({
    mutationFn: async ({ id, file }: { id: string; file: File }) =>
      call('replaceDamaged', { id, filename: file.name, base64File: await base64Of(file) }),
    onSettled: reread,
  });
  const takeBack = useMutation({
    mutationFn: (ids: string[]) => call('takeBackDiscarded', { ids }),
    onSettled: reread,
  });
  const discard = useMutation({
    mutationFn: (ids: string[]) => call('discardChanges', { ids }),
    onSuccess: ({ count }, ids) => {
      reread();
      offerUndo(t('desktop.discarded', { count }), () => takeBack.mutate(ids));
    },
  });
  const save = useMutation({ mutationFn: (format: ExportFormat) => saveAs[format]() });
  const failed = [resend, replace, discard, takeBack, save].find(({ isError }) => isError);
  // The bytes differ from those that were recorded, so the contents can neither be saved nor sent again unchecked.
  const isDamaged = changes.some(({ kind }) => kind === 'damaged');
  const isBusy = resend.isPending || replace.isPending || discard.isPending;
  const busy = isBusy ? reasonText('reason.sending') : null;
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={2} fz="lg">
          {title}
        </Title>
        {!isDamaged && (
          <Group gap="sm">
            <Menu position="bottom-end">
              <Menu.Target>
                <Button
                  variant="default"
                  loading={save.isPending}
                  rightSection={<IconChevronDown size={16} aria-hidden />}
                >
                  {t('desktop.export')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => save.mutate('pdf')}>{t('desktop.exportPdf')}</Menu.Item>
                <Menu.Item onClick={() => save.mutate('json')}>{t('desktop.exportJson')}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
            {changes.length > 1 && (
              <ReasonedButton isInToolbar reason={busy} onClick={() => resend.mutate(changes.map(({ id }) => id))}>
                {t('desktop.resendAll')}
              </ReasonedButton>
            )}
          </Group>
        )}
      </Group>
      <Text mb="sm">{hint}</Text>
      {failed !== undefined && <FormFailure>{reasonOf(failed.error)}</FormFailure>}
      <List
        changes={changes}
        renderActions={(change) => {
          const { id, kind, text, picture } = change;
          return (
            <>
              <ReasonedButton isInToolbar variant="light" reason={busy} onClick={() => resend.mutate([id])}>
                {t(kind === 'damaged' ? 'desktop.sendAsItIs' : 'desktop.resend')}
              </ReasonedButton>
              {kind === 'damaged' && (
                <FileButton
                  {...(picture === null ? {} : { accept: 'image/*' })}
                  onChange={(file) => file !== null && replace.mutate({ id, file })}
                >
                  {(props) => (
                    <ReasonedButton isInToolbar variant="subtle" reason={busy} {...props}>
                      {t(picture === null ? 'desktop.replaceFile' : 'desktop.replacePhoto')}
                    </ReasonedButton>
                  )}
                </FileButton>
              )}
              {text !== null && (
                <ReasonedButton isInToolbar variant="subtle" reason={busy} onClick={() => setCorrected(change)}>
                  {t('desktop.correct')}
                </ReasonedButton>
              )}
              {kind !== 'damaged' && (
                <ReasonedButton isInToolbar variant="subtle" reason={busy} onClick={() => discard.mutate([id])}>
                  {t('desktop.discard')}
                </ReasonedButton>
              )}
            </>
          );
        }}
      />
      {corrected !== null && (
        <CorrectDialog
          key={corrected.id}
          change={corrected}
          onClose={() => setCorrected(null)}
          onSent={() => {
            setCorrected(null);
            reread();
          }}
        />
      )}
    </section>
  );
}

function List({
  changes,
  renderActions,
}: {
  changes: readonly WaitingChange[];
  renderActions?: (change: WaitingChange) => ReactNode;
}) {
  const [shown, setShown] = useState(PAGE);
  if (changes.length === 0) return null;
  return (
    <>
      <Stack gap="md" component="ul" m={0} p={0} className={classes['waitingList'] ?? ''}>
        {changes.slice(0, shown).map((change) => (
          <li key={change.id}>
            <Entry change={change} />
            {renderActions !== undefined && (
              <Group gap="sm" mt={4}>
                {renderActions(change)}
              </Group>
            )}
          </li>
        ))}
      </Stack>
      {changes.length > shown && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
          {t('desktop.showMore', { count: changes.length - shown })}
        </Button>
      )}
    </>
  );
}

function Entry({ change: { place, what, lines, reason, at, picture } }: { change: WaitingChange }) {
  return (
    <>
      <Text fw={550}>{place === '' ? what : `${place} · ${what}`}</Text>
      {picture !== null && <Picture address={picture} name={lines[0]?.to ?? ''} />}
      {linesText(what, lines).map((line, index) => (
        <Text key={index} className={classes['whole'] ?? ''}>
          {line}
        </Text>
      ))}
      <Text c="dimmed" size="sm">
        {formatMoment(at)}
      </Text>
      {reason !== null && <Text c="var(--mantine-color-error)">{reason}</Text>}
    </>
  );
}

/** Shows a photo, or a text when it cannot be shown, for example because its bytes are damaged. */
function Picture({ address, name }: { address: string; name: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <Text c="dimmed">{t('desktop.noPicture')}</Text>;
  return <img src={address} alt={name} className={classes['refusedPicture']} onError={() => setBroken(true)} />;
}

/** Sends refused changes again as new changes. */
async function resendAll(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += SENT_AT_ONCE)
    await call('resendChanges', { ids: ids.slice(from, from + SENT_AT_ONCE) });
}

type ExportFormat = 'pdf' | 'json';

const saveAs: Readonly<Record<ExportFormat, () => Promise<void>>> = {
  async pdf() {
    await callAndSave('printChanges', {});
  },
  async json() {
    const exported = await call('exportChanges', {});
    const content = new Blob([JSON.stringify(exported, null, 2)], { type: 'application/json' });
    saveFile({ filename: `unsent-changes-${exported.exportedAt.slice(0, 10)}.json`, content });
  },
};

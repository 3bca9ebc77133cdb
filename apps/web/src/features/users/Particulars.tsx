import type { Particulars as Saved } from '@holdfast/contract';
import { Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../lib/calls/api.ts';
import { base64Of } from '../../lib/calls/base64.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatDay } from '../../lib/display/formats.ts';
import { put, queryOf, refresh } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/particulars.ts';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { DayInput } from '../../ui/inputs/DayInput.tsx';
import { PictureField } from '../../ui/PictureField.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { isPastDay } from './certificate.ts';

type Words = Pick<Saved, 'qualification' | 'certificateNumber' | 'certificateExpiresOn'>;

const READS = ['getOwnParticulars', 'getUserParticulars', 'getUsers'] as const;

/**
 * Qualification, certificate and signature of a user.
 * @param userId account that an administrator edits; null: the user's own
 * @param onChanged called with true while there are unsaved changes
 */
export function Particulars({ userId, onChanged }: { userId: string | null; onChanged(isChanged: boolean): void }) {
  const read = useQuery(
    userId === null ? queryOf('getOwnParticulars', {}) : queryOf('getUserParticulars', { id: userId }),
  );
  return (
    <Stack gap="sm" component="section" aria-label={t('particulars.title')}>
      <Title order={3} fz="md">
        {t('particulars.title')}
      </Title>
      {read.data !== undefined && <Form userId={userId} saved={read.data} onChanged={onChanged} />}
      {read.data === undefined && read.error !== null && (
        <Failed
          isInset
          what={t('particulars.failed')}
          reason={reasonOf(read.error)}
          onRetry={() => void read.refetch()}
        />
      )}
      {read.data === undefined && read.error === null && (
        <Loading>
          <Skeleton height={180} />
        </Loading>
      )}
    </Stack>
  );
}

function Form({
  userId,
  saved,
  onChanged,
}: {
  userId: string | null;
  saved: Saved;
  onChanged(isChanged: boolean): void;
}) {
  const cache = useQueryClient();
  const [edited, setEdited] = useState<Partial<Words>>({});
  const [busy, setBusy] = useState<'words' | 'signature' | null>(null);
  const [failure, setFailure] = useState<{ of: 'words' | 'signature'; reason: string } | null>(null);
  const words: Words = { ...saved, ...edited };
  const isChanged = (Object.keys(edited) as (keyof Words)[]).some((key) => edited[key] !== saved[key]);
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);

  const run = async (of: 'words' | 'signature', work: () => Promise<unknown>): Promise<void> => {
    setBusy(of);
    setFailure(null);
    try {
      await work();
      refresh(cache, [...READS]);
    } catch (error) {
      setFailure({ of, reason: reasonOf(error) });
    } finally {
      setBusy(null);
    }
  };
  const save = (): Promise<void> =>
    run('words', async () => {
      const sent = { ...edited };
      const answer = await (userId === null
        ? call('setOwnParticulars', sent)
        : call('setUserParticulars', { id: userId, ...sent }));
      if (userId === null) put(cache, 'getOwnParticulars', {}, answer);
      else put(cache, 'getUserParticulars', { id: userId }, answer);
      // Text typed during the save is kept.
      setEdited((now) => without(now, sent));
      notifications.show({ message: t('particulars.saved') });
    });
  const sign = async (file: File | null): Promise<void> => {
    if (file !== null && !file.type.startsWith('image/'))
      return setFailure({ of: 'signature', reason: t('particulars.notAPicture') });
    await run('signature', async () => {
      const base64 = file === null ? null : await base64Of(file);
      await (userId === null ? call('setOwnSignature', { base64 }) : call('setUserSignature', { id: userId, base64 }));
    });
  };
  const change = (changed: Partial<Words>): void => setEdited((before) => ({ ...before, ...changed }));
  const { certificateExpiresOn: day } = words;

  return (
    <>
      {failure?.of === 'words' && <FormFailure>{failure.reason}</FormFailure>}
      <TextInput
        size="md"
        label={t('particulars.qualification')}
        description={t('particulars.qualificationHint')}
        maxLength={300}
        value={words.qualification}
        onChange={(event) => change({ qualification: event.currentTarget.value })}
      />
      <Group grow align="flex-start">
        <TextInput
          size="md"
          label={t('particulars.certificateNumber')}
          maxLength={300}
          value={words.certificateNumber}
          onChange={(event) => change({ certificateNumber: event.currentTarget.value })}
        />
        <DayInput
          isOptional
          label={t('particulars.certificateExpires')}
          value={day === '' ? null : Date.parse(day) / 1000}
          onChange={(seconds) =>
            change({
              certificateExpiresOn: seconds === null ? '' : new Date(seconds * 1000).toISOString().slice(0, 10),
            })
          }
        />
      </Group>
      {isPastDay(day) && (
        <Text size="sm" c="red">
          {t('particulars.certificateExpired', { day: formatDay(Date.parse(day) / 1000) })}
        </Text>
      )}
      <Group justify="flex-end">
        <ReasonedButton
          isInToolbar
          variant="default"
          reason={isChanged ? null : t('particulars.unchanged')}
          loading={busy === 'words'}
          onClick={() => void save()}
        >
          {t('particulars.save')}
        </ReasonedButton>
      </Group>
      <PictureField
        words={{
          label: t('particulars.signature'),
          hint: t('particulars.signatureHint'),
          alt: t('particulars.signatureAlt'),
          choose: t('particulars.signatureChoose'),
          replace: t('particulars.signatureReplace'),
          remove: t('particulars.signatureRemove'),
        }}
        source={saved.signature}
        isBusy={busy === 'signature'}
        failure={failure?.of === 'signature' ? failure.reason : null}
        onChoose={(file) => void sign(file)}
      />
    </>
  );
}

/** Returns edits without those that were sent unchanged. */
function without(edited: Partial<Words>, sent: Partial<Words>): Partial<Words> {
  return Object.fromEntries(
    Object.entries(edited).filter(([key, value]) => sent[key as keyof Words] !== value),
  ) as Partial<Words>;
}

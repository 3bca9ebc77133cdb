import type { EncryptionStatus } from '@holdfast/contract';
import { Alert, Button, List, Progress, Stack, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { put, queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/synchronisation.ts';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { useRestart } from './useRestart.ts';

/** Interval in ms between reads while files are being changed, or while a start is pending. */
const READ_MS = 1_000;
/** Number of files that are listed. */
const LISTED = 5;

/** Switches the encryption of this device on and off, and shows its progress. */
export function EncryptionSettings() {
  const cache = useQueryClient();
  const { restart } = useRestart();
  const status = useQuery({
    ...queryOf('getEncryption', {}),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (data.contents !== null || data.atNextStart) ? READ_MS : false,
  }).data;
  const choose = useMutation({
    mutationFn: (encrypted: boolean) => call('setEncryption', { encrypted }),
    onSuccess: (kept) => put(cache, 'getEncryption', {}, kept),
  });
  if (status === undefined) return null;
  const { contents, problems, atNextStart, canRestart } = status;
  return (
    <section aria-label={t('desktop.encryption')}>
      <Title order={2} fz="lg" mb="sm">
        {t('desktop.encryption')}
      </Title>
      <Stack gap="sm" align="flex-start">
        <Switch
          size="md"
          label={t('desktop.encrypt')}
          description={t('desktop.encryptHint')}
          disabled={choose.isPending || (status.required && status.wanted)}
          checked={choose.isPending ? choose.variables : status.wanted}
          onChange={({ currentTarget }) => choose.mutate(currentTarget.checked)}
        />
        {status.required && <Text>{t('desktop.encryptionRequired')}</Text>}
        {choose.isError && <FormFailure>{reasonOf(choose.error)}</FormFailure>}
        <Text aria-live="polite">{textOf(status)}</Text>
        {contents !== null && (
          <Progress
            w="100%"
            maw={420}
            aria-label={t('desktop.encryption')}
            value={contents.total === 0 ? 0 : (100 * contents.done) / contents.total}
          />
        )}
        {atNextStart && canRestart && (
          <Button variant="default" loading={restart.isPending} onClick={() => restart.mutate()}>
            {t('desktop.restart')}
          </Button>
        )}
        {problems.length > 0 && (
          <Alert color="yellow" title={t('desktop.encryptionProblems', { count: problems.length })}>
            <List>
              {problems.slice(0, LISTED).map((problem) => (
                <List.Item key={problem}>{problem}</List.Item>
              ))}
            </List>
          </Alert>
        )}
      </Stack>
    </section>
  );
}

function textOf({ wanted, atNextStart, canRestart, contents, complete, key }: EncryptionStatus): string {
  if (atNextStart) {
    const what = t(wanted ? 'desktop.encryptNext' : 'desktop.decryptNext');
    return canRestart ? what : `${what} ${t('desktop.restartByHand')}`;
  }
  if (contents !== null) return t(wanted ? 'desktop.encrypting' : 'desktop.decrypting', contents);
  if (!complete) return t('desktop.encryptionIncomplete');
  if (!wanted) return t('desktop.notEncrypted');
  return t(key === 'keychain' ? 'desktop.encryptedByKeychain' : 'desktop.encryptedByFile');
}

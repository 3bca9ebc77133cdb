import type { InstallationPhotos } from '@holdfast/contract';
import { Group, Stack, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatSize } from '../../lib/display/formats.ts';
import { queryOf, refresh } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/synchronisation.ts';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import classes from './DesktopFrame.module.css';

/** Interval in ms between reads while photos and files arrive. */
const READ_MS = 5_000;

/** Chooses the installations whose photos and files are downloaded to this device, and shows how many have arrived. */
export function PhotosByInstallation() {
  const cache = useQueryClient();
  const installations = useQuery({
    ...queryOf('getInstallationPhotos', {}),
    refetchInterval: ({ state }) => (state.data?.some(isArriving) === true ? READ_MS : false),
  }).data;
  const choose = useMutation({
    mutationFn: (choice: { installationId: string; chosen: boolean }) => call('chooseInstallationPhotos', choice),
    onSettled: () => refresh(cache, ['getInstallationPhotos']),
  });
  if (installations === undefined || installations.length === 0) return null;
  const isChosen = ({ installationId, chosen }: InstallationPhotos): boolean =>
    choose.isPending && choose.variables.installationId === installationId ? choose.variables.chosen : chosen;
  return (
    <section aria-label={t('desktop.photos')}>
      <Title order={2} fz="lg">
        {t('desktop.photos')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('desktop.photosHint')}
      </Text>
      {choose.isError && <FormFailure>{reasonOf(choose.error)}</FormFailure>}
      <Stack component="ul" gap="sm" m={0} p={0} className={classes['waitingList'] ?? ''}>
        {installations.map((one) => (
          <Group key={one.installationId} component="li" justify="space-between" wrap="nowrap" maw={560}>
            <div>
              <Text fw={550}>{one.name}</Text>
              <Text c="dimmed" size="sm">
                {standing(one)}
              </Text>
            </div>
            <Switch
              size="md"
              aria-label={t('desktop.photosChoose', { name: one.name })}
              checked={isChosen(one)}
              onChange={({ currentTarget }) =>
                choose.mutate({ installationId: one.installationId, chosen: currentTarget.checked })
              }
            />
          </Group>
        ))}
      </Stack>
    </section>
  );
}

function isArriving({ chosen, here, count }: InstallationPhotos): boolean {
  return chosen && here < count;
}

function standing({ chosen, count, here, missingBytes }: InstallationPhotos): string {
  if (count === 0) return t('desktop.photosNone');
  if (here === count) return t('desktop.photosComplete', { count });
  if (!chosen) return t('desktop.photosLeftOut', { here, count });
  return t('desktop.photosHere', { here, count, size: formatSize(missingBytes) });
}

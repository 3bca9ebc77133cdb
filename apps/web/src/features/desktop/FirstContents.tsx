import { ActionIcon, Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatSize } from '../../lib/display/formats.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/synchronisation.ts';
import classes from './DesktopFrame.module.css';
import { type DesktopState } from './desktopState.ts';

/** Interval in ms between reads while photos and files arrive. */
const READ_MS = 3_000;
/** Number of installations that are listed. */
const LISTED = 5;

/**
 * Notice on a new device about what has arrived and what is still missing. Shown from the arrival of the records until the first run is
 * complete, including photos and files.
 * @param onOpen shows the sync screen, where the user chooses the installations whose photos are downloaded
 */
export default function FirstContents({ state, onOpen }: { state: DesktopState; onOpen(): void }) {
  const [isHidden, hide] = useState(false);
  const runs = useQuery(queryOf('getSyncLogs', {})).data;
  const options = useQuery(queryOf('getSyncOptions', {})).data;
  const isFirst = runs !== undefined && runs.every(({ status }) => status !== 'Success');
  const isShown = isFirst && options?.syncImages === true && !isHidden;
  const installations = useQuery({
    ...queryOf('getInstallationPhotos', {}),
    enabled: isShown,
    refetchInterval: READ_MS,
  }).data;
  if (!isShown || installations === undefined) return null;
  const chosen = installations.filter((each) => each.chosen && each.count > 0);
  const coming = chosen.filter(({ here, count }) => here < count);
  if (coming.length === 0) return null;
  const count = sum(chosen.map((each) => each.count));
  const here = sum(chosen.map((each) => each.here));
  const size = formatSize(sum(coming.map(({ missingBytes }) => missingBytes)));
  return (
    <Paper component="section" aria-labelledby="first-contents" m="md" mb={0} p="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} fz="lg" id="first-contents">
          {t('desktop.firstTitle')}
        </Title>
        <ActionIcon aria-label={t('desktop.firstHide')} onClick={() => hide(true)}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
      </Group>
      <Text role="status">
        {[
          t('desktop.firstComing', { here, count, size }),
          ...(state.connected ? [] : [t('desktop.firstNotConnected')]),
        ].join(' ')}
      </Text>
      <progress className={classes['arriving']} max={count} value={here} aria-label={t('desktop.photos')} />
      <Group justify="space-between" align="flex-end">
        <ul className={classes['waitingList']}>
          {coming.slice(0, LISTED).map((each) => (
            <Text key={each.installationId} component="li" size="sm">
              {`${each.name}: ${t('desktop.photosHere', {
                here: each.here,
                count: each.count,
                size: formatSize(each.missingBytes),
              })}`}
            </Text>
          ))}
          {coming.length > LISTED && (
            <Text component="li" size="sm">
              {t('desktop.firstMore', { count: coming.length - LISTED })}
            </Text>
          )}
        </ul>
        <Button variant="default" onClick={onOpen}>
          {t('desktop.firstChoose')}
        </Button>
      </Group>
    </Paper>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

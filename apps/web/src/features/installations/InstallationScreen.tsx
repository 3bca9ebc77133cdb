import { roleHolds } from '@holdfast/contract/roles';
import { ActionIcon, Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconClipboardList, IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatCoordinates, formatTimeIn, todayIn } from '../../lib/display/formats.ts';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/index.ts';
import { useViews } from '../../lib/navigation/views.ts';
import { Actions } from '../../ui/Actions.tsx';
import { Page } from '../../ui/Page.tsx';
import { useCommands } from '../../ui/shortcuts/commands.tsx';
import { Empty, Failed, Loading, ScreenTitle } from '../../ui/states.tsx';
import { useNow } from '../../ui/hooks/useNow.ts';
import { InspectionCard, inWorkingOrder } from '../inspections/index.ts';
import { useUser } from '../users/index.ts';
import { InstallationFacts } from './InstallationFacts.tsx';
import { useInstallation } from './queries.ts';
import { WeatherStrip } from './WeatherStrip.tsx';

const NewInspectionDialog = part(() => import('../inspections/NewInspectionDialog.tsx'));
const InstallationReports = part(() => import('../reports/InstallationReports.tsx'));
const InstallationDetailsDialog = part(() => import('./InstallationDetailsDialog.tsx'));

/** One installation: its weather and its inspections. */
export function InstallationScreen({ installationId }: { installationId: string }) {
  const { open, up } = useViews();
  const now = useNow();
  const user = useUser();
  const [dialog, setDialog] = useState<'details' | 'new' | null>(null);
  const isStaff = user.companyId === null;
  const readOnly = !roleHolds(user.role, 'inspect');
  const { data: installation, error, refetch } = useInstallation(installationId);
  useCommands([
    { id: 'up', group: t('shortcuts.installation'), label: t('actions.backToDashboard'), keys: 'escape', run: up },
    ...(readOnly
      ? []
      : [
          {
            id: 'new',
            group: t('shortcuts.installation'),
            label: t('inspections.new'),
            keys: 'n',
            run: () => setDialog('new'),
          },
        ]),
  ]);
  return (
    <Page>
      <Group gap="sm" align="flex-start">
        <ActionIcon aria-label={t('actions.backToDashboard')} onClick={up} variant="default">
          <IconArrowLeft size={24} />
        </ActionIcon>
        <div style={{ flex: 1, minWidth: 0 }}>
          {installation === undefined && error === null ? (
            <Skeleton height={30} width={260} mb={6} />
          ) : (
            <ScreenTitle>{installation?.name ?? t('installations.unread')}</ScreenTitle>
          )}
          {installation !== undefined && (
            <Text c="dimmed" size="sm">
              {installation.latitude === null || installation.longitude === null
                ? t('installations.noPlace')
                : formatCoordinates(installation.latitude, installation.longitude)}
              {' · '}
              {t('installations.localTime', { time: formatTimeIn(installation.timeZone, now) })}
            </Text>
          )}
        </div>
        {installation !== undefined && (
          <Actions>
            <Button
              variant="default"
              leftSection={<IconInfoCircle size={20} aria-hidden />}
              onClick={() => setDialog('details')}
            >
              {t('installations.details')}
            </Button>
            {!readOnly && (
              <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setDialog('new')}>
                {t('inspections.new')}
              </Button>
            )}
          </Actions>
        )}
      </Group>
      {error !== null && installation === undefined ? (
        <Failed what={t('installations.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : installation === undefined ? (
        <Loading>
          <Stack>
            <Skeleton height={150} radius="lg" />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Skeleton height={220} radius="lg" />
              <Skeleton height={220} radius="lg" />
            </SimpleGrid>
          </Stack>
        </Loading>
      ) : (
        <>
          <WeatherStrip weather={installation.weather} />
          <section aria-labelledby="inspections-title">
            <Title order={2} id="inspections-title" mb="sm">
              {t('inspections.title')}
            </Title>
            {installation.installationInspections.length === 0 ? (
              <Paper>
                <Empty
                  title={t('installations.noInspections')}
                  icon={<IconClipboardList size={40} stroke={1.3} aria-hidden />}
                />
              </Paper>
            ) : (
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
                {inWorkingOrder(installation.installationInspections, todayIn(installation.timeZone, now)).map(
                  (inspection) => (
                    <InspectionCard
                      key={inspection.id}
                      inspection={inspection}
                      day={todayIn(installation.timeZone, now)}
                      onOpen={() => open({ at: 'inspection', installationId, installationInspectionId: inspection.id })}
                    />
                  ),
                )}
              </SimpleGrid>
            )}
          </section>
          <InstallationFacts installation={installation} isStaff={isStaff} />
          <Suspense>
            <InstallationReports
              installationId={installationId}
              company={isStaff ? { companyId: installation.companyId } : {}}
            />
          </Suspense>
        </>
      )}
      {installation !== undefined && (
        <Suspense>
          {dialog === 'details' && (
            <InstallationDetailsDialog
              installation={installation}
              isStaff={isStaff}
              readOnly={readOnly}
              onClose={() => setDialog(null)}
            />
          )}
          {dialog === 'new' && (
            <NewInspectionDialog
              installation={installation}
              isStaff={isStaff}
              onCreated={(id) => open({ at: 'inspection', installationId, installationInspectionId: id })}
              onClose={() => setDialog(null)}
            />
          )}
        </Suspense>
      )}
    </Page>
  );
}

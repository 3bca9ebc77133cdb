import type { Installation, InstallationInspectionSummary } from '@holdfast/contract';
import { Group, Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Suspense } from 'react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { todayIn } from '../../lib/display/formats.ts';
import { isDesktop } from '../../lib/host.ts';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/index.ts';
import { useDemoSeeded } from '../../lib/useDemoSeeded.ts';
import { useViews } from '../../lib/navigation/views.ts';
import { NoInstallation } from '../../ui/illustrations.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Page, TwoColumns } from '../../ui/Page.tsx';
import { Empty, Failed, Loading, ScreenTitle } from '../../ui/states.tsx';
import { useNow } from '../../ui/hooks/useNow.ts';
import { InspectionLine, isPrevious } from '../inspections/index.ts';
import { useUser } from '../users/index.ts';
import { CompanyPicker, useChosenCompany } from '../companies/index.ts';
import { InstallationCard } from './InstallationCard.tsx';
import { Today } from './Today.tsx';
import { useInstallations } from './queries.ts';

const CompanyReports = part(() => import('../reports/CompanyReports.tsx'));
/** Users of a company never see it. */
const NoCompanyChosen = part(() => import('../companies/NoCompanyChosen.tsx'), false);

/** First screen of an inspector: the installations of the company and their inspections. */
export function DashboardScreen() {
  const user = useUser();
  const [companyId, chooseCompany] = useChosenCompany();
  const isStaff = user.companyId === null;
  const { data: installations, error, refetch } = useInstallations(isStaff ? companyId : null);
  return (
    <Page>
      <Group gap="lg" py={4}>
        <Logo size={48} />
        <div style={{ flex: '1 1 200px', minWidth: 0 }}>
          <ScreenTitle>{t('dashboard.title')}</ScreenTitle>
          <Text c="dimmed">{t('dashboard.greeting', { name: user.name })}</Text>
        </div>
        {isStaff && <CompanyPicker value={companyId} onChoose={chooseCompany} />}
      </Group>
      <DemoProgress />
      {error !== null && installations === undefined ? (
        <Failed what={t('dashboard.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : (
        <TwoColumns
          main={
            isStaff && companyId === null ? (
              <Suspense
                fallback={
                  <Loading>
                    <Skeleton height={250} radius="lg" />
                  </Loading>
                }
              >
                <NoCompanyChosen mayMakeOne={user.role === 'administrator' && !isDesktop} onChoose={chooseCompany} />
              </Suspense>
            ) : (
              <Installations installations={installations} />
            )
          }
          side={
            <>
              <Suspense fallback={<Skeleton height={180} radius="lg" />}>
                <CompanyReports company={!isStaff ? {} : companyId === null ? null : { companyId }} />
              </Suspense>
              <PreviousInspections installations={installations} />
            </>
          }
        />
      )}
    </Page>
  );
}

/** Reports that a demo is still being created and more installations will be added. */
function DemoProgress() {
  const seeded = useDemoSeeded();
  if (seeded >= 1) return null;
  return (
    <Paper px={20} py="md">
      <Text role="status" fw={600} mb="xs">
        {t('login.seeding')}
      </Text>
      <Progress value={seeded * 100} aria-label={t('login.seeding')} />
    </Paper>
  );
}

function Installations({ installations }: { installations: Installation[] | undefined }) {
  const { open } = useViews();
  const now = useNow();
  if (installations === undefined) {
    return (
      <Loading>
        <Stack>
          {/* As high as a phone: what follows is not in the window before these are loaded, and does not move in it. */}
          <Skeleton height={320} radius="lg" />
          <Skeleton height={250} radius="lg" />
          <Skeleton height={250} radius="lg" />
        </Stack>
      </Loading>
    );
  }
  if (installations.length === 0) {
    return (
      <Paper>
        <Empty icon={<NoInstallation />} title={t('dashboard.empty')} hint={t('dashboard.emptyHint')} />
      </Paper>
    );
  }
  const openInspection = (installationId: string, installationInspectionId: string): void =>
    open({ at: 'inspection', installationId, installationInspectionId });
  return (
    <>
      <Today installations={installations} now={now} onOpen={openInspection} />
      {installations.map((installation) => (
        <InstallationCard
          key={installation.id}
          installation={installation}
          now={now}
          onOpen={() => open({ at: 'installation', installationId: installation.id })}
          onOpenInspection={(id) => openInspection(installation.id, id)}
        />
      ))}
    </>
  );
}

interface Previous {
  installation: Installation;
  inspection: InstallationInspectionSummary;
  day: number;
}

function PreviousInspections({ installations }: { installations: Installation[] | undefined }) {
  const { open } = useViews();
  const now = useNow();
  const previous = (installations ?? [])
    .flatMap((installation): Previous[] => {
      const day = todayIn(installation.timeZone, now);
      return installation.installationInspections.map((inspection) => ({ installation, inspection, day }));
    })
    .filter(({ inspection, day }) => isPrevious(inspection, day))
    .toSorted((a, b) => b.inspection.expectedEndDate - a.inspection.expectedEndDate);
  return (
    <Paper component="section" aria-labelledby="previous-title" style={{ overflow: 'hidden' }}>
      <Title order={2} id="previous-title" px={20} py="md">
        {t('dashboard.previous')}
      </Title>
      {installations === undefined ? (
        <Loading>
          <Skeleton height={120} mx={20} mb="md" w="auto" />
        </Loading>
      ) : previous.length === 0 ? (
        <Text c="dimmed" px={20} pb={20}>
          {t('dashboard.noHistory')}
        </Text>
      ) : (
        [...Map.groupBy(previous, ({ inspection }) => yearOf(inspection.expectedEndDate))].map(([year, ofYear]) => (
          <section key={year} aria-label={String(year)}>
            <Title order={3} fz="sm" c="dimmed" px={20} pt={8} pb={6}>
              {year}
            </Title>
            {ofYear.map(({ installation, inspection, day }) => (
              <InspectionLine
                key={inspection.id}
                inspection={inspection}
                day={day}
                heading={installation.name}
                onOpen={() =>
                  open({ at: 'inspection', installationId: installation.id, installationInspectionId: inspection.id })
                }
              />
            ))}
          </section>
        ))
      )}
    </Paper>
  );
}

/** The year of a day in Unix seconds. */
function yearOf(day: number): number {
  return new Date(day * 1000).getUTCFullYear();
}

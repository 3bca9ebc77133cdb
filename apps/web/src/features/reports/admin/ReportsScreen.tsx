import type { Report } from '@holdfast/contract';
import { Badge, Button, Tabs } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAddressRecord } from '../../../lib/navigation/addressState.ts';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { type Column, DataTable, idOf, MOMENT_TRACK, momentCell } from '../../../ui/admin/DataTable.tsx';
import type { Filter } from '../../../ui/admin/Filters.tsx';
import { GoneDialog } from '../../../ui/admin/GoneDialog.tsx';
import { ListPage } from '../../../ui/admin/ListPage.tsx';
import { ScreenTitle } from '../../../ui/states.tsx';
import { Generators } from './Generators.tsx';
import { MarkedTitle } from './printability.tsx';
import { NewReportDialog } from './NewReportDialog.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { ReportFields } from './ReportFields.tsx';
import classes from './ReportsScreen.module.css';
import { UploadDialog } from './UploadDialog.tsx';

/** The tabs beside the list of reports. */
const TABS = ['databases', 'fields'] as const;

/** The reports, downloads of the data for designing templates, and the fields that templates can use. */
export function ReportsScreen() {
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((name) => name === search.get('tab')) ?? 'reports';
  return (
    <Tabs
      value={tab}
      onChange={(to) => setSearch(to === null || to === 'reports' ? {} : { tab: to }, { replace: true })}
      className={classes['tabs'] ?? ''}
    >
      <div className={classes['head']}>
        <ScreenTitle>{t(tab === 'reports' ? 'admin.reports' : `adminReports.${tab}`)}</ScreenTitle>
      </div>
      <Tabs.List className={classes['list'] ?? ''}>
        <Tabs.Tab value="reports" h={44}>
          {t('admin.reports')}
        </Tabs.Tab>
        <Tabs.Tab value="databases" h={44}>
          {t('adminReports.databases')}
        </Tabs.Tab>
        <Tabs.Tab value="fields" h={44}>
          {t('adminReports.fields')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="reports" className={classes['panel'] ?? ''}>
        <Reports />
      </Tabs.Panel>
      <Tabs.Panel value="databases" className={classes['panel'] ?? ''}>
        <Generators />
      </Tabs.Panel>
      <Tabs.Panel value="fields" className={classes['panel'] ?? ''}>
        {tab === 'fields' && <ReportFields />}
      </Tabs.Panel>
    </Tabs>
  );
}

function stateOf({ published }: Report): string {
  return t(published ? 'adminReports.statePublished' : 'adminReports.stateDraft');
}

function titleCell(report: Report): ReactNode {
  return <MarkedTitle report={report} />;
}

/** Unemphasised when the report is published for inspectors. */
function stateCell(report: Report): ReactNode {
  if (report.published) return stateOf(report);
  return (
    <Badge variant="default" tt="none">
      {stateOf(report)}
    </Badge>
  );
}

function Reports() {
  const read = useQuery(adminQuery('load the reports', 'getReports', {}));
  const { data: types } = useQuery(adminQuery('load the report types', 'getReportTypes', {}));
  const { data: companies } = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  const { data: inspections } = useQuery(adminQuery('load the inspections', 'getAdminInspections', {}));
  const [openId, setOpenId] = useAddressRecord('report');
  const [making, setMaking] = useState<'begin' | 'upload' | null>(null);
  const open = read.data?.find(({ id }) => id === openId);
  const typeOf = ({ reportTypeId }: Report): string => types?.find(({ id }) => id === reportTypeId)?.name ?? '';
  const companyOf = ({ companyId }: Report): string =>
    companyId === null ? t('adminReports.everyCompany') : (companies?.find(({ id }) => id === companyId)?.name ?? '');
  const inspectionOf = ({ inspectionId }: Report): string =>
    inspectionId === null
      ? t('adminReports.everyType')
      : (inspections?.find(({ id }) => id === inspectionId)?.name ?? '');
  const column = (
    id: string,
    title: string,
    textOf: (report: Report) => string,
    rest: Partial<Column<Report>> = {},
  ) => ({
    id,
    title,
    cell: textOf,
    sort: textOf,
    ...rest,
  });
  const columns: Column<Report>[] = [
    column('title', t('adminReports.title'), ({ title }) => title, {
      track: 'minmax(150px, 4fr)',
      cell: titleCell,
    }),
    column('type', t('adminReports.reportType'), typeOf, { track: 'minmax(104px, 2fr)' }),
    column('company', t('adminReports.company'), companyOf, { track: 'minmax(104px, 2fr)', wideOnly: true }),
    column('inspection', t('adminReports.inspectionType'), inspectionOf, {
      track: 'minmax(104px, 2fr)',
      wideOnly: true,
    }),
    column('state', t('adminReports.state'), stateOf, {
      track: '108px',
      wideOnly: true,
      cell: stateCell,
    }),
    {
      id: 'updated',
      title: t('adminReports.updated'),
      cell: ({ updatedAt }) => momentCell(updatedAt),
      sort: ({ updatedAt }) => updatedAt,
      track: MOMENT_TRACK,
      wideOnly: true,
    },
  ];
  const filters: Filter<Report>[] = [
    { id: 'type', label: t('adminReports.reportType'), of: typeOf },
    { id: 'company', label: t('adminReports.company'), of: companyOf },
    { id: 'inspection', label: t('adminReports.inspectionType'), of: inspectionOf },
    { id: 'state', label: t('adminReports.state'), of: stateOf },
  ];
  const Making = making === 'begin' ? NewReportDialog : UploadDialog;
  const showMade = (reportId: string): void => {
    setMaking(null);
    setOpenId(reportId);
  };
  return (
    <>
      <ListPage
        title={null}
        read={read}
        wordsOf={(report) =>
          [report.title, typeOf(report), companyOf(report), inspectionOf(report), stateOf(report)].join(' ')
        }
        filters={filters}
        create={{ label: t('adminReports.begin'), isBusy: false, run: () => setMaking('begin') }}
        aside={
          <Button
            variant="default"
            leftSection={<IconUpload size={20} aria-hidden />}
            onClick={() => setMaking('upload')}
          >
            {t('adminReports.upload')}
          </Button>
        }
        empty={{ title: t('admin.nothingYet'), hint: t('adminReports.emptyHint') }}
      >
        {(found) => (
          <DataTable
            label={t('admin.reports')}
            rows={found}
            columns={columns}
            keyOf={idOf}
            onOpen={({ id }) => setOpenId(id)}
          />
        )}
      </ListPage>
      {making !== null && <Making onClose={() => setMaking(null)} onDone={showMade} />}
      {open !== undefined && (
        <ReportDialog
          key={open.id}
          report={open}
          about={[typeOf(open), companyOf(open), inspectionOf(open)].join(' · ')}
          onMoved={setOpenId}
          onClose={() => setOpenId(null)}
        />
      )}
      {read.data !== undefined && open === undefined && openId !== null && (
        <GoneDialog onClose={() => setOpenId(null)} />
      )}
    </>
  );
}

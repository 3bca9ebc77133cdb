import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/queries.ts';
import { REPORT_TYPE_IDS } from '../../lib/reportTypes.ts';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ReportList } from './ReportList.tsx';

/** One inspection's reports of one of the two types that come together (data.md 22). */
function useReports(installationInspectionId: string, type: 'installationInspection' | 'inspectionItem') {
  return useQuery({
    ...queryOf('getReportsForInstallationInspection', { installationInspectionId }),
    select: (reports) => reports.filter(({ reportTypeId }) => reportTypeId === REPORT_TYPE_IDS[type]),
  });
}

/** The modal with the reports over one inspection. */
export function InspectionReportsDialog({
  installationInspectionId,
  onClose,
}: {
  installationInspectionId: string;
  onClose(): void;
}) {
  const read = useReports(installationInspectionId, 'installationInspection');
  return (
    <Dialog opened onClose={onClose} title={t('reports.title')} size="lg">
      <ReportList
        read={read}
        over={{ name: 'executeReportInstallationInspection', input: { installationInspectionId } }}
        label={t('reports.title')}
      />
    </Dialog>
  );
}

/** The reports over one item within an inspection. */
export function ItemReports({
  installationInspectionId,
  installationInspectionItemId,
}: {
  installationInspectionId: string;
  /** Absent until it is known. */
  installationInspectionItemId: string | undefined;
}) {
  const read = useReports(installationInspectionId, 'inspectionItem');
  return (
    <ReportList
      read={read}
      over={
        installationInspectionItemId === undefined
          ? null
          : { name: 'executeReportInstallationInspectionItem', input: { installationInspectionItemId } }
      }
      label={t('reports.title')}
    />
  );
}

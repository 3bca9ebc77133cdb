import { t } from '../../lib/texts/reports.ts';
import { ReportList } from './ReportList.tsx';
import { useInspectionReports } from './useInspectionReports.ts';

/** The reports about one item within an inspection. */
export function ItemReports({
  installationInspectionId,
  installationInspectionItemId,
}: {
  installationInspectionId: string;
  /** Absent until it is loaded. */
  installationInspectionItemId: string | undefined;
}) {
  const read = useInspectionReports(installationInspectionId, 'inspectionItem');
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

import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/calls/queries.ts';
import { REPORT_TYPE_IDS } from './reportTypes.ts';

/** The reports about an inspection, of one of the two types that are requested together (data decision 22). */
export function useInspectionReports(
  installationInspectionId: string,
  type: 'installationInspection' | 'inspectionItem',
) {
  return useQuery({
    ...queryOf('getReportsForInstallationInspection', { installationInspectionId }),
    select: (reports) => reports.filter(({ reportTypeId }) => reportTypeId === REPORT_TYPE_IDS[type]),
  });
}

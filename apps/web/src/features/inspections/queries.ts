import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/calls/queries.ts';

/** One inspection of an installation. */
export function useInstallationInspection(installationInspectionId: string) {
  return useQuery(queryOf('getInstallationInspection', { installationInspectionId }));
}

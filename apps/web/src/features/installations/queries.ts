import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/calls/queries.ts';

/** The installations of a company; without an id, those of the user's own company. */
export function useInstallations(companyId: string | null) {
  return useQuery(queryOf('getInstallations', companyId === null ? {} : { companyId }));
}

/** One installation. */
export function useInstallation(installationId: string) {
  return useQuery(queryOf('getInstallation', { installationId }));
}

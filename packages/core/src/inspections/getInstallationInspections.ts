import * as contract from '@holdfast/contract';
import { handler } from '../handler.ts';
import { presentInstallationInspection, summariesOf } from './queries.ts';

/** The inspections of one installation. */
export const getInstallationInspections = handler(
  contract.getInstallationInspections,
  async ({ db }, { installationId }) => {
    const installation = await db
      .from('installation')
      .select('id')
      .where('installation.id', '=', installationId)
      .executeTakeFirst();
    if (installation === undefined) throw new contract.Problem('notFound');
    return (await summariesOf(db, [installationId])).get(installationId)!;
  },
);

/** One inspection of an installation. */
export const getInstallationInspection = handler(
  contract.getInstallationInspection,
  async ({ db }, { installationInspectionId }) => presentInstallationInspection(db, installationInspectionId),
);

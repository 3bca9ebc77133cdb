import * as contract from '@holdfast/contract';
import { handler } from '../handler.ts';
import { installationRow, presentInstallations } from './queries.ts';

const byName = new Intl.Collator('en-GB', { numeric: true });

/** The company's installations by name; archived ones are not among them. */
export const getInstallations = handler(contract.getInstallations, async (ctx) => {
  const rows = await ctx.db.from('installation').selectAll().where('installation.archivedAt', 'is', null).execute();
  return presentInstallations(
    ctx,
    rows.toSorted((a, b) => byName.compare(a.name, b.name)),
  );
});

/** One installation, archived or not. */
export const getInstallation = handler(contract.getInstallation, async (ctx, { installationId }) => {
  const [installation] = await presentInstallations(ctx, [await installationRow(ctx.db, installationId)]);
  return installation!;
});

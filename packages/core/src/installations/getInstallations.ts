import * as contract from '@holdfast/contract';
import { handler } from '../handler.ts';
import { activeInstallations, installationRow, presentInstallations } from './queries.ts';

const byName = new Intl.Collator('en-GB', { numeric: true });

/** The company's installations by name; archived ones are not among them. */
export const getInstallations = handler(contract.getInstallations, async (ctx) => {
  const rows = await activeInstallations(ctx.db);
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

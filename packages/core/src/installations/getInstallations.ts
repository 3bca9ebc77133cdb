import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { activeInstallations, installationRow, presentInstallations } from './queries.ts';

const byName = new Intl.Collator('en-GB', { numeric: true });

/** The company's installations by name; archived ones are not among them. */
export const getInstallations = handler(contract.getInstallations, async (ctx) =>
  ctx.db.together(async (db) => {
    const rows = await activeInstallations(db);
    return presentInstallations(
      { ...ctx, db },
      rows.toSorted((a, b) => byName.compare(a.name, b.name)),
    );
  }),
);

/** One installation, archived or not. */
export const getInstallation = handler(contract.getInstallation, async (ctx, { installationId }) =>
  ctx.db.together(async (db) => {
    const [installation] = await presentInstallations({ ...ctx, db }, [await installationRow(db, installationId)]);
    return installation!;
  }),
);

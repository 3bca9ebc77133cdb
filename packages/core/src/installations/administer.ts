import * as contract from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import { handler } from '../calls/handler.ts';
import { summariesOf } from '../inspections/index.ts';
import { mustExist } from '../calls/mustExist.ts';
import { idForNew } from '../calls/newRow.ts';
import { administeredInstallation, administeredInstallations } from './administered.ts';
import { installationRow } from './queries.ts';
import { formerTimeZonesAfter } from './timeZones.ts';

/** The installations of a company, or of every company. */
export const getAdminInstallations = handler(contract.getAdminInstallations, {
  reach: 'everywhere',
  async commit({ db }, { companyId }) {
    if (companyId !== undefined) await mustExist(db, 'company', companyId);
    return administeredInstallations(db, { companyId });
  },
});

/** The inspections of a company, or of every company: by installation, each one's newest first. */
export const getAdminInstallationInspections = handler(contract.getAdminInstallationInspections, {
  reach: 'everywhere',
  async commit({ db }, { companyId }) {
    if (companyId !== undefined) await mustExist(db, 'company', companyId);
    const rows = await db.rows('installation', companyId === undefined ? {} : { scopeId: companyId });
    const installations = rows.toSorted(byName);
    const summaries = await summariesOf(
      db,
      installations.map(({ id }) => id),
    );
    return installations.flatMap(({ id, name }) =>
      summaries.get(id)!.map((summary) => ({ ...summary, installationName: name })),
    );
  },
});

/** Creates an installation of a company. */
export const createInstallation = handler(
  contract.createInstallation,
  async (ctx, { id: wanted, name, latitude, longitude, timeZone }) => {
    const id = await idForNew(ctx, 'installation', wanted);
    const set = { name, latitude, longitude, timeZone, archivedAt: null, formerTimeZones: '' };
    await ctx.mutate('installation', { op: 'ins', id, set });
    return administeredInstallation(ctx.db, id);
  },
);

/** Changes the name, the coordinates and the time zone of an installation. */
export const editInstallation = handler(contract.editInstallation, async (ctx, { id, ...set }) => {
  const before = await installationRow(ctx.db, id);
  const formerTimeZones = formerTimeZonesAfter(before, set.timeZone, ctx.now);
  await ctx.mutate('installation', { op: 'upd', id, set: { ...set, formerTimeZones } });
  return administeredInstallation(ctx.db, id);
});

/** Archives an installation, which hides it from inspectors, or restores it. */
export const archiveInstallation = handler(contract.archiveInstallation, async (ctx, { id, archived }) => {
  const known = await administeredInstallation(ctx.db, id);
  if (known.archived === archived) return known;
  await ctx.mutate('installation', { op: 'upd', id, set: { archivedAt: archived ? ctx.now : null } });
  return administeredInstallation(ctx.db, id);
});

import * as contract from '@holdfast/contract';
import { saveAnswers } from '../fields/index.ts';
import { handler } from '../calls/handler.ts';
import { installationRow, presentInstallations } from './queries.ts';
import { formerTimeZonesAfter } from './timeZones.ts';

/** Saves the position and the name of an installation, and the answers to the questions of its company (INSD-04). */
export const updateInstallation = handler(
  contract.updateInstallation,
  async (ctx, { id, updatedInstallation: { name, latitude, longitude, timeZone }, fields }) => {
    const before = await installationRow(ctx.db, id);
    await ctx.mutate('installation', {
      op: 'upd',
      id,
      set: {
        latitude,
        longitude,
        name,
        timeZone,
        formerTimeZones: formerTimeZonesAfter(before, timeZone, ctx.now),
      },
    });
    await saveAnswers(ctx, { ownerTable: 'installation', ownerId: id }, fields);
    return (await presentInstallations(ctx, [await installationRow(ctx.db, id)]))[0]!;
  },
);

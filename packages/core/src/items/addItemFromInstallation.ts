import * as contract from '@holdfast/contract';
import { handler } from '../handler.ts';
import { addMember, installationInspectionById } from '../inspections/index.ts';
import { itemRow, presentInspectionItem } from './queries.ts';

/** Takes an item of the installation into the inspection. One that is in it already stays as it is. */
export const addItemFromInstallation = handler(
  contract.addItemFromInstallation,
  async (ctx, { installationInspectionId, itemId }) => {
    await installationInspectionById(ctx.db, installationInspectionId);
    await itemRow(ctx.db, itemId);
    return presentInspectionItem(ctx.db, await addMember(ctx, installationInspectionId, itemId));
  },
);

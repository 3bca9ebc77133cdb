import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { addMember, installationInspectionById } from '../inspections/index.ts';
import { itemRow, presentInspectionItem } from './queries.ts';

/** Adds an item of the installation to the inspection. An item that is already in it stays unchanged. */
export const addItemFromInstallation = handler(
  contract.addItemFromInstallation,
  async (ctx, { installationInspectionId, itemId }) => {
    await installationInspectionById(ctx.db, installationInspectionId);
    await itemRow(ctx.db, itemId);
    return presentInspectionItem(ctx.db, await addMember(ctx, installationInspectionId, itemId));
  },
);

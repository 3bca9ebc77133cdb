/** The inspections of an item, and the findings of its previous inspection. */
import * as contract from '@holdfast/contract';
import type { InspectionOfItem } from '@holdfast/contract';
import { clockOf } from '@holdfast/sync';
import { conditionOf } from '../db/constants.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { answersOf } from '../fields/index.ts';
import { handler } from '../calls/handler.ts';
import { installationInspectionById, memberOf } from '../inspections/index.ts';
import { timeZoneAt, type ZonedInstallation } from '../installations/index.ts';
import { imagesOf } from '../media/index.ts';
import { isoTime, versionOf } from '../present.ts';
import { holdingInspections, itemRow, previousMember } from './queries.ts';
import { storedClocks } from '../storedJson.ts';

/** The inspections that contain an item, newest first (ITEM-14). */
export const getInspectionsForItem = handler(contract.getInspectionsForItem, async ({ db }, { itemId }) => {
  await itemRow(db, itemId);
  return inspectionsOfItem(db, itemId);
});

/** The inspections that contain an item, newest first. */
export async function inspectionsOfItem(db: ScopedDb, itemId: string): Promise<InspectionOfItem[]> {
  const rows = await holdingInspections(db, itemId);
  return rows.map(({ id, _clk, ...row }) => ({
    installationInspectionItemId: id,
    ...row,
    condition: conditionOf(row.conditionId) ?? null,
    clock: versionOf({ _clk }),
  }));
}

/**
 * Returns the findings of the last inspection before this one that contained the item. A question becomes a new item in each inspection, so
 * the one made from the same default item counts as the same.
 */
export const getPreviousAnswers = handler(
  contract.getPreviousAnswers,
  async ({ db }, { installationInspectionId, itemId }) => {
    await memberOf(db, installationInspectionId, itemId);
    const current = await installationInspectionById(db, installationInspectionId);
    const found = await previousMember(db, current, await itemRow(db, itemId));
    if (found === undefined) return null;
    const answers = await answersOf(db, [found.id]);
    const images = await imagesOf(db, found.id);
    const [checker] = await db.rows('person', { userId: found.updatedByUserId });
    const installation = await db.row('installation', current.installationId);
    const checked = found.conditionId === null ? undefined : clockOf(storedClocks(found._clk), 'conditionId');
    return {
      itemId: found.itemId,
      installationInspectionId: found.installationInspectionId,
      inspectionId: found.inspectionId,
      inspectionName: found.inspectionName,
      startDate: found.startDate,
      expectedEndDate: found.expectedEndDate,
      conditionId: found.conditionId,
      condition: conditionOf(found.conditionId) ?? null,
      checkedAt: checked === undefined ? null : isoTime(checked[0]),
      checkedBy: checked === undefined ? null : (checker?.name ?? null),
      timeZone: zoneAt(installation, checked?.[0]),
      fieldResponses: answers.get(found.id)!.map((answer) => ({ ...answer, itemId: found.itemId })),
      image: images[0] ?? null,
    };
  },
);

/** Returns the time zone that an installation had at a moment (milliseconds UTC); undefined: its present one. */
function zoneAt(installation: ZonedInstallation | undefined, ms: number | undefined): string {
  if (installation === undefined) return 'UTC';
  return ms === undefined ? installation.timeZone : timeZoneAt(installation, ms);
}

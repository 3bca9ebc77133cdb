import * as contract from '@holdfast/contract';
import { byName } from '../byName.ts';
import { handler } from '../handler.ts';
import { installationInspectionById } from '../inspections/index.ts';

/** The items of an inspection, from which administrators choose what a report runs over. */
export const getAdminInstallationInspectionItems = handler(
  contract.getAdminInstallationInspectionItems,
  async ({ db }, { installationInspectionId }) => {
    await installationInspectionById(db, installationInspectionId);
    const rows = await db
      .from('installationInspectionItem')
      .innerJoin('item', 'item.id', 'installationInspectionItem.itemId')
      .select([
        'installationInspectionItem.id',
        'installationInspectionItem.itemId',
        'installationInspectionItem.conditionId',
        'item.name',
        'item.isLocation',
      ])
      .where('installationInspectionItem.installationInspectionId', '=', installationInspectionId)
      .where('item.deletedAt', 'is', null)
      .execute();
    return rows.toSorted(byName).map(({ id, itemId, conditionId, name, isLocation }) => ({
      id,
      itemId,
      installationInspectionId,
      name,
      isLocation: isLocation === 1,
      conditionId,
    }));
  },
);

/** Returns the number of records of an item type in the inspections of a type, in every company. */
export const getInspectionItemTypeUsage = handler(contract.getInspectionItemTypeUsage, {
  reach: 'everywhere',
  async commit({ db }, { id }) {
    const place = await db
      .from('inspectionItemType')
      .select(['inspectionId', 'itemTypeId'])
      .where('inspectionItemType.id', '=', id)
      .executeTakeFirst();
    if (place === undefined) throw new contract.Problem('notFound');
    return db
      .from('installationInspectionItem')
      .innerJoin(
        'installationInspection',
        'installationInspection.id',
        'installationInspectionItem.installationInspectionId',
      )
      .innerJoin('item', 'item.id', 'installationInspectionItem.itemId')
      .leftJoin('fieldResponse', (join) =>
        join
          .onRef('fieldResponse.ownerId', '=', 'installationInspectionItem.id')
          .on('fieldResponse.deletedAt', 'is', null),
      )
      .select(({ fn }) => [
        fn.count<number>('fieldResponse.id').as('answers'),
        fn.count<number>('installationInspectionItem.itemId').distinct().as('items'),
        fn.count<number>('installationInspection.id').distinct().as('inspections'),
      ])
      .where('installationInspection.inspectionId', '=', place.inspectionId)
      .where('item.itemTypeId', '=', place.itemTypeId)
      .where('installationInspection.deletedAt', 'is', null)
      .where('item.deletedAt', 'is', null)
      .executeTakeFirstOrThrow();
  },
});

import { CONDITIONS } from '@holdfast/contract';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onEachDatabase, type TestFixture } from '../testing/index.ts';

type Counts = { installationInspectionId: string; conditionId: string; count: number }[];

/** The stored counts, and the same counts calculated from the rows. */
async function keptAndCounted({ database: { db } }: TestFixture): Promise<[kept: Counts, counted: Counts]> {
  const kept = await db
    .selectFrom('conditionCount')
    .selectAll()
    .where('count', '!=', 0)
    .orderBy('installationInspectionId')
    .orderBy('conditionId')
    .execute();
  const counted = await sql<Counts[number]>`
    select m."installationInspectionId", coalesce(m."conditionId", '') as "conditionId", count(*) as "count"
    from "installationInspectionItem" m inner join "item" i on i."id" = m."itemId"
    where m."deletedAt" is null and (i."isLocation" = 0 or m."conditionId" is not null)
    group by 1, 2 order by 1, 2`.execute(db);
  return [kept, counted.rows];
}

onEachDatabase('The counts of an inspection', (fixture) => {
  it('equal those of its rows after conditions, removals, undo, locations and changes of whole inspections', async () => {
    const { build } = fixture;
    const inspection = await build.inspection();
    const installation = await build.installation();
    const held = { installationId: installation.id, inspectionId: inspection.id };
    const first = await build.installationInspection(held);
    const second = await build.installationInspection(held);
    const itemTypeId = (await build.itemType()).id;
    const items = await build.many('item', 'northmere', 40, (i) => ({
      installationId: installation.id,
      itemTypeId,
      parentItemId: null,
      name: `Padeye ${i}`,
      isLocation: i % 5 === 0 ? 1 : 0,
      tagKind: null,
      tag: null,
      defaultItemId: null,
    }));
    for (const { id } of [first, second])
      await build.many('installationInspectionItem', 'northmere', items.length, (i) => ({
        installationInspectionId: id,
        itemId: items[i]!.id,
        conditionId: i % 3 === 0 ? CONDITIONS.defective.id : null,
        order: i,
      }));
    const maren = fixture.as('maren');
    const at = (i: number) => ({ installationInspectionId: first.id, itemId: items[i]!.id });
    await maren.setCondition({ ...at(0), conditionId: null });
    await maren.setCondition({ ...at(5), conditionId: CONDITIONS.fitForPurpose.id });
    await maren.setCondition({ ...at(7), conditionId: CONDITIONS.needsAttention.id });
    await maren.setCondition({ ...at(7), conditionId: CONDITIONS.notApplicable.id });
    await maren.setConditionOfItems({
      installationInspectionId: first.id,
      itemIds: items.slice(10, 30).map(({ id }) => id),
      conditionId: CONDITIONS.fitForPurpose.id,
    });
    await maren.deleteItem(at(11));
    await maren.deleteItem({ ...at(12), installationInspectionId: second.id });

    const [kept, counted] = await keptAndCounted(fixture);
    expect(kept).toEqual(counted);
    const shown = (await maren.getInstallations({})).flatMap(({ installationInspections }) => installationInspections);
    // Both begin on the same day, so that they are ordered by their random ids.
    for (const { id } of [first, second]) {
      const own = counted.filter(({ installationInspectionId }) => installationInspectionId === id);
      const fit = own.find(({ conditionId }) => conditionId === CONDITIONS.fitForPurpose.id);
      expect(shown.find((card) => card.id === id)).toMatchObject({
        totalItems: own.reduce((sum, { count }) => sum + count, 0),
        fitForPurpose: fit?.count ?? 0,
      });
    }
    expect(shown).toHaveLength(2);
  });

  it('follow an item that becomes a location, that comes after its rows, and rows that are removed', async () => {
    const { item, member } = await fixture.build.itemInInspection();
    const { db } = fixture.database;
    const kinds = async (): Promise<number[]> => (await keptAndCounted(fixture))[0].map(({ count }) => count);
    expect(await kinds()).toEqual([1]);
    await db.updateTable('item').set({ isLocation: 1, _seq: 900 }).where('id', '=', item.id).execute();
    expect(await kinds()).toEqual([]);
    await db.updateTable('item').set({ isLocation: 0, _seq: 901 }).where('id', '=', item.id).execute();
    expect(await kinds()).toEqual([1]);
    await db.deleteFrom('installationInspectionItem').where('id', '=', member.id).execute();
    expect(await kinds()).toEqual([]);
  });
});

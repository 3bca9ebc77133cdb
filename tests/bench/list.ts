/**
 * Compares the working list of an inspection with 5,000 items with raw SQL, in turns: `dispatch` and the compiled serialiser on one side,
 * the minimum of statements and `JSON.stringify` of the same rows on the other (docs/benchmarks.md).
 */
import { CONDITIONS, FIELD_TYPES, getItemsForInstallationInspection, type InspectionRow } from '@holdfast/contract';
import { serializerOf } from '@holdfast/api';
import { type Actor, dispatch } from '@holdfast/core';
import { openTestFixture } from '@holdfast/core/testing';
import Sqlite from 'better-sqlite3';
import { type Figure, inTurns, spread } from './turns.ts';

const AREAS = 50;
const ITEMS_PER_AREA = 99;
const ROUNDS = 15;

/** Returns the time of listing 5,000 items relative to that of raw SQL and `JSON.stringify`. */
export async function listAgainstRawSql(): Promise<Figure> {
  const test = await openTestFixture('sqlite');
  const { build } = test;
  const template = await build.fieldsTemplate();
  const fields = [];
  for (const name of ['Tag number', 'Height above deck (m)'])
    fields.push(await build.field({ fieldsTemplateId: template.id, name, fieldTypeId: FIELD_TYPES.text.id }));
  const inspection = await build.inspection({
    itemTypeListViewFieldNames: JSON.stringify(fields.map(({ name }) => ({ name, isSearchable: true }))),
  });
  const itemType = await build.itemType();
  const installation = await build.installation();
  const drops = await build.installationInspection({ installationId: installation.id, inspectionId: inspection.id });
  const conditions = [null, ...Object.values(CONDITIONS).map(({ id }) => id)];
  const thing = (name: string, over: object) => ({
    installationId: installation.id,
    itemTypeId: itemType.id,
    parentItemId: null,
    name,
    isLocation: 0,
    tagKind: null,
    tag: null,
    defaultItemId: null,
    ...over,
  });
  const places = await build.many('item', 'northmere', AREAS, (n) => thing(`Area ${n}`, { isLocation: 1 }));
  const things = await build.many('item', 'northmere', AREAS * ITEMS_PER_AREA, (n) =>
    thing(`Floodlight ${n}`, { parentItemId: places[n % AREAS]!.id }),
  );
  const members = [...places, ...things];
  await build.many('installationInspectionItem', 'northmere', members.length, (n) => ({
    installationInspectionId: drops.id,
    itemId: members[n]!.id,
    conditionId: n < AREAS ? CONDITIONS.defective.id : conditions[n % conditions.length]!,
    order: 0,
  }));
  for (const field of fields) {
    await build.many('fieldResponse', 'northmere', things.length, (n) => ({
      ownerTable: 'item',
      ownerId: things[n]!.id,
      fieldId: field.id,
      parentFieldOptionId: null,
      value: `NMT-${n}`,
      displayValue: `NMT-${n}`,
      recordedDate: 0,
      question: '',
      templateVersion: 1,
    }));
  }
  const actor: Actor = test.actor('maren');
  const serialize = serializerOf(getItemsForInstallationInspection.output);
  const request = {
    operation: 'getItemsForInstallationInspection',
    input: { installationInspectionId: drops.id },
    actor,
  };
  const list = async (): Promise<InspectionRow[]> => (await dispatch(test.application, request)) as InspectionRow[];
  const rows = await list();
  const raw = rawList(test.database.serialize!(), {
    installationId: installation.id,
    drops: drops.id,
    fieldIds: fields.map(({ id }) => id),
  });

  const ours = async (): Promise<number> => {
    const began = performance.now();
    serialize(await list());
    return performance.now() - began;
  };
  const theirs = (): number => {
    const began = performance.now();
    raw.read();
    JSON.stringify(rows);
    return performance.now() - began;
  };
  const turns = await inTurns(ROUNDS, 3, ours, theirs);
  raw.close();
  await test.close();
  return {
    value: turns.ratio.toFixed(2),
    detail: `${rows.length} rows, ${(serialize(rows).length / 1e6).toFixed(1)} MB: ${turns.ours.toFixed(1)} ms against ${turns.theirs.toFixed(1)} ms, ${spread(turns)}`,
    goal: { text: '≤ 1.3', isMet: turns.ratio <= 1.3 },
  };
}

function rawList(
  database: Buffer,
  { installationId, drops, fieldIds }: { installationId: string; drops: string; fieldIds: string[] },
) {
  const db = new Sqlite(database);
  const items = db.prepare(
    `select i."id", i."name", i."parentItemId", i."itemTypeId", i."isLocation", t."isQuestion", m."id" as "memberId", m."conditionId", m."order", m."_clk"
     from "item" i join "itemType" t on t."id" = i."itemTypeId"
     left join "installationInspectionItem" m on m."itemId" = i."id" and m."installationInspectionId" = ? and m."deletedAt" is null
     where i."installationId" = ? and i."deletedAt" is null`,
  );
  const answers = (owner: string) =>
    db.prepare(
      `select m."itemId", f."fieldId", f."displayValue" from "installationInspectionItem" m join "fieldResponse" f on f."ownerId" = m."${owner}"
       where m."installationInspectionId" = ? and f."deletedAt" is null and f."fieldId" in (${fieldIds.map(() => '?').join(', ')})
       and f."parentFieldOptionId" is null`,
    );
  const byOwner = [answers('itemId'), answers('id')];
  const counted = ['image', 'note'].map((table) =>
    db.prepare(
      `select m."id", count(*) as "count" from "installationInspectionItem" m join "${table}" c on c."installationInspectionItemId" = m."id"
       and c."deletedAt" is null where m."installationInspectionId" = ? group by m."id"`,
    ),
  );
  return {
    read(): void {
      items.all(drops, installationId);
      for (const statement of byOwner) statement.all(drops, ...fieldIds);
      for (const statement of counted) statement.all(drops);
    },
    close: () => db.close(),
  };
}

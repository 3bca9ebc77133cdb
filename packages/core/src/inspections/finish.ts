/** The end of an inspection: the time at which its last item was checked, and the versions of templates by which it was recorded. */
import { type Clock, clockOf, compareClocks } from '@holdfast/sync';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';
import type { Finish, RecordedVersions } from '../fields/index.ts';
import { storedClocks } from '../storedJson.ts';

/** Device of the clocks of a server. */
const SERVER = 'server';
/** Key of the clock of a row's creation. */
const CREATED = '*';

type Held = Pick<Database['installationInspection'], 'id' | '_clk'>;

/**
 * Returns the end of an inspection; null while an item of it is not checked, or while it has none. Locations count once they have a condition
 * (product decision 12). A changed condition finishes an inspection again.
 */
export async function finishOf(db: ScopedDb, inspection: Held): Promise<Finish | null> {
  const members = await db
    .from('installationInspectionItem')
    .innerJoin('item', 'item.id', 'installationInspectionItem.itemId')
    .select(['installationInspectionItem._clk'])
    .where('installationInspectionItem.installationInspectionId', '=', inspection.id)
    .where('installationInspectionItem.conditionId', 'is not', null)
    .where('item.deletedAt', 'is', null)
    .where(({ not, exists }) => not(exists(uncheckedItems(db, inspection.id))))
    .execute();
  const [first, ...others] = members.map(({ _clk }) => clockIn(_clk, 'conditionId'));
  if (first === undefined) return null;
  const [at, , device] = others.reduce((latest, clock) => (compareClocks(clock, latest) > 0 ? clock : latest), first);
  let versions: Promise<ReadonlyMap<string, RecordedVersions>> | null = null;
  return {
    at,
    onDevice: device !== SERVER,
    versions: () =>
      (versions ??= recordedVersions(db, inspection.id, { begun: clockIn(inspection._clk, CREATED)[0], at })),
  };
}

function uncheckedItems(db: ScopedDb, id: string) {
  return db
    .from('installationInspectionItem')
    .innerJoin('item', 'item.id', 'installationInspectionItem.itemId')
    .select('installationInspectionItem.id')
    .where('installationInspectionItem.installationInspectionId', '=', id)
    .where('installationInspectionItem.conditionId', 'is', null)
    .where('item.isLocation', '=', 0)
    .where('item.deletedAt', 'is', null);
}

/** The clock of the last change of a column. */
function clockIn(clocks: string, column: string): Clock {
  return clockOf(storedClocks(clocks), column) ?? [0, 0, SERVER];
}

/** Versions of templates by which an inspection, its items in it, and its items themselves since it began were recorded. */
async function recordedVersions(
  db: ScopedDb,
  id: string,
  { begun, at }: { begun: number; at: number },
): Promise<ReadonlyMap<string, RecordedVersions>> {
  const members = db
    .from('installationInspectionItem')
    .where('installationInspectionItem.installationInspectionId', '=', id);
  const owners = members
    .select('installationInspectionItem.id')
    .unionAll(members.select('installationInspectionItem.itemId as id'))
    .unionAll(
      db.from('installationInspection').select('installationInspection.id').where('installationInspection.id', '=', id),
    );
  const rows = await db
    .from('fieldResponse')
    // Deleted ones too: an answer to one is recorded by a version like any other.
    .innerJoin('field', 'field.id', 'fieldResponse.fieldId')
    .select(['field.fieldsTemplateId', 'fieldResponse.templateVersion as version'])
    .select(({ fn }) => fn.min('fieldResponse.recordedDate').as('from'))
    .where('fieldResponse.value', '!=', '')
    .where('fieldResponse.recordedDate', '>=', begun)
    .where('fieldResponse.ownerId', 'in', owners)
    .groupBy(['field.fieldsTemplateId', 'fieldResponse.templateVersion'])
    .execute();
  const versions = new Map<string, RecordedVersions>();
  for (const { fieldsTemplateId, version, from } of rows) {
    const { until, after } = versions.get(fieldsTemplateId) ?? { until: null, after: null };
    versions.set(
      fieldsTemplateId,
      from <= at
        ? { until: Math.max(until ?? version, version), after }
        : { until, after: Math.min(after ?? version, version) },
    );
  }
  return versions;
}

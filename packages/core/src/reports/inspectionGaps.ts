/** Computes what an inspection lacks for a complete report. */
import * as contract from '@holdfast/contract';
import { CONDITIONS, type FieldsTemplate, type ItemGap } from '@holdfast/contract';
import type { ReadCtx } from '../ctx.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { asksRequired, presentTemplates, requiredBlank } from '../fields/index.ts';
import { handler } from '../handler.ts';
import { inspectionType, installationInspectionById } from '../inspections/index.ts';
import { askingTemplates } from '../items/index.ts';
import { answersOfOwners, type Counted, countedItems, type Photo, photosOf, storedContents } from './queries.ts';
import { chunks } from './source.ts';

/** Conditions that need a photo. */
const FINDINGS: ReadonlySet<string | null> = new Set([CONDITIONS.needsAttention.id, CONDITIONS.defective.id]);

/**
 * Returns what an inspection lacks. An item that is not checked counts as not checked only, since its answers come with the check; nothing
 * is required of one that is not applicable.
 */
export const getInspectionGaps = handler(contract.getInspectionGaps, async (ctx, { installationInspectionId }) => {
  const { inspectionId } = await installationInspectionById(ctx.db, installationInspectionId);
  const items = await countedItems(ctx.db, installationInspectionId);
  const photos = await photosOf(ctx.db, installationInspectionId);
  const asked = items.filter(({ conditionId }) => conditionId !== null && conditionId !== CONDITIONS.notApplicable.id);
  return {
    notChecked: items.filter(({ conditionId }) => conditionId === null).length,
    requiredFields: await blankFields(ctx.db, inspectionId, asked),
    detailFields: await blankDetails(ctx.db, installationInspectionId, inspectionId),
    photos: withoutPhoto(items, photos),
    absentPhotos: await absentPhotos(ctx, photos),
  };
});

async function blankFields(db: ScopedDb, inspectionId: string, items: readonly Counted[]): Promise<ItemGap> {
  const asking = await askingTemplates(db, inspectionId, items);
  const templates = await presentTemplates(
    db,
    [...asking.values()].flatMap(({ own, result }) => [...own, ...result]),
  );
  const owners = items.flatMap((item) => {
    const { own, result } = asking.get(item.id)!;
    return [
      { itemId: item.id, ownerId: item.id, asked: templatesIn(templates, own) },
      { itemId: item.id, ownerId: item.memberId, asked: templatesIn(templates, result) },
    ].filter(({ asked }) => asked.some(({ fields }) => asksRequired(fields)));
  });
  const blanks = await blanksOf(db, owners);
  const missing = owners.filter(({ ownerId }) => blanks.get(ownerId)!.length > 0);
  return {
    count: missing.reduce((count, { ownerId }) => count + blanks.get(ownerId)!.length, 0),
    itemIds: [...new Set(missing.map(({ itemId }) => itemId))],
  };
}

async function blankDetails(db: ScopedDb, installationInspectionId: string, inspectionId: string): Promise<string[]> {
  const { inspectionFieldsTemplates } = await inspectionType(db, inspectionId);
  const asked = inspectionFieldsTemplates.map(({ fieldsTemplate }) => fieldsTemplate);
  return (await blanksOf(db, [{ ownerId: installationInspectionId, asked }])).get(installationInspectionId)!;
}

/** The names of the required questions that are blank, by what they are asked about. */
async function blanksOf(
  db: ScopedDb,
  owners: readonly { ownerId: string; asked: readonly FieldsTemplate[] }[],
): Promise<Map<string, string[]>> {
  const blanks = new Map<string, string[]>();
  for (const piece of chunks(owners)) {
    const rows = await answersOfOwners(
      db,
      piece.map(({ ownerId }) => ownerId),
    );
    const given = new Map(rows.map((row) => [`${row.ownerId} ${row.parentFieldOptionId} ${row.fieldId}`, row.value]));
    for (const { ownerId, asked } of piece) {
      const blank = asked.flatMap(({ fields }) =>
        requiredBlank(fields, (fieldId, optionId) => given.get(`${ownerId} ${optionId} ${fieldId}`) ?? ''),
      );
      blanks.set(
        ownerId,
        blank.map(({ name }) => name),
      );
    }
  }
  return blanks;
}

function templatesIn(templates: ReadonlyMap<string, FieldsTemplate>, ids: readonly string[]): FieldsTemplate[] {
  return ids.flatMap((id) => templates.get(id) ?? []);
}

/** A question is answered in words; a thing that was found to be wrong can be photographed. */
function withoutPhoto(items: readonly Counted[], photos: readonly Photo[]): ItemGap {
  const photographed = new Set(photos.map(({ itemId }) => itemId));
  const missing = items.filter(
    ({ id, conditionId, isQuestion }) => !isQuestion && FINDINGS.has(conditionId) && !photographed.has(id),
  );
  return { count: missing.length, itemIds: missing.map(({ id }) => id) };
}

async function absentPhotos({ local }: Pick<ReadCtx, 'local'>, photos: readonly Photo[]): Promise<ItemGap> {
  const here = new Set<string>();
  for (const piece of chunks(photos)) {
    const rows = await storedContents(
      local,
      piece.map(({ sha256 }) => sha256),
    );
    for (const { scopeId, sha256 } of rows) here.add(`${scopeId} ${sha256}`);
  }
  const absent = photos.filter(({ scopeId, sha256 }) => !here.has(`${scopeId} ${sha256}`));
  return { count: absent.length, itemIds: [...new Set(absent.map(({ itemId }) => itemId))] };
}

/** Computes the gaps of an inspection: what is missing for a complete report. */
import * as contract from '@holdfast/contract';
import { CONDITIONS, type EvidenceGap, type FieldsTemplate, type ItemGap } from '@holdfast/contract';
import { NO_ANSWER } from '@holdfast/contract/rules';
import type { ReadCtx } from '../calls/ctx.ts';
import { conditionName } from '../db/constants.ts';
import {
  asFinished,
  assignedBy,
  canLack,
  type Finish,
  isRuled,
  judgeOf,
  type Lacking,
  lackingIn,
  rulesBy,
} from '../fields/index.ts';
import { handler } from '../calls/handler.ts';
import { finishOf, installationInspectionById } from '../inspections/index.ts';
import { askingTemplates } from '../items/index.ts';
import {
  answersOfOwners,
  type Counted,
  countedItems,
  detailTemplates,
  filedItems,
  notedItems,
  type Photo,
  photosOf,
  storedContents,
} from './queries.ts';
import { chunks } from './source.ts';

/** Conditions that need a photo. */
const FINDINGS: ReadonlySet<string | null> = new Set([CONDITIONS.needsAttention.id, CONDITIONS.defective.id]);

/**
 * Returns what an inspection lacks. An item that is not checked counts as not checked only, since its answers come with the check; nothing
 * is required of one that is not applicable. A finished inspection is judged by its templates as they were when it was finished.
 */
export const getInspectionGaps = handler(contract.getInspectionGaps, async (ctx, { installationInspectionId }) => {
  const inspection = await installationInspectionById(ctx.db, installationInspectionId);
  const finish = await finishOf(ctx.db, inspection);
  const items = await countedItems(ctx.db, installationInspectionId);
  const photos = await photosOf(ctx.db, installationInspectionId);
  const asked = items.filter(({ conditionId }) => conditionId !== null && conditionId !== CONDITIONS.notApplicable.id);
  const lacking = await lackingOfItems(ctx, { inspectionId: inspection.inspectionId, items: asked, finish });
  return {
    notChecked: items.filter(({ conditionId }) => conditionId === null).length,
    requiredFields: blankFields(lacking),
    detailFields: await blankDetails(ctx, inspection, finish),
    photos: withoutPhoto(items, photos),
    evidence: await absentEvidence(ctx, installationInspectionId, lacking, photos),
    absentPhotos: await absentPhotos(ctx, photos),
  };
});

/** A record that is asked questions, and the item it is about. */
interface Asked {
  itemId: string;
  ownerId: string;
  condition: string;
  templates: readonly FieldsTemplate[];
}

async function lackingOfItems(
  ctx: ReadCtx,
  { inspectionId, items, finish }: { inspectionId: string; items: readonly Counted[]; finish: Finish | null },
): Promise<(Lacking & { itemId: string })[]> {
  const asking = await askingTemplates(ctx.db, inspectionId, items);
  const assigned = [...asking.values()].flatMap(({ own, result }) => [...own, ...result]);
  const judged = await judgeOf(ctx.db, { assigned, finish, view: asFinished });
  const owners = items.flatMap((item): Asked[] => {
    const { own, result } = asking.get(item.id)!;
    const condition = item.conditionId === null ? '' : conditionName(item.conditionId);
    return [
      // Its own questions are asked alike in every inspection, whatever its condition there.
      { itemId: item.id, ownerId: item.id, condition: '', templates: own.flatMap(judged) },
      { itemId: item.id, ownerId: item.memberId, condition, templates: result.flatMap(judged) },
    ].filter((asked) => asked.templates.some(canLack));
  });
  return lackingOf(ctx, owners, finish);
}

function blankFields(lacking: readonly (Lacking & { itemId: string })[]): ItemGap {
  const missing = lacking.filter(({ blank }) => blank.length > 0);
  return {
    count: missing.reduce((count, { blank }) => count + blank.length, 0),
    itemIds: [...new Set(missing.map(({ itemId }) => itemId))],
  };
}

async function blankDetails(
  ctx: ReadCtx,
  { id, inspectionId }: { id: string; inspectionId: string },
  finish: Finish | null,
): Promise<string[]> {
  const assigned = (await detailTemplates(ctx.db, inspectionId)).map((link) =>
    assignedBy(link, 'fieldsTemplateId', link.fieldsTemplateId),
  );
  const templates = assigned.flatMap(await judgeOf(ctx.db, { assigned, finish, view: asFinished }));
  const asked = { itemId: '', ownerId: id, condition: '', templates };
  return (await lackingOf(ctx, [asked], finish)).flatMap(({ blank }) => blank.map(({ name }) => name));
}

/** The gaps of records, in their order. */
async function lackingOf(
  { db, now, ports }: ReadCtx,
  owners: readonly Asked[],
  finish: Finish | null,
): Promise<(Lacking & { itemId: string })[]> {
  const isAnyRuled = owners.some(({ templates }) => templates.some(isRuled));
  const rulesOf = rulesBy(isAnyRuled ? await ports.formulas.compiler() : null);
  const lacking: (Lacking & { itemId: string })[] = [];
  for (const piece of chunks(owners)) {
    const rows = await answersOfOwners(
      db,
      piece.map(({ ownerId }) => ownerId),
    );
    const given = new Map(rows.map((row) => [`${row.ownerId} ${row.parentFieldOptionId} ${row.fieldId}`, row]));
    for (const { itemId, ownerId, condition, templates } of piece) {
      for (const template of templates) {
        // A rule may compare with the present day: that of a finished inspection is the day on which it was finished.
        const around = { condition, now: finish?.at ?? now, rulesOf };
        const found = lackingIn(
          template,
          (fieldId, optionId) => given.get(`${ownerId} ${optionId} ${fieldId}`) ?? NO_ANSWER,
          around,
        );
        lacking.push({ itemId, ...found });
      }
    }
  }
  return lacking;
}

/** The evidence that rules need and that is not there, by kind and reason. */
async function absentEvidence(
  { db }: ReadCtx,
  installationInspectionId: string,
  lacking: readonly (Lacking & { itemId: string })[],
  photos: readonly Photo[],
): Promise<EvidenceGap[]> {
  const needed = lacking.flatMap(({ itemId, evidence }) => evidence.map((rule) => ({ itemId, ...rule })));
  if (needed.length === 0) return [];
  const present: Readonly<Record<EvidenceGap['needs'], ReadonlySet<string>>> = {
    photo: new Set(photos.map(({ itemId }) => itemId)),
    note: await notedItems(db, installationInspectionId),
    file: await filedItems(db, installationInspectionId),
  };
  const absent = needed.filter(({ needs, itemId }) => !present[needs].has(itemId));
  return [...Map.groupBy(absent, ({ needs, reason }) => `${needs} ${reason}`).values()].map((same) => ({
    needs: same[0]!.needs,
    reason: same[0]!.reason,
    itemIds: [...new Set(same.map(({ itemId }) => itemId))],
  }));
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

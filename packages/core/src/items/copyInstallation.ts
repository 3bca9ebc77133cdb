/** Copies an installation for another company. Records never move between companies, so the copy has ids of its own (data decision 11). */
import * as contract from '@holdfast/contract';
import { FILE_BYTES } from '@holdfast/contract';
import type { ReadCtx, WriteCtx } from '../calls/ctx.ts';
import type { Database } from '../db/schema.ts';
import { handler } from '../calls/handler.ts';
import { administeredInstallation, installationRow } from '../installations/index.ts';
import { recordBlob } from '../media/index.ts';
import { mustExist } from '../calls/mustExist.ts';
import { mustHaveSpace } from '../usage/index.ts';
import { answersToCopy, filesToCopy } from './queries.ts';
import { inTreeOrder } from './rules.ts';

/** Returns the counts of an installation's contents. */
export const getInstallationContents = handler(contract.getInstallationContents, {
  reach: 'everywhere',
  async commit({ db }, { id }) {
    await mustExist(db, 'installation', id);
    const inspections = await db.rows('installationInspection', { installationId: id });
    return {
      items: (await db.rows('item', { installationId: id })).length,
      answers: (await answersToCopy(db, id)).length,
      files: (await filesToCopy(db, id)).length,
      inspections: inspections.length,
    };
  },
});

/** Copies an installation to a company. The bytes of its files are copied before the transaction. */
export const copyInstallation = handler(contract.copyInstallation, {
  reach: 'everywhere',
  ownScope: ({ companyId }) => companyId,
  async prepare(ctx, { id, companyId }) {
    await mustExist(ctx.db, 'company', companyId);
    const original = await installationRow(ctx.db, id);
    return { stored: await copyBytes(ctx, original.scopeId, companyId, await filesToCopy(ctx.db, id)) };
  },
  async commit(ctx, { id, companyId, name }, { stored }) {
    await mustExist(ctx.db, 'company', companyId);
    const original = await installationRow(ctx.db, id);
    const copyId = ctx.newId();
    const { latitude, longitude, timeZone } = original;
    // What was recorded until the copy was made keeps its time of day there, too.
    const { formerTimeZones } = original;
    const set = { name: name ?? original.name, latitude, longitude, timeZone, archivedAt: null, formerTimeZones };
    await ctx.mutate('installation', { op: 'ins', id: copyId, set });
    const { ids, tagsLeft } = await copyItems(ctx, id, copyId);
    const items = ids.size;
    ids.set(id, copyId);
    const answers = await copyAnswers(ctx, id, ids);
    const files = await copyFiles(ctx, id, ids, stored);
    return { installation: await administeredInstallation(ctx.db, copyId), items, answers, files, tagsLeft };
  },
});

/** Copies the items, parents first. @returns the id of each copy by that of its original */
async function copyItems(
  ctx: WriteCtx,
  from: string,
  installationId: string,
): Promise<{ ids: Map<string, string>; tagsLeft: number }> {
  const ids = new Map<string, string>();
  let tagsLeft = 0;
  const defaults = new Set((await ctx.db.rows('inspectionDefaultItem', {})).map((row) => row.id));
  for (const item of inTreeOrder(await ctx.db.rows('item', { installationId: from }), byId)) {
    const id = ctx.newId();
    const isTaken = item.tag !== null && (await isTagTaken(ctx, item));
    if (isTaken) tagsLeft += 1;
    await ctx.mutate('item', {
      op: 'ins',
      id,
      set: {
        installationId,
        itemTypeId: item.itemTypeId,
        parentItemId: item.parentItemId === null ? null : (ids.get(item.parentItemId) ?? null),
        name: item.name,
        isLocation: item.isLocation,
        tagKind: isTaken ? null : item.tagKind,
        tag: isTaken ? null : item.tag,
        defaultItemId: item.defaultItemId !== null && defaults.has(item.defaultItemId) ? item.defaultItemId : null,
      },
    });
    ids.set(item.id, id);
  }
  return { ids, tagsLeft };
}

async function isTagTaken({ lookup, scopeId }: WriteCtx, { tag, tagKind }: Database['item']): Promise<boolean> {
  return (await lookup.find('item', { scopeId, tag, tagKind })).length > 0;
}

/** @param ids of the rows whose answers are copied, with the owner of each copy */
async function copyAnswers(ctx: WriteCtx, from: string, ids: ReadonlyMap<string, string>): Promise<number> {
  const answers = await answersToCopy(ctx.db, from);
  for (const answer of answers) {
    const { ownerId, ownerTable, fieldId, parentFieldOptionId, value, displayValue, recordedDate } = answer;
    const { question, templateVersion } = answer;
    await ctx.mutate('fieldResponse', {
      op: 'ins',
      set: {
        ownerId: ids.get(ownerId)!,
        ownerTable,
        fieldId,
        parentFieldOptionId,
        value,
        displayValue,
        recordedDate,
        question,
        templateVersion,
      },
    });
  }
  return answers.length;
}

type FileRow = Database['file'];

async function copyFiles(
  ctx: WriteCtx,
  from: string,
  ids: ReadonlyMap<string, string>,
  stored: ReadonlySet<string>,
): Promise<number> {
  const files = (await filesToCopy(ctx.db, from)).filter((file) => stored.has(file.sha256));
  for (const { itemId, filename, mimeType, sha256, size } of files) {
    await recordBlob(ctx, { sha256, mimeType });
    const set = { itemId: ids.get(itemId)!, filename, mimeType, sha256, size };
    await ctx.mutate('file', { op: 'ins', id: ctx.newId(), set });
  }
  return files.length;
}

/** Copies the bytes of files into the scope of the copy. @returns the contents that are stored there */
async function copyBytes(
  { local, ports }: Pick<ReadCtx, 'local' | 'ports'>,
  from: string,
  scopeId: string,
  files: readonly FileRow[],
): Promise<ReadonlySet<string>> {
  const { blobs } = ports;
  const stored = new Set<string>();
  let added = 0;
  for (const sha256 of new Set(files.map((file) => file.sha256))) {
    if ((await blobs.size({ scopeId, sha256, rendition: null })) === null) {
      added += (await blobs.size({ scopeId: from, sha256, rendition: null })) ?? 0;
      await mustHaveSpace({ local, ports }, scopeId, added);
      const bytes = await blobs.open({ scopeId: from, sha256, rendition: null });
      if (bytes === null || (await blobs.put(scopeId, bytes, FILE_BYTES)) === null) continue;
    }
    stored.add(sha256);
  }
  return stored;
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}

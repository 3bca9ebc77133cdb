/** How items were found, and what was remarked and photographed of them. */
import { RENDITIONS } from '@holdfast/contract';
import { conditionName, conditionOf } from '../db/constants.ts';
import type { DataCell, Ports, Rendition } from '../ports.ts';
import { withAnswers } from './answerRows.ts';
import { resultsOf } from './results.ts';
import { chunks, momentAt, type Source } from './source.ts';

/** Of what nobody has checked (demo colours). */
const NOT_CHECKED_COLOR = '#9E9E9E';

/** The rows of Result. */
export async function* resultRows(source: Source): AsyncGenerator<DataCell[]> {
  for (const { id: inspectionId, installationId } of source.scope.inspections) {
    const results = await resultsOf(source, inspectionId);
    const rows = results.map(({ id, itemId, conditionId, updatedAt, updatedByUserId }) => ({
      ownerId: id,
      cells: [
        id,
        inspectionId,
        itemId,
        source.items.get(itemId)!.order,
        conditionId,
        conditionName(conditionId),
        conditionOf(conditionId)?.color ?? NOT_CHECKED_COLOR,
        momentAt(source, installationId, updatedAt),
        nameOf(source, updatedByUserId),
      ],
    }));
    yield* withAnswers(source, 'installationInspectionItem', rows);
  }
}

/** The rows of Note. */
export async function* noteRows(source: Source): AsyncGenerator<DataCell[]> {
  for await (const { ids, installationId } of piecesOfResults(source)) {
    const notes = await source.ctx.db
      .from('note')
      .selectAll()
      .where('note.installationInspectionItemId', 'in', ids)
      .orderBy('note.createdAt')
      .orderBy('note.id')
      .execute();
    const byResult = Map.groupBy(notes, (note) => note.installationInspectionItemId);
    for (const note of ids.flatMap((id) => byResult.get(id) ?? [])) {
      yield [
        note.id,
        note.installationInspectionItemId,
        note.content,
        nameOf(source, note.createdByUserId),
        momentAt(source, installationId, note.createdAt),
      ];
    }
  }
}

/** The rows of Photo. A picture is read when its row is, and one that is not here is empty. */
export async function* photoRows(source: Source, wantsBytes: (column: string) => boolean): AsyncGenerator<DataCell[]> {
  const { ctx } = source;
  for await (const { ids, installationId } of piecesOfResults(source)) {
    const images = await ctx.db
      .from('image')
      .selectAll()
      .where('image.installationInspectionItemId', 'in', ids)
      .orderBy('image.order')
      .orderBy('image.id')
      .execute();
    const byResult = Map.groupBy(images, (image) => image.installationInspectionItemId);
    for (const image of ids.flatMap((id) => byResult.get(id) ?? [])) {
      yield [
        image.id,
        image.installationInspectionItemId,
        image.filename,
        image.order,
        momentAt(source, installationId, image.createdAt),
        wantsBytes('Image') ? await copyOf(ctx.ports, image, 1280) : null,
        wantsBytes('Thumbnail') ? await copyOf(ctx.ports, image, 320) : null,
      ];
    }
  }
}

/** Ids of results by the piece, in their order. */
async function* piecesOfResults(source: Source): AsyncGenerator<{ ids: string[]; installationId: string }> {
  for (const { id, installationId } of source.scope.inspections) {
    const results = await resultsOf(source, id);
    for (const piece of chunks(results)) yield { ids: piece.map((result) => result.id), installationId };
  }
}

/** An upright copy of a photo, made again when it is not kept. */
async function copyOf(
  { blobs, images }: Ports,
  { scopeId, sha256 }: { scopeId: string; sha256: string },
  rendition: Rendition,
): Promise<Uint8Array | null> {
  const kept = await blobs.get({ scopeId, sha256, rendition });
  if (kept !== null) return kept;
  const original = await blobs.get({ scopeId, sha256, rendition: null });
  const decoded = original === null ? null : await images.decode(original);
  if (decoded === null) return null;
  for (const each of RENDITIONS)
    await blobs.putRendition({ scopeId, sha256, rendition: each }, decoded.renditions[each]);
  return decoded.renditions[rendition];
}

function nameOf({ names }: Source, userId: string | null): string {
  return (userId === null ? undefined : names.get(userId)) ?? '';
}

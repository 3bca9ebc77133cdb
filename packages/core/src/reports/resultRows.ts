/** Rows of results: conditions, notes and photos of items. */
import { readPhotoEdit } from '@holdfast/contract';
import { conditionName, conditionOf } from '../db/constants.ts';
import type { Database } from '../db/schema.ts';
import { copiesOf, drawPhoto } from '../media/index.ts';
import type { DataCell, Ports, Rendition } from '../ports.ts';
import { type AnsweredRow, withAnswers } from './answerRows.ts';
import type { Row } from './dataSet.ts';
import { resultsOf } from './results.ts';
import { chunks, momentAt, type Source } from './source.ts';

/** Colour of items that are not checked (demo colours). */
const NOT_CHECKED_COLOR = '#9E9E9E';

/** Number of pictures opened at a time: one waits for the disk while another is read. */
const PICTURES_AT_ONCE = 16;

/** The rows of Result. */
export async function* resultRows(source: Source): AsyncGenerator<readonly DataCell[]> {
  for (const { id: inspectionId, installationId } of source.scope.inspections) {
    const results = await resultsOf(source, inspectionId);
    const rows = results.map(({ id, itemId, conditionId, updatedAt, updatedByUserId }): AnsweredRow<'Result'> => ({
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
        updatedByUserId,
      ],
    }));
    yield* withAnswers(source, 'Result', rows);
  }
}

/** The rows of Note. */
export async function* noteRows(source: Source): AsyncGenerator<Row<'Note'>> {
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

/** The rows of Photo. Pictures are read from their files by the printing process; a missing one is empty. */
export async function* photoRows(
  source: Source,
  wantsBytes: (column: string) => boolean,
): AsyncGenerator<Row<'Photo'>> {
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
    const inOrder = ids.flatMap((id) => byResult.get(id) ?? []);
    for (const few of chunks(inOrder, PICTURES_AT_ONCE)) {
      const large = wantsBytes('Image') ? await editedOf(ctx.ports, few, 1280) : [];
      const small = wantsBytes('Thumbnail') ? await editedOf(ctx.ports, few, 320) : [];
      const unmarked = wantsBytes('Unmarked') ? await copiesOf(ctx.ports, few, 1280) : [];
      for (const [i, image] of few.entries())
        yield [
          image.id,
          image.installationInspectionItemId,
          image.filename,
          image.order,
          momentAt(source, installationId, image.createdAt),
          large[i] ?? null,
          small[i] ?? null,
          image.caption,
          unmarked[i] ?? null,
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

type Photo = Database['image'];

/** Photos as they were turned, cropped and marked, in their order; upright copies of those that were not. */
async function editedOf(ports: Ports, photos: readonly Photo[], rendition: Rendition): Promise<DataCell[]> {
  const copies = await copiesOf(ports, photos, rendition);
  for (const [i, { scopeId, sha256, edit }] of photos.entries()) {
    const read = readPhotoEdit(edit) ?? null;
    const original = read === null ? null : await ports.blobs.get({ scopeId, sha256, rendition: null });
    // Without its marks a photo might show what was blurred: one that cannot be drawn stays empty.
    if (read !== null)
      copies[i] = original === null ? null : await drawPhoto(ports.images, original, read, rendition, scopeId);
  }
  return copies;
}

function nameOf({ names }: Source, userId: string | null): string {
  return (userId === null ? undefined : names.get(userId)) ?? '';
}

/** Edits of photos as sent and stored. */
import { z } from 'zod';
import { NAME_LIMIT, text } from '../base/values.ts';
import type { PhotoEdit as Edit } from './edits.ts';

/** Maximum number of marks on one photo. */
const MARK_LIMIT = 50;
/** Maximum length of the text of a mark, in UTF-16 units. */
export const MARK_WORDS_LIMIT = 80;
/** The longest caption, in UTF-16 units. */
export const CAPTION_LIMIT = NAME_LIMIT;

const share = z.number().min(0).max(1);
const Point = z.strictObject({ x: share, y: share }).describe('In shares of the upright original.');
/** The shortest edge of an area, as a share: smaller ones cannot be seen. */
const SHORTEST = 0.005;
const edge = z.number().min(SHORTEST).max(1);
const Area = z
  .strictObject({ x: share, y: share, width: edge, height: edge })
  .refine(({ x, y, width, height }) => x + width <= 1.000001 && y + height <= 1.000001, 'must lie within the picture')
  .describe('In shares of the upright original.');

/** Rotation, crop and marks of a photo; the original is not changed. */
export const PhotoEdit = z
  .strictObject({
    turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).describe('Degrees clockwise.'),
    crop: Area.nullable().describe('Part that is shown; null: all of it.'),
    marks: z
      .array(
        z.discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('arrow'), from: Point, to: Point }),
          z.strictObject({ kind: z.literal('circle'), area: Area }),
          z.strictObject({ kind: z.literal('text'), at: Point, words: text(MARK_WORDS_LIMIT).trim().min(1) }),
          z.strictObject({ kind: z.literal('blur'), area: Area }),
        ]),
      )
      .max(MARK_LIMIT)
      .describe('Layers over the picture, drawn in this order; blurred areas first.'),
  })
  .meta({ id: 'PhotoEdit' });

/** Rotation, crop and marks of a photo. */
export type PhotoEdit = Edit;

/** Reads a stored edit: JSON, or empty for an unchanged photo; undefined when it is invalid. */
export function readPhotoEdit(stored: string): Edit | null | undefined {
  if (stored === '') return null;
  try {
    return PhotoEdit.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}

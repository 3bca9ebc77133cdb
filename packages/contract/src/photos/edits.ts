/** Geometry of edited photos: rotation, crop and layers of marks. The original is not changed. */

/** Clockwise rotation in degrees. */
export type Turn = 0 | 90 | 180 | 270;

/** A point in a picture, as fractions of the width and height of the upright original. */
export interface Point {
  x: number;
  y: number;
}

/** A rectangle in a picture, as fractions of the width and height of the upright original. */
export interface Area extends Point {
  width: number;
  height: number;
}

/** A mark over a photo. */
export type PhotoMark =
  | { kind: 'arrow'; from: Point; to: Point }
  | { kind: 'circle'; area: Area }
  | { kind: 'text'; at: Point; words: string }
  | { kind: 'blur'; area: Area };

/** Changes to a photo, kept beside the untouched original. */
export interface PhotoEdit {
  turn: Turn;
  /** The shown part; null: the complete picture. */
  crop: Area | null;
  /** Drawn in this order; blurred areas always first. */
  marks: PhotoMark[];
}

/** The edit of an unchanged photo. */
export const UNEDITED: PhotoEdit = { turn: 0, crop: null, marks: [] };

/** All of a picture. */
const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };

/** Returns true when an edit changes nothing. */
export function isUnedited({ turn, crop, marks }: PhotoEdit): boolean {
  return turn === 0 && crop === null && marks.length === 0;
}

/** Returns the size in pixels of an edited photo whose upright original has `width` by `height`. */
export function editedSize(
  { turn, crop }: Pick<PhotoEdit, 'turn' | 'crop'>,
  { width, height }: { width: number; height: number },
): { width: number; height: number } {
  const part = crop ?? WHOLE;
  const cut = {
    width: Math.max(1, Math.round(width * part.width)),
    height: Math.max(1, Math.round(height * part.height)),
  };
  return turn % 180 === 0 ? cut : { width: cut.height, height: cut.width };
}

/** Converts a point of the original to fractions of the edited picture. */
export function toEdited({ turn, crop }: Pick<PhotoEdit, 'turn' | 'crop'>, { x, y }: Point): Point {
  const part = crop ?? WHOLE;
  const at = { x: (x - part.x) / part.width, y: (y - part.y) / part.height };
  if (turn === 90) return { x: 1 - at.y, y: at.x };
  if (turn === 180) return { x: 1 - at.x, y: 1 - at.y };
  if (turn === 270) return { x: at.y, y: 1 - at.x };
  return at;
}

/** Converts a point of the edited picture to fractions of the original. */
export function toOriginal({ turn, crop }: Pick<PhotoEdit, 'turn' | 'crop'>, { x, y }: Point): Point {
  const part = crop ?? WHOLE;
  const at =
    turn === 90
      ? { x: y, y: 1 - x }
      : turn === 180
        ? { x: 1 - x, y: 1 - y }
        : turn === 270
          ? { x: 1 - y, y: x }
          : { x, y };
  return { x: part.x + at.x * part.width, y: part.y + at.y * part.height };
}

/** Returns the area between two opposite corners, limited to the picture. */
export function areaBetween(a: Point, b: Point): Area {
  const left = within(Math.min(a.x, b.x));
  const top = within(Math.min(a.y, b.y));
  return {
    x: left,
    y: top,
    width: within(Math.max(a.x, b.x)) - left,
    height: within(Math.max(a.y, b.y)) - top,
  };
}

/** Converts an area of the original to fractions of the edited picture. */
export function areaInEdited(edit: Pick<PhotoEdit, 'turn' | 'crop'>, { x, y, width, height }: Area): Area {
  const a = toEdited(edit, { x, y });
  const b = toEdited(edit, { x: x + width, y: y + height });
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

/** Limits a fraction to 0 to 1. */
export function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

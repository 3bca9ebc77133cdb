/** Geometry of edited photos: turning, cropping and layers of marks over an original that stays as it was taken. */

/** Clockwise turn in degrees. */
export type Turn = 0 | 90 | 180 | 270;

/** A place in a picture, in shares of the width and height of the upright original. */
export interface Point {
  x: number;
  y: number;
}

/** A rectangle in a picture, in shares of the width and height of the upright original. */
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
  /** Part that is shown; null: all of it. */
  crop: Area | null;
  /** Drawn in this order; blurred areas always first. */
  marks: PhotoMark[];
}

/** A photo as it was taken. */
export const UNEDITED: PhotoEdit = { turn: 0, crop: null, marks: [] };

/** All of a picture. */
const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };

/** Returns whether an edit changes nothing. */
export function isUnedited({ turn, crop, marks }: PhotoEdit): boolean {
  return turn === 0 && crop === null && marks.length === 0;
}

/** The pixels of an edited photo of which the upright original has `width` by `height`. */
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

/** A place of the original as shares of the edited picture. */
export function toEdited({ turn, crop }: Pick<PhotoEdit, 'turn' | 'crop'>, { x, y }: Point): Point {
  const part = crop ?? WHOLE;
  const at = { x: (x - part.x) / part.width, y: (y - part.y) / part.height };
  if (turn === 90) return { x: 1 - at.y, y: at.x };
  if (turn === 180) return { x: 1 - at.x, y: 1 - at.y };
  if (turn === 270) return { x: at.y, y: 1 - at.x };
  return at;
}

/** A place of the edited picture as shares of the original. */
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

/** The area between two opposite corners, kept within the picture. */
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

/** An area of the original as shares of the edited picture. */
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

/** A share, at least 0 and at most 1. */
export function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

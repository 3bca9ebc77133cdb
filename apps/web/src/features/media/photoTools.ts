/** Editing of a photo as pure steps: each tool computes the next edit from an edit and a drag. */
import {
  areaBetween,
  isUnedited,
  type PhotoEdit,
  type PhotoMark,
  type Point,
  toOriginal,
  type Turn,
  UNEDITED,
  within,
} from '@holdfast/contract/photos';

/** Tool for drags over the picture. */
export type Tool = 'crop' | 'arrow' | 'circle' | 'text' | 'blur';

/** Shortest side of a cropped or marked area, as a share of the picture: shorter drags are treated as accidental. */
const SLIP = 0.02;

/** Rounds shares so that an edit stays short; a thousandth of the picture is less than a pixel on screen. */
const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x * 1e4) / 1e4, y: Math.round(y * 1e4) / 1e4 });

/** Rotates a photo clockwise (1) or anticlockwise (-1) by 90 degrees. */
export function turned(edit: PhotoEdit, quarters: 1 | -1): PhotoEdit {
  return { ...edit, turn: ((edit.turn + quarters * 90 + 360) % 360) as Turn };
}

/**
 * Returns the edit after a drag from one point of the shown picture to another.
 * @param words content of a text, which is placed where the drag ended
 * @returns null when the drag was accidental, or a text is empty
 */
export function drawn(edit: PhotoEdit, tool: Tool, from: Point, to: Point, words: string): PhotoEdit | null {
  const a = rounded(toOriginal(edit, from));
  const b = rounded(toOriginal(edit, to));
  if (tool === 'text') {
    const text = words.trim();
    return text === '' ? null : withMark(edit, { kind: 'text', at: inside(b), words: text });
  }
  if (tool === 'arrow') {
    return Math.hypot(from.x - to.x, from.y - to.y) < SLIP
      ? null
      : withMark(edit, { kind: 'arrow', from: inside(a), to: inside(b) });
  }
  const area = areaBetween(a, b);
  if (area.width < SLIP / 2 || area.height < SLIP / 2) return null;
  return tool === 'crop' ? { ...edit, crop: area } : withMark(edit, { kind: tool, area });
}

/** Returns the edit with its last mark moved by shares of the original. */
export function moved(edit: PhotoEdit, by: Point): PhotoEdit {
  const last = edit.marks.at(-1);
  if (last === undefined) return edit;
  const shift = ({ x, y }: Point): Point => rounded(inside({ x: x + by.x, y: y + by.y }));
  const mark: PhotoMark =
    last.kind === 'arrow'
      ? { ...last, from: shift(last.from), to: shift(last.to) }
      : last.kind === 'text'
        ? { ...last, at: shift(last.at) }
        : {
            ...last,
            area: {
              ...last.area,
              x: Math.min(within(last.area.x + by.x), 1 - last.area.width),
              y: Math.min(within(last.area.y + by.y), 1 - last.area.height),
            },
          };
  return { ...edit, marks: [...edit.marks.slice(0, -1), mark] };
}

/** Returns the edit without its last mark. */
export function withoutLast(edit: PhotoEdit): PhotoEdit {
  return { ...edit, marks: edit.marks.slice(0, -1) };
}

/** Returns an edit in the form in which it is saved: null when it changes nothing. */
export function savedEdit(edit: PhotoEdit): PhotoEdit | null {
  return isUnedited(edit) ? null : edit;
}

/** Returns the edit to start from: for a photo without one, an edit that changes nothing. */
export function editOf(edit: PhotoEdit | null): PhotoEdit {
  return edit ?? UNEDITED;
}

function inside({ x, y }: Point): Point {
  return { x: within(x), y: within(y) };
}

function withMark(edit: PhotoEdit, mark: PhotoMark): PhotoEdit {
  return { ...edit, marks: [...edit.marks, mark] };
}

import type { Color } from '../../page.ts';

/** Characters with the same formatting. */
export interface RtfRun {
  readonly text: string;
  readonly family: string;
  /** pt */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikeout: boolean;
  readonly position: 'normal' | 'sub' | 'super';
  readonly color: Color;
}

/** A picture in the text; size in px. */
export interface RtfPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Lengths in px. */
export interface RtfParagraph {
  readonly kind: 'paragraph';
  readonly runs: readonly RtfRun[];
  readonly pictures: readonly RtfPicture[];
  readonly align: 'Left' | 'Center' | 'Right' | 'Justify';
  readonly left: number;
  readonly right: number;
  readonly firstLine: number;
  readonly before: number;
  readonly after: number;
  /** Font size of the empty line when there are no runs. */
  readonly emptySize: number;
}

/** A cell of a table row. */
export interface RtfCell {
  /** Right edge, px from the table's left. */
  readonly right: number;
  readonly borders: boolean;
  readonly blocks: readonly RtfParagraph[];
}

/** A row of a table; its left edge in px from that of the text. */
export interface RtfRow {
  readonly kind: 'row';
  readonly left: number;
  readonly cells: readonly RtfCell[];
}

/** A block of a text: a paragraph or a table row. */
export type RtfBlock = RtfParagraph | RtfRow;

/** The text is not RTF, or exceeds a limit. */
export class RtfError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RtfError';
  }
}

/** Control words of character and paragraph formatting. */
import type { RtfParagraph, RtfRun } from './document.ts';

/** Character formatting as the control words set it: indices of the font and colour tables, size in pt. */
export interface CharacterFormat {
  readonly font: number;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strikeout: boolean;
  readonly position: RtfRun['position'];
  readonly color: number;
  readonly hidden: boolean;
}

/** Lengths in twips. */
export interface Layout {
  readonly align: RtfParagraph['align'];
  readonly left: number;
  readonly right: number;
  readonly firstLine: number;
  readonly before: number;
  readonly after: number;
  readonly inTable: boolean;
}

/** The formatting at the start of a document and after `\plain`. */
export const plainFormat: CharacterFormat = {
  font: 0,
  size: 12,
  bold: false,
  italic: false,
  underline: false,
  strikeout: false,
  position: 'normal',
  color: 0,
  hidden: false,
};
/** The layout at the start of a document and after `\pard`. */
export const plainLayout: Layout = {
  align: 'Left',
  left: 0,
  right: 0,
  firstLine: 0,
  before: 0,
  after: 0,
  inTable: false,
};

/** The formatting after a control word; undefined when the word has another purpose. */
export function changedFormat(
  format: CharacterFormat,
  word: string,
  value: number | undefined,
): CharacterFormat | undefined {
  const on = value !== 0;
  switch (word) {
    case 'f':
      return { ...format, font: value ?? 0 };
    case 'fs':
      return { ...format, size: Math.min(1000, Math.max(1, (value ?? 24) / 2)) };
    case 'b':
      return { ...format, bold: on };
    case 'i':
      return { ...format, italic: on };
    case 'ul':
    case 'uldb':
    case 'ulw':
    case 'uld':
      return { ...format, underline: on };
    case 'ulnone':
      return { ...format, underline: false };
    case 'strike':
      return { ...format, strikeout: on };
    case 'sub':
      return { ...format, position: on ? 'sub' : 'normal' };
    case 'super':
      return { ...format, position: on ? 'super' : 'normal' };
    case 'nosupersub':
      return { ...format, position: 'normal' };
    case 'cf':
      return { ...format, color: value ?? 0 };
    case 'v':
      return { ...format, hidden: on };
    case 'plain':
      return plainFormat;
    default:
      return undefined;
  }
}

/** The layout after a control word; undefined when the word has another purpose. */
export function changedLayout(layout: Layout, word: string, value: number | undefined): Layout | undefined {
  switch (word) {
    case 'pard':
      return plainLayout;
    case 'ql':
      return { ...layout, align: 'Left' };
    case 'qc':
      return { ...layout, align: 'Center' };
    case 'qr':
      return { ...layout, align: 'Right' };
    case 'qj':
      return { ...layout, align: 'Justify' };
    case 'li':
      return { ...layout, left: value ?? 0 };
    case 'ri':
      return { ...layout, right: value ?? 0 };
    case 'fi':
      return { ...layout, firstLine: value ?? 0 };
    case 'sb':
      return { ...layout, before: value ?? 0 };
    case 'sa':
      return { ...layout, after: value ?? 0 };
    case 'intbl':
      return { ...layout, inTable: true };
    default:
      return undefined;
  }
}

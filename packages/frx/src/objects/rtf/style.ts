/** Control words that change how characters look and how paragraphs stand. */
import type { RtfParagraph, RtfRun } from './document.ts';

/** Character formatting as the control words set it: indices of the font and colour tables, size in pt. */
export interface Look {
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

/** The look at the start of a document and after `\plain`. */
export const plainLook: Look = {
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

/** The look after a control word; undefined when the word is about something else. */
export function changedLook(look: Look, word: string, value: number | undefined): Look | undefined {
  const on = value !== 0;
  switch (word) {
    case 'f':
      return { ...look, font: value ?? 0 };
    case 'fs':
      return { ...look, size: Math.min(1000, Math.max(1, (value ?? 24) / 2)) };
    case 'b':
      return { ...look, bold: on };
    case 'i':
      return { ...look, italic: on };
    case 'ul':
    case 'uldb':
    case 'ulw':
    case 'uld':
      return { ...look, underline: on };
    case 'ulnone':
      return { ...look, underline: false };
    case 'strike':
      return { ...look, strikeout: on };
    case 'sub':
      return { ...look, position: on ? 'sub' : 'normal' };
    case 'super':
      return { ...look, position: on ? 'super' : 'normal' };
    case 'nosupersub':
      return { ...look, position: 'normal' };
    case 'cf':
      return { ...look, color: value ?? 0 };
    case 'v':
      return { ...look, hidden: on };
    case 'plain':
      return plainLook;
    default:
      return undefined;
  }
}

/** The layout after a control word; undefined when the word is about something else. */
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

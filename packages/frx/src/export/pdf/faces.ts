/** Faces of a font set as embedded fonts of a PDF file. */
import type { FontFace } from '../../text/index.ts';
import { embedFont } from './document.ts';
import type { GlyphPosition, PdfDocument, PdfFont } from './document.ts';

/** A text as codes of an embedded font. */
export interface Encoded {
  readonly codes: readonly string[];
  /** All codes concatenated. */
  readonly joined: string;
  /** Advances in thousandths of the em. */
  readonly widths: readonly number[];
  /** Sum of the advances. */
  readonly width: number;
  /** Offsets of glyphs from shaping, in thousandths of the em; y is up. */
  readonly shifts?: readonly GlyphShift[] | undefined;
}

/** Offset of a glyph from its position. */
export interface GlyphShift {
  readonly x: number;
  readonly y: number;
}

/** A face of a font as a document embeds it. */
export interface PdfFace {
  readonly font: PdfFont;
  /** Code of the space character. */
  readonly blank: string;
  readonly encode: (text: string) => Encoded;
}

/** Scripts whose letters change form or order by context: shaped by fontkit. */
const SHAPED = /[\u0300-\u036f\u0590-\u08ff\u0900-\u1cff\ufb1d-\ufdff\ufe70-\ufeff]/;
const MAX_CACHED = 512;

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

/** Returns true when a glyph is not at the position given by the advances. */
function isMoved(position: GlyphPosition, advance: number | undefined): boolean {
  return position.xOffset !== 0 || position.yOffset !== 0 || Math.abs(position.xAdvance - (advance ?? 0)) > 0.01;
}

/** The embedded font of a face, opened on first use. */
export function openFace(document: PdfDocument, open: Map<FontFace, PdfFace>, face: FontFace): PdfFace {
  let known = open.get(face);
  if (known === undefined) {
    const { source } = face;
    const shared = [...open].find(([other]) => other.source === source)?.[1];
    known =
      shared ??
      makeFace(
        embedFont(
          document,
          `face${open.size}`,
          source.bytes(),
          source.directory === 0 ? undefined : source.postscriptName,
        ),
      );
    open.set(face, known);
  }
  return known;
}

function makeFace(font: PdfFont): PdfFace {
  const codes = new Map<number, { readonly code: string; readonly width: number }>();
  const cache = new Map<string, Encoded>();
  const codeOf = (codePoint: number): { readonly code: string; readonly width: number } => {
    let known = codes.get(codePoint);
    if (known === undefined) {
      const glyph = font.font.glyphForCodePoint(codePoint);
      const id = font.subset.includeGlyph(glyph.id);
      font.widths[id] ??= glyph.advanceWidth * font.scale;
      font.unicode[id] ??= [codePoint];
      known = { code: id.toString(16).padStart(4, '0'), width: glyph.advanceWidth * font.scale };
      codes.set(codePoint, known);
    }
    return known;
  };
  const simple = (text: string): Encoded => {
    const found: string[] = [];
    const widths: number[] = [];
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      if (codePoint < 32) continue;
      const { code, width } = codeOf(codePoint);
      found.push(code);
      widths.push(width);
    }
    return { codes: found, joined: found.join(''), widths, width: sum(widths) };
  };
  const shaped = (text: string): Encoded => {
    const [found, positions] = font.encode(text.normalize('NFC'), {});
    const shifts = positions.map(({ xOffset, yOffset }) => ({ x: xOffset, y: yOffset }));
    const widths = positions.map((position) => position.xAdvance);
    return {
      codes: found,
      joined: found.join(''),
      widths,
      width: sum(widths),
      shifts: positions.some((position, index) =>
        isMoved(position, font.widths[Number.parseInt(found[index] ?? '', 16)]),
      )
        ? shifts
        : undefined,
    };
  };
  return {
    font,
    blank: codeOf(32).code,
    encode: (text) => {
      let known = cache.get(text);
      if (known === undefined) {
        known = SHAPED.test(text) ? shaped(text) : simple(text);
        if (cache.size >= MAX_CACHED) cache.clear();
        cache.set(text, known);
      }
      return known;
    },
  };
}

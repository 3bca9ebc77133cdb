/** Positions the characters of a text object inside it. */
import type { Font, PlacedText, TextStyle } from '../page.ts';
import { trimToFit } from './advanced.ts';
import { hasRightToLeft, visualOrder } from './bidi.ts';
import type { BrokenLine, Piece } from './broken.ts';
import { drawnWidth, hasAll } from './fallback.ts';
import { emOf, lineSpacingOf, plainLines, plainWidth } from './plain.ts';
import { breakStyled, needsAdvanced } from './textObject.ts';
import type { Fonts, TextLayout, TextLine, TextRun } from './types.ts';
import { spaceWidth, tabStop } from './spacing.ts';

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A run before alignment: `left` from the left edge of the line. */
interface Stretch {
  text: string;
  readonly font: Font;
  readonly piece?: Piece | undefined;
  readonly left: number;
  width: number;
}

/** Lines and positioned runs of a text in an object of this size (px). Text above or below a clipped area is omitted. */
export function layoutText(fonts: Fonts, content: PlacedText, width: number, height: number): TextLayout {
  const { text, style } = content;
  const { padding } = style;
  const inner: Area = {
    left: padding.left,
    top: padding.top,
    width: width - padding.left - padding.right,
    height: height - padding.top - padding.bottom,
  };
  const centerX = inner.left + inner.width / 2;
  const centerY = inner.top + inner.height / 2;
  const angle = ((style.angle % 360) + 360) % 360;
  const upright = (angle >= 90 && angle < 180) || angle >= 270;
  const area = upright
    ? { left: centerX - inner.height / 2, top: centerY - inner.width / 2, width: inner.height, height: inner.width }
    : inner;
  const styled = style.renderType === 'HtmlParagraph' || needsAdvanced(style);
  const lines =
    text === '' ? [] : styled ? styledLines(fonts, text, style, area) : plainTextLines(fonts, text, style, area);
  const visible = style.clip
    ? lines.filter((line) => line.top + line.height > area.top - 0.5 && line.top < area.top + area.height + 0.5)
    : lines;
  return { lines: visible, angle, centerX, centerY, clipped: style.clip };
}

function verticalStart(style: TextStyle, area: Area, height: number, closing: number): number {
  if (style.vertAlign === 'Center') return area.top + (area.height - height) / 2;
  return style.vertAlign === 'Bottom' ? area.top + area.height - height - closing : area.top;
}

function plainTextLines(fonts: Fonts, original: string, style: TextStyle, area: Area): TextLine[] {
  const text = original.replaceAll('\v', '\n');
  const { font, fontWidthRatio: ratio } = style;
  const face = fonts.face(font);
  const spacing = lineSpacingOf(face, font);
  const available = area.width / ratio;
  const lines = plainLines(face, font, text, style.wordWrap ? available : 0, (at) => tabStop(style, at));
  const start = verticalStart(style, area, lines.length * spacing, 0);
  const lastVisible = Math.max(0, Math.floor(area.height / spacing) - 1);
  const trims = style.trimming !== 'None' && style.clip;
  const shown = trims ? lines.slice(0, lastVisible + 1) : lines;
  return shown.map((line, index) => {
    let written = text.slice(line.start, line.end);
    const tooLong = !style.wordWrap && plainWidth(face, font, line.units) > available;
    const goesOn = index === shown.length - 1 && shown.length < lines.length;
    if (trims && (tooLong || goesOn)) written = trimPlain(fonts, written.trimEnd(), style, available);
    const stretches = tabbed(fonts, written, style);
    const last = stretches.at(-1);
    const natural = last === undefined ? 0 : last.left + last.width;
    const left = alignedLeft(style, available, natural, emOf(font) / 6);
    const top = start + index * spacing;
    const baseline = top + face.ascent * emOf(font);
    const placed = stretches.map((stretch) => ({ ...stretch, left: stretch.left + left }));
    return { top, height: spacing, runs: runsOf(fonts, placed, style, area, () => baseline), wrapped: line.wrapped };
  });
}

function trimPlain(fonts: Fonts, text: string, style: TextStyle, available: number): string {
  const face = fonts.face(style.font);
  return trimToFit(
    text,
    style.trimming,
    (tried) => plainWidth(face, style.font, face.units(tried, 0, tried.length)) <= available,
  );
}

/** Splits a line at its tabs. */
function tabbed(fonts: Fonts, text: string, style: TextStyle): Stretch[] {
  const stretches: Stretch[] = [];
  let left = 0;
  for (const [index, part] of text.split('\t').entries()) {
    if (index > 0) left = tabStop(style, left);
    const width = drawnWidth(fonts, style.font, part);
    if (part !== '') stretches.push({ text: part, font: style.font, left, width });
    left += width;
  }
  return stretches;
}

/** Left end of a line; in right-to-left text, left and right are swapped when the runs are mirrored. */
function alignedLeft(style: TextStyle, available: number, width: number, air: number): number {
  if (style.horzAlign === 'Center') return (available - width) / 2;
  return style.horzAlign === 'Right' ? available - width - air : air;
}

function styledLines(fonts: Fonts, text: string, style: TextStyle, area: Area): TextLine[] {
  const paragraphs = style.renderType === 'HtmlParagraph';
  const ratio = paragraphs ? 1 : style.fontWidthRatio;
  const available = area.width / ratio;
  const broken = breakStyled(fonts, text, style, available);
  // GDI+ draws every word a sixth of an em to the right; the paragraph renderer requests text without that margin.
  const air = paragraphs ? 0 : emOf(style.font) / 6;
  const space = spaceWidth(fonts.face(style.font), style.font);
  let top = verticalStart(style, area, broken.height, 1);
  return broken.lines.map((line, index) => {
    const justified =
      style.horzAlign === 'Justify' &&
      (!line.lastOfParagraph || (style.forceJustify && index === broken.lines.length - 1));
    const stretches = spread(asDrawn(fonts, line), style, available, justified, paragraphs, { air, space });
    const lineTop = top;
    const baseline = (piece?: Piece): number => lineTop + line.baseline + (piece?.shift ?? 0);
    const runs = runsOf(fonts, stretches, style, area, baseline, justified);
    top += line.height + line.gap;
    return { top: lineTop, height: line.height, runs, wrapped: !line.lastOfParagraph };
  });
}

/** The line with the widths of the fallback faces that draw it. */
function asDrawn(fonts: Fonts, line: BrokenLine): BrokenLine {
  const lacking = line.words.some((word) => word.pieces.some((piece) => !hasAll(fonts.face(piece.font), piece.text)));
  if (!lacking) return line;
  let shift = 0;
  const words = line.words.map((word) => {
    const left = word.left + shift;
    const pieces = word.pieces.map((piece) => {
      const width = piece.image === undefined ? drawnWidth(fonts, piece.font, piece.text) : piece.width;
      const moved = { ...piece, width, left: piece.left + shift };
      shift += width - piece.width;
      return moved;
    });
    return { ...word, pieces, left };
  });
  return { ...line, words, width: line.width + shift };
}

/** Moves the words of a line to their aligned positions and joins neighbours of one style, including the spaces between them. */
function spread(
  line: BrokenLine,
  style: TextStyle,
  available: number,
  justified: boolean,
  paragraphs: boolean,
  { air, space }: { readonly air: number; readonly space: number },
): Stretch[] {
  const words = line.words.filter((word) => word.pieces.length > 0);
  const closing = paragraphs || words.length === 0 ? 0 : (words.at(-1)?.space ?? space);
  const gaps = paragraphs
    ? words.filter((word, index) => isBlank(word.pieces) && index < words.length - 1).length
    : words.length - 1;
  const widening = justified && gaps > 0 ? (available - line.width - closing) / gaps : 0;
  let shift = air;
  if (!justified && style.horzAlign === 'Center') shift = (available - line.width) / 2;
  if (!justified && style.horzAlign === 'Right') shift = available - line.width - closing + air;
  const stretches: Stretch[] = [];
  let passed = 0;
  for (const [index, word] of words.entries()) {
    let left = (paragraphs ? (word.pieces[0]?.left ?? 0) : word.left) + shift + passed * widening;
    const blank = paragraphs && isBlank(word.pieces);
    if (blank && index < words.length - 1) passed++;
    else if (!paragraphs) passed++;
    const before = stretches.at(-1);
    if (!paragraphs && before !== undefined && !word.afterTab) {
      before.text += ' ';
      before.width = left - before.left;
    }
    for (const piece of word.pieces) {
      const width = piece.width + (blank ? widening : 0);
      const last = stretches.at(-1);
      if (last !== undefined && last.font === piece.font && sameLook(last.piece, piece) && !word.afterTab) {
        last.text += piece.text;
        last.width = left + width - last.left;
      } else stretches.push({ text: piece.text, font: piece.font, piece, left, width });
      left += width;
    }
  }
  return stretches;
}

function isBlank(pieces: readonly Piece[]): boolean {
  return pieces.every((piece) => piece.image === undefined && piece.text.trim() === '');
}

function sameLook(a: Piece | undefined, b: Piece): boolean {
  return (
    a !== undefined &&
    a.color === b.color &&
    a.background === b.background &&
    a.shift === b.shift &&
    a.image === undefined &&
    b.image === undefined
  );
}

/** Converts stretches into runs: scaled, mirrored for right-to-left lines, split where the reading direction changes. */
function runsOf(
  fonts: Fonts,
  stretches: readonly Stretch[],
  style: TextStyle,
  area: Area,
  baseline: (piece?: Piece) => number,
  justified = false,
): TextRun[] {
  const ratio = style.renderType === 'HtmlParagraph' ? 1 : style.fontWidthRatio;
  const runs: TextRun[] = [];
  for (const stretch of stretches) {
    const { piece, font } = stretch;
    const width = stretch.width * ratio;
    const offset = stretch.left * ratio;
    const left = style.rightToLeft ? area.left + area.width - offset - width : area.left + offset;
    const common = {
      justified,
      font,
      color: piece?.color,
      background: piece?.background,
      baseline: baseline(piece),
      scale: ratio,
      image: piece?.image,
    };
    if (!hasRightToLeft(stretch.text)) {
      runs.push({ ...common, text: stretch.text, x: left, width, rightToLeft: false });
      continue;
    }
    const parts = visualOrder(stretch.text, style.rightToLeft);
    const widths = parts.map((part) => drawnWidth(fonts, font, part.text));
    const total = widths.reduce((sum, part) => sum + part, 0) || 1;
    let x = left;
    for (const [index, part] of parts.entries()) {
      const share = ((widths[index] ?? 0) / total) * width;
      runs.push({ ...common, text: part.text, x, width: share, rightToLeft: part.rightToLeft });
      x += share;
    }
  }
  return runs;
}

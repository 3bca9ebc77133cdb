/** Computes the size that a text object needs, its break positions, and its style under AutoShrink (docs/frx/layout.md, "Measuring of texts"). */
import type { PlacedText, TextStyle } from '../page.ts';
import { breakAdvanced } from './advanced.ts';
import type { BrokenText } from './broken.ts';
import { breakParagraphs, partParagraphs } from './paragraphs.ts';
import { emOf, lineSpacingOf, measurePlain, plainLines, UNLIMITED } from './plain.ts';
import { tabStop } from './spacing.ts';
import { openingTags } from './tags.ts';
import type { Fonts, TextSize } from './types.ts';

/** px that the reference adds to every measured width and height. */
const CLOSING_PIXEL = 1;

/** Returns true when the lines of a style are vertical, so that width and height are exchanged. */
function isUpright(style: TextStyle): boolean {
  return style.angle === 90 || style.angle === 270;
}

/** Returns true when the reference's own renderer measures and draws the text, not GDI+. */
export function needsAdvanced(style: TextStyle): boolean {
  return style.horzAlign === 'Justify' || style.wysiwyg || style.lineHeight !== 0 || style.renderType === 'HtmlTags';
}

/** Breaks a text with the advanced or the paragraph renderer; `width` without padding. */
export function breakStyled(fonts: Fonts, text: string, style: TextStyle, width: number): BrokenText {
  const limit = width > 0 ? width : UNLIMITED;
  if (style.renderType === 'HtmlParagraph') {
    return breakParagraphs(fonts, text, style, limit, style.paragraph.skipFirstLineIndent ?? false);
  }
  return breakAdvanced(fonts, text, style, limit);
}

/** Returns true when the reference's own renderer exchanges width and height of its area. It measures such a text with unlimited lines. */
function turnsArea(style: TextStyle): boolean {
  return (style.angle >= 90 && style.angle < 180) || style.angle >= 270;
}

const measuringStyles = new WeakMap<TextStyle, TextStyle>();

/** The style for measuring a text: its last line is not justified. */
function measuringStyle(style: TextStyle, wordWrap: boolean): TextStyle {
  if (!style.forceJustify && style.wordWrap === wordWrap) return style;
  const known = measuringStyles.get(style);
  if (known?.wordWrap === wordWrap) return known;
  const made = { ...style, forceJustify: false, wordWrap };
  measuringStyles.set(style, made);
  return made;
}

/** Size along and across the lines, including padding and the closing pixel. */
function measured(fonts: Fonts, text: string, style: TextStyle, size: TextSize, wordWrap: boolean): TextSize {
  if (text === '') return { width: 0, height: 0 };
  const { padding } = style;
  const horizontal = padding.left + padding.right;
  const vertical = padding.top + padding.bottom;
  const available = isUpright(style) ? size.height - vertical : size.width - horizontal;
  const limit = wordWrap ? available : 0;
  const inner =
    style.renderType === 'HtmlParagraph'
      ? breakStyled(fonts, text, style, limit)
      : needsAdvanced(style)
        ? breakStyled(fonts, text, measuringStyle(style, wordWrap), turnsArea(style) ? 0 : limit / style.fontWidthRatio)
        : measurePlain(fonts, text.replaceAll('\v', '\n'), style.font, limit / style.fontWidthRatio, (at) =>
            tabStop(style, at),
          );
  return { width: inner.width + horizontal + CLOSING_PIXEL, height: inner.height + vertical + CLOSING_PIXEL };
}

/** Height in px that a text object of this size needs (CanGrow, CanShrink, row heights); 0 for an empty text. */
export function neededHeight(fonts: Fonts, content: PlacedText, size: TextSize): number {
  const { text, style } = content;
  if (isUpright(style)) return measured(fonts, text, style, size, false).width;
  return measured(fonts, text, style, size, style.wordWrap).height;
}

/** Width in px that a text object needs without wrapping (AutoWidth, column widths); 0 for an empty text. */
export function neededWidth(fonts: Fonts, content: PlacedText, size: TextSize): number {
  const { text, style } = content;
  if (isUpright(style)) return measured(fonts, text, style, size, style.wordWrap).height;
  return measured(fonts, text, style, size, false).width;
}

/** Width in px of the text on one line, at any angle (AutoWidth); 0 for an empty text. */
export function lineWidth(fonts: Fonts, content: PlacedText, size: TextSize): number {
  return measured(fonts, content.text, content.style, size, false).width;
}

/** The two parts of a text. */
export interface TextParts {
  readonly head: string;
  /** '' when the complete text fits. */
  readonly rest: string;
  /** The last line of the head does not end its paragraph, but is justified (justified texts). */
  readonly forceJustify: boolean;
  /** The rest does not begin a paragraph and has no indent (paragraph texts). */
  readonly skipFirstLineIndent: boolean;
}

/** Splits a text after the last line that fits an object of this size; undefined when no line fits. */
export function breakText(fonts: Fonts, content: PlacedText, size: TextSize): TextParts | undefined {
  const { text, style } = content;
  if (text === '') return { head: '', rest: '', forceJustify: false, skipFirstLineIndent: false };
  const width = size.width - style.padding.left - style.padding.right;
  const height = size.height - style.padding.top - style.padding.bottom;
  if (height <= 0) return undefined;
  if (style.renderType === 'HtmlParagraph') return partStyled(fonts, text, style, width, height);
  const at = needsAdvanced(style)
    ? styledBreak(fonts, text, style, width, height)
    : plainBreak(fonts, text, style, width, height);
  if (at === undefined) return undefined;
  const head = text.slice(0, at.index);
  const rest = text.slice(at.index);
  const forceJustify = style.horzAlign === 'Justify' && !head.endsWith('\n') && rest !== '';
  return {
    head: forceJustify && head.endsWith(' ') ? head.slice(0, -1) : head,
    rest: rest === '' ? '' : at.opening + rest,
    forceJustify,
    skipFirstLineIndent: false,
  };
}

interface BreakPoint {
  readonly index: number;
  readonly opening: string;
}

function plainBreak(
  fonts: Fonts,
  text: string,
  style: TextStyle,
  width: number,
  height: number,
): BreakPoint | undefined {
  const face = fonts.face(style.font);
  const spacing = lineSpacingOf(face, style.font);
  const lines = plainLines(face, style.font, text, style.wordWrap ? width : 0, (at) => tabStop(style, at));
  const fitting = Math.min(lines.length, Math.floor(height / spacing));
  if (fitting === 0 || (fitting === 1 && height < spacing + emOf(style.font) / 8)) return undefined;
  return { index: lines[fitting]?.start ?? text.length, opening: '' };
}

function styledBreak(
  fonts: Fonts,
  text: string,
  style: TextStyle,
  width: number,
  height: number,
): BreakPoint | undefined {
  const spacing = style.lineHeight === 0 ? lineSpacingOf(fonts.face(style.font), style.font) : style.lineHeight;
  if (spacing > height) return undefined;
  const { lines } = breakStyled(
    fonts,
    text,
    measuringStyle(style, style.wordWrap),
    (turnsArea(style) ? height : width) / style.fontWidthRatio,
  );
  let bottom = 0;
  for (const line of lines) {
    bottom += line.height;
    // The first line is kept even where its letters are higher than the space.
    if (bottom <= height || line.index === 0) continue;
    const first = line.words[0]?.pieces[0]?.markup;
    return { index: line.index, opening: first === undefined ? '' : openingTags(first) };
  }
  return { index: text.length, opening: '' };
}

function partStyled(
  fonts: Fonts,
  text: string,
  style: TextStyle,
  width: number,
  height: number,
): TextParts | undefined {
  const { lines } = breakStyled(fonts, text, style, width);
  let bottom = 0;
  for (const line of lines) {
    bottom += line.height;
    if (bottom > height) {
      if (line.index === 0) return undefined;
      const { head, rest, newParagraph } = partParagraphs(text, line.index);
      const forceJustify = style.horzAlign === 'Justify' && !newParagraph && rest !== '';
      return {
        head: forceJustify ? head.replace(/(?<! ) +$/, '') : head,
        rest,
        forceJustify,
        skipFirstLineIndent: !newParagraph,
      };
    }
    bottom += line.gap;
  }
  return { head: text, rest: '', forceJustify: false, skipFirstLineIndent: false };
}

/** Shrinking of a text by `AutoShrink`; `minSize` is in points, or the minimum width ratio for FontWidth. */
export interface Shrinking {
  readonly mode: 'None' | 'FontSize' | 'FontWidth' | 'FitText';
  readonly minSize: number;
}

/** The style with the font size or width ratio that makes the text fit an object of this size; the same style when it fits already. */
export function shrinkText(fonts: Fonts, content: PlacedText, size: TextSize, shrinking: Shrinking): TextStyle {
  const { text, style } = content;
  if (shrinking.mode === 'None' || text === '' || style.renderType === 'HtmlParagraph') return style;
  if (shrinking.mode === 'FontWidth') {
    const whole = { ...style, fontWidthRatio: 1 };
    const ratio = Math.round(((size.width - 1) / neededWidth(fonts, { text, style: whole }, size)) * 100) / 100 - 0.01;
    return ratio < 1 ? { ...style, fontWidthRatio: Math.max(ratio, shrinking.minSize) } : whole;
  }
  const tooLarge = (tried: TextStyle): boolean =>
    shrinking.mode === 'FontSize'
      ? neededWidth(fonts, { text, style: tried }, size) > size.width - 1
      : neededHeight(fonts, { text, style: tried }, size) > size.height - 1;
  let tried = style;
  while (tried.font.size > shrinking.minSize && tried.font.size > 1 && tooLarge(tried)) {
    tried = { ...tried, font: { ...tried.font, size: tried.font.size - 1 } };
  }
  return tried;
}

/**
 * The reference's own text renderer: justified texts, line heights, exact widths and simple tags. Lines have the font's line spacing
 * without margins; line breaks follow the plain rule, or for texts with tags the sum of tight word widths (docs/frx/layout.md, "Measuring of texts").
 */
import type { TextStyle } from '../page.ts';
import type { AdvancedFont, BrokenLine, BrokenText, Piece, Word } from './broken.ts';
import { charactersFitting, emOf, lineSpacingOf, tightWidth } from './plain.ts';
import { spaceWidth, tabStop } from './spacing.ts';
import { breakTagged } from './tags.ts';
import type { Fonts } from './types.ts';

/** Breaks a text into lines of `width` px, measured before the font's width ratio is applied. */
export function breakAdvanced(fonts: Fonts, text: string, style: TextStyle, width: number): BrokenText {
  const face = fonts.face(style.font);
  const lineHeight = style.lineHeight === 0 ? lineSpacingOf(face, style.font) : style.lineHeight;
  const space = spaceWidth(face, style.font);
  let asked = false;
  const font: AdvancedFont = {
    fonts,
    style,
    face,
    lineHeight,
    get space() {
      asked = true;
      return space;
    },
    width,
  };
  const tagged = style.renderType === 'HtmlTags';
  const lines = tagged ? breakTagged(font, text) : breakUntagged(font, text);
  for (const line of lines) {
    line.height = lineHeightOf(font, line, tagged);
    line.baseline = Math.max(0, ...line.words.flatMap((word) => word.pieces.map((piece) => piece.ascent)));
    place(font, line, tagged);
  }
  const height = lines.reduce((sum, line) => sum + line.height, 0);
  return {
    lines,
    height,
    width: lines.reduce((widest, line) => Math.max(widest, line.width), 0) + (asked ? space : -1),
  };
}

/** A piece of untagged text. */
function pieceOf(font: AdvancedFont, text: string): Piece {
  const own = font.style.font;
  return {
    text,
    font: own,
    width: tightWidth(font.face, own, text),
    height: font.lineHeight,
    ascent: font.face.ascent * emOf(own),
    shift: 0,
    left: 0,
  };
}

function breakUntagged(font: AdvancedFont, text: string): BrokenLine[] {
  const { style } = font;
  const lines: BrokenLine[] = [];
  let index = 0;
  const paragraphs = text.split(/[\n\v]/);
  for (const [i, line] of paragraphs.entries()) {
    const paragraph = line.endsWith('\r') ? line.slice(0, -1) : line;
    const spreadsLast = style.forceJustify && i === paragraphs.length - 1;
    const first = lines.length;
    if (paragraph === '' || !style.wordWrap) lines.push({ ...emptyLine(index), text: trimmed(font, paragraph) });
    else wrapParagraph(font, paragraph, index, lines);
    for (const [position, made] of lines.slice(first).entries()) {
      made.lastOfParagraph = first + position === lines.length - 1;
      splitWords(font, made, made.lastOfParagraph && !spreadsLast);
    }
    index += line.length + 1;
  }
  while (lines.length > 1 && lines[lines.length - 1]?.text === '') lines.pop();
  return lines;
}

const emptyLine = (index: number): BrokenLine => ({
  index,
  text: '',
  words: [],
  lastOfParagraph: false,
  height: 0,
  baseline: 0,
  width: 0,
  gap: 0,
});

function wrapParagraph(font: AdvancedFont, paragraph: string, index: number, lines: BrokenLine[]): void {
  let rest = paragraph;
  let at = index;
  while (rest !== '') {
    const fitting = fittingWithTabs(font, rest);
    if (fitting === 0) break;
    lines.push({ ...emptyLine(at), text: rest.slice(0, fitting).replace(/(?<! ) +$/, '') });
    at += fitting;
    rest = rest.slice(fitting).replace(/^ +/, '');
  }
}

/** Number of characters that fit on a line; leading tabs take space first. */
function fittingWithTabs(font: AdvancedFont, text: string): number {
  let tabs = 0;
  let left = 0;
  while (text[tabs] === '\t') {
    left = tabStop(font.style, left);
    if (font.width < left) return Math.max(tabs, 1);
    tabs++;
  }
  if (tabs === text.length) return tabs;
  return tabs + charactersFitting(font.face, font.style.font, text, tabs, font.width - left);
}

/** A line that may not wrap, cut according to the trimming. */
function trimmed(font: AdvancedFont, text: string): string {
  const { trimming } = font.style;
  if (trimming === 'None' || text === '') return text;
  const fits = (candidate: string): boolean => plainFits(font, candidate);
  if (fits(text)) return text;
  return trimToFit(text, trimming, fits);
}

function plainFits(font: AdvancedFont, text: string): boolean {
  const em = emOf(font.style.font);
  return 1.03 * tightWidth(font.face, font.style.font, text) + em / 3 <= font.width;
}

/** The longest form of `text` that fits, with the ellipsis of `trimming`. */
export function trimToFit(text: string, trimming: TextStyle['trimming'], fits: (candidate: string) => boolean): string {
  const characters = Array.from(text);
  const ending = trimming === 'Character' || trimming === 'Word' ? '' : '…';
  const cut = (length: number): string => {
    if (trimming === 'EllipsisPath') {
      const head = characters.slice(0, Math.ceil(length / 2)).join('');
      return head + ending + characters.slice(characters.length - Math.floor(length / 2)).join('');
    }
    return (
      characters
        .slice(0, length)
        .join('')
        .replace(/(?<! ) +$/, '') + ending
    );
  };
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(cut(middle))) low = middle;
    else high = middle - 1;
  }
  if (trimming === 'Word' || trimming === 'EllipsisWord') {
    const space = characters.lastIndexOf(' ', low);
    if (space > 0 && low < characters.length) low = space;
  }
  return cut(low);
}

/** Splits a line at its spaces and tabs, unless it can be drawn as one run: its words are neither justified nor positioned individually. */
function splitWords(font: AdvancedFont, line: BrokenLine, isLast: boolean): void {
  const { style } = font;
  const { words, text = '' } = line;
  const word = (content: string): Word => ({
    pieces: [pieceOf(font, content)],
    tab: false,
    afterTab: false,
    space: undefined,
    left: 0,
  });
  if (!(style.horzAlign === 'Justify' && !isLast) && !style.wysiwyg && !text.includes('\t')) {
    line.whole = true;
    if (text !== '') words.push(word(text));
    return;
  }
  let blanks = '';
  for (const part of text.split(' ')) {
    if (part === '') {
      blanks += ' ';
      continue;
    }
    for (const [position, piece] of (blanks + part).split('\t').entries()) {
      if (position > 0) words.push({ pieces: [], tab: true, afterTab: false, space: undefined, left: 0 });
      if (piece !== '') words.push(word(piece));
    }
    blanks = '';
  }
}

function lineHeightOf(font: AdvancedFont, line: BrokenLine, tagged: boolean): number {
  if (!tagged) return font.lineHeight;
  let height = -1;
  for (const word of line.words) {
    if (word.tab) continue;
    height = Math.max(
      height,
      word.pieces.length === 0 ? font.lineHeight : Math.max(...word.pieces.map((piece) => piece.height)),
    );
  }
  return height < 0 ? font.lineHeight : height;
}

/** Positions the words one after the other from 0, without their tabs. */
function place(font: AdvancedFont, line: BrokenLine, tagged: boolean): void {
  const { style } = font;
  let left = 0;
  let afterTab = false;
  if (line.whole === true && !tagged) line.width = line.words[0]?.pieces[0]?.width ?? 0;
  else {
    for (const word of line.words) {
      word.left = left;
      word.afterTab = afterTab;
      afterTab = word.tab;
      if (word.tab) left = tabStop(style, left);
      else left += word.pieces.reduce((sum, piece) => sum + piece.width, 0) + (word.space ?? font.space);
    }
    line.width = left - (line.words.at(-1)?.space ?? font.space);
  }
  // Alignment to the right edge measures the width of a space.
  if (style.horzAlign === 'Right') void font.space;
  const kept = line.words.filter((word) => !word.tab);
  line.words.splice(0, line.words.length, ...kept);
}

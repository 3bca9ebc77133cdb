/**
 * The reference's own text renderer: justified texts, own line heights, exact widths and simple tags. Lines have the font's line spacing
 * without air; where a line ends is found with the plain rule, and for texts with tags by the sum of tight word widths (frx-format §14).
 */
import type { TextStyle } from '../page.ts';
import type { AdvancedFont, BrokenLine, BrokenText, Piece, Word } from './broken.ts';
import { charactersFitting, emOf, lineSpacingOf, tightWidth } from './plain.ts';
import { spaceWidth, tabStop } from './spacing.ts';
import { breakTagged } from './tags.ts';
import type { Fonts } from './types.ts';

/** Breaks a text into lines that are `width` px wide, measured before the font's own width ratio. */
export function breakAdvanced(fonts: Fonts, text: string, style: TextStyle, width: number): BrokenText {
  const face = fonts.face(style.font);
  const lineHeight = style.lineHeight === 0 ? lineSpacingOf(face, style.font) : style.lineHeight;
  const font: AdvancedFont = { fonts, style, face, lineHeight, space: spaceWidth(face, style.font), width };
  const tagged = style.renderType === 'HtmlTags';
  const lines = tagged ? breakTagged(font, text) : breakUntagged(font, text);
  let asked = false;
  for (const line of lines) {
    line.height = lineHeightOf(font, line, tagged);
    line.baseline = Math.max(0, ...line.words.flatMap((word) => word.pieces.map((piece) => piece.ascent)));
    asked = place(font, line, tagged) || asked;
  }
  const height = lines.reduce((sum, line) => sum + line.height, 0);
  return {
    lines,
    height,
    width: lines.reduce((widest, line) => Math.max(widest, line.width), 0) + (asked ? font.space : -1),
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
  for (const line of text.split(/[\n\v]/)) {
    const paragraph = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (paragraph === '' || !style.wordWrap) lines.push(untaggedLine(font, trimmed(font, paragraph), index));
    else wrapParagraph(font, paragraph, index, lines);
    const last = lines[lines.length - 1];
    if (last !== undefined) last.lastOfParagraph = true;
    index += line.length + 1;
  }
  while (lines.length > 1 && lines[lines.length - 1]?.words.length === 0) lines.pop();
  return lines;
}

function wrapParagraph(font: AdvancedFont, paragraph: string, index: number, lines: BrokenLine[]): void {
  let rest = paragraph;
  let at = index;
  while (rest !== '') {
    const fitting = fittingWithTabs(font, rest);
    if (fitting === 0) break;
    lines.push(untaggedLine(font, rest.slice(0, fitting).replace(/ +$/, ''), at));
    rest = rest.slice(fitting);
    at += fitting;
    const blanks = rest.length - rest.replace(/^ +/, '').length;
    rest = rest.slice(blanks);
    at += blanks;
  }
}

/** Characters of a line whose leading tabulators take room first. */
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

/** A line that may not wrap, cut where the trimming says so. */
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

/** The longest form of `text` that fits, with the ellipsis that `trimming` asks for. */
export function trimToFit(text: string, trimming: TextStyle['trimming'], fits: (candidate: string) => boolean): string {
  const characters = Array.from(text);
  const ending = trimming === 'Character' || trimming === 'Word' ? '' : '…';
  const cut = (length: number): string => {
    if (trimming === 'EllipsisPath') {
      const head = characters.slice(0, Math.ceil(length / 2)).join('');
      return head + ending + characters.slice(characters.length - Math.floor(length / 2)).join('');
    }
    return characters.slice(0, length).join('').replace(/ +$/, '') + ending;
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

function untaggedLine(font: AdvancedFont, text: string, index: number): BrokenLine {
  const words: Word[] = [];
  let blanks = '';
  for (const part of text.split(' ')) {
    if (part === '') {
      blanks += ' ';
      continue;
    }
    for (const [position, piece] of (blanks + part).split('\t').entries()) {
      if (position > 0) words.push({ pieces: [], tab: true, afterTab: false, space: 0, left: 0 });
      if (piece !== '')
        words.push({ pieces: [pieceOf(font, piece)], tab: false, afterTab: false, space: font.space, left: 0 });
    }
    blanks = '';
  }
  const { style } = font;
  const joined = style.horzAlign !== 'Justify' && !style.wysiwyg && !text.includes('\t');
  if (joined && text !== '')
    words.splice(0, words.length, {
      pieces: [pieceOf(font, text)],
      tab: false,
      afterTab: false,
      space: font.space,
      left: 0,
    });
  return { index, words, lastOfParagraph: false, height: 0, baseline: 0, width: 0, gap: 0 };
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

/** Puts the words one after the other from 0 on, without their tabulators; tells whether the width of a blank was looked at. */
function place(font: AdvancedFont, line: BrokenLine, tagged: boolean): boolean {
  const { style } = font;
  const separate = style.horzAlign === 'Justify' || style.wysiwyg || tagged || line.words.some((word) => word.tab);
  let left = 0;
  let space = font.space;
  let afterTab = false;
  for (const word of line.words) {
    word.left = left;
    word.afterTab = afterTab;
    afterTab = word.tab;
    if (word.tab) {
      left = tabStop(style, left);
      continue;
    }
    const width = word.pieces.reduce((sum, piece) => sum + piece.width, 0);
    space = word.space;
    left += width + space;
  }
  line.width = line.words.length === 0 ? left : left - space;
  const kept = line.words.filter((word) => !word.tab);
  line.words.splice(0, line.words.length, ...kept);
  return separate || style.horzAlign === 'Right';
}

/** Simple tags in a text (`TextRenderType.HtmlTags`): b, i, u, strike, sub, sup, font, img, br and entities. Others remain text. */
import type { AdvancedFont, BrokenLine, Piece, Word } from './broken.ts';
import { spaceWidth, tabStop } from './spacing.ts';
import { fontMaker, markupColor, plainMarkup, readEntity } from './markup.ts';
import type { MarkupStyle } from './markup.ts';
import { inlineImage } from './images.ts';
import { emOf, lineSpacingOf, tightWidth } from './plain.ts';

/** Effect of a tag: changes the style, or inserts a picture. */
type Tag = {
  readonly next: number;
  readonly style: MarkupStyle;
  readonly image?: string | undefined;
  readonly alternative?: string | undefined;
};

/** Breaks a text with simple tags into lines. */
export function breakTagged(font: AdvancedFont, text: string): BrokenLine[] {
  const lines: BrokenLine[] = [];
  const pieces = pieceMaker(font);
  let style = plainMarkup(font.style.font);
  for (const paragraph of paragraphsOf(text)) {
    style = breakParagraph(font, text, paragraph, style, pieces, lines);
    const last = lines[lines.length - 1];
    if (last !== undefined) last.lastOfParagraph = true;
  }
  return lines;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Splits a text at its line breaks and `<br>` tags; trailing empty paragraphs are omitted. */
function paragraphsOf(text: string): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  for (const found of text.matchAll(/\r?\n|\v|<br ?\/?>/g)) {
    ranges.push({ start, end: found.index });
    start = found.index + found[0].length;
  }
  ranges.push({ start, end: text.endsWith('\r') && start < text.length ? text.length - 1 : text.length });
  for (
    let last = ranges[ranges.length - 1];
    ranges.length > 1 && last !== undefined && last.start >= last.end;
    last = ranges[ranges.length - 1]
  )
    ranges.pop();
  return ranges;
}

function newLine(index: number): BrokenLine {
  return { index, words: [], lastOfParagraph: false, height: 0, baseline: 0, width: 0, gap: 0 };
}

function wordWidth(word: Word): number {
  return word.pieces.reduce((sum, piece) => sum + piece.width, 0);
}

/** Appends the lines of one paragraph and returns the style at its end. */
function breakParagraph(
  font: AdvancedFont,
  text: string,
  range: Range,
  atStart: MarkupStyle,
  makePiece: (text: string, style: MarkupStyle) => Piece,
  lines: BrokenLine[],
): MarkupStyle {
  let style = atStart;
  let line = newLine(range.start);
  lines.push(line);
  let word: Word = { pieces: [], tab: false, afterTab: false, space: undefined, left: 0 };
  line.words.push(word);
  /** Index of the word's start. */
  let wordIndex = range.start;
  let pending = '';
  let width = 0;
  let index = range.start;
  /** Spaces before a word belong to it. */
  let leading = true;

  const flush = (): void => {
    if (pending === '') return;
    const piece = makePiece(pending, style);
    word.pieces.push(piece);
    word.space = spaceWidth(font.fonts.face(piece.font), piece.font);
    pending = '';
  };
  const moveWord = (): void => {
    line.words.pop();
    line = newLine(wordIndex);
    line.words.push(word);
    lines.push(line);
  };
  /** Moves the last word to a new line when the line is too long; a single word stays, and the next word begins the new line. */
  const fit = (): void => {
    width += wordWidth(word) + (word.space ?? font.space);
    if (width <= font.width) return;
    width = 0;
    if (line.words.length > 1) {
      moveWord();
      width = wordWidth(word) + (word.space ?? font.space);
    } else {
      line = newLine(index);
      lines.push(line);
    }
  };
  /** As `fit`, for an entity or tag at the end, where the width of the previous line is still counted. */
  const fitLast = (): void => {
    width += wordWidth(word) + font.space;
    if (width > font.width && line.words.length > 1) moveWord();
  };
  const startWord = (index: number): void => {
    word = { pieces: [], tab: false, afterTab: false, space: undefined, left: 0 };
    line.words.push(word);
    wordIndex = index;
    leading = true;
  };

  while (index < range.end) {
    const character = text[index] ?? '';
    const entity = character === '&' ? readEntity(text, index) : undefined;
    if (entity !== undefined && entity.next <= range.end) {
      pending += entity.text;
      index = entity.next;
      if (index >= range.end) {
        flush();
        fitLast();
        // An entity at the end is measured twice: also as the space that ends the last word.
        pending = ' ';
        flush();
        fit();
      }
      continue;
    }
    const tag = character === '<' ? readTag(font, text, index, range.end, style) : undefined;
    if (tag !== undefined) {
      flush();
      if (tag.image !== undefined) {
        const image = inlineImage(tag.image);
        if (image === undefined) word.pieces.push(makePiece(tag.alternative ?? ' ', style));
        else
          word.pieces.push({
            ...makePiece('', style),
            image,
            width: image.width,
            height: image.height,
            ascent: image.height,
          });
        leading = false;
      }
      style = tag.style;
      index = tag.next;
      if (index >= range.end) fitLast();
      continue;
    }
    index++;
    const last = index >= range.end;
    if (character !== ' ' && character !== '\t' && !last) {
      pending += character;
      leading = false;
      continue;
    }
    if (last && character !== '\t') {
      pending += character;
      leading = false;
    }
    if (leading && character === ' ') {
      pending += character;
      continue;
    }
    flush();
    fit();
    if (character === '\t') width = pushTab(font, line, width);
    if (!last) startWord(index);
  }
  return style;
}

function pushTab(font: AdvancedFont, line: BrokenLine, width: number): number {
  const before = line.words[line.words.length - 1];
  if (before !== undefined && !before.tab && wordWidth(before) === 0) line.words.pop();
  line.words.push({ pieces: [], tab: true, afterTab: false, space: 0, left: 0 });
  return tabStop(font.style, width);
}

function pieceMaker(font: AdvancedFont): (text: string, style: MarkupStyle) => Piece {
  const fontOf = fontMaker(font.style.font);
  const ownSpacing = lineSpacingOf(font.face, font.style.font);
  return (text, style) => {
    const own = fontOf(style);
    const face = font.fonts.face(own);
    const inherits = style.family === undefined && style.size <= 0;
    const spacing = inherits ? ownSpacing : lineSpacingOf(face, own);
    const shift = style.position === 'sub' ? spacing * 0.45 : style.position === 'super' ? -spacing * 0.15 : 0;
    // The reference uses the ascent of the full line for a small run, so that it is top-aligned in its line and shifted from there.
    const ascent = inherits ? font.face.ascent * emOf(font.style.font) : face.ascent * emOf(own);
    const drawn = face.ascent * emOf(own);
    return {
      text,
      font: own,
      markup: style,
      color: markupColor(style.color),
      background: undefined,
      width: tightWidth(face, own, text),
      height: inherits ? font.lineHeight : spacing,
      ascent,
      shift: shift + drawn - ascent,
      left: 0,
    };
  };
}

const ON: Readonly<Record<string, (style: MarkupStyle) => MarkupStyle>> = {
  '<b>': (style) => ({ ...style, bold: true }),
  '</b>': (style) => ({ ...style, bold: false }),
  '<i>': (style) => ({ ...style, italic: true }),
  '</i>': (style) => ({ ...style, italic: false }),
  '<u>': (style) => ({ ...style, underline: true }),
  '</u>': (style) => ({ ...style, underline: false }),
  '<strike>': (style) => ({ ...style, strikeout: true }),
  '</strike>': (style) => ({ ...style, strikeout: false }),
  '<sub>': (style) => ({ ...style, position: 'sub' }),
  '</sub>': (style) => ({ ...style, position: 'normal' }),
  '<sup>': (style) => ({ ...style, position: 'super' }),
  '</sup>': (style) => ({ ...style, position: 'normal' }),
  '</font>': (style) => ({ ...style, color: undefined, family: undefined, size: 0 }),
};

/** Parses the tag that begins at `at`; undefined when it is unknown. */
function readTag(font: AdvancedFont, text: string, at: number, end: number, style: MarkupStyle): Tag | undefined {
  const close = text.indexOf('>', at);
  if (close < 0 || close >= end) return undefined;
  const written = text.slice(at, close + 1);
  const change = ON[written.toLowerCase()];
  const next = close + 1;
  if (change !== undefined) return { next, style: change(style) };
  const attribute = (name: string): string | undefined => new RegExp(`${name}="([^"]*)"`).exec(written)?.[1];
  if (/^<img /i.test(written)) return { next, style, image: attribute('src') ?? '', alternative: attribute('alt') };
  if (!/^<font/i.test(written)) return undefined;
  const size = fontSize(attribute('size'), style.size === 0 ? font.style.font.size : style.size);
  return {
    next,
    style: { ...style, color: attribute('color') ?? style.color, family: attribute('face'), size: size ?? style.size },
  };
}

/** `12`, or `+2` and `-2` relative to the current size; undefined when it is not a number. */
function fontSize(written: string | undefined, current: number): number | undefined {
  const found = /^\s*([+-]?)(\d+(?:\.\d+)?)\s*$/.exec(written ?? '');
  if (found === null) return undefined;
  const amount = Number(found[2]);
  if (found[1] === '+') return current + amount;
  return found[1] === '-' ? Math.max(0, current - amount) : amount;
}

/** Tags that restore a style at the start of the part of a text that is printed on the next page. */
export function openingTags(style: MarkupStyle): string {
  let tags = '';
  if (style.bold) tags += '<b>';
  if (style.italic) tags += '<i>';
  if (style.underline) tags += '<u>';
  if (style.strikeout) tags += '<strike>';
  if (style.position === 'sub') tags += '<sub>';
  if (style.position === 'super') tags += '<sup>';
  tags += `<font color="${writtenColor(style.color)}"`;
  if (style.family !== undefined) tags += ` face="${style.family}"`;
  if (style.size !== 0) tags += ` size="${Math.round(style.size)}"`;
  return `${tags}>`;
}

/** A name unchanged; a number as the reference writes it, with its alpha first. Black is the brush used for measuring. */
function writtenColor(color: string | undefined): string {
  if (color === undefined) return 'Black';
  return /^#[0-9a-f]{6}$/i.test(color) ? `#ff${color.slice(1).toLowerCase()}` : color;
}

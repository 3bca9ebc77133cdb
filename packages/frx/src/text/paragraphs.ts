/**
 * Texts with paragraphs (`TextRenderType.HtmlParagraph`): b, i, u, strike, sub, sup, span with a style, img and br; first-line indent and
 * line spacing. Widths have no margin; a line is broken before the word that would exceed the right edge.
 */
import type { Font, TextStyle } from '../page.ts';
import type { BrokenLine, BrokenText, Piece, Word } from './broken.ts';
import { inlineImage } from './images.ts';
import { fontMaker, markupColor, plainMarkup, readEntity } from './markup.ts';
import type { MarkupStyle } from './markup.ts';
import { tabStop } from './spacing.ts';
import { lineSpacingOf, tightWidth } from './plain.ts';
import type { Fonts, InlineImage } from './types.ts';

/** A parsed tag. */
interface Element {
  readonly name: string;
  readonly closing: boolean;
  readonly alone: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  /** As written, to reopen it after a break. */
  readonly written: string;
}

type Token =
  | { readonly kind: 'text'; readonly text: string; readonly index: number; readonly next: number }
  | { readonly kind: 'break'; readonly index: number; readonly next: number }
  | { readonly kind: 'element'; readonly element: Element; readonly index: number; readonly next: number };

const TAGS = new Set(['b', 'br', 'i', 'u', 'sub', 'sup', 'img', 'strike', 'span']);
const TAG = /<(\/?)([A-Za-z]+)((?: +[A-Za-z_:][\w:.-]*="[^"<>]*")*) *(\/?)>/y;
const ATTRIBUTE = /(?<![\w:.-])([A-Za-z_:][\w:.-]*)="([^"]*)"/g;

/** Reads a text tag by tag and character by character; an unknown tag is text. */
function* tokensOf(text: string): Generator<Token> {
  for (let index = 0; index < text.length;) {
    const character = text[index] ?? '';
    if (character === '<') {
      TAG.lastIndex = index;
      const found = TAG.exec(text);
      const name = found?.[2] ?? '';
      if (found !== null && TAGS.has(name)) {
        const next = index + found[0].length;
        const attributes = new Map(
          [...(found[3] ?? '').matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key.toLowerCase(), value]),
        );
        const alone = found[4] === '/' || name === 'br' || name === 'img';
        if (name === 'br') yield { kind: 'break', index, next };
        else
          yield {
            kind: 'element',
            element: { name, closing: found[1] === '/', alone, attributes, written: found[0] },
            index,
            next,
          };
        index = next;
        continue;
      }
    }
    const entity = character === '&' ? readEntity(text, index) : undefined;
    const next = entity?.next ?? index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
    if (character === '\n' || character === '\v') yield { kind: 'break', index, next };
    else if (character !== '\r') yield { kind: 'text', text: entity?.text ?? text.slice(index, next), index, next };
    index = next;
  }
}

/** Breaks a text into paragraphs and lines of `width` px; `continued` omits the first indent when the text continues from another page. */
export function breakParagraphs(
  fonts: Fonts,
  text: string,
  style: TextStyle,
  width: number,
  continued = false,
): BrokenText {
  const lines = lineMaker(fonts, style, width);
  const open: Element[] = [];
  let markup = plainMarkup(style.font);
  lines.startParagraph(0, !continued);
  for (const token of tokensOf(text)) {
    if (token.kind === 'text') lines.add(token.text, markup, token.index);
    else if (token.kind === 'break') lines.startParagraph(token.next, true);
    else if (token.element.name === 'img') {
      const image = inlineImage(
        token.element.attributes.get('src') ?? '',
        pixels(token.element, 'width'),
        pixels(token.element, 'height'),
      );
      if (image !== undefined) lines.addImage(image, markup, token.index);
    } else if (!token.element.alone) {
      lines.tag(token.index);
      changeOpen(open, token.element);
      markup = styleOf(style.font, open);
    }
  }
  lines.flush();
  return lines.finish();
}

/** Splits a text at `at`, or after a tag or entity there: tags open there are closed in `head` and reopened in `rest`; `newParagraph` when `rest` begins one. */
export function partParagraphs(
  text: string,
  at: number,
): { readonly head: string; readonly rest: string; readonly newParagraph: boolean } {
  const open: Element[] = [];
  let newParagraph = false;
  let cut = text.length;
  for (const token of tokensOf(text)) {
    if (token.index >= at) {
      cut = token.index;
      break;
    }
    newParagraph = token.kind === 'break';
    if (token.kind === 'element' && !token.element.alone) changeOpen(open, token.element);
  }
  const closing = open.toReversed().map((element) => `</${element.name}>`);
  return {
    head: text.slice(0, cut) + closing.join(''),
    rest: open.map((element) => element.written).join('') + text.slice(cut),
    newParagraph,
  };
}

interface LineMaker {
  readonly startParagraph: (index: number, indented: boolean) => void;
  readonly add: (text: string, markup: MarkupStyle, index: number) => void;
  readonly addImage: (image: InlineImage, markup: MarkupStyle, index: number) => void;
  readonly flush: () => void;
  /** Called for a tag at `index`: a line that the pending word is moved to begins there. */
  readonly tag: (index: number) => void;
  readonly finish: () => BrokenText;
}

type WordKind = 'word' | 'blank' | 'tab';

function lineMaker(fonts: Fonts, style: TextStyle, width: number): LineMaker {
  const measure = pieceMaker(fonts, style.font);
  /** Index in the text of each character of a piece. */
  const indices = new Map<Piece, readonly number[]>();
  const makePiece = (text: string, by: MarkupStyle, at: readonly number[]): Piece => {
    const piece = measure(text, by);
    indices.set(piece, at);
    return piece;
  };
  const lines: BrokenLine[] = [];
  const indent = style.paragraph.firstLineIndent;
  const hanging = Math.max(0, -indent);
  let line: BrokenLine | undefined;
  let word: Word | undefined;
  let kind: WordKind = 'word';
  /** Index in the text of the word's start, or of the last tag inside it. */
  let wordIndex = 0;
  let pending = '';
  let pendingAt: number[] = [];
  let markup = plainMarkup(style.font);
  /** Right edge of the words on the line. */
  let right = 0;

  const startLine = (index: number, left: number): BrokenLine => {
    line = { index, words: [], lastOfParagraph: false, height: 0, baseline: 0, width: 0, gap: 0 };
    lines.push(line);
    right = left;
    return line;
  };
  const startWord = (next: WordKind, index: number): Word => {
    word = { pieces: [], tab: next === 'tab', afterTab: line?.words.at(-1)?.tab ?? false, space: 0, left: right };
    kind = next;
    wordIndex = index;
    line?.words.push(word);
    return word;
  };
  const put = (piece: Piece): void => {
    piece.left = right;
    word?.pieces.push(piece);
    right += piece.width;
    if (right > width && kind === 'word') wrapWord();
  };
  /** Moves the last word to a new line; a single word that is too long is broken between characters. */
  const wrapWord = (): void => {
    if (line === undefined || word === undefined) return;
    if (line.words.length > 1) {
      line.words.pop();
      const moved = word;
      line = startLine(wordIndex, hanging);
      moved.left = right;
      line.words.push(moved);
      for (const piece of moved.pieces) {
        piece.left = right;
        right += piece.width;
      }
    }
    if (right > width) breakWord();
  };
  const breakWord = (): void => {
    const pieces = word?.pieces.splice(0) ?? [];
    right = line?.words[0]?.left ?? 0;
    for (const piece of pieces) {
      for (let rest: Piece | undefined = piece; rest !== undefined;) {
        const fitting = rest.image === undefined ? fittingPart(fonts, rest, width - right) : rest.text.length;
        const fits =
          right + rest.width <= width ||
          (fitting === 0 && word?.pieces.length === 0 && firstCharacter(rest.text).length === rest.text.length);
        const taken: number = fits
          ? rest.text.length
          : Math.max(fitting, word?.pieces.length === 0 ? firstCharacter(rest.text).length : 0);
        if (taken > 0 || rest.image !== undefined) {
          const part: Piece =
            taken === rest.text.length
              ? rest
              : makePiece(rest.text.slice(0, taken), rest.markup ?? markup, indices.get(rest)?.slice(0, taken) ?? []);
          part.left = right;
          word?.pieces.push(part);
          right += part.width;
        }
        const remaining: string = rest.text.slice(taken);
        const at: readonly number[] = indices.get(rest)?.slice(taken) ?? [];
        rest = remaining === '' ? undefined : makePiece(remaining, rest.markup ?? markup, at);
        if (rest !== undefined) {
          line = startLine(at[0] ?? wordIndex, hanging);
          startWord('word', at[0] ?? wordIndex);
        }
      }
    }
  };
  const flush = (): void => {
    if (pending === '') return;
    const text = pending;
    const at = pendingAt;
    pending = '';
    pendingAt = [];
    put(makePiece(text, markup, at));
  };
  const putTab = (index: number): void => {
    let stop = Math.max(tabStop(style, right), right);
    if (line !== undefined && line.words.length > 0 && stop > width) {
      startLine(index, 0);
      stop = tabStop(style, 0);
    }
    if (right < hanging && stop - 1 > hanging) stop = hanging;
    startWord('tab', index);
    right = stop;
    word = undefined;
  };

  return {
    startParagraph: (index, indented) => {
      flush();
      if (line !== undefined) line.lastOfParagraph = true;
      startLine(index, indented ? Math.max(0, indent) : 0);
      word = undefined;
    },
    add: (text, by, index) => {
      if (by !== markup) flush();
      if (text === '\t') {
        flush();
        putTab(index);
      } else {
        const next = text === ' ' ? 'blank' : 'word';
        if (word === undefined || kind !== next) {
          flush();
          startWord(next, index);
        }
        pending += text;
        while (pendingAt.length < pending.length) pendingAt.push(index);
      }
      markup = by;
    },
    addImage: (image, by, index) => {
      flush();
      if (word === undefined || kind !== 'word') startWord('word', index);
      put({ ...makePiece('', by, [index]), image, width: image.width, height: image.height, ascent: image.height });
    },
    flush,
    tag: (index) => {
      if (pending === '') return;
      flush();
      wordIndex = index;
    },
    finish: () => {
      if (line !== undefined) line.lastOfParagraph = true;
      return finished(lines, fonts, style);
    },
  };
}

/** Returns a function that measures a text in the font of its markup. */
function pieceMaker(fonts: Fonts, ownFont: Font): (text: string, by: MarkupStyle) => Piece {
  const fontOf = fontMaker(ownFont);
  return (text, by) => {
    const font = fontOf(by);
    const face = fonts.face(font);
    const height = lineSpacingOf(face, font);
    const ascent = (height * face.ascent) / face.lineSpacing;
    const shift = by.position === 'sub' ? height * 0.45 : by.position === 'super' ? height * 0.15 - ascent : 0;
    return {
      text,
      font,
      markup: by,
      color: markupColor(by.color),
      background: markupColor(by.background),
      width: tightWidth(face, font, text),
      height: height + (by.position === 'sub' ? shift : 0),
      ascent,
      shift,
      left: 0,
    };
  };
}

/** Returns the number of UTF-16 units at the start of a piece that fit the available width, px. */
function fittingPart(fonts: Fonts, piece: Piece, available: number): number {
  let low = 0;
  let high = piece.text.length;
  const face = fonts.face(piece.font);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tightWidth(face, piece.font, piece.text.slice(0, middle)) <= available) low = middle;
    else high = middle - 1;
  }
  return low;
}

function firstCharacter(text: string): string {
  return text.slice(0, (text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
}

/** Heights and gaps of the lines; there is no gap after the last line. */
function finished(lines: BrokenLine[], fonts: Fonts, style: TextStyle): BrokenText {
  const own = lineSpacingOf(fonts.face(style.font), style.font);
  let total = 0;
  let widest = 0;
  for (const line of lines) {
    const pieces = line.words.flatMap((word) => word.pieces);
    line.baseline = Math.max(0, ...pieces.map((piece) => piece.ascent));
    const below = Math.max(0, ...pieces.map((piece) => piece.height - piece.ascent));
    line.height = line.baseline + below > 0.01 ? line.baseline + below : own;
    line.gap = gapBehind(line.height, style);
    line.width = rightEdge(line.words);
    widest = Math.max(widest, line.width);
    total += line.height + line.gap;
  }
  return { lines, height: total - (lines.at(-1)?.gap ?? 0), width: widest };
}

/** Right edge of the last word; trailing spaces are ignored. */
function rightEdge(words: readonly Word[]): number {
  const pieces = words.at(-1)?.pieces ?? [];
  const last = pieces.at(-1);
  if (last === undefined) return 0;
  return pieces.every(({ text }) => /^ +$/.test(text)) ? pieces[0]!.left : last.left + last.width;
}

function gapBehind(height: number, style: TextStyle): number {
  const { lineSpacing, lineSpacingType } = style.paragraph;
  if (lineSpacingType === 'Single') return 0;
  const gap = lineSpacingType === 'Multiple' ? height * (lineSpacing / 100 - 1) : lineSpacing - height;
  return Math.max(0, gap);
}

function pixels(element: Element, name: string): number {
  const value = Number(element.attributes.get(name) ?? -1);
  return Number.isFinite(value) ? value : -1;
}

/** Opens or closes an element; a closing tag closes the nearest open one of its name and all inside it. */
function changeOpen(open: Element[], element: Element): void {
  if (!element.closing) {
    open.push(element);
    return;
  }
  const at = open.findLastIndex((other) => other.name === element.name);
  if (at >= 0) open.splice(at);
}

function styleOf(font: Font, open: readonly Element[]): MarkupStyle {
  let style = plainMarkup(font);
  for (const element of open) {
    if (element.name === 'b') style = { ...style, bold: true };
    else if (element.name === 'i') style = { ...style, italic: true };
    else if (element.name === 'u') style = { ...style, underline: true };
    else if (element.name === 'strike') style = { ...style, strikeout: true };
    else if (element.name === 'sub' || element.name === 'sup')
      style = { ...style, position: element.name === 'sub' ? 'sub' : 'super' };
    style = withCss(style, element.attributes.get('style') ?? '', font.size);
  }
  return style;
}

function withCss(style: MarkupStyle, css: string, ownSize: number): MarkupStyle {
  let changed = style;
  for (const declaration of css.split(';')) {
    const [property = '', value = '', more] = declaration.split(':');
    if (more !== undefined) continue;
    const name = property.trim().toLowerCase();
    if (name === 'font-style' && /italic|oblique/.test(value)) changed = { ...changed, italic: true };
    if (name === 'font-weight' && value.includes('bold')) changed = { ...changed, bold: true };
    if (name === 'text-decoration' && value.includes('underline')) changed = { ...changed, underline: true };
    if (name === 'text-decoration' && value.includes('line-through')) changed = { ...changed, strikeout: true };
    if (name === 'font-family') changed = { ...changed, family: value.replaceAll("'", '').trim() };
    if (name === 'color') changed = { ...changed, color: value };
    if (name === 'background-color') changed = { ...changed, background: value };
    const size = name === 'font-size' ? /^\s*(\d+(?:\.\d+)?)(px|pt|em)\s*$/.exec(value) : null;
    if (size !== null) {
      const amount = Number(size[1]);
      const points =
        size[2] === 'px'
          ? amount * 0.75
          : size[2] === 'pt'
            ? amount
            : amount * (changed.size === 0 ? ownSize : changed.size);
      changed = { ...changed, size: points };
    }
  }
  return changed;
}

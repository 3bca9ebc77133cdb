import type { Color } from '../../page.ts';
import { colorFromParts } from '../../template/colors.ts';
import { RtfError, type RtfBlock, type RtfCell, type RtfParagraph, type RtfPicture, type RtfRun } from './document.ts';
import { changedLayout, changedFormat, plainLayout, plainFormat, type Layout, type CharacterFormat } from './style.ts';
import { rtfTokens, type RtfToken } from './tokens.ts';

/** Twips of one px. */
const TWIPS = 15;
const MAX_DEPTH = 200;
const MAX_RUNS = 200_000;
const MAX_PICTURE_DIGITS = 32_000_000;

/** Destination of the contents of a group. */
type Destination = 'text' | 'fonts' | 'colors' | 'picture' | 'skip';

interface State {
  format: CharacterFormat;
  layout: Layout;
  destination: Destination;
  /** Number of characters after a \u that replace it in older readers. */
  substitutes: number;
}

/** Groups whose contents are not shown. */
const SKIPPED = new Set(
  (
    'stylesheet info generator listtable listoverridetable revtbl rsidtbl header headerl headerr headerf footer footerl footerr footerf footnote ' +
    'annotation fldinst themedata colorschememapping latentstyles datastore xmlnstbl object objdata nonshppict pgdsctbl mmathPr bkmkstart bkmkend'
  ).split(' '),
);

/** Code pages by the charset of a font. */
const CHARSETS: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

const SPECIAL: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  bullet: '\u2022',
  endash: '\u2013',
  emdash: '\u2014',
  lquote: '\u2018',
  rquote: '\u2019',
  ldblquote: '\u201c',
  rdblquote: '\u201d',
  emspace: '\u2003',
  enspace: '\u2002',
};

/** Parses RTF into paragraphs and table rows. Throws `RtfError` when the text is not RTF or too large. */
export function parseRtf(source: string): readonly RtfBlock[] {
  if (!source.trimStart().startsWith('{\\rtf')) throw new RtfError('The text is not RTF.');
  const reader = new Reader();
  for (const token of rtfTokens(source.trimStart())) reader.take(token);
  return reader.finish();
}

/** Processes the tokens; the state of a group ends with it. */
class Reader {
  private state: State = { format: plainFormat, layout: plainLayout, destination: 'text', substitutes: 1 };
  private readonly saved: State[] = [];
  private readonly blocks: RtfBlock[] = [];
  private runs: RtfRun[] = [];
  private runCount = 0;
  private pictures: RtfPicture[] = [];
  private readonly fonts = new Map<number, { family: string; charset: number }>();
  private fontAt = 0;
  private readonly colors: (Color | undefined)[] = [];
  private colorParts = [0, 0, 0];
  private colorGiven = false;
  private codePage = 'windows-1252';
  private readonly bytes: number[] = [];
  private pending = 0;
  private afterStar = false;
  private picture = { digits: '', width: 0, height: 0, known: false };
  /** The current row: edges of its cells, and the finished cells. */
  private edges: { right: number; borders: boolean }[] = [];
  private rowLeft = 0;
  private cellBorders = false;
  private cells: RtfCell[] = [];
  private cellBlocks: RtfParagraph[] = [];

  take(token: RtfToken): void {
    if (token.kind !== 'byte') this.flushBytes();
    switch (token.kind) {
      case 'open':
        if (this.saved.length >= MAX_DEPTH) throw new RtfError('The RTF text is nested too deeply.');
        this.saved.push({ ...this.state });
        break;
      case 'close':
        this.closeGroup();
        break;
      case 'byte':
        if (this.pending > 0) this.pending--;
        else this.bytes.push(token.value);
        break;
      case 'text':
        this.addText(token.text);
        break;
      default:
        this.control(token.word, token.value);
    }
    if (token.kind !== 'word' || token.word !== '*') this.afterStar = false;
  }

  finish(): readonly RtfBlock[] {
    this.flushBytes();
    if (this.runs.length > 0 || this.pictures.length > 0) this.endParagraph();
    this.endRow();
    return this.blocks;
  }

  private closeGroup(): void {
    if (this.state.destination === 'picture' && this.saved.at(-1)?.destination !== 'picture') this.endPicture();
    const before = this.saved.pop();
    if (before !== undefined) this.state = before;
  }

  private flushBytes(): void {
    if (this.bytes.length === 0) return;
    const charset = this.fonts.get(this.state.format.font)?.charset;
    const name = (charset === undefined ? undefined : CHARSETS[charset]) ?? this.codePage;
    const bytes = new Uint8Array(this.bytes.splice(0));
    this.addText(decode(bytes, name));
  }

  private addText(given: string): void {
    let text = given;
    if (this.pending > 0) {
      text = given.slice(this.pending);
      this.pending = Math.max(0, this.pending - given.length);
    }
    const { destination, format } = this.state;
    if (text === '' || destination === 'skip') return;
    if (destination === 'picture') {
      if (this.picture.digits.length < MAX_PICTURE_DIGITS) this.picture.digits += text.replace(/\s+/g, '');
    } else if (destination === 'fonts') {
      const font = this.fonts.get(this.fontAt) ?? { family: '', charset: 0 };
      this.fonts.set(this.fontAt, { ...font, family: font.family + text });
    } else if (destination === 'colors') {
      for (const character of text) if (character === ';') this.endColor();
    } else if (!format.hidden) this.addRun(text);
  }

  private addRun(text: string): void {
    if (++this.runCount > MAX_RUNS) throw new RtfError('The RTF text has too many parts.');
    const { format } = this.state;
    const family = this.fonts.get(format.font)?.family.replace(/;.*/s, '').trim();
    const run: RtfRun = {
      text,
      family: family === undefined || family === '' ? 'Times New Roman' : family,
      size: format.size,
      bold: format.bold,
      italic: format.italic,
      underline: format.underline,
      strikeout: format.strikeout,
      position: format.position,
      color: this.colors[format.color] ?? '#000000',
    };
    this.runs.push(run);
  }

  private endColor(): void {
    const [red = 0, green = 0, blue = 0] = this.colorParts;
    this.colors.push(this.colorGiven ? colorFromParts(255, red, green, blue) : undefined);
    this.colorParts = [0, 0, 0];
    this.colorGiven = false;
  }

  private endPicture(): void {
    const { digits, width, height, known } = this.picture;
    this.picture = { digits: '', width: 0, height: 0, known: false };
    if (!known || digits.length < 8) return;
    const bytes = new Uint8Array(Math.floor(digits.length / 2));
    for (let index = 0; index < bytes.length; index++)
      bytes[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16) || 0;
    this.pictures.push({ bytes, width: width / TWIPS, height: height / TWIPS });
  }

  private endParagraph(): void {
    const { layout, format } = this.state;
    const paragraph: RtfParagraph = {
      kind: 'paragraph',
      runs: this.runs,
      pictures: this.pictures,
      align: layout.align,
      left: layout.left / TWIPS,
      right: layout.right / TWIPS,
      firstLine: layout.firstLine / TWIPS,
      before: layout.before / TWIPS,
      after: layout.after / TWIPS,
      emptySize: format.size,
    };
    this.runs = [];
    this.pictures = [];
    if (layout.inTable && this.edges.length > 0) {
      this.cellBlocks.push(paragraph);
      return;
    }
    this.endRow();
    this.blocks.push(paragraph);
  }

  private endCell(): void {
    if (this.runs.length > 0 || this.pictures.length > 0 || this.cellBlocks.length === 0) this.endParagraph();
    const edge = this.edges[this.cells.length];
    if (edge !== undefined) this.cells.push({ ...edge, blocks: this.cellBlocks });
    this.cellBlocks = [];
  }

  private endRow(): void {
    if (this.cells.length > 0) this.blocks.push({ kind: 'row', left: this.rowLeft, cells: this.cells });
    this.cells = [];
    this.cellBlocks = [];
  }

  private control(word: string, value: number | undefined): void {
    const { state } = this;
    if (word === '*') {
      this.afterStar = true;
      return;
    }
    if (this.afterStar && word !== 'shppict' && word !== 'pn' && word !== 'listtext') state.destination = 'skip';
    if (SKIPPED.has(word)) state.destination = 'skip';
    if (state.destination === 'skip') return;
    if (this.document(word, value) || this.style(word, value) || this.paragraph(word) || this.table(word, value))
      return;
    const special = SPECIAL[word];
    if (special !== undefined) this.addText(special);
  }

  /** Tables of fonts and colours, code pages, Unicode, pictures. */
  private document(word: string, value: number | undefined): boolean {
    const { state } = this;
    switch (word) {
      case 'fonttbl':
        state.destination = 'fonts';
        return true;
      case 'colortbl':
        state.destination = 'colors';
        return true;
      case 'pict':
        state.destination = 'picture';
        return true;
      case 'ansicpg':
        this.codePage = `windows-${String(value ?? 1252)}`;
        return true;
      case 'fcharset': {
        const font = this.fonts.get(this.fontAt);
        if (state.destination === 'fonts' && font !== undefined)
          this.fonts.set(this.fontAt, { ...font, charset: value ?? 0 });
        return true;
      }
      case 'red':
      case 'green':
      case 'blue':
        this.colorParts[['red', 'green', 'blue'].indexOf(word)] = value ?? 0;
        this.colorGiven = true;
        return true;
      case 'uc':
        state.substitutes = Math.min(100, Math.max(0, value ?? 1));
        return true;
      case 'u':
        this.pending = 0;
        this.addText(String.fromCharCode(((value ?? 63) + 65536) % 65536));
        this.pending = state.substitutes;
        return true;
      case 'pngblip':
      case 'jpegblip':
        this.picture.known = true;
        return true;
      case 'picwgoal':
        this.picture.width = value ?? 0;
        return true;
      case 'pichgoal':
        this.picture.height = value ?? 0;
        return true;
      default:
        return false;
    }
  }

  private paragraph(word: string): boolean {
    if (word !== 'par' && word !== 'sect' && word !== 'page') return false;
    if (this.state.destination === 'text') this.endParagraph();
    return true;
  }

  /** Changes of character and paragraph formatting, which end with the group. */
  private style(word: string, value: number | undefined): boolean {
    const { state } = this;
    if (word === 'f' && state.destination === 'fonts') {
      this.fontAt = value ?? 0;
      this.fonts.set(this.fontAt, { family: '', charset: 0 });
    }
    const format = changedFormat(state.format, word, value);
    const layout = format === undefined ? changedLayout(state.layout, word, value) : undefined;
    if (format !== undefined) state.format = format;
    if (layout !== undefined) state.layout = layout;
    return format !== undefined || layout !== undefined;
  }

  private table(word: string, value: number | undefined): boolean {
    switch (word) {
      case 'trowd':
        this.edges = [];
        this.cellBorders = false;
        this.rowLeft = 0;
        return true;
      case 'trleft':
        this.rowLeft = (value ?? 0) / TWIPS;
        return true;
      case 'clbrdrl':
      case 'clbrdrt':
      case 'clbrdrr':
      case 'clbrdrb':
        this.cellBorders = true;
        return true;
      case 'cellx':
        this.edges.push({ right: (value ?? 0) / TWIPS, borders: this.cellBorders });
        this.cellBorders = false;
        return true;
      case 'cell':
        this.endCell();
        return true;
      case 'row':
        this.endRow();
        return true;
      default:
        return false;
    }
  }
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder(name).decode(bytes);
  } catch (error) {
    // An unknown code page is a RangeError; falls back to Latin letters.
    if (error instanceof RangeError) return new TextDecoder('windows-1252').decode(bytes);
    throw error;
  }
}

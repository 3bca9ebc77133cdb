/** Lays out paragraphs and table rows of RTF as boxes of text one below the other. */
import type { Primitive, TextStyle } from '../../page.ts';
import { neededHeight } from '../../text/index.ts';
import { rectangle, stroked } from '../drawing/path.ts';
import type { DrawTools } from '../object.ts';
import { plainTextStyle } from '../textStyle.ts';
import type { RtfBlock, RtfParagraph, RtfRow, RtfRun } from './document.ts';

/** A text after layout: its primitives from (0, 0), and its height. */
export interface RtfLayout {
  readonly drawing: readonly Primitive[];
  /** px */
  readonly height: number;
}

/** px between a cell's edge and its text. */
const CELL_PADDING = 5;
const MAX_BLOCKS = 20_000;

/** Lays blocks out from the top of a box of this width. */
export function layOutRtf(blocks: readonly RtfBlock[], width: number, tools: DrawTools): RtfLayout {
  const drawing: Primitive[] = [];
  let y = 0;
  for (const block of blocks.slice(0, MAX_BLOCKS)) {
    const placed = block.kind === 'row' ? row(block, y, tools) : paragraph(block, 0, y, width, tools);
    drawing.push(...placed.drawing);
    y += placed.height;
  }
  return { drawing, height: y };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A run with the tags of text objects that express its formatting relative to the paragraph's font. */
function marked(run: RtfRun, base: RtfRun): string {
  let text = escaped(run.text);
  if (run.bold && !base.bold) text = `<b>${text}</b>`;
  if (run.italic) text = `<i>${text}</i>`;
  if (run.underline) text = `<u>${text}</u>`;
  if (run.strikeout) text = `<strike>${text}</strike>`;
  if (run.position !== 'normal') text = run.position === 'sub' ? `<sub>${text}</sub>` : `<sup>${text}</sup>`;
  const attributes = [
    run.color === base.color ? '' : ` color="${run.color}"`,
    run.family === base.family ? '' : ` face="${run.family.replaceAll('"', '')}"`,
    run.size === base.size ? '' : ` size="${String(run.size)}"`,
  ].join('');
  return attributes === '' ? text : `<font${attributes}>${text}</font>`;
}

function paragraph(block: RtfParagraph, left: number, top: number, width: number, tools: DrawTools): RtfLayout {
  const first: RtfRun = block.runs[0] ?? {
    text: ' ',
    family: 'Times New Roman',
    size: block.emptySize,
    bold: false,
    italic: false,
    underline: false,
    strikeout: false,
    position: 'normal',
    color: '#000000',
  };
  const base = { ...first, bold: first.bold && block.runs.every(({ bold }) => bold) };
  const hanging = block.firstLine < 0;
  const x = left + block.left + (hanging ? block.firstLine : 0);
  const available = Math.max(8, width - (x - left) - block.right);
  const text = block.runs.length === 0 ? ' ' : block.runs.map((run) => marked(run, base)).join('');
  const style: TextStyle = {
    ...plainTextStyle,
    renderType: 'HtmlTags',
    font: { family: base.family, size: base.size, bold: base.bold, italic: false, underline: false, strikeout: false },
    fill: { kind: 'solid', color: base.color },
    horzAlign: block.align,
    paragraphOffset: hanging ? 0 : block.firstLine,
    // The text after the bullet of a hanging line begins at the paragraph's indent.
    tabPositions: hanging ? [-block.firstLine] : [],
  };
  const content = { text, style };
  const height =
    block.runs.length === 0 && block.pictures.length > 0
      ? 0
      : Math.max(1, neededHeight(tools.fonts, content, { width: available, height: 0 }) - 1);
  const drawing: Primitive[] = [];
  let y = top + block.before;
  if (block.runs.length > 0) drawing.push({ kind: 'textBox', x, y, width: available, height: height + 1, content });
  y += height;
  for (const picture of block.pictures) {
    const image = tools.image(picture.bytes);
    const [pictureWidth, pictureHeight] = [picture.width || image.width, picture.height || image.height];
    const scale = Math.min(1, available / Math.max(1, pictureWidth));
    if (image.width === 0) continue;
    drawing.push({ kind: 'image', image, x, y, width: pictureWidth * scale, height: pictureHeight * scale });
    y += pictureHeight * scale;
  }
  return { drawing, height: y + block.after - top };
}

function row(block: RtfRow, top: number, tools: DrawTools): RtfLayout {
  const drawing: Primitive[] = [];
  const cells: { readonly left: number; readonly right: number; readonly borders: boolean }[] = [];
  let height = 0;
  let left = block.left;
  for (const cell of block.cells) {
    const right = Math.max(left + 2 * CELL_PADDING + 4, cell.right);
    let y = top;
    for (const inner of cell.blocks) {
      const placed = paragraph(inner, left + CELL_PADDING, y, right - left - 2 * CELL_PADDING, tools);
      drawing.push(...placed.drawing);
      y += placed.height;
    }
    height = Math.max(height, y - top);
    cells.push({ left, right, borders: cell.borders });
    left = right;
  }
  const pen = { color: '#000000', width: 0.75 };
  for (const cell of cells)
    if (cell.borders) drawing.push(stroked(rectangle(cell.left, top, cell.right - cell.left, height), pen));
  return { drawing, height };
}

/** Rich text: RTF parsed into paragraphs, pictures and tables, and drawn as boxes of text. */
import { paddingOf } from '../../template/properties.ts';
import { transformPrimitive, translation } from '../drawing/matrix.ts';
import type { DrawTools, Drawn, ObjectClass, ObjectNow } from '../object.ts';
import { RtfError, type RtfBlock } from './document.ts';
import { layOutRtf, type RtfLayout } from './layout.ts';
import { parseRtf } from './parse.ts';

export { RtfError } from './document.ts';
export { parseRtf } from './parse.ts';

/** The blocks of a text; a text that is not RTF is treated as plain. */
function blocksOf(text: string, tools: DrawTools): readonly RtfBlock[] {
  if (text.trim() === '') return [];
  try {
    return parseRtf(
      text.trimStart().startsWith('{\\rtf') ? text : `{\\rtf1{\\fonttbl{\\f0 Arial;}}\\fs20 ${escapeRtf(text)}}`,
    );
  } catch (error) {
    if (!(error instanceof RtfError)) throw error;
    tools.warn(error.message);
    return [];
  }
}

/** Escapes a plain text for RTF. */
function escapeRtf(text: string): string {
  return text
    .replace(/[\\{}]/g, '\\$&')
    .replace(/[\u0080-\uffff]/g, (character) => `\\u${String(character.charCodeAt(0))}?`)
    .replace(/\r\n?|\n/g, '\\par ');
}

function layOut(
  { source, text, width }: ObjectNow,
  tools: DrawTools,
): RtfLayout & { readonly left: number; readonly top: number; readonly vertical: number } {
  const padding = paddingOf(source, 'Padding', '2, 1, 2, 1');
  const layout = layOutRtf(blocksOf(text, tools), Math.max(1, width - padding.left - padding.right), tools);
  return { ...layout, left: padding.left, top: padding.top, vertical: padding.top + padding.bottom };
}

/** Height a rich text needs, px; 0 for an empty one. */
function richHeight(object: ObjectNow, tools: DrawTools): number {
  const { height, vertical } = layOut(object, tools);
  return height === 0 ? 0 : height + vertical;
}

/** Draws a RichObject within its padding. A text that is not RTF is drawn as plain text; one that cannot be parsed draws nothing and warns. */
function drawRich(object: ObjectNow, tools: DrawTools): Drawn {
  const { drawing, left, top } = layOut(object, tools);
  return { drawing: drawing.map((primitive) => transformPrimitive(primitive, translation(left, top))) };
}

/** Rich texts: they determine their height, and values in them are RTF. */
export const richClass: ObjectClass = {
  draw: drawRich,
  text: 'Text',
  allowsExpressions: true,
  write: escapeRtf,
  height: richHeight,
};

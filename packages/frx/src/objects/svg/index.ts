/** SVG pictures, drawn as paths; no scripts, no animation, nothing from other documents. */
import type { Primitive } from '../../page.ts';
import type { DrawTools, Drawn, ObjectNow } from '../object.ts';
import { base64Bytes } from '../../template/properties.ts';
import { markedFrame } from '../marked.ts';
import { svgPrimitives, SvgError, type SvgBox } from './draw.ts';

export { SvgError, svgPrimitives } from './draw.ts';

/** An SVG document fitted into a box; nothing, and a warning, when it cannot be read. */
export function drawSvg(source: string, box: SvgBox, tools: DrawTools): readonly Primitive[] {
  try {
    return svgPrimitives(source, box);
  } catch (error) {
    if (!(error instanceof SvgError)) throw error;
    tools.warn(error.message);
    return [];
  }
}

/** An SVGObject: its document comes as text or in base64. */
export function drawSvgObject(object: ObjectNow, tools: DrawTools): Drawn {
  const box = { x: 0, y: 0, width: object.width, height: object.height };
  if (object.text.trim() === '') return { drawing: markedFrame(object, 'SVG', tools) };
  const isBase64 = !/^[\ufeff\s]*</.test(object.text);
  return { drawing: drawSvg(isBase64 ? new TextDecoder().decode(base64Bytes(object.text)) : object.text, box, tools) };
}

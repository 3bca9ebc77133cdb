/** SVG pictures, drawn as paths; scripts, animations and references to other documents are ignored. */
import type { Color, Fill, Primitive } from '../../page.ts';
import { colorFromParts, colorParts } from '../../template/colors.ts';
import { base64Bytes, enumOf, flagOf, numberOf } from '../../template/properties.ts';
import { rotation, transformPrimitive } from '../drawing/matrix.ts';
import { markedFrame } from '../marked.ts';
import type { DrawTools, Drawn, ObjectNow } from '../object.ts';
import { svgPrimitives, SvgError, type SvgBox } from './draw.ts';

export { SvgError, svgPrimitives } from './draw.ts';

/**
 * Draws an SVG document fitted into a box; draws nothing, and warns, when it cannot be read. A warning also names the features that are not drawn.
 */
export function drawSvg(source: string, box: SvgBox, tools: DrawTools, stretch = false): readonly Primitive[] {
  try {
    const unsupported = new Set<string>();
    const primitives = svgPrimitives(source, box, { stretch, unsupported });
    if (unsupported.size > 0) tools.warn(`The SVG picture uses ${[...unsupported].join(', ')}, which is not drawn.`);
    return primitives;
  } catch (error) {
    if (!(error instanceof SvgError)) throw error;
    tools.warn(error.message);
    return [];
  }
}

/** Draws an SVGObject, whose document is text or base64. */
export function drawSvgObject(object: ObjectNow, tools: DrawTools): Drawn {
  const { source, width, height, text } = object;
  if (text.trim() === '') return { drawing: markedFrame(object, 'SVG', tools) };
  const isBase64 = !/^[\ufeff\s]*</.test(text);
  const document = isBase64 ? new TextDecoder().decode(base64Bytes(text)) : text;
  const stretch = enumOf(source, 'SizeMode', ['Zoom', 'StretchImage'], 'Zoom') === 'StretchImage';
  const angle = numberOf(source, 'Angle', 0) % 360;
  const gray = flagOf(source, 'Grayscale', false);
  const turn = rotation(angle, width / 2, height / 2);
  const drawing = drawSvg(document, { x: 0, y: 0, width, height }, tools, stretch).map((primitive) => {
    const turned = angle === 0 ? primitive : transformPrimitive(primitive, turn);
    return gray ? inGray(turned) : turned;
  });
  return { drawing };
}

/** Converts to gray by perceived brightness. */
function grayOf(color: Color): Color {
  const { alpha, red, green, blue } = colorParts(color);
  const level = 0.299 * red + 0.587 * green + 0.114 * blue;
  return colorFromParts(alpha, level, level, level);
}

function grayFill(fill: Fill): Fill {
  if (fill.kind === 'solid') return { ...fill, color: grayOf(fill.color) };
  if (fill.kind === 'linearGradient')
    return { ...fill, startColor: grayOf(fill.startColor), endColor: grayOf(fill.endColor) };
  return fill.kind === 'pathGradient'
    ? { ...fill, centerColor: grayOf(fill.centerColor), edgeColor: grayOf(fill.edgeColor) }
    : fill;
}

function inGray(primitive: Primitive): Primitive {
  if (primitive.kind === 'text') return { ...primitive, color: grayOf(primitive.color) };
  if (primitive.kind !== 'path') return primitive;
  const { fill, stroke } = primitive;
  return {
    ...primitive,
    ...(fill === undefined ? {} : { fill: grayFill(fill) }),
    ...(stroke === undefined ? {} : { stroke: { ...stroke, color: grayOf(stroke.color) } }),
  };
}

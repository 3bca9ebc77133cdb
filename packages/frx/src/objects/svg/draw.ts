/** A static subset of SVG as primitives: shapes, paths, groups, `use`, gradients by their first and last stop, single lines of text. */
import type { Color, Fill, Font, PathCommand, Primitive, Stroke } from '../../page.ts';
import {
  compose,
  identity,
  rotation,
  scaleOf,
  scaling,
  transformCommands,
  transformPrimitive,
  translation,
  type Affine,
} from '../drawing/matrix.ts';
import { ellipse, polygon, polyline, roundRectangle } from '../drawing/path.ts';
import { svgLength } from './length.ts';
import { parsePathData } from './pathData.ts';
import { ownStyle, readStyleSheet, svgColor, type StyleSheet } from './style.ts';
import { readSvg, SvgError, type SvgElement } from './tree.ts';

/** The rectangle that a drawing fills, px. */
export interface SvgBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const MAX_PRIMITIVES = 50_000;
const MAX_COMMANDS = 1_000_000;
const MAX_USE_DEPTH = 8;
/** Maximum number of visited elements; those below a `use` count each time. */
const MAX_DRAWN = 200_000;

/** Properties that children inherit. */
const INHERITED = [
  'color',
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-anchor',
  'visibility',
  'text-decoration',
] as const;

/** Properties that change a drawing and are not supported. */
const UNSUPPORTED_PROPERTIES = [
  'clip-path',
  'mask',
  'filter',
  'marker-start',
  'marker-mid',
  'marker-end',
  'marker',
] as const;

/** Elements that draw something and are not supported. */
const UNSUPPORTED_ELEMENTS: ReadonlySet<string> = new Set(['image', 'foreignObject', 'textPath', 'animate']);

type Style = Readonly<Record<string, string | undefined>>;

interface Drawing {
  readonly sheet: StyleSheet;
  readonly byId: ReadonlyMap<string, SvgElement>;
  readonly primitives: Primitive[];
  /** Names of the features in use that are not supported. */
  readonly unsupported: Set<string>;
  commands: number;
  elements: number;
}

/**
 * Draws an SVG document fitted into a box, with its aspect ratio unless `stretch`.
 * @param unsupported receives the names of the features that the document uses and that are not drawn
 * @throws SvgError
 */
export function svgPrimitives(
  source: string,
  box: SvgBox,
  { stretch = false, unsupported = new Set<string>() }: { stretch?: boolean; unsupported?: Set<string> } = {},
): readonly Primitive[] {
  const root = readSvg(source);
  const byId = new Map<string, SvgElement>();
  const index = (element: SvgElement): void => {
    const id = element.attributes['id'];
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    element.children.forEach(index);
  };
  index(root);
  const drawing: Drawing = { sheet: readStyleSheet(root), byId, primitives: [], unsupported, commands: 0, elements: 0 };
  for (const child of root.children)
    drawElement(drawing, child, ownStyle(root, drawing.sheet), viewMap(root, box, stretch), 1, 0);
  return drawing.primitives;
}

/** The map from user units of the root to the box. */
function viewMap(root: SvgElement, box: SvgBox, stretch = false): Affine {
  const { attributes } = root;
  const [x = 0, y = 0, w = Number.NaN, h = Number.NaN] = (attributes['viewBox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const given = w > 0 && h > 0;
  const width = given ? w : (svgLength(attributes['width']) ?? 300);
  const height = given ? h : (svgLength(attributes['height']) ?? 150);
  if (!(width > 0 && height > 0)) return identity;
  const stretched = stretch || attributes['preserveAspectRatio']?.trim().startsWith('none') === true;
  const scale = Math.min(box.width / width, box.height / height);
  const [sx, sy] = stretched ? [box.width / width, box.height / height] : [scale, scale];
  const left = box.x + (box.width - width * sx) / 2;
  const top = box.y + (box.height - height * sy) / 2;
  return compose(translation(left, top), compose(scaling(sx, sy), given ? translation(-x, -y) : identity));
}

/** Reads `translate(…) rotate(…) …`. */
function parseTransform(text: string): Affine {
  let map = identity;
  for (const [, name, list = ''] of text.slice(0, 10_000).matchAll(/(?<![a-zA-Z])([a-zA-Z]+)\s*\(([^()]*)\)/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = list
      .trim()
      .split(/[\s,]+/)
      .map((part) => Number(part) || 0);
    const count = list.trim().split(/[\s,]+/).length;
    const tangent = Math.tan((a * Math.PI) / 180);
    const next: Affine =
      name === 'matrix'
        ? { a, b, c, d, e, f }
        : name === 'translate'
          ? translation(a, b)
          : name === 'scale'
            ? scaling(a, count > 1 ? b : a)
            : name === 'rotate'
              ? rotation(a, b, c)
              : name === 'skewX'
                ? { ...identity, c: tangent }
                : name === 'skewY'
                  ? { ...identity, b: tangent }
                  : identity;
    map = compose(map, next);
  }
  return map;
}

function drawElement(
  drawing: Drawing,
  element: SvgElement,
  inherited: Style,
  outer: Affine,
  opacity: number,
  uses: number,
): void {
  if (drawing.primitives.length >= MAX_PRIMITIVES || drawing.commands >= MAX_COMMANDS) return;
  drawing.elements += 1;
  if (drawing.elements > MAX_DRAWN) throw new SvgError('The SVG picture repeats its parts too often.');
  const own = ownStyle(element, drawing.sheet);
  if (own['display'] === 'none') return;
  if (UNSUPPORTED_ELEMENTS.has(element.name)) drawing.unsupported.add(element.name);
  for (const name of UNSUPPORTED_PROPERTIES)
    if ((own[name] ?? 'none') !== 'none' && own[name] !== 'inherit') drawing.unsupported.add(name);
  const style: Record<string, string | undefined> = { ...own };
  for (const name of INHERITED) if (own[name] === undefined || own[name] === 'inherit') style[name] = inherited[name];
  const map = own['transform'] === undefined ? outer : compose(outer, parseTransform(own['transform']));
  const shownOpacity = opacity * share(own['opacity']);
  const number = (name: string): number => svgLength(own[name]) ?? 0;
  switch (element.name) {
    case 'g':
    case 'a':
    case 'switch':
      for (const child of element.children) drawElement(drawing, child, style, map, shownOpacity, uses);
      break;
    case 'svg': {
      const box = {
        x: number('x'),
        y: number('y'),
        width: svgLength(own['width']) ?? 0,
        height: svgLength(own['height']) ?? 0,
      };
      const inner =
        own['viewBox'] !== undefined && box.width > 0 && box.height > 0
          ? viewMap(element, box)
          : translation(box.x, box.y);
      for (const child of element.children) drawElement(drawing, child, style, compose(map, inner), shownOpacity, uses);
      break;
    }
    case 'use': {
      const target = drawing.byId.get((own['href'] ?? '').replace(/^#/, ''));
      if (target === undefined || uses >= MAX_USE_DEPTH) break;
      const shown = target.name === 'symbol' ? { ...target, name: 'g' } : target;
      drawElement(drawing, shown, style, compose(map, translation(number('x'), number('y'))), shownOpacity, uses + 1);
      break;
    }
    case 'text':
      if (style['visibility'] !== 'hidden') drawText(drawing, element, style, map, shownOpacity);
      break;
    default: {
      const commands = outlineOf(element, own);
      if (commands.length > 0 && style['visibility'] !== 'hidden')
        drawOutline(drawing, commands, style, map, shownOpacity);
    }
  }
}

/** A number from 0 to 1, or a percentage; 1 when absent. */
function share(text: string | undefined): number {
  if (text === undefined) return 1;
  const value = Number.parseFloat(text) / (text.trim().endsWith('%') ? 100 : 1);
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1;
}

function outlineOf(element: SvgElement, own: Readonly<Record<string, string>>): readonly PathCommand[] {
  const number = (name: string): number => svgLength(own[name]) ?? 0;
  switch (element.name) {
    case 'path':
      return parsePathData(own['d'] ?? '');
    case 'rect': {
      const rx = svgLength(own['rx']) ?? svgLength(own['ry']) ?? 0;
      const ry = svgLength(own['ry']) ?? rx;
      const [width, height] = [number('width'), number('height')];
      return width > 0 && height > 0 ? roundRectangle(number('x'), number('y'), width, height, rx, ry) : [];
    }
    case 'circle':
      return number('r') > 0 ? ellipse(number('cx'), number('cy'), number('r')) : [];
    case 'ellipse':
      return number('rx') > 0 && number('ry') > 0
        ? ellipse(number('cx'), number('cy'), number('rx'), number('ry'))
        : [];
    case 'line':
      return polyline([
        [number('x1'), number('y1')],
        [number('x2'), number('y2')],
      ]);
    case 'polyline':
    case 'polygon': {
      const values = (own['points'] ?? '')
        .trim()
        .split(/[\s,]+/)
        .map(Number);
      const points: [number, number][] = [];
      for (let at = 0; at + 1 < values.length && Number.isFinite(values[at]! + values[at + 1]!); at += 2)
        points.push([values[at]!, values[at + 1]!]);
      return element.name === 'polygon' ? polygon(points) : polyline(points);
    }
    default:
      return [];
  }
}

function drawOutline(
  drawing: Drawing,
  commands: readonly PathCommand[],
  style: Style,
  map: Affine,
  opacity: number,
): void {
  drawing.commands += commands.length;
  const current = svgColor(style['color'], 1, '#000000') ?? '#000000';
  const fill = paintOf(drawing, style['fill'] ?? 'black', opacity * share(style['fill-opacity']), current);
  const strokePaint = paintOf(drawing, style['stroke'] ?? 'none', opacity * share(style['stroke-opacity']), current);
  const width = (svgLength(style['stroke-width']) ?? 1) * scaleOf(map);
  const stroke =
    strokePaint === undefined || width <= 0 ? undefined : strokeOf(strokePaint, width, style, scaleOf(map));
  if (fill === undefined && stroke === undefined) return;
  drawing.primitives.push({
    kind: 'path',
    commands: transformCommands(commands, map),
    ...(fill === undefined ? {} : { fill, fillRule: style['fill-rule'] === 'evenodd' ? 'evenodd' : 'nonzero' }),
    ...(stroke === undefined ? {} : { stroke }),
  });
}

/** A pen has one colour: the first of a gradient. */
function strokeOf(paint: Fill, width: number, style: Style, scale: number): Stroke | undefined {
  const color = paint.kind === 'solid' ? paint.color : paint.kind === 'linearGradient' ? paint.startColor : undefined;
  if (color === undefined) return undefined;
  const dash = (style['stroke-dasharray'] ?? 'none')
    .split(/[\s,]+/)
    .map((part) => (svgLength(part) ?? Number.NaN) * scale);
  const cap = style['stroke-linecap'];
  const join = style['stroke-linejoin'];
  return {
    color,
    width,
    ...(dash.every((length) => length >= 0) && dash.some((length) => length > 0)
      ? { dash: dash.length % 2 === 0 ? dash : [...dash, ...dash] }
      : {}),
    ...(cap === 'round' || cap === 'square' ? { cap } : {}),
    ...(join === 'round' || join === 'bevel' ? { join } : {}),
  };
}

function paintOf(drawing: Drawing, text: string, opacity: number, current: Color): Fill | undefined {
  const reference = /^url\(\s*["']?#([^\s"')]+)["']?\s*\)(.*)$/.exec(text.trim());
  if (reference === null) {
    const color = svgColor(text, opacity, current);
    return color === undefined ? undefined : { kind: 'solid', color };
  }
  const gradient = gradientOf(drawing, reference[1] ?? '', opacity, current);
  return gradient ?? (reference[2]?.trim() ? paintOf(drawing, reference[2], opacity, current) : undefined);
}

function gradientOf(drawing: Drawing, id: string, opacity: number, current: Color): Fill | undefined {
  const element = drawing.byId.get(id);
  if (element?.name === 'pattern') drawing.unsupported.add('pattern');
  if (element === undefined || !element.name.endsWith('Gradient')) return undefined;
  // Stops and positions may be inherited from another gradient that this one refers to.
  const chain = [element];
  while (chain.length < 8) {
    const next = drawing.byId.get((chain.at(-1)!.attributes['href'] ?? '').replace(/^#/, ''));
    if (next === undefined || chain.includes(next)) break;
    chain.push(next);
  }
  const stops =
    chain.map((part) => part.children.filter(({ name }) => name === 'stop')).find((found) => found.length > 0) ?? [];
  const colors = stops.map((stop) => {
    const own = ownStyle(stop, drawing.sheet);
    return svgColor(own['stop-color'] ?? 'black', opacity * share(own['stop-opacity']), current) ?? '#00000000';
  });
  const [first] = colors;
  const last = colors.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (colors.length === 1 || first === last) return { kind: 'solid', color: first };
  if (element.name === 'radialGradient')
    return { kind: 'pathGradient', centerColor: first, edgeColor: last, style: 'Elliptic' };
  const position = (name: string, standard: number): number => {
    const text = chain.map((part) => part.attributes[name]).find((value) => value !== undefined);
    const value = Number.parseFloat(text ?? '');
    return Number.isFinite(value) ? value / (text?.endsWith('%') === true ? 100 : 1) : standard;
  };
  const angle =
    (Math.atan2(position('y2', 0) - position('y1', 0), position('x2', 1) - position('x1', 0)) * 180) / Math.PI;
  return {
    kind: 'linearGradient',
    startColor: first,
    endColor: last,
    angle: Math.round((angle + 360) % 360),
    focus: 1,
    contrast: 1,
  };
}

function fontOf(style: Style): Font {
  const family =
    (style['font-family'] ?? 'Arial')
      .split(',')[0]
      ?.trim()
      .replace(/^["']|["']$/g, '') ?? 'Arial';
  const weight = style['font-weight'] ?? 'normal';
  return {
    family:
      family === 'sans-serif' || family === ''
        ? 'Arial'
        : family === 'serif'
          ? 'Times New Roman'
          : family === 'monospace'
            ? 'Courier New'
            : family,
    size: Math.min(10_000, Math.max(0.1, svgLength(style['font-size']) ?? 16)) * 0.75,
    bold: weight.startsWith('bold') || Number(weight) >= 600,
    italic: style['font-style'] === 'italic' || style['font-style'] === 'oblique',
    underline: style['text-decoration']?.includes('underline') === true,
    strikeout: style['text-decoration']?.includes('line-through') === true,
  };
}

/** Draws the text of an element and of each `tspan` with an own position. */
function drawText(drawing: Drawing, element: SvgElement, style: Style, map: Affine, opacity: number): void {
  const line = (part: SvgElement, partStyle: Style, x: number, y: number): void => {
    const text = part.text.replace(/\s+/g, ' ').trim();
    const color = svgColor(partStyle['fill'] ?? 'black', opacity * share(partStyle['fill-opacity']), '#000000');
    if (text === '' || color === undefined) return;
    const anchor = partStyle['text-anchor'];
    const align = anchor === 'middle' ? 'center' : anchor === 'end' ? 'right' : 'left';
    drawing.primitives.push(
      transformPrimitive({ kind: 'text', text, x, y, font: fontOf(partStyle), color, align }, map),
    );
  };
  const first = (text: string | undefined): number | undefined => svgLength(text?.trim().split(/[\s,]+/)[0]);
  const x = first(element.attributes['x']) ?? 0;
  const y = first(element.attributes['y']) ?? 0;
  line(element, style, x, y);
  let lineY = y;
  for (const part of element.children) {
    if (UNSUPPORTED_ELEMENTS.has(part.name)) drawing.unsupported.add(part.name);
    if (part.name !== 'tspan') continue;
    const own = ownStyle(part, drawing.sheet);
    lineY = first(own['y']) ?? lineY + (first(own['dy']) ?? 0);
    line(part, { ...style, ...own }, first(own['x']) ?? x, lineY);
  }
}

export { SvgError };

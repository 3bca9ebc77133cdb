/** Fills of the reference as colours, gradients, stripes and pictures on a surface. */
import { colorFromParts, colorParts } from '../template/colors.ts';
import type { Color, Fill, PathCommand } from '../page.ts';
import type { Paint, Surface } from './surface.ts';
import { rectangle } from './surface.ts';

/** The box that a fill covers. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns true when a colour is invisible. */
export function isInvisible(color: Color): boolean {
  return color.length === 9 && color.endsWith('00');
}

/** Fills an outline that lies inside `box`. */
export function paintFill(
  surface: Surface,
  commands: readonly PathCommand[],
  box: Box,
  fill: Fill,
  rule: 'nonzero' | 'evenodd' = 'nonzero',
): void {
  if (fill.kind === 'solid') {
    if (!isInvisible(fill.color)) surface.fill(commands, { kind: 'color', color: fill.color }, rule);
    return;
  }
  if (fill.kind === 'linearGradient' || fill.kind === 'pathGradient') {
    surface.fill(commands, gradient(fill, box), rule);
    return;
  }
  surface.save();
  surface.clip(commands);
  if (fill.kind === 'glass') paintGlass(surface, box, fill);
  else if (fill.kind === 'hatch') paintHatch(surface, box, fill.foreColor, fill.backColor, fill.style);
  else paintTexture(surface, box, fill);
  surface.restore();
}

/** Fills with a transition from one colour to another. */
export type Gradient = Extract<Fill, { kind: 'linearGradient' | 'pathGradient' }>;

/** A gradient fill of a box as the paint of a surface. */
export function gradient(fill: Gradient, box: Box): Exclude<Paint, { kind: 'color' }> {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  if (fill.kind === 'pathGradient') {
    const radius =
      fill.style === 'Elliptic' ? Math.hypot(box.width, box.height) / 2 : Math.max(box.width, box.height) / 2;
    const stops = [
      { at: 0, color: fill.centerColor },
      { at: 1, color: fill.edgeColor },
    ];
    return { kind: 'radial', x, y, radius, stops };
  }
  const angle = (fill.angle * Math.PI) / 180;
  const half = (Math.abs(box.width * Math.cos(angle)) + Math.abs(box.height * Math.sin(angle))) / 2;
  const strongest = mixed(fill.startColor, fill.endColor, fill.contrast);
  const { focus } = fill;
  const stops = [
    { at: 0, color: fill.startColor },
    { at: focus, color: strongest },
    { at: 1, color: focus === 1 ? strongest : fill.startColor },
  ];
  const dx = Math.cos(angle) * half;
  const dy = Math.sin(angle) * half;
  return {
    kind: 'linear',
    x1: x - dx,
    y1: y - dy,
    x2: x + dx,
    y2: y + dy,
    stops: focus === 1 ? stops.slice(0, 2) : stops,
  };
}

/** Interpolates between two colours; `share` 0 is the first. */
function mixed(from: Color, to: Color, share: number): Color {
  const a = colorParts(from);
  const b = colorParts(to);
  const part = (one: number, other: number): number => Math.round(one + (other - one) * share);
  return colorFromParts(part(a.alpha, b.alpha), part(a.red, b.red), part(a.green, b.green), part(a.blue, b.blue));
}

function solid(surface: Surface, box: Box, color: Color): void {
  if (!isInvisible(color))
    surface.fill(rectangle(box.x, box.y, box.width, box.height), { kind: 'color', color }, 'nonzero');
}

/** A colour whose upper half is lightened, with white stripes when the fill has a hatch. */
function paintGlass(surface: Surface, box: Box, fill: Extract<Fill, { kind: 'glass' }>): void {
  solid(surface, box, fill.color);
  if (fill.hatch)
    paintStripes(surface, box, { color: colorFromParts(40, 255, 255, 255), width: 1.5, step: 6, directions: [-45] });
  solid(surface, { ...box, height: box.height / 2 }, colorFromParts(Math.round(fill.blend * 255), 255, 255, 255));
}

interface Stripes {
  readonly color: Color;
  readonly width: number;
  readonly step: number;
  /** Degrees from the horizontal. */
  readonly directions: readonly number[];
}

/** Stripes for a hatch style of .NET; dotted and woven styles become the most similar stripes. */
function stripesOf(style: string, color: Color): Stripes {
  const name = style.toLowerCase();
  const directions = directionsOf(name);
  const wide = name.startsWith('wide') || name.startsWith('dark') || name.startsWith('large');
  const dense = /percent(\d+)/.exec(name);
  const share = dense === null ? undefined : Number(dense[1]) / 100;
  return {
    color,
    directions,
    step: share === undefined ? 8 : 4,
    width: share === undefined ? (wide ? 3 : 1) : Math.max(0.4, share * 3),
  };
}

function directionsOf(name: string): number[] {
  if (name.includes('diagonalcross') || name.includes('diamond') || name.includes('trellis')) return [45, -45];
  if (name.includes('forwarddiagonal') || name.includes('downwarddiagonal')) return [45];
  if (name.includes('backwarddiagonal') || name.includes('upwarddiagonal')) return [-45];
  if (name.includes('vertical')) return [90];
  if (name.includes('cross') || name.includes('grid') || name.includes('brick') || name.includes('checker'))
    return [0, 90];
  return [0];
}

function paintHatch(surface: Surface, box: Box, foreground: Color, background: Color, style: string): void {
  solid(surface, box, background);
  paintStripes(surface, box, stripesOf(style, foreground));
}

function paintStripes(surface: Surface, box: Box, stripes: Stripes): void {
  if (isInvisible(stripes.color)) return;
  const reach = Math.hypot(box.width, box.height) / 2 + stripes.step;
  const count = Math.min(2000, Math.ceil(reach / stripes.step));
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  for (const direction of stripes.directions) {
    const along = [Math.cos((direction * Math.PI) / 180), Math.sin((direction * Math.PI) / 180)] as const;
    const commands: PathCommand[] = [];
    for (let index = -count; index <= count; index++) {
      const offset = index * stripes.step;
      const startX = x - along[1] * offset;
      const startY = y + along[0] * offset;
      commands.push(
        ['M', startX - along[0] * reach, startY - along[1] * reach],
        ['L', startX + along[0] * reach, startY + along[1] * reach],
      );
    }
    surface.stroke(commands, { color: stripes.color, width: stripes.width });
  }
}

const MAX_TILES = 4000;

/** A picture repeated in both directions from its offset, every second one mirrored when the fill specifies it; `Clamp` shows it once. */
function paintTexture(surface: Surface, box: Box, fill: Extract<Fill, { kind: 'texture' }>): void {
  const width = fill.width > 0 ? fill.width : fill.image.width;
  const height = fill.height > 0 ? fill.height : fill.image.height;
  if (width <= 0 || height <= 0) return;
  const effects = { opacity: 1, grayscale: false };
  if (fill.wrapMode === 'Clamp') {
    surface.image(fill.image, box.x + fill.offsetX, box.y + fill.offsetY, width, height, effects);
    return;
  }
  const columns = { first: Math.floor(-fill.offsetX / width), last: Math.ceil((box.width - fill.offsetX) / width) };
  const rows = { first: Math.floor(-fill.offsetY / height), last: Math.ceil((box.height - fill.offsetY) / height) };
  if ((columns.last - columns.first) * (rows.last - rows.first) > MAX_TILES) return;
  const flipsX = fill.wrapMode === 'TileFlipX' || fill.wrapMode === 'TileFlipXY';
  const flipsY = fill.wrapMode === 'TileFlipY' || fill.wrapMode === 'TileFlipXY';
  for (let row = rows.first; row < rows.last; row++) {
    for (let column = columns.first; column < columns.last; column++) {
      const left = box.x + fill.offsetX + column * width;
      const top = box.y + fill.offsetY + row * height;
      const mirrored = { flipX: flipsX && column % 2 !== 0, flipY: flipsY && row % 2 !== 0 };
      surface.image(fill.image, left, top, width, height, { ...effects, ...mirrored });
    }
  }
}

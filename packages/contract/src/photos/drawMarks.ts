/** Draws the marks of an edited photo, the same on screens and in reports. */
import { type Area, areaInEdited, type PhotoEdit, type Point, toEdited } from './edits.ts';

/** The part of a canvas context used to draw marks, available in browsers and on servers. */
export interface MarkSurface {
  lineWidth: number;
  lineCap: string;
  lineJoin: string;
  strokeStyle: unknown;
  fillStyle: unknown;
  font: string;
  textBaseline: string;
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
  ellipse(x: number, y: number, radiusX: number, radiusY: number, rotation: number, start: number, end: number): void;
  fill(): void;
  stroke(): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  strokeText(words: string, x: number, y: number): void;
  fillText(words: string, x: number, y: number): void;
  getImageData(x: number, y: number, width: number, height: number): { data: ArrayLike<number> };
}

/** Colour of marks, which is rare on rigs, and of their edge, which keeps them visible on any background. */
const INK = '#ffd400';
const EDGE = '#111111';
/** Width of a stroke and height of text, as fractions of the shorter edge. */
const STROKE = 0.011;
const WORDS = 0.055;
/** Number of squares across the shorter edge of a blurred area: too few to recognise a face or a number. */
const SQUARES = 4;

/** Draws the marks of an edit over the rotated and cropped picture of `width` by `height` pixels. */
export function drawMarks(
  surface: MarkSurface,
  { width, height }: { width: number; height: number },
  edit: PhotoEdit,
): void {
  const pixels = ({ x, y }: Point): Point => ({ x: x * width, y: y * height });
  const box = (area: Area): Area => {
    const shares = areaInEdited(edit, area);
    return { ...pixels(shares), width: shares.width * width, height: shares.height * height };
  };
  const shorter = Math.min(width, height);
  const stroke = Math.max(2, shorter * STROKE);
  for (const mark of edit.marks) if (mark.kind === 'blur') pixelate(surface, box(mark.area), { width, height });
  for (const mark of edit.marks) {
    if (mark.kind === 'arrow') {
      arrow(surface, pixels(toEdited(edit, mark.from)), pixels(toEdited(edit, mark.to)), stroke);
    } else if (mark.kind === 'circle') {
      circle(surface, box(mark.area), stroke);
    } else if (mark.kind === 'text') {
      words(surface, mark.words, pixels(toEdited(edit, mark.at)), Math.max(11, shorter * WORDS));
    }
  }
}

/** Strokes a path twice: its edge, then its ink. */
function twice(surface: MarkSurface, stroke: number, path: () => void): void {
  surface.lineCap = 'round';
  surface.lineJoin = 'round';
  for (const [style, width] of [
    [EDGE, stroke * 1.9],
    [INK, stroke],
  ] as const) {
    surface.strokeStyle = style;
    surface.lineWidth = width;
    surface.beginPath();
    path();
    surface.stroke();
  }
}

function arrow(surface: MarkSurface, from: Point, to: Point, stroke: number): void {
  const direction = Math.atan2(to.y - from.y, to.x - from.x);
  const head = Math.max(stroke * 5, Math.hypot(to.x - from.x, to.y - from.y) * 0.18);
  const barb = (turn: number): Point => ({
    x: to.x - head * Math.cos(direction + turn),
    y: to.y - head * Math.sin(direction + turn),
  });
  const left = barb(0.45);
  const right = barb(-0.45);
  twice(surface, stroke, () => {
    surface.moveTo(from.x, from.y);
    surface.lineTo(to.x, to.y);
    surface.moveTo(left.x, left.y);
    surface.lineTo(to.x, to.y);
    surface.lineTo(right.x, right.y);
  });
}

function circle(surface: MarkSurface, { x, y, width, height }: Area, stroke: number): void {
  twice(surface, stroke, () => {
    surface.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, Math.PI * 2);
  });
}

function words(surface: MarkSurface, text: string, { x, y }: Point, size: number): void {
  surface.font = `600 ${size}px Inter, "DejaVu Sans", Arial, sans-serif`;
  surface.textBaseline = 'top';
  surface.lineJoin = 'round';
  surface.strokeStyle = EDGE;
  surface.lineWidth = size / 5;
  surface.strokeText(text, x, y);
  surface.fillStyle = INK;
  surface.fillText(text, x, y);
}

/** Replaces an area by a few squares, each in the mean colour of its pixels. */
function pixelate(surface: MarkSurface, area: Area, whole: { width: number; height: number }): void {
  const left = Math.max(0, Math.floor(area.x));
  const top = Math.max(0, Math.floor(area.y));
  const width = Math.min(whole.width, Math.ceil(area.x + area.width)) - left;
  const height = Math.min(whole.height, Math.ceil(area.y + area.height)) - top;
  if (width < 1 || height < 1) return;
  const { data } = surface.getImageData(left, top, width, height);
  const side = Math.max(4, Math.ceil(Math.min(width, height) / SQUARES));
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      const cell = { x, y, width: Math.min(side, width - x), height: Math.min(side, height - y) };
      surface.fillStyle = meanColour(data, width, cell);
      surface.fillRect(left + x, top + y, cell.width, cell.height);
    }
  }
}

function meanColour(data: ArrayLike<number>, rowWidth: number, { x, y, width, height }: Area): string {
  const sums = [0, 0, 0];
  for (let row = y; row < y + height; row += 1) {
    for (let column = x; column < x + width; column += 1) {
      const at = (row * rowWidth + column) * 4;
      for (const channel of sums.keys()) sums[channel]! += data[at + channel] ?? 0;
    }
  }
  return `rgb(${sums.map((sum) => Math.round(sum / (width * height))).join(' ')})`;
}

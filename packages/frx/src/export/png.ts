/** Pages as pictures. */
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { colorParts } from '../template/colors.ts';
import type { Color, Page, PathCommand, Stroke } from '../page.ts';
import type { FontFace, Fonts } from '../text/index.ts';
import { drawnDashes } from './dashes.ts';
import { imageKey, imagesOf, applyEffects } from './images.ts';
import type { DecodeImage, Pixels } from './images.ts';
import { paintPage, PX_PER_MM } from './paint.ts';
import { fitting } from './surface.ts';
import type { Glyphs, Paint, Surface } from './surface.ts';

/** Settings of pictures of pages. */
export interface PngOptions {
  readonly fonts: Fonts;
  /** Dots per inch; default 96. */
  readonly resolution?: number | undefined;
  readonly decodeImage?: DecodeImage | undefined;
  /** Unpainted areas are transparent instead of white; default false. */
  readonly transparent?: boolean | undefined;
}

/** A page as a PNG file. */
export interface PagePicture {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** Maximum number of pixels of a picture; a page of unlimited height at a high resolution exceeds it. */
const MAX_PIXELS = 120_000_000;

/** One picture for each page. @throws RangeError when a page is too large for the resolution. */
export async function* exportPng(
  pages: AsyncIterable<Page> | Iterable<Page>,
  options: PngOptions,
): AsyncGenerator<PagePicture> {
  /** Pictures of the previous page: those that the next page shows too are not decoded again. */
  let images = new Map<string, Canvas>();
  const faces = new Map<FontFace, string>();
  const scale = (options.resolution ?? 96) / 96;
  for await (const page of pages) {
    const width = Math.max(1, Math.round(page.paperWidth * PX_PER_MM * scale));
    const height = Math.max(1, Math.round(page.paperHeight * PX_PER_MM * scale));
    if (width * height > MAX_PIXELS)
      throw new RangeError(`Page ${page.number} is ${width} × ${height} pixels, more than a picture may have.`);
    const before = images;
    images = new Map();
    for (const { image, effects } of imagesOf(page)) {
      const key = imageKey(image, effects);
      const known = before.get(key);
      const pixels = known === undefined ? await options.decodeImage?.(image) : undefined;
      if (known !== undefined) images.set(key, known);
      else if (pixels !== undefined && pixels.width > 0 && pixels.height > 0) {
        images.set(key, pixelCanvas(applyEffects(pixels, effects)));
      }
    }
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    if (options.transparent !== true) {
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, width, height);
    }
    context.scale(scale, scale);
    paintPage(page, options.fonts, canvasSurface(context, images, faces));
    yield { number: page.number, bytes: await canvas.encode('png') };
  }
}

function pixelCanvas(pixels: Pixels): Canvas {
  const canvas = createCanvas(pixels.width, pixels.height);
  const context = canvas.getContext('2d');
  const data = context.createImageData(pixels.width, pixels.height);
  data.data.set(pixels.rgba);
  context.putImageData(data, 0, 0);
  return canvas;
}

function css(color: Color): string {
  const { red, green, blue, alpha } = colorParts(color);
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
}

/** A canvas as a surface. Families are registered under generated names, so that installed fonts cannot replace them. */
function canvasSurface(
  context: SKRSContext2D,
  images: ReadonlyMap<string, Canvas>,
  faces: Map<FontFace, string>,
): Surface {
  const trace = (commands: readonly PathCommand[]): void => {
    context.beginPath();
    for (const command of commands) {
      if (command[0] === 'M') context.moveTo(command[1], command[2]);
      else if (command[0] === 'L') context.lineTo(command[1], command[2]);
      else if (command[0] === 'C')
        context.bezierCurveTo(command[1], command[2], command[3], command[4], command[5], command[6]);
      else context.closePath();
    }
  };
  const setStroke = (commands: readonly PathCommand[], stroke: Stroke): void => {
    context.strokeStyle = css(stroke.color);
    context.lineWidth = stroke.width;
    context.setLineDash(drawnDashes(commands, stroke.dash));
    context.lineCap = stroke.cap ?? 'butt';
    context.lineJoin = stroke.join ?? 'miter';
  };
  return {
    save: () => context.save(),
    restore: () => context.restore(),
    rotate: (angle, x, y) => {
      context.translate(x, y);
      context.rotate((angle * Math.PI) / 180);
      context.translate(-x, -y);
    },
    move: (x, y) => context.translate(x, y),
    clip: (commands) => {
      trace(commands);
      context.clip();
    },
    fill: (commands, paint, rule) => {
      trace(commands);
      context.fillStyle = fillStyle(context, paint);
      context.fill(rule);
    },
    stroke: (commands, stroke) => {
      trace(commands);
      setStroke(commands, stroke);
      context.stroke();
    },
    glyphs: (glyphs) => paintGlyphs(context, faces, glyphs),
    inside: (glyphs, draw) => {
      const { width, height } = context.canvas;
      const layer = createCanvas(width, height);
      const inner = layer.getContext('2d');
      inner.setTransform(context.getTransform());
      draw(canvasSurface(inner, images, faces));
      inner.globalCompositeOperation = 'destination-in';
      paintGlyphs(inner, faces, { ...glyphs, paint: undefined, outline: undefined });
      context.save();
      context.resetTransform();
      context.drawImage(layer, 0, 0);
      context.restore();
    },
    image: (image, x, y, width, height, effects) => {
      const canvas = images.get(imageKey(image, effects));
      if (canvas === undefined) return;
      context.globalAlpha = effects.opacity;
      context.save();
      context.translate(effects.flipX === true ? x + width : x, effects.flipY === true ? y + height : y);
      context.scale(effects.flipX === true ? -1 : 1, effects.flipY === true ? -1 : 1);
      context.drawImage(canvas, 0, 0, width, height);
      context.restore();
      context.globalAlpha = 1;
    },
  };
}

type Gradient = ReturnType<SKRSContext2D['createLinearGradient']>;

function fillStyle(context: SKRSContext2D, paint: Paint): string | Gradient {
  if (paint.kind === 'color') return css(paint.color);
  const gradient =
    paint.kind === 'linear'
      ? context.createLinearGradient(paint.x1, paint.y1, paint.x2, paint.y2)
      : context.createRadialGradient(paint.x, paint.y, 0, paint.x, paint.y, paint.radius);
  for (const stop of paint.stops) gradient.addColorStop(stop.at, css(stop.color));
  return gradient;
}

/** Names of faces registered with the canvas, which keeps fonts for the process. */
const registered = new Map<string, string>();

function familyOf(faces: Map<FontFace, string>, face: FontFace): string {
  let family = faces.get(face);
  if (family === undefined) {
    const key = `${face.source.name}#${face.source.directory}`;
    family = registered.get(key);
    if (family === undefined) {
      family = `frx-${registered.size}`;
      GlobalFonts.register(face.source.bytes() as Parameters<typeof GlobalFonts.register>[0], family);
      registered.set(key, family);
    }
    faces.set(face, family);
  }
  return family;
}

/** A gradient relative to a new origin, stretched horizontally by a factor. */
function movedPaint(paint: NonNullable<Glyphs['paint']>, x: number, y: number, stretch: number): Paint {
  if (paint.kind === 'radial') return { ...paint, x: (paint.x - x) / stretch, y: paint.y - y };
  return { ...paint, x1: (paint.x1 - x) / stretch, x2: (paint.x2 - x) / stretch, y1: paint.y1 - y, y2: paint.y2 - y };
}

const SLANT = 0.21;

function paintGlyphs(context: SKRSContext2D, faces: Map<FontFace, string>, glyphs: Glyphs): void {
  const size = (glyphs.font.size * 96) / 72;
  context.font = `${size}px "${familyOf(faces, glyphs.face)}"`;
  context.fontKerning = 'none';
  context.fillStyle = css(glyphs.color);
  context.direction = glyphs.rightToLeft ? 'rtl' : 'ltr';
  context.textAlign = 'left';
  const natural = context.measureText(glyphs.text).width;
  const { x, stretch, gap } = fitting(glyphs, natural);
  context.save();
  context.transform(stretch, 0, glyphs.face.slanted ? -SLANT : 0, 1, x, glyphs.baseline);
  if (glyphs.paint !== undefined)
    context.fillStyle = fillStyle(context, movedPaint(glyphs.paint, x, glyphs.baseline, stretch));
  context.wordSpacing = `${gap}px`;
  const { outline, face, color, text } = glyphs;
  const line = outline ?? (face.thickened ? { color, width: size / 30, drawBehind: false } : undefined);
  if (line !== undefined) {
    context.strokeStyle = css(line.color);
    context.lineWidth = line.width;
  }
  if (line?.drawBehind === true) context.strokeText(text, 0, 0);
  context.fillText(text, 0, 0);
  if (line?.drawBehind === false) context.strokeText(text, 0, 0);
  context.restore();
}

/** Pages as one self-contained HTML file: an SVG drawing for each page, texts as text, links, an outline. */
import { colorParts } from '../template/colors.ts';
import type { Color, Font, Link, OutlineNode, Page, PathCommand, PlacedObject, Stroke } from '../page.ts';
import { type FontFace, type Fonts, type FontSource, isShaped, SHAPED_UNICODE_RANGE, webFont } from '../text/index.ts';
import { imageKey, imagesOf, portableImage } from './images.ts';
import type { DecodeImage } from './images.ts';
import { paintPage, PX_PER_MM } from './paint.ts';
import type { PrintedReport } from './report.ts';
import { fitting } from './surface.ts';
import type { Glyphs, Paint, Surface } from './surface.ts';
import { xmlText } from './xmlText.ts';

/** Settings of an HTML file. */
export interface HtmlOptions {
  readonly fonts: Fonts;
  readonly title?: string | undefined;
  /** BCP 47; default en. */
  readonly language?: string | undefined;
  readonly decodeImage?: DecodeImage | undefined;
}

/** The file in pieces, one for each page: each contains the pictures and glyphs that earlier pages did not have. */
export async function* exportHtml(report: PrintedReport, options: HtmlOptions): AsyncGenerator<string> {
  yield head(options);
  const images = new Map<string, string>();
  const names = nameMaker();
  const letters = embeddedFonts();
  for await (const page of report.pages) {
    const pictures: string[] = [];
    for (const used of imagesOf(page)) {
      const key = imageKey(used.image, used.effects);
      if (images.has(key)) continue;
      const file = await portableImage(used, options.decodeImage);
      const name = file === undefined ? '' : names('picture');
      images.set(key, name);
      if (file === undefined) continue;
      const address = `data:${file.type};base64,${base64(file.bytes)}`;
      pictures.push(`<image id="${name}" width="1" height="1" preserveAspectRatio="none" href="${address}"/>`);
    }
    yield pageElement(page, options.fonts, { images, names, letters }, pictures);
  }
  yield `${outlineElement(report.outline?.() ?? [])}</body>\n</html>\n`;
}

type NameMaker = (kind: string) => string;

function nameMaker(): NameMaker {
  let count = 0;
  return (kind) => `${kind}-${++count}`;
}

function head(options: HtmlOptions): string {
  return `<!doctype html>
<html lang="${xmlText(options.language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${xmlText(options.title ?? 'Report')}</title>
<style>
body { margin: 0; background: #e4e4e4; }
.page { display: block; margin: 16px auto; background: #fff; box-shadow: 0 1px 4px #0004; max-width: 100%; height: auto; }
text { white-space: pre; font-kerning: none; font-variant-ligatures: no-common-ligatures; text-rendering: geometricPrecision; }
.outline { position: fixed; top: 8px; left: 8px; max-width: 22em; max-height: 90vh; overflow: auto; background: #fff; font: 13px sans-serif; padding: 6px 10px; }
.outline ul { margin: 4px 0; padding-left: 16px; }
@media print { body { background: none; } .outline { display: none; } .page { margin: 0; box-shadow: none; break-after: page; } @page { margin: 0; } }
</style>
</head>
<body>
`;
}

/** Names shared by all pages of a file. */
interface Shared {
  readonly images: ReadonlyMap<string, string>;
  readonly names: NameMaker;
  readonly letters: EmbeddedFonts;
}

function pageElement(page: Page, fonts: Fonts, shared: Shared, pictures: readonly string[]): string {
  const width = page.paperWidth * PX_PER_MM;
  const height = page.paperHeight * PX_PER_MM;
  const surface = svgSurface(shared);
  const linked: PlacedObject[] = [];
  paintPage(page, fonts, surface, {
    enter: (object) => {
      if (object.bookmark !== undefined && object.bookmark !== '')
        surface.push(`<g id="bookmark-${xmlText(encodeURIComponent(object.bookmark))}"></g>`);
      const address = linked.length === 0 ? addressOf(object.link) : undefined;
      if (address === undefined) return;
      const tab = object.link?.newTab === true ? ' target="_blank" rel="noopener"' : '';
      surface.push(`<a href="${xmlText(address)}"${tab}>`);
      linked.push(object);
    },
    leave: (object) => {
      if (linked.at(-1) !== object) return;
      linked.pop();
      surface.push('</a>');
    },
  });
  const defs = pictures.length === 0 ? '' : `<defs>${pictures.join('')}</defs>`;
  const size = `width="${short(width)}" height="${short(height)}" viewBox="0 0 ${short(width)} ${short(height)}"`;
  const label = `role="group" aria-label="Page ${page.number}"`;
  return `${shared.letters.styles()}<svg xmlns="http://www.w3.org/2000/svg" id="page-${page.number}" class="page" ${size} ${label}>${defs}\n${surface.content()}</svg>\n`;
}

/** Returns the target of a link inside a single file; undefined for scripts, files and other reports. */
function addressOf(link: Link | undefined): string | undefined {
  if (link === undefined || link.value === '') return undefined;
  if (link.kind === 'URL') return /^(?:https?:|mailto:|tel:)/i.test(link.value) ? link.value : undefined;
  if (link.kind === 'PageNumber') return `#page-${encodeURIComponent(link.value)}`;
  return link.kind === 'Bookmark' ? `#bookmark-${encodeURIComponent(link.value)}` : undefined;
}

function outlineElement(nodes: readonly OutlineNode[]): string {
  if (nodes.length === 0) return '';
  const list = (items: readonly OutlineNode[]): string =>
    `<ul>${items.map((node) => `<li><a href="#page-${node.page + 1}">${xmlText(node.text)}</a>${node.children.length === 0 ? '' : list(node.children)}</li>`).join('')}</ul>`;
  return `<nav class="outline"><details><summary>Contents</summary>${list(nodes)}</details></nav>\n`;
}

interface SvgSurface extends Surface {
  readonly push: (element: string) => void;
  readonly content: () => string;
}

function svgSurface({ images, names, letters }: Shared): SvgSurface {
  const elements: string[] = [];
  /** Elements to close at the next `restore`, for every level. */
  const levels: number[] = [0];
  const open = (attributes: string): void => {
    elements.push(`<g ${attributes}>`);
    levels.push((levels.pop() ?? 0) + 1);
  };
  const surface: SvgSurface = {
    push: (element) => void elements.push(element),
    content: () => elements.join('\n'),
    save: () => void levels.push(0),
    restore: () => void elements.push('</g>'.repeat(levels.pop() ?? 0)),
    rotate: (angle, x, y) => open(`transform="rotate(${short(angle)} ${short(x)} ${short(y)})"`),
    move: (x, y) => open(`transform="translate(${short(x)} ${short(y)})"`),
    clip: (commands) => {
      const name = names('clip');
      elements.push(`<clipPath id="${name}"><path d="${path(commands)}"/></clipPath>`);
      open(`clip-path="url(#${name})"`);
    },
    fill: (commands, paint, rule) => {
      const even = rule === 'evenodd' ? ' fill-rule="evenodd"' : '';
      elements.push(`<path d="${path(commands)}" ${fillAttributes(paint, names, elements)}${even}/>`);
    },
    stroke: (commands, stroke) =>
      void elements.push(`<path d="${path(commands)}" fill="none" ${strokeAttributes(stroke)}/>`),
    inside: (glyphs, draw) => {
      const name = names('clip');
      elements.push(`<clipPath id="${name}">${textElement(glyphs, 'fill="#000000"', letters)}</clipPath>`);
      surface.save();
      open(`clip-path="url(#${name})"`);
      draw(surface);
      surface.restore();
    },
    glyphs: (glyphs) => {
      const paint: Paint = glyphs.paint ?? { kind: 'color', color: glyphs.color };
      elements.push(textElement(glyphs, fillAttributes(paint, names, elements), letters));
    },
    image: (image, x, y, width, height, effects) => {
      const name = images.get(imageKey(image, effects)) ?? '';
      if (name === '') return;
      const corner = `${short(effects.flipX === true ? x + width : x)} ${short(effects.flipY === true ? y + height : y)}`;
      const place = `translate(${corner}) scale(${short(effects.flipX === true ? -width : width)} ${short(effects.flipY === true ? -height : height)})`;
      elements.push(
        `<use href="#${name}" transform="${place}"${effects.opacity === 1 ? '' : ` opacity="${short(effects.opacity)}"`}/>`,
      );
    },
  };
  return surface;
}

function path(commands: readonly PathCommand[]): string {
  return commands.map(([letter, ...numbers]) => letter + numbers.map(short).join(' ')).join('');
}

function colorAttributes(name: string, color: Color): string {
  const { alpha } = colorParts(color);
  return `${name}="${color.slice(0, 7)}"${alpha === 255 ? '' : ` ${name}-opacity="${short(alpha / 255)}"`}`;
}

function fillAttributes(paint: Paint, names: NameMaker, elements: string[]): string {
  if (paint.kind === 'color') return colorAttributes('fill', paint.color);
  const name = names('gradient');
  const stops = paint.stops
    .map(
      (stop) =>
        `<stop offset="${short(stop.at)}" ${colorAttributes('stop', stop.color).replaceAll('stop=', 'stop-color=')}/>`,
    )
    .join('');
  const units = 'gradientUnits="userSpaceOnUse"';
  const { kind } = paint;
  if (kind === 'linear') {
    const ends = `x1="${short(paint.x1)}" y1="${short(paint.y1)}" x2="${short(paint.x2)}" y2="${short(paint.y2)}"`;
    elements.push(`<linearGradient id="${name}" ${units} ${ends}>${stops}</linearGradient>`);
  } else {
    const circle = `cx="${short(paint.x)}" cy="${short(paint.y)}" r="${short(paint.radius)}"`;
    elements.push(`<radialGradient id="${name}" ${units} ${circle}>${stops}</radialGradient>`);
  }
  return `fill="url(#${name})"`;
}

function strokeAttributes(stroke: Stroke): string {
  const dash =
    stroke.dash === undefined || stroke.dash.length === 0
      ? ''
      : ` stroke-dasharray="${stroke.dash.map(short).join(' ')}"`;
  const cap = stroke.cap === undefined || stroke.cap === 'butt' ? '' : ` stroke-linecap="${stroke.cap}"`;
  const join = stroke.join === undefined || stroke.join === 'miter' ? '' : ` stroke-linejoin="${stroke.join}"`;
  return `${colorAttributes('stroke', stroke.color)} stroke-width="${short(stroke.width)}"${dash}${cap}${join}`;
}

function textElement(glyphs: Glyphs, fill: string, letters: EmbeddedFonts): string {
  const { font, face } = glyphs;
  const text = glyphs.text.replace(/[\t\r\n]/g, '');
  const size = short((font.size * 96) / 72);
  // The embedded face contains its style; the browser synthesises only what is missing.
  const style = `${face.thickened ? ' font-weight="700"' : ''}${face.slanted ? ' font-style="italic"' : ''}`;
  const length = spacing(glyphs, text);
  const direction = glyphs.rightToLeft ? ' direction="rtl"' : '';
  const { outline } = glyphs;
  const line =
    outline === undefined
      ? ''
      : ` ${colorAttributes('stroke', outline.color)} stroke-width="${short(outline.width)}"${outline.drawBehind ? ' paint-order="stroke"' : ''}`;
  const place = `x="${short(glyphs.rightToLeft ? glyphs.x + glyphs.width : glyphs.x)}" y="${short(glyphs.baseline)}"`;
  const family = `font-family="${letters.familyOf(face, text)}, ${generic(font)}" font-size="${size}"`;
  return `<text ${place} ${family}${style} ${fill}${line}${length}${direction}>${xmlText(text)}</text>`;
}

/** Widens the blanks of a justified line; where another font than the measured one may be used, fits the letters to the width. */
function spacing(glyphs: Glyphs, text: string): string {
  const { face, font, width, fit } = glyphs;
  const natural = ((face.units(text, 0, text.length) / face.unitsPerEm) * font.size * 96) / 72;
  const { gap } = fitting(glyphs, natural);
  if (fit === 'stretch')
    return text.trim().length > 1 ? ` textLength="${short(width)}" lengthAdjust="spacingAndGlyphs"` : '';
  return Math.abs(gap) < 0.1 ? '' : ` word-spacing="${short(gap)}"`;
}

function generic(font: Font): string {
  if (/courier|mono|consol/i.test(font.family)) return 'monospace';
  return /times|serif|georgia|cambria/i.test(font.family) ? 'serif' : 'sans-serif';
}

/** Subsets of the faces that pages use; glyphs are embedded with the page that uses them first. */
interface EmbeddedFonts {
  /** Returns the name of a face in the file. */
  readonly familyOf: (face: FontFace, text: string) => string;
  /** Style element with the glyphs added since the last call; empty without any. */
  readonly styles: () => string;
}

/** A face of the file, and the characters that are not embedded yet. */
interface EmbeddedFace {
  readonly name: string;
  readonly known: Set<string>;
  readonly fresh: Set<string>;
  /** Complex scripts are embedded completely, since shaping selects glyphs by context. */
  shaped: 'unused' | 'wanted' | 'there';
}

function embeddedFonts(): EmbeddedFonts {
  const faces = new Map<FontSource, EmbeddedFace>();
  const rule = (name: string, font: Uint8Array | undefined, range: string): string =>
    font === undefined
      ? ''
      : `@font-face{font-family:${name};src:url(data:font/woff;base64,${base64(font)});unicode-range:${range}}`;
  return {
    familyOf: ({ source }, text) => {
      let face = faces.get(source);
      if (face === undefined)
        faces.set(
          source,
          (face = { name: `f${faces.size + 1}`, known: new Set(), fresh: new Set(), shaped: 'unused' }),
        );
      for (const character of text) {
        if (face.known.has(character)) continue;
        face.known.add(character);
        if (!isShaped(character)) face.fresh.add(character);
        else if (face.shaped === 'unused') face.shaped = 'wanted';
      }
      return face.name;
    },
    styles: () => {
      const rules: string[] = [];
      for (const [source, face] of faces) {
        const { name, fresh } = face;
        const bytes = source.bytes();
        if (face.shaped === 'wanted')
          rules.push(rule(name, webFont(bytes, source.directory, null), SHAPED_UNICODE_RANGE));
        if (face.shaped === 'wanted') face.shaped = 'there';
        if (fresh.size === 0) continue;
        const range = [...fresh].map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16)}`).join(',');
        rules.push(rule(name, webFont(bytes, source.directory, fresh), range));
        fresh.clear();
      }
      const written = rules.filter((each) => each !== '').join('\n');
      return written === '' ? '' : `<style>${written}</style>\n`;
    },
  };
}

/** A number with at most two decimals. */
function short(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return Number.isFinite(rounded) && rounded !== 0 ? String(rounded) : '0';
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

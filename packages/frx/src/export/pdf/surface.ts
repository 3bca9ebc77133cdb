/** A page of a PDF file as a surface. */
import { colorParts } from '../../template/colors.ts';
import type { Color, PathCommand, Stroke } from '../../page.ts';
import type { FontFace } from '../../text/index.ts';
import { imageKey } from '../images.ts';
import { fitting } from '../surface.ts';
import type { Glyphs, Paint, Stop, Surface } from '../surface.ts';
import { addContent, newReference, useResource } from './document.ts';
import type { PdfDocument, PdfReference } from './document.ts';
import { openFace } from './faces.ts';
import type { Encoded, GlyphShift, PdfFace } from './faces.ts';

/** Resources of the file: fonts, pictures, opacities. */
export interface FileResources {
  readonly document: PdfDocument;
  readonly faces: Map<FontFace, PdfFace>;
  readonly images: Map<string, PdfReference | undefined>;
  readonly opacities: Map<number, PdfReference>;
}

/** A surface that collects operators; `flush` adds them to the page. */
export interface PdfSurface extends Surface {
  /** Appends an operator unchanged. */
  readonly operator: (operator: string) => void;
  readonly flush: () => void;
}

interface State {
  fill: Color;
  stroke: Color;
  lineWidth: number;
  dash: string;
  opacity: number;
}

const INITIAL: State = { fill: '#000000', stroke: '#000000', lineWidth: 1, dash: '', opacity: 255 };

const FARTHEST = 10_000_000;

/** A number with at most three decimals; NaN is 0, and infinite or huge values are clamped. */
export function written(value: number): string {
  const rounded = Math.round(Math.max(-FARTHEST, Math.min(FARTHEST, value)) * 1000) / 1000;
  return rounded === 0 || Number.isNaN(rounded) ? '0' : String(rounded);
}

/** A surface over the page that the document has just begun; `scale` converts px to points. */
export function pdfSurface(resources: FileResources, scale: number): PdfSurface {
  const { document } = resources;
  let content: string[] = [`${scale.toFixed(6)} 0 0 ${scale.toFixed(6)} 0 0 cm`];
  let state: State = { ...INITIAL };
  const levels: State[] = [];
  let shadings = 0;
  /** Fonts already among the resources of the page. */
  const fonts = new Set<PdfFace>();

  const setOpacity = (alpha: number): void => {
    if (state.opacity === alpha) return;
    state.opacity = alpha;
    let reference = resources.opacities.get(alpha);
    if (reference === undefined) {
      const share = Math.round((alpha / 255) * 1000) / 1000;
      reference = newReference(document, { Type: 'ExtGState', ca: share, CA: share });
      reference.end();
      resources.opacities.set(alpha, reference);
    }
    useResource(document, 'ExtGState', `A${alpha}`, reference);
    content.push(`/A${alpha} gs`);
  };
  const setFill = (color: Color): void => {
    setOpacity(alphaOf(color));
    if (state.fill === color) return;
    state.fill = color;
    content.push(`${rgb(color)} rg`);
  };
  const setStroke = (color: Color): void => {
    setOpacity(alphaOf(color));
    if (state.stroke === color) return;
    state.stroke = color;
    content.push(`${rgb(color)} RG`);
  };
  const setLine = (stroke: Stroke): void => {
    setStroke(stroke.color);
    if (state.lineWidth !== stroke.width) content.push(`${written((state.lineWidth = stroke.width))} w`);
    const caps = { butt: 0, round: 1, square: 2 }[stroke.cap ?? 'butt'];
    const joins = { miter: 0, round: 1, bevel: 2 }[stroke.join ?? 'miter'];
    const dash = `[${(stroke.dash ?? []).map(written).join(' ')}] 0 d ${caps} J ${joins} j`;
    if (state.dash !== dash && !(state.dash === '' && dash === PLAIN_LINE)) content.push((state.dash = dash));
  };
  const shading = (paint: Exclude<Paint, { kind: 'color' }>): string => {
    const linear = paint.kind === 'linear';
    const reference = newReference(document, {
      ShadingType: linear ? 2 : 3,
      ColorSpace: 'DeviceRGB',
      Coords: linear ? [paint.x1, paint.y1, paint.x2, paint.y2] : [paint.x, paint.y, 0, paint.x, paint.y, paint.radius],
      Function: gradientFunction(paint.stops),
      Extend: [true, true],
    });
    reference.end();
    const name = `S${++shadings}`;
    useResource(document, 'Shading', name, reference);
    setOpacity(255);
    return `/${name} sh`;
  };
  const faceOf = (glyphs: Glyphs): PdfFace => {
    const face = openFace(document, resources.faces, glyphs.face);
    if (!fonts.has(face)) useResource(document, 'Font', face.font.id, face.font.ref());
    fonts.add(face);
    return face;
  };

  const surface: PdfSurface = {
    save: () => {
      levels.push({ ...state });
      content.push('q');
    },
    restore: () => {
      state = levels.pop() ?? { ...INITIAL };
      content.push('Q');
    },
    rotate: (angle, x, y) => {
      const cos = Math.cos((angle * Math.PI) / 180);
      const sin = Math.sin((angle * Math.PI) / 180);
      const factors = [cos, sin, -sin, cos].map((value) => value.toFixed(6)).join(' ');
      content.push(`${factors} ${written(x - cos * x + sin * y)} ${written(y - sin * x - cos * y)} cm`);
    },
    move: (x, y) => void content.push(`1 0 0 1 ${written(x)} ${written(y)} cm`),
    clip: (commands) => void content.push(`${path(commands)} W n`),
    fill: (commands, paint, rule) => {
      if (paint.kind !== 'color') {
        const shown = shading(paint);
        content.push(`q ${path(commands)} ${rule === 'evenodd' ? 'W*' : 'W'} n ${shown} Q`);
        return;
      }
      setFill(paint.color);
      content.push(`${path(commands)} ${rule === 'evenodd' ? 'f*' : 'f'}`);
    },
    stroke: (commands, stroke) => {
      setLine(stroke);
      content.push(`${path(commands)} S`);
    },
    inside: (glyphs, draw) => {
      surface.save();
      content.push(textOperators(faceOf(glyphs), glyphs, CLIPPING));
      draw(surface);
      surface.restore();
    },
    glyphs: (glyphs) => {
      const face = faceOf(glyphs);
      const { color, outline, paint } = glyphs;
      const line =
        outline ??
        (glyphs.face.thickened ? { color, width: glyphs.font.size / THICKENING, drawBehind: false } : undefined);
      const drawLine = (): void => {
        if (line === undefined) return;
        setLine({ color: line.color, width: line.width });
        content.push(textOperators(face, glyphs, OUTLINED));
      };
      if (line?.drawBehind === true) drawLine();
      if (paint === undefined) {
        setFill(color);
        content.push(textOperators(face, glyphs, ''));
      } else {
        const shown = shading(paint);
        content.push(`q ${textOperators(face, glyphs, CLIPPING)} ${shown} Q`);
      }
      if (line?.drawBehind === false) drawLine();
    },
    image: (image, x, y, width, height, effects) => {
      const key = imageKey(image, effects);
      const reference = resources.images.get(key);
      if (reference === undefined) return;
      const name = `I${reference.id}`;
      useResource(document, 'XObject', name, reference);
      setOpacity(Math.round(effects.opacity * 255));
      const across = effects.flipX === true ? `${written(-width)} 0 0 ` : `${written(width)} 0 0 `;
      const down = effects.flipY === true ? written(height) : written(-height);
      const corner = `${written(effects.flipX === true ? x + width : x)} ${written(effects.flipY === true ? y : y + height)}`;
      content.push(`q ${across}${down} ${corner} cm /${name} Do Q`);
    },
    operator: (operator) => void content.push(operator),
    flush: () => {
      if (content.length === 0) return;
      addContent(document, content.join('\n'));
      content = [];
    },
  };
  return surface;
}

const PLAIN_LINE = '[] 0 d 0 J 0 j';

function alphaOf(color: Color): number {
  return color.length > 7 ? colorParts(color).alpha : 255;
}

function rgb(color: Color): string {
  const { red, green, blue } = colorParts(color);
  return `${written(red / 255)} ${written(green / 255)} ${written(blue / 255)}`;
}

function path(commands: readonly PathCommand[]): string {
  let operators = '';
  for (const command of commands) {
    if (command[0] === 'Z') operators += 'h ';
    else if (command[0] === 'C')
      operators += `${command
        .slice(1)
        .map((value) => written(Number(value)))
        .join(' ')} c `;
    else operators += `${written(command[1])} ${written(command[2])} ${command[0] === 'M' ? 'm' : 'l'} `;
  }
  return operators.trimEnd();
}

function gradientFunction(stops: readonly Stop[]): Record<string, unknown> {
  const color = (stop: Stop | undefined): number[] => {
    const { red, green, blue } = colorParts(stop?.color ?? '#000000');
    return [red / 255, green / 255, blue / 255].map((value) => Math.round(value * 1000) / 1000);
  };
  const pieces = stops
    .slice(1)
    .map((stop, index) => ({ FunctionType: 2, Domain: [0, 1], C0: color(stops[index]), C1: color(stop), N: 1 }));
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const bounds = stops.slice(1, -1).map((stop) => stop.at);
  return { FunctionType: 3, Domain: [0, 1], Functions: pieces, Bounds: bounds, Encode: pieces.flatMap(() => [0, 1]) };
}

/** Text rendering modes other than fill: stroke, and clip. */
const OUTLINED = '1 Tr ';
const CLIPPING = '7 Tr ';

/** Stroke width of synthetic bold, as a divisor of the font size. */
const THICKENING = 22.5;

/** Slant of synthetic italic. */
const SLANT = 0.21;

function textOperators(face: PdfFace, glyphs: Glyphs, mode: string): string {
  const size = (glyphs.font.size * 96) / 72;
  const encoded = face.encode(glyphs.text);
  const natural = (encoded.width * size) / 1000;
  const { x, stretch, gap: added } = fitting(glyphs, natural);
  const matrix = `${written(stretch)} 0 ${glyphs.face.slanted ? SLANT : 0} -1 ${written(x)} ${written(glyphs.baseline)} Tm`;
  const gap = (-added / size) * 1000;
  const shown =
    encoded.shifts === undefined
      ? gap === 0
        ? `<${encoded.joined}> Tj`
        : `[${spaced(face, encoded.codes, gap)}] TJ`
      : shifted(face, encoded, encoded.shifts, size, gap);
  const blank = glyphs.endsLine && mode === '' ? ` <${face.blank}> Tj` : '';
  return `BT /${face.font.id} ${written(size)} Tf ${mode}${matrix} ${shown}${blank}${mode === '' ? '' : ' 0 Tr'} ET`;
}

/** Codes with a wider gap after every space; `gap` in thousandths of the em, negative moves right. */
function spaced(face: PdfFace, codes: readonly string[], gap: number): string {
  let operands = '<';
  for (const code of codes) operands += code === face.blank ? `${code}> ${written(gap)} <` : code;
  return `${operands}>`.replace(/<>$/, '');
}

/** Codes with individual offsets where shaping has moved glyphs: combining marks, cursive joins. */
function shifted(face: PdfFace, encoded: Encoded, shifts: readonly GlyphShift[], size: number, gap: number): string {
  const operators: string[] = [];
  let rise = 0;
  for (const [index, code] of encoded.codes.entries()) {
    const { x, y } = shifts[index] ?? { x: 0, y: 0 };
    if (y !== rise) operators.push(`${written((y * size) / 1000)} Ts`);
    rise = y;
    const own = face.font.widths[Number.parseInt(code, 16)] ?? 0;
    const behind = own - (encoded.widths[index] ?? own) + x + (code === face.blank ? gap : 0);
    operators.push(`[${x === 0 ? '' : written(-x)} <${code}> ${written(behind)}] TJ`);
  }
  if (rise !== 0) operators.push('0 Ts');
  return operators.join(' ');
}

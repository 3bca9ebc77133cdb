/** Paints texts on a surface. */
import type { Color, Fill, PlacedText, TextPrimitive } from '../page.ts';
import { layoutText } from '../text/index.ts';
import type { Fonts, TextRun } from '../text/index.ts';
import { gradient, isInvisible, paintFill } from './fills.ts';
import { splitByFace, tightWidth } from './glyphRuns.ts';
import { inlineResource } from './images.ts';
import type { Glyphs, Surface } from './surface.ts';
import { rectangle } from './surface.ts';

/** Paints one line of a drawing's text. */
export function paintTextPrimitive(primitive: TextPrimitive, fonts: Fonts, surface: Surface): void {
  const natural = tightWidth(fonts, primitive.font, primitive.text);
  const width = primitive.width ?? natural;
  const left =
    primitive.align === 'left'
      ? primitive.x
      : primitive.align === 'center'
        ? primitive.x - width / 2
        : primitive.x - width;
  const { text, font, color, y, angle = 0 } = primitive;
  surface.save();
  if (angle !== 0) surface.rotate(angle, primitive.x, y);
  const run: TextRun = {
    text,
    font,
    color,
    x: left,
    width,
    baseline: y,
    scale: 1,
    rightToLeft: false,
    justified: false,
  };
  paintRun(run, { color, endsLine: true }, fonts, surface);
  surface.restore();
}

/** Paints a text inside a box whose top left corner is the origin. */
export function paintText(
  content: PlacedText,
  width: number,
  height: number,
  fonts: Fonts,
  surface: Surface,
  ruleColor: Color = '#000000',
): void {
  const { style } = content;
  if (content.text === '' && !style.underlines) return;
  const layout = layoutText(fonts, content, width, height);
  const { left, top, right, bottom } = style.padding;
  const sticksOut = layout.lines.some(
    (line) =>
      line.top < top - 0.5 ||
      line.top + line.height > height - bottom + 0.5 ||
      line.runs.some((run) => run.x < left - 0.5 || run.x + run.width > width - right + 0.5),
  );
  const changes = layout.angle !== 0 || (layout.clipped && sticksOut);
  if (changes) surface.save();
  // As in GDI+, a text is clipped at the padding.
  if (layout.clipped && sticksOut && layout.angle === 0)
    surface.clip(rectangle(left, top, width - left - right, height - top - bottom));
  if (layout.angle !== 0) surface.rotate(layout.angle, layout.centerX, layout.centerY);
  const own = runStyleOf(content, width, height);
  for (const line of layout.lines) {
    for (const run of line.runs) {
      if (run.background !== undefined && !isInvisible(run.background)) {
        surface.fill(
          rectangle(run.x, line.top, run.width, line.height),
          { kind: 'color', color: run.background },
          'nonzero',
        );
      }
    }
    for (const run of line.runs) paintRun(run, { ...own, endsLine: run === line.runs.at(-1) }, fonts, surface);
  }
  if (style.underlines) paintRules(content, width, height, fonts, surface, ruleColor);
  if (changes) surface.restore();
}

/** Fill of letters without a colour from a tag. */
interface RunStyle {
  readonly color: Color;
  readonly paint?: Glyphs['paint'];
  /** Painted inside the letters, for a fill with a picture. */
  readonly texture?: ((surface: Surface) => void) | undefined;
  readonly outline?: Glyphs['outline'];
  /** True for the last run of a line. */
  readonly endsLine: boolean;
}

function runStyleOf(content: PlacedText, width: number, height: number): Omit<RunStyle, 'endsLine'> {
  return { ...runStyleOfFill(content.style.fill, width, height), outline: content.style.outline };
}

function runStyleOfFill(fill: Fill, width: number, height: number): Omit<RunStyle, 'endsLine'> {
  if (fill.kind === 'solid' || fill.kind === 'glass') return { color: fill.color };
  if (fill.kind === 'hatch') return { color: fill.foreColor };
  if (fill.kind === 'texture') {
    const box = { x: 0, y: 0, width, height };
    return {
      color: '#000000',
      texture: (surface) => paintFill(surface, rectangle(0, 0, width, height), box, fill),
    };
  }
  const color = fill.kind === 'linearGradient' ? fill.startColor : fill.centerColor;
  return { color, paint: gradient(fill, { x: 0, y: 0, width, height }) };
}

/** Maximum number of ruled lines; closer ones are not distinguishable and not drawn. */
const MAX_RULES = 10_000;

/** Ruled lines under every line of a text whose style has them, down to the bottom of its box. */
function paintRules(
  content: PlacedText,
  width: number,
  height: number,
  fonts: Fonts,
  surface: Surface,
  color: Color,
): void {
  const { style } = content;
  const face = fonts.face(style.font);
  const step = style.lineHeight === 0 ? (face.lineSpacing * style.font.size * 96) / 72 : style.lineHeight;
  if (height > step * MAX_RULES || step <= 0) return;
  for (let y = style.padding.top + step; y < height; y += step) {
    surface.stroke(
      [
        ['M', style.padding.left, y],
        ['L', width - style.padding.right, y],
      ],
      { color, width: 1 },
    );
  }
}

function paintRun(run: TextRun, own: RunStyle, fonts: Fonts, surface: Surface): void {
  const color = run.color ?? own.color;
  const paint = run.color === undefined ? own.paint : undefined;
  const { font, baseline, rightToLeft } = run;
  if (run.image !== undefined) {
    const resource = inlineResource(run.image.source);
    const { width, height } = run.image;
    if (resource !== undefined)
      surface.image(resource, run.x, baseline - height, width, height, { opacity: 1, grayscale: false });
    return;
  }
  if (isInvisible(color)) return;
  const face = fonts.face(font);
  let x = run.x;
  const parts = splitByFace(fonts, font, run.text, run.width);
  for (const part of rightToLeft ? parts.toReversed() : parts) {
    const kept = run.scale === 1 && !face.substituteAdvances;
    const fit = !kept ? 'stretch' : part.face === face || run.justified ? 'blanks' : 'loose';
    const glyphs: Glyphs = {
      text: part.text,
      font,
      face: part.face,
      color,
      paint,
      outline: own.outline,
      x,
      baseline,
      width: part.width,
      fit,
      rightToLeft,
      endsLine: own.endsLine && part === parts.at(-1),
    };
    if (own.texture !== undefined && run.color === undefined) surface.inside(glyphs, own.texture);
    else surface.glyphs(glyphs);
    x += part.width;
  }
  const em = (font.size * 96) / 72;
  const line = { color, width: Math.max(0.5, em / 14) };
  const visible = visibleWidth(fonts, run);
  if (font.underline)
    surface.stroke(
      [
        ['M', run.x, baseline + em * 0.12],
        ['L', run.x + visible, baseline + em * 0.12],
      ],
      line,
    );
  if (font.strikeout)
    surface.stroke(
      [
        ['M', run.x, baseline - em * 0.28],
        ['L', run.x + visible, baseline - em * 0.28],
      ],
      line,
    );
}

/** Width of a run without the blanks at its end, which are not underlined. */
function visibleWidth(fonts: Fonts, run: TextRun): number {
  const trimmed = run.text.trimEnd();
  if (trimmed.length === run.text.length) return run.width;
  const whole = tightWidth(fonts, run.font, run.text);
  const blanks = run.text.split(' ').length - 1;
  const behind = run.text.length - trimmed.length;
  const gap = blanks === 0 ? 0 : (run.width - whole * run.scale) / blanks;
  return run.width - (whole - tightWidth(fonts, run.font, trimmed)) * run.scale - gap * behind;
}

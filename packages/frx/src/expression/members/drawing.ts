import type { Font, Padding } from '../../page.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { boolProperty, floatProperty, HostObject, hostClass, intProperty, liveOf, textProperty } from '../hostClass.ts';
import type { HostClass, HostProperty } from '../hostClass.ts';
import { EnumValue } from '../values.ts';
import type { NetObject, Value } from '../values.ts';
import { int, real, text } from './arguments.ts';
import type { StaticMethod } from './arguments.ts';
import { colorFromName, colorOf, fromArgb, fromHtml, toHtml } from './colors.ts';
import { fillValue } from './fills.ts';
import { enumOf, flag, number, name } from './drawingArguments.ts';

/** Statics of classes that draw. */
export const drawingMethods: ReadonlyMap<string, StaticMethod> = new Map<string, StaticMethod>([
  ['Color.FromArgb', fromArgb],
  ['Color.FromName', (args) => colorFromName(text(args, 0))],
  ['ColorTranslator.FromHtml', fromHtml],
  ['ColorTranslator.ToHtml', (args) => toHtml(args[0])],
]);

/** Bits of a FontStyle. */
const BOLD = 1;
const ITALIC = 2;
const UNDERLINE = 4;
const STRIKEOUT = 8;

export const fontClass: HostClass<Font> = hostClass<Font>('Font', {
  properties: {
    Name: textProperty((font) => font.family),
    Size: floatProperty((font) => font.size),
    SizeInPoints: floatProperty((font) => font.size),
    Bold: boolProperty((font) => font.bold),
    Italic: boolProperty((font) => font.italic),
    Underline: boolProperty((font) => font.underline),
    Strikeout: boolProperty((font) => font.strikeout),
    Style: {
      get: (font) =>
        new EnumValue(
          enumOf('FontStyle'),
          (font.bold ? BOLD : 0) |
            (font.italic ? ITALIC : 0) |
            (font.underline ? UNDERLINE : 0) |
            (font.strikeout ? STRIKEOUT : 0),
        ),
    },
    FontFamily: { get: (font) => new HostObject(familyClass, font) },
  },
  text: (font) => `[Font: Name=${font.family}, Size=${String(font.size)}]`,
});

export const familyClass: HostClass<Font> = hostClass<Font>('FontFamily', {
  properties: { Name: textProperty((font) => font.family) },
  text: (font) => font.family,
});

/** A font as a value. */
export function fontValue(font: Font): NetObject {
  return new HostObject(fontClass, font);
}

/** `new Font(family|font, size[, style])`, `new Font(font, style)`. */
function newFont(args: readonly Value[]): NetObject {
  const base = args[0] === undefined ? undefined : (liveOf(fontClass, args[0]) ?? liveOf(familyClass, args[0]));
  const family = base ? base.family : text(args, 0);
  const style = args.find((value): value is EnumValue => value instanceof EnumValue && value.type.name === 'FontStyle');
  const size = args.length > 1 && !(args[1] instanceof EnumValue) ? real(args, 1) : (base?.size ?? 10);
  if (!(size > 0 && size < 10_000)) throw new NetException('ArgumentException', 'The size of a font must be above 0.');
  const bits = style?.value ?? 0;
  return fontValue({
    family,
    size,
    bold: (bits & BOLD) !== 0,
    italic: (bits & ITALIC) !== 0,
    underline: (bits & UNDERLINE) !== 0,
    strikeout: (bits & STRIKEOUT) !== 0,
  });
}

const makers: ReadonlyMap<string, (args: readonly Value[]) => Value> = new Map<
  string,
  (args: readonly Value[]) => Value
>([
  ['Font', newFont],
  ['SolidFill', (args) => fillValue({ kind: 'solid', color: args.length > 0 ? colorOf(args[0]) : '#ffffff00' })],
  [
    'GlassFill',
    (args) =>
      fillValue({
        kind: 'glass',
        color: args.length > 0 ? colorOf(args[0]) : '#ffffff',
        blend: number(args, 1, 0.2),
        hatch: args.length > 2 ? flag(args, 2) : true,
      }),
  ],
  [
    'LinearGradientFill',
    (args) =>
      fillValue({
        kind: 'linearGradient',
        startColor: args.length > 0 ? colorOf(args[0]) : '#000000',
        endColor: args.length > 1 ? colorOf(args[1]) : '#ffffff',
        angle: args.length > 2 ? int(args, 2) : 0,
        focus: number(args, 3, 1),
        contrast: number(args, 4, 1),
      }),
  ],
  [
    'PathGradientFill',
    (args) =>
      fillValue({
        kind: 'pathGradient',
        centerColor: args.length > 0 ? colorOf(args[0]) : '#000000',
        edgeColor: args.length > 1 ? colorOf(args[1]) : '#ffffff',
        style: name(args, 2, 'PathGradientStyle', 'Elliptic') === 'Rectangular' ? 'Rectangular' : 'Elliptic',
      }),
  ],
  [
    'Padding',
    (args) => {
      const all = int(args, 0);
      const [left, top, right, bottom] =
        args.length > 1 ? [all, int(args, 1), int(args, 2), int(args, 3)] : [all, all, all, all];
      return paddingValue({ left, top, right, bottom });
    },
  ],
  [
    'HatchFill',
    (args) =>
      fillValue({
        kind: 'hatch',
        foreColor: args.length > 0 ? colorOf(args[0]) : '#000000',
        backColor: args.length > 1 ? colorOf(args[1]) : '#ffffff',
        style: name(args, 2, 'HatchStyle', 'BackwardDiagonal'),
      }),
  ],
]);

const side = (name: 'left' | 'top' | 'right' | 'bottom'): HostProperty<{ padding: Padding }> =>
  intProperty(
    ({ padding }) => padding[name],
    (live, value) => {
      live.padding = { ...live.padding, [name]: value };
    },
  );

export const paddingClass = hostClass<{ padding: Padding }>('Padding', {
  properties: { Left: side('left'), Top: side('top'), Right: side('right'), Bottom: side('bottom') },
});

/** A padding as a value of `Padding`, px. */
export function paddingValue(padding: Padding): NetObject {
  return new HostObject(paddingClass, { padding });
}

/** The padding that a value of `Padding` stands for. */
export function paddingOf(value: Value): Padding {
  const live = liveOf(paddingClass, value);
  if (!live) throw new ExpressionError('A Padding is expected');
  return live.padding;
}

/** `new Font(…)`, `new SolidFill(…)` …; undefined when the class is none of them. */
export function newDrawingObject(type: string, args: readonly Value[]): Value | undefined {
  return makers.get(type)?.(args);
}

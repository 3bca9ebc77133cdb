import type { Font, Padding } from '../../page.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { boolProperty, floatProperty, HostObject, hostClass, intProperty, liveOf, textProperty } from '../hostClass.ts';
import type { HostClass, HostProperty } from '../hostClass.ts';
import { EnumValue, Integer } from '../values/values.ts';
import type { NetObject, Value } from '../values/values.ts';
import { int, real, text } from './arguments.ts';
import type { StaticMethod } from './arguments.ts';
import { colorFromName, emptyColor, fromArgb, fromHtml, knownColor, toHtml, withColors } from './colors.ts';
import { fillValue, solidFill } from './fills.ts';
import { enumOf, flag, number, name } from './drawingArguments.ts';

/** Static methods of drawing classes. */
export const drawingMethods: ReadonlyMap<string, StaticMethod> = new Map<string, StaticMethod>([
  ['Color.FromArgb', fromArgb],
  ['Color.FromName', (args) => colorFromName(text(args, 0))],
  ['Color.FromKnownColor', (args) => knownColor(args[0] instanceof EnumValue ? args[0].value : 0)],
  ['ColorTranslator.FromHtml', fromHtml],
  ['ColorTranslator.ToHtml', (args) => toHtml(args[0])],
]);

/** Bits of a FontStyle. */
const BOLD = 1;
const ITALIC = 2;
const UNDERLINE = 4;
const STRIKEOUT = 8;

/** Names of families do not depend on case. */
const sameFamily = (a: Font, b: Font | undefined): boolean => a.family.toLowerCase() === b?.family.toLowerCase();

const styleOf = ({ bold, italic, underline, strikeout }: Font): number =>
  (bold ? BOLD : 0) | (italic ? ITALIC : 0) | (underline ? UNDERLINE : 0) | (strikeout ? STRIKEOUT : 0);

const sameFont = (a: Font, b: Font | undefined): boolean =>
  b !== undefined && sameFamily(a, b) && a.size === b.size && styleOf(a) === styleOf(b);

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
      get: (font) => new EnumValue(enumOf('FontStyle'), styleOf(font)),
    },
    FontFamily: { get: (font) => new HostObject(familyClass, font) },
    // Sizes of fonts are always in points.
    Unit: { get: () => new EnumValue(enumOf('GraphicsUnit'), 3) },
    GdiCharSet: { get: () => new Integer('byte', 1n) },
    GdiVerticalFont: boolProperty(() => false),
    IsSystemFont: boolProperty(() => false),
  },
  methods: { Clone: (font) => fontValue({ ...font }) },
  text: (font) =>
    `[Font: Name=${font.family}, Size=${String(font.size)}, Units=3, GdiCharSet=1, GdiVerticalFont=False]`,
  equals: (font, other) => sameFont(font, liveOf(fontClass, other)),
});

export const familyClass: HostClass<Font> = hostClass<Font>('FontFamily', {
  properties: { Name: textProperty((font) => font.family) },
  text: (font) => `[FontFamily: Name=${font.family}]`,
  equals: (font, other) => sameFamily(font, liveOf(familyClass, other)),
});

const fonts = new WeakMap<Font, NetObject>();

/** A font as a value, the same one each time. */
export function fontValue(font: Font): NetObject {
  let value = fonts.get(font);
  if (!value) fonts.set(font, (value = new HostObject(fontClass, font)));
  return value;
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
  ['Color', emptyColor],
  ['SolidFill', (args) => fillValue(solidFill(args[0] ?? colorFromName('Transparent')))],
  [
    'GlassFill',
    (args) =>
      fillValue(
        withColors(
          {
            kind: 'glass',
            color: '#ffffff',
            blend: number(args, 1, 0.2),
            hatch: args.length > 2 ? flag(args, 2) : true,
          },
          { color: args[0] },
        ),
      ),
  ],
  [
    'LinearGradientFill',
    (args) =>
      fillValue(
        withColors(
          {
            kind: 'linearGradient',
            startColor: '#000000',
            endColor: '#ffffff',
            angle: args.length > 2 ? int(args, 2) : 0,
            focus: number(args, 3, 1),
            contrast: number(args, 4, 1),
          },
          { startColor: args[0], endColor: args[1] },
        ),
      ),
  ],
  [
    'PathGradientFill',
    (args) =>
      fillValue(
        withColors(
          {
            kind: 'pathGradient',
            centerColor: '#000000',
            edgeColor: '#ffffff',
            style: name(args, 2, 'PathGradientStyle', 'Elliptic') === 'Rectangular' ? 'Rectangular' : 'Elliptic',
          },
          { centerColor: args[0], edgeColor: args[1] },
        ),
      ),
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
      fillValue(
        withColors(
          {
            kind: 'hatch',
            foreColor: '#000000',
            backColor: '#ffffff',
            style: name(args, 2, 'HatchStyle', 'BackwardDiagonal'),
          },
          { foreColor: args[0], backColor: args[1] },
        ),
      ),
  ],
]);

const side = (name: 'left' | 'top' | 'right' | 'bottom'): HostProperty<{ padding: Padding }> =>
  intProperty(
    ({ padding }) => padding[name],
    (live, value) => {
      live.padding = { ...live.padding, [name]: value };
    },
  );

export const paddingClass: HostClass<{ padding: Padding }> = hostClass<{ padding: Padding }>('Padding', {
  properties: { Left: side('left'), Top: side('top'), Right: side('right'), Bottom: side('bottom') },
  text: ({ padding: { left, top, right, bottom } }) =>
    `{Left=${String(left)},Top=${String(top)},Right=${String(right)},Bottom=${String(bottom)}}`,
  equals: ({ padding }, other) => JSON.stringify(padding) === JSON.stringify(liveOf(paddingClass, other)?.padding),
});

/** A padding as a value of `Padding`, px. */
export function paddingValue(padding: Padding): NetObject {
  return new HostObject(paddingClass, { padding });
}

/** The padding of a value of `Padding`. */
export function paddingOf(value: Value): Padding {
  const live = liveOf(paddingClass, value);
  if (!live) throw new ExpressionError('A Padding is expected');
  return live.padding;
}

/** `new Font(…)`, `new SolidFill(…)` …; undefined for other classes. */
export function newDrawingObject(type: string, args: readonly Value[]): Value | undefined {
  return makers.get(type)?.(args);
}

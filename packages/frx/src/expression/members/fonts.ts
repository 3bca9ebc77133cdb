import type { Font } from '../../page.ts';
import { NetException } from '../errors.ts';
import { boolProperty, floatProperty, HostObject, hostClass, liveOf, textProperty } from '../hostClass.ts';
import type { HostClass } from '../hostClass.ts';
import type { FontMetrics, Runtime } from '../scope.ts';
import { EnumValue, Integer, Single } from '../values/values.ts';
import type { NetObject, Value } from '../values/values.ts';
import { real, text } from './arguments.ts';
import { enumOf, withoutRun } from './drawingArguments.ts';

/** System.Drawing.Font and FontFamily. */

/** Bits of a FontStyle. */
const BOLD = 1;
const ITALIC = 2;
const UNDERLINE = 4;
const STRIKEOUT = 8;

/** Properties that only code gives a font. Objects print every font with its size as points, as in FastReport. */
interface Details {
  /** Number of its GraphicsUnit. */
  readonly unit: number;
  readonly charSet: number;
  readonly isVertical: boolean;
}

const POINT = 3;
const plain: Details = { unit: POINT, charSet: 1, isVertical: false };
const details = new WeakMap<Font, Details>();
const detailsOf = (font: Font): Details => details.get(font) ?? plain;

/** Points of a GraphicsUnit; those of the display are refused. */
const POINTS: Readonly<Partial<Record<number, number>>> = { 0: 0.75, 2: 0.75, [POINT]: 1, 4: 72, 5: 72 / 300, 6: 72 / 25.4 }; // prettier-ignore
const pointsOf = (font: Font): number => font.size * (POINTS[detailsOf(font).unit] ?? 1);

/** Resolution of the screen. */
const SCREEN = 96;

/** Names of families do not depend on case. */
const sameFamily = (a: Font, b: Font | undefined): boolean => a.family.toLowerCase() === b?.family.toLowerCase();

const styleOf = ({ bold, italic, underline, strikeout }: Font): number =>
  (bold ? BOLD : 0) | (italic ? ITALIC : 0) | (underline ? UNDERLINE : 0) | (strikeout ? STRIKEOUT : 0);

const withStyle = (font: Font, bits: number): Font => ({
  ...font,
  bold: (bits & BOLD) !== 0,
  italic: (bits & ITALIC) !== 0,
  underline: (bits & UNDERLINE) !== 0,
  strikeout: (bits & STRIKEOUT) !== 0,
});

const sameFont = (a: Font, b: Font | undefined): boolean =>
  b !== undefined &&
  sameFamily(a, b) &&
  a.size === b.size &&
  styleOf(a) === styleOf(b) &&
  JSON.stringify(detailsOf(a)) === JSON.stringify(detailsOf(b));

function metricsOf(font: Font, runtime: Runtime | undefined, member: string): FontMetrics {
  return (runtime?.metrics ?? withoutRun(member))(font);
}

/** Distance of the lines of a font for a resolution, as GDI+ gives it. */
function heightOf(font: Font, resolution: number, runtime: Runtime | undefined, member: string): number {
  return Math.fround((pointsOf(font) / 72) * resolution * metricsOf(font, runtime, member).lineSpacing);
}

export const fontClass: HostClass<Font> = hostClass<Font>('Font', {
  properties: {
    Name: textProperty((font) => font.family),
    Size: floatProperty((font) => font.size),
    SizeInPoints: floatProperty((font) => Math.fround(pointsOf(font))),
    Bold: boolProperty((font) => font.bold),
    Italic: boolProperty((font) => font.italic),
    Underline: boolProperty((font) => font.underline),
    Strikeout: boolProperty((font) => font.strikeout),
    Style: {
      get: (font) => new EnumValue(enumOf('FontStyle'), styleOf(font)),
    },
    FontFamily: { get: (font) => new HostObject(familyClass, font) },
    Unit: { get: (font) => new EnumValue(enumOf('GraphicsUnit'), detailsOf(font).unit) },
    GdiCharSet: { get: (font) => new Integer('byte', BigInt(detailsOf(font).charSet)) },
    GdiVerticalFont: boolProperty((font) => detailsOf(font).isVertical),
    IsSystemFont: boolProperty(() => false),
    Height: { get: (font, runtime) => Math.ceil(heightOf(font, SCREEN, runtime, 'Font.Height')) },
  },
  methods: {
    Clone: (font) => made({ ...font }, detailsOf(font)),
    GetHeight: (font, args, runtime) =>
      new Single(heightOf(font, args.length > 0 ? real(args, 0) : SCREEN, runtime, 'Font.GetHeight')),
  },
  text: (font) => {
    const { unit, charSet, isVertical } = detailsOf(font);
    return `[Font: Name=${font.family}, Size=${String(font.size)}, Units=${String(unit)}, GdiCharSet=${String(charSet)}, GdiVerticalFont=${isVertical ? 'True' : 'False'}]`;
  },
  equals: (font, other) => sameFont(font, liveOf(fontClass, other)),
});

/** A method of FontFamily, which gives a length of a style in units of the design. */
const designed =
  (member: string, length: (metrics: FontMetrics) => number) =>
  (family: Font, [style]: readonly Value[], runtime?: Runtime): Value => {
    const metrics = metricsOf(withStyle(family, style instanceof EnumValue ? style.value : 0), runtime, member);
    return Math.round(length(metrics) * metrics.unitsPerEm);
  };

export const familyClass: HostClass<Font> = hostClass<Font>('FontFamily', {
  properties: { Name: textProperty((font) => font.family) },
  methods: {
    GetEmHeight: designed('FontFamily.GetEmHeight', () => 1),
    GetLineSpacing: designed('FontFamily.GetLineSpacing', ({ lineSpacing }) => lineSpacing),
    GetCellAscent: designed('FontFamily.GetCellAscent', ({ ascent }) => ascent),
    GetCellDescent: designed('FontFamily.GetCellDescent', ({ descent }) => descent),
  },
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

function made(font: Font, more: Details): NetObject {
  details.set(font, more);
  return fontValue(font);
}

const ofType = (args: readonly Value[], type: string): EnumValue | undefined =>
  args.find((value): value is EnumValue => value instanceof EnumValue && value.type.name === type);

/** `new FontFamily(name)`. */
export function newFamily(args: readonly Value[]): NetObject {
  return new HostObject(familyClass, withStyle({ ...PLAIN, family: text(args, 0) }, 0));
}

const PLAIN: Font = { family: '', size: 10, bold: false, italic: false, underline: false, strikeout: false };

/** `new Font(family|name, size[, style][, unit[, charset[, vertical]]])`, `new Font(font, style)`. */
export function newFont(args: readonly Value[]): NetObject {
  const prototype = args[0] === undefined ? undefined : liveOf(fontClass, args[0]);
  const base = prototype ?? (args[0] === undefined ? undefined : liveOf(familyClass, args[0]));
  const family = base ? base.family : text(args, 0);
  const size = args.length > 1 && !(args[1] instanceof EnumValue) ? real(args, 1) : (base?.size ?? 10);
  const unit = ofType(args, 'GraphicsUnit')?.value;
  if (!(size > 0 && size < 10_000) || (unit !== undefined && POINTS[unit] === undefined))
    throw new NetException('ArgumentException', 'The size of a font must be above 0.');
  const charSet = args.slice(2).find((value) => value instanceof Integer);
  const from = prototype ? detailsOf(prototype) : plain;
  return made(withStyle({ ...PLAIN, family, size }, ofType(args, 'FontStyle')?.value ?? 0), {
    unit: unit ?? from.unit,
    charSet: charSet instanceof Integer ? Number(charSet.value) : from.charSet,
    isVertical: args.at(-1) === true || from.isVertical,
  });
}

import type { Color, Fill, Font, Padding } from '../../page.ts';
import { colorFromParts, colorParts, parseColor } from '../../template/colors.ts';
import { enumByName } from '../enums.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { boolProperty, floatProperty, HostObject, hostClass, intProperty, liveOf, textProperty } from '../hostClass.ts';
import type { HostClass, HostProperty } from '../hostClass.ts';
import { EnumValue, Integer, Single } from '../values.ts';
import type { EnumType, NetObject, Value } from '../values.ts';
import { int, real, text } from './arguments.ts';
import type { StaticMethod } from './arguments.ts';

/** A System.Drawing.Color with the name it was asked by. */
export interface ColorState {
  readonly color: Color;
  readonly name: string;
  /** Form in which a script created it; undefined for a colour of the template, of which only the parts are known. */
  readonly made?: 'name' | 'parts' | undefined;
}

/** Equality of .NET: a colour by its name equals no colour by its parts, and none of another name. */
function sameColor(a: ColorState, b: ColorState | undefined): boolean {
  if (!b || a.color !== b.color) return false;
  if (a.made === undefined || b.made === undefined) return true;
  return a.made === b.made && (a.made === 'parts' || a.name === b.name);
}

/** Hue, saturation and brightness of a colour, as System.Drawing calculates them. */
function tone(color: Color): { hue: number; saturation: number; brightness: number } {
  const { red, green, blue } = colorParts(color);
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [sum, span] = [max + min, max - min];
  const brightness = sum / 510;
  if (span === 0) return { hue: 0, saturation: 0, brightness };
  const [step, offset] = red === max ? [green - blue, 0] : green === max ? [blue - red, 2] : [red - green, 4];
  // .NET calculates with single precision.
  const hue = Math.fround(Math.fround(Math.fround(step / span) + offset) * 60);
  return { hue: hue < 0 ? hue + 360 : hue, saturation: span / (sum > 255 ? 510 - sum : sum), brightness };
}

function colorByte(read: (parts: ReturnType<typeof colorParts>) => number): { get: (state: ColorState) => Value } {
  return { get: (state) => new Integer('byte', BigInt(read(colorParts(state.color)))) };
}

export const colorClass: HostClass<ColorState> = hostClass<ColorState>('Color', {
  properties: {
    A: colorByte(({ alpha }) => alpha),
    R: colorByte(({ red }) => red),
    G: colorByte(({ green }) => green),
    B: colorByte(({ blue }) => blue),
    Name: textProperty((state) => state.name),
    IsEmpty: boolProperty((state) => state.name === '0'),
    IsNamedColor: boolProperty((state) => state.made === 'name' && state.name !== '0'),
    IsKnownColor: boolProperty(
      (state) => state.made === 'name' && state.name !== 'Empty' && colorByName(state.name) !== undefined,
    ),
  },
  methods: {
    GetHue: (state) => new Single(tone(state.color).hue),
    GetSaturation: (state) => new Single(tone(state.color).saturation),
    GetBrightness: (state) => new Single(tone(state.color).brightness),
    ToArgb: (state) => {
      const { alpha, red, green, blue } = colorParts(state.color);
      return (alpha << 24) | (red << 16) | (green << 8) | blue;
    },
  },
  text: ({ color, name }) => {
    if (name === '0') return 'Color [Empty]';
    if (name !== hexadecimalName(color)) return `Color [${name}]`;
    const { alpha, red, green, blue } = colorParts(color);
    return `Color [A=${String(alpha)}, R=${String(red)}, G=${String(green)}, B=${String(blue)}]`;
  },
  equals: (state, other) => sameColor(state, liveOf(colorClass, other)),
});

/** `Name` of a colour without one: its parts in hexadecimal, alpha first, leading zeros left out. */
function hexadecimalName(color: Color): string {
  const { alpha, red, green, blue } = colorParts(color);
  return (((alpha << 24) | (red << 16) | (green << 8) | blue) >>> 0).toString(16);
}

/** A colour as a value. */
export function colorValue(color: Color, name?: string, made: ColorState['made'] = name === undefined ? undefined : 'name'): NetObject {
  return new HostObject(colorClass, { color, name: name ?? hexadecimalName(color), made });
} // prettier-ignore

/** A colour that a script makes of its parts. */
function colorOfParts(color: Color): NetObject {
  return colorValue(color, undefined, 'parts');
}

/** `Color.Red`; undefined when .NET has no colour of that name. */
export function colorByName(name: string): NetObject | undefined {
  if (name === 'Empty') return colorValue('#00000000', '0');
  if (!/^[A-Z][A-Za-z]+$/u.test(name)) return undefined;
  const color = parseColor(name);
  return color === undefined ? undefined : colorValue(color, name);
}

/** Words that stand before others in the names of .NET's colours. */
const BEFORE =
  /^(?:alice|antique|blanched|blue(?=violet)|burly|cadet|cornflower|dark|deep|dim|dodger|fire|floral|forest|ghost|goldenrod(?=yellow)|green(?=yellow)|hot|indian|lavender(?=blush)|lawn|lemon|light|lime(?=green)|medium|midnight|mint|misty|navajo|old|olive(?=drab|green)|orange(?=red)|pale|papaya|peach|powder|rosy|royal|saddle|sandy|sea|sky|slate|spring|steel|violet(?=red)|white(?=smoke)|yellow(?=green))(?=[a-z])/u;

/** The name of a colour as .NET spells it, for any case: `LightSlateGray` for `lightslategray`. */
function spelledColor(name: string): string {
  let made = '';
  for (let rest = name.toLowerCase(); rest !== '';) {
    const word = BEFORE.exec(rest)?.[0] ?? rest;
    made += word.charAt(0).toUpperCase() + word.slice(1);
    rest = rest.slice(word.length);
  }
  return made;
}

/** Spellings that `Color.FromName` does not know: a member of Color, and a colour of HTML alone. */
const NO_NAMES = new Set(['', 'Empty', 'Rebeccapurple']);

/** `Color.FromName`: a known colour in any case, else one without parts that keeps its name. */
function colorFromName(name: string): NetObject {
  const spelled = /^[A-Za-z]+$/u.test(name) ? spelledColor(name) : '';
  const known = NO_NAMES.has(spelled) ? undefined : colorByName(spelled);
  return known ?? colorValue('#00000000', name);
}

/** The colour an argument holds. Throws ExpressionError when it holds none. */
export function colorOf(value: Value | undefined): Color {
  const state = value === undefined ? undefined : liveOf(colorClass, value);
  if (!state) throw new ExpressionError('A Color is expected');
  return state.color;
}

function fromArgb(args: readonly Value[]): NetObject {
  const numbers = args.length === 2 ? [] : args.map((_, index) => int(args, index));
  if (args.length === 1) {
    const packed = numbers[0] ?? 0;
    return colorOfParts(colorFromParts((packed >>> 24) & 255, (packed >> 16) & 255, (packed >> 8) & 255, packed & 255));
  }
  if (args.length === 2) {
    const { red, green, blue } = colorParts(colorOf(args[1]));
    return colorOfParts(colorFromParts(int(args, 0), red, green, blue));
  }
  const [alpha = 0, red = 0, green = 0, blue = 0] = args.length === 3 ? [255, ...numbers] : numbers;
  if ([alpha, red, green, blue].some((part) => part < 0 || part > 255)) {
    throw new NetException('ArgumentException', 'The parts of a colour are 0 to 255.');
  }
  return colorOfParts(colorFromParts(alpha, red, green, blue));
}

/** `#f00`, `#ff0000`, or the name of a colour; "" is Empty. */
function fromHtml(args: readonly Value[]): NetObject {
  const html = text(args, 0).trim();
  if (html === '') return colorValue('#00000000', '0');
  const spelled = /^[A-Za-z]+$/u.test(html) ? spelledColor(html) : '';
  const known = colorByName(spelled === 'Lightgrey' || spelled === 'LightGrey' ? 'LightGray' : spelled);
  if (known) return known;
  const short = /^#([\da-f])([\da-f])([\da-f])$/iu.exec(html);
  const color = parseColor(short ? `#${short.slice(1).map((digit) => digit + digit).join('')}` : html); // prettier-ignore
  if (color === undefined || /^\d/u.test(html)) throw new NetException('ArgumentException', `'${html}' is no colour.`);
  return colorValue(color, html.startsWith('#') ? undefined : html);
}

/** The name of a named colour, else `#RRGGBB`. */
function toHtml(value: Value | undefined): string {
  const color = colorOf(value);
  const name = value === undefined ? undefined : liveOf(colorClass, value)?.name;
  if (name === '0') return '';
  if (name === 'LightGray') return 'LightGrey';
  return name !== undefined && name !== hexadecimalName(color) ? name : color.slice(0, 7).toUpperCase();
}

/** Statics of classes that draw. */
export const drawingMethods: ReadonlyMap<string, StaticMethod> = new Map<string, StaticMethod>([
  ['Color.FromArgb', fromArgb],
  ['Color.FromName', (args) => colorFromName(text(args, 0))],
  ['ColorTranslator.FromHtml', fromHtml],
  ['ColorTranslator.ToHtml', (args) => toHtml(args[0])],
]);

function enumOf(name: string): EnumType {
  const type = enumByName(name);
  if (!type) throw new ExpressionError(`${name} is not known`);
  return type;
}

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

/** A fill can be changed in place, as in .NET; `fill` is what it is now. */
export interface FillState {
  fill: Fill;
}

const fillBase: HostClass<FillState> = hostClass<FillState>('FillBase', {
  methods: { Clone: (state) => fillValue(state.fill) },
});

function solidColor(state: FillState): Color {
  return state.fill.kind === 'solid' || state.fill.kind === 'glass' ? state.fill.color : '#ffffff00';
}

/** A part of a fill of one kind. */
function part<Kind extends Fill['kind']>(
  kind: Kind,
  get: (fill: Extract<Fill, { kind: Kind }>) => Value,
  change: (value: Value) => Partial<Extract<Fill, { kind: Kind }>>,
): HostProperty<FillState> {
  const isKind = (fill: Fill): fill is Extract<Fill, { kind: Kind }> => fill.kind === kind;
  return {
    get: ({ fill }) => (isKind(fill) ? get(fill) : null),
    set: (state, value) => {
      if (isKind(state.fill)) state.fill = { ...state.fill, ...change(value) };
    },
  };
}

/** Tables of the fills by the name of their class. */
export function fillClassOf(type: string): HostClass<FillState> | undefined {
  if (type === 'FillBase') return fillBase;
  return [...fillClasses.values()].find((each) => each.name === type);
}

const fillClasses: ReadonlyMap<Fill['kind'], HostClass<FillState>> = new Map([
  [
    'solid',
    hostClass<FillState>('SolidFill', {
      extends: fillBase,
      properties: {
        Color: {
          get: (state) => colorValue(solidColor(state)),
          set: (state, value) => {
            state.fill = { kind: 'solid', color: colorOf(value) };
          },
        },
        IsTransparent: boolProperty((state) => colorParts(solidColor(state)).alpha === 0),
      },
    }),
  ],
  [
    'glass',
    hostClass<FillState>('GlassFill', {
      extends: fillBase,
      properties: {
        Color: {
          get: (state) => colorValue(solidColor(state)),
          set: (state, value) => {
            if (state.fill.kind === 'glass') state.fill = { ...state.fill, color: colorOf(value) };
          },
        },
        Blend: part(
          'glass',
          ({ blend }) => new Single(blend),
          (value) => ({ blend: real([value], 0) }),
        ),
        Hatch: part(
          'glass',
          ({ hatch }) => hatch,
          (value) => ({ hatch: value === true }),
        ),
      },
    }),
  ],
  [
    'linearGradient',
    hostClass<FillState>('LinearGradientFill', {
      extends: fillBase,
      properties: {
        StartColor: part('linearGradient', ({ startColor }) => colorValue(startColor), (value) => ({ startColor: colorOf(value) })), // prettier-ignore
        EndColor: part('linearGradient', ({ endColor }) => colorValue(endColor), (value) => ({ endColor: colorOf(value) })), // prettier-ignore
        Angle: part(
          'linearGradient',
          ({ angle }) => angle,
          (value) => ({ angle: int([value], 0) }),
        ),
        Focus: part(
          'linearGradient',
          ({ focus }) => new Single(focus),
          (value) => ({ focus: real([value], 0) }),
        ),
        Contrast: part('linearGradient', ({ contrast }) => new Single(contrast), (value) => ({ contrast: real([value], 0) })), // prettier-ignore
      },
    }),
  ],
  [
    'pathGradient',
    hostClass<FillState>('PathGradientFill', {
      extends: fillBase,
      properties: {
        CenterColor: part('pathGradient', ({ centerColor }) => colorValue(centerColor), (value) => ({ centerColor: colorOf(value) })), // prettier-ignore
        EdgeColor: part('pathGradient', ({ edgeColor }) => colorValue(edgeColor), (value) => ({ edgeColor: colorOf(value) })), // prettier-ignore
        Style: part(
          'pathGradient',
          ({ style }) => new EnumValue(enumOf('PathGradientStyle'), style === 'Rectangular' ? 1 : 0),
          (value) => ({ style: name([value], 0, 'PathGradientStyle', 'Elliptic') === 'Rectangular' ? 'Rectangular' : 'Elliptic' }),
        ), // prettier-ignore
      },
    }),
  ],
  [
    'hatch',
    hostClass<FillState>('HatchFill', {
      extends: fillBase,
      properties: {
        ForeColor: part(
          'hatch',
          ({ foreColor }) => colorValue(foreColor),
          (value) => ({ foreColor: colorOf(value) }),
        ),
        BackColor: part(
          'hatch',
          ({ backColor }) => colorValue(backColor),
          (value) => ({ backColor: colorOf(value) }),
        ),
        Style: part(
          'hatch',
          ({ style }) => new EnumValue(enumOf('HatchStyle'), enumOf('HatchStyle').members.get(style) ?? 0),
          (value) => ({ style: name([value], 0, 'HatchStyle', 'BackwardDiagonal') }),
        ),
      },
    }),
  ],
  ['texture', hostClass<FillState>('TextureFill', { extends: fillBase })],
]);

/** A fill as a value. `changed` is called when a script changes one of its properties. */
export function fillValue(fill: Fill, changed?: (fill: Fill) => void): NetObject {
  let current = fill;
  const state: FillState = {
    get fill() {
      return current;
    },
    set fill(next) {
      current = next;
      changed?.(next);
    },
  };
  return new HostObject(fillClasses.get(fill.kind) ?? fillBase, state);
}

/** The fill an argument holds. Throws ExpressionError when it holds none. */
export function fillOf(value: Value): Fill {
  const state = liveOf(fillBase, value);
  if (!state) throw new ExpressionError('A fill is expected');
  return state.fill;
}

function flag(args: readonly Value[], index: number): boolean {
  return args[index] === true;
}

function number(args: readonly Value[], index: number, fallback: number): number {
  return args.length > index ? real(args, index) : fallback;
}

function name(args: readonly Value[], index: number, type: string, fallback: string): string {
  const value = args[index];
  if (!(value instanceof EnumValue) || value.type.name !== type) return fallback;
  for (const [member, memberValue] of value.type.members) if (memberValue === value.value) return member;
  return fallback;
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

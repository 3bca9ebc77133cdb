import type { Color } from '../../page.ts';
import { colorFromParts, colorParts, parseColor } from '../../template/colors.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { boolProperty, HostObject, hostClass, liveOf, textProperty } from '../hostClass.ts';
import type { HostClass } from '../hostClass.ts';
import { Integer, Single } from '../values.ts';
import type { NetObject, Value } from '../values.ts';
import { int, text } from './arguments.ts';

/** Colours: System.Drawing.Color and its names. */

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

// prettier-ignore

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
export function colorFromName(name: string): NetObject {
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

export function fromArgb(args: readonly Value[]): NetObject {
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
export function fromHtml(args: readonly Value[]): NetObject {
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
export function toHtml(value: Value | undefined): string {
  const color = colorOf(value);
  const name = value === undefined ? undefined : liveOf(colorClass, value)?.name;
  if (name === '0') return '';
  if (name === 'LightGray') return 'LightGrey';
  return name !== undefined && name !== hexadecimalName(color) ? name : color.slice(0, 7).toUpperCase();
}

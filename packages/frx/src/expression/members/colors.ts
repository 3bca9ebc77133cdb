import type { Color } from '../../page.ts';
import { colorFromParts, colorParts, knownColors, parseColor, transparent } from '../../template/colors.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { boolProperty, HostObject, hostClass, liveOf, textProperty } from '../hostClass.ts';
import type { HostClass } from '../hostClass.ts';
import { EnumValue, Integer, Single } from '../values/values.ts';
import type { NetObject, Value } from '../values/values.ts';
import { int, text } from './arguments.ts';
import { enumOf } from './drawingArguments.ts';

/** Colours: System.Drawing.Color and its names. */

/** A System.Drawing.Color: its parts, and how it was created, which distinguishes colours of the same parts. */
export interface ColorState {
  readonly color: Color;
  readonly name: string;
  /** `template`: a named colour of which the report stores only the parts, so that it equals every named colour with these parts. */
  readonly made: 'name' | 'parts' | 'template' | 'nothing';
}

/** Equality as in .NET: a named colour equals neither a colour made of parts nor one with another name. */
function sameColor(a: ColorState, b: ColorState | undefined): boolean {
  if (!b || a.color !== b.color) return false;
  const named = (state: ColorState): boolean => state.made === 'name' || state.made === 'template';
  if (!named(a) || !named(b)) return a.made === b.made;
  return a.name === b.name || a.made === 'template' || b.made === 'template';
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
    IsEmpty: boolProperty(({ made }) => made === 'nothing'),
    IsNamedColor: boolProperty(({ made }) => made === 'name' || made === 'template'),
    IsKnownColor: boolProperty((state) => knownNumber(state) > 0),
    IsSystemColor: boolProperty((state) => isSystemColor(knownNumber(state))),
  },
  methods: {
    GetHue: (state) => new Single(tone(state.color).hue),
    GetSaturation: (state) => new Single(tone(state.color).saturation),
    GetBrightness: (state) => new Single(tone(state.color).brightness),
    ToArgb: (state) => {
      const { alpha, red, green, blue } = colorParts(state.color);
      return (alpha << 24) | (red << 16) | (green << 8) | blue;
    },
    ToKnownColor: (state) => new EnumValue(enumOf('KnownColor'), knownNumber(state)),
  },
  text: ({ color, name, made }) => {
    if (made === 'nothing') return 'Color [Empty]';
    if (made !== 'parts') return `Color [${name}]`;
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

function colorState(color: Color, name: string, made: ColorState['made']): NetObject {
  return new HostObject(colorClass, { color, name, made });
}

/** Numbers of the named colours by their spelling in lower case. */
const numbers: ReadonlyMap<string, number> = new Map(knownColors.map((name, at) => [name.toLowerCase(), at + 1]));

/** The number of a named colour in KnownColor, 0 for others. */
function knownNumber({ name, made }: ColorState): number {
  return made === 'name' || made === 'template' ? (numbers.get(name.toLowerCase()) ?? 0) : 0;
}

/** Colours of the desktop have the lowest and the highest numbers. */
function isSystemColor(number: number): boolean {
  return (number > 0 && number < (numbers.get('transparent') ?? 0)) || number > (numbers.get('yellowgreen') ?? 0);
}

/** Names of the colours by their parts; of two names .NET uses the later one (Cyan) except for Magenta. */
const namesByParts: ReadonlyMap<Color, string> = new Map(
  knownColors
    .filter((name) => name !== 'Magenta' && !isSystemColor(numbers.get(name.toLowerCase()) ?? 0))
    .map((name) => [parseColor(name) ?? '', name]),
);

/** A colour of the template as a value: .NET replaces it by the named colour with the same parts. */
export function colorValue(color: Color): NetObject {
  const name = namesByParts.get(color);
  return name === undefined ? colorOfParts(color) : colorState(color, name, 'template');
}

/** Colours that scripts assigned to parts of styles: the engine stores only the painted colour. Styles are replaced, never changed. */
const given = new WeakMap<object, ReadonlyMap<string, Value>>();

/** The colour of a part of a style; the one that a script assigned, if any. */
export function colorAt<Name extends string>(style: Readonly<Record<Name, Color>>, name: Name): Value {
  const kept = given.get(style)?.get(name);
  return kept !== undefined && colorOf(kept) === style[name] ? kept : colorValue(style[name]);
}

/** A style with changed values; its other colours are unchanged. */
export function changed<Style extends object>(style: Style, change: Partial<Style>): Style {
  const made = { ...style, ...change };
  const kept = given.get(style);
  if (kept) given.set(made, kept);
  return made;
}

/** A style with colours of a script; undefined ones are unchanged. */
export function withColors<Style extends object>(
  style: Style,
  colors: Readonly<Partial<Record<keyof Style & string, Value | undefined>>>,
): Style {
  const values = new Map(given.get(style));
  const parts: Record<string, Color> = {};
  for (const [name, value] of Object.entries<Value | undefined>(colors)) {
    if (value === undefined) continue;
    values.set(name, value);
    parts[name] = colorOf(value);
  }
  const made = { ...style, ...parts };
  given.set(made, values);
  return made;
}

/** A colour that a script creates from parts. */
function colorOfParts(color: Color): NetObject {
  return colorState(color, hexadecimalName(color), 'parts');
}

/** `Color.Empty`, the default of the type. */
export function emptyColor(): NetObject {
  return colorState('#00000000', '0', 'nothing');
}

/** `Color.Red`; undefined when the class has no colour of that name. */
export function colorByName(name: string): NetObject | undefined {
  if (name === 'Empty') return emptyColor();
  const number = knownColors.indexOf(name) + 1;
  return number === 0 || isSystemColor(number) ? undefined : knownColor(number);
}

/** `SystemColors.Window`; undefined when the class has no colour of that name. */
export function systemColorByName(name: string): NetObject | undefined {
  const number = knownColors.indexOf(name) + 1;
  return isSystemColor(number) ? knownColor(number) : undefined;
}

/** `Color.FromKnownColor`: the name of an unknown number is the number. */
export function knownColor(number: number): NetObject {
  const name = knownColors[number - 1];
  return name === undefined ? colorState('#00000000', String(number), 'name') : colorState(parseColor(name) ?? transparent, name, 'name'); // prettier-ignore
}

/** `Color.FromName`: a known colour, case-insensitive, else one without parts that keeps its name. */
export function colorFromName(name: string): NetObject {
  const number = numbers.get(name.toLowerCase());
  return number === undefined ? colorState('#00000000', name, 'name') : knownColor(number);
}

/** The colour of an argument. Throws ExpressionError when it is not a colour. */
export function colorOf(value: Value | undefined): Color {
  const state = value === undefined ? undefined : liveOf(colorClass, value);
  if (!state) throw new ExpressionError('A Color is expected');
  return state.color;
}

/** The name of a colour of KnownColor; undefined for others. */
export function colorName(value: Value): string | undefined {
  const state = liveOf(colorClass, value);
  return state && knownNumber(state) > 0 ? state.name : undefined;
}

/** An argument that is a part of a colour. */
function partOf(args: readonly Value[], index: number, name: string): number {
  const part = int(args, index);
  if (part >= 0 && part <= 255) return part;
  throw new NetException(
    'ArgumentException',
    `Value of '${String(part)}' is not valid for '${name}'. '${name}' should be greater than or equal to 0 and less than or equal to 255.`,
  );
}

export function fromArgb(args: readonly Value[]): NetObject {
  if (args.length === 1) return colorOfPacked(int(args, 0));
  const alpha = args.length === 3 ? 255 : partOf(args, 0, 'alpha');
  const rest = args.length === 4 ? args.slice(1) : args;
  const { red, green, blue } =
    args.length === 2
      ? colorParts(colorOf(args[1]))
      : { red: partOf(rest, 0, 'red'), green: partOf(rest, 1, 'green'), blue: partOf(rest, 2, 'blue') };
  return colorOfParts(colorFromParts(alpha, red, green, blue));
}

/** A colour from the four bytes of a number, alpha first. */
function colorOfPacked(packed: number): NetObject {
  return colorOfParts(colorFromParts((packed >>> 24) & 255, (packed >> 16) & 255, (packed >> 8) & 255, packed & 255));
}

/** HTML names of desktop colours, and one that HTML spells differently. */
const HTML_NAMES: ReadonlyMap<string, string> = new Map([
  ['lightgrey', 'LightGray'],
  ['buttonface', 'Control'],
  ['threedface', 'Control'],
  ['buttonhighlight', 'ControlLightLight'],
  ['buttonshadow', 'ControlDark'],
  ['captiontext', 'ActiveCaptionText'],
  ['threeddarkshadow', 'ControlDarkDark'],
  ['threedhighlight', 'ControlLight'],
  ['threedlightshadow', 'ControlLightLight'],
  ['background', 'Desktop'],
  ['buttontext', 'ControlText'],
  ['infobackground', 'Info'],
]);

/** `#f00`, `#ff0000`, or the name of a colour; "" is Empty. */
export function fromHtml(args: readonly Value[]): NetObject {
  const html = text(args, 0).trim();
  if (html === '') return emptyColor();
  const number = numbers.get((HTML_NAMES.get(html.toLowerCase()) ?? html).toLowerCase());
  if (number !== undefined) return knownColor(number);
  const short = /^#([\da-f])([\da-f])([\da-f])$/iu.exec(html);
  if (short) return colorOfPacked(Number.parseInt(`ff${short.slice(1).map((digit) => digit + digit).join('')}`, 16)); // prettier-ignore
  const digits = /^(?:#|0x)([\da-f]{1,8})$/iu.exec(html)?.[1];
  if (digits !== undefined) return colorOfPacked(Number.parseInt(digits.length === 6 ? `ff${digits}` : digits, 16));
  const color = parseColor(html);
  if (color !== undefined) return colorValue(color);
  throw new NetException('ArgumentException', `${html} is not a valid value for Int32. (Parameter 'htmlColor')`);
}

/** The name of a named colour, else `#RRGGBB`. */
export function toHtml(value: Value | undefined): string {
  const color = colorOf(value);
  const state = value === undefined ? undefined : liveOf(colorClass, value);
  if (!state || state.made === 'nothing') return '';
  if (state.made === 'parts') return color.slice(0, 7).toUpperCase();
  if (isSystemColor(knownNumber(state)))
    throw new ExpressionError('Colours of the desktop cannot be converted to HTML');
  return state.name === 'LightGray' ? 'LightGrey' : state.name;
}

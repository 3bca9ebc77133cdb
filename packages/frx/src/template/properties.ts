import type { Border, BorderLine, Color, Fill, Font, ImageResource, LineStyle, Padding } from '../page.ts';
import { parseColor, transparent } from './colors.ts';
import table from './defaults.json' with { type: 'json' };
import type { TemplateObject } from './model.ts';

type Default = string | number | boolean;
type Declared = Record<string, (Default | string)[]>;
const shared: Record<string, Declared | undefined> = table.shared;
const classes: Record<string, { from: string[]; own?: Declared } | undefined> = table.classes;

interface Known {
  readonly kind: string;
  readonly value: Default;
}

const resolved = new Map<string, ReadonlyMap<string, Known>>();

/** The properties that a class stores, by name, with kind and default; undefined for an unknown class. */
export function propertiesOf(type: string): ReadonlyMap<string, Known> | undefined {
  const found = resolved.get(type);
  if (found) return found;
  const entry = classes[type];
  if (!entry) return undefined;
  const all = new Map<string, Known>();
  const add = (part: Declared | undefined): void => {
    for (const [name, [kind, value]] of Object.entries(part ?? {}))
      all.set(name, { kind: String(kind), value: value ?? '' });
  };
  for (const declaredIn of entry.from) add(shared[declaredIn]);
  add(entry.own);
  resolved.set(type, all);
  return all;
}

/** Classes that are missing in the table, and the class whose defaults they share. */
const SAME_DEFAULTS: Readonly<Record<string, string>> = { AdvMatrixObject: 'MatrixObject' };

const defaultOf = (object: TemplateObject, path: string): Default | undefined =>
  propertiesOf(SAME_DEFAULTS[object.type] ?? object.type)?.get(path)?.value;

/** A text property; without attribute and without `fallback`, the class's default. */
export function textOf(object: TemplateObject, path: string, fallback?: string): string {
  return object.attributes.get(path) ?? fallback ?? String(defaultOf(object, path) ?? '');
}

/** Number whose digits may contain commas, which .NET ignores. */
const GROUPED = /^\s*[+-]?\d[\d,]*(?:\.\d*)?(?:[eE][+-]?\d+)?\s*$/;

/** A number, invariant culture; anything unreadable is the default. */
export function numberOf(object: TemplateObject, path: string, fallback?: number): number {
  const text = object.attributes.get(path);
  if (text !== undefined) {
    const value = Number(GROUPED.test(text) ? text.replaceAll(',', '') : text);
    if (text.trim() !== '' && Number.isFinite(value)) return value;
  }
  if (fallback !== undefined) return fallback;
  const value = defaultOf(object, path);
  return typeof value === 'number' ? value : 0;
}

/** A bool; without attribute and without `fallback`, the class’s default. */
export function flagOf(object: TemplateObject, path: string, fallback?: boolean): boolean {
  const text = object.attributes.get(path);
  if (text !== undefined) return text.trim().toLowerCase() === 'true';
  return fallback ?? defaultOf(object, path) === true;
}

/** One of the names of an enum; an unknown name is the first. */
export function enumOf<Name extends string>(
  object: TemplateObject,
  path: string,
  names: readonly [Name, ...Name[]],
  fallback?: Name,
): Name {
  const text = textOf(object, path, fallback ?? String(defaultOf(object, path) ?? names[0])).trim();
  const wanted = text.toLowerCase();
  return names.find((name) => name.toLowerCase() === wanted) ?? fallback ?? names[0];
}

/** Names of flags by their lower-case names. */
const FLAGS: ReadonlyMap<string, string> = new Map(
  'None All Left Right Top Bottom Horizontal Vertical FirstPage LastPage OddPages EvenPages RepeatedBand SinglePage'
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

/** The names set in a flags enum: `Top, Left`; in the case of the designer, whatever their case in the template. */
export function flagNamesOf(object: TemplateObject, path: string, fallback?: string): ReadonlySet<string> {
  return new Set(
    textOf(object, path, fallback)
      .split(',')
      .map((name) => FLAGS.get(name.trim().toLowerCase()) ?? name.trim())
      .filter((name) => name !== '' && name !== 'None'),
  );
}

/** A colour; anything unreadable is the default. */
export function colorOf(object: TemplateObject, path: string, fallback?: Color): Color {
  const text = object.attributes.get(path);
  return (
    (text === undefined ? undefined : parseColor(text)) ??
    fallback ??
    parseColor(String(defaultOf(object, path) ?? '')) ??
    transparent
  );
}

/** `0,26.67,53.34` */
export function numbersOf(object: TemplateObject, path: string): number[] {
  const text = object.attributes.get(path) ?? '';
  return text.trim() === '' ? [] : text.split(',').map((part) => Number(part.trim()) || 0);
}

/** Names separated by line breaks. */
export function namesOf(object: TemplateObject, path: string): string[] {
  return (object.attributes.get(path) ?? '').split(/\r?\n/).filter((name) => name !== '');
}

/** A padding, `left, top, right, bottom` in px. */
export function paddingOf(object: TemplateObject, path: string, fallback?: string): Padding {
  const [left = 0, top = 0, right = 0, bottom = 0] = textOf(object, path, fallback)
    .split(',')
    .map((part) => Number(part.trim()) || 0);
  return { left, top, right, bottom };
}

/** Reads `Arial, 10pt, style=Bold, Italic`. */
export function parseFont(text: string): Font {
  const [family = 'Arial', size = '10pt', ...styles] = text.split(',').map((part) => part.trim());
  const style = styles.join(' ').toLowerCase();
  return {
    family,
    size: Number.parseFloat(size.replace(/[^\d.]/g, '')) || 10,
    bold: style.includes('bold'),
    italic: style.includes('italic'),
    underline: style.includes('underline'),
    strikeout: style.includes('strikeout'),
  };
}

/** A font; without attribute and without `fallback`, the class’s default. */
export function fontOf(object: TemplateObject, path: string, fallback?: string): Font {
  return parseFont(textOf(object, path, fallback));
}

const lineStyles = ['Solid', 'Dash', 'Dot', 'DashDot', 'DashDotDot', 'Double', 'Custom'] as const satisfies LineStyle[];

/** Classes whose default border is not empty. */
const standardBorders: Readonly<Record<string, { readonly lines?: string; readonly width?: number } | undefined>> = {
  CellularTextObject: { lines: 'All' },
  SimpleProgressGauge: { lines: 'All' },
  ZipCodeObject: { width: 3 },
};

/**
 * The border at `path`. `Border.Color`, `.Style` and `.Width` set all four sides; `Border.LeftLine.Color` one of them, in the order of the
 * attributes.
 */
export function borderOf(object: TemplateObject, path = 'Border'): Border {
  const standard = path === 'Border' ? standardBorders[object.type] : undefined;
  const sides: Record<string, { color: Color; style: LineStyle; width: number }> = {};
  for (const side of ['Left', 'Top', 'Right', 'Bottom'])
    sides[side] = { color: '#000000', style: 'Solid', width: standard?.width ?? 1 };
  for (const [name, text] of object.attributes) {
    if (!name.startsWith(`${path}.`)) continue;
    const parts = name.slice(path.length + 1).split('.');
    const side = parts.length === 2 ? /^(Left|Top|Right|Bottom)Line$/.exec(parts[0]!)?.[1] : undefined;
    if (parts.length === 2 && side === undefined) continue;
    for (const line of side === undefined ? Object.values(sides) : [sides[side]!]) {
      const property = parts.at(-1);
      if (property === 'Color') line.color = parseColor(text) ?? line.color;
      else if (property === 'Width') line.width = Number(text) || line.width;
      else if (property === 'Style') line.style = lineStyles.find((style) => style === text.trim()) ?? line.style;
    }
  }
  const lines = flagNamesOf(object, `${path}.Lines`, standard?.lines ?? 'None');
  const shown = (side: string): boolean => lines.has('All') || lines.has(side);
  return {
    lines: { left: shown('Left'), top: shown('Top'), right: shown('Right'), bottom: shown('Bottom') },
    left: sides['Left'] as BorderLine,
    top: sides['Top'] as BorderLine,
    right: sides['Right'] as BorderLine,
    bottom: sides['Bottom'] as BorderLine,
    shadow: flagOf(object, `${path}.Shadow`, false)
      ? { color: colorOf(object, `${path}.ShadowColor`, '#000000'), width: numberOf(object, `${path}.ShadowWidth`, 4) }
      : undefined,
  };
}

/** Creates the single resource for a picture's bytes. */
export type ImageMaker = (bytes: Uint8Array) => ImageResource;

/**
 * The fill at `path` (`Fill`, `TextFill`, `Pointer.Fill` …): the attribute itself holds its kind. Without one it is the solid fill of the class;
 * a named one begins with the defaults of its kind, so that `Solid` without a colour is transparent.
 */
export function fillOf(object: TemplateObject, path: string, images: ImageMaker, fallback?: Color): Fill {
  const kind = object.attributes.get(path)?.trim();
  const at = (name: string): string => `${path}.${name}`;
  switch (kind) {
    case 'LinearGradient':
      return {
        kind: 'linearGradient',
        startColor: colorOf(object, at('StartColor'), '#000000'),
        endColor: colorOf(object, at('EndColor'), '#ffffff'),
        angle: numberOf(object, at('Angle'), 0),
        focus: numberOf(object, at('Focus'), 1),
        contrast: numberOf(object, at('Contrast'), 1),
      };
    case 'PathGradient':
      return {
        kind: 'pathGradient',
        centerColor: colorOf(object, at('CenterColor'), '#000000'),
        edgeColor: colorOf(object, at('EdgeColor'), '#ffffff'),
        style: enumOf(object, at('Style'), ['Elliptic', 'Rectangular'], 'Elliptic'),
      };
    case 'Hatch':
      return {
        kind: 'hatch',
        foreColor: colorOf(object, at('ForeColor'), '#000000'),
        backColor: colorOf(object, at('BackColor'), '#ffffff'),
        style: textOf(object, at('Style'), 'BackwardDiagonal'),
      };
    case 'Glass':
      return {
        kind: 'glass',
        color: colorOf(object, at('Color'), '#ffffff'),
        blend: numberOf(object, at('Blend'), 0.2),
        hatch: flagOf(object, at('Hatch'), true),
      };
    case 'Texture':
      return {
        kind: 'texture',
        image: images(imageBytes(object, at('ImageData'))),
        width: numberOf(object, at('ImageWidth'), 0),
        height: numberOf(object, at('ImageHeight'), 0),
        wrapMode: textOf(object, at('WrapMode'), 'Tile'),
        preserveAspectRatio: flagOf(object, at('PreserveAspectRatio'), false),
        offsetX: numberOf(object, at('ImageOffsetX'), 0),
        offsetY: numberOf(object, at('ImageOffsetY'), 0),
      };
    case 'Solid':
      return { kind: 'solid', color: colorOf(object, at('Color'), transparent) };
    default: {
      const declared = String(defaultOf(object, path) ?? '').replace(/^SolidFill\s*/, '');
      return { kind: 'solid', color: colorOf(object, at('Color'), fallback ?? parseColor(declared) ?? transparent) };
    }
  }
}

/** The bytes of a base64 attribute; empty when it is absent or unreadable. */
export function imageBytes(object: TemplateObject, path: string): Uint8Array {
  const text = object.attributes.get(path);
  return text === undefined || text === '' ? new Uint8Array() : base64Bytes(text);
}

/** Decodes base64, white space allowed; empty when the text is not base64. */
export function base64Bytes(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.codePointAt(0)!);
  } catch {
    return new Uint8Array();
  }
}

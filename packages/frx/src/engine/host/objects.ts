import {
  boolProperty,
  colorOf,
  colorValue,
  enumByName,
  enumProperty,
  ExpressionError,
  fillOf,
  fillValue,
  floatProperty,
  fontClass,
  fontValue,
  HostObject,
  hostClass,
  intProperty,
  liveOf,
  textProperty,
  toText,
  type EnumType,
  type HostClass,
  type HostProperty,
  type Value,
} from '../../expression/index.ts';
import { paddingOf, paddingValue } from '../../expression/members/drawing.ts';
import { EnumValue, NetArray, Single } from '../../expression/values.ts';
import type { Border, BorderLine, HorzAlign, LineStyle, TextStyle, VertAlign } from '../../page.ts';
import { neededHeight, neededWidth } from '../../text/index.ts';
import { type ReportObject, TextObject } from '../components.ts';
import { Band, ReportPage } from '../reportBands.ts';
import type { Live } from './host.ts';
import { applyLook } from '../styles.ts';

type Component = Live<ReportObject>;

/** The enum of that name. */
export function enumType(name: string): EnumType {
  const type = enumByName(name);
  if (!type) throw new ExpressionError(`${name} is not known`);
  return type;
}

/** A property of the enum of that name. */
export function enumField<T>(
  name: string,
  get: (live: T) => string,
  set: (live: T, member: string) => void,
): HostProperty<T> {
  return enumProperty(enumType(name), get, set);
}

const float = (name: 'left' | 'top' | 'width' | 'height'): HostProperty<Component> =>
  floatProperty(
    ({ object }) => object[name],
    ({ object }, value) => {
      object[name] = value;
    },
  );

const flag = (
  name: 'visible' | 'printable' | 'exportable' | 'canGrow' | 'canShrink' | 'canBreak' | 'growToBottom' | 'pageBreak',
): HostProperty<Component> =>
  boolProperty(
    ({ object }) => object[name],
    ({ object }, value) => {
      object[name] = value;
    },
  );

function bandOf(object: ReportObject): Band | undefined {
  let current: ReportObject | undefined = object;
  while (current && !(current instanceof Band)) current = current.parent;
  return current;
}

function pageOf(object: ReportObject): ReportObject | undefined {
  let current: ReportObject | undefined = object;
  while (current && !(current instanceof ReportPage)) current = current.parent;
  return current;
}

const sideNames = ['left', 'top', 'right', 'bottom'] as const;

function withLines(border: Border, change: Partial<BorderLine>): Border {
  const changed = { ...border };
  for (const side of sideNames) changed[side] = { ...border[side], ...change };
  return changed;
}

const borderClass = hostClass<Component>('Border', {
  properties: {
    Lines: enumProperty(
      enumType('BorderLines'),
      ({ object }) =>
        sideNames
          .filter((side) => object.border.lines[side])
          .map((side) => side[0]!.toUpperCase() + side.slice(1))
          .join(', ') || 'None',
      ({ object }, names) => {
        const has = (name: string): boolean => names === 'All' || names.includes(name);
        object.border = {
          ...object.border,
          lines: { left: has('Left'), top: has('Top'), right: has('Right'), bottom: has('Bottom') },
        };
      },
    ),
    Color: {
      get: ({ object }) => colorValue(object.border.left.color),
      set: ({ object }, value) => {
        object.border = withLines(object.border, { color: colorOf(value) });
      },
    },
    Width: floatProperty(
      ({ object }) => object.border.left.width,
      ({ object }, width) => {
        object.border = withLines(object.border, { width });
      },
    ),
    Style: enumProperty(
      enumType('LineStyle'),
      ({ object }) => object.border.left.style,
      ({ object }, style) => {
        object.border = withLines(object.border, { style: style as LineStyle });
      },
    ),
  },
});

const linkClass = hostClass<Component>('Hyperlink', {
  properties: {
    Value: textProperty(
      ({ object, host }) =>
        object.link?.calculate ? toText(object.link.calculate(), host.run.culture) : (object.link?.value ?? ''),
      ({ object }, value) => {
        object.link = {
          kind: object.link?.kind ?? 'URL',
          value,
          calculate: undefined,
          newTab: object.link?.newTab ?? false,
          detail: object.link?.detail ?? '',
        };
      },
    ),
  },
});

/** Members of every report object. */
export const componentClass: HostClass<Component> = hostClass<Component>('ReportComponentBase', {
  baseTypes: ['ComponentBase', 'Base'],
  properties: {
    Name: textProperty(({ object }) => object.name),
    Left: float('left'),
    Top: float('top'),
    Width: float('width'),
    Height: float('height'),
    Right: floatProperty(({ object }) => object.right),
    Bottom: floatProperty(({ object }) => object.bottom),
    AbsLeft: floatProperty(({ object }) => object.left),
    AbsTop: floatProperty(({ object }) => object.top),
    Visible: flag('visible'),
    Printable: flag('printable'),
    Exportable: flag('exportable'),
    CanGrow: flag('canGrow'),
    CanShrink: flag('canShrink'),
    CanBreak: flag('canBreak'),
    GrowToBottom: flag('growToBottom'),
    PageBreak: flag('pageBreak'),
    Tag: {
      get: ({ object }) => object.tag,
      set: ({ object }, value) => {
        object.tag = value;
      },
    },
    Fill: {
      get: ({ object }) =>
        fillValue(object.fill, (fill) => {
          object.fill = fill;
        }),
      set: ({ object }, value) => {
        object.fill = fillOf(value);
      },
    },
    FillColor: {
      get: ({ object }) =>
        colorValue(object.fill.kind === 'solid' || object.fill.kind === 'glass' ? object.fill.color : '#ffffff00'),
      set: ({ object }, value) => {
        object.fill = { kind: 'solid', color: colorOf(value) };
      },
    },
    PrintOn: {
      get: ({ object }) => new EnumValue(enumType('PrintOn'), object.printOn),
      set: ({ object }, value) => {
        if (!(value instanceof EnumValue) || value.type.name !== 'PrintOn')
          throw new ExpressionError('A PrintOn is expected');
        object.printOn = value.value;
      },
    },
    ShiftMode: enumField<Component>(
      'ShiftMode',
      ({ object }) => object.shiftMode,
      ({ object }, name) => {
        object.shiftMode = name === 'Never' || name === 'WhenOverlapped' ? name : 'Always';
      },
    ),
    Border: { get: (live) => new HostObject(borderClass, live) },
    Hyperlink: { get: (live) => new HostObject(linkClass, live) },
    Style: textProperty(
      () => '',
      ({ object, host }, name) => {
        const look = host.run.styles.get(name.toLowerCase());
        if (look) applyLook(object, look);
      },
    ),
    Bookmark: textProperty(
      ({ object, host }) => (object.bookmark ? toText(object.bookmark(), host.run.culture) : ''),
      ({ object }, value) => {
        object.bookmark = () => value;
      },
    ),
    Band: { get: ({ object, host }) => valueOf(host, bandOf(object)) },
    Page: { get: ({ object, host }) => valueOf(host, pageOf(object)) },
    Parent: { get: ({ object, host }) => valueOf(host, object.parent) },
    Objects: {
      get: ({ object, host }) =>
        new NetArray(
          'ReportComponentBase',
          object.objects.map((inner) => host.object(inner)),
        ),
    },
  },
  methods: {
    CalcHeight: ({ object, host }) =>
      new Single(object instanceof TextObject ? neededHeight(host.run.fonts, object, object) : object.height),
    CalcWidth: ({ object, host }) =>
      new Single(object instanceof TextObject ? neededWidth(host.run.fonts, object, object) : object.width),
  },
  text: ({ object }) => object.name,
});

const valueOf = (host: Component['host'], object: ReportObject | undefined): Value =>
  object ? host.object(object) : null;

type Text = Live<TextObject>;

function styled(
  change: (style: TextStyle, value: Value) => TextStyle,
  get: (style: TextStyle) => Value,
): HostProperty<Text> {
  return {
    get: ({ object }) => get(object.style),
    set: ({ object }, value) => {
      object.style = change(object.style, value);
    },
  };
}

const flagStyle = (name: 'wordWrap' | 'rightToLeft' | 'underlines' | 'clip'): HostProperty<Text> =>
  boolProperty(
    ({ object }) => object.style[name],
    ({ object }, value) => {
      if (object.style[name] !== value) object.style = { ...object.style, [name]: value };
    },
  );

/** Members of a text object, beside those of every object. */
export const textClass: HostClass<Text> = hostClass<Text>('TextObject', {
  extends: componentClass,
  baseTypes: ['TextObjectBase', 'BreakableComponent'],
  properties: {
    Text: textProperty(
      ({ object }) => object.text,
      ({ object }, value) => {
        object.text = value;
      },
    ),
    Value: { get: ({ object }) => object.value },
    Font: styled(
      (style, value) => {
        const font = liveOf(fontClass, value);
        if (!font) throw new ExpressionError('A Font is expected');
        return { ...style, font };
      },
      (style) => fontValue(style.font),
    ),
    TextColor: styled(
      (style, value) => ({ ...style, fill: { kind: 'solid', color: colorOf(value) } }),
      (style) => colorValue(style.fill.kind === 'solid' ? style.fill.color : '#000000'),
    ),
    TextFill: styled(
      (style, value) => ({ ...style, fill: fillOf(value) }),
      (style) => fillValue(style.fill),
    ),
    HorzAlign: enumProperty(
      enumType('HorzAlign'),
      ({ object }) => object.style.horzAlign,
      ({ object }, name) => {
        object.style = { ...object.style, horzAlign: name as HorzAlign };
      },
    ),
    VertAlign: enumProperty(
      enumType('VertAlign'),
      ({ object }) => object.style.vertAlign,
      ({ object }, name) => {
        object.style = { ...object.style, vertAlign: name as VertAlign };
      },
    ),
    WordWrap: flagStyle('wordWrap'),
    RightToLeft: flagStyle('rightToLeft'),
    Underlines: flagStyle('underlines'),
    Clip: flagStyle('clip'),
    LineHeight: floatProperty(
      ({ object }) => object.style.lineHeight,
      ({ object }, lineHeight) => {
        object.style = { ...object.style, lineHeight };
      },
    ),
    Padding: styled(
      (style, value) => ({ ...style, padding: paddingOf(value) }),
      (style) => paddingValue(style.padding),
    ),
    Angle: intProperty(
      ({ object }) => object.style.angle,
      ({ object }, angle) => {
        object.style = { ...object.style, angle: ((angle % 360) + 360) % 360 };
      },
    ),
    AutoWidth: boolProperty(
      ({ object }) => object.autoWidth,
      ({ object }, value) => {
        object.autoWidth = value;
      },
    ),
  },
});

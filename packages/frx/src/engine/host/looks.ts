import {
  boolProperty,
  colorOf,
  colorValue,
  enumProperty,
  ExpressionError,
  floatProperty,
  HostObject,
  hostClass,
  liveOf,
  textProperty,
  toText,
  type HostClass,
  type HostProperty,
  type Value,
} from '../../expression/index.ts';
import type { Border, BorderLine, LineStyle, LinkKind } from '../../page.ts';
import { textOf } from '../../template/properties.ts';
import type { ReportObject } from '../build/components.ts';
import type { LinkSource } from '../build/contents.ts';
import { enumType } from './enums.ts';
import type { Live } from './host.ts';

/** Borders and links of report objects as scripts reach them. */

/** Something that has a border. */
export interface Bordered {
  border: Border;
}

const sides = ['left', 'top', 'right', 'bottom'] as const;
type Side = (typeof sides)[number];

function withLines(border: Border, change: Partial<BorderLine>): Border {
  const changed = { ...border };
  for (const side of sides) changed[side] = { ...border[side], ...change };
  return changed;
}

interface LiveLine {
  readonly owner: Bordered;
  readonly side: Side;
}

function lineProperty(
  get: (line: BorderLine) => Value,
  change: (value: Value) => Partial<BorderLine>,
): HostProperty<LiveLine> {
  return {
    get: ({ owner, side }) => get(owner.border[side]),
    set: ({ owner, side }, value) => {
      owner.border = { ...owner.border, [side]: { ...owner.border[side], ...change(value) } };
    },
  };
}

/** Members of one line of a border. */
export const borderLineClass = hostClass<LiveLine>('BorderLine', {
  properties: {
    Color: lineProperty(
      ({ color }) => colorValue(color),
      (value) => ({ color: colorOf(value) }),
    ),
    Width: floatProperty(
      ({ owner, side }) => owner.border[side].width,
      ({ owner, side }, width) => {
        owner.border = { ...owner.border, [side]: { ...owner.border[side], width } };
      },
    ),
    Style: enumProperty<LiveLine>(
      enumType('LineStyle'),
      ({ owner, side }) => owner.border[side].style,
      ({ owner, side }, style) => {
        owner.border = { ...owner.border, [side]: { ...owner.border[side], style: style as LineStyle } };
      },
    ),
  },
});

const line = (side: Side): HostProperty<Bordered> => ({
  get: (owner) => new HostObject(borderLineClass, { owner, side }),
});

const noShadow = { color: '#000000', width: 4 };

/** Members of a border. */
export const borderClass: HostClass<Bordered> = hostClass<Bordered>('Border', {
  properties: {
    Lines: enumProperty(
      enumType('BorderLines'),
      ({ border }) =>
        sides
          .filter((side) => border.lines[side])
          .map((side) => side[0]!.toUpperCase() + side.slice(1))
          .join(', ') || 'None',
      (owner, names) => {
        const has = (name: string): boolean => names === 'All' || names.includes(name);
        owner.border = {
          ...owner.border,
          lines: { left: has('Left'), top: has('Top'), right: has('Right'), bottom: has('Bottom') },
        };
      },
    ),
    Color: {
      get: ({ border }) => colorValue(border.left.color),
      set: (owner, value) => {
        owner.border = withLines(owner.border, { color: colorOf(value) });
      },
    },
    Width: floatProperty(
      ({ border }) => border.left.width,
      (owner, width) => {
        owner.border = withLines(owner.border, { width });
      },
    ),
    Style: enumProperty<Bordered>(
      enumType('LineStyle'),
      ({ border }) => border.left.style,
      (owner, style) => {
        owner.border = withLines(owner.border, { style: style as LineStyle });
      },
    ),
    LeftLine: line('left'),
    TopLine: line('top'),
    RightLine: line('right'),
    BottomLine: line('bottom'),
    Shadow: boolProperty(
      ({ border }) => border.shadow !== undefined,
      (owner, shadow) => {
        owner.border = { ...owner.border, shadow: shadow ? (owner.border.shadow ?? noShadow) : undefined };
      },
    ),
    ShadowColor: {
      get: ({ border }) => colorValue((border.shadow ?? noShadow).color),
      set: (owner, value) => {
        if (!owner.border.shadow) throw new ExpressionError('Set Shadow before ShadowColor');
        owner.border = { ...owner.border, shadow: { ...owner.border.shadow, color: colorOf(value) } };
      },
    },
    ShadowWidth: floatProperty(
      ({ border }) => (border.shadow ?? noShadow).width,
      (owner, width) => {
        if (!owner.border.shadow) throw new ExpressionError('Set Shadow before ShadowWidth');
        owner.border = { ...owner.border, shadow: { ...owner.border.shadow, width } };
      },
    ),
  },
  methods: { Clone: ({ border }) => new HostObject(borderClass, { border }) },
});

/** The border that a value stands for. Throws ExpressionError for other values. */
export function borderOf(value: Value): Border {
  const live = liveOf(borderClass, value);
  if (!live) throw new ExpressionError('A Border is expected');
  return live.border;
}

type Component = Live<ReportObject>;

function changeLink({ object }: Component, change: Partial<LinkSource>): void {
  const before = object.link ?? { kind: 'URL', value: '', calculate: undefined, newTab: false, detail: '' };
  object.link = { ...before, ...change };
}

/** Members of a link. */
export const linkClass = hostClass<Component>('Hyperlink', {
  properties: {
    Value: textProperty(
      ({ object, host }) =>
        object.link?.calculate ? toText(object.link.calculate(), host.run.culture) : (object.link?.value ?? ''),
      (live, value) => {
        changeLink(live, { value, calculate: undefined });
      },
    ),
    Kind: enumProperty<Component>(
      enumType('HyperlinkKind'),
      ({ object }) => object.link?.kind ?? 'URL',
      (live, kind) => {
        changeLink(live, { kind: kind as LinkKind });
      },
    ),
    Expression: textProperty(
      ({ object }) => textOf(object.source, 'Hyperlink.Expression', ''),
      (live, value) => {
        changeLink(live, {
          calculate: value.trim() === '' ? undefined : live.host.run.compile(value, live.object.source),
        });
      },
    ),
    OpenLinkInNewTab: boolProperty(
      ({ object }) => object.link?.newTab ?? false,
      (live, newTab) => {
        changeLink(live, { newTab });
      },
    ),
  },
});

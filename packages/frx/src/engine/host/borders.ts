import {
  boolProperty,
  changed,
  colorAt,
  enumProperty,
  ExpressionError,
  floatProperty,
  HostObject,
  hostClass,
  liveOf,
  textProperty,
  withColors,
  type HostClass,
  type HostProperty,
  type NetObject,
  type Value,
} from '../../expression/index.ts';
import type { Border, BorderLine, LineStyle, LinkKind } from '../../page.ts';
import { textOf } from '../../template/properties.ts';
import { ReportObject } from '../build/components.ts';
import type { LinkSource } from '../build/contents.ts';
import { enumType } from './enums.ts';
import type { Live } from './host.ts';

/** Members of borders and links of report objects for scripts. */

/** An object that has a border. */
export interface Bordered {
  border: Border;
  /** Width and colour that a script has set for a shadow while it is not shown. */
  hiddenShadow?: NonNullable<Border['shadow']>;
}

function change(owner: Bordered, border: Border): void {
  if (owner instanceof ReportObject) owner.changeBorder(border);
  else owner.border = border;
}

const sides = ['left', 'top', 'right', 'bottom'] as const;
type Side = (typeof sides)[number];

function withLines(border: Border, change: (line: BorderLine) => BorderLine): Border {
  const made = { ...border };
  for (const side of sides) made[side] = change(border[side]);
  return made;
}

const withColor =
  (value: Value) =>
  (line: BorderLine): BorderLine =>
    withColors(line, { color: value });

interface LiveLine {
  readonly owner: Bordered;
  readonly side: Side;
}

function changeLine({ owner, side }: LiveLine, line: BorderLine): void {
  change(owner, { ...owner.border, [side]: line });
}

/** Members of one line of a border. */
export const borderLineClass = hostClass<LiveLine>('BorderLine', {
  properties: {
    Color: {
      get: ({ owner, side }) => colorAt(owner.border[side], 'color'),
      set: (live, value) => {
        changeLine(live, withColor(value)(live.owner.border[live.side]));
      },
    },
    Width: floatProperty(
      ({ owner, side }) => owner.border[side].width,
      (live, width) => {
        changeLine(live, changed(live.owner.border[live.side], { width }));
      },
    ),
    Style: enumProperty<LiveLine>(
      enumType('LineStyle'),
      ({ owner, side }) => owner.border[side].style,
      (live, style) => {
        changeLine(live, changed(live.owner.border[live.side], { style: style as LineStyle }));
      },
    ),
  },
});

const line = (side: Side): HostProperty<Bordered> => ({
  get: (owner) => new HostObject(borderLineClass, { owner, side }),
});

/** Returns the shadow of a border, even while it is not shown. */
const shadowOf = ({ border, hiddenShadow }: Bordered): NonNullable<Border['shadow']> =>
  border.shadow ?? hiddenShadow ?? { color: '#000000', width: 4 };

function changeShadow(owner: Bordered, shadow: NonNullable<Border['shadow']>): void {
  if (owner.border.shadow) change(owner, { ...owner.border, shadow });
  else owner.hiddenShadow = shadow;
}

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
        const lines = { left: has('Left'), top: has('Top'), right: has('Right'), bottom: has('Bottom') };
        change(owner, { ...owner.border, lines });
      },
    ),
    Color: {
      get: ({ border }) => colorAt(border.left, 'color'),
      set: (owner, value) => {
        change(owner, withLines(owner.border, withColor(value)));
      },
    },
    Width: floatProperty(
      ({ border }) => border.left.width,
      (owner, width) => {
        change(
          owner,
          withLines(owner.border, (line) => changed(line, { width })),
        );
      },
    ),
    Style: enumProperty<Bordered>(
      enumType('LineStyle'),
      ({ border }) => border.left.style,
      (owner, style) => {
        change(
          owner,
          withLines(owner.border, (line) => changed(line, { style: style as LineStyle })),
        );
      },
    ),
    LeftLine: line('left'),
    TopLine: line('top'),
    RightLine: line('right'),
    BottomLine: line('bottom'),
    Shadow: boolProperty(
      ({ border }) => border.shadow !== undefined,
      (owner, shadow) => {
        const shown = shadowOf(owner);
        change(owner, { ...owner.border, shadow: shadow ? shown : undefined });
        owner.hiddenShadow = shown;
      },
    ),
    ShadowColor: {
      get: (owner) => colorAt(shadowOf(owner), 'color'),
      set: (owner, value) => {
        changeShadow(owner, withColors(shadowOf(owner), { color: value }));
      },
    },
    ShadowWidth: floatProperty(
      (owner) => shadowOf(owner).width,
      (owner, width) => {
        changeShadow(owner, changed(shadowOf(owner), { width }));
      },
    ),
  },
  methods: { Clone: ({ border }) => new HostObject(borderClass, { border: { ...border } }) },
  equals: ({ border }, other) => JSON.stringify(border) === JSON.stringify(liveOf(borderClass, other)?.border),
});

const borders = new WeakMap<Bordered, NetObject>();

/** Returns the border of an object as a script value, always the same one. */
export function borderValue(owner: Bordered): NetObject {
  let value = borders.get(owner);
  if (!value) borders.set(owner, (value = new HostObject(borderClass, owner)));
  return value;
}

/** Returns the border of a script value. @throws ExpressionError for other values */
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
      ({ object }) => object.link?.value ?? '',
      (live, value) => {
        changeLink(live, { value });
        live.object.linkValue = value;
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

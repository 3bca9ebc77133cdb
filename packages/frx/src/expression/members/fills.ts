import type { Color, Fill } from '../../page.ts';
import { colorParts } from '../../template/colors.ts';
import { ExpressionError } from '../errors.ts';
import { boolProperty, HostObject, hostClass, liveOf } from '../hostClass.ts';
import type { HostClass, HostProperty } from '../hostClass.ts';
import { EnumValue, Single } from '../values.ts';
import type { NetObject, Value } from '../values.ts';
import { int, real } from './arguments.ts';
import { colorValue, colorOf } from './colors.ts';
import { enumOf, name } from './drawingArguments.ts';

/** Fills: the classes FillBase and those that derive from it. */

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

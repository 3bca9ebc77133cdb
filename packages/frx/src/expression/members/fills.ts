import type { Color, Fill } from '../../page.ts';
import { colorParts } from '../../template/colors.ts';
import { ExpressionError } from '../errors.ts';
import { boolProperty, HostObject, hostClass, liveOf } from '../hostClass.ts';
import type { HostClass, HostProperty } from '../hostClass.ts';
import { EnumValue, Single } from '../values/values.ts';
import type { NetObject, Value } from '../values/values.ts';
import { int, real } from './arguments.ts';
import { changed, colorAt, colorValue, withColors } from './colors.ts';
import { enumOf, name } from './drawingArguments.ts';

/** Fills: the class FillBase and those derived from it. */

/** A fill can be changed in place, as in .NET; `fill` is its current value. */
export interface FillState {
  fill: Fill;
}

/** Fills are equal by their parts; pictures by being the same one. */
function sameFill(a: Fill, b: Fill | undefined): boolean {
  if (a.kind === 'texture' || b?.kind === 'texture') return a === b;
  return JSON.stringify(a) === JSON.stringify(b);
}

const fillBase: HostClass<FillState> = hostClass<FillState>('FillBase', {
  methods: { Clone: (state) => fillValue(state.fill) },
  equals: ({ fill }, other) => sameFill(fill, liveOf(fillBase, other)?.fill),
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
      if (isKind(state.fill)) state.fill = changed(state.fill, change(value));
    },
  };
}

/** A colour of a fill of one kind. */
function colorPart<Name extends string>(
  name: Name,
  has: (fill: Fill) => fill is Fill & Readonly<Record<Name, Color>>,
): HostProperty<FillState> {
  return {
    get: ({ fill }) => (has(fill) ? colorAt(fill, name) : null),
    set: (state, value) => {
      if (has(state.fill))
        state.fill = withColors<Fill & Readonly<Record<string, unknown>>>(state.fill, { [name]: value });
    },
  };
}

type Kind<Name extends Fill['kind']> = Extract<Fill, { kind: Name }>;
const isLinear = (fill: Fill): fill is Kind<'linearGradient'> => fill.kind === 'linearGradient';
const isPath = (fill: Fill): fill is Kind<'pathGradient'> => fill.kind === 'pathGradient';
const isHatch = (fill: Fill): fill is Kind<'hatch'> => fill.kind === 'hatch';
const isPlain = (fill: Fill): fill is Kind<'solid' | 'glass'> => fill.kind === 'solid' || fill.kind === 'glass';

/** The colour of a fill that has one. */
export function fillColor(fill: Fill): Value {
  return isPlain(fill) ? colorAt(fill, 'color') : colorValue('#ffffff00');
}

/** A solid fill. */
export function solidFill(value: Value): Fill {
  return withColors<Kind<'solid'>>({ kind: 'solid', color: '#ffffff00' }, { color: value });
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
          get: (state) => fillColor(state.fill),
          set: (state, value) => {
            state.fill = solidFill(value);
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
        Color: colorPart('color', isPlain),
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
        StartColor: colorPart('startColor', isLinear),
        EndColor: colorPart('endColor', isLinear),
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
        CenterColor: colorPart('centerColor', isPath),
        EdgeColor: colorPart('edgeColor', isPath),
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
        ForeColor: colorPart('foreColor', isHatch),
        BackColor: colorPart('backColor', isHatch),
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

/** The fill of an argument. Throws ExpressionError when it is not a fill. */
export function fillOf(value: Value): Fill {
  const state = liveOf(fillBase, value);
  if (!state) throw new ExpressionError('A fill is expected');
  return state.fill;
}

import type { Padding } from '../../page.ts';
import { ExpressionError } from '../errors.ts';
import { HostObject, hostClass, intProperty, liveOf } from '../hostClass.ts';
import type { HostClass, HostProperty } from '../hostClass.ts';
import { EnumValue } from '../values/values.ts';
import type { NetObject, Value } from '../values/values.ts';
import { int, text } from './arguments.ts';
import type { StaticMethod } from './arguments.ts';
import { colorFromName, emptyColor, fromArgb, fromHtml, knownColor, toHtml, withColors } from './colors.ts';
import { fillValue, solidFill } from './fills.ts';
import { flag, number, name } from './drawingArguments.ts';
import { newFamily, newFont } from './fonts.ts';

/** Static methods of drawing classes. */
export const drawingMethods: ReadonlyMap<string, StaticMethod> = new Map<string, StaticMethod>([
  ['Color.FromArgb', fromArgb],
  ['Color.FromName', (args) => colorFromName(text(args, 0))],
  ['Color.FromKnownColor', (args) => knownColor(args[0] instanceof EnumValue ? args[0].value : 0)],
  ['ColorTranslator.FromHtml', fromHtml],
  ['ColorTranslator.ToHtml', (args) => toHtml(args[0])],
]);

const makers: ReadonlyMap<string, (args: readonly Value[]) => Value> = new Map<
  string,
  (args: readonly Value[]) => Value
>([
  ['Font', newFont],
  ['FontFamily', newFamily],
  ['Color', emptyColor],
  ['SolidFill', (args) => fillValue(solidFill(args[0] ?? colorFromName('Transparent')))],
  [
    'GlassFill',
    (args) =>
      fillValue(
        withColors(
          {
            kind: 'glass',
            color: '#ffffff',
            blend: number(args, 1, 0.2),
            hatch: args.length > 2 ? flag(args, 2) : true,
          },
          { color: args[0] },
        ),
      ),
  ],
  [
    'LinearGradientFill',
    (args) =>
      fillValue(
        withColors(
          {
            kind: 'linearGradient',
            startColor: '#000000',
            endColor: '#ffffff',
            angle: args.length > 2 ? int(args, 2) : 0,
            focus: number(args, 3, 1),
            contrast: number(args, 4, 1),
          },
          { startColor: args[0], endColor: args[1] },
        ),
      ),
  ],
  [
    'PathGradientFill',
    (args) =>
      fillValue(
        withColors(
          {
            kind: 'pathGradient',
            centerColor: '#000000',
            edgeColor: '#ffffff',
            style: name(args, 2, 'PathGradientStyle', 'Elliptic') === 'Rectangular' ? 'Rectangular' : 'Elliptic',
          },
          { centerColor: args[0], edgeColor: args[1] },
        ),
      ),
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
      fillValue(
        withColors(
          {
            kind: 'hatch',
            foreColor: '#000000',
            backColor: '#ffffff',
            style: name(args, 2, 'HatchStyle', 'BackwardDiagonal'),
          },
          { foreColor: args[0], backColor: args[1] },
        ),
      ),
  ],
]);

const side = (name: 'left' | 'top' | 'right' | 'bottom'): HostProperty<{ padding: Padding }> =>
  intProperty(
    ({ padding }) => padding[name],
    (live, value) => {
      live.padding = { ...live.padding, [name]: value };
    },
  );

export const paddingClass: HostClass<{ padding: Padding }> = hostClass<{ padding: Padding }>('Padding', {
  properties: { Left: side('left'), Top: side('top'), Right: side('right'), Bottom: side('bottom') },
  text: ({ padding: { left, top, right, bottom } }) =>
    `{Left=${String(left)},Top=${String(top)},Right=${String(right)},Bottom=${String(bottom)}}`,
  equals: ({ padding }, other) => JSON.stringify(padding) === JSON.stringify(liveOf(paddingClass, other)?.padding),
});

/** A padding as a value of `Padding`, px. */
export function paddingValue(padding: Padding): NetObject {
  return new HostObject(paddingClass, { padding });
}

/** The padding of a value of `Padding`. */
export function paddingOf(value: Value): Padding {
  const live = liveOf(paddingClass, value);
  if (!live) throw new ExpressionError('A Padding is expected');
  return live.padding;
}

/** `new Font(…)`, `new SolidFill(…)` …; undefined for other classes. */
export function newDrawingObject(type: string, args: readonly Value[]): Value | undefined {
  return makers.get(type)?.(args);
}

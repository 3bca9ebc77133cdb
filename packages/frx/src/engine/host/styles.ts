import {
  boolProperty,
  ExpressionError,
  fillValue,
  fontValue,
  hostClass,
  HostObject,
  textProperty,
  type Value,
} from '../../expression/index.ts';
import { flagOf } from '../../template/properties.ts';
import type { TemplateObject } from '../../template/model.ts';
import type { Appearance } from '../build/contents.ts';
import { readAppearance } from '../build/styles.ts';
import { borderClass } from './borders.ts';
import { collection } from './collections.ts';
import type { Host } from './host.ts';

/** The styles of a report, which scripts read. */

interface LiveStyle {
  readonly node: TemplateObject;
  /** Includes the parts that the style does not apply. */
  readonly appearance: Appearance;
}

const unchangeable = (): never => {
  throw new ExpressionError('A style of the report cannot be changed by a script: change the objects that use it');
};

const applies = (part: string): ReturnType<typeof boolProperty<LiveStyle>> =>
  boolProperty<LiveStyle>(({ node }) => flagOf(node, `Apply${part}`, true));

/** Members of a style. */
export const styleClass = hostClass<LiveStyle>('Style', {
  properties: {
    Name: textProperty(({ node }) => node.name),
    Font: { get: ({ appearance: { font } }) => (font ? fontValue(font) : null) },
    Fill: { get: ({ appearance }) => fillValue(appearance.ownFill, unchangeable) },
    TextFill: { get: ({ appearance: { textFill } }) => (textFill ? fillValue(textFill, unchangeable) : null) },
    Border: {
      get: ({ appearance: { border } }) =>
        border
          ? new HostObject(borderClass, {
              get border() {
                return border;
              },
              set border(_changed) {
                unchangeable();
              },
            })
          : null,
    },
    ApplyBorder: applies('Border'),
    ApplyFill: applies('Fill'),
    ApplyTextFill: applies('TextFill'),
    ApplyFont: applies('Font'),
  },
});

const known = new WeakMap<Host, readonly (readonly [name: string, style: Value])[]>();

/** Returns each style as a script value, with its name. */
function stylesIn(host: Host): readonly (readonly [name: string, style: Value])[] {
  let styles = known.get(host);
  if (!styles) {
    const { run } = host;
    styles = run.template.styles
      .filter(({ type }) => type === 'Style')
      .map((node) => {
        const attributes = new Map(node.attributes);
        for (const part of ['Border', 'Fill', 'TextFill', 'Font']) attributes.set(`Apply${part}`, 'true');
        const appearance = readAppearance({ ...node, attributes }, run.images);
        return [node.name, new HostObject(styleClass, { node, appearance })] as const;
      });
    known.set(host, styles);
  }
  return styles;
}

/** Returns the styles of the report as a collection, which finds them by their names. */
export function stylesOf(host: Host): Value {
  return collection('StyleCollection', {
    items: () => stylesIn(host).map(([, style]) => style),
    indexOf: (name) => stylesIn(host).findIndex(([own]) => own.toLowerCase() === name.toLowerCase()),
  });
}

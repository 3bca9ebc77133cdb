import type { Border, BorderLine, Fill, TextStyle } from '../../page.ts';
import type { TemplateObject } from '../../template/model.ts';
import { borderOf, fillOf, flagOf, fontOf, textOf, type ImageMaker } from '../../template/properties.ts';
import { type ReportObject, TextObject } from './components.ts';
import type { Appearance } from './contents.ts';

/** Reads a `Style` or `Condition` element. By default a condition applies the text fill only. */
export function readAppearance(node: TemplateObject, images: ImageMaker): Appearance {
  const isCondition = node.type === 'Condition';
  const applies = (name: string, byDefault: boolean): boolean => flagOf(node, name, byDefault);
  const ownFill = fillOf(node, 'Fill', images);
  return {
    ownFill,
    border: applies('ApplyBorder', !isCondition) ? borderOf(node) : undefined,
    fill: applies('ApplyFill', !isCondition) ? ownFill : undefined,
    textFill: applies('ApplyTextFill', true)
      ? fillOf(node, 'TextFill', images, isCondition ? '#ff0000' : '#000000')
      : undefined,
    font: applies('ApplyFont', !isCondition) ? fontOf(node, 'Font', 'Tahoma, 8.25pt') : undefined,
  };
}

/** Styles by their names in lower case. */
export type Styles = ReadonlyMap<string, Appearance>;

/** Reads the styles of a template. */
export function readStyles(nodes: readonly TemplateObject[], images: ImageMaker): Styles {
  return new Map(
    nodes
      .filter((node) => node.type === 'Style')
      .map((node) => [node.name.toLowerCase(), readAppearance(node, images)]),
  );
}

/**
 * Returns the name of the style that an object uses, empty without one. If a font or the kind of a border, fill or text fill stands after
 * `Style`, loading the template removes the style; a part of them, such as `Fill.Color` or `Border.Lines`, does not, and the style takes
 * precedence over it.
 */
export function styleNameOf(node: TemplateObject): string {
  const name = textOf(node, 'Style', '');
  if (name === '') return '';
  let after = false;
  for (const attribute of node.attributes.keys()) {
    if (attribute === 'Style') after = true;
    else if (after && /^(Border|Fill|Font|TextFill)$/.test(attribute)) return '';
  }
  return name;
}

/** Returns the style that an object uses. */
export function styleOf(node: TemplateObject, styles: Styles): Appearance | undefined {
  return styles.get(styleNameOf(node).toLowerCase());
}

const derived = new WeakMap<TextStyle, WeakMap<Appearance, TextStyle>>();

/**
 * Returns the text style with the font and text fill of a style or condition. It is the same object each time, so that measured texts stay
 * cached.
 */
function withAppearance(style: TextStyle, appearance: Appearance): TextStyle {
  if (appearance.font === undefined && appearance.textFill === undefined) return style;
  let variants = derived.get(style);
  if (!variants) derived.set(style, (variants = new WeakMap<Appearance, TextStyle>()));
  let made = variants.get(appearance);
  if (!made)
    variants.set(
      appearance,
      (made = { ...style, font: appearance.font ?? style.font, fill: appearance.textFill ?? style.fill }),
    );
  return made;
}

/** Applies a style or condition to an object; font and text fill apply to texts only. */
export function applyAppearance(object: ReportObject, appearance: Appearance): void {
  if (appearance.border) object.border = appearance.border;
  if (appearance.fill) object.fill = appearance.fill;
  if (object instanceof TextObject) object.style = withAppearance(object.style, appearance);
}

/** Applies the even style of an object: its fill only, or all of it. */
export function applyEvenStyle(object: ReportObject): void {
  if (!object.evenStyle) return;
  if (object.evenStyleForAll) applyAppearance(object, object.evenStyle);
  else object.fill = object.evenStyle.ownFill;
}

/** Returns true when a colour is fully transparent. */
export const isTransparent = (color: string): boolean => color.length === 9 && color.endsWith('00');

const line: BorderLine = { color: '#000000', style: 'Solid', width: 1 };
/** A border that draws nothing. */
export const noBorder: Border = {
  lines: { left: false, top: false, right: false, bottom: false },
  left: line,
  top: line,
  right: line,
  bottom: line,
};
/** A fill that draws nothing. */
export const noFill: Fill = { kind: 'solid', color: '#ffffff00' };

import type { Border, BorderLine, Fill, TextStyle } from '../../page.ts';
import type { TemplateObject } from '../../template/model.ts';
import { borderOf, fillOf, flagOf, fontOf, textOf, type ImageMaker } from '../../template/properties.ts';
import { type ReportObject, TextObject } from './components.ts';
import type { Look } from './contents.ts';

/** Reads a `Style` or `Condition` element; a condition sets the text fill alone unless it says otherwise. */
export function readLook(node: TemplateObject, images: ImageMaker): Look {
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

/** Names of styles are compared without regard to case. */
export type Styles = ReadonlyMap<string, Look>;

/** Reads the styles of a template. */
export function readStyles(nodes: readonly TemplateObject[], images: ImageMaker): Styles {
  return new Map(
    nodes.filter((node) => node.type === 'Style').map((node) => [node.name.toLowerCase(), readLook(node, images)]),
  );
}

/**
 * The style an object uses. A font, or the kind of a fill or text fill, that stands after `Style` takes the style away again when the template
 * is loaded; parts of them, as `Fill.Color` or `Border.Lines`, do not, and the style wins over them.
 */
export function styleOf(node: TemplateObject, styles: Styles): Look | undefined {
  const name = textOf(node, 'Style', '');
  if (name === '') return undefined;
  let after = false;
  for (const attribute of node.attributes.keys()) {
    if (attribute === 'Style') after = true;
    else if (after && /^(Border|Fill|Font|TextFill)$/.test(attribute)) return undefined;
  }
  return styles.get(name.toLowerCase());
}

const derived = new WeakMap<TextStyle, WeakMap<Look, TextStyle>>();

/** The text style with a look's font and text fill; the same object each time, so that measured texts stay cached. */
function styleWithLook(style: TextStyle, look: Look): TextStyle {
  if (look.font === undefined && look.textFill === undefined) return style;
  let looks = derived.get(style);
  if (!looks) derived.set(style, (looks = new WeakMap<Look, TextStyle>()));
  let made = looks.get(look);
  if (!made) looks.set(look, (made = { ...style, font: look.font ?? style.font, fill: look.textFill ?? style.fill }));
  return made;
}

/** Dresses an object in a look; font and text fill only concern texts. */
export function applyLook(object: ReportObject, look: Look): void {
  if (look.border) object.border = look.border;
  if (look.fill) object.fill = look.fill;
  if (object instanceof TextObject) object.style = styleWithLook(object.style, look);
}

/** Every second row: the fill alone, or all of the style. */
export function applyEvenStyle(object: ReportObject): void {
  if (!object.evenStyle) return;
  if (object.evenStyleForAll) applyLook(object, object.evenStyle);
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

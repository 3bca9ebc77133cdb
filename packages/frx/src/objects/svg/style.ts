import type { Color } from '../../page.ts';
import { colorFromParts, colorParts, parseColor } from '../../template/colors.ts';
import type { SvgElement } from './tree.ts';

/** Rules of a style sheet by selector: an element name, `.class`, `#id` or `*`. */
export type StyleSheet = ReadonlyMap<string, Readonly<Record<string, string>>>;

const MAX_RULES = 5000;

function declarations(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const part of text.split(';')) {
    const colon = part.indexOf(':');
    if (colon > 0)
      found[part.slice(0, colon).trim().toLowerCase()] = part
        .slice(colon + 1)
        .replace('!important', '')
        .trim();
  }
  return found;
}

/** The simple rules of all `<style>` elements; others are ignored. */
export function readStyleSheet(root: SvgElement): StyleSheet {
  const rules = new Map<string, Record<string, string>>();
  const visit = (element: SvgElement): void => {
    if (element.name === 'style') {
      const css = element.text.replace(/\/\*[\s\S]*?\*\//g, '');
      for (const [, selectors = '', body = ''] of css.matchAll(/(?<![^{}])([^{}]+)\{([^{}]*)\}/g)) {
        for (const selector of selectors.split(',')) {
          if (rules.size >= MAX_RULES) return;
          const name = selector.trim();
          rules.set(name, { ...rules.get(name), ...declarations(body) });
        }
      }
    }
    for (const child of element.children) visit(child);
  };
  visit(root);
  return rules;
}

/** Returns the properties of an element: attributes, then rules, then its `style`; later ones override. */
export function ownStyle(element: SvgElement, sheet: StyleSheet): Readonly<Record<string, string>> {
  const { attributes } = element;
  const classes = (attributes['class'] ?? '').split(/\s+/).filter((name) => name !== '');
  const selectors = [
    '*',
    element.name,
    ...classes.flatMap((name) => [`.${name}`, `${element.name}.${name}`]),
    `#${attributes['id'] ?? ''}`,
  ];
  const matched = selectors.map((selector) => sheet.get(selector)).filter((rule) => rule !== undefined);
  return Object.assign({}, attributes, ...matched, declarations(attributes['style'] ?? ''));
}

/** A colour of SVG with an opacity; undefined for `none` and invalid colours. */
export function svgColor(text: string | undefined, opacity: number, current: Color): Color | undefined {
  const word = (text ?? '').trim();
  if (word === '' || word === 'none' || word === 'transparent') return undefined;
  let color = word === 'currentColor' ? current : undefined;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(word);
  const parts = /^rgba?\(([^)]*)\)$/i
    .exec(word)?.[1]
    ?.split(/[\s,/]+/)
    .filter((part) => part !== '');
  if (short !== null)
    color = `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`.toLowerCase();
  else if (parts !== undefined) {
    const [red = 0, green = 0, blue = 0, alpha = 1] = parts.map((part, index) => {
      const value = Number.parseFloat(part) || 0;
      return part.endsWith('%') ? (value / 100) * (index < 3 ? 255 : 1) : value;
    });
    return colorFromParts(Math.round(alpha * opacity * 255), clampByte(red), clampByte(green), clampByte(blue));
  } else color ??= parseColor(word);
  if (color === undefined) return undefined;
  if (opacity >= 1) return color;
  const { alpha, red, green, blue } = colorParts(color);
  return colorFromParts(Math.round(alpha * Math.max(0, opacity)), red, green, blue);
}

function clampByte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}

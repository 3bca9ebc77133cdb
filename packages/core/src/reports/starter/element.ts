/** Elements of a template, and their text as people read it in an editor. */

/** Attributes of an element; one that is undefined keeps the default of its class. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element of a template. */
export interface TemplateElement {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly children: readonly TemplateElement[];
}

/** An element of a template with what it holds. */
export function element(
  tag: string,
  attributes: Attributes,
  children: readonly TemplateElement[] = [],
): TemplateElement {
  return { tag, attributes, children };
}

/** A template as a file: an element a line, two spaces a level. */
export function templateText(root: TemplateElement): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${linesOf(root, '').join('\n')}\n`;
}

function linesOf({ tag, attributes, children }: TemplateElement, indent: string): string[] {
  const properties = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${attributeText(value!)}"`)
    .join('');
  if (children.length === 0) return [`${indent}<${tag}${properties}/>`];
  return [
    `${indent}<${tag}${properties}>`,
    ...children.flatMap((child) => linesOf(child, `${indent}  `)),
    `${indent}</${tag}>`,
  ];
}

// Characters XML 1.0 has no way to write.
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#13;&#10;',
  '\r': '',
};

function attributeText(value: string | number | boolean): string {
  const text = typeof value === 'number' ? String(Math.round(value * 100) / 100) : String(value);
  return text.replace(UNWRITABLE, '').replace(/[&<>"\t\n\r]/g, (character) => ENTITIES[character]!);
}

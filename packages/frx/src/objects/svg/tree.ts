import { SaxesParser } from 'saxes';

/** An element of an SVG document. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: SvgElement[];
  /** The character data that are direct children. */
  text: string;
}

/** The document is not XML, not SVG, or exceeds a limit. */
export class SvgError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SvgError';
  }
}

const MAX_CHARACTERS = 8_000_000;
const MAX_ELEMENTS = 50_000;
const MAX_DEPTH = 64;

/** Reads a document into elements by local name; scripts, references to other documents and entities other than XML's own are ignored. */
export function readSvg(source: string): SvgElement {
  if (source.length > MAX_CHARACTERS) throw new SvgError('The SVG picture is too large.');
  const parser = new SaxesParser({ xmlns: false });
  const open: SvgElement[] = [];
  let root: SvgElement | undefined;
  let count = 0;
  parser.on('error', (error) => {
    throw new SvgError(`The SVG picture cannot be read: ${error.message}`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++count > MAX_ELEMENTS || open.length >= MAX_DEPTH)
      throw new SvgError('The SVG picture has too many elements.');
    const plain: Record<string, string> = {};
    for (const [key, value] of Object.entries(attributes)) plain[key.replace(/^xlink:/, '')] = value;
    const element: SvgElement = { name: name.replace(/^.*:/, ''), attributes: plain, children: [], text: '' };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const characters = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', characters);
  parser.on('cdata', characters);
  parser.on('closetag', () => open.pop());
  parser.write(source.replace(/^\ufeff/, '')).close();
  if (root?.name !== 'svg') throw new SvgError('The picture is not an SVG.');
  return root;
}

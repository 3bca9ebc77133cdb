import { decompressSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { defaultLimits, LimitError, type Limits } from '../limits.ts';
import { TemplateError, type Template, type TemplateObject, type UnknownPart } from './model.ts';
import { propertiesOf } from './properties.ts';

interface Node extends TemplateObject {
  readonly attributes: Map<string, string>;
  type: string;
  name: string;
  parent: Node | undefined;
  children: Node[];
  text: string;
}

/** Bytes of the header and the trailer of a gzip member (RFC 1952); the trailer ends with the unpacked size. */
const GZIP_FRAME = 18;
const BROKEN_GZIP = 'The template is compressed, but cannot be unpacked.';

/** Dependencies of reading a template. */
export interface ReadOptions {
  readonly limits?: Partial<Limits> | undefined;
  /** Bytes of the report that an inherited template names; undefined when there is none. */
  readonly baseReport?: ((name: string) => Uint8Array | undefined) | undefined;
}

/**
 * Reads a template: XML, plain or gzip-compressed, inheritance applied. Unknown elements and attributes are collected, not
 * refused.
 * @throws TemplateError when it is not XML, not a report or encrypted
 * @throws LimitError when it is larger or deeper than the limits allow
 */
export function readTemplate(bytes: Uint8Array, options: ReadOptions = {}): Template {
  const limits = { ...defaultLimits, ...options.limits };
  return templateOf(readRoot(bytes, options, limits, 0));
}

function readRoot(bytes: Uint8Array, options: ReadOptions, limits: Limits, depth: number): Node {
  if (depth > 8) throw new TemplateError('The templates inherit from each other in a cycle.', 1, 1);
  const own = parse(unpack(bytes, limits), limits);
  if (own.type === 'Report') return own;
  if (own.type !== 'inherited')
    throw new TemplateError(`The root element must be <Report>, not <${own.type}>.`, own.line, own.column);
  const baseName = own.attributes.get('BaseReport') ?? '';
  const base = options.baseReport?.(baseName);
  if (!base) throw new TemplateError(`The base report "${baseName}" cannot be found.`, own.line, own.column);
  const root = readRoot(base, options, limits, depth + 1);
  resolveReferences(root);
  inherit(root, own);
  return root;
}

/** Attributes that name a page, band or text. */
const REFERENCES = ['ReportPage', 'BreakTo'];
const REFERENCES_OF_TOTALS = ['Evaluator', 'PrintOn', 'Resetter'];

/** Removes the references of a base report to objects that it does not contain: what an inherited report adds is not found. */
function resolveReferences(root: Node): void {
  const names = namesOf(root);
  const visit = (node: Node): void => {
    for (const reference of node.type === 'Total' ? REFERENCES_OF_TOTALS : REFERENCES) {
      const name = node.attributes.get(reference);
      if (name !== undefined && !names.has(name.toLowerCase())) node.attributes.delete(reference);
    }
    node.children.forEach(visit);
  };
  visit(root);
}

/** Parts of a dictionary and of styles that an inherited report cannot change by their name. */
const REPLACED = new Set(['Total', 'Parameter', 'Column', 'CommandParameter', 'Style']);

/** Returns what an inherited report can change by its name in lower case: pages, bands, objects, connections, data sources and relations. */
function namesOf(root: Node): Map<string, Node> {
  const names = new Map<string, Node>();
  const collect = (node: Node): void => {
    if (REPLACED.has(node.type)) return;
    if (node.name !== '') names.set(node.name.toLowerCase(), node);
    node.children.forEach(collect);
  };
  collect(root);
  return names;
}

function unpack(bytes: Uint8Array, limits: Limits): string {
  if (bytes.length > limits.templateBytes) throw new LimitError('templateBytes', limits.templateBytes);
  if (bytes[0] === 0x72 && bytes[1] === 0x69 && bytes[2] === 0x6a)
    throw new TemplateError('The template is encrypted with a password.', 1, 1);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes);
  if (bytes.length < GZIP_FRAME) throw new TemplateError(BROKEN_GZIP, 1, 1);
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true);
  if (size > limits.templateBytes) throw new LimitError('templateBytes', limits.templateBytes);
  try {
    return new TextDecoder().decode(decompressSync(bytes, { out: new Uint8Array(size) }));
  } catch {
    throw new TemplateError(BROKEN_GZIP, 1, 1);
  }
}

/** A tag with its attributes. */
const TAG = /<[A-Za-z_](?:[^<>"]|"[^"]*")*>/g;
const VALUE = /"[^"]*"/g;
const [SCRIPT, SCRIPT_END] = ['<ScriptText>', '</ScriptText>'];
const SECTION = '<![CDATA[';
/** An ampersand that does not begin a character reference or entity that the designer reads. */
const PLAIN_AMPERSAND = /&(?!(?:quot|amp|lt|gt|#\d+|#x[\dA-Fa-f]+);)/g;
// Characters that XML forbids or treats as a line break, and the designer writes unescaped.
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const FOREIGN = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028]/g;

const code = (character: string): string => `&#${String(character.charCodeAt(0))};`;

/**
 * Converts the designer's output to XML: it writes tabs and control characters in attributes unescaped, also `<` there and in the script, and
 * an ampersand anywhere.
 */
function asXml(text: string): string {
  const known = text.includes(SECTION) ? text : text.replaceAll(PLAIN_AMPERSAND, '&amp;');
  return withPlainScript(known.replaceAll(FOREIGN, code)).replaceAll(TAG, (tag) =>
    tag.replaceAll(VALUE, (value) => value.replaceAll(/[\t<]/g, code)),
  );
}

function withPlainScript(text: string): string {
  const start = text.indexOf(SCRIPT) + SCRIPT.length;
  const end = text.indexOf(SCRIPT_END, start);
  if (start < SCRIPT.length || end < 0) return text;
  const script = text.slice(start, end);
  return script.trimStart().startsWith('<')
    ? text
    : text.slice(0, start) + script.replaceAll('<', '&lt;') + text.slice(end);
}

function parse(xml: string, limits: Limits): Node {
  const parser = new SaxesParser({ position: true, defaultXMLVersion: '1.1', forceXMLVersion: true });
  let root: Node | undefined;
  const open: Node[] = [];
  let count = 0;
  let start = { line: 1, column: 1 };
  parser.on('error', (error) => {
    const message = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    throw new TemplateError(`The template is not well-formed XML: ${message}.`, parser.line, parser.column);
  });
  parser.on('doctype', () => {
    throw new TemplateError('A template must not declare a document type.', parser.line, parser.column);
  });
  parser.on('opentagstart', () => {
    start = { line: parser.line, column: parser.column };
  });
  parser.on('opentag', (tag) => {
    count += 1;
    if (count > limits.templateElements) throw new LimitError('templateElements', limits.templateElements);
    if (open.length >= limits.templateDepth) throw new LimitError('templateDepth', limits.templateDepth);
    const parent = open.at(-1);
    const attributes = new Map(Object.entries(tag.attributes));
    if (attributes.size > limits.templateAttributes)
      throw new LimitError('templateAttributes', limits.templateAttributes);
    const node: Node = {
      type: tag.name,
      name: attributes.get('Name') ?? '',
      ...start,
      attributes,
      parent,
      children: [],
      text: '',
    };
    parent?.children.push(node);
    root ??= node;
    open.push(node);
  });
  const append = (text: string): void => {
    const node = open.at(-1);
    if (node) node.text += text;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', () => {
    const node = open.pop();
    if (node && node.children.length > 0) node.text = '';
  });
  const readable = asXml(xml);
  parser.write(readable.codePointAt(0) === 0xfeff ? readable.slice(1) : readable).close();
  if (!root) throw new TemplateError('The template is empty.', 1, 1);
  return root;
}

/**
 * Applies an inherited report to its base: an element with the name of an object of the base changes that object, also where it is not called
 * `inherited`; totals, parameters and all styles are replaced, other elements are added.
 */
function inherit(root: Node, changes: Node): void {
  const names = namesOf(root);
  const apply = (target: Node, change: Node): void => {
    changeAttributes(target, change);
    for (const child of change.children) {
      const changed = REPLACED.has(child.type) ? undefined : names.get(child.name.toLowerCase());
      const same = target.children.find((one) => one.type === child.type && one.name === child.name);
      const isNamed = child.name !== '';
      if (changed) apply(changed, child);
      else if (child.type === 'inherited') continue;
      else if (same && !isNamed && child.type === 'ScriptText') same.text = child.text;
      else if (same && !isNamed && child.type === 'Dictionary') apply(same, child);
      else if (same && (isNamed ? child.type !== 'Column' : target !== root || child.type === 'Styles'))
        target.children.splice(target.children.indexOf(same), 1, adopt(target, child));
      else insert(target, adopt(target, child));
    }
  };
  apply(root, changes);
}

/**
 * Sets the attributes of a change. One that names a class, as `Fill`, `Barcode` or `Format` do, creates a new value: the properties of the
 * value in the base no longer apply. A format in attributes is the first one of a text with `Formats`.
 */
function changeAttributes(target: Node, change: Node): void {
  for (const name of change.attributes.keys()) clearProperties(target, name);
  const formats = target.children.find(({ type }) => type === 'Formats');
  const first = formats?.children[0];
  if (formats && !first) {
    target.attributes.delete('Format');
    clearProperties(target, 'Format');
    target.children.splice(target.children.indexOf(formats), 1);
  }
  const kind = change.attributes.get('Format');
  if (first && kind !== undefined)
    Object.assign(first, { type: `${kind}Format`, attributes: new Map<string, string>() });
  for (const [name, value] of change.attributes) {
    if (name === 'Name' || name === 'BaseReport') continue;
    if (first && name.startsWith('Format.')) first.attributes.set(name.slice('Format.'.length), value);
    else if (!first || name !== 'Format') target.attributes.set(name, value);
  }
}

/** Removes the properties of the value of an attribute. */
function clearProperties(target: Node, name: string): void {
  for (const own of target.attributes.keys()) if (own.startsWith(`${name}.`)) target.attributes.delete(own);
}

/** Inserts an object among those of the base, at its ZOrder; without one, in front of all of them. */
function insert(target: Node, child: Node): void {
  const list = listOf(target, child);
  const siblings = list === undefined ? [] : target.children.filter((one) => listOf(target, one) === list);
  const next = siblings[Math.max(0, Number(child.attributes.get('ZOrder') ?? 0))];
  target.children.splice(next === undefined ? target.children.length : target.children.indexOf(next), 0, child);
}

/** The list of the parent to which a page, band or object belongs; undefined when it belongs to none. */
function listOf({ type: parent }: Node, { type }: Node): 'pages' | 'bands' | 'objects' | undefined {
  if (type.endsWith('Page')) return 'pages';
  if (type === 'DataBand' || type === 'GroupHeaderBand')
    return parent === 'ReportPage' || parent === 'DataBand' ? 'bands' : undefined;
  if (type.endsWith('Band') || parts.has(type)) return undefined;
  return parent.endsWith('Band') || parent === 'ContainerObject' || parent === 'TableCell' ? 'objects' : undefined;
}

const adopt = (parent: Node, child: Node): Node => Object.assign(child, { parent });

/** Elements that hold a collection or a value of their parent instead of being an object of a class. */
const parts = new Set(
  (
    'Dictionary Styles Style Sort Highlight Condition Formats MatrixColumns MatrixRows MatrixCells Header Cell ScriptText inherited Columns Rows Cells ' +
    'Descriptor GeneralFormat TableColumn TableRow TableCell Total Relation Parameter Column CommandParameter TableDataSource DialogPage'
  ).split(' '),
);

function templateOf(root: Node): Template {
  const byName = new Map<string, TemplateObject>();
  const unknown: UnknownPart[] = [];
  const visit = (node: Node): void => {
    if (node.name !== '' && !byName.has(node.name.toLowerCase())) byName.set(node.name.toLowerCase(), node);
    const properties = propertiesOf(node.type);
    if (!properties && !parts.has(node.type)) {
      unknown.push({ element: node.type, line: node.line, column: node.column });
      return;
    }
    if (properties && !parts.has(node.type)) {
      for (const attribute of node.attributes.keys())
        if (!properties.has(attribute.split('.')[0]!))
          unknown.push({ element: node.type, attribute, line: node.line, column: node.column });
    }
    node.children.forEach(visit);
  };
  visit(root);
  const child = (type: string): Node | undefined => root.children.find((node) => node.type === type);
  return {
    root,
    byName,
    dictionary: child('Dictionary'),
    pages: root.children.filter((node) => node.type === 'ReportPage' || node.type === 'DialogPage'),
    styles: child('Styles')?.children ?? [],
    script: child('ScriptText')?.text ?? '',
    unknown,
  };
}

import { SaxesParser } from 'saxes';
import type { Value } from '../../../expression/values/values.ts';
import { ExpressionError } from '../../../expression/errors.ts';
import { EnumValue } from '../../../expression/values/values.ts';
import type { Call } from '../../binder/types/types.ts';
import { ListObj } from '../../runtime/collections.ts';
import { Obj } from '../../runtime/objects.ts';
import { error } from '../../runtime/values.ts';
import { declareEnum, enumValue } from '../enums.ts';
import { nullOf } from '../collections/listHelpers.ts';
import { declare, need } from '../registry.ts';
import { attributeEditing, creating, documentOf, editing, setInnerText, setValue } from './xmlEditing.ts';
import { DEEPEST, XmlObj } from './xmlNodes.ts';
import type { XmlKind } from './xmlNodes.ts';
import { selectNodes } from './xpath.ts';

/** System.Xml.XmlDocument. Document types, custom entities and files are not supported. */

declareEnum('System.Xml', 'XmlNodeType', {
  None: 0, Element: 1, Attribute: 2, Text: 3, CDATA: 4, ProcessingInstruction: 7, Comment: 8, Document: 9, XmlDeclaration: 17,
}); // prettier-ignore

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns a node as XML. */
function outerXml(node: XmlObj): string {
  switch (node.nodeKind) {
    case 'Document':
      return innerXml(node);
    case 'Attribute':
      return `${node.name}="${escaped(node.content ?? '')
        .replaceAll('"', '&quot;')
        .replaceAll('\r', '&#xD;')
        .replaceAll('\n', '&#xA;')
        .replaceAll('\t', '&#x9;')}"`;
    case 'Text':
      return escaped(node.content ?? '');
    case 'CDATA':
      return `<![CDATA[${node.content ?? ''}]]>`;
    case 'Comment':
      return `<!--${node.content ?? ''}-->`;
    case 'ProcessingInstruction':
    case 'XmlDeclaration':
      return `<?${node.name} ${node.content ?? ''}?>`;
    default: {
      const attributes = node.attributes.map((each) => ` ${outerXml(each)}`).join('');
      const inner = innerXml(node);
      return node.children.length === 0 && node.isOneTag
        ? `<${node.name}${attributes} />`
        : `<${node.name}${attributes}>${inner}</${node.name}>`;
    }
  }
}

function innerXml(node: XmlObj): string {
  return node.nodeKind === 'Attribute' ? escaped(node.content ?? '') : node.children.map(outerXml).join('');
}

/** Returns line and column of an index, both from 1. */
function placeIn(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index);
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') };
}

/**
 * Returns a function that restores the line ends of a text, which the parser normalizes to line feeds. Refuses a text with different line
 * ends.
 */
function returns(text: string): (value: string) => string {
  if (!text.includes('\r')) return (value) => value;
  const isUniform = !/\r(?!\n)|(?<!\r)\n|&#/u.test(text);
  return (value) => {
    if (!value.includes('\n')) return value;
    if (!isUniform) throw new ExpressionError('XmlDocument: a text with different ends of lines is not available here');
    return value.replaceAll('\n', '\r\n');
  };
}

/** Returns true if an element or an ancestor declares a namespace prefix. */
function isPrefix(element: XmlObj, prefix: string): boolean {
  for (let each: XmlObj | null = element; each; each = each.parent) if (each.attribute(`xmlns:${prefix}`)) return true;
  return false;
}

/** Parses a text into a document. @throws XmlException if it is not well-formed */
function parseXml(c: Call, text: string, into: XmlObj): void {
  const { budget } = c.rt;
  budget.hold(text.length);
  const parser = new SaxesParser({ position: true });
  let open: XmlObj = into;
  /** Last closed element; the parser closes elements that do not match an end tag before it reports the error. */
  let closed: XmlObj = into;
  let { depth } = into;
  const given = returns(text);
  const fail = (message: string): never => {
    throw error('XmlException', `${message} Line ${String(parser.line)}, position ${String(parser.column)}.`);
  };
  const failAt = (message: string, index: number): never => {
    const { line, column } = placeIn(text, index);
    throw error('XmlException', `${message} Line ${String(line)}, position ${String(column)}.`);
  };
  /** Positions of the names in start tags. */
  const starts = new Map<XmlObj, number>();
  let started = 0;
  const add = (node: XmlObj): void => {
    budget.step();
    budget.collect(128 + (node.content?.length ?? 0));
    open.append(node);
  };
  parser.on('error', (problem) => {
    const message = problem.message.replace(/^\d+:\d+: /u, '').replace(/\.$/u, '');
    // .NET reports the position of the name in the end tag.
    const end = text.lastIndexOf('</', parser.position - 1) + 2;
    const name = /^[^\s>]*/u.exec(text.slice(end))?.[0] ?? '';
    if (message === 'unexpected close tag') {
      const { line, column } = placeIn(text, starts.get(closed) ?? 0);
      failAt(`The '${closed.name}' start tag on line ${String(line)} position ${String(column)} does not match the end tag of '${name}'.`, end); // prettier-ignore
    }
    if (message.startsWith('unmatched closing tag')) failAt('Unexpected end tag.', end);
    if (message.startsWith('unclosed tag')) {
      const names: string[] = [];
      for (let each: XmlObj | null = open; each && each !== into; each = each.parent) names.push(each.name);
      failAt(`Unexpected end of file has occurred. The following elements are not closed: ${names.join(', ')}.`, text.length); // prettier-ignore
    }
    if (text.trim() === '') throw error('XmlException', 'Root element is missing.');
    if (message === 'text data outside of root node' && into.children.every(({ nodeKind }) => nodeKind !== 'Element'))
      failAt('Data at the root level is invalid.', text.search(/\S/u));
    if (message === 'documents may contain only one root') failAt('There are multiple root elements.', text.lastIndexOf('<', parser.position - 1) + 1); // prettier-ignore
    if (message === 'undefined entity') {
      const start = text.lastIndexOf('&', parser.position - 1) + 1;
      failAt(`Reference to undeclared entity '${text.slice(start, text.indexOf(';', start))}'.`, start);
    }
    if (message === 'unquoted attribute value')
      failAt(`'${text.charAt(parser.position - 1)}' is an unexpected token. The expected token is '"' or '''.`, parser.position - 1); // prettier-ignore
    const twice = /^duplicate attribute: (.*)$/u.exec(message)?.[1];
    if (twice !== undefined) {
      const first = text.indexOf(` ${twice}`, started) + 1;
      failAt(`'${twice}' is a duplicate attribute name.`, text.indexOf(` ${twice}`, first) + 1);
    }
    throw new ExpressionError(`XmlDocument: XML with this error is not available here: ${message}`);
  });
  parser.on('opentagstart', () => {
    started = text.lastIndexOf('<', parser.position - 1) + 1;
  });
  parser.on('doctype', () => fail('For security reasons DTD is prohibited in this XML document.'));
  parser.on('xmldecl', ({ version, encoding }) => {
    if (version !== undefined)
      add(new XmlObj('XmlDeclaration', 'xml', `version="${version}"${encoding === undefined ? '' : ` encoding="${encoding}"`}`));
  }); // prettier-ignore
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    if (++depth > DEEPEST) fail('The elements nest too deep.');
    for (const each of [name, ...Object.keys(attributes)]) {
      const prefix = /^(?!xml(?:ns)?:)([^:]+):/u.exec(each)?.[1];
      if (prefix !== undefined && attributes[`xmlns:${prefix}`] === undefined && !isPrefix(open, prefix))
        failAt(`'${prefix}' is an undeclared prefix.`, text.indexOf(each, started));
    }
    const element = new XmlObj('Element', name);
    element.isOneTag = isSelfClosing;
    for (const [key, value] of Object.entries(attributes)) {
      const attribute = new XmlObj('Attribute', key, value);
      attribute.parent = element;
      element.attributes.push(attribute);
    }
    add(element);
    starts.set(element, started);
    open = element;
  });
  parser.on('closetag', () => {
    depth--;
    closed = open;
    open = open.parent ?? into;
  });
  parser.on('text', (value) => {
    if (value.trim() !== '' && open !== into) add(new XmlObj('Text', '#text', given(value)));
  });
  parser.on('cdata', (value) => add(new XmlObj('CDATA', '#cdata-section', given(value))));
  parser.on('comment', (value) => add(new XmlObj('Comment', '#comment', given(value))));
  parser.on('processinginstruction', ({ target, body }) => add(new XmlObj('ProcessingInstruction', target, body)));
  parser.write(text).close();
}

const listOf = (nodes: readonly XmlObj[]): ListObj => new ListObj(need('XmlNodeList').open, [...nodes]);
const root = (self: XmlObj): XmlObj | null => self.children.find((each) => each.nodeKind === 'Element') ?? null;
const sibling = (self: XmlObj, step: number): XmlObj | null => {
  const all = self.parent?.children ?? [];
  const at = all.indexOf(self);
  return at < 0 ? null : (all[at + step] ?? null);
};
const select = (c: Call, self: XmlObj, path: string | null): XmlObj[] => selectNodes(c, self, path ?? nullOf('xpath'));
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

class AttributesObj extends Obj {
  readonly owner: XmlObj;
  constructor(owner: XmlObj) {
    super(need('XmlAttributeCollection').open);
    this.owner = owner;
  }
  override *iterate(): Generator<Value> {
    yield* this.owner.attributes;
  }
}

declare('System.Xml', 'abstract class XmlNode : IEnumerable', {
  'string Name { get; }': (_c, self: XmlObj) => (self.nodeKind === 'Document' ? '#document' : self.name),
  'string LocalName { get; }': (_c, self: XmlObj) => (self.nodeKind === 'Document' ? '#document' : localName(self.name)),
  'string Prefix { get; }': (_c, self: XmlObj) => (self.name.includes(':') ? self.name.slice(0, self.name.indexOf(':')) : ''),
  'string Value { get; set; }': { get: (_c, self: XmlObj) => self.content, set: setValue },
  'string InnerText { get; set; }': { get: (_c, self: XmlObj) => self.innerText, set: setInnerText },
  'string InnerXml { get; set; }': {
    get: (_c, self: XmlObj) => innerXml(self),
    set: (c, self: XmlObj, text: string | null) => {
      const { isOneTag } = self;
      self.removeChildren();
      parseXml(c, self.nodeKind === 'Document' ? (text ?? '') : `<x>${text ?? ''}</x>`, self);
      if (self.nodeKind !== 'Document') self.unwrap();
      if (self.children.length === 0) self.isOneTag = isOneTag;
    },
  },
  'string OuterXml { get; }': (_c, self: XmlObj) => outerXml(self),
  'XmlNodeType NodeType { get; }': (_c, self: XmlObj) => nodeType(self.nodeKind),
  'XmlNode ParentNode { get; }': (_c, self: XmlObj) => (self.nodeKind === 'Attribute' ? null : self.parent),
  'XmlNodeList ChildNodes { get; }': (_c, self: XmlObj) => listOf(self.children),
  'XmlNode FirstChild { get; }': (_c, self: XmlObj) => self.children[0] ?? null,
  'XmlNode LastChild { get; }': (_c, self: XmlObj) => self.children.at(-1) ?? null,
  'XmlNode NextSibling { get; }': (_c, self: XmlObj) => sibling(self, 1),
  'XmlNode PreviousSibling { get; }': (_c, self: XmlObj) => sibling(self, -1),
  'bool HasChildNodes { get; }': (_c, self: XmlObj) => self.children.length > 0,
  'XmlAttributeCollection Attributes { get; }': (_c, self: XmlObj) => (self.nodeKind === 'Element' ? new AttributesObj(self) : null),
  'XmlElement this[string name] { get; }': (_c, self: XmlObj, name: string) => self.children.find((each) => each.nodeKind === 'Element' && each.name === name) ?? null,
  'XmlDocument OwnerDocument { get; }': (_c, self: XmlObj) => documentOf(self),
  ...editing,
  'XmlNodeList SelectNodes(string xpath)': (c, self: XmlObj, path: string | null) => listOf(select(c, self, path)),
  'XmlNode SelectSingleNode(string xpath)': (c, self: XmlObj, path: string | null) => select(c, self, path)[0] ?? null,
}); // prettier-ignore
need('XmlNode').foreachItem = () => need('Object').open;

function nodeType(kind: XmlKind): Value {
  const value = enumValue('XmlNodeType', kind);
  return value instanceof EnumValue ? value : null;
}

for (const name of [
  'XmlText',
  'XmlCDataSection',
  'XmlComment',
  'XmlProcessingInstruction',
  'XmlDeclaration',
  'XmlAttribute',
])
  declare(
    'System.Xml',
    `class ${name} : XmlNode`,
    name === 'XmlAttribute' ? { 'XmlElement OwnerElement { get; }': (_c: Call, self: XmlObj) => self.parent } : {},
  );
const byTag = (self: XmlObj, name: string): ListObj =>
  listOf(
    [...self.descendants()].filter((each) => each !== self && each.nodeKind === 'Element' && (name === '*' || each.name === name)),
  ); // prettier-ignore
declare('System.Xml', 'class XmlElement : XmlNode', {
  'string GetAttribute(string name)': (_c, self: XmlObj, name: string) => self.attribute(name)?.content ?? '',
  ...attributeEditing,
  'bool HasAttribute(string name)': (_c, self: XmlObj, name: string) => self.attribute(name) !== undefined,
  'XmlAttribute GetAttributeNode(string name)': (_c, self: XmlObj, name: string) => self.attribute(name) ?? null,
  'bool HasAttributes { get; }': (_c, self: XmlObj) => self.attributes.length > 0,
  'bool IsEmpty { get; set; }': {
    get: (_c, self: XmlObj) => self.children.length === 0 && self.isOneTag,
    set: (_c, self: XmlObj, isEmpty: boolean) => {
      if (isEmpty) self.removeChildren();
      self.isOneTag = isEmpty;
    },
  },
  'XmlNodeList GetElementsByTagName(string name)': (_c, self: XmlObj, name: string) => byTag(self, name),
});
declare('System.Xml', 'class XmlDocument : XmlNode', {
  'new()': () => new XmlObj('Document', '#document'),
  ...creating,
  'void LoadXml(string xml)': (c, self: XmlObj, text: string | null) => {
    self.children = [];
    parseXml(c, text ?? nullOf('xml'), self);
    if (!root(self)) throw error('XmlException', 'Root element is missing.');
  },
  'XmlElement DocumentElement { get; }': (_c, self: XmlObj) => root(self),
  'XmlNodeList GetElementsByTagName(string name)': (_c, self: XmlObj, name: string) => byTag(self, name),
});
declare('System.Xml', 'class XmlNodeList : IEnumerable', {
  'int Count { get; }': (_c, self: ListObj) => self.list.length,
  'XmlNode this[int i] { get; }': (_c, self: ListObj, index: number) => self.list[index] ?? null,
  'XmlNode Item(int index)': (_c, self: ListObj, index: number) => self.list[index] ?? null,
}).foreachItem = () => need('Object').open;
/** Takes an attribute out of an element; returns null when the element has no such attribute. */
function removed(owner: XmlObj, attribute: XmlObj | undefined): Value {
  if (!attribute || !owner.attributes.includes(attribute)) return null;
  owner.attributes = owner.attributes.filter((each) => each !== attribute);
  attribute.parent = null;
  return attribute;
}
declare('System.Xml', 'class XmlAttributeCollection : ICollection', {
  'int Count { get; }': (_c, self: AttributesObj) => self.owner.attributes.length,
  'XmlAttribute this[int i] { get; }': (_c, self: AttributesObj, index: number) => {
    const found = self.owner.attributes[index];
    if (!found) throw error('IndexOutOfRangeException', 'Index was outside the bounds of the array.');
    return found;
  },
  'XmlAttribute this[string name] { get; }': (_c, self: AttributesObj, name: string) =>
    self.owner.attribute(name) ?? null,
  'XmlAttribute Append(XmlAttribute node)': (_c, self: AttributesObj, node: XmlObj | null) => {
    const given = node ?? nullOf('node');
    self.owner.attributes = [...self.owner.attributes.filter((each) => each.name !== given.name), given];
    given.parent = self.owner;
    return given;
  },
  'XmlNode GetNamedItem(string name)': (_c, self: AttributesObj, name: string) => self.owner.attribute(name) ?? null,
  'XmlNode RemoveNamedItem(string name)': (_c, self: AttributesObj, name: string) =>
    removed(self.owner, self.owner.attribute(name)),
  'XmlAttribute Remove(XmlAttribute node)': (_c, self: AttributesObj, node: XmlObj | null) =>
    removed(self.owner, node ?? undefined),
  'XmlAttribute RemoveAt(int i)': (_c, self: AttributesObj, index: number) =>
    removed(self.owner, self.owner.attributes[index]),
  'void RemoveAll()': (_c, self: AttributesObj) => {
    for (const each of self.owner.attributes) removed(self.owner, each);
  },
}).foreachItem = () => need('Object').open;

import type { Value } from '../../../expression/values/values.ts';
import type { Call } from '../../binder/types/types.ts';
import { error } from '../../runtime/values.ts';
import { nullOf } from '../collections/listHelpers.ts';
import type { Declarations } from '../registry.ts';
import { DEEPEST, XmlObj } from './xmlNodes.ts';
import type { XmlKind } from './xmlNodes.ts';

/** Creating and changing nodes of an XmlDocument. */

/** Returns the document of a node; null for a document. */
export function documentOf(node: XmlObj): XmlObj | null {
  if (node.nodeKind === 'Document') return null;
  for (let each: XmlObj | null = node; each; each = each.parent) {
    if (each.nodeKind === 'Document') return each;
    if (each.maker) return each.maker;
  }
  return null;
}

/** Names (NameChar of XML 1.0, 5th edition, without colons at the ends). */
const NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_.\u00b7-]*(?::[\p{L}_][\p{L}\p{N}\p{M}_.\u00b7-]*)?$/u;

function nameOf(name: string | null): string {
  if (name === null || name === '') throw error('ArgumentException', "The local name for elements or attributes cannot be null or an empty string."); // prettier-ignore
  const bad = Array.from(name).find((_character, index) => !NAME.test(index === 0 ? name.charAt(0) : `a${name.charAt(index)}`) && name.charAt(index) !== ':'); // prettier-ignore
  if (bad !== undefined || !NAME.test(name)) {
    const index = bad === undefined ? name.indexOf(':') : name.indexOf(bad);
    const character = name.charAt(index);
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    throw error(
      'XmlException',
      index === 0
        ? `Name cannot begin with the '${character}' character, hexadecimal value 0x${code.padStart(2, '0')}.`
        : `The '${character}' character, hexadecimal value 0x${code.padStart(2, '0')}, cannot be included in a name.`,
    );
  }
  return name;
}

function made(c: Call, self: XmlObj, kind: XmlKind, name: string, content: string | null = null): XmlObj {
  c.rt.budget.step();
  c.rt.budget.collect(128 + (content?.length ?? 0));
  const node = new XmlObj(kind, name, content);
  node.maker = self;
  return node;
}

/** Members of XmlDocument that create nodes. */
export const creating: Declarations = {
  'XmlElement CreateElement(string name)': (c, self: XmlObj, name: string | null) =>
    made(c, self, 'Element', nameOf(name)),
  'XmlAttribute CreateAttribute(string name)': (c, self: XmlObj, name: string | null) =>
    made(c, self, 'Attribute', nameOf(name), ''),
  'XmlText CreateTextNode(string text)': (c, self: XmlObj, text: string | null) =>
    made(c, self, 'Text', '#text', text ?? ''),
  'XmlCDataSection CreateCDataSection(string data)': (c, self: XmlObj, text: string | null) =>
    made(c, self, 'CDATA', '#cdata-section', text ?? ''),
  'XmlComment CreateComment(string data)': (c, self: XmlObj, text: string | null) =>
    made(c, self, 'Comment', '#comment', text ?? ''),
  'XmlDeclaration CreateXmlDeclaration(string version, string encoding, string standalone)': (
    c,
    self: XmlObj,
    version: string | null,
    encoding: string | null,
    standalone: string | null,
  ) => {
    if (version !== '1.0') throw error('ArgumentException', 'Wrong XML version information. The XML must match production "VersionNum ::= \'1.\' [0-9]+".'); // prettier-ignore
    const attributes = [
      `version="${version}"`,
      ...(encoding === null || encoding === '' ? [] : [`encoding="${encoding}"`]),
      ...(standalone === null || standalone === '' ? [] : [`standalone="${standalone}"`]),
    ];
    return made(c, self, 'XmlDeclaration', 'xml', attributes.join(' '));
  },
};

/** Removes a node from its parent. */
function detach(node: XmlObj): void {
  const { parent } = node;
  if (!parent) return;
  node.maker = documentOf(node);
  parent.children = parent.children.filter((each) => each !== node);
  node.parent = null;
}

/** Returns the height of a node: the number of levels down to its deepest descendant. */
function heightOf(c: Call, node: XmlObj): number {
  let height = 0;
  for (let row = [node]; row.length > 0; row = row.flatMap(({ children }) => children)) {
    c.rt.budget.work(row.length);
    height++;
  }
  return height;
}

/**
 * Inserts a node into the children of another one. @throws ArgumentException, InvalidOperationException and, if it would nest too deep,
 * XmlException
 */
function put(c: Call, self: XmlObj, child: XmlObj | null, place: (children: readonly XmlObj[]) => number): XmlObj {
  const node = child ?? nullOf('newChild');
  if (self.nodeKind !== 'Element' && self.nodeKind !== 'Document')
    throw error('InvalidOperationException', 'The current node cannot contain other nodes.');
  for (let each: XmlObj | null = self; each; each = each.parent)
    if (each === node) throw error('ArgumentException', 'Cannot insert a node or any ancestor of that node as a child of itself.'); // prettier-ignore
  const owner = self.nodeKind === 'Document' ? self : documentOf(self);
  if (documentOf(node) !== owner)
    throw error('ArgumentException', 'The node to be inserted is from a different document context.');
  if (self.nodeKind === 'Document' && (node.nodeKind === 'Text' || node.nodeKind === 'CDATA' || node.nodeKind === 'Attribute')) // prettier-ignore
    throw error('InvalidOperationException', 'The specified node cannot be inserted as the valid child of this node, because the specified node is the wrong type.'); // prettier-ignore
  if (
    self.nodeKind === 'Document' &&
    node.nodeKind === 'Element' &&
    self.children.some((each) => each !== node && each.nodeKind === 'Element')
  )
    // prettier-ignore
    throw error('InvalidOperationException', "This document already has a 'DocumentElement' node.");
  if (self.depth + heightOf(c, node) > DEEPEST) throw error('XmlException', 'The elements nest too deep.');
  c.rt.budget.work(self.children.length);
  detach(node);
  const at = place(self.children);
  self.isOneTag = false;
  self.children = [...self.children.slice(0, at), node, ...self.children.slice(at)];
  node.parent = self;
  return node;
}

function placeOf(self: XmlObj, reference: XmlObj | null): number {
  const at = reference === null ? -1 : self.children.indexOf(reference);
  if (at < 0) throw error('ArgumentException', 'The reference node is not a child of this node.');
  return at;
}

function removeChild(self: XmlObj, child: XmlObj | null): XmlObj {
  const node = child ?? nullOf('oldChild');
  if (node.parent !== self) throw error('ArgumentException', 'The node to be removed is not a child of this node.');
  detach(node);
  return node;
}

/** Returns a copy of a node, with or without its descendants. In a copy of a document empty elements are written as one tag. */
function copied(c: Call, self: XmlObj, deep: boolean, isOfDocument = self.nodeKind === 'Document'): XmlObj {
  const copy = made(c, documentOf(self) ?? self, self.nodeKind, self.name, self.content);
  if (self.nodeKind === 'Document') copy.maker = null;
  for (const attribute of self.attributes) {
    const each = copied(c, attribute, true);
    each.parent = copy;
    copy.attributes.push(each);
  }
  if (deep) for (const child of self.children) copy.append(copied(c, child, true, isOfDocument));
  if (!isOfDocument) copy.isOneTag = self.isOneTag;
  return copy;
}

/** Members of XmlNode that insert and remove nodes. */
export const editing: Declarations = {
  'XmlNode AppendChild(XmlNode newChild)': (c, self: XmlObj, child: XmlObj | null) =>
    put(c, self, child, (children) => children.length),
  'XmlNode PrependChild(XmlNode newChild)': (c, self: XmlObj, child: XmlObj | null) => put(c, self, child, () => 0),
  'XmlNode InsertBefore(XmlNode newChild, XmlNode refChild)': (
    c,
    self: XmlObj,
    child: XmlObj | null,
    reference: XmlObj | null,
  ) => put(c, self, child, (children) => (reference === null ? children.length : placeOf(self, reference))),
  'XmlNode InsertAfter(XmlNode newChild, XmlNode refChild)': (
    c,
    self: XmlObj,
    child: XmlObj | null,
    reference: XmlObj | null,
  ) => put(c, self, child, () => (reference === null ? 0 : placeOf(self, reference) + 1)),
  'XmlNode RemoveChild(XmlNode oldChild)': (_c, self: XmlObj, child: XmlObj | null) => removeChild(self, child),
  'XmlNode ReplaceChild(XmlNode newChild, XmlNode oldChild)': (
    c,
    self: XmlObj,
    child: XmlObj | null,
    old: XmlObj | null,
  ) => {
    put(c, self, child, () => placeOf(self, old));
    return removeChild(self, old);
  },
  'XmlNode CloneNode(bool deep)': (c, self: XmlObj, deep: boolean) => copied(c, self, deep),
  'virtual XmlNode Clone()': (c, self: XmlObj) => copied(c, self, true),
  'virtual void RemoveAll()': (_c, self: XmlObj) => {
    self.removeChildren();
    self.attributes = [];
  },
};

/** Sets the value of an attribute, which is added if it is missing. */
function setAttribute(c: Call, self: XmlObj, name: string | null, value: string | null): void {
  c.rt.budget.work(self.attributes.length);
  const known = name === null ? undefined : self.attribute(name);
  if (known) known.content = value ?? '';
  else {
    const attribute = made(c, documentOf(self) ?? self, 'Attribute', nameOf(name), value ?? '');
    attribute.parent = self;
    self.attributes.push(attribute);
  }
}

/** Members of XmlElement that change attributes. */
export const attributeEditing: Declarations = {
  'void SetAttribute(string name, string value)': setAttribute,
  'void RemoveAttribute(string name)': (_c, self: XmlObj, name: string | null) => {
    self.attributes = self.attributes.filter((each) => each.name !== name);
  },
  'void RemoveAllAttributes()': (_c, self: XmlObj) => {
    self.attributes = [];
  },
};

/** Sets the value of a node. Throws InvalidOperationException for elements and documents. */
export function setValue(_c: Call, self: XmlObj, text: string | null): void {
  if (self.nodeKind === 'Element' || self.nodeKind === 'Document')
    throw error('InvalidOperationException', `Cannot set a value on node type '${self.nodeKind}'.`);
  self.content = text ?? '';
}

/** Sets the text inside of a node. */
export function setInnerText(c: Call, self: XmlObj, text: string | null): Value | void {
  if (self.nodeKind === 'Document')
    throw error('InvalidOperationException', "The 'InnerText' of a 'Document' node is read-only and cannot be set.");
  if (self.nodeKind !== 'Element') self.content = text ?? '';
  else {
    self.removeChildren();
    self.append(made(c, documentOf(self) ?? self, 'Text', '#text', text ?? ''));
  }
}

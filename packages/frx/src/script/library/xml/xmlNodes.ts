import type { Value } from '../../../expression/values/values.ts';
import { Obj } from '../../runtime/objects.ts';
import { need } from '../registry.ts';

/** Nodes of an XmlDocument. */

export type XmlKind = 'Document' | 'Element' | 'Attribute' | 'Text' | 'CDATA' | 'Comment' | 'ProcessingInstruction' | 'XmlDeclaration'; // prettier-ignore

const CLASSES: Readonly<Record<XmlKind, string>> = {
  Document: 'XmlDocument', Element: 'XmlElement', Attribute: 'XmlAttribute', Text: 'XmlText', CDATA: 'XmlCDataSection', Comment: 'XmlComment',
  ProcessingInstruction: 'XmlProcessingInstruction', XmlDeclaration: 'XmlDeclaration',
}; // prettier-ignore

/** Greatest depth of elements; texts and paths of nodes are created recursively. */
export const DEEPEST = 200;

/** A node of an XML document. */
export class XmlObj extends Obj {
  readonly nodeKind: XmlKind;
  name: string;
  content: string | null = null;
  parent: XmlObj | null = null;
  /** The document that created a node without parent. */
  maker: XmlObj | null = null;
  children: XmlObj[] = [];
  attributes: XmlObj[] = [];
  /** The element is written as one tag while it is empty. */
  isOneTag = true;
  constructor(nodeKind: XmlKind, name: string, content: string | null = null) {
    super(need(CLASSES[nodeKind]).open);
    this.nodeKind = nodeKind;
    this.name = name;
    this.content = content;
  }

  append(child: XmlObj): void {
    this.isOneTag = false;
    child.parent = this;
    this.children.push(child);
  }

  /** Number of ancestors. */
  get depth(): number {
    let depth = 0;
    for (let each = this.parent; each; each = each.parent) depth++;
    return depth;
  }

  removeChildren(): void {
    for (const child of this.children) child.parent = null;
    this.children = [];
  }

  /** Replaces the first child by its children. */
  unwrap(): void {
    const inner = this.children[0]?.children ?? [];
    this.removeChildren();
    for (const child of inner) this.append(child);
  }

  /** All text inside. */
  get innerText(): string {
    if (this.nodeKind === 'Document' || this.nodeKind === 'Element')
      return this.children
        .filter((each) => each.nodeKind !== 'Comment' && each.nodeKind !== 'ProcessingInstruction' && each.nodeKind !== 'XmlDeclaration')
        .map((each) => each.innerText)
        .join('');
    return this.content ?? '';
  } // prettier-ignore

  override *iterate(): Generator<Value> {
    yield* this.children;
  }

  attribute(name: string): XmlObj | undefined {
    return this.attributes.find((each) => each.name === name);
  }

  /** The node and its descendants in document order. */
  *descendants(): Generator<XmlObj> {
    yield this;
    for (const child of this.children) yield* child.descendants();
  }
}

/** Tags of a PDF file: which marked contents of a page are paragraphs, tables and headings, and which are artifacts. */
import type { Page, PlacedObject } from '../../page.ts';
import { newReference, setCatalogEntry, setPageEntry, writeObjects } from './document.ts';
import type { PdfDocument, PdfReference, WrittenObject } from './document.ts';
import type { PdfSurface } from './surface.ts';

/** Tags of one page while it is painted. */
export interface PageTags {
  readonly enter: (object: PlacedObject) => void;
  readonly leave: (object: PlacedObject) => void;
  /** Tags an annotation that is a link in the current object. @returns the key of its element in the number tree */
  readonly link: (annotation: PdfReference) => number;
  readonly end: () => void;
}

/** The tag tree of a document while it is written. */
export interface Structure {
  /** Starts the tags of the page that the document has just begun. */
  readonly page: (page: Page, surface: PdfSurface) => PageTags;
  readonly end: () => void;
}

/** An element of the tag tree; its children are elements or numbers of marked contents on its page. */
interface Element {
  readonly reference: PdfReference;
  /** Entries of its dictionary except the children. */
  readonly head: string;
  readonly children: (PdfReference | number)[];
}

/** Repeated on every page: tagged once, on the first page that has them. */
const RUNNING = new Set(['PageHeaderBand', 'PageFooterBand', 'ColumnHeaderBand', 'ColumnFooterBand', 'OverlayBand']);

/** Objects that are tagged as figures, with their alternative text. */
const FIGURES: Readonly<Record<string, string>> = {
  PictureObject: 'Picture',
  SVGObject: 'Picture',
  MSChartObject: 'Chart',
  SparklineObject: 'Sparkline',
  LinearGauge: 'Gauge',
  RadialGauge: 'Gauge',
  SimpleGauge: 'Gauge',
  SimpleProgressGauge: 'Gauge',
  MapObject: 'Map',
  BarcodeObject: 'Barcode',
};

/** Maximum level of headings in PDF. */
const DEEPEST_HEADING = 6;

/** Levels of headings in a document: none is skipped on the way down, as PDF/UA requires. */
interface Headings {
  /** Level of the last heading; 0 before the first. */
  last: number;
  /** Levels of group headers by name, assigned at their first occurrence: an inner group follows the one around it. */
  readonly groups: Map<string, number>;
}

/**
 * Starts the tag tree of a document: a section for every page; in it the title of the report and the headers of its groups as headings, the rows of
 * a data band as a list, other bands as paragraphs, tables with their rows and cells, pictures as figures. Page headers from the second page on,
 * page footers and watermarks are not read aloud. The elements of a page are written and released with it, so that a long report
 * does not accumulate them.
 */
export function structureOf(document: PdfDocument, title: string): Structure {
  const tree = newReference(document, { Type: 'StructTreeRoot' });
  const sections: PdfReference[] = [];
  const root = newReference(document, { S: 'Document', P: tree, T: new String(title), K: sections });
  /** A number tree: for each page its number and an array with the elements of its marked contents, for each link its number and element. */
  const parents: (number | PdfReference)[] = [];
  const headings: Headings = { last: 0, groups: new Map() };
  let nextKey = 0;
  const addParent = (parent: PdfReference): number => {
    parents.push(nextKey, parent);
    return nextKey++;
  };
  setCatalogEntry(document, 'StructTreeRoot', tree);
  setCatalogEntry(document, 'MarkInfo', newReference(document, { Marked: true }));
  return {
    page: (page, surface) => {
      const contents = newReference(document, {});
      setPageEntry(document, 'StructParents', addParent(contents));
      const section = begin(document, 'Sect', root);
      sections.push(section.reference);
      return pageTags(document, section, { page, surface, contents, headings, addParent });
    },
    end: () => {
      root.end();
      const numbers = newReference(document, { Nums: parents });
      numbers.end();
      Object.assign(tree.data, { K: [root], ParentTree: numbers, ParentTreeNextKey: nextKey });
    },
  };
}

function begin(document: PdfDocument, tag: string, parent: PdfReference, more = ''): Element {
  return { reference: newReference(document, {}), head: `/S /${tag} /P ${parent.id} 0 R${more}`, children: [] };
}

function arrayOf(items: readonly (PdfReference | number)[]): string {
  return `[${items.map((item) => (typeof item === 'number' ? item : `${item.id} 0 R`)).join(' ')}]`;
}

/** An element that is not finished, and the object it belongs to. */
interface OpenTable {
  readonly element: Element;
  readonly object: PlacedObject;
}

/** Parts of a page that its tags belong to. */
interface Tagged {
  readonly page: Page;
  readonly surface: PdfSurface;
  readonly contents: PdfReference;
  readonly headings: Headings;
  /** Adds an entry to the number tree. */
  readonly addParent: (parent: PdfReference) => number;
}

function pageTags(
  document: PdfDocument,
  section: Element,
  { page, surface, contents, headings, addParent }: Tagged,
): PageTags {
  const sheet = setPageEntry(document, 'Tabs', 'S');
  /** Elements by the number of their marked content. */
  const marked: PdfReference[] = [];
  const complete: WrittenObject[] = [];
  let depth = 0;
  /** Depth of the object whose marked content is open, and its element; everything inside belongs to it. */
  let open: { readonly depth: number; readonly tag: string; readonly element: Element | undefined } | undefined;
  /** Depth of the object of the figure inside the open marked content. */
  let figure: number | undefined;
  let row: { readonly index: number; readonly element: Element } | undefined;
  let list: { readonly name: string; readonly element: Element } | undefined;
  const tables: OpenTable[] = [];

  const finish = ({ reference, head, children }: Element, kids = arrayOf(children)): void =>
    void complete.push({ reference, body: `<< ${head} /K ${kids} >>` });
  const marks = (tag: string, element: Element): void => {
    element.children.push(marked.length);
    surface.operator(`/${tag} <</MCID ${marked.length}>> BDC`);
    marked.push(element.reference);
  };
  const child = (tag: string, parent: Element, more = ''): Element => {
    const element = begin(document, tag, parent.reference, ` /Pg ${sheet.id} 0 R${more}`);
    parent.children.push(element.reference);
    return element;
  };
  const mark = (tag: string, parent: Element, more = ''): void => {
    const element = child(tag, parent, more);
    marks(tag, element);
    open = { depth, tag, element };
  };
  const decorate = (): void => {
    surface.operator('/Artifact BMC');
    open = { depth, tag: 'Artifact', element: undefined };
  };
  const close = (): void => {
    if (open === undefined) return;
    surface.operator('EMC');
    if (open.element !== undefined) finish(open.element);
    open = undefined;
  };
  /** Drawings between marked contents are artifacts: the borders of a table and its cells, and a watermark over the page. */
  let isBetween = false;
  const between = (): void => {
    if (open !== undefined || isBetween || (depth === 0 && page.watermark === undefined)) return;
    surface.operator('/Artifact BMC');
    isBetween = true;
  };
  const endBetween = (): void => {
    if (isBetween) surface.operator('EMC');
    isBetween = false;
  };
  const endRow = (): void => {
    if (row !== undefined) finish(row.element);
    row = undefined;
  };
  const endList = (): void => {
    if (list !== undefined) finish(list.element);
    list = undefined;
  };
  const enterCell = ({ cell }: PlacedObject, table: OpenTable): void => {
    const index = cell?.row ?? 0;
    if (row?.index !== index) {
      endRow();
      row = { index, element: begin(document, 'TR', table.element.reference) };
      table.element.children.push(row.element.reference);
    }
    const { tag, attributes } = cellTag(cell, table.object.table);
    mark(tag, row.element, attributes);
  };
  const enterBand = (object: PlacedObject): void => {
    const { type, name } = object;
    if (type === 'DataBand') {
      if (list?.name !== name) {
        endList();
        list = { name, element: child('L', section) };
      }
      const item = child('LI', list.element);
      mark('LBody', item);
      // The body is finished when its band ends; nothing else is added to the item.
      finish(item);
      return;
    }
    endList();
    const level = headingOf(object, headings);
    mark(level === undefined ? 'P' : `H${level}`, section);
  };
  /** Interrupts the marked content of a band for a picture inside it. */
  const enterFigure = (object: PlacedObject): void => {
    if (open?.element === undefined || figure !== undefined || !isFigure(object)) return;
    surface.operator('EMC');
    const kind = FIGURES[object.type] ?? '';
    const said = object.barcode === undefined ? kind : `${kind}: ${object.barcode.text}`;
    const element = child('Figure', open.element, ` /Alt ${textString(said)}`);
    marks('Figure', element);
    finish(element);
    figure = depth;
  };

  // Page fill and watermark precede the first object.
  decorate();
  return {
    enter: (object) => {
      if (depth === 0) close();
      endBetween();
      depth++;
      if (open !== undefined) {
        enterFigure(object);
        return;
      }
      const table = tables.at(-1);
      if (table !== undefined) {
        enterCell(object, table);
        enterFigure(object);
      } else if (object.table !== undefined) {
        endList();
        const element = begin(document, 'Table', section.reference);
        section.children.push(element.reference);
        tables.push({ element, object });
      } else if (RUNNING.has(object.type) && (page.number > 1 || object.type === 'PageFooterBand')) decorate();
      else if (!holdsTable(object)) enterBand(object);
      between();
    },
    leave: (object) => {
      if (figure === depth && open?.element !== undefined) {
        surface.operator('EMC');
        marks(open.tag, open.element);
        figure = undefined;
      }
      if (open?.depth === depth) close();
      if (tables.at(-1)?.object === object) {
        endRow();
        const table = tables.pop();
        if (table !== undefined) finish(table.element);
      }
      depth--;
      between();
    },
    link: (annotation) => {
      // A link of content that is not read aloud belongs to its page.
      const element = child('Link', open?.element ?? section);
      finish(element, `<</Type /OBJR /Obj ${annotation.id} 0 R /Pg ${sheet.id} 0 R>>`);
      return addParent(element.reference);
    },
    end: () => {
      close();
      endBetween();
      endList();
      finish(section);
      writeObjects(document, [...complete, { reference: contents, body: arrayOf(marked) }]);
    },
  };
}

/** Returns the tag of a table cell, header or not, with its scope and spans. */
function cellTag(
  cell: PlacedObject['cell'],
  table: PlacedObject['table'],
): { readonly tag: 'TH' | 'TD'; readonly attributes: string } {
  const { columnSpan = 1, rowSpan = 1 } = cell ?? {};
  const isColumnHead = (cell?.row ?? 0) < (table?.headerRows ?? 0);
  const isHead = isColumnHead || (cell?.column ?? 0) < (table?.headerColumns ?? 0);
  const entries = [
    isHead ? ` /Scope /${isColumnHead ? 'Column' : 'Row'}` : '',
    columnSpan > 1 ? ` /ColSpan ${columnSpan}` : '',
    rowSpan > 1 ? ` /RowSpan ${rowSpan}` : '',
  ].join('');
  return { tag: isHead ? 'TH' : 'TD', attributes: entries === '' ? '' : ` /A <</O /Table${entries}>>` };
}

/** Returns the level of a band that is a heading: the title of the report and the headers of groups. */
function headingOf({ type, name }: PlacedObject, headings: Headings): number | undefined {
  const { groups, last } = headings;
  let level: number | undefined;
  if (type === 'ReportTitleBand') level = 1;
  else if (type === 'GroupHeaderBand') {
    level = groups.get(name) ?? Math.min(last + 1, DEEPEST_HEADING);
    groups.set(name, level);
  }
  headings.last = level ?? last;
  return level;
}

function isFigure({ type, drawing }: PlacedObject): boolean {
  return Object.hasOwn(FIGURES, type) && (drawing?.length ?? 0) > 0;
}

/** A text string of the file as hexadecimal UTF-16, which every reader supports. */
function textString(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0'));
  return `<feff${units.join('')}>`;
}

function holdsTable(object: PlacedObject): boolean {
  return object.children?.some((child) => child.table !== undefined || holdsTable(child)) ?? false;
}

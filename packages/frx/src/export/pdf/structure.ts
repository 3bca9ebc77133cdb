/** Tags of a PDF file: which marks on a page are paragraphs, tables and headings, and which are mere decoration. */
import type { Page, PlacedObject } from '../../page.ts';
import { newReference, setCatalogEntry, setPageEntry, writeObjects } from './document.ts';
import type { PdfDocument, PdfReference, WrittenObject } from './document.ts';
import type { PdfSurface } from './surface.ts';

/** Tags of one page while it is painted. */
export interface PageTags {
  readonly enter: (object: PlacedObject) => void;
  readonly leave: (object: PlacedObject) => void;
  readonly end: () => void;
}

export interface Structure {
  /** For the page that the document has just begun. */
  readonly page: (page: Page, surface: PdfSurface) => PageTags;
  readonly end: () => void;
}

/** An element of the tag tree; its children are elements or numbers of marked content on its page. */
interface Element {
  readonly reference: PdfReference;
  /** Entries of its dictionary but for the children. */
  readonly head: string;
  readonly children: (PdfReference | number)[];
}

/** Repeated on every page: read once, from the first page on which it stands. */
const RUNNING = new Set(['PageHeaderBand', 'PageFooterBand', 'ColumnHeaderBand', 'ColumnFooterBand', 'OverlayBand']);

/**
 * Starts the tag tree of a document: a section for every page, in it a paragraph for every band in the order in which its objects are
 * drawn; a table has its rows and cells. Page headers from the second page on, page footers and watermarks are left out of what is read
 * aloud. The elements of a page are written and forgotten with it, so that a long report does not pile them up.
 */
export function structureOf(document: PdfDocument, title: string): Structure {
  const tree = newReference(document, { Type: 'StructTreeRoot' });
  const sections: PdfReference[] = [];
  const root = newReference(document, { S: 'Document', P: tree, T: new String(title), K: sections });
  /** Number of every page, and an array with the elements of its marked contents: a number tree. */
  const parents: (number | PdfReference)[] = [];
  setCatalogEntry(document, 'StructTreeRoot', tree);
  setCatalogEntry(document, 'MarkInfo', newReference(document, { Marked: true }));
  return {
    page: (page, surface) => {
      const contents = newReference(document, {});
      setPageEntry(document, 'StructParents', sections.length);
      parents.push(sections.length, contents);
      const section = begin(document, 'Sect', root);
      sections.push(section.reference);
      return pageTags(document, section, page, surface, contents);
    },
    end: () => {
      root.end();
      const numbers = newReference(document, { Nums: parents });
      numbers.end();
      Object.assign(tree.data, { K: [root], ParentTree: numbers, ParentTreeNextKey: sections.length });
    },
  };
}

function begin(document: PdfDocument, tag: string, parent: PdfReference, more = ''): Element {
  return { reference: newReference(document, {}), head: `/S /${tag} /P ${parent.id} 0 R${more}`, children: [] };
}

function arrayOf(items: readonly (PdfReference | number)[]): string {
  return `[${items.map((item) => (typeof item === 'number' ? item : `${item.id} 0 R`)).join(' ')}]`;
}

/** An element whose end is still to come, and the object it belongs to. */
interface OpenTable {
  readonly element: Element;
  readonly object: PlacedObject;
}

function pageTags(
  document: PdfDocument,
  section: Element,
  page: Page,
  surface: PdfSurface,
  contents: PdfReference,
): PageTags {
  const sheet = setPageEntry(document, 'Tabs', 'S');
  /** Elements by the number of the mark they hold. */
  const marked: PdfReference[] = [];
  const complete: WrittenObject[] = [];
  let depth = 0;
  /** Depth of the object whose marks are open; everything inside belongs to it. */
  let open: number | undefined;
  let row: { readonly index: number; readonly element: Element } | undefined;
  const tables: OpenTable[] = [];

  const finish = ({ reference, head, children }: Element): void =>
    void complete.push({ reference, body: `<< ${head} /K ${arrayOf(children)} >>` });
  const mark = (tag: string, parent: Element): void => {
    const element = begin(document, tag, parent.reference, ` /Pg ${sheet.id} 0 R`);
    element.children.push(marked.length);
    parent.children.push(element.reference);
    surface.operator(`/${tag} <</MCID ${marked.length}>> BDC`);
    marked.push(element.reference);
    finish(element);
    open = depth;
  };
  const decorate = (): void => {
    surface.operator('/Artifact BMC');
    open = depth;
  };
  const close = (): void => {
    if (open !== undefined) surface.operator('EMC');
    open = undefined;
  };
  const endRow = (): void => {
    if (row !== undefined) finish(row.element);
    row = undefined;
  };
  const enterCell = ({ cell }: PlacedObject, table: OpenTable): void => {
    const index = cell?.row ?? 0;
    if (row?.index !== index) {
      endRow();
      row = { index, element: begin(document, 'TR', table.element.reference) };
      table.element.children.push(row.element.reference);
    }
    const grid = table.object.table;
    const heading = index < (grid?.headerRows ?? 0) || (cell?.column ?? 0) < (grid?.headerColumns ?? 0);
    mark(heading ? 'TH' : 'TD', row.element);
  };

  // Page fill and watermark come before the first object.
  decorate();
  return {
    enter: (object) => {
      if (depth === 0) close();
      depth++;
      if (open !== undefined) return;
      const table = tables.at(-1);
      if (table !== undefined) enterCell(object, table);
      else if (object.table !== undefined) {
        const element = begin(document, 'Table', section.reference);
        section.children.push(element.reference);
        tables.push({ element, object });
      } else if (RUNNING.has(object.type) && (page.number > 1 || object.type === 'PageFooterBand')) decorate();
      else if (!holdsTable(object)) mark(object.type === 'ReportTitleBand' ? 'H1' : 'P', section);
    },
    leave: (object) => {
      if (open === depth) close();
      if (tables.at(-1)?.object === object) {
        endRow();
        const table = tables.pop();
        if (table !== undefined) finish(table.element);
      }
      depth--;
    },
    end: () => {
      close();
      finish(section);
      writeObjects(document, [...complete, { reference: contents, body: arrayOf(marked) }]);
    },
  };
}

function holdsTable(object: PlacedObject): boolean {
  return object.children?.some((child) => child.table !== undefined || holdsTable(child)) ?? false;
}

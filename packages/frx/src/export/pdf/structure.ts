/** Tags of a PDF file: which marks on a page are paragraphs, tables and headings, and which are mere decoration. */
import type { Page, PlacedObject } from '../../page.ts';
import type { PdfDocument } from './document.ts';
import type { PdfSurface } from './surface.ts';

/** Tags of one page while it is painted. */
export interface PageTags {
  readonly enter: (object: PlacedObject) => void;
  readonly leave: (object: PlacedObject) => void;
  readonly end: () => void;
}

export interface Structure {
  readonly page: (page: Page, surface: PdfSurface) => PageTags;
  readonly end: () => void;
}

type StructureElement = ReturnType<PdfDocument['struct']>;

/** Repeated on every page: read once, from the first page on which it stands. */
const RUNNING = new Set(['PageHeaderBand', 'PageFooterBand', 'ColumnHeaderBand', 'ColumnFooterBand', 'OverlayBand']);

/**
 * Starts the tag tree of a document. A band is one paragraph, in the order in which its objects are drawn; a table has its rows and cells;
 * page headers from the second page on, page footers and watermarks are left out of what is read aloud.
 */
export function structureOf(document: PdfDocument, title: string): Structure {
  const root = document.struct('Document', { title });
  document.addStructure(root);
  return {
    page: (page, surface) => pageTags(document, root, page, surface),
    end: () => {
      root.end();
    },
  };
}

function pageTags(document: PdfDocument, root: StructureElement, page: Page, surface: PdfSurface): PageTags {
  /** Depth of the object whose marks are open; everything inside belongs to it. */
  let depth = 0;
  let open = 0;
  let finish: (() => void) | undefined;
  let row: { readonly index: number; readonly element: StructureElement } | undefined;
  const tables: { readonly element: StructureElement; readonly object: PlacedObject }[] = [];

  const begin = (tag: string, attach: (element: StructureElement) => void): void => {
    surface.flush();
    const content = document.markStructureContent(tag);
    open = depth;
    finish = () => {
      surface.flush();
      document.endMarkedContent();
      attach(document.struct(tag, {}, [content]));
      finish = undefined;
    };
  };
  const artifact = (): void => {
    surface.flush();
    document.markContent('Artifact', { type: 'Pagination' });
    open = depth;
    finish = () => {
      surface.flush();
      document.endMarkedContent();
      finish = undefined;
    };
  };
  const attachToRoot = (element: StructureElement): void => void root.add(element);
  const endRow = (): void => {
    row?.element.end();
    row = undefined;
  };
  const enterCell = (
    cell: PlacedObject,
    table: { readonly element: StructureElement; readonly object: PlacedObject },
  ): void => {
    const index = cell.cell?.row ?? 0;
    if (row?.index !== index) {
      endRow();
      row = { index, element: document.struct('TR') };
      table.element.add(row.element);
    }
    const { element } = row;
    const heading =
      index < (table.object.table?.headerRows ?? 0) ||
      (cell.cell?.column ?? 0) < (table.object.table?.headerColumns ?? 0);
    begin(heading ? 'TH' : 'TD', (made) => void element.add(made));
  };

  // Page fill and watermark come before the first object.
  artifact();
  return {
    enter: (object) => {
      if (depth === 0 && finish !== undefined) finish();
      depth++;
      if (finish !== undefined) return;
      const table = tables.at(-1);
      if (table !== undefined) enterCell(object, table);
      else if (object.table !== undefined) {
        const element = document.struct('Table');
        root.add(element);
        tables.push({ element, object });
      } else if (RUNNING.has(object.type) && (page.number > 1 || object.type === 'PageFooterBand')) artifact();
      else if (!holdsTable(object)) begin(object.type === 'ReportTitleBand' ? 'H1' : 'P', attachToRoot);
    },
    leave: (object) => {
      if (finish !== undefined && open === depth) finish();
      if (tables.at(-1)?.object === object) {
        endRow();
        tables.pop()?.element.end();
      }
      depth--;
    },
    end: () => {
      finish?.();
    },
  };
}

function holdsTable(object: PlacedObject): boolean {
  return object.children?.some((child) => child.table !== undefined || holdsTable(child)) ?? false;
}

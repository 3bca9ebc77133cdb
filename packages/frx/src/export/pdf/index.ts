/** Pages as a PDF file: text that can be selected and searched, embedded subset fonts, links, outline, tags. */
import type { OutlineNode, Page, PlacedObject } from '../../page.ts';
import type { PrintedReport } from '../report.ts';
import type { FontFace, Fonts } from '../../text/index.ts';
import { imageKey, imagesOf } from '../images.ts';
import type { DecodeImage } from '../images.ts';
import { paintPage, PX_PER_MM } from '../paint.ts';
import { openDocument, written } from './document.ts';
import type { PdfDocument } from './document.ts';
import type { PdfFace } from './faces.ts';
import { embedImage } from './images.ts';
import { pdfSurface } from './surface.ts';
import type { FileResources } from './surface.ts';
import { structureOf } from './structure.ts';

export interface PdfOptions {
  readonly fonts: Fonts;
  /** The clock: dates in the file come from here, so that the same pages give the same bytes. */
  readonly now: Date;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly subject?: string | undefined;
  readonly keywords?: string | undefined;
  /** BCP 47; default en. */
  readonly language?: string | undefined;
  /** Tags for screen readers; default true. */
  readonly tagged?: boolean | undefined;
  /** PDF/A-2b for archives; default false. */
  readonly archival?: boolean | undefined;
  readonly compress?: boolean | undefined;
  /** Reads pictures that a PDF cannot hold as they are. */
  readonly decodeImage?: DecodeImage | undefined;
}

const POINTS_PER_MM = 72 / 25.4;
const SCALE = POINTS_PER_MM / PX_PER_MM;
/** Units that a side of a PDF page may have. */
const LONGEST_SIDE = 14_400;

/** The file in pieces; each page leaves as soon as the next one begins. */
export async function* exportPdf(report: PrintedReport, options: PdfOptions): AsyncGenerator<Uint8Array> {
  const document = openDocument({
    info: documentInfo(options),
    language: options.language ?? 'en',
    archival: options.archival ?? false,
    compress: options.compress ?? true,
  });
  const resources: FileResources = {
    document,
    faces: new Map<FontFace, PdfFace>(),
    images: new Map(),
    opacities: new Map(),
  };
  const structure = (options.tagged ?? true) ? structureOf(document, options.title ?? 'Report') : undefined;
  const places: PagePlace[] = [];
  let count = 0;
  for await (const page of report.pages) {
    for (const used of imagesOf(page)) {
      const key = imageKey(used.image, used.look);
      if (!resources.images.has(key)) resources.images.set(key, await embedImage(document, used, options.decodeImage));
    }
    const longest = Math.max(page.paperWidth, page.paperHeight) * POINTS_PER_MM;
    // What is larger than a PDF page may be is counted in larger units.
    const userUnit = Math.max(1, Math.ceil(longest / LONGEST_SIDE));
    const pointsPerMm = POINTS_PER_MM / userUnit;
    const scale = SCALE / userUnit;
    // pdfkit knows the unit of a page, its declarations do not.
    const sheet: PDFKit.PDFDocumentOptions & { readonly userUnit: number } = {
      size: [page.paperWidth * pointsPerMm, page.paperHeight * pointsPerMm],
      margin: 0,
      userUnit,
    };
    document.addPage(sheet);
    places.push({ scale, top: page.margins.top * PX_PER_MM, width: page.paperWidth * pointsPerMm });
    count++;
    document.addNamedDestination(`page ${count}`, 'XYZ', null, 0, null);
    const surface = pdfSurface(resources, scale);
    const tags = structure?.page(page, surface);
    paintPage(page, options.fonts, surface, {
      enter: (object) => {
        tags?.enter(object);
        addAnchors(document, page, object, scale);
      },
      leave: (object) => tags?.leave(object),
    });
    tags?.end();
    surface.flush();
    yield* written(document);
  }
  if (count === 0) document.addPage({ size: 'A4', margin: 0 });
  writeOutline(document, report.outline?.() ?? [], places);
  structure?.end();
  document.end();
  yield* written(document);
}

function documentInfo(options: PdfOptions): Record<string, string | Date> {
  const texts = {
    Title: options.title ?? 'Report',
    Author: options.author,
    Subject: options.subject,
    Keywords: options.keywords,
  };
  const info: Record<string, string | Date> = {
    Producer: 'frx',
    Creator: 'frx',
    CreationDate: options.now,
    ModDate: options.now,
  };
  for (const [name, text] of Object.entries(texts)) if (text !== undefined && text !== '') info[name] = text;
  return info;
}

/** Bookmarks become destinations, links become areas to click. */
function addAnchors(document: PdfDocument, page: Page, object: PlacedObject, scale: number): void {
  const left = (page.margins.left * PX_PER_MM + object.left) * scale;
  const top = (page.margins.top * PX_PER_MM + object.top) * scale;
  if (object.bookmark !== undefined && object.bookmark !== '')
    document.addNamedDestination(`bookmark ${object.bookmark}`, 'XYZ', null, top, null);
  const { link } = object;
  if (link === undefined || link.value === '') return;
  const width = object.width * scale;
  const height = object.height * scale;
  if (link.kind === 'URL' && SAFE_ADDRESS.test(link.value)) document.link(left, top, width, height, link.value);
  if (link.kind === 'PageNumber') document.goTo(left, top, width, height, `page ${link.value}`);
  if (link.kind === 'Bookmark') document.goTo(left, top, width, height, `bookmark ${link.value}`);
}

/** Addresses that a reader may open: no scripts, no files. */
const SAFE_ADDRESS = /^(?:https?:|mailto:|tel:|www\.)/i;

/** Facts about a page for the outline: px to its units, its top margin in px, its width in units. */
interface PagePlace {
  readonly scale: number;
  readonly top: number;
  readonly width: number;
}

type PdfOutline = PdfDocument['outline'];

function writeOutline(document: PdfDocument, nodes: readonly OutlineNode[], places: readonly PagePlace[]): void {
  const add = (parent: PdfOutline, node: OutlineNode): void => {
    const place = places[node.page];
    if (place === undefined) return;
    // pdfkit takes the target of an item here too, which its declarations leave out; `left` is counted from the right edge.
    const options: { pageNumber: number; top: number; left: number; expanded: boolean } = {
      pageNumber: node.page,
      top: (place.top + node.offsetY) * place.scale,
      left: place.width,
      expanded: false,
    };
    const item = parent.addItem(node.text, options);
    for (const child of node.children) add(item, child);
  };
  for (const node of nodes) add(document.outline, node);
}

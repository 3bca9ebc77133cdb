/** Pages as a PDF file: text that can be selected and searched, embedded subset fonts, links, outline, tags. */
import type { Link, OutlineNode, Page, PlacedObject } from '../../page.ts';
import type { PrintedReport } from '../report.ts';
import type { FontFace, Fonts } from '../../text/index.ts';
import { imageKey, imagesOf } from '../images.ts';
import type { DecodeImage } from '../images.ts';
import { paintPage, PX_PER_MM } from '../paint.ts';
import { addAnnotation, claimAccessible, newReference, openDocument, written } from './document.ts';
import type { PdfDocument } from './document.ts';
import type { PdfFace } from './faces.ts';
import { formOf, withoutFields } from './form.ts';
import { embedImage } from './images.ts';
import { pdfSurface } from './surface.ts';
import type { FileResources } from './surface.ts';
import { type PageTags, structureOf } from './structure.ts';

/** Settings of a PDF file. */
export interface PdfOptions {
  readonly fonts: Fonts;
  /** Time of the dates in the file, so that the same pages give the same bytes. */
  readonly now: Date;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** Name of the program stated as creator of the file; default frx. */
  readonly creator?: string | undefined;
  readonly subject?: string | undefined;
  readonly keywords?: string | undefined;
  /** BCP 47; default en. */
  readonly language?: string | undefined;
  /** Tags for screen readers; default true. */
  readonly tagged?: boolean | undefined;
  /** Texts that a template declares editable become form fields; default true. Never in an archival file. */
  readonly forms?: boolean | undefined;
  /** PDF/A-2b for archives; default false. */
  readonly archival?: boolean | undefined;
  readonly compress?: boolean | undefined;
  /** Decodes pictures that a PDF cannot contain unchanged. */
  readonly decodeImage?: DecodeImage | undefined;
}

const POINTS_PER_MM = 72 / 25.4;
const SCALE = POINTS_PER_MM / PX_PER_MM;
/** Maximum side of a PDF page in units. */
const MAX_SIDE = 14_400;

/** Writes the file in pieces; each page is returned when the next one begins. */
export async function* writePdf(report: PrintedReport, options: PdfOptions): AsyncGenerator<Uint8Array> {
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
  const archival = options.archival ?? false;
  const form = (options.forms ?? true) && !archival ? formOf(document) : undefined;
  const structure = (options.tagged ?? true) ? structureOf(document, options.title ?? 'Report') : undefined;
  const places: PagePlace[] = [];
  let count = 0;
  for await (const printed of report.pages) {
    const { page, fields } = form === undefined ? { page: printed, fields: [] } : withoutFields(printed);
    for (const used of imagesOf(page)) {
      const key = imageKey(used.image, used.effects);
      if (!resources.images.has(key)) resources.images.set(key, await embedImage(document, used, options.decodeImage));
    }
    const longest = Math.max(page.paperWidth, page.paperHeight) * POINTS_PER_MM;
    // Larger pages use a larger unit.
    const userUnit = Math.max(1, Math.ceil(longest / MAX_SIDE));
    const pointsPerMm = POINTS_PER_MM / userUnit;
    const scale = SCALE / userUnit;
    // pdfkit supports the unit of a page, its declarations omit it.
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
        addAnchors({ document, page, scale, tags }, object);
      },
      leave: (object) => tags?.leave(object),
    });
    tags?.end();
    for (const field of fields) form?.add(field, page, pointsPerMm / PX_PER_MM);
    surface.flush();
    yield* written(document);
  }
  if (count === 0) document.addPage({ size: 'A4', margin: 0 });
  writeOutline(document, report.outline?.() ?? [], places);
  structure?.end();
  form?.end();
  // Form fields use fonts of the reader, which PDF/UA does not allow.
  if (structure !== undefined && form?.isUsed() !== true) claimAccessible(document, archival);
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
    Creator: options.creator ?? 'frx',
    CreationDate: options.now,
    ModDate: options.now,
  };
  for (const [name, text] of Object.entries(texts)) if (text !== undefined && text !== '') info[name] = text;
  return info;
}

/** The page to which anchors are added. */
interface Anchored {
  readonly document: PdfDocument;
  readonly page: Page;
  /** Points of one px. */
  readonly scale: number;
  readonly tags: PageTags | undefined;
}

/** Adds bookmarks as destinations and links as clickable areas. */
function addAnchors({ document, page, scale, tags }: Anchored, object: PlacedObject): void {
  const left = (page.margins.left * PX_PER_MM + object.left) * scale;
  const top = (page.margins.top * PX_PER_MM + object.top) * scale;
  if (object.bookmark !== undefined && object.bookmark !== '')
    document.addNamedDestination(`bookmark ${object.bookmark}`, 'XYZ', null, top, null);
  const { link } = object;
  const action = link === undefined || link.value === '' ? undefined : actionOf(link);
  if (link === undefined || action === undefined) return;
  const bottom = page.paperHeight * PX_PER_MM * scale - top - object.height * scale;
  const annotation = newReference(document, {
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [left, bottom, left + object.width * scale, bottom + object.height * scale],
    Border: [0, 0, 0],
    F: PRINTED,
    Contents: new String(object.text?.text ?? link.value),
    A: action,
  });
  if (tags !== undefined) annotation.data['StructParent'] = tags.link(annotation);
  annotation.end();
  addAnnotation(document, annotation);
}

function actionOf({ kind, value }: Link): Record<string, unknown> | undefined {
  if (kind === 'URL') return SAFE_ADDRESS.test(value) ? { S: 'URI', URI: new String(value) } : undefined;
  if (kind === 'PageNumber') return { S: 'GoTo', D: new String(`page ${value}`) };
  return kind === 'Bookmark' ? { S: 'GoTo', D: new String(`bookmark ${value}`) } : undefined;
}

/** Flag of an annotation that is printed (PDF 1.7, 12.5.3). */
const PRINTED = 4;

/** Addresses that a reader may open: neither scripts nor files. */
const SAFE_ADDRESS = /^(?:https?:|mailto:|tel:|www\.)/i;

/** Geometry of a page for the outline: units of one px, its top margin in px, its width in units. */
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
    // pdfkit also accepts the target of an item here, which its declarations omit; `left` is measured from the right edge.
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

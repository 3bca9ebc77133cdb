/**
 * The parts of pdfkit that its type declarations omit. pdfkit writes objects, fonts, structure and outline; the content of pages is
 * written here: a page of a report has hundreds of short texts, and pdfkit's own text function lays out each of them again.
 */
import { zlibSync } from 'fflate';
import PdfKit from 'pdfkit';
import { xmlText } from '../xmlText.ts';

/** An object of the file; written and released at `end`. */
export interface PdfReference {
  readonly id: number;
  readonly data: Record<string, unknown>;
  readonly write: (chunk: Uint8Array | string) => void;
  readonly end: (chunk?: Uint8Array | string) => void;
}

/** A glyph of pdfkit's font reader. */
interface PdfGlyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: number[];
}

/** Position of a glyph, in thousandths of the em. */
export interface GlyphPosition {
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** A font of which the used glyphs are embedded. */
export interface PdfFont {
  readonly id: string;
  readonly scale: number;
  readonly widths: number[];
  readonly unicode: number[][];
  readonly font: { readonly glyphForCodePoint: (codePoint: number) => PdfGlyph };
  readonly subset: { readonly includeGlyph: (glyph: number) => number };
  /** With an object of features the text is laid out as one unit, not word by word. */
  readonly encode: (text: string, features: Record<string, boolean>) => [string[], GlyphPosition[]];
  readonly ref: () => PdfReference;
}

interface PdfPage {
  readonly dictionary: PdfReference;
  readonly resources: { readonly data: Record<string, Record<string, PdfReference> | undefined> };
}

interface Internals {
  info: Record<string, unknown>;
  /** Writes title, author and times into the metadata. */
  _addInfo: () => void;
  readonly appendXML: (xml: string) => void;
  /** State of a form; if present, pdfkit ends the form of the catalogue with the document. */
  _acroform: { readonly fonts: Record<string, PdfReference>; readonly defaultFont: string };
  readonly _root: PdfReference;
  readonly _font: PdfFont;
  readonly page: PdfPage;
  readonly ref: (data: Record<string, unknown>) => PdfReference;
  /** Bytes written so far. */
  readonly _offset: number;
  readonly _write: (data: Uint8Array) => void;
  readonly _refEnd: (reference: { readonly id: number; readonly offset: number }) => void;
  readonly addContent: (content: string) => void;
}

/** An open PDF file. */
export type PdfDocument = InstanceType<typeof PdfKit>;

/** Settings of a PDF document. */
export interface DocumentOptions {
  /** Metadata of the file: title, author and so on. */
  readonly info: Readonly<Record<string, string | Date>>;
  readonly language: string;
  readonly archival: boolean;
  readonly compress: boolean;
}

/** Opens a document without a page. */
export function openDocument(options: DocumentOptions): PdfDocument {
  const { info, language, archival, compress } = options;
  // pdfkit is a stream and passes its options on; its declarations omit that. In object mode, reads return the pieces as they were written.
  const stream: ConstructorParameters<typeof PdfKit>[0] & { readonly objectMode: true } = {
    objectMode: true,
    autoFirstPage: false,
    bufferPages: false,
    pdfVersion: '1.7',
    compress,
    lang: language,
    displayTitle: true,
    info: { ...info },
    ...(archival ? { subset: 'PDF/A-2b' } : {}),
  };
  const document = new Document(stream);
  const inner = internals(document);
  const addInfo = inner._addInfo.bind(document);
  // pdfkit writes the texts into the XML of the metadata without escaping.
  inner._addInfo = () => {
    const { info: plain } = inner;
    inner.info = Object.fromEntries(
      Object.entries(plain).map(([name, value]) => [name, typeof value === 'string' ? xmlText(value) : value]),
    );
    addInfo();
    inner.info = plain;
  };
  return document;
}

/** States in the metadata that the file is accessible (PDF/UA-1). @param archival PDF/A accepts only metadata whose schema the file describes */
export function claimAccessible(document: PdfDocument, archival: boolean): void {
  const { appendXML } = internals(document);
  appendXML.call(
    document,
    '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>',
  );
  if (!archival) return;
  const property =
    '<rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>' +
    '<pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part of PDF/UA</pdfaProperty:description></rdf:li>';
  appendXML.call(
    document,
    '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" ' +
      'xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">' +
      '<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>' +
      `<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${property}</rdf:Seq></pdfaSchema:property>` +
      '</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>',
  );
}

/** State in pdfkit of an object that is not written yet. */
interface UnwrittenObject {
  compress: boolean;
  buffer: Uint8Array[];
  finalize: () => void;
}

/**
 * Compresses without Node's own zlib, which pdfkit uses: terminating a thread while it creates a zlib stream crashes the complete
 * process (in Node 24: "close before init"), and a report may be cancelled, or exceed its memory, at any moment.
 */
class Document extends PdfKit {
  override ref(data: object): ReturnType<PdfDocument['ref']> {
    const reference = super.ref(data);
    const object = reference as typeof reference & UnwrittenObject;
    const finalize = object.finalize.bind(object);
    object.finalize = () => {
      if (object.compress && object.buffer.length > 0) object.buffer = [zlibSync(joined(object.buffer))];
      object.compress = false;
      finalize();
    };
    return reference;
  }
}

function internals(document: PdfDocument): Internals {
  return document as PdfDocument & Internals;
}

/** Embeds a font file under a name; returns the same font for the same name. */
export function embedFont(
  document: PdfDocument,
  name: string,
  bytes: Uint8Array,
  postscriptName: string | undefined,
): PdfFont {
  document.registerFont(name, bytes, postscriptName);
  document.font(name);
  return internals(document)._font;
}

/** Creates an object of the file. */
export function newReference(document: PdfDocument, data: Record<string, unknown>): PdfReference {
  return internals(document).ref(data);
}

/** An object ready to be written: a dictionary or an array in ASCII. */
export interface WrittenObject {
  readonly reference: PdfReference;
  readonly body: string;
}

/** Writes objects in one piece; a report has a tag for every band, and pdfkit would write each object in several pieces. */
export function writeObjects(document: PdfDocument, objects: readonly WrittenObject[]): void {
  const inner = internals(document);
  const start = inner._offset;
  const offsets: number[] = [];
  let text = '';
  for (const { reference, body } of objects) {
    offsets.push(start + text.length);
    text += `${reference.id} 0 obj\n${body}\nendobj\n`;
  }
  inner._write(new TextEncoder().encode(text));
  for (const [index, { reference }] of objects.entries())
    inner._refEnd({ id: reference.id, offset: offsets[index] ?? start });
}

/**
 * Writes an object with a stream of bytes without copying them, which pdfkit would do.
 * @param dictionary its entries except the length, in ASCII
 */
export function writeStream(document: PdfDocument, dictionary: string, bytes: Uint8Array): PdfReference {
  const inner = internals(document);
  const reference = inner.ref({});
  const offset = inner._offset;
  const encoder = new TextEncoder();
  const head = `${reference.id} 0 obj\n<<\n${dictionary}\n/Length ${bytes.length}\n>>\nstream\n`;
  inner._write(encoder.encode(head));
  inner._write(bytes);
  inner._write(encoder.encode('\nendstream\nendobj\n'));
  inner._refEnd({ id: reference.id, offset });
  return reference;
}

/** Pieces smaller than this are joined before they are returned. */
const PIECE_BYTES = 64 * 1024;

/** Returns the finished parts of the file. Large pieces may be views of a larger buffer. */
export function* written(document: PdfDocument): Generator<Uint8Array> {
  let small: Uint8Array[] = [];
  for (;;) {
    const piece = document.read() as Uint8Array | null;
    if (piece !== null && piece.length < PIECE_BYTES) {
      small.push(piece);
      continue;
    }
    if (small.length > 0) yield joined(small);
    if (piece === null) return;
    yield piece;
    small = [];
  }
}

/** Concatenates bytes. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Adds a resource to the current page under a name: `Font`, `XObject`, `ExtGState`, `Shading`. */
export function useResource(document: PdfDocument, kind: string, name: string, reference: PdfReference): void {
  const { data } = internals(document).page.resources;
  (data[kind] ??= {})[name] = reference;
}

/** Sets an entry of the catalogue; pdfkit ends the references it finds there at the end. */
export function setCatalogEntry(document: PdfDocument, name: string, reference: PdfReference): void {
  internals(document)._root.data[name] = reference;
}

/** Sets an entry of the current page's dictionary and returns the dictionary. */
export function setPageEntry(document: PdfDocument, name: string, value: string | number): PdfReference {
  const { dictionary } = internals(document).page;
  dictionary.data[name] = value;
  return dictionary;
}

/** Sets the form of the document; pdfkit ends it with the document. */
export function setForm(document: PdfDocument, form: PdfReference, defaultFont: string): void {
  internals(document)._acroform = { fonts: {}, defaultFont };
  setCatalogEntry(document, 'AcroForm', form);
}

/** Adds an annotation to the current page. */
export function addAnnotation(document: PdfDocument, annotation: PdfReference): void {
  const { data } = internals(document).page.dictionary;
  const annotations = Array.isArray(data['Annots']) ? data['Annots'] : [];
  data['Annots'] = [...annotations, annotation];
}

/** Appends operators to the current page. */
export function addContent(document: PdfDocument, content: string): void {
  internals(document).addContent(content);
}

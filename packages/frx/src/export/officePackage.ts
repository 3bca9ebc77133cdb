/** Files of Office formats (Open Packaging Conventions): a ZIP archive of parts with relations between them. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { xmlText } from './xmlText.ts';

/** Entries of the archive have local time: this date gives the same bytes in every time zone. */
const ENTRY_DATE = new Date(1980, 0, 1);

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';

/** XML declaration of every part. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Namespace of references to relations. */
export const RELATIONS_NAMESPACE = `${OFFICE}/relationships`;

/** Archive that is written in pieces. */
export interface PackageWriter {
  write(name: string, content: string): void;
  /** Writes a part in pieces. */
  writePieces(name: string, pieces: Iterable<string>): Generator<Uint8Array>;
  /** Stores bytes as they are. */
  store(name: string, bytes: Uint8Array): void;
  /** Returns the bytes that are ready. */
  ready(): Uint8Array[];
  end(): Uint8Array[];
}

/** Starts an archive. */
export function packageWriter(): PackageWriter {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const encoder = new TextEncoder();
  const open = (name: string): ZipDeflate => {
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = ENTRY_DATE;
    zip.add(entry);
    return entry;
  };
  return {
    write: (name, content) => open(name).push(encoder.encode(content), true),
    *writePieces(name, pieces) {
      const entry = open(name);
      for (const piece of pieces) {
        entry.push(encoder.encode(piece));
        yield* ready.splice(0);
      }
      entry.push(new Uint8Array(), true);
    },
    store: (name, bytes) => {
      const entry = new ZipPassThrough(name);
      entry.mtime = ENTRY_DATE;
      zip.add(entry);
      entry.push(bytes, true);
    },
    ready: () => ready.splice(0),
    end: () => {
      zip.end();
      return ready.splice(0);
    },
  };
}

/** Relation of a part: its kind, and the target part or address. */
export type Relation = readonly [
  'officeDocument' | 'worksheet' | 'styles' | 'core' | 'drawing' | 'image' | 'settings' | 'hyperlink' | 'footer',
  string,
];

/** Relations of a part while it is written: each gets one id. */
export interface Relations {
  readonly list: Relation[];
  /** Returns the id of a relation, which is added if it is new. */
  readonly idOf: (relation: Relation) => string;
}

/** Starts the relations of a part. */
export function relationsOf(list: Relation[] = []): Relations {
  return {
    list,
    idOf: (relation) => {
      const known = list.findIndex(([kind, target]) => kind === relation[0] && target === relation[1]);
      return `r${known < 0 ? list.push(relation) : known + 1}`;
    },
  };
}

/** The part that lists relations; the first has the id `r1`. */
export function relationsXml(targets: readonly Relation[]): string {
  const items = targets.map(([kind, target], index) => {
    const type =
      kind === 'core' ? `${PACKAGE}/relationships/metadata/core-properties` : `${OFFICE}/relationships/${kind}`;
    const mode = kind === 'hyperlink' ? ' TargetMode="External"' : '';
    return `<Relationship Id="r${index + 1}" Type="${type}" Target="${xmlText(target)}"${mode}/>`;
  });
  return `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
}

/** The part that lists the types of all others. @param parts names and types of parts that are not pictures */
export function contentTypesXml(parts: readonly (readonly [string, string])[]): string {
  const core = ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'] as const;
  const overrides = [...parts, core].map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`);
  const relationType = 'application/vnd.openxmlformats-package.relationships+xml';
  const pictures = ['png', 'jpeg', 'gif'].map((type) => `<Default Extension="${type}" ContentType="image/${type}"/>`);
  const defaults = `<Default Extension="rels" ContentType="${relationType}"/><Default Extension="xml" ContentType="application/xml"/>${pictures.join('')}`;
  return `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types">${defaults}${overrides.join('')}</Types>`;
}

/** Metadata stored in a document. */
export interface DocumentFacts {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  /** BCP 47. */
  readonly language?: string | undefined;
  /** Creation time stored in the file. */
  readonly now: Date;
}

/** The part with title, author and creation time. */
export function corePropertiesXml({ title = 'Report', author = '', language, now }: DocumentFacts): string {
  const spaces =
    'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ' +
    'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  const made = `<dcterms:created xsi:type="dcterms:W3CDTF">${now.toISOString().slice(0, 19)}Z</dcterms:created>`;
  const spoken = language === undefined ? '' : `<dc:language>${xmlText(language)}</dc:language>`;
  const texts = `<dc:title>${xmlText(title)}</dc:title><dc:creator>${xmlText(author)}</dc:creator>${spoken}`;
  return `${XML_HEAD}<cp:coreProperties ${spaces}>${texts}${made}</cp:coreProperties>`;
}

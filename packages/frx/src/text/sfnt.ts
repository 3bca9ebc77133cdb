/**
 * The tables of a TrueType or OpenType file needed to measure and select a font: names, style, line metrics, character map and
 * advance widths. Drawing reads the rest of the file elsewhere. Layout of the tables: OpenType 1.9 (ISO/IEC 14496-22).
 */

/** Reads a range of a file, so that a scan of installed fonts reads a few kilobytes instead of complete files. */
export type ReadBytes = (offset: number, length: number) => DataView;

/** Names and style of one face of a font file. */
export interface FontNames {
  /** Typographic family and legacy family, in the file's spelling; English if available. */
  readonly families: readonly string[];
  readonly postscriptName: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Weight class, 400 regular, 700 bold. */
  readonly weight: number;
  /** Byte offset of the face's table directory; 0 for a file of one face. */
  readonly directory: number;
}

/** Metrics of one face in its own units. */
export interface FontMetrics {
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineSpacing: number;
  /** Advances of the basic plane by code unit; 65535 where the face has no glyph. */
  readonly basicPlane: Uint16Array;
  /** Advances above the basic plane by code point. */
  readonly beyond: ReadonlyMap<number, number>;
  readonly missing: number;
}

/** No glyph in `FontMetrics.basicPlane`. */
export const NO_GLYPH = 65535;

/** Position of a table in its file. */
export interface Table {
  readonly offset: number;
  readonly length: number;
}

const COLLECTION = 0x74746366;
const VERSIONS = new Set([0x00010000, 0x4f54544f, 0x74727565]);
const MAX_TABLES = 256;
const LAST_CODE_POINT = 0x10ffff;
/** Bit of `fsSelection` in OS/2: the typographic metrics are the ones to use. */
const USE_TYPO_METRICS = 0x80;
const MAX_TABLE_BYTES = 32 * 1024 * 1024;

/** Reads from bytes in memory. */
export function readFrom(bytes: Uint8Array): ReadBytes {
  return (offset, length) =>
    new DataView(bytes.buffer, bytes.byteOffset + offset, Math.min(length, bytes.byteLength - offset));
}

/** Names and styles of the faces in a file; empty when it is not a font. */
export function readFontNames(read: ReadBytes): FontNames[] {
  try {
    return faceDirectories(read).map((directory) => readNames(read, directory));
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/**
 * Metrics of the face whose table directory is at `directory`. Line spacing is the sum of the typographic ascent, descent and gap when the
 * face specifies them; otherwise the larger of the horizontal header's sum and the Windows sum
 * (docs/frx/layout.md, Measuring of texts).
 * @throws RangeError when the file ends before its tables do.
 */
export function readFontMetrics(read: ReadBytes, directory: number): FontMetrics {
  const tables = readDirectory(read, directory);
  const head = open(read, tables, 'head', 54);
  const hhea = open(read, tables, 'hhea', 36);
  const unitsPerEm = head.getUint16(18) || 1000;
  let ascent = hhea.getInt16(4);
  let descent = -hhea.getInt16(6);
  let lineSpacing = ascent + descent + hhea.getInt16(8);
  const os2 = tables.get('OS/2');
  if (os2 !== undefined && os2.length >= 78) {
    const view = read(os2.offset, 78);
    if ((view.getUint16(62) & USE_TYPO_METRICS) !== 0) {
      ascent = view.getInt16(68);
      descent = -view.getInt16(70);
      lineSpacing = ascent + descent + view.getInt16(72);
    } else {
      const winAscent = view.getUint16(74);
      const winDescent = view.getUint16(76);
      lineSpacing = Math.max(lineSpacing, winAscent + winDescent);
      ascent = winAscent || ascent;
      descent = winDescent || descent;
    }
  }
  const advances = readAdvances(read, tables, hhea.getUint16(34));
  const basicPlane = new Uint16Array(65536).fill(NO_GLYPH);
  const beyond = new Map<number, number>();
  forEachMapping(read, tables, (codePoint, glyph) => {
    const advance = advances[Math.min(glyph, advances.length - 1)] ?? 0;
    if (codePoint < 65536) basicPlane[codePoint] = Math.min(advance, NO_GLYPH - 1);
    else beyond.set(codePoint, advance);
  });
  return { unitsPerEm, ascent, descent, lineSpacing, basicPlane, beyond, missing: advances[0] ?? 0 };
}

/**
 * Code points for which a face has glyphs, from its character map alone: fast when metrics are not needed.
 * @throws RangeError when the file ends before its tables do.
 */
export function readCoverage(read: ReadBytes, directory: number): (codePoint: number) => boolean {
  const bits = new Uint8Array(COVERED / 8);
  const beyond = new Set<number>();
  forEachMapping(read, readDirectory(read, directory), (codePoint) => {
    if (codePoint >= COVERED) beyond.add(codePoint);
    else bits[codePoint >> 3] = (bits[codePoint >> 3] ?? 0) | (1 << (codePoint & 7));
  });
  return (codePoint) =>
    codePoint >= COVERED ? beyond.has(codePoint) : ((bits[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0;
}

/** Number of code points in the first two planes. */
const COVERED = 0x20000;

function faceDirectories(read: ReadBytes): number[] {
  const start = read(0, 12);
  const tag = start.getUint32(0);
  if (VERSIONS.has(tag)) return [0];
  if (tag !== COLLECTION) return [];
  const count = Math.min(start.getUint32(8), MAX_TABLES);
  const offsets = read(12, count * 4);
  return Array.from({ length: count }, (_, index) => offsets.getUint32(index * 4));
}

/** Tables of the face whose directory is at `directory`, by tag. */
export function readDirectory(read: ReadBytes, directory: number): Map<string, Table> {
  const count = read(directory, 12).getUint16(4);
  if (count > MAX_TABLES) throw new RangeError('A font file names more tables than any font has.');
  const entries = read(directory + 12, count * 16);
  const tables = new Map<string, Table>();
  for (let index = 0; index < count; index++) {
    const at = index * 16;
    const tag = String.fromCharCode(
      entries.getUint8(at),
      entries.getUint8(at + 1),
      entries.getUint8(at + 2),
      entries.getUint8(at + 3),
    );
    tables.set(tag, {
      offset: entries.getUint32(at + 8),
      length: Math.min(entries.getUint32(at + 12), MAX_TABLE_BYTES),
    });
  }
  return tables;
}

function open(read: ReadBytes, tables: ReadonlyMap<string, Table>, tag: string, atLeast: number): DataView {
  const table = tables.get(tag);
  if (table === undefined || table.length < atLeast) throw new RangeError(`A font file lacks its ${tag} table.`);
  return read(table.offset, table.length);
}

function readNames(read: ReadBytes, directory: number): FontNames {
  const tables = readDirectory(read, directory);
  const names = open(read, tables, 'name', 6);
  const count = names.getUint16(2);
  const strings = names.getUint16(4);
  const found = new Map<number, string>();
  for (let index = 0; index < count; index++) {
    const at = 6 + index * 12;
    const platform = names.getUint16(at);
    const language = names.getUint16(at + 4);
    const id = names.getUint16(at + 6);
    const english = platform === 3 ? language === 0x409 : platform === 1 && language === 0;
    if ((id !== 1 && id !== 6 && id !== 16) || (!english && found.has(id)) || (platform === 1 && found.has(id)))
      continue;
    const from = strings + names.getUint16(at + 10);
    const length = names.getUint16(at + 8);
    let text = '';
    if (platform === 1) for (let i = 0; i < length; i++) text += String.fromCharCode(names.getUint8(from + i));
    else for (let i = 0; i + 1 < length; i += 2) text += String.fromCharCode(names.getUint16(from + i));
    found.set(id, text);
  }
  const os2 = tables.get('OS/2');
  const macStyle = open(read, tables, 'head', 54).getUint16(44);
  const selection = os2 === undefined ? 0 : read(os2.offset, 64).getUint16(62);
  const weight = os2 === undefined ? 400 : read(os2.offset, 6).getUint16(4);
  return {
    families: [...new Set([found.get(1), found.get(16)].filter((name) => name !== undefined))],
    postscriptName: found.get(6) ?? '',
    bold: (selection & 0x20) !== 0 || (macStyle & 1) !== 0,
    italic: (selection & 0x01) !== 0 || (macStyle & 2) !== 0,
    weight,
    directory,
  };
}

function readAdvances(read: ReadBytes, tables: ReadonlyMap<string, Table>, count: number): Uint16Array {
  const hmtx = open(read, tables, 'hmtx', count * 4);
  const advances = new Uint16Array(count);
  for (let glyph = 0; glyph < count; glyph++) advances[glyph] = hmtx.getUint16(glyph * 4);
  return advances;
}

/** Returns the quality of a character map: 0 unusable. */
function rank(platform: number, encoding: number): number {
  if (platform === 3 && encoding === 10) return 4;
  if (platform === 0 && encoding >= 4 && encoding !== 5) return 3;
  if ((platform === 3 && encoding === 1) || (platform === 0 && encoding < 4)) return 2;
  return platform === 3 && encoding === 0 ? 1 : 0;
}

/** Iterates over the best character map of the face: full Unicode (format 12), then basic plane (format 4), then symbol (format 4 at F000). */
export function forEachMapping(
  read: ReadBytes,
  tables: ReadonlyMap<string, Table>,
  visit: (codePoint: number, glyph: number) => void,
): void {
  const cmap = open(read, tables, 'cmap', 4);
  const count = cmap.getUint16(2);
  let best = 0;
  let at = -1;
  for (let index = 0; index < count; index++) {
    const entry = 4 + index * 8;
    const here = rank(cmap.getUint16(entry), cmap.getUint16(entry + 2));
    if (here > best) {
      best = here;
      at = cmap.getUint32(entry + 4);
    }
  }
  if (at < 0) return;
  const format = cmap.getUint16(at);
  if (format === 12) visitGroups(cmap, at, visit);
  else if (format === 4) visitSegments(cmap, at, best === 1, visit);
}

function visitGroups(cmap: DataView, at: number, visit: (codePoint: number, glyph: number) => void): void {
  const groups = cmap.getUint32(at + 12);
  let left = 2 * LAST_CODE_POINT;
  for (let index = 0; index < groups; index++) {
    const group = at + 16 + index * 12;
    const first = cmap.getUint32(group);
    const last = Math.min(cmap.getUint32(group + 4), LAST_CODE_POINT);
    // Groups that repeat the same characters indicate a damaged or hostile file.
    left -= Math.max(0, last - first);
    if (left < 0) throw new RangeError('A font file maps more characters than there are.');
    const glyph = cmap.getUint32(group + 8);
    for (let codePoint = first; codePoint <= last; codePoint++) visit(codePoint, glyph + codePoint - first);
  }
}

function visitSegments(
  cmap: DataView,
  at: number,
  symbol: boolean,
  visit: (codePoint: number, glyph: number) => void,
): void {
  const doubled = cmap.getUint16(at + 6);
  const ends = at + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const ranges = deltas + doubled;
  for (let segment = 0; segment < doubled; segment += 2) {
    const last = cmap.getUint16(ends + segment);
    const first = cmap.getUint16(starts + segment);
    const delta = cmap.getUint16(deltas + segment);
    const range = cmap.getUint16(ranges + segment);
    for (let code = first; code <= last && code < 0xffff; code++) {
      let glyph = code;
      if (range !== 0) {
        const slot = ranges + segment + range + (code - first) * 2;
        glyph = slot + 1 < cmap.byteLength ? cmap.getUint16(slot) : 0;
        if (glyph === 0) continue;
      }
      glyph = (glyph + delta) & 0xffff;
      if (glyph === 0) continue;
      visit(code, glyph);
      if (symbol && code >= 0xf000 && code <= 0xf0ff) visit(code - 0xf000, glyph);
    }
  }
}

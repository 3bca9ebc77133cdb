/** Subsets of font files for browsers: the glyphs of given characters as a WOFF file (W3C, WOFF 1.0). */
import { zlibSync } from 'fflate';
import { forEachMapping, readDirectory, readFrom } from './sfnt.ts';

/**
 * Ranges of complex scripts, whose letters change form or order by context: their fonts need the shaping tables, and glyphs that no character
 * maps to. Written as in CSS and regular expressions.
 */
const SHAPED_RANGES = ['0300-036F', '0590-08FF', '0900-109F', '1780-17FF', 'FB1D-FDFF', 'FE70-FEFF'];
const SHAPED = new RegExp(`[${SHAPED_RANGES.map((range) => range.replace(/[0-9A-F]{4}/g, '\\u$&')).join('')}]`);

/** CSS `unicode-range` of the scripts that are shaped, with the joiners. */
export const SHAPED_UNICODE_RANGE = ['200C-200D', ...SHAPED_RANGES].map((range) => `U+${range}`).join(',');

/** Returns true for a character of a script that is shaped. */
export function isShaped(character: string): boolean {
  return SHAPED.test(character);
}

/** Tables without glyphs, copied unchanged. */
const PLAIN_TABLES = ['OS/2', 'cvt ', 'fpgm', 'prep', 'CFF '];
/** Tables of shaping rules. */
const RULES = ['GDEF', 'GSUB', 'GPOS'];

const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
const TRUE_TYPE = 0x00010000;
const OPEN_TYPE = 0x4f54544f;
const WOFF = 0x774f4646;

/**
 * Creates a web font with the glyphs of some characters, with the glyph numbers of the file.
 * @param directory byte offset of the face in a collection
 * @param characters null: all, with the shaping tables
 * @returns undefined when the file has none of the characters, or cannot be read
 */
export function webFont(
  bytes: Uint8Array,
  directory: number,
  characters: ReadonlySet<string> | null,
): Uint8Array | undefined {
  try {
    return make(bytes, directory, characters);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function make(bytes: Uint8Array, directory: number, characters: ReadonlySet<string> | null): Uint8Array | undefined {
  const read = readFrom(bytes);
  const found = readDirectory(read, directory);
  const tableOf = (tag: string): Uint8Array | undefined => {
    const table = found.get(tag);
    // A copy, because some tables are changed; `slice` of a Node buffer would share its memory.
    return table && new Uint8Array(bytes.subarray(table.offset, table.offset + table.length));
  };
  const wanted = characters && new Set([...characters].map((character) => character.codePointAt(0) ?? 0));
  const mapping: [number, number][] = [];
  forEachMapping(read, found, (codePoint, glyph) => {
    if (wanted?.has(codePoint) ?? true) mapping.push([codePoint, glyph]);
  });
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map(tableOf);
  if (mapping.length === 0 || !head || !hhea || !hmtx || !maxp) return undefined;
  const tables = new Map<string, Uint8Array>();
  for (const tag of wanted === null ? [...PLAIN_TABLES, ...RULES] : PLAIN_TABLES) {
    const table = tableOf(tag);
    if (table) tables.set(tag, table);
  }
  const glyf = tableOf('glyf');
  const loca = tableOf('loca');
  if (glyf && loca) {
    const offsets = glyphOffsets(loca, view(head).getInt16(50));
    if (wanted === null) tables.set('glyf', glyf).set('loca', longOffsets(offsets));
    else {
      const part = glyphsOf(glyf, offsets, new Set(mapping.map(([, glyph]) => glyph)));
      tables.set('glyf', part.glyf).set('loca', longOffsets(part.offsets));
      // Glyphs after the last used one are cut off, with their widths.
      const count = part.offsets.length - 1;
      view(maxp).setUint16(4, count);
      const widths = Math.min(view(hhea).getUint16(34), count);
      const bearings = view(hhea).getUint16(34) * 4;
      view(hhea).setUint16(34, widths);
      const kept = joined([hmtx.subarray(0, widths * 4), hmtx.subarray(bearings, bearings + (count - widths) * 2)]);
      tables.set('hmtx', kept);
    }
    view(head).setInt16(50, 1);
  } else if (!tables.has('CFF ')) return undefined;
  if (!tables.has('hmtx')) tables.set('hmtx', hmtx);
  tables.set('head', head).set('hhea', hhea).set('maxp', maxp);
  tables.set('cmap', characterMap(mapping)).set('name', noNames()).set('post', noGlyphNames());
  return woff(tables, glyf === undefined ? OPEN_TYPE : TRUE_TYPE);
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function glyphOffsets(loca: Uint8Array, format: number): number[] {
  const offsets: number[] = [];
  const table = view(loca);
  const size = format === 0 ? 2 : 4;
  for (let at = 0; at + size <= loca.length; at += size)
    offsets.push(format === 0 ? table.getUint16(at) * 2 : table.getUint32(at));
  return offsets;
}

function longOffsets(offsets: readonly number[]): Uint8Array {
  const loca = new Uint8Array(offsets.length * 4);
  for (const [index, offset] of offsets.entries()) view(loca).setUint32(index * 4, offset);
  return loca;
}

/** Flags of a component of a composite glyph (OpenType 1.9, glyf). */
const WORDS = 0x0001;
const SCALED = 0x0008;
const MORE = 0x0020;
const SCALED_TWICE = 0x0040;
const TRANSFORMED = 0x0080;

/** The outlines of some glyphs and of their components; others are empty. */
function glyphsOf(
  glyf: Uint8Array,
  offsets: readonly number[],
  used: Set<number>,
): { readonly glyf: Uint8Array; readonly offsets: readonly number[] } {
  const outlineOf = (glyph: number): Uint8Array => glyf.subarray(offsets[glyph] ?? 0, offsets[glyph + 1] ?? 0);
  // The glyph of missing characters.
  const waiting = [0, ...used];
  used.add(0);
  for (let glyph = waiting.pop(); glyph !== undefined; glyph = waiting.pop()) {
    for (const part of partsOf(outlineOf(glyph))) {
      if (used.has(part)) continue;
      used.add(part);
      waiting.push(part);
    }
  }
  const last = [...used].reduce((most, glyph) => Math.max(most, glyph), 0);
  const pieces: Uint8Array[] = [];
  const places = [0];
  for (let glyph = 0; glyph <= last; glyph++) {
    const outline = used.has(glyph) ? outlineOf(glyph) : new Uint8Array();
    const length = Math.ceil(outline.length / 4) * 4;
    const padded = new Uint8Array(length);
    padded.set(outline);
    pieces.push(padded);
    places.push((places.at(-1) ?? 0) + length);
  }
  return { glyf: joined(pieces), offsets: places };
}

/** Components of a composite glyph. */
function partsOf(outline: Uint8Array): number[] {
  if (outline.length < 10 || view(outline).getInt16(0) >= 0) return [];
  const parts: number[] = [];
  const table = view(outline);
  for (let at = 10; at + 4 <= outline.length;) {
    const flags = table.getUint16(at);
    parts.push(table.getUint16(at + 2));
    at += 4 + ((flags & WORDS) === 0 ? 2 : 4);
    if ((flags & SCALED) !== 0) at += 2;
    else if ((flags & SCALED_TWICE) !== 0) at += 4;
    else if ((flags & TRANSFORMED) !== 0) at += 8;
    if ((flags & MORE) === 0) break;
  }
  return parts;
}

/** Character map of format 12, one group for each character. */
function characterMap(mapping: readonly (readonly [number, number])[]): Uint8Array {
  const sorted = [...new Map(mapping)].toSorted(([a], [b]) => a - b);
  const bytes = new Uint8Array(28 + sorted.length * 12);
  const table = view(bytes);
  table.setUint16(2, 1);
  table.setUint16(4, 3);
  table.setUint16(6, 10);
  table.setUint32(8, 12);
  table.setUint16(12, 12);
  table.setUint32(16, 16 + sorted.length * 12);
  table.setUint32(24, sorted.length);
  for (const [index, [codePoint, glyph]] of sorted.entries()) {
    const at = 28 + index * 12;
    table.setUint32(at, codePoint);
    table.setUint32(at + 4, codePoint);
    table.setUint32(at + 8, glyph);
  }
  return bytes;
}

function noNames(): Uint8Array {
  const bytes = new Uint8Array(6);
  view(bytes).setUint16(4, 6);
  return bytes;
}

function noGlyphNames(): Uint8Array {
  const bytes = new Uint8Array(32);
  view(bytes).setUint32(0, 0x00030000);
  return bytes;
}

function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4)
    sum =
      (sum +
        (((bytes[at] ?? 0) << 24) |
          ((bytes[at + 1] ?? 0) << 16) |
          ((bytes[at + 2] ?? 0) << 8) |
          (bytes[at + 3] ?? 0))) >>>
      0;
  return sum;
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

function woff(tables: ReadonlyMap<string, Uint8Array>, flavour: number): Uint8Array {
  const entries = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const packed = entries.map(([, table]) => {
    const small = zlibSync(table, { level: 9 });
    return small.length < table.length ? small : table;
  });
  const start = HEADER_BYTES + entries.length * ENTRY_BYTES;
  const total = packed.reduce((sum, table) => sum + padded(table.length), start);
  const bytes = new Uint8Array(total);
  const file = view(bytes);
  file.setUint32(0, WOFF);
  file.setUint32(4, flavour);
  file.setUint32(8, total);
  file.setUint16(12, entries.length);
  file.setUint32(
    16,
    entries.reduce((sum, [, table]) => sum + padded(table.length), 12 + entries.length * 16),
  );
  file.setUint16(20, 1);
  let at = start;
  for (const [index, [tag, table]] of entries.entries()) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    const small = packed[index] ?? table;
    for (let letter = 0; letter < 4; letter++) file.setUint8(entry + letter, tag.charCodeAt(letter));
    file.setUint32(entry + 4, at);
    file.setUint32(entry + 8, small.length);
    file.setUint32(entry + 12, table.length);
    file.setUint32(entry + 16, checksum(table));
    bytes.set(small, at);
    at += padded(small.length);
  }
  return bytes;
}

import type { Font } from '../page.ts';
import { NO_GLYPH, readFontMetrics, readFrom } from './sfnt.ts';
import type { FontMetrics } from './sfnt.ts';
import { isAlwaysBold, substituteFor } from './substitutes.ts';
import type { AdvanceTable, FontFace, FontSource, FontSubstitution, Fonts } from './types.ts';

/**
 * Creates a font set. Of several sources with the same family and style the first is used. A face's file is read on first use;
 * an unreadable one is skipped. `tables` contain the advances of families whose files may not be redistributed (Tahoma, Arial Narrow).
 * @throws Error on first use when there is no readable font.
 */
export function createFonts(sources: readonly FontSource[], tables: readonly AdvanceTable[] = []): Fonts {
  const byFamily = new Map<string, FontSource[]>();
  for (const source of sources) {
    for (const family of source.families) {
      const key = family.toLowerCase();
      const known = byFamily.get(key);
      if (known === undefined) byFamily.set(key, [source]);
      else known.push(source);
    }
  }
  const faces = new Map<string, FontFace>();
  const metrics = new Map<FontSource, FontMetrics | undefined>();
  /** Substitutions by face key, recorded when the key is first resolved. */
  const substituted = new Map<string, FontSubstitution>();
  const fallbacks = new Map<string, FontFace>();
  let count = 0;

  const metricsOf = (source: FontSource): FontMetrics | undefined => {
    if (!metrics.has(source)) metrics.set(source, readMetrics(source));
    return metrics.get(source);
  };

  const make = (
    source: FontSource,
    found: FontMetrics,
    bold: boolean,
    italic: boolean,
    table?: AdvanceTable,
  ): FontFace => {
    const has = (codePoint: number): boolean =>
      codePoint < 65536 ? found.basicPlane[codePoint] !== NO_GLYPH : found.beyond.has(codePoint);
    const style = { id: count++, source, has, slanted: italic && !source.italic, thickened: bold && !source.bold };
    if (table !== undefined) {
      const own = tableMetrics(table);
      return { ...style, ...lineMetrics(own), units: summing(own), substituteAdvances: true };
    }
    return { ...style, ...lineMetrics(found), units: summing(found), substituteAdvances: false };
  };

  const choose = (family: string, bold: boolean, italic: boolean, table?: AdvanceTable): FontFace | undefined => {
    const candidates = [...(byFamily.get(family.toLowerCase()) ?? [])];
    candidates.sort((a, b) => distance(a, bold, italic) - distance(b, bold, italic));
    for (const source of candidates) {
      const found = metricsOf(source);
      if (found !== undefined) return make(source, found, bold, italic, table);
    }
    return undefined;
  };

  const find = (key: string, family: string, bold: boolean, italic: boolean): FontFace => {
    const own = choose(family, bold, italic);
    if (own !== undefined) return own;
    const lower = family.toLowerCase();
    const substitute = substituteFor(lower);
    const heavier = bold || isAlwaysBold(lower);
    const table = tables.find((entry) => entry.family.toLowerCase() === lower && entry.bold === heavier);
    const names = [...substitute.families, ...byFamily.keys()];
    for (const name of names) {
      const face = choose(name, heavier, italic, table);
      if (face === undefined) continue;
      const quality = table === undefined ? substitute.quality : 'scaled';
      substituted.set(key, { family, used: face.source.families[0] ?? face.source.name, quality });
      return face;
    }
    throw new Error('No font is available: name a folder with TrueType or OpenType files.');
  };

  const resolve = (key: string, font: Font): FontFace => {
    let found = faces.get(key);
    if (found === undefined) {
      found = find(key, font.family, font.bold, font.italic);
      faces.set(key, found);
    }
    return found;
  };

  const fallback = (from: FontFace, codePoint: number): FontFace => {
    if (from.has(codePoint)) return from;
    const bold = from.source.bold || from.thickened;
    const italic = from.source.italic || from.slanted;
    const key = `${codePoint}|${bold ? 'b' : ''}${italic ? 'i' : ''}`;
    const known = fallbacks.get(key);
    if (known !== undefined) return known;
    const names = [...FALLBACK_FAMILIES, ...byFamily.keys()];
    for (const name of names) {
      if (byFamily.get(name.toLowerCase())?.some((source) => source.covers(codePoint)) !== true) continue;
      const spec: Font = { family: name, size: 10, bold, italic, underline: false, strikeout: false };
      const candidate = resolve(keyOf(spec), spec);
      if (!candidate.has(codePoint)) continue;
      fallbacks.set(key, candidate);
      return candidate;
    }
    fallbacks.set(key, from);
    return from;
  };

  const view = (): Fonts => {
    const reported = new Map<string, FontSubstitution>();
    // Every measuring requests a face, mostly with the same few font objects.
    const byFont = new WeakMap<Font, FontFace>();
    const face = (font: Font): FontFace => {
      const known = byFont.get(font);
      if (known !== undefined) return known;
      const key = keyOf(font);
      const found = resolve(key, font);
      byFont.set(font, found);
      const substitution = substituted.get(key);
      if (substitution !== undefined) reported.set(font.family.toLowerCase(), substitution);
      return found;
    };
    return { face, fallback, substitutions: () => [...reported.values()], again: view };
  };
  return view();
}

function keyOf(font: Font): string {
  return `${font.family.toLowerCase()}|${font.bold ? 'b' : ''}${font.italic ? 'i' : ''}`;
}

/** Families searched first for glyphs that a face lacks; then all families. */
const FALLBACK_FAMILIES = [
  'Liberation Sans',
  'DejaVu Sans',
  'Noto Sans',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Thai',
  'Noto Sans Devanagari',
  'Noto Sans CJK SC',
  'Noto Sans SC',
  'Noto Sans KR',
];

function distance(source: FontSource, bold: boolean, italic: boolean): number {
  return (
    (source.italic === italic ? 0 : 1000) +
    (source.bold === bold ? 0 : 500) +
    Math.abs(source.weight - (bold ? 700 : 400)) / 10
  );
}

function readMetrics(source: FontSource): FontMetrics | undefined {
  try {
    return readFontMetrics(readFrom(source.bytes()), source.directory);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function lineMetrics(metrics: FontMetrics): Pick<FontFace, 'ascent' | 'descent' | 'lineSpacing' | 'unitsPerEm'> {
  const em = metrics.unitsPerEm;
  return {
    ascent: metrics.ascent / em,
    descent: metrics.descent / em,
    lineSpacing: metrics.lineSpacing / em,
    unitsPerEm: em,
  };
}

function tableMetrics(table: AdvanceTable): FontMetrics {
  const basicPlane = new Uint16Array(65536).fill(NO_GLYPH);
  for (const [codePoint, advance] of table.advances) if (codePoint < 65536) basicPlane[codePoint] = advance;
  return { ...table, basicPlane, beyond: table.advances, missing: Math.round(table.unitsPerEm / 2) };
}

/** Sums advances; control characters have no width, even if the font has a glyph for them. */
function summing(metrics: FontMetrics): FontFace['units'] {
  const advances = metrics.basicPlane.map((advance, code) =>
    code < 32 ? 0 : advance === NO_GLYPH ? metrics.missing : advance,
  );
  return (text, start, end) => {
    let sum = 0;
    for (let index = start; index < end; index++) {
      const code = text.charCodeAt(index);
      if (code < 0xd800 || code > 0xdfff) {
        sum += advances[code] ?? 0;
        continue;
      }
      const codePoint = text.codePointAt(index) ?? code;
      if (codePoint > 0xffff) index++;
      sum += metrics.beyond.get(codePoint) ?? metrics.missing;
    }
    return sum;
  };
}

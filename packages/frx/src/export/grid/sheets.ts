/** Printed pages as sheets: those of one page of the template one below the other, without repeated headers and footers. */
import type { Padding, Page, PlacedObject } from '../../page.ts';
import { type Collecting, collect, type Found, type Grid, gridOf, nothingFound } from './grid.ts';

/** Paper of a sheet, its margins and orientation; lengths in mm. */
interface SheetPaper {
  readonly width: number;
  readonly height: number;
  readonly margins: Padding;
  readonly landscape: boolean;
  /** The height of the page is that of its content: it has no breaks. */
  readonly unlimited: boolean;
}

/** A sheet: the cells of all printed pages of one page of the template. */
export interface Sheet extends Grid {
  readonly name: string;
  readonly paper: SheetPaper;
  /** Rows before which a new page begins; 0-based. */
  readonly breaks: readonly number[];
  /** Rows of the headers that every page repeats; undefined without any. */
  readonly titles: { readonly first: number; readonly last: number } | undefined;
  /** The page has a footer, which the footer of the sheet replaces. */
  readonly hasFooter: boolean;
}

interface Collected extends Found {
  /** Start of the next page, px. */
  bottom: number;
  hasFooter: boolean;
  /** Heights at which pages begin, px. */
  readonly starts: number[];
  titles: { readonly top: number; readonly bottom: number } | undefined;
  readonly paper: SheetPaper;
}

const RUNNING = new Set(['PageHeaderBand', 'ColumnHeaderBand', 'OverlayBand']);

const A4: SheetPaper = {
  width: 210,
  height: 297,
  margins: { left: 10, top: 10, right: 10, bottom: 10 },
  landscape: false,
  unlimited: false,
};

/** Collects pages one after the other and converts them to sheets at the end. */
export function sheetCollector(how: Collecting): {
  readonly add: (page: Page) => Promise<Found>;
  readonly sheets: () => Sheet[];
} {
  const bySource = new Map<string, Collected>();
  return {
    add: async (page) => {
      const name = page.source === '' ? 'Page' : page.source;
      const first = !bySource.has(name);
      const collected = bySource.get(name) ?? startSheet(page);
      bySource.set(name, collected);
      const found = nothingFound();
      for (const band of page.objects) {
        if (band.type === 'PageFooterBand') collected.hasFooter = true;
        else if (first || !RUNNING.has(band.type)) await collect(band, found, how);
      }
      const all = [...found.placed, ...found.pictures, ...found.lines];
      if (all.length === 0) return found;
      const top = all.reduce((least, object) => Math.min(least, object.top), Infinity);
      const offset = collected.bottom - (first ? 0 : top);
      const moved = <Object extends { readonly top: number; readonly bottom: number }>(object: Object): Object => ({
        ...object,
        top: object.top + offset,
        bottom: object.bottom + offset,
      });
      if (first) collected.titles = titlesOf(page.objects);
      else collected.starts.push(collected.bottom);
      collected.placed.push(...found.placed.map(moved));
      collected.pictures.push(...found.pictures.map(moved));
      collected.lines.push(...found.lines.map(moved));
      for (const object of all) collected.bottom = Math.max(collected.bottom, object.bottom + offset);
      return found;
    },
    sheets: () => {
      const names = new Set<string>();
      const sheets = [...bySource].map(([name, collected]) => sheetOf(sheetName(name, names), collected));
      return sheets.length === 0 ? [sheetOf('Page', { ...nothingFound(), ...EMPTY, starts: [], paper: A4 })] : sheets;
    },
  };
}

const EMPTY = { bottom: 0, hasFooter: false, titles: undefined };

function startSheet({ paperWidth, paperHeight, margins, landscape, unlimited }: Page): Collected {
  const paper = { width: paperWidth, height: paperHeight, margins, landscape, unlimited };
  return { ...nothingFound(), ...EMPTY, starts: [], paper };
}

/** Position of the headers that every page repeats, from the first page. */
function titlesOf(bands: readonly PlacedObject[]): Collected['titles'] {
  const headers = bands.filter(
    ({ type, height }) => (type === 'PageHeaderBand' || type === 'ColumnHeaderBand') && height > 0,
  );
  if (headers.length === 0) return undefined;
  return {
    top: Math.min(...headers.map(({ top }) => top)),
    bottom: Math.max(...headers.map(({ top, height }) => top + height)),
  };
}

function sheetOf(name: string, collected: Collected): Sheet {
  const { paper, starts, titles, hasFooter } = collected;
  const { rowAt, ...grid } = gridOf(collected);
  const breaks = paper.unlimited ? [] : starts.map(rowAt).filter((row) => row > 0);
  const last = titles === undefined ? -1 : rowAt(titles.bottom) - 1;
  const first = titles === undefined ? 0 : rowAt(titles.top);
  return {
    name,
    paper,
    ...grid,
    breaks: [...new Set(breaks)],
    titles: last < first ? undefined : { first, last },
    hasFooter,
  };
}

function sheetName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 28);
  let unique = plain;
  for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${plain} ${count}`;
  taken.add(unique.toLowerCase());
  return unique;
}

import type { Value } from '../expression/values.ts';
import type { OutlineNode, Page, PlacedObject } from '../page.ts';
import type { TemplateObject } from '../template/model.ts';
import type { ProcessAt, TextObject } from './build/components.ts';
import type { Band, ReportPage, WatermarkChange } from './bands/reportBands.ts';
import type { Calculate } from './build/contents.ts';
import type { PackedObjects } from './pages/pack.ts';

/** Objects kept together since `position`, which move to the next page as a whole when they do not fit. */
export interface Keep {
  keeping: boolean;
  /** Index of the first kept object on its page. */
  position: number;
  page: number;
  startX: number;
  startY: number;
  /** Height of what was cut and waits to be pasted. */
  height: number;
  cut: PlacedObject[];
  /** Names of the bookmarks set since the keep began. */
  bookmarks: string[];
}

/** Logical page numbers; fixed in the first pass and used again in the second. */
export interface Numbering {
  readonly pages: { pageNo: number; totalPages: number }[];
  logicalPageNo: number;
}

/** The outline as it grows: the path from its root to the node under which the next one goes. */
export interface Outline {
  root: OutlineNode[];
  path: OutlineNode[];
}

/** A sheet in the making. */
export interface Sheet {
  readonly page: ReportPage;
  objects: PlacedObject[];
  /** Its objects in a compact form, while it is held for the sake of others; `objects` is empty then. */
  packed: PackedObjects | undefined;
  /** Texts on it that are still to be calculated. */
  readonly waiting: Set<PendingText>;
  /** Printing has gone on to a later sheet. */
  done: boolean;
  /** Number of shapes and texts that its objects are drawn with. */
  drawn: number;
  readonly paperWidth: number;
  paperHeight: number;
  /** Changes of the page's watermark by a script when the sheet began. */
  readonly watermark: WatermarkChange | undefined;
}

/** The sheets of a run. A sheet leaves through `finish` as soon as nothing can change it any more. */
export interface Prepared {
  readonly sheets: (Sheet | undefined)[];
  current: number;
  /** New sheets go to the end, even if there is one after the current sheet. */
  appends: boolean;
  /** More than 0 while the engine may come back to an earlier sheet. */
  holding: number;
  /** Sheets before this one have left. */
  released: number;
  /** Sheets before this one are done. */
  done: number;
  /** Sheets that are done and on which no text waits, until they have left or are packed. */
  readonly packable: Set<Sheet>;
  /** Finished pages not yet handed on. */
  readonly finished: Page[];
}

/** A text that was placed, but is calculated later. */
export interface PendingText {
  readonly object: TextObject;
  readonly processAt: ProcessAt;
  readonly placed: PlacedObject;
  /** The placed band it stands on, and the template band. */
  readonly band: PlacedObject;
  readonly templateBand: Band | undefined;
  sheet: Sheet;
}

/** The texts that wait, by what they wait for. */
export type Pending = Map<ProcessAt, PendingText[]>;

/** Bands with RepeatOnEveryPage that are to be printed again; those of a keep wait until it ends. */
export interface Repetition {
  headers: Band[];
  footers: Band[];
  keptHeaders: Band[];
  keptFooters: Band[];
}

/** Kind of a total. */
type TotalType = 'Sum' | 'Min' | 'Max' | 'Avg' | 'Count' | 'CountDistinct';

/** State of a total so far. */
export interface Sums {
  value: Value;
  count: number;
  distinct: Set<string>;
}

/** A total of the dictionary and what it has summed up. */
export interface Total {
  readonly name: string;
  readonly source: TemplateObject;
  readonly type: TotalType;
  calculate: Calculate | undefined;
  condition: Calculate | undefined;
  readonly evaluator: Band | undefined;
  readonly printOn: Band | undefined;
  readonly resetAfterPrint: boolean;
  readonly resetOnReprint: boolean;
  readonly includeInvisibleRows: boolean;
  sums: Sums;
  /** Sums of rows that are being kept: they count once the keep has ended, so that the footer of the page before does not have them. */
  kept: Sums | undefined;
  /** Sums of the levels of a hierarchy from the second on. */
  readonly levels: Map<number, Sums>;
  /** The total that its expression names, if that is all it says: it takes the values of that one as they are printed. */
  refersTo: Total | undefined;
  /** The totals that take a value whenever this one is printed. */
  readonly takenBy: Set<Total>;
}

import type { Value } from '../expression/values/values.ts';
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
  /** Height of the cut objects, which wait to be pasted. */
  height: number;
  cut: PlacedObject[];
  /** Names of the bookmarks set since the keep started. */
  bookmarks: string[];
}

/** Logical page numbers; fixed in the first pass and used again in the second. */
export interface Numbering {
  readonly pages: { pageNo: number; totalPages: number }[];
  logicalPageNo: number;
}

/** The outline so far. `path` leads from its root to the node below which the next one is added. */
export interface Outline {
  root: OutlineNode[];
  path: OutlineNode[];
}

/** Paper and frame of a page at the start of a sheet. An event of a later page may change the page. */
export type Paper = Pick<
  ReportPage,
  | 'paperWidth'
  | 'paperHeight'
  | 'leftMargin'
  | 'topMargin'
  | 'rightMargin'
  | 'bottomMargin'
  | 'mirrorMargins'
  | 'landscape'
  | 'fill'
  | 'border'
>;

/** A sheet that is being printed, or was printed and has not been released. */
export interface Sheet {
  readonly page: ReportPage;
  objects: PlacedObject[];
  /** Its objects in a compact form while it waits for other sheets; `objects` is empty then. */
  packed: PackedObjects | undefined;
  /** Texts on it that are calculated later. */
  readonly waiting: Set<PendingText>;
  /** Printing has continued on a later sheet. */
  done: boolean;
  /** Number of shapes and texts that draw its objects. */
  drawn: number;
  readonly paper: Paper;
  /** Changes a script had made to the page's watermark when the sheet started. */
  readonly watermark: WatermarkChange | undefined;
}

/** The sheets of a run. A sheet is released as a page as soon as nothing can change it any more. */
export interface Prepared {
  readonly sheets: (Sheet | undefined)[];
  current: number;
  /** New sheets are appended, even if a sheet exists after the current one. */
  appends: boolean;
  /** More than 0 while the engine may return to an earlier sheet. */
  holding: number;
  /** Number of sheets that have been released, from the first one on. */
  released: number;
  /** Index of the first sheet that is not known to be done. */
  done: number;
  /** Sheets that are done and on which no text waits, until they are released or packed. */
  readonly packable: Set<Sheet>;
  /** Finished pages that the caller of the run has not received yet. */
  readonly finished: Page[];
}

/** A text that was placed but is calculated later. */
export interface PendingText {
  readonly object: TextObject;
  readonly processAt: ProcessAt;
  readonly placed: PlacedObject;
  /** The placed band that contains it. */
  readonly band: PlacedObject;
  readonly templateBand: Band | undefined;
  sheet: Sheet;
}

/** Waiting texts by the moment at which they are calculated. */
export type Pending = Map<ProcessAt, PendingText[]>;

/** Bands with RepeatOnEveryPage that are to be printed again. Those registered during a keep are added when it ends. */
export interface Repetition {
  headers: Band[];
  footers: Band[];
  keptHeaders: Band[];
  keptFooters: Band[];
}

/** Kind of a total. */
type TotalType = 'Sum' | 'Min' | 'Max' | 'Avg' | 'Count' | 'CountDistinct';

/** Intermediate state of a total. */
export interface Sums {
  value: Value;
  count: number;
  distinct: Set<string>;
}

/** A total of the dictionary with its current sums. */
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
  /**
   * Sums of the rows that are being kept. They are added when the keep ends, so that the footer of the previous page does not include them.
   */
  kept: Sums | undefined;
  /** Sums of the levels of a hierarchy from the second on. */
  readonly levels: Map<number, Sums>;
  /** The total that is its whole expression, if it is one: this total then takes its values as they are printed. */
  refersTo: Total | undefined;
  /** The totals that take the value of this one whenever it is printed. */
  readonly takenBy: Set<Total>;
}

import type { Budget } from '../expression/budget.ts';
import type { Culture } from '../expression/culture.ts';
import type { DateTime, Value } from '../expression/values.ts';
import type { Dictionary } from '../data/dictionary.ts';
import type { CompareValues } from '../data/compare.ts';
import type { Limits } from '../limits.ts';
import type { TemplateObject, Template } from '../template/model.ts';
import type { ImageMaker } from '../template/properties.ts';
import type { Fonts } from '../text/index.ts';
import type { Warning } from '../page.ts';
import type { Band, Calculate, EventName, ReportObject, ReportPage, TextObject } from './components.ts';
import type { Keep } from './keep.ts';
import type { Numbering } from './numbering.ts';
import type { Outline } from './outline.ts';
import type { Prepared } from './prepared.ts';
import type { PendingText } from './processAt.ts';
import type { Repetition } from './repeat.ts';
import type { Styles } from './styles.ts';
import type { TextContent, TextSettings } from './texts.ts';
import type { Total } from './totals.ts';

/**
 * A step of the layout: a generator, so that a run can pause whenever a page is finished. `yield` gives the driver a chance to hand pages on,
 * to report progress and to stop.
 */
export type Steps = Generator<undefined, void, undefined>;

/** The whole state of a run. One object, handed on; nothing is kept elsewhere. */
export interface Run {
  readonly template: Template;
  readonly limits: Limits;
  readonly budget: Budget;
  readonly culture: Culture;
  readonly compare: CompareValues;
  /** The moment the run has started. */
  readonly startedAt: DateTime;
  readonly fonts: Fonts;
  readonly images: ImageMaker;
  readonly dictionary: Dictionary;
  readonly styles: Styles;
  readonly convertNulls: boolean;
  readonly doublePass: boolean;
  readonly initialPageNumber: number;
  /** 0: no limit. */
  readonly maxPages: number;
  readonly pages: ReportPage[];
  /** All live objects by lower-case name. */
  readonly objects: Map<string, ReportObject>;
  readonly totals: Total[];
  readonly warnings: Warning[];

  readonly compile: (source: string, place: TemplateObject) => Calculate;
  readonly textSettings: (object: TextObject) => TextSettings;
  readonly contentFor: (object: TextObject, text: string) => TextContent;
  readonly fire: (object: ReportObject, event: EventName) => void;
  readonly warn: (warning: Warning) => void;

  firstPass: boolean;
  finalPass: boolean;
  /** Pages of the first pass; 0 in a single pass. */
  totalPages: number;
  page: ReportPage;
  curX: number;
  curY: number;
  curColumn: number;
  columnStartY: number;
  originX: number;
  curBand: Band | undefined;
  /** Bands are put into this one instead of the page: inner subreports and rows of band columns. */
  outputBand: Band | undefined;
  hierarchyIndent: number;
  hierarchyLevel: number;
  hierarchyRowNo: string;
  /** `Value` of the highlight condition being checked. */
  highlightValue: Value;
  /** Nested subreports and bands. */
  depth: number;
  stopped: boolean;
  /** Totals of pages are asked for as macros: no page may leave before the last is made. */
  readonly holdsAll: boolean;
  readonly usesMacros: boolean;

  prepared: Prepared;
  keep: Keep;
  repetition: Repetition;
  numbering: Numbering;
  outline: Outline;
  pending: PendingText[];
  /** Bookmarks of the first pass, for pages that come before them. */
  bookmarks: Map<string, { page: number; offsetY: number }>;
  firstPassBookmarks: Map<string, { page: number; offsetY: number }>;
}

/** What happens during a run; texts that are calculated later wait for one of these. */
export type EngineEvent =
  | 'ReportFinished'
  | 'ReportPageFinished'
  | 'PageFinished'
  | 'ColumnFinished'
  | 'BlockFinished'
  | 'GroupFinished';

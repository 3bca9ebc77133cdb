import type { Budget } from '../expression/budget.ts';
import type { Culture } from '../expression/culture.ts';
import type { DateTime, Value } from '../expression/values.ts';
import type { Dictionary } from '../data/dictionary.ts';
import type { CompareValues } from '../data/compare.ts';
import type { Limits } from '../limits.ts';
import type { TemplateObject, Template } from '../template/model.ts';
import type { ImageMaker } from '../template/properties.ts';
import type { Fonts } from '../text/index.ts';
import type { PlacedObject, Warning } from '../page.ts';

import type { DrawnObject, EventName, ReportObject, TextObject } from './build/components.ts';
import type { Band, ReportPage, RowBand } from './bands/reportBands.ts';
import type { Calculate, CellFunctions, TextContent, TextSettings } from './build/contents.ts';

import type { Keep, Numbering, Outline, Pending, Prepared, Repetition, Total } from './state.ts';
import type { Styles } from './build/styles.ts';

/**
 * A step of the layout: a generator, so that a run can pause whenever a page is finished. `yield` gives the driver a chance to hand pages on,
 * to report progress and to stop.
 */
export type Steps = Generator<undefined, void, undefined>;

/**
 * Steps that need each other in circles (a band ends a page, a page prints bands; a table fills cells, a cell holds objects). They are reached
 * through the run, so that the files of the engine look in one direction only.
 */
export interface EngineCalls {
  readonly showBand: (run: Run, band: Band | undefined) => Steps;
  readonly showOnce: (run: Run, band: Band, getData: boolean) => Steps;
  readonly addBand: (run: Run, band: Band) => Steps;
  readonly endColumn: (run: Run) => Steps;
  readonly endPage: (run: Run, goOn: boolean) => Steps;
  readonly runBands: (run: Run, bands: readonly RowBand[]) => Steps;
  readonly showTables: (run: Run, band: Band) => Steps;
  readonly prepareObject: (run: Run, object: ReportObject, fireEvents: boolean) => void;
  readonly fillObject: (run: Run, object: ReportObject) => void;
  readonly finishObject: (run: Run, object: ReportObject) => void;
  readonly calcHeight: (run: Run, container: ReportObject) => void;
  readonly cellHeight: (run: Run, cell: ReportObject, textHeight: number) => number;
  readonly placeObject: (
    run: Run,
    object: ReportObject,
    parent: PlacedObject,
    band: Band,
    bandPlaced: PlacedObject,
  ) => PlacedObject | undefined;
}

/** The whole state of a run. One object, handed on; nothing is kept elsewhere. */
export interface Run {
  readonly calls: EngineCalls;
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
  initialPageNumber: number;
  /** 0: no limit. */
  maxPages: number;
  readonly pages: ReportPage[];
  /** All live objects by lower-case name. */
  readonly objects: Map<string, ReportObject>;
  readonly totals: Total[];
  readonly warnings: Warning[];
  /** Expressions that cannot be compiled, those compiled so far. */
  readonly uncompiled: Warning[];

  readonly compile: (source: string, place: TemplateObject) => Calculate;
  readonly textSettings: (object: TextObject | DrawnObject) => TextSettings;
  readonly contentFor: (object: TextObject, text: string) => TextContent;
  readonly fire: (object: ReportObject, event: EventName) => void;
  /** Calls a method of the script by its name; nothing where there is none. */
  readonly callScript: (method: string) => void;
  /** Errors for which the script does not compile. */
  readonly scriptErrors: () => readonly Warning[];
  /** A limit was reached or the run was cancelled: not an error of the template, the report cannot go on. */
  readonly endsRun: (error: unknown) => boolean;
  /** Warns of an expression or script that failed. @throws ReportError where the run stops at errors */
  readonly fail: (warning: Warning) => void;
  readonly warn: (warning: Warning) => void;

  firstPass: boolean;
  finalPass: boolean;
  /** The pass makes pages; otherwise it only measures them. */
  draws: boolean;
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
  /** Null outside of hierarchies. */
  hierarchyRowNo: string | null;
  /** `Value` of the highlight condition being checked. */
  highlightValue: Value;
  /** Set while the expressions of an advanced matrix are compiled. */
  cellFunctions: CellFunctions | undefined;
  /** Calculations that have failed so far. */
  failures: number;
  /** Nested subreports and bands. */
  depth: number;
  stopped: boolean;
  /** All is printed: texts that still wait (ProcessAt Custom) stay as they are. */
  ended: boolean;
  /** Totals of pages are asked for as macros: no page may leave before the last is made. */
  readonly holdsAll: boolean;
  readonly usesMacros: boolean;

  prepared: Prepared;
  keep: Keep;
  repetition: Repetition;
  numbering: Numbering;
  outline: Outline;
  pending: Pending;
  /** Bookmarks of the first pass, for pages that come before them. */
  bookmarks: Map<string, { page: number; offsetY: number }>;
  firstPassBookmarks: Map<string, { page: number; offsetY: number }>;
}

/** Events of a run; texts that are calculated later wait for one of these. */
export type EngineEvent =
  | 'ReportFinished'
  | 'ReportPageFinished'
  | 'PageFinished'
  | 'ColumnFinished'
  | 'BlockFinished'
  | 'GroupFinished';

import type { DialogForm } from '../dialogs.ts';
import type { Budget } from '../expression/budget.ts';
import type { Culture } from '../expression/cultures/culture.ts';
import type { DateTime, Value } from '../expression/values/values.ts';
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
 * A part of the layout as a generator, so that a run can pause. At each `yield` the caller can take finished pages, report progress or
 * stop.
 */
export type Steps = Generator<undefined, void, undefined>;

/**
 * Functions with circular dependencies (a band ends a page, a page prints bands; a table fills cells, a cell contains objects). They are
 * called through the run, so that the modules of the engine do not import each other in circles.
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

/** The whole state of a run, passed to every function of the engine; modules have no state of their own. */
export interface Run {
  readonly calls: EngineCalls;
  readonly template: Template;
  readonly limits: Limits;
  readonly budget: Budget;
  readonly culture: Culture;
  readonly compare: CompareValues;
  /** Time at which the run started. */
  readonly startedAt: DateTime;
  readonly fonts: Fonts;
  readonly images: ImageMaker;
  readonly dictionary: Dictionary;
  readonly styles: Styles;
  convertNulls: boolean;
  doublePass: boolean;
  initialPageNumber: number;
  /** 0: no limit. */
  maxPages: number;
  /** Values that a script gave to settings of the report that do not affect its pages, by name. */
  readonly settings: Map<string, Value>;
  readonly pages: ReportPage[];
  /** All report objects by their names in lower case. */
  readonly objects: Map<string, ReportObject>;
  readonly totals: Total[];
  readonly warnings: Warning[];
  /** Expressions found so far that cannot be compiled. */
  readonly uncompiled: Warning[];

  /** Asks the dialogs. @returns the first one that waits for an answer */
  readonly askDialogs: () => DialogForm | undefined;
  readonly compile: (source: string, place: TemplateObject, late?: boolean) => Calculate;
  /** Expressions that the reference has compiled so far: late ones only from their first calculation on. */
  readonly compiled: Set<string>;
  readonly textSettings: (object: TextObject | DrawnObject) => TextSettings;
  readonly contentFor: (object: TextObject, text: string) => TextContent;
  readonly fire: (object: ReportObject, event: EventName) => void;
  /** Calls a method of the script by its name; does nothing if there is none. */
  readonly callScript: (method: string) => void;
  /** Errors because of which the script does not compile. */
  readonly scriptErrors: () => readonly Warning[];
  /** Returns true for an error after which the report cannot continue: a limit was reached or the run was cancelled. */
  readonly endsRun: (error: unknown) => boolean;
  /** Warns of an expression or script that failed. @throws ReportError where the run stops at errors */
  readonly fail: (warning: Warning) => void;
  readonly warn: (warning: Warning) => void;

  /** StartReport is over: pages are printed. */
  isPrinting: boolean;
  firstPass: boolean;
  finalPass: boolean;
  /** The pass produces pages; otherwise it only measures them. */
  draws: boolean;
  page: ReportPage;
  curX: number;
  curY: number;
  curColumn: number;
  columnStartY: number;
  originX: number;
  curBand: Band | undefined;
  /** Bands are added to this one instead of the page: bands of inner subreports and rows of band columns. */
  outputBand: Band | undefined;
  hierarchyIndent: number;
  hierarchyLevel: number;
  /** Null outside a hierarchy. */
  hierarchyRowNo: string | null;
  /** `Value` of the highlight condition being checked. */
  highlightValue: Value;
  /** Set while the expressions of an advanced matrix are compiled. */
  cellFunctions: CellFunctions | undefined;
  /** Number of calculations that have failed so far. */
  failures: number;
  /** Depth of nested bands and subreports. */
  depth: number;
  stopped: boolean;
  /** Everything is printed; texts that still wait (ProcessAt Custom) keep their current text. */
  ended: boolean;
  /** The template uses the macro of the total number of pages: no page can be released before the last one is printed. */
  readonly holdsAll: boolean;
  readonly usesMacros: boolean;

  prepared: Prepared;
  keep: Keep;
  repetition: Repetition;
  numbering: Numbering;
  outline: Outline;
  pending: Pending;
  /** Positions of bookmarks by name. */
  bookmarks: Map<string, { page: number; offsetY: number }>;
  firstPassBookmarks: Map<string, { page: number; offsetY: number }>;
}

/** Events of a run at which waiting texts are calculated. */
export type EngineEvent =
  | 'ReportFinished'
  | 'ReportPageFinished'
  | 'PageFinished'
  | 'ColumnFinished'
  | 'BlockFinished'
  | 'GroupFinished';

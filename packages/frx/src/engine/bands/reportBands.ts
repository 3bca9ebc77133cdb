import type { DataSource, Relation } from '../../data/dataSource.ts';
import type { Value } from '../../expression/values/values.ts';
import type { Watermark } from '../../page.ts';
import { ReportObject } from '../build/components.ts';
import { type TableObject } from '../tables/tableObjects.ts';
import type { Calculate } from '../build/contents.ts';

/** A band with its current state. */
export class Band extends ReportObject {
  private row = 0;
  private absRow = 0;
  isFirstRow = false;
  isLastRow = false;
  startNewPage = false;
  firstRowStartsNewPage = false;
  printOnBottom = false;
  keepChild = false;
  repeatTimes = 1;
  child: ChildBand | undefined;
  outline: Calculate | undefined;
  /** Header and footer bands. */
  keepWithData = false;
  repeatOnEveryPage = false;
  private again = false;
  repeatOffset = 0;
  /** Set to break the band at the next page end regardless of its CanBreak. */
  mustBreak = false;
  private checksSpace = true;
  isRunning = false;
  /**
   * The band is a part of one that was split at objects with a page break. In the reference such parts belong to no report, so that their
   * bookmarks are unknown and texts with AutoWidth have no width.
   */
  detached = false;
  /** The report page it belongs to. */
  page: ReportPage | undefined;

  /** The band is being printed again on a new page, with its children. */
  get repeated(): boolean {
    return this.again;
  }
  set repeated(value: boolean) {
    this.again = value;
    if (this.child) this.child.repeated = value;
  }
  /** False to print the band at the current position even if it does not fit. */
  get checkFreeSpace(): boolean {
    return this.checksSpace;
  }
  set checkFreeSpace(value: boolean) {
    this.checksSpace = value;
    if (this.child) this.child.checkFreeSpace = value;
  }
  /** Number of the row within the list or group; a child has the number of its band. */
  get rowNo(): number {
    return this.row;
  }
  set rowNo(value: number) {
    this.row = value;
    if (this.child) this.child.rowNo = value;
  }
  /** Number of the row over all printings of the band. */
  get absRowNo(): number {
    return this.absRow;
  }
  set absRowNo(value: number) {
    this.absRow = value;
    if (this.child) this.child.absRowNo = value;
  }
}

/** A band that is printed after another one, its parent. */
export class ChildBand extends Band {
  fillUnusedSpace = false;
  completeToRows = 0;
  printIfDatabandEmpty = false;

  /** The band at the start of the chain of children. */
  get topBand(): Band {
    const parent = this.parent;
    return parent instanceof ChildBand ? parent.topBand : (parent as Band);
  }
}

/** One key of a sort. */
export interface SortExpression {
  readonly calculate: Calculate;
  /** The source text of the expression; for a group its condition. */
  readonly source: string;
  readonly descending: boolean;
}

/** `Columns` of a data band, in px. A count of 0 or 1 means no columns. */
export interface BandColumns {
  readonly count: number;
  readonly width: number;
  readonly downThenAcross: boolean;
  readonly minRowCount: number;
}

/** A band printed for every row of its data source, or RowCount times without one. */
export class DataBand extends Band {
  dataSource: DataSource | undefined;
  /** Matrices on a footer of this band, which collect its rows as they are printed. */
  footerMatrices: TableObject[] = [];
  relation: Relation | undefined;
  rowCount = 1;
  maxRows = 0;
  filter: Calculate | undefined;
  sort: SortExpression[] = [];
  columns: BandColumns = { count: 0, width: 0, downThenAcross: false, minRowCount: 0 };
  /** The columns after StartReport, which decide the width of the band on finished pages. */
  startedColumns = this.columns;
  printIfDetailEmpty = false;
  printIfDatasourceEmpty = false;
  keepTogether = false;
  keepDetail = false;
  collectChildRows = false;
  resetPageNumber = false;
  idColumn = '';
  parentIdColumn = '';
  indent = 37.8;
  header: Band | undefined;
  footer: Band | undefined;
  bands: RowBand[] = [];
  /** Returns the first relation from another source to this band's. */
  relationTo: (parent: DataSource) => Relation | undefined = () => undefined;
}

/** The header of a group, with its condition, its footer and the inner group or data band. */
export class GroupHeaderBand extends Band {
  condition: Calculate | undefined;
  conditionText = '';
  /** Sort key of its rows. */
  sortKey: Calculate | undefined;
  sortOrder: 'None' | 'Ascending' | 'Descending' = 'Ascending';
  keepTogether = false;
  resetPageNumber = false;
  groupFooter: Band | undefined;
  header: Band | undefined;
  footer: Band | undefined;
  nestedGroup: GroupHeaderBand | undefined;
  data: DataBand | undefined;
  groupValue: Value = null;

  /** The data band whose rows are grouped. */
  get dataBand(): DataBand | undefined {
    return this.nestedGroup ? this.nestedGroup.dataBand : this.data;
  }
}

/** Bands that print rows. */
export type RowBand = DataBand | GroupHeaderBand;

/** Properties of a watermark that a script has changed. */
export type WatermarkChange = Partial<Watermark> & { readonly enabled?: boolean };

/** A report page of the template; `Sheet` is a page printed from it. */
export class ReportPage extends ReportObject {
  paperWidth = 210;
  paperHeight = 297;
  leftMargin = 10;
  topMargin = 10;
  rightMargin = 10;
  bottomMargin = 10;
  mirrorMargins = false;
  landscape = false;
  columnCount = 1;
  /** px */
  columnWidth = 0;
  columnPositions: number[] = [];
  titleBeforeHeader = true;
  printOnPreviousPage = false;
  resetPageNumber = false;
  startOnOddPage = false;
  /** Printed after each page before it, as its back. */
  backPage = false;
  unlimitedHeight = false;
  unlimitedWidth = false;
  outline: Calculate | undefined;
  /** Changes a script has made to the watermark; replaced by a new object at each change, because sheets refer to it. */
  watermark: WatermarkChange | undefined;
  subreport: SubreportObject | undefined;
  reportTitle: Band | undefined;
  reportSummary: Band | undefined;
  pageHeader: Band | undefined;
  pageFooter: Band | undefined;
  columnHeader: Band | undefined;
  columnFooter: Band | undefined;
  overlay: Band | undefined;
  bands: RowBand[] = [];
  /** The last data band of the page, at any depth. */
  lastDataBand: DataBand | undefined;
}

/** An object that prints another page of the report in its place. */
export class SubreportObject extends ReportObject {
  page: ReportPage | undefined;
  printOnParent = false;
}

/** Returns the data band around a band, across groups and from the page of a subreport to the band that contains the subreport. */
export function parentDataBand(band: ReportObject): DataBand | undefined {
  let parent: ReportObject | undefined = band.parent;
  while (parent) {
    if (parent instanceof DataBand) return parent;
    parent = (parent instanceof ReportPage ? parent.subreport : undefined) ?? parent.parent;
  }
  return undefined;
}

/** Returns the direct child bands of a page or band in the order in which they print. */
export function bandsOf(parent: ReportPage | Band): Band[] {
  const slots: readonly (Band | undefined)[] =
    parent instanceof ReportPage
      ? [parent.reportTitle, parent.pageHeader, parent.columnHeader, ...parent.bands, parent.columnFooter, parent.pageFooter, parent.reportSummary, parent.overlay]
      : parent instanceof DataBand
        ? [parent.header, ...parent.bands, parent.footer]
        : parent instanceof GroupHeaderBand
          ? [parent.header, parent.nestedGroup, parent.data, parent.groupFooter, parent.footer]
          : []; // prettier-ignore
  const child = parent instanceof Band ? parent.child : undefined;
  return [...slots, child].filter((band) => band !== undefined);
}

import type { DataSource, Relation } from '../../data/dataSource.ts';
import type { Value } from '../../expression/values.ts';
import type { Watermark } from '../../page.ts';
import { ReportObject } from '../build/components.ts';
import { type TableObject } from '../tables/tableObjects.ts';
import type { Calculate } from '../build/contents.ts';

/** A band as it is now. */
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
  /** It is broken the next time, for any setting in its template. */
  mustBreak = false;
  private checksSpace = true;
  isRunning = false;
  /**
   * A part of a band that was split at objects with a page break. The reference gives such parts no report, so their bookmarks are not
   * known, and texts with AutoWidth are measured to nothing.
   */
  detached = false;
  /** The report page it belongs to. */
  page: ReportPage | undefined;

  /** It is being printed again on a new page, with its children. */
  get repeated(): boolean {
    return this.again;
  }
  set repeated(value: boolean) {
    this.again = value;
    if (this.child) this.child.repeated = value;
  }
  /** false: it is put down where it stands, whether it fits or not. */
  get checkFreeSpace(): boolean {
    return this.checksSpace;
  }
  set checkFreeSpace(value: boolean) {
    this.checksSpace = value;
    if (this.child) this.child.checkFreeSpace = value;
  }
  /** Number of the row since the list or group began; a child has its band's. */
  get rowNo(): number {
    return this.row;
  }
  set rowNo(value: number) {
    this.row = value;
    if (this.child) this.child.rowNo = value;
  }
  /** Number of the row since the band was first printed. */
  get absRowNo(): number {
    return this.absRow;
  }
  set absRowNo(value: number) {
    this.absRow = value;
    if (this.child) this.child.absRowNo = value;
  }
}

/** A band that hangs on another one and is printed after it. */
export class ChildBand extends Band {
  fillUnusedSpace = false;
  completeToRows = 0;
  printIfDatabandEmpty = false;

  /** The band that this child, or the child it hangs on, belongs to. */
  get topBand(): Band {
    const parent = this.parent;
    return parent instanceof ChildBand ? parent.topBand : (parent as Band);
  }
}

/** One key of a sort. */
export interface SortExpression {
  readonly calculate: Calculate;
  /** The expression as it is written; of groups the condition of the group. */
  readonly source: string;
  readonly descending: boolean;
}

/** `Columns` of a data band; px. A count of 0 or 1: none. */
export interface BandColumns {
  readonly count: number;
  readonly width: number;
  readonly downThenAcross: boolean;
  readonly minRowCount: number;
}

/** A band printed for every row of its data source, or as often as it says. */
export class DataBand extends Band {
  dataSource: DataSource | undefined;
  /** Matrices on a footer of this band that take its rows as they are printed. */
  footerMatrices: TableObject[] = [];
  relation: Relation | undefined;
  rowCount = 1;
  maxRows = 0;
  filter: Calculate | undefined;
  sort: SortExpression[] = [];
  columns: BandColumns = { count: 0, width: 0, downThenAcross: false, minRowCount: 0 };
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
  /** The first relation that leads from another source to this band's. */
  relationTo: (parent: DataSource) => Relation | undefined = () => undefined;
}

/** The header of a group, with its condition, its footer, and the inner group or data band it holds. */
export class GroupHeaderBand extends Band {
  condition: Calculate | undefined;
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

  /** The data band all groups of this list are made of. */
  get dataBand(): DataBand | undefined {
    return this.nestedGroup ? this.nestedGroup.dataBand : this.data;
  }
}

/** The bands that go through rows. */
export type RowBand = DataBand | GroupHeaderBand;

/** A change of a watermark by a script. */
export type WatermarkChange = Partial<Watermark> & { readonly enabled?: boolean };

/** A report page as the template has it; the sheets printed from it are in `prepared.ts`. */
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
  /** Stands behind each page before it. */
  backPage = false;
  unlimitedHeight = false;
  unlimitedWidth = false;
  outline: Calculate | undefined;
  /** Changes of the template's watermark by a script; created again with each change. */
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
  /** The last data band of the template, inner ones counted. */
  lastDataBand: DataBand | undefined;
}

/** A page inside the report that a subreport object prints. */
export class SubreportObject extends ReportObject {
  page: ReportPage | undefined;
  printOnParent = false;
}

/** The data band this one is inside of, through groups and from a subreport's page to the band it stands on. */
export function parentDataBand(band: ReportObject): DataBand | undefined {
  let parent: ReportObject | undefined = band.parent;
  while (parent) {
    if (parent instanceof DataBand) return parent;
    parent = (parent instanceof ReportPage ? parent.subreport : undefined) ?? parent.parent;
  }
  return undefined;
}

/** The bands directly inside of a page or band, in the order they print in. */
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

import type {
  DrawnData,
  LinkSource,
  Calculate,
  HighlightCondition,
  Look,
  MatrixTemplate,
  TextContent,
} from './contents.ts';
import type { Value } from '../expression/values.ts';
import type { Border, Fill, ImageResource, PlacedObject, TextStyle } from '../page.ts';
import type { TemplateObject } from '../template/model.ts';
import type { DataSource, Relation } from '../data/dataSource.ts';
import type { SeriesData } from '../objects/index.ts';
import type { CellDuplicates, Grid, TableBuilder, TableLayout } from '../objects/table/index.ts';
import { anchors, printOn, round2 } from './geometry.ts';

/** A handler of an event: a method of the script, by name. */
export type EventName =
  | 'BeforePrint'
  | 'AfterPrint'
  | 'AfterData'
  | 'BeforeLayout'
  | 'AfterLayout'
  | 'ManualBuild'
  | 'StartPage'
  | 'FinishPage'
  | 'ModifyResult'
  | 'AfterTotals'
  | 'Click';

interface SavedState {
  left: number;
  top: number;
  width: number;
  height: number;
  visible: boolean;
  border: Border;
  fill: Fill;
  link: LinkSource | undefined;
  linkValue: string;
  bookmarkName: string;
}

/**
 * A report object as it is now: made from its template object once for a run, changed while it is printed, and put back afterwards by
 * `restore`. Lengths in px; left and top relative to the parent.
 */
export class ReportObject {
  readonly source: TemplateObject;
  readonly type: string;
  readonly name: string;
  parent: ReportObject | undefined;
  /** Objects inside, in document order. */
  objects: ReportObject[] = [];
  private x = 0;
  private y = 0;
  private w = 0;
  private h = 0;
  visible = true;
  visibleExpression: { readonly calculate: Calculate; readonly needsTotalPages: boolean } | undefined;
  printable = true;
  printableExpression: Calculate | undefined;
  exportable = true;
  exportableExpression: Calculate | undefined;
  canGrow = false;
  canShrink = false;
  canBreak = false;
  growToBottom = false;
  pageBreak = false;
  shiftMode: 'Never' | 'Always' | 'WhenOverlapped' = 'Always';
  anchor: number = anchors.top | anchors.left;
  dock: 'None' | 'Top' | 'Bottom' | 'Left' | 'Right' | 'Fill' = 'None';
  printOn: number = printOn.all;
  border: Border;
  fill: Fill;
  evenStyle: Look | undefined;
  evenStyleForAll = false;
  bookmark: Calculate | undefined;
  link: LinkSource | undefined;
  /** The link's value once it was calculated; '' before. */
  linkValue = '';
  bookmarkName = '';
  tag: Value = '';
  events: Map<EventName, string> | undefined;
  private saved: SavedState[] = [];

  constructor(source: TemplateObject, border: Border, fill: Fill) {
    this.source = source;
    this.type = source.type;
    this.name = source.name;
    this.border = border;
    this.fill = fill;
  }

  get left(): number {
    return this.x;
  }
  set left(value: number) {
    this.x = round2(value);
  }
  get top(): number {
    return this.y;
  }
  set top(value: number) {
    this.y = round2(value);
  }
  get width(): number {
    return this.w;
  }
  /** Objects inside follow as their anchors and docks say. */
  set width(value: number) {
    const before = this.w;
    this.w = round2(value);
    if (this.w !== before && this.objects.length > 0) this.adapt(this.w - before, 0);
  }
  get height(): number {
    return this.h;
  }
  set height(value: number) {
    const before = this.h;
    this.h = round2(value);
    if (this.h !== before && this.objects.length > 0) this.adapt(0, this.h - before);
  }
  get right(): number {
    return this.x + this.w;
  }
  get bottom(): number {
    return this.y + this.h;
  }

  /** Sets the size without moving what is inside. */
  setSize(width: number, height: number): void {
    this.w = round2(width);
    this.h = round2(height);
  }

  /** What follows a change of size: docked objects share the room out, anchored ones move or stretch. */
  protected adapt(dx: number, dy: number): void {
    if (this.objects.some((object) => object.dock !== 'None')) this.arrangeDocks();
    for (const object of this.objects) {
      if (object.dock !== 'None') continue;
      if (dx !== 0) {
        const toRight = (object.anchor & anchors.right) !== 0;
        const toLeft = (object.anchor & anchors.left) !== 0;
        if (toRight && toLeft) object.width += dx;
        else if (toRight) object.left += dx;
        else if (!toLeft) object.left += dx / 2;
      }
      if (dy !== 0) {
        const toBottom = (object.anchor & anchors.bottom) !== 0;
        const toTop = (object.anchor & anchors.top) !== 0;
        if (toBottom && toTop) object.height += dy;
        else if (toBottom) object.top += dy;
        else if (!toTop) object.top += dy / 2;
      }
    }
  }

  /** Gives every docked object its side of what is left, in document order. */
  arrangeDocks(): void {
    let left = 0;
    let top = 0;
    let right = this.w;
    let bottom = this.h;
    for (const object of this.objects) {
      switch (object.dock) {
        case 'Left':
          object.place(left, top, object.width, bottom - top);
          left += object.width;
          break;
        case 'Top':
          object.place(left, top, right - left, object.height);
          top += object.height;
          break;
        case 'Right':
          object.place(right - object.width, top, object.width, bottom - top);
          right -= object.width;
          break;
        case 'Bottom':
          object.place(left, bottom - object.height, right - left, object.height);
          bottom -= object.height;
          break;
        case 'Fill':
          object.place(left, top, right - left, bottom - top);
          break;
        default:
      }
    }
  }

  private place(left: number, top: number, width: number, height: number): void {
    this.left = left;
    this.top = top;
    this.width = width;
    this.height = height;
  }

  save(): void {
    const { x: left, y: top, w: width, h: height, visible, border, fill, link, linkValue, bookmarkName } = this;
    this.saved.push({ left, top, width, height, visible, border, fill, link, linkValue, bookmarkName });
  }

  restore(): void {
    const state = this.saved.pop();
    if (!state) return;
    this.x = state.left;
    this.y = state.top;
    this.w = state.width;
    this.h = state.height;
    this.visible = state.visible;
    this.border = state.border;
    this.fill = state.fill;
    this.link = state.link;
    this.linkValue = state.linkValue;
    this.bookmarkName = state.bookmarkName;
  }

  /** A copy that can be broken or moved without changing this one; its objects are copies too. */
  copy(): this {
    const copied = Object.assign(Object.create(Object.getPrototypeOf(this) as object) as this, this);
    copied.saved = [];
    copied.objects = this.objects.map((object) => {
      const inner = object.copy();
      inner.parent = copied;
      return inner;
    });
    return copied;
  }
}

/** Objects stand inside and are arranged by themselves; a label with an RFID tag is a container to the paper. */
export const isContainer = (object: ReportObject): boolean =>
  object.type === 'ContainerObject' || object.type === 'RFIDLabel';

/** A text object or table cell. */
export class TextObject extends ReportObject {
  /** As it stands: the template's text before, the finished text after the data are put in. */
  text = '';
  content: TextContent | undefined;
  style: TextStyle;
  value: Value = null;
  highlight: readonly HighlightCondition[] = [];
  duplicates: 'Show' | 'Hide' | 'Clear' | 'Merge' = 'Show';
  mergeMode = 0;
  processAt: ProcessAt = 'Default';
  /** Takes what this one cannot show. */
  breakTo: TextObject | undefined;
  autoWidth = false;
  autoShrink: 'None' | 'FontSize' | 'FontWidth' | 'FitText' = 'None';
  autoShrinkMinSize = 0;
  private savedTexts: { text: string; style: TextStyle; value: Value; content: TextContent | undefined }[] = [];

  constructor(source: TemplateObject, border: Border, fill: Fill, style: TextStyle) {
    super(source, border, fill);
    this.style = style;
  }

  override save(): void {
    super.save();
    const { text, style, value, content } = this;
    this.savedTexts.push({ text, style, value, content });
  }

  override restore(): void {
    super.restore();
    const state = this.savedTexts.pop();
    if (state) Object.assign(this, state);
  }

  override copy(): this {
    const copied = super.copy();
    copied.savedTexts = [];
    return copied;
  }
}

export type ProcessAt =
  | 'Default'
  | 'ReportFinished'
  | 'ReportPageFinished'
  | 'PageFinished'
  | 'ColumnFinished'
  | 'DataFinished'
  | 'GroupFinished'
  | 'Custom';

/** An object that is neither text nor table: what it shows is drawn by `objects/`. */
export class DrawnObject extends ReportObject {
  /** The finished text (barcode, zip code, SVG). */
  text = '';
  /** The calculated value (check box, gauge). */
  value: Value = null;
  image: ImageResource | undefined;
  /** Points of a chart from its rows. */
  series: readonly SeriesData[] = [];
  readonly data: DrawnData;
  /** Attributes a script has changed. */
  changes: ReadonlyMap<string, string> | undefined;
  private savedContents: Pick<DrawnObject, 'text' | 'value' | 'image' | 'changes'>[] = [];

  constructor(source: TemplateObject, border: Border, fill: Fill, data: DrawnData) {
    super(source, border, fill);
    this.data = data;
  }

  override save(): void {
    super.save();
    const { text, value, image, changes } = this;
    this.savedContents.push({ text, value, image, changes });
  }

  override restore(): void {
    super.restore();
    const state = this.savedContents.pop();
    if (state) Object.assign(this, state);
  }

  override copy(): this {
    const copied = super.copy();
    copied.savedContents = [];
    return copied;
  }
}

/** A cell of a table or matrix; objects may stand inside. */
export class TableCell extends TextObject {
  columnSpan = 1;
  rowSpan = 1;
  cellDuplicates: CellDuplicates = 'Show';
}

/** A column or row of a table; scripts may change its size and visibility. */
export class TableLine extends ReportObject {
  minimum = 0;
  maximum = 0;
  autoSize = false;
  linePageBreak = false;
  keep = 0;
}

/** Table or matrix: the template's lines and cells, and the grid to be printed. */
export class TableObject extends ReportObject {
  columns: TableLine[] = [];
  rows: TableLine[] = [];
  /** By row, then column. */
  cells: TableCell[][] = [];
  options: TableOptions;
  /** What is printed: the cells of a static table, or what a script or matrix has made of them. */
  grid: Grid<TableCell> | undefined;
  /** The grid is printed after the band and goes over pages by itself. */
  flows = false;
  builder: TableBuilder<TableCell> | undefined;
  /** What a script does once the sizes of columns and rows are known; made anew each time the table is built. */
  afterCalcBounds: (() => void)[] = [];
  /** Where the cell being calculated stands, for aggregates. */
  at: { readonly column: number; readonly row: number } | undefined;
  matrix: MatrixTemplate | undefined;

  constructor(source: TemplateObject, border: Border, fill: Fill, options: TableOptions) {
    super(source, border, fill);
    this.options = options;
  }

  override copy(): this {
    const copied = super.copy();
    const { grid } = this;
    if (grid) {
      copied.grid = {
        ...grid,
        columns: grid.columns.map((column) => ({ ...column })),
        rows: grid.rows.map((row) => ({ ...row })),
        cells: grid.cells.map((cells) => cells.map((cell) => ({ ...cell, content: cell.content?.copy() }))),
      };
    }
    return copied;
  }
}

export interface TableOptions {
  readonly fixedRows: number;
  readonly fixedColumns: number;
  readonly layout: TableLayout;
  readonly repeatHeaders: boolean;
  readonly repeatRowHeaders: boolean;
  readonly repeatColumnHeaders: boolean;
  readonly wrappedGap: number;
  readonly adjustSpannedCellsWidth: boolean;
  readonly autoSpans: boolean;
  /** What is built stands in the band, which grows, instead of going over pages by itself. */
  readonly printOnParent: boolean;
}

/** A page inside the report that a subreport object prints. */
export class SubreportObject extends ReportObject {
  page: ReportPage | undefined;
  printOnParent = false;
}

/** Objects already placed, put inside a band: rows of band columns and of subreports printed on their parent. */
export class PlacedRow extends ReportObject {
  placed: PlacedObject;

  constructor(source: TemplateObject, border: Border, fill: Fill, placed: PlacedObject) {
    super(source, border, fill);
    this.placed = placed;
  }
}

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
  /** It is broken the next time, whatever its template says. */
  mustBreak = false;
  private checksSpace = true;
  isRunning = false;
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

export interface SortExpression {
  readonly calculate: Calculate;
  readonly descending: boolean;
}

export interface BandColumns {
  readonly count: number;
  readonly width: number;
  readonly downThenAcross: boolean;
  readonly minRowCount: number;
}

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

export class GroupHeaderBand extends Band {
  condition: Calculate | undefined;
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
  unlimitedHeight = false;
  unlimitedWidth = false;
  outline: Calculate | undefined;
  subreport: SubreportObject | undefined;
  reportTitle: Band | undefined;
  reportSummary: Band | undefined;
  pageHeader: Band | undefined;
  pageFooter: Band | undefined;
  columnHeader: Band | undefined;
  columnFooter: Band | undefined;
  overlay: Band | undefined;
  bands: RowBand[] = [];
  /** The band's own Columns.Count > 1 takes the page's columns away. */
  effectiveColumnCount = 1;
}

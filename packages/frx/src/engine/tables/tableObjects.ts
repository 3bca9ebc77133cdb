import {
  setHeight,
  setWidth,
  type CellDuplicates,
  type Grid,
  type GridColumn,
  type GridRow,
  type TableBuilder,
  type TableLayout,
} from '../../objects/table/index.ts';
import type { Border, Fill } from '../../page.ts';
import type { TemplateObject } from '../../template/model.ts';
import { leastChange, ReportObject, TextObject } from '../build/components.ts';
import type { AdvMatrixTemplate, MatrixTemplate } from '../build/contents.ts';

/** A cell of a table or matrix; objects may stand inside. */
export class TableCell extends TextObject {
  columnSpan = 1;
  rowSpan = 1;
  cellDuplicates: CellDuplicates = 'Show';
  /** The template cell of a matrix's header value or of a value in its body, totals left out. */
  holdsValue = false;
  /** The last text that a matrix has put into its template cell. */
  lastText: string | undefined;
  /** It shows what lies beyond a cut of another cell, and is printed under a name that depends on its place. */
  isRest = false;
  /** Width when its height was asked for or it was put back, px. */
  private measuredWidth = 0;

  override restore(): void {
    super.restore();
    this.measuredWidth = this.width;
  }

  /**
   * Takes the width of its columns to be measured. Objects inside follow from the width of the time before, from none on the first time; docked ones
   * share the width of the columns and the change.
   */
  followColumns(width: number): void {
    const change = width - this.measuredWidth;
    this.setSize(width, this.height);
    if (Math.abs(change) > leastChange) this.updateLayout(change, 0);
    this.measuredWidth = this.width;
  }
}

/** A column or row of a table; scripts may change its size and visibility. */
export class TableLine extends ReportObject {
  minimum = 0;
  maximum = 0;
  autoSize = false;
  linePageBreak = false;
  keep = 0;

  /** The template may say any size; the limits count from the second time on that the table is printed. */
  override restore(): void {
    super.restore();
    if (this.type === 'TableColumn') this.width = Math.max(this.minimum, Math.min(this.maximum, this.width));
    else this.height = Math.max(this.minimum, this.canBreak ? this.height : Math.min(this.maximum, this.height));
  }
}

/** Table or matrix: the template's lines and cells, and the grid to be printed. */
export class TableObject extends ReportObject {
  columns: TableLine[] = [];
  rows: TableLine[] = [];
  /** By row, then column. */
  cells: TableCell[][] = [];
  /** Printed where a place that no span covers has no cell. */
  blank: TableCell | undefined;
  options: TableOptions;
  /** Grid to print: the cells of a static table, or those that a script or matrix has made of them. */
  grid: Grid<TableCell> | undefined;
  /** Its result is printed apart from it: after the band, over pages by itself, or as one more object of the band. */
  flows = false;
  /** It holds what another table has built, and prints like a table of its own. */
  isResult = false;
  /** It was put on a page before. From then on its copies, as a band that is broken makes them, lack the lines that are hidden. */
  wasPlaced = false;
  /** Width that the template states, px, whatever its columns add up to. */
  statedWidth = 0;
  builder: TableBuilder<TableCell> | undefined;
  /** Left edge that a script has given the result of the table or matrix; undefined: that of the table. */
  resultLeft: number | undefined;
  /** Work of a script after the sizes of columns and rows are known; created again each time the table is built. */
  afterCalcBounds: (() => void)[] = [];
  /** Place of the cell being calculated, for aggregates. */
  at: { readonly column: number; readonly row: number } | undefined;
  matrix: MatrixTemplate | undefined;
  advMatrix: AdvMatrixTemplate | undefined;

  constructor(source: TemplateObject, border: Border, fill: Fill, options: TableOptions) {
    super(source, border, fill);
    this.options = options;
  }

  /** A script or a matrix makes its cells. */
  get isBuilt(): boolean {
    return this.isBuiltByScript || (this.isMatrix && !this.isResult);
  }

  get isBuiltByScript(): boolean {
    return !this.isResult && !this.isMatrix && this.events?.has('ManualBuild') === true;
  }

  private get isMatrix(): boolean {
    return this.matrix !== undefined || this.advMatrix !== undefined;
  }

  /**
   * A table that a script or a matrix builds stays where the objects above have moved it: the reference saves no state of it but its visibility.
   */
  override restore(): void {
    const { left, top, width, height, border, fill } = this;
    super.restore();
    if (this.isBuilt && !this.advMatrix) Object.assign(this, { left, top, width, height, border, fill });
  }

  /** Decides at the beginning of a second pass, before any row, which lines of a table's own count when it is measured. */
  decideLines(): void {
    for (const line of [...this.columns, ...this.rows])
      if (line.visibleExpression) line.visible = line.visibleExpression.calculate() === true;
  }

  /** Decides which lines are to be seen: their VisibleExpression counts when the table is placed, after its size is known. */
  showLines(): void {
    const { grid } = this;
    for (const [lines, templates] of [
      [grid?.columns ?? [], this.columns],
      [grid?.rows ?? [], this.rows],
    ] as const) {
      for (const line of lines) {
        const expression = templates[line.template]?.visibleExpression;
        if (expression) line.visible = expression.calculate() === true;
      }
    }
  }

  override copy(): this {
    const copied = super.copy();
    if (this.wasPlaced && !this.isBuilt) this.showLines();
    copied.wasPlaced = false;
    const { grid } = this;
    if (grid) {
      const stays = ({ visible }: { readonly visible: boolean }): boolean => visible || !this.wasPlaced;
      const inColumn = (_: unknown, x: number): boolean => !grid.columns[x] || stays(grid.columns[x]);
      const inRow = (_: unknown, y: number): boolean => !grid.rows[y] || stays(grid.rows[y]);
      copied.grid = {
        ...grid,
        columns: grid.columns.filter(stays).map((column) => withinWidth({ ...column })),
        rows: grid.rows.filter(stays).map((row) => withinHeight({ ...row })),
        cells: grid.cells
          .filter(inRow)
          .map((cells) => cells.filter(inColumn).map((cell) => ({ ...cell, content: cell.content?.copy() }))),
      };
    }
    return copied;
  }
}

/** The limits of a line hold in a copy, whatever the template says. */
const withinWidth = (column: GridColumn): GridColumn => {
  setWidth(column, column.width);
  return column;
};
const withinHeight = (row: GridRow): GridRow => {
  setHeight(row, row.height);
  return row;
};

/** Options of spreading a table over pages. */
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
  /** True when the result is printed in the band, which grows, instead of going over pages by itself. */
  readonly printOnParent: boolean;
}

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

/** A cell of a table or matrix; it may contain objects. */
export class TableCell extends TextObject {
  columnSpan = 1;
  rowSpan = 1;
  cellDuplicates: CellDuplicates = 'Show';
  /** True for the template cell of a header value or a body value of a matrix, except totals. */
  holdsValue = false;
  /** The last text that a matrix has set in its template cell. */
  lastText: string | undefined;
  /** The cell shows the part of another cell beyond a cut; the name under which it is printed depends on its position. */
  isRest = false;
  /** Width in px when the height was last measured or the state restored. */
  private measuredWidth = 0;

  override restore(): void {
    super.restore();
    this.measuredWidth = this.width;
  }

  /**
   * Sets the cell to the width of its columns to be measured. Objects inside follow the change from the previous width (0 the first time);
   * docked ones share the width of the columns and the change.
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

  /** Applies the limits of the line. The size in the template may exceed them; they apply from the second printing on. */
  override restore(): void {
    super.restore();
    if (this.type === 'TableColumn') this.width = Math.max(this.minimum, Math.min(this.maximum, this.width));
    else this.height = Math.max(this.minimum, this.canBreak ? this.height : Math.min(this.maximum, this.height));
  }
}

/** A table or matrix: the columns, rows and cells of the template, and the grid to be printed. */
export class TableObject extends ReportObject {
  columns: TableLine[] = [];
  rows: TableLine[] = [];
  /** By row, then column. */
  cells: TableCell[][] = [];
  /** Printed at positions without a cell that no span covers. */
  blank: TableCell | undefined;
  options: TableOptions;
  /** The grid to print: the cells of a static table, or those built by a script or matrix. */
  grid: Grid<TableCell> | undefined;
  /** The result is printed separately from the template: below the band over several pages, or as an additional object of the band. */
  flows = false;
  /** The object is the result of another table, and is printed like a static table. */
  isResult = false;
  /** The table was placed before. From then on its copies, such as those of a broken band, lack the hidden columns and rows. */
  wasPlaced = false;
  /** Width in px in the template, which may differ from the sum of the columns. */
  statedWidth = 0;
  builder: TableBuilder<TableCell> | undefined;
  /** Left edge of the result of the table or matrix, if a script has set it. */
  resultLeft: number | undefined;
  /** Handlers of a script called after the sizes of columns and rows are known; replaced each time the table is built. */
  afterCalcBounds: (() => void)[] = [];
  /** Position of the cell being calculated, for aggregates. */
  at: { readonly column: number; readonly row: number } | undefined;
  matrix: MatrixTemplate | undefined;
  advMatrix: AdvMatrixTemplate | undefined;

  constructor(source: TemplateObject, border: Border, fill: Fill, options: TableOptions) {
    super(source, border, fill);
    this.options = options;
  }

  /** The cells are built by a script or a matrix. */
  get isBuilt(): boolean {
    return this.isBuiltByScript || (this.isMatrix && !this.isResult);
  }

  get isBuiltByScript(): boolean {
    return !this.isResult && !this.isMatrix && this.events?.has('ManualBuild') === true;
  }

  private get isMatrix(): boolean {
    return this.matrix !== undefined || this.advMatrix !== undefined;
  }

  /** A table may grow and shrink regardless of its template; a script can change it in BeforePrint, from where on it applies to the row. */
  override save(): void {
    super.save();
    this.canGrow = true;
    this.canShrink = true;
  }

  /**
   * A table built by a script or a matrix keeps the position to which objects above have moved it: the reference saves only its visibility.
   */
  override restore(): void {
    const { left, top, width, height, border, fill } = this;
    super.restore();
    if (this.isBuilt && !this.advMatrix) Object.assign(this, { left, top, width, height, border, fill });
  }

  /**
   * Decides which lines count when a table that was printed before is measured: the next time it is filled, and in the current row if it is filled
   * already.
   */
  decideLines(): void {
    if (!this.wasPlaced) return;
    for (const line of [...this.columns, ...this.rows])
      if (line.visibleExpression) line.visible = line.visibleExpression.calculate() === true;
    if (this.isBuilt) return;
    for (const [line, template] of this.printedLines()) if (template.visibleExpression) line.visible = template.visible;
  }

  /**
   * Sets the visibility of the columns and rows of the grid from their VisibleExpression, when the table is placed and its size is known.
   */
  showLines(): void {
    for (const [line, { visibleExpression }] of this.printedLines())
      if (visibleExpression) line.visible = visibleExpression.calculate() === true;
  }

  /** Returns the columns and rows of the grid, each with its line of the template. */
  private printedLines(): [{ visible: boolean }, TableLine][] {
    const { grid } = this;
    if (!grid) return [];
    const pairs = (lines: readonly { template: number; visible: boolean }[], templates: readonly TableLine[]) =>
      lines.flatMap((line): [{ visible: boolean }, TableLine][] => {
        const template = templates[line.template];
        return template ? [[line, template]] : [];
      });
    return [...pairs(grid.columns, this.columns), ...pairs(grid.rows, this.rows)];
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

/** The limits of a column apply in a copy, even if the template exceeds them. */
const withinWidth = (column: GridColumn): GridColumn => {
  setWidth(column, column.width);
  return column;
};
const withinHeight = (row: GridRow): GridRow => {
  setHeight(row, row.height);
  return row;
};

/** Options for distributing a table over pages. */
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
  /** The result is printed in the band, which grows, instead of over several pages below it. */
  readonly printOnParent: boolean;
}

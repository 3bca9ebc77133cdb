import type { CellDuplicates, Grid, TableBuilder, TableLayout } from '../../objects/table/index.ts';
import type { Border, Fill } from '../../page.ts';
import type { TemplateObject } from '../../template/model.ts';
import { ReportObject, TextObject } from '../build/components.ts';
import type { AdvMatrixTemplate, MatrixTemplate } from '../build/contents.ts';

/** A cell of a table or matrix; objects may stand inside. */
export class TableCell extends TextObject {
  columnSpan = 1;
  rowSpan = 1;
  cellDuplicates: CellDuplicates = 'Show';
  /** The template cell of a matrix's header value or of a value in its body, totals left out. */
  holdsValue = false;
  /** It shows what lies beyond a cut of another cell, and is printed under a name that depends on its place. */
  isRest = false;
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
  /** Printed by a table that is built where a place that no span covers has no cell. */
  blank: TableCell | undefined;
  options: TableOptions;
  /** Grid to print: the cells of a static table, or those that a script or matrix has made of them. */
  grid: Grid<TableCell> | undefined;
  /** The grid is printed after the band and goes over pages by itself. */
  flows = false;
  /** Width that the template states, px, whatever its columns add up to. */
  statedWidth = 0;
  builder: TableBuilder<TableCell> | undefined;
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

import type { DataSource } from '../../data/dataSource.ts';
import type { FormatSpec } from '../../expression/formats/formatSpec.ts';
import type { Argument, BoundFunction } from '../../expression/scope.ts';
import type { Brackets } from '../../expression/textTemplate.ts';
import type { Value } from '../../expression/values/values.ts';
import type { AdvAxis, AdvDescriptor, AdvItem } from '../../objects/advMatrix/index.ts';
import type { SeriesSource } from '../../objects/index.ts';
import type { CellDescriptor, HeaderDescriptor, MatrixData, MatrixPlace } from '../../objects/matrix/index.ts';
import type { Border, Fill, Font, LinkKind } from '../../page.ts';
import type { TemplateObject } from '../../template/model.ts';

/** A compiled expression of the template; the run it belongs to is part of the closure. */
export type Calculate = () => Value;

/** A link whose value may be an expression. */
export interface LinkSource {
  readonly kind: LinkKind;
  readonly value: string;
  readonly calculate: Calculate | undefined;
  readonly newTab: boolean;
  readonly detail: string;
}

/** Source of the text, value or picture of a drawn object. */
export interface DrawnData {
  /** Calculates a column or an expression; takes precedence over `parts`. */
  readonly calculate: Calculate | undefined;
  /** A text with expressions. */
  readonly parts: readonly (string | Calculate)[];
  readonly chart?: ChartRows | undefined;
}

/** Border, fills and font of a named style or a highlight condition; a property that it does not set is undefined. */
export interface Appearance {
  readonly border: Border | undefined;
  readonly fill: Fill | undefined;
  readonly textFill: Fill | undefined;
  readonly font: Font | undefined;
  /** The fill even if it is not applied; an even style with the priority UseFill applies it alone. */
  readonly ownFill: Fill;
}

/** A text with expressions, parsed and compiled once. */
export interface TextContent {
  /** The text that was parsed. */
  readonly source: string;
  readonly parts: readonly (string | Calculate)[];
}

/** Settings shared by all texts of one template object. */
export interface TextSettings {
  readonly brackets: Brackets;
  readonly allowExpressions: boolean;
  readonly formats: readonly FormatSpec[];
  readonly hideZeros: boolean;
  readonly hideValue: string;
  readonly nullValue: string;
  /** A tab is inserted before the text. */
  readonly paragraphOffset: boolean;
}

/** A condition of a highlight and the appearance of the text when it is true. */
export interface HighlightCondition {
  readonly expression: string;
  readonly calculate: Calculate;
  readonly appearance: Appearance;
  readonly visible: boolean;
}

/** Source of the points of a chart or sparkline. */
export interface ChartRows {
  readonly source: DataSource;
  readonly filter: Calculate | undefined;
  /** Splits the rows into one series for each of its values. */
  readonly autoSeries: Calculate | undefined;
  readonly series: readonly {
    readonly from: SeriesSource;
    readonly filter: Calculate | undefined;
    readonly x: Calculate | undefined;
    readonly y: readonly Calculate[];
  }[];
}

/** Settings of a matrix in the template. */
export interface MatrixTemplate {
  readonly source: DataSource | undefined;
  readonly filter: Calculate | undefined;
  readonly columns: readonly (HeaderDescriptor & { readonly calculate: Calculate })[];
  readonly rows: readonly (HeaderDescriptor & { readonly calculate: Calculate })[];
  readonly cells: readonly (CellDescriptor & { readonly calculate: Calculate })[];
  readonly cellsSideBySide: boolean;
  readonly keepCellsSideBySide: boolean;
  readonly showTitle: boolean;
  readonly splitRows: boolean;
  readonly evenColumns: boolean;
  readonly printIfEmpty: boolean;
  /** The reason why the matrix cannot be printed. */
  readonly fault: string | undefined;
  /** The matrix is on a footer of the band that iterates over its source, and collects the rows as that band prints them. */
  onFooter: boolean;
  /** Set while a script adds values. */
  data: MatrixData | undefined;
  /** Position of the cell that is being printed. */
  place: MatrixPlace | undefined;
}

/** Binds functions in the cells of an advanced matrix; `own` finds a function of that name in the script. */
export type CellFunctions = (
  name: string,
  args: readonly Argument[],
  own: (args: readonly Argument[]) => BoundFunction | undefined,
) => BoundFunction | undefined;

/** Compiled expressions of a descriptor of an advanced matrix. */
export interface AdvCalculations {
  readonly value: Calculate | undefined;
  /** Sort key of its items. */
  readonly total: Calculate | undefined;
  readonly display: readonly (string | Calculate)[];
}

/** Position of the cell of an advanced matrix that is being printed. */
interface AdvPlace {
  /** Data rows of the cell. */
  readonly rows: readonly number[];
  /** Data rows of the whole matrix. */
  readonly all: readonly number[];
  readonly column: AdvItem | undefined;
  readonly row: AdvItem | undefined;
  /** The item to which `RowNo` and `ItemCount` refer. */
  readonly item: AdvItem | undefined;
  readonly columnItems: readonly AdvItem[];
  readonly rowItems: readonly AdvItem[];
  readonly columnIndex?: number;
  readonly rowIndex?: number;
}

/** Settings of an advanced matrix in the template. */
export interface AdvMatrixTemplate {
  readonly source: DataSource | undefined;
  readonly filter: Calculate | undefined;
  readonly columns: AdvAxis;
  readonly rows: AdvAxis;
  readonly calculations: ReadonlyMap<AdvDescriptor, AdvCalculations>;
  /** Parses the text of a cell; its expressions are compiled at first use. */
  readonly partsOf: (cell: TemplateObject, text: string) => readonly (string | Calculate)[];
  readonly printIfEmpty: boolean;
  place: AdvPlace | undefined;
  /** Values of the arguments of aggregates by row, as far as they are calculated. */
  readonly values: Map<Argument, Map<number, Value>>;
}

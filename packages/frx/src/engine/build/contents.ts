import type { DataSource } from '../../data/dataSource.ts';
import type { FormatSpec } from '../../expression/formatSpec.ts';
import type { Argument, BoundFunction } from '../../expression/scope.ts';
import type { Brackets } from '../../expression/textTemplate.ts';
import type { Value } from '../../expression/values.ts';
import type { AdvAxis, AdvDescriptor, AdvItem } from '../../objects/advMatrix/index.ts';
import type { SeriesSource } from '../../objects/index.ts';
import type { CellDescriptor, HeaderDescriptor, MatrixData, MatrixPlace } from '../../objects/matrix/index.ts';
import type { Border, Fill, Font, LinkKind } from '../../page.ts';
import type { TemplateObject } from '../../template/model.ts';

/** An expression of a template, compiled. The run it is calculated in is part of the closure. */
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
  /** A column or an expression; it wins over `parts`. */
  readonly calculate: Calculate | undefined;
  /** A text with expressions. */
  readonly parts: readonly (string | Calculate)[];
  readonly chart?: ChartRows | undefined;
}

/** Border, fills and font of a named style or a highlight condition, and which of them it sets. */
export interface Look {
  readonly border: Border | undefined;
  readonly fill: Fill | undefined;
  readonly textFill: Fill | undefined;
  readonly font: Font | undefined;
  /** The fill, also where it is not applied: all that an even style with the priority of the fill takes. */
  readonly ownFill: Fill;
}

/** A text with expressions, parsed and compiled once. */
export interface TextContent {
  /** The text it was made from. */
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
  /** A tab goes in front of the text. */
  readonly paragraphOffset: boolean;
}

/** A condition of a highlight and how the text looks when it is true. */
export interface HighlightCondition {
  readonly expression: string;
  readonly calculate: Calculate;
  readonly look: Look;
  readonly visible: boolean;
}

/** Source of the points of a chart or sparkline. */
export interface ChartRows {
  readonly source: DataSource;
  readonly filter: Calculate | undefined;
  /** Its values split the rows into series of their own. */
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
  /** It stands on a footer of the band that goes through its source, and takes the rows as that band prints them. */
  onFooter: boolean;
  /** Collects while a script adds values. */
  data: MatrixData | undefined;
  /** Place of the cell being printed. */
  place: MatrixPlace | undefined;
}

/** Functions in the cells of an advanced matrix; `own` finds the script's own of that name. */
export type CellFunctions = (
  name: string,
  args: readonly Argument[],
  own: (args: readonly Argument[]) => BoundFunction | undefined,
) => BoundFunction | undefined;

/** Calculations of a descriptor of an advanced matrix. */
export interface AdvCalculations {
  readonly value: Calculate | undefined;
  /** Sort key of its items. */
  readonly total: Calculate | undefined;
  readonly display: readonly (string | Calculate)[];
}

/** Place of the cell of an advanced matrix that is being printed. */
interface AdvPlace {
  /** Its data rows. */
  readonly rows: readonly number[];
  /** Those of the whole matrix. */
  readonly all: readonly number[];
  readonly column: AdvItem | undefined;
  readonly row: AdvItem | undefined;
  /** Item whose numbers `RowNo` and `ItemCount` are. */
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
  /** The text of a cell, its expressions compiled at first use. */
  readonly partsOf: (cell: TemplateObject, text: string) => readonly (string | Calculate)[];
  readonly printIfEmpty: boolean;
  place: AdvPlace | undefined;
  /** Values of the aggregates' arguments on the rows where they are known already. */
  readonly values: Map<Argument, Map<number, Value>>;
}

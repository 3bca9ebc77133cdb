import type { Grid } from '../../objects/table/index.ts';
import type { TemplateObject } from '../../template/model.ts';
import type { TableCell } from './tableObjects.ts';

/**
 * Names under which a flowing table prints its cells. The part of a cell beyond a cut, where it spans several lines, has no name of its
 * own: it takes that of the last cell of the same appearance used before it, in the order of columns when the table was built, then in the
 * order of rows on each page.
 */
export class CellNames {
  private readonly last = new Map<string, string>();
  private readonly appearances = new CellAppearances();

  constructor(grid: Grid<TableCell>) {
    for (const x of grid.columns.keys()) for (const row of grid.cells) this.use(row?.[x]?.content);
  }

  /** Records that a cell is used. */
  use(cell: TableCell | undefined): void {
    if (cell && !cell.isRest) this.last.set(this.appearances.of(cell), cell.name);
  }

  /** Returns the content of a cell that begins at a cut of another one. */
  rest(cell: TableCell): TableCell {
    this.use(cell);
    const rest = cell.copy();
    rest.isRest = true;
    return rest;
  }

  /** Sets the name under which the rest of a cut cell is printed now. */
  name(cell: TableCell): void {
    if (cell.isRest) cell.name = this.last.get(this.appearances.of(cell)) ?? cell.name;
  }
}

interface CellAppearance {
  readonly border: TableCell['border'];
  readonly fill: TableCell['fill'];
  readonly style: TableCell['style'];
  readonly key: string;
}

/** Identifies the appearance of cells by a text, which is equal for cells of the same appearance. */
export class CellAppearances {
  private readonly known = new WeakMap<TemplateObject, CellAppearance>();

  of({ source, border, fill, style, holdsValue }: TableCell): string {
    const before = this.known.get(source);
    if (before?.border === border && before.fill === fill && before.style === style) return before.key;
    const settings = [...source.attributes]
      .filter(([name]) => !elsewhere.test(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    const key = JSON.stringify(
      [border, fill, style, holdsValue, settings, source.children.map(writeNode)],
      withoutBytes,
    );
    this.known.set(source, { border, fill, style, key });
    return key;
  }
}

/** Attributes that do not affect the appearance, or that border, fill and style include already. */
const elsewhere =
  /^(?:Name|Text|ColSpan|RowSpan|Left|Top|Width|Height|Visible|VisibleExpression|PrintOn|Bookmark|Duplicates|MergeMode|ShiftMode|Anchor|Dock|Can(?:Break|Grow|Shrink)|GrowToBottom|AutoWidth|AutoShrink.*|(?:Border|Fill|Font|TextFill)\b.*|(?:Horz|Vert)Align|WordWrap|Angle|Padding)$/;

const writeNode = ({ type, attributes, children }: TemplateObject): unknown => [
  type,
  [...attributes],
  children.map(writeNode),
];

/** Distinguishes the pictures of fills by their size alone. */
const withoutBytes = (_: string, value: unknown): unknown => (ArrayBuffer.isView(value) ? value.byteLength : value);

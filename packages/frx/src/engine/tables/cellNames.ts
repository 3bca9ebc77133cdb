import type { Grid } from '../../objects/table/index.ts';
import type { TemplateObject } from '../../template/model.ts';
import type { TableCell } from './tableObjects.ts';

/**
 * Names under which a table that goes over pages by itself prints its cells. What lies beyond a cut of a cell that spans several lines has no
 * name of its own: it takes the name of the last cell of the same look that was used before it, in the order of columns when the table was
 * built, then in the order of rows on each page.
 */
export class CellNames {
  private readonly last = new Map<string, string>();
  private readonly looks = new Looks();

  constructor(grid: Grid<TableCell>) {
    for (const x of grid.columns.keys()) for (const row of grid.cells) this.use(row?.[x]?.content);
  }

  /** Notes that a cell is used. */
  use(cell: TableCell | undefined): void {
    if (cell && !cell.isRest) this.last.set(this.looks.of(cell), cell.name);
  }

  /** Makes the content of a cell that begins at a cut of another one. */
  rest(cell: TableCell): TableCell {
    this.use(cell);
    const rest = cell.copy();
    rest.isRest = true;
    return rest;
  }

  /** Gives the rest of a cut cell the name under which it is printed now. */
  name(cell: TableCell): void {
    if (cell.isRest) cell.name = this.last.get(this.looks.of(cell)) ?? cell.name;
  }
}

interface Dressed {
  readonly border: TableCell['border'];
  readonly fill: TableCell['fill'];
  readonly style: TableCell['style'];
  readonly look: string;
}

/** Returns for each cell a text that is equal for cells of the same look. */
export class Looks {
  private readonly known = new WeakMap<TemplateObject, Dressed>();

  of({ source, border, fill, style, holdsValue }: TableCell): string {
    const before = this.known.get(source);
    if (before?.border === border && before.fill === fill && before.style === style) return before.look;
    const settings = [...source.attributes]
      .filter(([name]) => !elsewhere.test(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    const look = JSON.stringify(
      [border, fill, style, holdsValue, settings, source.children.map(writeNode)],
      withoutBytes,
    );
    this.known.set(source, { border, fill, style, look });
    return look;
  }
}

/** Attributes that are no part of a look, or that border, fill and style hold already. */
const elsewhere =
  /^(?:Name|Text|ColSpan|RowSpan|Left|Top|Width|Height|Visible|VisibleExpression|PrintOn|Bookmark|Duplicates|MergeMode|ShiftMode|Anchor|Dock|Can(?:Break|Grow|Shrink)|GrowToBottom|AutoWidth|AutoShrink.*|(?:Border|Fill|Font|TextFill)\b.*|(?:Horz|Vert)Align|WordWrap|Angle|Padding)$/;

const writeNode = ({ type, attributes, children }: TemplateObject): unknown => [
  type,
  [...attributes],
  children.map(writeNode),
];

/** Pictures of fills are distinguished by their size alone. */
const withoutBytes = (_: string, value: unknown): unknown => (ArrayBuffer.isView(value) ? value.byteLength : value);

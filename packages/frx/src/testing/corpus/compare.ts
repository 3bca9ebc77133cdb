/** Compares the pages of a report with those of the reference engine, object by object. */

const EDGES = ['l', 't', 'w', 'h'] as const;
const STYLE = ['font', 'color', 'align', 'fill', 'border', 'borderColor', 'angle', 'checked', 'link'] as const;

/** An object on a page in a layout file: edges in px from the corner of the printable area. */
interface LayoutObject extends Partial<
  Readonly<Record<(typeof EDGES)[number], number> & Record<(typeof STYLE)[number], unknown>>
> {
  readonly type: string;
  readonly name: string;
  readonly text?: string;
  readonly children?: readonly LayoutObject[];
  readonly cells?: readonly LayoutObject[];
}

/** A layout file. */
export interface Layout {
  readonly pages: readonly { readonly objects?: readonly LayoutObject[] }[];
}

/** Differences of a report from the reference: numbers of objects, and of surplus (positive) or missing (negative) pages. */
export interface Difference {
  readonly pages: number;
  readonly missing: number;
  readonly extra: number;
  /** Objects with another position, size or text. */
  readonly moved: number;
  /** Objects in position, but with another font, colour, alignment, fill or border. */
  readonly styled: number;
}

/** Tolerance of edges, px; the reference rounds to hundredths in several steps. */
const TOLERANCE_PX = 0.5001;

/** Compares pages in order; on a page objects of the same type and name are matched in order. @returns null when nothing differs */
export function difference(expected: Layout, actual: Layout): { counts: Difference; first: string[] } | null {
  const counts = { pages: actual.pages.length - expected.pages.length, missing: 0, extra: 0, moved: 0, styled: 0 };
  const first: string[] =
    counts.pages === 0 ? [] : [`${actual.pages.length} pages instead of ${expected.pages.length}`];
  for (const [index, page] of expected.pages.entries()) {
    const found = Map.groupBy(flat(actual.pages[index]?.objects), nameOf);
    for (const wanted of flat(page.objects)) {
      const object = found.get(nameOf(wanted))?.shift();
      const kind = object === undefined ? 'missing' : kindOf(wanted, object);
      if (kind === null) continue;
      counts[kind] += 1;
      first.push(
        `page ${index + 1}, ${nameOf(wanted)}: ${kind}${object === undefined ? '' : ` (${describe(object)} instead of ${describe(wanted)})`}`,
      );
    }
    for (const left of [...found.values()].flat()) {
      counts.extra += 1;
      first.push(`page ${index + 1}, ${nameOf(left)}: extra`);
    }
  }
  return Object.values(counts).every((count) => count === 0) ? null : { counts, first: first.slice(0, 8) };
}

function kindOf(wanted: LayoutObject, object: LayoutObject): 'moved' | 'styled' | null {
  if (EDGES.some((edge) => Math.abs((wanted[edge] ?? 0) - (object[edge] ?? 0)) > TOLERANCE_PX)) return 'moved';
  if (textOf(wanted) !== textOf(object)) return 'moved';
  const style = (of: LayoutObject): string => JSON.stringify(STYLE.map((key) => of[key] ?? null));
  return style(wanted) === style(object) ? null : 'styled';
}

function flat(objects: readonly LayoutObject[] = []): LayoutObject[] {
  return objects.flatMap((object) => [object, ...flat(object.children), ...flat(object.cells)]);
}

function nameOf({ type, name }: LayoutObject): string {
  return `${type} ${name}`;
}

/** The text of an object without trailing spaces, with uniform line ends. */
function textOf({ text = '' }: LayoutObject): string {
  return text.replaceAll(/\r\n?/g, '\n').trimEnd();
}

function describe(object: LayoutObject): string {
  return `${EDGES.map((edge) => object[edge] ?? 0).join(', ')} ${JSON.stringify(textOf(object).slice(0, 60))}`;
}
